/* SPDX-License-Identifier: Apache-2.0 */
/* Where each variable of a kernel lives, as its directives say. */
#include "omp.h"

static bool
is_written(const hd_var *v)
{
	return v->how & (HD_WRITE | HD_ADDR | HD_PWRITE);
}

static bool
is_small_value(const hd_decl *d)
{
	return d->type->kind != HD_T_ARRAY && d->type->size > 0 && d->type->size <= 256;
}

static void
map_shared(hd_kernel *k, hd_var *v)
{
	hd_decl *d = v->decl;

	v->space = HD_M_GLOBAL;
	if (d->type->kind == HD_T_POINTER) {
		v->space = HD_M_ARG;
		return;
	}
	if (v->tail_how) {
		if (!is_written(v) && hd_omp_has_item(k->cuda, HD_CL_REGISTERRO, d))
			v->space = HD_M_REG;
		return;
	}
	if (hd_omp_has_item(k->cuda, HD_CL_CONSTANT, d) && !is_written(v))
		v->space = HD_M_CONST;
	else if (hd_omp_has_item(k->cuda, HD_CL_TEXTURE, d) && !is_written(v))
		v->space = HD_M_TEXTURE;
	else if (hd_omp_has_item(k->cuda, HD_CL_SHAREDRO, d) && !is_written(v))
		v->space = is_small_value(d) ? HD_M_ARG : HD_M_SHARED;
	else if (hd_omp_has_item(k->cuda, HD_CL_REGISTERRO, d) && is_small_value(d))
		v->space = HD_M_REG;
	else if (hd_omp_has_item(k->cuda, HD_CL_REGISTERRW, d) && is_small_value(d) &&
		 !(v->how & HD_ADDR))
		v->space = HD_M_REG;
}

void
hd_omp_map_memory(hd_kernel *k)
{
	for (size_t i = 0; i < k->vars.n; i++) {
		hd_var *v = &k->vars.at[i];
		if (v->share == HD_S_SHARED)
			map_shared(k, v);
		else if (v->share == HD_S_PRIVATE || v->share == HD_S_LOCAL)
			v->space = hd_omp_has_item(k->cuda, HD_CL_SHAREDRW, v->decl)
					   ? HD_M_SHARED
					   : HD_M_LOCAL;
		v->to_gpu = hd_omp_has_item(k->cuda, HD_CL_C2GMEMTR, v->decl);
		v->to_cpu = hd_omp_has_item(k->cuda, HD_CL_G2CMEMTR, v->decl);
	}
}
