/* SPDX-License-Identifier: Apache-2.0 */
/* Reads that see a value from before: what a variable must keep until a statement. */
#include "omp/omp.h"

struct exposed {
	hd_decl *decl;
	bool written, exposed;
	hd_work *w;
};

static void
note_order(void *ctx, hd_node *n, int how)
{
	struct exposed *e = ctx;

	if (n->decl != e->decl || (n->kind != HD_N_REF && n->kind != HD_N_VAR))
		return;
	if ((how & (HD_READ | HD_ADDR)) && !e->written)
		e->exposed = true;
	if ((how & HD_WRITE) && (how & HD_WHOLE))
		e->written = true;
}

/* for (i = 0; i < count; i++) d[i] = ...; */
static bool
sets_whole_array(hd_node *n, hd_decl *d)
{
	hd_loop l;
	hd_node *s, *left;

	if (d->type->kind != HD_T_ARRAY || !hd_omp_canonical(n, &l) || l.down ||
	    l.step || !l.lb->known || l.lb->value > 0 || !l.ub->known ||
	    l.cmp == HD_OP_NE || l.ub->value + (l.cmp == HD_OP_LE) < d->type->count)
		return false;
	for (s = n->kid[3]; s->kind == HD_N_COMPOUND && s->n > 0; s = s->kid[0])
		;
	if (s->kind != HD_N_ASSIGN || s->op != HD_OP_NONE)
		return false;
	left = hd_omp_strip(s->kid[0]);
	return left->kind == HD_N_INDEX && hd_omp_strip(left->kid[0])->decl == d &&
	       hd_omp_strip(left->kid[1])->decl == l.iv &&
	       hd_omp_strip(left->kid[1])->kind == HD_N_REF;
}

/* A read that may see a value from before these statements. Writes under a condition do
 * not count. */
static bool
is_exposed(hd_node *n, struct exposed *e)
{
	if (!n || e->exposed)
		return e->exposed;
	if (n->kind == HD_N_IF || n->kind == HD_N_WHILE || n->kind == HD_N_SWITCH ||
	    n->kind == HD_N_COND || n->kind == HD_N_FOR) {
		bool before = e->written;
		unsigned body = n->kind == HD_N_FOR ? 0 : 1;
		if (n->kind == HD_N_FOR) { /* init and test always run */
			hd_omp_accesses(n->kid[0], HD_READ, note_order, e);
			hd_omp_accesses(n->kid[1], HD_READ, note_order, e);
			before = e->written;
			is_exposed(n->kid[3], e);
			is_exposed(n->kid[2], e);
			e->written = before || sets_whole_array(n, e->decl);
			return e->exposed;
		}
		hd_omp_accesses(n->kid[0], HD_READ, note_order, e);
		before = e->written;
		for (unsigned i = body; i < n->n; i++) {
			is_exposed(n->kid[i], e);
			e->written = before;
		}
		return e->exposed;
	}
	if (n->kind == HD_N_COMPOUND || n->kind == HD_N_DO || n->kind == HD_N_LABEL ||
	    n->kind == HD_N_CASE || n->kind == HD_N_DEFAULT) {
		for (unsigned i = 0; i < n->n; i++)
			is_exposed(n->kid[i], e);
		return e->exposed;
	}
	hd_omp_accesses(n, HD_READ, note_order, e);
	return e->exposed;
}

/* Whether a statement reads a value that a variable had before it. */
bool
hd_omp_reads_before(hd_node *n, hd_decl *d)
{
	struct exposed e = {.decl = d};

	return is_exposed(n, &e);
}

/* The same for statements in a row. */
bool
hd_omp_list_reads_before(hd_nodes *list, hd_decl *d)
{
	struct exposed e = {.decl = d};

	for (size_t i = 0; i < list->n; i++)
		if (is_exposed(list->at[i], &e))
			return true;
	return false;
}

/* Threadprivate variables that a region reads before it sets them: all regions that use
 * them must have the same threads. */
void
hd_omp_find_carried(hd_prog *p)
{
	for (size_t i = 0; i < p->regions.n; i++) {
		hd_region *r = p->regions.at[i];
		for (size_t k = 0; k < r->vars.n; k++) {
			struct exposed e = {.decl = r->vars.at[k].decl};
			if (e.decl->threadprivate && is_exposed(r->node, &e))
				e.decl->carried = true;
		}
	}
}
