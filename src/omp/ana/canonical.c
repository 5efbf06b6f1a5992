/* SPDX-License-Identifier: Apache-2.0 */
/* Loops in the form that OpenMP asks for: where they begin and end, and by what steps. */
#include "omp/omp.h"

static hd_decl *
init_of(hd_node *init, hd_node **lb)
{
	hd_node *left;

	if (!init)
		return NULL;
	if (init->kind == HD_N_DECLSTMT && init->n == 1 && init->kid[0]->n) {
		*lb = init->kid[0]->kid[0];
		return init->kid[0]->decl;
	}
	if (init->kind != HD_N_ASSIGN || init->op != HD_OP_NONE)
		return NULL;
	left = hd_omp_strip(init->kid[0]);
	*lb = init->kid[1];
	return left->kind == HD_N_REF ? left->decl : NULL;
}

static enum hd_op
mirrored(enum hd_op op)
{
	switch (op) {
	case HD_OP_LT:
		return HD_OP_GT;
	case HD_OP_GT:
		return HD_OP_LT;
	case HD_OP_LE:
		return HD_OP_GE;
	case HD_OP_GE:
		return HD_OP_LE;
	default:
		return op;
	}
}

static bool
is_iv(hd_node *n, hd_decl *iv)
{
	n = hd_omp_strip(n);
	return n->kind == HD_N_REF && n->decl == iv;
}

static bool
cond_of(hd_node *c, hd_loop *l)
{
	if (!c || c->kind != HD_N_BINARY || c->op < HD_OP_LT || c->op > HD_OP_NE ||
	    c->op == HD_OP_EQ)
		return false;
	l->cmp = c->op;
	if (is_iv(c->kid[0], l->iv)) {
		l->ub = c->kid[1];
		return true;
	}
	l->cmp = mirrored(c->op);
	l->ub = c->kid[0];
	return is_iv(c->kid[1], l->iv);
}

static bool
step_of(hd_node *s, hd_loop *l)
{
	hd_node *e;

	if (!s)
		return false;
	if (s->kind == HD_N_UNARY && is_iv(s->kid[0], l->iv)) {
		l->minus = s->op == HD_OP_DEC;
		return s->op == HD_OP_INC || s->op == HD_OP_DEC;
	}
	if (s->kind != HD_N_ASSIGN || !is_iv(s->kid[0], l->iv))
		return false;
	if (s->op == HD_OP_ADD || s->op == HD_OP_SUB) {
		l->minus = s->op == HD_OP_SUB;
		l->step = s->kid[1];
		return true;
	}
	e = hd_omp_strip(s->kid[1]);
	if (s->op != HD_OP_NONE || e->kind != HD_N_BINARY)
		return false;
	if (is_iv(e->kid[0], l->iv) && (e->op == HD_OP_ADD || e->op == HD_OP_SUB)) {
		l->minus = e->op == HD_OP_SUB;
		l->step = e->kid[1];
		return true;
	}
	l->step = e->kid[0];
	return e->op == HD_OP_ADD && is_iv(e->kid[1], l->iv);
}

static bool
is_complex_bound(void *ctx, hd_node *n)
{
	(void)ctx;
	return n->kind == HD_N_CALL || n->kind == HD_N_INDEX ||
	       n->kind == HD_N_MEMBER || n->kind == HD_N_ASSIGN ||
	       (n->kind == HD_N_UNARY && n->op == HD_OP_DEREF);
}

bool
hd_omp_canonical(hd_node *n, hd_loop *l)
{
	memset(l, 0, sizeof *l);
	if (!n || n->kind != HD_N_FOR)
		return false;
	l->node = n;
	l->iv = init_of(n->kid[0], &l->lb);
	if (!l->iv || l->iv->type->kind != HD_T_INT || !cond_of(n->kid[1], l) ||
	    !step_of(n->kid[2], l))
		return false;
	l->down = l->minus != (l->step && l->step->known && l->step->value < 0);
	if (l->cmp != HD_OP_NE)
		l->down = l->cmp == HD_OP_GT || l->cmp == HD_OP_GE;
	l->host_bounds = hd_omp_any(l->lb, is_complex_bound, NULL) ||
			 hd_omp_any(l->ub, is_complex_bound, NULL) ||
			 hd_omp_any(l->step, is_complex_bound, NULL);
	l->plain = !l->down && (!l->step || (l->step->known && l->step->value == 1)) &&
		   (l->cmp == HD_OP_LT || l->cmp == HD_OP_LE) &&
		   !l->iv->type->is_unsigned && l->iv->type->size >= 4;
	return true;
}
