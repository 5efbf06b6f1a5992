/* SPDX-License-Identifier: Apache-2.0 */
/* Systems solved with refinement, whose precisions are set in an object. As in mixed.c,
 * they are solved in the main precision: no iterations, and nothing to fall back from. */
#include "solver.h"

#include <stdlib.h>

struct cusolverDnIRSParams {
	cusolverPrecType_t main, lowest; /* 0: not set */
	cusolverIRSRefinement_t solver;
	double tolerance, inner_tolerance;
	int max_iterations, max_inner;
	bool falls_back;
};

struct cusolverDnIRSInfos {
	int iterations; /* -1: of no call */
	int max_iterations;
};

cusolverStatus_t
cusolverDnIRSParamsCreate(cusolverDnIRSParams_t *params)
{
	if (!params)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*params = calloc(1, sizeof **params);
	if (!*params)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	(*params)->solver = CUSOLVER_IRS_REFINE_NOT_SET;
	(*params)->max_iterations = (*params)->max_inner = 50;
	(*params)->falls_back = true;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t
cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t params)
{
	if (!params)
		return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
	free(params);
	return CUSOLVER_STATUS_SUCCESS;
}

static bool
is_solver(cusolverIRSRefinement_t s)
{
	return s >= CUSOLVER_IRS_REFINE_NOT_SET &&
	       s <= CUSOLVER_IRS_REFINE_GMRES_NOPCOND;
}

/* HD_TYPES: nothing that matrices are of. */
static hd_type
type_of(cusolverPrecType_t p)
{
	switch (p) {
	case CUSOLVER_R_32F:
		return HD_S;
	case CUSOLVER_R_64F:
		return HD_D;
	case CUSOLVER_C_32F:
		return HD_C;
	case CUSOLVER_C_64F:
		return HD_Z;
	default:
		return HD_TYPES;
	}
}

static bool
is_lowest(cusolverPrecType_t p)
{
	return (p >= CUSOLVER_R_64F && p <= CUSOLVER_R_TF32) ||
	       (p >= CUSOLVER_C_64F && p <= CUSOLVER_C_TF32);
}

#define SETTING(name, type, field, is_valid, otherwise)                                \
	cusolverStatus_t cusolverDnIRSParams##name(cusolverDnIRSParams_t params,       \
						   type value)                         \
	{                                                                              \
		if (!params)                                                           \
			return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;             \
		if (!(is_valid))                                                       \
			return otherwise;                                              \
		params->field = value;                                                 \
		return CUSOLVER_STATUS_SUCCESS;                                        \
	}
SETTING(SetRefinementSolver, cusolverIRSRefinement_t, solver, is_solver(value),
	CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE)
SETTING(SetSolverMainPrecision, cusolverPrecType_t, main, type_of(value) != HD_TYPES,
	CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC)
SETTING(SetSolverLowestPrecision, cusolverPrecType_t, lowest, is_lowest(value),
	CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC)
SETTING(SetTol, double, tolerance, true, CUSOLVER_STATUS_IRS_PARAMS_INVALID)
SETTING(SetTolInner, double, inner_tolerance, true, CUSOLVER_STATUS_IRS_PARAMS_INVALID)
SETTING(SetMaxIters, cusolver_int_t, max_iterations, value >= 0,
	CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER)
SETTING(SetMaxItersInner, cusolver_int_t, max_inner, value >= 0,
	CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER)

cusolverStatus_t
cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t params,
				       cusolverPrecType_t main,
				       cusolverPrecType_t lowest)
{
	cusolverStatus_t status =
		cusolverDnIRSParamsSetSolverMainPrecision(params, main);

	return status ? status
		      : cusolverDnIRSParamsSetSolverLowestPrecision(params, lowest);
}

cusolverStatus_t
cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t params, cusolver_int_t *maxiters)
{
	if (!params)
		return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
	if (!maxiters)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*maxiters = params->max_iterations;
	return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t
set_fallback(cusolverDnIRSParams_t params, bool falls_back)
{
	if (!params)
		return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
	params->falls_back = falls_back;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t
cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t params)
{
	return set_fallback(params, true);
}

cusolverStatus_t
cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t params)
{
	return set_fallback(params, false);
}

/* ---- what calls tell ------------------------------------------------------------- */

cusolverStatus_t
cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t *infos)
{
	if (!infos)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*infos = calloc(1, sizeof **infos);
	if (!*infos)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	(*infos)->iterations = -1;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t
cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos)
{
	if (!infos)
		return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
	free(infos);
	return CUSOLVER_STATUS_SUCCESS;
}

#define ANSWER(name, field)                                                            \
	cusolverStatus_t cusolverDnIRSInfosGet##name(cusolverDnIRSInfos_t infos,       \
						     cusolver_int_t *value)            \
	{                                                                              \
		if (!infos)                                                            \
			return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;              \
		if (!value)                                                            \
			return CUSOLVER_STATUS_INVALID_VALUE;                          \
		*value = infos->field;                                                 \
		return CUSOLVER_STATUS_SUCCESS;                                        \
	}
ANSWER(Niters, iterations)
ANSWER(OuterNiters, iterations)
ANSWER(MaxIters, max_iterations)

/* Without iterations there is no history of them. */
cusolverStatus_t
cusolverDnIRSInfosRequestResidual(cusolverDnIRSInfos_t infos)
{
	return infos ? CUSOLVER_STATUS_SUCCESS
		     : CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
}

cusolverStatus_t
cusolverDnIRSInfosGetResidualHistory(cusolverDnIRSInfos_t infos, void **history)
{
	(void)history;
	return infos ? CUSOLVER_STATUS_NOT_SUPPORTED
		     : CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
}

/* ---- solving --------------------------------------------------------------------- */

static cusolverStatus_t
check(cusolverDnHandle_t h, cusolverDnIRSParams_t params)
{
	if (!hd_is_handle(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (!params)
		return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
	if (!params->main || !params->lowest ||
	    (params->main >= CUSOLVER_C_8I) != (params->lowest >= CUSOLVER_C_8I))
		return CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC;
	if (params->solver == CUSOLVER_IRS_REFINE_NOT_SET)
		return CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE;
	return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t
ask(cusolverDnHandle_t h, cusolverDnIRSParams_t params, hd_solve *s, hd_entry_fn *entry)
{
	cusolverStatus_t status = check(h, params);
	int64_t most = s->m > s->n ? s->m : s->n;

	if (status)
		return status;
	s->type = type_of(params->main);
	s->asks = true;
	s->a.ld = s->b.ld = s->u.ld = most > 1 ? most : 1;
	return entry(h, s);
}

static cusolverStatus_t
solve(cusolverDnHandle_t h, cusolverDnIRSParams_t params, cusolverDnIRSInfos_t infos,
      hd_solve *s, hd_entry_fn *entry)
{
	cusolverStatus_t status = check(h, params);

	if (status)
		return status;
	if (!infos)
		return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
	s->type = type_of(params->main);
	status = entry(h, s);
	if (!status) {
		infos->iterations = 0;
		infos->max_iterations = params->max_iterations;
	}
	return status;
}

cusolverStatus_t
cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t h, cusolverDnIRSParams_t params,
			      cusolver_int_t n, cusolver_int_t nrhs,
			      size_t *lwork_bytes)
{
	return ask(h, params, &(hd_solve){.n = n, .k = nrhs, .bytes = lwork_bytes},
		   hd_gesv);
}

cusolverStatus_t
cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t h, cusolverDnIRSParams_t params,
			      cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs,
			      size_t *lwork_bytes)
{
	return ask(h, params,
		   &(hd_solve){.m = m, .n = n, .k = nrhs, .bytes = lwork_bytes},
		   hd_gels);
}

#define ABX                                                                            \
	.n = n, .k = nrhs, .a = HD_MATRIX(a, lda), .b = HD_MATRIX(b, ldb),             \
	.u = HD_MATRIX(x, ldx), .work = work, .room = bytes, .info = info

cusolverStatus_t
cusolverDnIRSXgesv(cusolverDnHandle_t h, cusolverDnIRSParams_t params,
		   cusolverDnIRSInfos_t infos, cusolver_int_t n, cusolver_int_t nrhs,
		   void *a, cusolver_int_t lda, void *b, cusolver_int_t ldb, void *x,
		   cusolver_int_t ldx, void *work, size_t bytes, cusolver_int_t *niters,
		   cusolver_int_t *info)
{
	cusolverStatus_t status = solve(h, params, infos, &(hd_solve){ABX}, hd_gesv);

	if (!status && niters)
		*niters = 0;
	return status;
}

cusolverStatus_t
cusolverDnIRSXgels(cusolverDnHandle_t h, cusolverDnIRSParams_t params,
		   cusolverDnIRSInfos_t infos, cusolver_int_t m, cusolver_int_t n,
		   cusolver_int_t nrhs, void *a, cusolver_int_t lda, void *b,
		   cusolver_int_t ldb, void *x, cusolver_int_t ldx, void *work,
		   size_t bytes, cusolver_int_t *niters, cusolver_int_t *info)
{
	cusolverStatus_t status =
		solve(h, params, infos, &(hd_solve){ABX, .m = m}, hd_gels);

	if (!status && niters)
		*niters = 0;
	return status;
}
