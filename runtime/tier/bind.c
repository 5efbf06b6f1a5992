/* SPDX-License-Identifier: Apache-2.0 */
/* Loading code of the second tier. It shares variables, and functions whose address is taken,
 * with the first, whatever library that is in. The system's loader knows nothing of them: to
 * it they are weak symbols that nobody defines, and it leaves zeros. Here the places that it
 * relocated get what is meant. */
#include "tier.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

static void *
symbol_of(const hd_module *first, const char *name)
{
	static const size_t prefix = sizeof HD_LAUNCHED - 1;

	if (strncmp(name, HD_LAUNCHED, prefix) == 0) {
		for (uint32_t i = 0; i < first->kernel_count; i++)
			if (!strcmp(first->kernels[i]->name, name + prefix))
				return (void *)(uintptr_t)first->kernels[i];
		return NULL;
	}
	for (uint64_t i = 0; i < first->symbol_count; i++)
		if (!strcmp(first->symbols[i].name, name))
			return first->symbols[i].address;
	return NULL;
}

typedef struct tables {
	const ElfW(Sym) * symbols;
	const char *strings;
	const ElfW(Rela) * rela, *plt;
	size_t rela_bytes, plt_bytes;
} tables;

/* Some loaders have added the object's base, some have not. */
static const void *
place(const struct link_map *m, ElfW(Addr) p)
{
	return (const void *)(p < m->l_addr ? m->l_addr + p : p);
}

static tables
tables_of(const struct link_map *m)
{
	tables t = {0};

	for (const ElfW(Dyn) *d = m->l_ld; d->d_tag != DT_NULL; d++)
		switch (d->d_tag) {
		case DT_SYMTAB:
			t.symbols = place(m, d->d_un.d_ptr);
			break;
		case DT_STRTAB:
			t.strings = place(m, d->d_un.d_ptr);
			break;
		case DT_RELA:
			t.rela = place(m, d->d_un.d_ptr);
			break;
		case DT_RELASZ:
			t.rela_bytes = d->d_un.d_val;
			break;
		case DT_JMPREL:
			t.plt = place(m, d->d_un.d_ptr);
			break;
		case DT_PLTRELSZ:
			t.plt_bytes = d->d_un.d_val;
			break;
		default:
			break;
		}
	return t;
}

static bool
bind_list(const struct link_map *m, const tables *t, const ElfW(Rela) * list,
	  size_t bytes, const hd_module *first, hd_complaint *why)
{
	for (size_t i = 0; list && i < bytes / sizeof *list; i++) {
		const ElfW(Sym) *s = &t->symbols[ELF64_R_SYM(list[i].r_info)];
		const char *name = t->strings + s->st_name;
		uint64_t value;

		if (s->st_shndx != SHN_UNDEF ||
		    strncmp(name, HD_SYMBOL, sizeof HD_SYMBOL - 1) != 0)
			continue;
		value = (uint64_t)(uintptr_t)symbol_of(first,
						       name + sizeof HD_SYMBOL - 1);
		if (!value) {
			snprintf(why->text, sizeof why->text,
				 "the first tier has no '%.300s'",
				 name + sizeof HD_SYMBOL - 1);
			return false;
		}
		value += (uint64_t)list[i].r_addend;
		memcpy((char *)m->l_addr + list[i].r_offset, &value, sizeof value);
	}
	return true;
}

static bool
bind_all(void *library, const hd_module *first, hd_complaint *why)
{
	struct link_map *m;
	tables t;

	if (dlinfo(library, RTLD_DI_LINKMAP, &m) != 0) {
		snprintf(why->text, sizeof why->text, "%s", dlerror());
		return false;
	}
	t = tables_of(m);
	return bind_list(m, &t, t.rela, t.rela_bytes, first, why) &&
	       bind_list(m, &t, t.plt, t.plt_bytes, first, why);
}

static bool
is_good(const hd_module *m, hd_complaint *why)
{
	if (m && m->magic == HD_MODULE_MAGIC && m->version == HD_MODULE_VERSION &&
	    m->kernel_count == 1)
		return true;
	snprintf(why->text, sizeof why->text, "it is of another version of Heddle");
	return false;
}

/* It stays loaded to the end: somebody may be running it at any time. */
const hd_module *
hd_second_load(const hd_bytes *b, const hd_module *first, hd_complaint *why)
{
	const hd_module *m;
	hd_shared o;

	if (!hd_shared_open(&o, b->at, b->n, why))
		return NULL;
	m = hd_shared_symbol(&o, HD_SECOND_SYMBOL);
	if (is_good(m, why) && bind_all(o.library, first, why))
		return m;
	hd_shared_close(&o);
	return NULL;
}
