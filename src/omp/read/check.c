/* SPDX-License-Identifier: Apache-2.0 */
/* Constructs that have no translation are found before anything is decided for their
 * region: one that stays on the CPU needs other transfers. */
#include "omp/emit/emit.h"

typedef struct checker {
	hd_prog *p;
	hd_region *r;
	int depth; /* of calls */
} checker;

static void
check_works(checker *c, hd_works *works)
{
	for (size_t i = 0; i < works->n; i++) {
		hd_work *w = works->at[i];
		const char *why = w->dir->kind == HD_DIR_ATOMIC
					  ? hd_omp_atomic_problem(c->p, w)
					  : NULL;
		if (why)
			hd_omp_cannot(c->p, c->r, w->dir->from, "%s", why);
		for (size_t j = 0; j < w->vars.n; j++)
			if (w->vars.at[j].share == HD_S_REDUCTION)
				hd_omp_reduced_count(c->p, c->r, &w->vars.at[j]);
	}
}

/* What the region calls runs in its kernels. */
static bool
check_call(void *ctx, hd_node *n)
{
	checker *c = ctx;

	if (n->kind != HD_N_CALL || !n->decl || !n->decl->body || c->depth > 8)
		return false;
	c->depth++;
	if (n->decl->inner)
		check_works(c, &n->decl->inner->works);
	hd_omp_any(n->decl->body, check_call, c);
	c->depth--;
	return false;
}

void
hd_omp_check_constructs(hd_prog *p)
{
	for (size_t i = 0; i < p->regions.n; i++) {
		hd_region *r = p->regions.at[i];
		checker c = {p, r, 0};
		if (r->on_cpu)
			continue;
		check_works(&c, &r->works);
		for (size_t j = 0; j < r->vars.n; j++)
			if (r->vars.at[j].share == HD_S_REDUCTION)
				hd_omp_reduced_count(p, r, &r->vars.at[j]);
		for (size_t k = 0; k < r->kernels.n; k++)
			for (size_t s = 0; s < r->kernels.at[k]->stmts.n; s++)
				hd_omp_any(r->kernels.at[k]->stmts.at[s], check_call,
					   &c);
	}
}
