/* SPDX-License-Identifier: Apache-2.0 */
/* Threadprivate variables that need no copies: every kernel sets one before it reads it,
 * and nothing outside of kernels uses it. They become private. */
#include "omp/omp.h"

struct search {
	hd_prog *p;
	hd_decl *d;
};

static bool
needs_copies(void *ctx, hd_node *n)
{
	struct search *s = ctx;
	hd_kernel *k;

	if (n->kind != HD_N_REF || n->decl != s->d)
		return false;
	k = hd_omp_kernel_at(s->p, n);
	return !k || hd_omp_list_reads_before(&k->stmts, s->d) ||
	       hd_omp_has_item(k->region->dir, HD_CL_COPYIN, s->d);
}

static void
make_private(hd_prog *p, hd_decl *d)
{
	for (size_t i = 0; i < p->regions.n; i++) {
		hd_region *r = p->regions.at[i];
		hd_var *v = hd_omp_var(&r->vars, d);
		if (!v)
			continue;
		v->share = HD_S_PRIVATE;
		for (size_t k = 0; k < r->kernels.n; k++) {
			hd_omp_kernel_vars(p, r->kernels.at[k]);
			if (!r->block_mode)
				hd_omp_kernel_criticals(p, r->kernels.at[k]);
		}
	}
}

void
hd_omp_privatise(hd_prog *p)
{
	if (!p->set.value[HD_SET_useArrayContraction])
		return;
	for (size_t i = 0; i < p->decls.n; i++) {
		struct search s = {p, p->decls.at[i]};
		bool keep = !s.d->threadprivate || s.d->carried || !s.d->internal;
		for (size_t f = 0; f < p->funcs.n && !keep; f++)
			keep = hd_omp_any(p->funcs.at[f], needs_copies, &s);
		if (!keep)
			make_private(p, s.d);
	}
}
