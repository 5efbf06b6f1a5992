/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of variables, work-sharing constructs and kernels: no more than look-ups. */
#include "omp/omp.h"

hd_var *
hd_omp_var(hd_vars *v, const hd_decl *d)
{
	for (size_t i = 0; i < v->n; i++)
		if (v->at[i].decl == d)
			return &v->at[i];
	return NULL;
}

hd_var *
hd_omp_add_var(hd_prog *p, hd_vars *v, hd_decl *d, enum hd_share share)
{
	hd_var *old = hd_omp_var(v, d), fresh = {.decl = d, .share = share};

	if (old)
		return old;
	hd_push(p->mem, v, fresh);
	return &hd_last(v);
}

hd_work *
hd_omp_work_at(hd_region *r, const hd_node *n)
{
	for (size_t i = 0; i < r->works.n; i++)
		if (r->works.at[i]->node == n)
			return r->works.at[i];
	return NULL;
}

/* The kernel whose text a node is part of, or NULL. */
hd_kernel *
hd_omp_kernel_at(hd_prog *p, hd_node *n)
{
	for (size_t i = 0; i < p->regions.n; i++) {
		hd_region *r = p->regions.at[i];
		for (size_t k = 0; k < r->kernels.n && !r->on_cpu; k++)
			for (size_t s = 0; s < r->kernels.at[k]->stmts.n; s++)
				if (hd_omp_inside(n, r->kernels.at[k]->stmts.at[s]))
					return r->kernels.at[k];
	}
	return NULL;
}

/* Part of the bounds of a divided loop: the host computes those. */
bool
hd_omp_in_bounds(hd_kernel *k, hd_node *n)
{
	for (size_t i = 0; i < k->works.n; i++)
		for (int l = 0; k->works.at[i]->is_for && l < k->works.at[i]->collapse;
		     l++) {
			hd_loop *loop = &k->works.at[i]->loop[l];
			if (hd_omp_inside(n, loop->lb) || hd_omp_inside(n, loop->ub) ||
			    (loop->step && hd_omp_inside(n, loop->step)))
				return true;
		}
	return false;
}

/* By functions that kernels call, which would need another version for a view. */
bool
hd_omp_used_by_functions(hd_prog *p, const hd_decl *d)
{
	for (size_t i = 0; i < p->funcs.n; i++) {
		hd_decl *fn = p->funcs.at[i]->decl;
		for (size_t k = 0; fn->on_device && k < fn->uses.n; k++)
			if (fn->uses.at[k].decl == d)
				return true;
	}
	return false;
}
