/* SPDX-License-Identifier: Apache-2.0 */
/* Joining loops that share a kernel into one loop: fusion has shown that an iteration of
 * the second uses only what the same iteration of the first made, so
 *
 *     for (j) q[j] = ...;                   for (j) {
 *     for (j) d += p[j] * q[j];                     q[j] = ...;
 *                                becomes            d += p[j] * q[j];
 *                                           }
 *
 * unless their names or their private variables collide. */
#include "omp/omp.h"

static hd_node *
body_of(const hd_work *w)
{
	return w->loop[0].node->kid[3];
}

static bool
is_jump(void *ctx, hd_node *n)
{
	(void)ctx;
	return n->kind == HD_N_CONTINUE || n->kind == HD_N_GOTO ||
	       n->kind == HD_N_LABEL || n->kind == HD_N_RETURN;
}

/* A loop whose text is one header and one body. */
static bool
is_simple(const hd_work *w)
{
	if (!w->is_for || w->collapse != 1 || !w->loop[0].node || !w->loop[0].plain ||
	    w->loop[0].host_bounds || w->tile || w->plane || w->swapped ||
	    hd_omp_any(body_of(w), is_jump, NULL))
		return false;
	for (size_t i = 0; i < w->vars.n; i++)
		if (w->vars.at[i].share == HD_S_LAST ||
		    w->vars.at[i].share == HD_S_FIRSTLAST)
			return false;
	return true;
}

static bool
is_named(void *ctx, hd_node *n)
{
	return n->kind == HD_N_REF && n->decl && !strcmp(n->decl->name, ctx);
}

static bool
mentions(hd_node *n, const char *name)
{
	return hd_omp_any(n, is_named, (void *)(uintptr_t)name);
}

/* What a loop declares would be seen by the other one. */
static bool
shadows(const hd_work *a, const hd_work *b)
{
	hd_node *body = body_of(a);

	for (size_t i = 0; i < a->vars.n; i++)
		if (a->vars.at[i].decl != a->loop[0].iv &&
		    mentions(b->node, a->vars.at[i].decl->name))
			return true;
	for (unsigned i = 0; body->kind == HD_N_COMPOUND && i < body->n; i++)
		for (unsigned j = 0;
		     body->kid[i]->kind == HD_N_DECLSTMT && j < body->kid[i]->n; j++)
			if (mentions(b->node, body->kid[i]->kid[j]->decl->name))
				return true;
	return false;
}

/* A private value of the region that one loop leaves for another, or for itself. */
static bool
carries(hd_kernel *k, const hd_work *a, const hd_work *b)
{
	for (size_t i = 0; i < k->vars.n; i++) {
		hd_var *v = &k->vars.at[i];
		if (v->share == HD_S_SHARED || v->uniform ||
		    !(v->how & (HD_WRITE | HD_ADDR)) ||
		    !hd_omp_refers(a->node, v->decl) ||
		    !hd_omp_refers(b->node, v->decl))
			continue;
		if (v->decl->type->kind == HD_T_ARRAY ||
		    hd_omp_reads_before(body_of(a), v->decl) ||
		    hd_omp_reads_before(body_of(b), v->decl))
			return true;
	}
	return false;
}

static bool
can_join(hd_prog *p, hd_kernel *k, hd_work *a, hd_work *b)
{
	return is_simple(a) && is_simple(b) &&
	       !strcmp(a->loop[0].iv->type->name, b->loop[0].iv->type->name) &&
	       hd_omp_is_local(p, a, b) && !shadows(a, b) && !shadows(b, a) &&
	       !carries(k, a, b);
}

void
hd_omp_join_loops(hd_prog *p, hd_kernel *k)
{
	hd_work *first = k->works.n ? k->works.at[0] : NULL;

	if (!first || k->block_mode || !k->set.value[HD_SET_useKernelFusion] ||
	    k->stmts.n != k->works.n || k->edits.n)
		return;
	for (size_t i = 0; i < k->works.n; i++)
		if (k->works.at[i]->node != k->stmts.at[i])
			return;
	for (size_t i = 1; i < k->works.n; i++) {
		for (size_t j = 0; j < i; j++)
			if (!can_join(p, k, k->works.at[j], k->works.at[i]))
				return;
		k->works.at[i]->joins = true;
		hd_push(p->mem, &first->joined, k->works.at[i]);
	}
}
