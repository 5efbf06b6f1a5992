/* SPDX-License-Identifier: Apache-2.0 */
/* Source lines of addresses, from debug information. */
#include "inner.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Code that was loaded has no file of its name, but the one it was opened by. */
static int
find_elf(Dwfl_Module *m, void **user, const char *name, Dwarf_Addr base, char **file,
	 Elf **elf)
{
	Dl_info info;
	int fd;

	if (!strstr(name, HD_SHARED_NAME) || !dladdr((void *)(uintptr_t)base, &info) ||
	    !info.dli_fname)
		return dwfl_linux_proc_find_elf(m, user, name, base, file, elf);
	fd = open(info.dli_fname, O_RDONLY | O_CLOEXEC);
	if (fd >= 0)
		*file = strdup(info.dli_fname);
	return fd;
}

static Dwfl *
open_process(void)
{
	static char *debug_path;
	static const Dwfl_Callbacks callbacks = {
		.find_elf = find_elf,
		.find_debuginfo = dwfl_standard_find_debuginfo,
		.debuginfo_path = &debug_path,
	};
	Dwfl *d = dwfl_begin(&callbacks);

	if (d &&
	    (dwfl_linux_proc_report(d, getpid()) || dwfl_report_end(d, NULL, NULL))) {
		dwfl_end(d);
		d = NULL;
	}
	return d;
}

/* Compilers may leave out the index from addresses to units (clang does), so libdwfl's
 * own search by address finds nothing; this one asks every unit. */
static Dwarf_Die *
unit_of(Dwfl_Module *m, Dwarf_Addr pc, Dwarf_Addr *bias)
{
	Dwarf_Die *unit = dwfl_module_addrdie(m, pc, bias);

	if (unit)
		return unit;
	while ((unit = dwfl_module_nextcu(m, unit, bias)))
		if (dwarf_haspc(unit, pc - *bias) > 0)
			return unit;
	return NULL;
}

/* Places in our own headers and in clang's say nothing to the user. */
static bool
is_inner_file(const char *file)
{
	return strstr(file, "/__heddle/") || strstr(file, "/__clang_cuda_") ||
	       strstr(file, "/cuda_wrappers/");
}

/* Where an inlined function was called, as its entry in the unit says. */
static const char *
call_place(Dwarf_Die *unit, Dwarf_Die *inlined, int *line)
{
	Dwarf_Attribute attr;
	Dwarf_Word file, number;
	Dwarf_Files *files;
	size_t count;

	if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attr), &file) ||
	    dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attr), &number) ||
	    dwarf_getsrcfiles(unit, &files, &count) || file >= count)
		return NULL;
	*line = (int)number;
	return dwarf_filesrc(files, file, NULL, NULL);
}

/* Goes out of inlined functions until the place is in the user's own code. */
static const char *
outer_place(Dwarf_Die *unit, Dwarf_Addr pc, const char *file, int *line)
{
	Dwarf_Die *scopes;
	int n = dwarf_getscopes(unit, pc, &scopes);

	for (int i = 0; i < n && is_inner_file(file); i++) {
		if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine)
			continue;
		const char *outer = call_place(unit, &scopes[i], line);

		if (!outer)
			break;
		file = outer;
	}
	if (n > 0)
		free(scopes);
	return file;
}

static bool
line_of(Dwfl *d, Dwarf_Addr pc, char *out, size_t size)
{
	Dwfl_Module *m = dwfl_addrmodule(d, pc);
	Dwarf_Addr bias;
	Dwarf_Die *unit = m ? unit_of(m, pc, &bias) : NULL;
	Dwarf_Line *l = unit ? dwarf_getsrc_die(unit, pc - bias) : NULL;
	const char *file = l ? dwarf_linesrc(l, NULL, NULL) : NULL;
	int line;

	if (!file || dwarf_lineno(l, &line) || line <= 0)
		return false;
	file = outer_place(unit, pc - bias, file, &line);
	snprintf(out, size, "%s:%d", file, line);
	return true;
}

/* The innermost line in the program or library that `home` belongs to: the first frame
 * may lie in the C library, say. Failing that, any line. */
bool
hd_where(void *const *frames, int n, const void *home, char *out, size_t size)
{
	Dwfl *d = open_process();
	bool found = false;

	if (!d)
		return false;
	Dwfl_Module *m = home ? dwfl_addrmodule(d, (uintptr_t)home) : NULL;

	for (int any = !m; any < 2 && !found; any++)
		for (int i = 0; i < n && !found; i++) {
			Dwarf_Addr at = (uintptr_t)frames[i];

			if (any || dwfl_addrmodule(d, at) == m)
				found = line_of(d, at, out, size);
		}
	dwfl_end(d);
	return found;
}
