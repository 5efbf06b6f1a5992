/* SPDX-License-Identifier: Apache-2.0 */
/* Array elements in registers:
 *
 *     y[i] = 0; for (k = 0; k < n; k++) y[i] += a[k];
 * becomes
 *     y[i] = 0; { double y_reg = y[i]; for (...) y_reg += a[k]; y[i] = y_reg; }
 *
 * if the loop uses y with this one subscript only and does not change what is in it. */
#include "omp/omp.h"

typedef struct element {
	hd_prog *p;
	hd_kernel *k;
	hd_node *loop;
	hd_decl *d;
	const char *text;
	bool written;
} element;

static bool
is_whole_index(element *e, hd_node *n)
{
	hd_node *up = n->parent;

	while (up && (up->kind == HD_N_IMPLICIT || up->kind == HD_N_PAREN))
		up = up->parent;
	return n->kind == HD_N_INDEX && !n->macro &&
	       !(up && up->kind == HD_N_INDEX && hd_omp_inside(n, up->kid[0])) &&
	       !strcmp(hd_omp_text(e->p->mem, n), e->text);
}

static bool
replace(void *ctx, hd_node *n)
{
	element *e = ctx;

	if (!is_whole_index(e, n))
		return false;
	hd_omp_edit(e->p->mem, &e->k->edits,
		    (hd_edit){n->from, n->to,
			      hd_format(e->p->mem, "%s\1reg", e->d->name), 0});
	return false;
}

struct change {
	hd_decl *d;
	bool changed;
};

static void
note_change(void *ctx, hd_node *n, int how)
{
	struct change *c = ctx;

	if (n->kind == HD_N_REF && n->decl == c->d &&
	    (how & (HD_WRITE | HD_ADDR | HD_PWRITE)))
		c->changed = true;
}

static bool
is_changed(hd_node *loop, hd_decl *d)
{
	struct change c = {d, false};

	hd_omp_accesses(loop, HD_READ, note_change, &c);
	return c.changed;
}

static bool
index_moves(void *ctx, hd_node *n)
{
	element *e = ctx;

	return n->kind == HD_N_CALL || (n->kind == HD_N_REF && n->decl &&
					n->decl->kind != HD_D_FUNC && n->decl != e->d &&
					(is_changed(e->loop, n->decl) ||
					 hd_omp_inside(n->decl->node, e->loop)));
}

static hd_node *
find_index(element *e, hd_node *n)
{
	hd_node *found;

	if (!n)
		return NULL;
	if (is_whole_index(e, n))
		return n;
	for (unsigned i = 0; i < n->n; i++)
		if ((found = find_index(e, n->kid[i])))
			return found;
	return NULL;
}

/* The same element is used next to the loop, so it exists even if the loop is empty. */
static bool
used_beside(element *e)
{
	hd_node *list = e->loop->parent;

	for (unsigned i = 0; list && list->kind == HD_N_COMPOUND && i < list->n; i++)
		if (list->kid[i] != e->loop && list->kid[i]->kind == HD_N_ASSIGN &&
		    find_index(e, list->kid[i]))
			return true;
	return false;
}

static bool
other_aliases(hd_kernel *k, hd_decl *d)
{
	for (size_t i = 0; i < k->vars.n; i++)
		if (k->vars.at[i].decl != d &&
		    k->vars.at[i].decl->type->kind == HD_T_POINTER)
			return true;
	return d->type->kind == HD_T_POINTER;
}

static void
try_array(hd_prog *p, hd_kernel *k, hd_node *loop, hd_var *v)
{
	element e = {.p = p, .k = k, .loop = loop, .d = v->decl};
	hd_node *n;
	const hd_type *t = hd_omp_scalar_of(v->decl->type);
	char *name;

	if (!k->set.value[HD_SET_shrdArryElmtCachingOnReg] && !v->asked)
		return;
	if (v->share != HD_S_SHARED || v->decl->type->kind != HD_T_ARRAY ||
	    (t->kind != HD_T_INT && t->kind != HD_T_FLOAT) ||
	    other_aliases(k, v->decl) || !hd_omp_refers(loop, v->decl) ||
	    hd_omp_has_item(k->cuda, HD_CL_NOREGISTER, v->decl))
		return;
	e.text = hd_omp_only_subscript(p, loop, v->decl, NULL);
	n = e.text ? find_index(&e, loop) : NULL;
	if (!n || n->type->kind == HD_T_ARRAY || hd_omp_any(n, index_moves, &e) ||
	    !used_beside(&e))
		return;
	e.written = is_changed(loop, v->decl);
	k->caches = v->cached = true;
	name = hd_format(p->mem, "%s\1reg", v->decl->name);
	hd_omp_edit(
		p->mem, &k->edits,
		(hd_edit){loop->from, loop->from,
			  hd_format(p->mem, "{ %s %s = %s; ", t->name, name, e.text),
			  0});
	hd_omp_edit(p->mem, &k->edits,
		    (hd_edit){hd_omp_stmt_end(loop), hd_omp_stmt_end(loop),
			      e.written ? hd_format(p->mem, " %s = %s; }", e.text, name)
					: " }",
			      0});
	hd_omp_any(loop, replace, &e);
	hd_omp_add_item(p, k->cuda, e.written ? HD_CL_REGISTERRW : HD_CL_REGISTERRO,
			v->decl);
}

struct search {
	hd_prog *p;
	hd_kernel *k;
};

static bool
is_work_loop(hd_kernel *k, hd_node *n)
{
	for (size_t i = 0; i < k->works.n; i++)
		for (int l = 0; l < k->works.at[i]->collapse; l++)
			if (k->works.at[i]->loop[l].node == n)
				return true;
	return false;
}

/* Innermost sequential loops only: their edits must not overlap. */
static bool
has_inner_loop(void *ctx, hd_node *n)
{
	return n != ctx && n->kind == HD_N_FOR;
}

static bool
visit_loop(void *ctx, hd_node *n)
{
	struct search *s = ctx;

	if (n->kind != HD_N_FOR || n->dirs || is_work_loop(s->k, n) ||
	    hd_omp_any(n, has_inner_loop, n))
		return false;
	for (size_t i = 0; i < s->k->vars.n; i++)
		try_array(s->p, s->k, n, &s->k->vars.at[i]);
	return false;
}

static void
search_kernel(hd_prog *p, hd_kernel *k)
{
	struct search s = {p, k};

	for (size_t i = 0; i < k->works.n; i++)
		if (k->works.at[i]->rows || k->works.at[i]->tile ||
		    k->works.at[i]->dir->kind == HD_DIR_ATOMIC)
			return;
	for (size_t i = 0; i < k->stmts.n; i++)
		hd_omp_any(k->stmts.at[i], visit_loop, &s);
}

/* If the settings say so, or the user by a clause. */
void
hd_omp_cache_elements(hd_prog *p, hd_kernel *k)
{
	static const enum hd_clkind kinds[] = {HD_CL_REGISTERRO, HD_CL_REGISTERRW};

	for (size_t i = 0; i < k->vars.n; i++)
		for (size_t j = 0; j < HD_COUNT(kinds); j++)
			k->vars.at[i].asked |=
				k->vars.at[i].decl->type->kind == HD_T_ARRAY &&
				hd_omp_has_item(k->cuda, kinds[j], k->vars.at[i].decl);
	search_kernel(p, k);
	for (size_t i = 0; i < k->vars.n; i++) {
		hd_var *v = &k->vars.at[i];

		if (!v->asked || v->cached)
			continue;
		hd_omp_warn(k->region->node->file, k->from,
			    "no element of '%s' in a register in kernel %d of '%s': it "
			    "must be one and the same in an innermost loop, and be "
			    "assigned next to it",
			    v->decl->name, k->id, k->proc);
		hd_omp_drop_item(k->cuda, HD_CL_REGISTERRO, v->decl);
		hd_omp_drop_item(k->cuda, HD_CL_REGISTERRW, v->decl);
	}
}
