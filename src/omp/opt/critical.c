/* SPDX-License-Identifier: Apache-2.0 */
/* Critical sections that only combine private values into shared ones:
 *
 *     #pragma omp critical
 *     { for (i = 0; i < NQ; i++) q[i] += qq[i]; total += mine; }
 *
 * are reductions of q and total. */
#include "omp/omp.h"

typedef struct matcher {
	hd_prog *p;
	hd_work *w;
	hd_vars *out;
} matcher;

static hd_node *
root_of(hd_node *n)
{
	n = hd_omp_strip(n);
	while (n->kind == HD_N_INDEX)
		n = hd_omp_strip(n->kid[0]);
	return n;
}

static bool
is_shared(matcher *m, hd_decl *d)
{
	hd_var *v = d ? hd_omp_var(&m->w->region->vars, d) : NULL;

	return v && v->share == HD_S_SHARED;
}

static bool
reads_shared_written(void *ctx, hd_node *n)
{
	matcher *m = ctx;

	return n->kind == HD_N_CALL ||
	       (n->kind == HD_N_REF && n->decl && n->decl->kind != HD_D_FUNC &&
		is_shared(m, n->decl) && hd_omp_var(m->out, n->decl));
}

static bool
same_text(matcher *m, hd_node *a, hd_node *b)
{
	return !strcmp(hd_omp_text(m->p->mem, hd_omp_strip(a)),
		       hd_omp_text(m->p->mem, hd_omp_strip(b)));
}

static bool
note_target(matcher *m, hd_node *left, enum hd_op op)
{
	hd_node *root = root_of(left);
	hd_var *v;

	if (root->kind != HD_N_REF || !is_shared(m, root->decl))
		return false;
	if (root->decl->type->kind == HD_T_POINTER ||
	    (root->decl->type->kind == HD_T_ARRAY &&
	     (root->decl->type->elem->kind == HD_T_ARRAY ||
	      root->decl->type->count > 64)))
		return false;
	if (op == HD_OP_SUB)
		op = HD_OP_ADD;
	v = hd_omp_add_var(m->p, m->out, root->decl, HD_S_REDUCTION);
	if (v->op && v->op != op)
		return false;
	v->op = op;
	return true;
}

static bool
is_reduction_op(enum hd_op op)
{
	return op == HD_OP_ADD || op == HD_OP_SUB || op == HD_OP_MUL ||
	       op == HD_OP_AND || op == HD_OP_OR || op == HD_OP_XOR;
}

/* x op= e,  x = x op e,  x++ */
static bool
match_update(matcher *m, hd_node *n)
{
	hd_node *e;

	n = hd_omp_strip(n);
	if (n->kind == HD_N_UNARY && n->op == HD_OP_INC)
		return note_target(m, n->kid[0], HD_OP_ADD);
	if (n->kind != HD_N_ASSIGN)
		return false;
	if (n->op != HD_OP_NONE)
		return is_reduction_op(n->op) && note_target(m, n->kid[0], n->op) &&
		       !hd_omp_any(n->kid[1], reads_shared_written, m);
	e = hd_omp_strip(n->kid[1]);
	if (e->kind != HD_N_BINARY || !is_reduction_op(e->op) || e->op == HD_OP_SUB)
		return false;
	if (!same_text(m, n->kid[0], e->kid[0]) || !note_target(m, n->kid[0], e->op))
		return false;
	return !hd_omp_any(e->kid[1], reads_shared_written, m);
}

/* if (e > x) x = e;  with any of the four comparisons */
static bool
match_extreme(matcher *m, hd_node *n)
{
	hd_node *c, *a, *x, *e;
	bool greater;

	if (n->n != 2)
		return false;
	c = hd_omp_strip(n->kid[0]);
	a = n->kid[1];
	while (a->kind == HD_N_COMPOUND && a->n == 1)
		a = a->kid[0];
	if (c->kind != HD_N_BINARY || c->op < HD_OP_LT || c->op > HD_OP_GE ||
	    a->kind != HD_N_ASSIGN || a->op != HD_OP_NONE)
		return false;
	x = a->kid[0];
	e = a->kid[1];
	greater = c->op == HD_OP_GT || c->op == HD_OP_GE;
	if (same_text(m, c->kid[0], x) && same_text(m, c->kid[1], e))
		greater = !greater;
	else if (!same_text(m, c->kid[0], e) || !same_text(m, c->kid[1], x))
		return false;
	return note_target(m, x, greater ? HD_OP_MAX : HD_OP_MIN) &&
	       !hd_omp_any(e, reads_shared_written, m);
}

static bool
private_scalar(matcher *m, hd_node *n)
{
	n = hd_omp_strip(n);
	return n->kind == HD_N_REF && n->decl && !is_shared(m, n->decl) &&
	       n->decl->type->kind != HD_T_POINTER;
}

static bool
match(matcher *m, hd_node *n)
{
	hd_loop l;

	switch (n->kind) {
	case HD_N_COMPOUND:
		for (unsigned i = 0; i < n->n; i++)
			if (!match(m, n->kid[i]))
				return false;
		return n->n > 0;
	case HD_N_FOR:
		return hd_omp_canonical(n, &l) && !is_shared(m, l.iv) &&
		       match(m, n->kid[3]);
	case HD_N_IF:
		return match_extreme(m, n);
	case HD_N_NULL:
		return true;
	case HD_N_DECLSTMT:
		return !hd_omp_any(n, reads_shared_written, m);
	case HD_N_ASSIGN:
		if (private_scalar(m, n->kid[0]))
			return !hd_omp_any(n->kid[1], reads_shared_written, m);
		return match_update(m, n);
	default:
		return match_update(m, n);
	}
}

/* All shared variables that the section writes, each with one operator. */
bool
hd_omp_reduction_critical(hd_prog *p, hd_work *w, hd_vars *out)
{
	matcher m = {p, w, out};

	out->n = 0;
	return match(&m, w->node) && out->n > 0;
}

/* ---- in a kernel */

struct outside {
	hd_kernel *k;
	hd_decl *d;
};

static bool
is_outside(void *ctx, hd_node *n)
{
	struct outside *o = ctx;

	if (n->kind != HD_N_REF || n->decl != o->d)
		return false;
	for (size_t i = 0; i < o->k->criticals.n; i++)
		if (hd_omp_inside(n, o->k->criticals.at[i]))
			return false;
	return true;
}

static bool
only_in_criticals(hd_kernel *k, hd_vars *vars)
{
	for (size_t i = 0; i < vars->n; i++) {
		struct outside o = {k, vars->at[i].decl};
		for (size_t s = 0; s < k->stmts.n; s++)
			if (hd_omp_any(k->stmts.at[s], is_outside, &o))
				return false;
	}
	return true;
}

static int
criticals_of(hd_kernel *k)
{
	int n = 0;

	for (size_t i = 0; i < k->works.n; i++)
		n += k->works.at[i]->dir->kind == HD_DIR_CRITICAL;
	return n;
}

/* Sections that reduce become reductions of the kernel, if nothing else in it looks at
 * their variables; the others keep a lock. */
void
hd_omp_kernel_criticals(hd_prog *p, hd_kernel *k)
{
	k->criticals.n = 0;
	for (size_t i = 0; i < k->works.n; i++) {
		hd_work *w = k->works.at[i];
		hd_vars out = {0};
		if (w->dir->kind != HD_DIR_CRITICAL ||
		    !hd_omp_reduction_critical(p, w, &out))
			continue;
		hd_push(p->mem, &k->criticals, w->node);
		if (!only_in_criticals(k, &out)) {
			k->criticals.n--;
			continue;
		}
		for (size_t v = 0; v < out.n; v++) {
			hd_var *mine = hd_omp_var(&k->vars, out.at[v].decl);
			hd_check(mine);
			if (mine->share == HD_S_REDUCTION && mine->op != out.at[v].op)
				hd_omp_cannot(
					p, k->region, w->dir->from,
					"critical sections that combine '%s' in two ways",
					mine->decl->name);
			mine->share = HD_S_REDUCTION;
			mine->op = out.at[v].op;
			if (criticals_of(k) == 1)
				mine->feeder = hd_omp_feeds_reduction(w, mine->decl);
		}
	}
}
