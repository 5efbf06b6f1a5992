/* SPDX-License-Identifier: Apache-2.0 */
/* Array sections: arrays that a kernel sets completely before it looks at them need no
 * copy to the device, and private arrays that only feed a reduction need no second copy. */
#include "omp/omp.h"

/* for (i = 0; i < count; i++), whatever the body does */
static bool
runs_over(const hd_loop *l, long long count)
{
	return l->node && !l->down && !l->step && l->lb->known && l->lb->value == 0 &&
	       l->ub->known && (l->cmp == HD_OP_LT || l->cmp == HD_OP_LE) &&
	       l->ub->value + (l->cmp == HD_OP_LE) == count;
}

/* d[iv] */
static bool
is_element(hd_node *n, hd_decl *d, hd_decl *iv)
{
	hd_node *base, *index;

	n = hd_omp_strip(n);
	if (n->kind != HD_N_INDEX)
		return false;
	base = hd_omp_strip(n->kid[0]);
	index = hd_omp_strip(n->kid[1]);
	return base->kind == HD_N_REF && (!d || base->decl == d) &&
	       index->kind == HD_N_REF && index->decl == iv;
}

static bool
is_flat_array(const hd_decl *d)
{
	return d->type->kind == HD_T_ARRAY && d->type->elem->kind != HD_T_ARRAY &&
	       d->type->count > 0;
}

/* Whether every element is set by the iteration that owns it, before any other use; a
 * scalar of the kernel's end must be set before it is read. */
bool
hd_omp_covers(hd_prog *p, hd_kernel *k, const hd_var *v)
{
	hd_decl *d = v->decl;
	hd_work *w = k->works.n == 1 ? k->works.at[0] : NULL;
	hd_node *body;

	if (v->tail_how)
		return !v->how && hd_omp_sets_first(k, d);
	if (!w || !w->is_for || w->collapse != 1 || k->stmts.n != 1 || k->block_mode ||
	    v->share != HD_S_SHARED || !is_flat_array(d) || (v->how & HD_ADDR) ||
	    !runs_over(&w->loop[0], d->type->count))
		return false;
	body = w->loop[0].node->kid[3];
	if (!hd_omp_only_subscript(p, body, d, NULL))
		return false;
	for (unsigned i = 0; body->kind == HD_N_COMPOUND && i < body->n; i++) {
		hd_node *s = body->kid[i];
		if (s->kind == HD_N_ASSIGN && s->op == HD_OP_NONE && !s->dirs &&
		    is_element(s->kid[0], d, w->loop[0].iv))
			return !hd_omp_refers(s->kid[1], d);
		if (hd_omp_refers(s, d) || s->kind == HD_N_IF ||
		    s->kind == HD_N_CONTINUE)
			return false;
	}
	body = hd_omp_only_statement(body);
	return body->kind == HD_N_ASSIGN && body->op == HD_OP_NONE && !body->dirs &&
	       is_element(body->kid[0], d, w->loop[0].iv) &&
	       !hd_omp_refers(body->kid[1], d);
}

/* ---- host loops */

struct writes {
	hd_prog *p;
	hd_node *loop;
	hd_bits *out;
};

static bool
may_skip(void *ctx, hd_node *n)
{
	(void)ctx;
	if (n->kind == HD_N_CALL)
		return !n->decl || n->decl->uses.n ||
		       (!n->decl->body && !n->decl->system);
	return n->dirs || n->kind == HD_N_BREAK || n->kind == HD_N_CONTINUE ||
	       n->kind == HD_N_RETURN || n->kind == HD_N_GOTO || n->kind == HD_N_LABEL;
}

/* d[iv[0]][iv[1]]... */
static bool
is_element_of_all(hd_node *n, hd_decl *d, hd_decl **iv, int depth)
{
	n = hd_omp_strip(n);
	for (; depth > 0; depth--) {
		hd_node *index;
		if (n->kind != HD_N_INDEX)
			return false;
		index = hd_omp_strip(n->kid[1]);
		if (index->kind != HD_N_REF || index->decl != iv[depth - 1])
			return false;
		n = hd_omp_strip(n->kid[0]);
	}
	return n->kind == HD_N_REF && n->decl == d;
}

/* Whether loops over all subscripts set every element before anything looks at it. */
static bool
fills(hd_prog *p, hd_node *n, hd_decl *d)
{
	hd_decl *iv[4];
	int depth = 0;
	hd_loop l;

	if (d->addressed)
		return false;
	for (hd_type *t = d->type; t->kind == HD_T_ARRAY; t = t->elem) {
		n = hd_omp_only_statement(n);
		if (depth == 4 || !hd_omp_canonical(n, &l) || !runs_over(&l, t->count))
			return false;
		iv[depth++] = l.iv;
		n = n->kid[3];
	}
	if (hd_omp_any(n, may_skip, NULL) || !hd_omp_only_subscript(p, n, d, NULL))
		return false;
	for (unsigned i = 0; i < (n->kind == HD_N_COMPOUND ? n->n : 1); i++) {
		hd_node *s = n->kind == HD_N_COMPOUND ? n->kid[i] : n;
		if (s->kind == HD_N_ASSIGN && s->op == HD_OP_NONE &&
		    is_element_of_all(s->kid[0], d, iv, depth))
			return !hd_omp_refers(s->kid[1], d);
		if (s->kind != HD_N_ASSIGN || hd_omp_refers(s, d))
			return false;
	}
	return false;
}

static void
note_array(void *ctx, hd_node *n, int how)
{
	struct writes *w = ctx;

	if (n->kind == HD_N_REF && n->decl && (how & HD_WRITE) &&
	    n->decl->type->kind == HD_T_ARRAY && !hd_bit(w->out, (size_t)n->decl->id) &&
	    fills(w->p, w->loop, n->decl))
		hd_bit_set(w->out, (size_t)n->decl->id);
}

/* The arrays that a loop of the host sets completely. */
void
hd_omp_filled(hd_prog *p, hd_node *loop, hd_bits *out)
{
	struct writes w = {p, loop, out};

	hd_omp_accesses(loop, HD_READ, note_array, &w);
}

/* ---- reductions */

static hd_node *
added_value(hd_node *n, hd_decl *iv)
{
	hd_node *e;

	if (n->kind != HD_N_ASSIGN || !is_element(n->kid[0], NULL, iv))
		return NULL;
	if (n->op != HD_OP_NONE)
		return n->kid[1];
	e = hd_omp_strip(n->kid[1]);
	return e->kind == HD_N_BINARY ? e->kid[1] : NULL;
}

/* A critical section that is exactly `for (i) q[i] op= mine[i];` over whole arrays: the
 * private array `mine`, which then takes the place of a private copy of q. */
hd_decl *
hd_omp_feeds_reduction(hd_work *w, hd_decl *q)
{
	hd_node *n = hd_omp_only_statement(w->node), *value, *root;
	hd_loop l;
	hd_var *v;

	if (!n || !hd_omp_canonical(n, &l) || !is_flat_array(q) ||
	    !runs_over(&l, q->type->count))
		return NULL;
	value = added_value(hd_omp_only_statement(n->kid[3]), l.iv);
	if (!value || !is_element(value, NULL, l.iv))
		return NULL;
	root = hd_omp_strip(hd_omp_strip(value)->kid[0]);
	v = hd_omp_var(&w->region->vars, root->decl);
	if (!v || (v->share != HD_S_PRIVATE && v->share != HD_S_LOCAL) ||
	    !is_flat_array(root->decl) || root->decl->type->count != q->type->count ||
	    strcmp(root->decl->type->elem->name, q->type->elem->name))
		return NULL;
	return root->decl;
}
