/* SPDX-License-Identifier: Apache-2.0 */
/* The search-space pruner: which parameters can matter for this program. */
#include "omp/tune/tune.h"

static const enum hd_class classes[] = {
#define SETTING(id, base, safe, lo, hi, cls, text) HD_CLASS_##cls,
#include "omp/tune/setting.def"
};

static void
applies(hd_prog *p, hd_space *s, enum hd_setting which, hd_kernel *k, const hd_decl *d)
{
	hd_axis *a = &s->axis[which];

	if (a->applies)
		return;
	a->applies = true;
	a->why = d ? hd_format(p->mem, "%s in kernel %d of %s", d->name, k->id, k->proc)
		   : hd_format(p->mem, "kernel %d of %s", k->id, k->proc);
}

static bool
is_scalar(const hd_decl *d)
{
	return d->type->kind == HD_T_INT || d->type->kind == HD_T_FLOAT;
}

static void
look_at_variable(hd_prog *p, hd_space *s, hd_kernel *k, hd_var *v)
{
	bool written = v->how & (HD_WRITE | HD_ADDR);
	const hd_type *t = v->decl->type;

	if (v->share == HD_S_SHARED && is_scalar(v->decl) && !written)
		applies(p, s, HD_SET_shrdSclrCachingOnSM, k, v->decl);
	if (v->share == HD_S_SHARED && is_scalar(v->decl) && written && v->loops > 0)
		applies(p, s, HD_SET_shrdSclrCachingOnReg, k, v->decl);
	if (hd_omp_suits_texture(p, v) && !v->decl->registered)
		applies(p, s, HD_SET_shrdArryCachingOnTM, k, v->decl);
	if (hd_omp_suits_constant(v) && !v->decl->registered)
		applies(p, s, HD_SET_shrdCachingOnConst, k, v->decl);
	if (hd_omp_suits_shared(k, v))
		applies(p, s, HD_SET_prvtArryCachingOnSM, k, v->decl);
	if (v->share == HD_S_THREADPRIVATE && t->kind == HD_T_ARRAY &&
	    t->elem->kind != HD_T_ARRAY && hd_omp_only_indexed(p, v->decl))
		applies(p, s, HD_SET_useMatrixTranspose, k, v->decl);
	if (v->share == HD_S_SHARED && t->kind == HD_T_ARRAY &&
	    t->elem->kind == HD_T_ARRAY && t->elem->elem->kind != HD_T_ARRAY &&
	    !v->decl->registered && hd_omp_only_indexed(p, v->decl))
		applies(p, s, HD_SET_useMallocPitch, k, v->decl);
	if (v->share == HD_S_REDUCTION)
		applies(p, s, HD_SET_useUnrollingOnReduction, k, v->decl);
	if (v->share == HD_S_SHARED &&
	    (t->kind == HD_T_ARRAY || t->kind == HD_T_POINTER)) {
		applies(p, s, HD_SET_useGlobalGMalloc, k, v->decl);
		applies(p, s, HD_SET_globalGMallocOpt, k, v->decl);
	}
}

static void
look_at_loop(hd_prog *p, hd_space *s, hd_kernel *k, hd_work *w)
{
	for (size_t i = 0; i < w->vars.n; i++)
		if (w->vars.at[i].share == HD_S_REDUCTION)
			applies(p, s, HD_SET_useUnrollingOnReduction, k,
				w->vars.at[i].decl);
	if (k->block_mode)
		return;
	if (w->swapped || hd_omp_can_swap(p, w))
		applies(p, s, HD_SET_useParallelLoopSwap, k, NULL);
	if (w->plane)
		applies(p, s, HD_SET_useThreadCoarsening, k, NULL);
	if (!w->swapped && hd_omp_can_collapse(w))
		applies(p, s, HD_SET_useLoopCollapse, k, NULL);
	if (hd_omp_find_stencil(p, k, w))
		applies(p, s, HD_SET_useTiling, k, hd_omp_find_stencil(p, k, w));
}

static void
look_at_kernel(hd_prog *p, hd_space *s, hd_kernel *k)
{
	int loops = 0, arrays = 0;

	for (size_t i = 0; i < k->vars.n; i++) {
		look_at_variable(p, s, k, &k->vars.at[i]);
		arrays +=
			hd_omp_has_item(k->cuda, HD_CL_C2GMEMTR, k->vars.at[i].decl) &&
			k->vars.at[i].decl->type->kind == HD_T_ARRAY &&
			!k->vars.at[i].decl->registered;
	}
	for (size_t i = 0; i < k->works.n; i++) {
		look_at_loop(p, s, k, k->works.at[i]);
		loops += k->works.at[i]->is_for;
	}
	if (loops > 1 && !k->block_mode)
		applies(p, s, HD_SET_useKernelFusion, k, NULL);
	if (arrays > 1)
		applies(p, s, HD_SET_useAsyncTransfers, k, NULL);
	if (k->caches)
		applies(p, s, HD_SET_shrdArryElmtCachingOnReg, k, NULL);
	if (hd_omp_clause(k->cuda, HD_CL_CONTRACT))
		applies(p, s, HD_SET_useArrayContraction, k, NULL);
	if (k->finished)
		applies(p, s, HD_SET_useDeviceScalars, k, k->finished);
	if (k->in_host_loop)
		applies(p, s, HD_SET_assumeNonZeroTripLoops, k, NULL);
	hd_push(p->mem, &s->kernels, hd_format(p->mem, "%s %d", k->proc, k->id));
}

static bool
is_loop(void *ctx, hd_node *n)
{
	(void)ctx;
	return n->kind == HD_N_FOR || n->kind == HD_N_WHILE;
}

/* The program has been through all passes with every safe optimisation on. */
void
hd_omp_prune(hd_prog *p, hd_space *s)
{
	for (int i = 0; i < HD_SET_COUNT; i++) {
		s->axis[i].setting = (enum hd_setting)i;
		s->axis[i].cls = classes[i];
	}
	s->start = p->set;
	for (size_t i = 0; i < p->regions.n; i++)
		for (size_t k = 0;
		     k < p->regions.at[i]->kernels.n && !p->regions.at[i]->on_cpu; k++)
			look_at_kernel(p, s, p->regions.at[i]->kernels.at[k]);
	if (!s->kernels.n)
		return;
	s->axis[HD_SET_cudaThreadBlockSize].applies = true;
	s->axis[HD_SET_maxNumOfCudaThreadBlocks].applies = true;
	s->axis[HD_SET_cudaMemTrOptLevel].applies = true;
	for (size_t i = 0; i < p->funcs.n; i++)
		if (hd_omp_any(p->funcs.at[i], is_loop, NULL))
			s->axis[HD_SET_assumeNonZeroTripLoops].applies = true;
}
