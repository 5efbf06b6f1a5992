/* SPDX-License-Identifier: Apache-2.0 */
/* Edits of host text for memory that kernels reach: allocation, variables that the registry
 * knows, variables in managed memory. */
#include "omp/emit/emit.h"

#include <ctype.h>

static void
insert(hd_emit *e, unsigned at, const char *text, int order)
{
	hd_omp_edit(e->a, &e->edits, (hd_edit){at, at, text, order});
}

static bool
rename_allocator(void *ctx, hd_node *n)
{
	static const char *const names[] = {"malloc", "calloc", "realloc", "free"};
	hd_emit *e = ctx;
	const char *by =
		e->p->registry || e->uses[HD_SUP_REGISTRY] ? "gpu" : "gpu_heap";
	hd_node *callee;

	if (n->kind != HD_N_CALL || !n->decl || n->decl->body)
		return false;
	callee = hd_omp_strip(n->kid[0]);
	for (size_t i = 0; i < HD_COUNT(names); i++) {
		if (strcmp(n->decl->name, names[i]) || n->file != e->f)
			continue;
		if (!strcmp(by, "gpu"))
			hd_omp_use(e, HD_SUP_REGISTRY);
		if (callee->macro)
			e->in_macros = true;
		else
			hd_omp_edit(e->a, &e->edits,
				    (hd_edit){callee->from, callee->to,
					      hd_format(e->a, "%s_%s", by, names[i]),
					      0});
	}
	return false;
}

static unsigned
behind_declaration(hd_node *n)
{
	unsigned at = n->to;
	int depth = 0;

	for (; at < n->file->size; at++) {
		int c = n->file->text[at];
		depth += (c == '{' || c == '(') - (c == '}' || c == ')');
		if (c == ';' && depth == 0)
			return at + 1;
	}
	return at;
}

static void
register_arrays(hd_emit *e)
{
	for (size_t i = 0; i < e->p->decls.n; i++) {
		hd_decl *d = e->p->decls.at[i];
		const char *kind, *addr;
		if (!d->registered || !d->node || d->node->file != e->f ||
		    d->kind == HD_D_PARAM)
			continue;
		hd_omp_use(e, HD_SUP_REGISTRY);
		addr = d->type->kind == HD_T_ARRAY ? "" : "&";
		kind = d->kind == HD_D_GLOBAL   ? "static gpu_known_global"
		       : d->kind == HD_D_STATIC ? "static gpu_known_global"
						: "gpu_known";
		insert(e, behind_declaration(d->node),
		       hd_format(e->a, " %s known_%s(%s%s, sizeof %s);", kind, d->name,
				 addr, d->name, d->name),
		       (int)i);
	}
}

/* ---- managed memory */

static bool
is_word(int c)
{
	return isalnum(c) || c == '_';
}

/* Where a declaration has its variable's name. */
static unsigned
name_in(const hd_decl *d)
{
	const hd_node *n = d->node;
	const char *t = n->file->text;
	unsigned end = n->n ? n->kid[0]->from : n->to, len = (unsigned)strlen(d->name);
	unsigned found = end;

	for (unsigned i = n->from; i + len <= end; i++)
		if (!memcmp(t + i, d->name, len) &&
		    !is_word((unsigned char)t[i + len]) &&
		    (i == 0 || !is_word((unsigned char)t[i - 1])) && found == end) {
			const char *next = t + i + len;
			next += strspn(next, " \t\n)");
			if (*next && strchr("[;=,", *next))
				found = i;
		}
	if (found == end)
		hd_bug("no name '%s' in its declaration", d->name);
	return found;
}

static const char managed_word[] = "__managed__ ";

/* Several variables may be declared together. */
static bool
is_declared_managed(hd_emit *e, unsigned at)
{
	for (size_t i = 0; i < e->edits.n; i++)
		if (e->edits.at[i].from == at && e->edits.at[i].text == managed_word)
			return true;
	return false;
}

/* At file scope they are declared so; those of functions move, under a reference that has
 * their name. */
static void
manage_variables(hd_emit *e)
{
	for (size_t i = 0; i < e->p->decls.n; i++) {
		hd_decl *d = e->p->decls.at[i];
		const char *n = d->name;
		unsigned at;
		if (!d->managed || !d->node || d->node->file != e->f)
			continue;
		if (d->kind == HD_D_GLOBAL) {
			if (!is_declared_managed(e, d->node->from))
				insert(e, d->node->from, managed_word, 0);
			continue;
		}
		at = name_in(d);
		hd_omp_edit(e->a, &e->edits,
			    (hd_edit){at, at + (unsigned)strlen(n),
				      hd_format(e->a, "stack\1%s", n), 0});
		insert(e, behind_declaration(d->node),
		       hd_format(
			       e->a,
			       " gpu_moved<decltype(stack\1%s)> moved\1%s(&stack\1%s); "
			       "auto &%s = *moved\1%s.at;",
			       n, n, n, n, n),
		       (int)i);
	}
}

void
hd_omp_emit_memory(hd_emit *e)
{
	hd_prog *p = e->p;
	bool manages = p->managed && p->model != HD_MEM_SYSTEM;

	register_arrays(e);
	if (manages) {
		hd_omp_use(e, HD_SUP_MANAGED);
		manage_variables(e);
	} else if (p->managed) {
		hd_omp_use(e, HD_SUP_SYSTEM);
	}
	if (p->registry || manages ||
	    e->uses[HD_SUP_REGISTRY]) /* memory of one file may be used in another one */
		for (size_t i = 0; i < p->funcs.n; i++)
			hd_omp_any(p->funcs.at[i], rename_allocator, e);
}

/* For the program's macros. */
void
hd_omp_emit_macros(hd_emit *e, hd_str *support)
{
	const char *by = e->uses[HD_SUP_REGISTRY] ? "gpu" : "gpu_heap";

	if (e->in_macros)
		hd_str_addf(support,
			    "/* for the program's macros */\n"
			    "#define malloc(bytes)     %s_malloc(bytes)\n"
			    "#define calloc(n, size)   %s_calloc(n, size)\n"
			    "#define realloc(p, bytes) %s_realloc(p, bytes)\n"
			    "#define free(p)           %s_free(p)\n\n",
			    by, by, by, by);
}
