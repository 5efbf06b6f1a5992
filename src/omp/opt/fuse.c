/* SPDX-License-Identifier: Apache-2.0 */
/* Fusing neighbouring loops of a region: no barrier is needed between two loops over the
 * same iterations if each iteration of the second uses only what the same iteration of
 * the first made. Both loops give an iteration to the same thread. */
#include "omp/omp.h"

typedef struct pair {
	hd_prog *p;
	hd_work *a, *b;
	bool ok;
} pair;

static bool
same_text(hd_prog *p, hd_node *a, hd_node *b)
{
	if (!a || !b)
		return a == b;
	return !strcmp(hd_omp_text(p->mem, a), hd_omp_text(p->mem, b));
}

static bool
same_space(hd_prog *p, hd_work *a, hd_work *b)
{
	hd_loop *x = &a->loop[0], *y = &b->loop[0];

	return a->is_for && b->is_for && a->collapse == 1 && b->collapse == 1 &&
	       x->node && y->node && x->cmp == y->cmp && x->down == y->down &&
	       !strcmp(x->iv->name, y->iv->name) && same_text(p, x->lb, y->lb) &&
	       same_text(p, x->ub, y->ub) && same_text(p, x->step, y->step) &&
	       !x->host_bounds;
}

static bool
is_private_to(hd_work *w, hd_decl *d)
{
	hd_var *v = hd_omp_var(&w->vars, d);

	return v && (v->share == HD_S_PRIVATE || v->share == HD_S_FIRST);
}

static bool
is_shared(hd_work *w, hd_decl *d)
{
	hd_var *v = hd_omp_var(&w->region->vars, d);

	return v && (v->share == HD_S_SHARED || v->share == HD_S_REDUCTION);
}

static void
check(pair *c, hd_decl *d, int how, hd_work *other)
{
	hd_work *self = other == c->a ? c->b : c->a;
	const char *t;

	if (is_private_to(self, d) || !is_shared(self, d) ||
	    !(how & (HD_WRITE | HD_ADDR | HD_PWRITE)) || !hd_omp_refers(other->node, d))
		return;
	if (d->type->kind != HD_T_ARRAY) {
		c->ok = false;
		return;
	}
	t = hd_omp_only_subscript(c->p, self->node, d, NULL);
	if (!t || !hd_omp_has_plain_index(t, self->loop[0].iv->name) ||
	    !hd_omp_only_subscript(c->p, other->node, d, t))
		c->ok = false;
}

static void
check_first(void *ctx, hd_node *n, int how)
{
	pair *c = ctx;

	if (n->kind == HD_N_CALL && n->decl && n->decl->body && n->decl->uses.n)
		c->ok = false;
	if (how & (HD_PREAD | HD_PWRITE))
		c->ok = false; /* aliases are not looked at here */
	if (n->kind == HD_N_REF && n->decl)
		check(c, n->decl, how, c->b);
}

static void
check_second(void *ctx, hd_node *n, int how)
{
	pair *c = ctx;

	if (n->kind == HD_N_CALL && n->decl && n->decl->body && n->decl->uses.n)
		c->ok = false;
	if (how & (HD_PREAD | HD_PWRITE))
		c->ok = false;
	if (n->kind == HD_N_REF && n->decl)
		check(c, n->decl, how, c->a);
}

static bool
reduces_alike(hd_work *a, hd_work *b)
{
	for (size_t i = 0; i < a->vars.n; i++) {
		hd_var *v = &a->vars.at[i];
		if (v->share == HD_S_REDUCTION &&
		    (hd_omp_refers(b->node, v->decl) || hd_omp_var(&b->vars, v->decl)))
			return true;
		if (v->share == HD_S_LAST || v->share == HD_S_FIRSTLAST)
			return true;
	}
	for (size_t i = 0; i < b->vars.n; i++) {
		hd_var *v = &b->vars.at[i];
		if (v->share == HD_S_LAST || v->share == HD_S_FIRSTLAST)
			return true;
		if (v->share == HD_S_REDUCTION && hd_omp_refers(a->node, v->decl))
			return true;
	}
	return false;
}

/* Loops that the stream optimiser will divide in another way keep their own kernel, */
static bool
is_swapped(hd_prog *p, hd_work *w)
{
	return p->set.value[HD_SET_useParallelLoopSwap] && hd_omp_can_swap(p, w);
}

/* but sparse rows in front of plain loops only change which threads take iterations. */
static bool
is_collapsed(hd_prog *p, hd_work *w)
{
	return p->set.value[HD_SET_useLoopCollapse] && hd_omp_can_collapse(w);
}

/* Whether two loops have the same iterations, and values pass only from one iteration to
 * the same one of the other loop. */
bool
hd_omp_is_local(hd_prog *p, hd_work *a, hd_work *b)
{
	pair c = {p, a, b, true};

	if (!same_space(p, a, b) || reduces_alike(a, b))
		return false;
	hd_omp_accesses(a->node, HD_READ, check_first, &c);
	hd_omp_accesses(b->node, HD_READ, check_second, &c);
	return c.ok;
}

/* Whether a loop may join the kernel in front of it in spite of the barrier. */
bool
hd_omp_can_fuse(hd_prog *p, hd_kernel *k, hd_work *w)
{
	for (size_t i = 0; i < k->works.n; i++) {
		hd_work *a = k->works.at[i];
		if (!hd_omp_is_local(p, a, w) || is_swapped(p, a) || is_swapped(p, w) ||
		    is_collapsed(p, w) ||
		    (is_collapsed(p, a) && (i > 0 || !w->loop[0].plain)))
			return false;
	}
	return k->works.n > 0 && k->stmts.n == k->works.n;
}
