/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA optimiser: which memory suits each variable (Table V of the paper). Results
 * are clauses, which the user's own clauses override. */
#include "omp/omp.h"

enum { const_array_bytes = 8192 };

static bool
is_written(const hd_var *v)
{
	return v->how & (HD_WRITE | HD_ADDR | HD_PWRITE);
}

static bool
is_fixed(hd_kernel *k, hd_decl *d)
{
	static const enum hd_clkind chosen[] = {HD_CL_REGISTERRO, HD_CL_REGISTERRW,
						HD_CL_SHAREDRO,   HD_CL_SHAREDRW,
						HD_CL_TEXTURE,    HD_CL_CONSTANT};

	for (size_t i = 0; i < HD_COUNT(chosen); i++)
		if (hd_omp_has_item(k->cuda, chosen[i], d))
			return true;
	return false;
}

/* Unordered updates by many threads must reach memory at once. */
static bool
has_updates(hd_kernel *k)
{
	for (size_t i = 0; i < k->works.n; i++) {
		enum hd_dirkind d = k->works.at[i]->dir->kind;
		if (d == HD_DIR_ATOMIC || d == HD_DIR_CRITICAL || d == HD_DIR_FLUSH)
			return true;
	}
	return k->block_mode;
}

static bool
is_scalar(const hd_decl *d)
{
	return d->type->kind == HD_T_INT || d->type->kind == HD_T_FLOAT ||
	       (d->type->kind == HD_T_RECORD && d->type->size <= 256);
}

static bool
is_named_outside(hd_kernel *k, hd_decl *d)
{
	for (size_t i = 0; i < k->works.n; i++) {
		hd_var *v = hd_omp_var(&k->works.at[i]->vars, d);
		if (v && (v->share == HD_S_LAST || v->share == HD_S_FIRSTLAST))
			return true;
	}
	return false;
}

bool
hd_omp_suits_register(hd_kernel *k, const hd_var *v)
{
	return v->share == HD_S_SHARED && is_scalar(v->decl) && !(v->how & HD_ADDR) &&
	       v->decl->type->kind != HD_T_RECORD && !has_updates(k) &&
	       !is_named_outside(k, v->decl);
}

static void
place_scalar(hd_prog *p, hd_kernel *k, hd_var *v)
{
	hd_decl *d = v->decl;
	hd_settings *s = &k->set;
	bool local = v->loops > 0;

	if (!is_written(v)) {
		if (s->value[HD_SET_shrdSclrCachingOnSM] &&
		    !hd_omp_has_item(k->cuda, HD_CL_NOSHARED, d))
			hd_omp_add_item(p, k->cuda, HD_CL_SHAREDRO, d);
		else if (local && s->value[HD_SET_shrdSclrCachingOnReg] &&
			 !hd_omp_has_item(k->cuda, HD_CL_NOREGISTER, d))
			hd_omp_add_item(p, k->cuda, HD_CL_REGISTERRO, d);
		else if (local && s->value[HD_SET_shrdCachingOnConst] &&
			 !hd_omp_has_item(k->cuda, HD_CL_NOCONSTANT, d))
			hd_omp_add_item(p, k->cuda, HD_CL_CONSTANT, d);
		return;
	}
	if (local && s->value[HD_SET_shrdSclrCachingOnReg] &&
	    hd_omp_suits_register(k, v) &&
	    !hd_omp_has_item(k->cuda, HD_CL_NOREGISTER, d))
		hd_omp_add_item(p, k->cuda, HD_CL_REGISTERRW, d);
}

bool
hd_omp_suits_texture(hd_prog *p, const hd_var *v)
{
	const hd_type *t = v->decl->type;

	return v->share == HD_S_SHARED && t->kind == HD_T_ARRAY && !is_written(v) &&
	       t->elem->kind != HD_T_ARRAY && t->size > 0 && t->count < (1 << 27) &&
	       (t->elem->kind == HD_T_FLOAT ||
		(t->elem->kind == HD_T_INT && t->elem->size == 4)) &&
	       t->elem->size <= 8 && !(v->how & (HD_SIZED | HD_CALLARG)) &&
	       hd_omp_only_indexed(p, v->decl) && !hd_omp_used_by_functions(p, v->decl);
}

bool
hd_omp_suits_constant(const hd_var *v)
{
	const hd_type *t = v->decl->type;

	return v->share == HD_S_SHARED && t->kind == HD_T_ARRAY && !is_written(v) &&
	       t->size > 0 && t->size <= const_array_bytes && !(v->how & HD_SIZED);
}

static void
place_array(hd_prog *p, hd_kernel *k, hd_var *v, long long *constant)
{
	hd_decl *d = v->decl;

	if (d->registered || d->pitched)
		return;
	for (size_t i = 0; i < k->works.n; i++)
		if (k->works.at[i]->tile == d)
			return;
	if (k->set.value[HD_SET_shrdCachingOnConst] && hd_omp_suits_constant(v) &&
	    *constant + d->type->size <= HD_CONST_BYTES &&
	    !hd_omp_has_item(k->cuda, HD_CL_NOCONSTANT, d)) {
		*constant += d->type->size;
		hd_omp_add_item(p, k->cuda, HD_CL_CONSTANT, d);
	} else if (k->set.value[HD_SET_shrdArryCachingOnTM] &&
		   hd_omp_suits_texture(p, v) &&
		   !hd_omp_has_item(k->cuda, HD_CL_NOTEXTURE, d)) {
		hd_omp_add_item(p, k->cuda, HD_CL_TEXTURE, d);
	}
}

bool
hd_omp_suits_shared(hd_kernel *k, const hd_var *v)
{
	const hd_type *t = v->decl->type;

	return (v->share == HD_S_PRIVATE || v->share == HD_S_LOCAL) && !v->uniform &&
	       t->kind == HD_T_ARRAY && t->elem->kind != HD_T_ARRAY && t->size > 0 &&
	       t->size * k->set.value[HD_SET_cudaThreadBlockSize] <= HD_SHARED_BYTES &&
	       !(v->how & (HD_ADDR | HD_SIZED | HD_CALLARG)) && !k->block_mode;
}

/* ---- what a program as a whole decides */

static void
choose_pitch(hd_prog *p, hd_kernel *k)
{
	for (size_t i = 0; i < k->vars.n; i++) {
		hd_decl *d = k->vars.at[i].decl;
		bool tiled = false;
		for (size_t w = 0; w < k->works.n; w++)
			tiled |= k->works.at[w]->tile == d;
		if (k->vars.at[i].share == HD_S_SHARED && d->type->kind == HD_T_ARRAY &&
		    d->type->elem->kind == HD_T_ARRAY &&
		    d->type->elem->elem->kind != HD_T_ARRAY && d->type->size > 0 &&
		    !d->registered && !d->managed && !tiled &&
		    hd_omp_only_indexed(p, d) &&
		    (d->internal || d->kind != HD_D_GLOBAL)) {
			d->pitched = true;
			hd_omp_add_item(p, k->cuda, HD_CL_PITCH, d);
		}
	}
}

static void
unless_tiled(hd_kernel *k)
{
	for (size_t w = 0; w < k->works.n; w++)
		if (k->works.at[w]->tile)
			k->works.at[w]->tile->pitched = false;
}

static void
optimise(hd_prog *p, hd_kernel *k, long long *constant)
{
	long long shared = hd_omp_check_placed(p, k, constant);

	for (size_t i = 0; i < k->vars.n; i++) {
		hd_var *v = &k->vars.at[i];
		if (is_fixed(k, v->decl) || v->tail_how || v->decl->managed)
			continue;
		if (v->share == HD_S_SHARED && is_scalar(v->decl))
			place_scalar(p, k, v);
		else if (v->share == HD_S_SHARED && v->decl->type->kind == HD_T_ARRAY)
			place_array(p, k, v, constant);
		else if (k->set.value[HD_SET_prvtArryCachingOnSM] &&
			 hd_omp_suits_shared(k, v) &&
			 !hd_omp_has_item(k->cuda, HD_CL_NOSHARED, v->decl)) {
			shared += v->decl->type->size *
				  k->set.value[HD_SET_cudaThreadBlockSize];
			if (shared <= HD_SHARED_BYTES)
				hd_omp_add_item(p, k->cuda, HD_CL_SHAREDRW, v->decl);
		}
	}
	hd_omp_cache_elements(p, k);
}

void
hd_omp_cuda_optimise(hd_prog *p)
{
	long long constant = 0; /* of all kernels: it is one memory */

	for (int round = 0; round < 3; round++)
		for (size_t i = 0; i < p->regions.n; i++)
			for (size_t j = 0; j < p->regions.at[i]->kernels.n; j++) {
				hd_kernel *k = p->regions.at[i]->kernels.at[j];
				if (p->regions.at[i]->on_cpu)
					continue;
				if (round == 0 && p->set.value[HD_SET_useMallocPitch] &&
				    p->set.value[HD_SET_useGlobalGMalloc])
					choose_pitch(p, k);
				else if (round == 1)
					unless_tiled(k);
				else if (round == 2)
					optimise(p, k, &constant);
			}
}
