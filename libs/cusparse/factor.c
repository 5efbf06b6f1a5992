/* SPDX-License-Identifier: Apache-2.0 */
/* Incomplete factorisations without fill-in: csrilu02 and csric02. Columns are sorted. */
#include "sparse.h"

#include <math.h>
#include <stdlib.h>

typedef struct factor_info {
	int pivot; /* the first row without one, with the matrix's base; -1: none */
	bool boost;
	double tolerance;
	hd_scalar boost_value;
} factor_info;

struct csrilu02Info {
	factor_info f;
};

struct csric02Info {
	factor_info f;
};

typedef struct factor {
	hd_matrix a;
	factor_info *info;
	bool is_symmetric;
} factor;

static void
note_pivot(const factor *f, int64_t row)
{
	if (f->info->pivot < 0)
		f->info->pivot = (int)row + f->a.major.base;
}

#define TEMPLATE "factor_template.h"
#include "each_type.h"

static hd_units_fn *const run_factor[] = HD_EACH_LOOP(run_factor);

/* A diagonal that is not stored can never be a pivot. */
static void
run_analysis(void *args, uint64_t first, uint64_t count)
{
	const factor *f = args;

	(void)first, (void)count;
	f->info->pivot = -1;
	for (int64_t i = 0; i < f->a.rows; i++) {
		hd_range r = hd_entries(&f->a, i);
		bool found = false;

		for (int64_t k = r.first; k < r.end && !found; k++)
			found = hd_at(f->a.minor, k) == i;
		if (!found)
			note_pivot(f, i);
	}
}

static cusparseStatus_t
check(cusparseHandle_t h, factor *f, cusparseMatDescr_t descr)
{
	const hd_matrix *a = &f->a;

	if (!hd_is_handle(h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (!descr || !f->info || a->rows < 0 || a->nnz < 0 ||
	    (a->rows && !a->major.at) || (a->nnz && (!a->minor.at || !a->values.at)))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (descr->type != CUSPARSE_MATRIX_TYPE_GENERAL)
		return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	f->a.major.base = f->a.minor.base = (int)descr->base;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t
act(cusparseHandle_t h, factor *f, cusparseMatDescr_t descr, hd_units_fn *run)
{
	cusparseStatus_t status = check(h, f, descr);

	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	return hd_submit(h, &(hd_work){.run = run,
				       .args = f,
				       .bytes = sizeof *f,
				       .units = f->a.rows != 0,
				       .cost = 10.0 * (double)f->a.nnz});
}

/* Of all that was submitted. */
static cusparseStatus_t
zero_pivot(cusparseHandle_t h, const factor_info *f, int *position)
{
	cudaError_t error;

	if (!hd_is_handle(h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (!f || !position)
		return CUSPARSE_STATUS_INVALID_VALUE;
	error = cudaStreamSynchronize(h->stream);
	if (error != cudaSuccess)
		return hd_status_of(error);
	*position = f->pivot;
	return f->pivot < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

static cusparseStatus_t
set_boost(cusparseHandle_t h, factor_info *f, const double *tolerance,
	  const hd_values *value)
{
	if (!hd_is_handle(h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (!f || (tolerance && !value->at))
		return CUSPARSE_STATUS_INVALID_VALUE;
	f->boost = tolerance != NULL;
	if (f->boost) {
		f->tolerance = *tolerance;
		f->boost_value = hd_take(h, value->at, value->type);
	}
	return CUSPARSE_STATUS_SUCCESS;
}

#define INFO(Name, name)                                                               \
	cusparseStatus_t cusparseCreate##Name##Info(name##Info_t *info)                \
	{                                                                              \
		if (!info)                                                             \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		*info = calloc(1, sizeof **info);                                      \
		if (!*info)                                                            \
			return CUSPARSE_STATUS_ALLOC_FAILED;                           \
		(*info)->f.pivot = -1;                                                 \
		return CUSPARSE_STATUS_SUCCESS;                                        \
	}                                                                              \
	cusparseStatus_t cusparseDestroy##Name##Info(name##Info_t info)                \
	{                                                                              \
		cudaError_t error = cudaDeviceSynchronize();                           \
		free(info);                                                            \
		return hd_status_of(error);                                            \
	}                                                                              \
	cusparseStatus_t cusparseX##name##_zeroPivot(cusparseHandle_t h,               \
						     name##Info_t info, int *position) \
	{                                                                              \
		return zero_pivot(h, info ? &info->f : NULL, position);                \
	}
INFO(Csrilu02, csrilu02)
INFO(Csric02, csric02)

#define FACTOR(t, symmetric)                                                           \
	{                                                                              \
		.a = hd_csr(m, m, nnz, csrSortedRowPtrA, csrSortedColIndA,             \
			    (hd_values){(void *)csrSortedValA, t}),                    \
		.info = info ? &info->f : NULL,                                        \
		.is_symmetric = symmetric,                                             \
	}
#define NOT_CONST
#define STEPS(X, T, t, name, symmetric)                                                \
	cusparseStatus_t cusparse##X##name##_bufferSize(                               \
		__hd_factor(T, NOT_CONST, name##Info_t), int *bytes)                   \
	{                                                                              \
		factor f = FACTOR(t, symmetric);                                       \
		cusparseStatus_t status = check(handle, &f, descrA);                   \
		if (status == CUSPARSE_STATUS_SUCCESS && !bytes)                       \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		if (status == CUSPARSE_STATUS_SUCCESS)                                 \
			*bytes = HD_BUFFER_BYTES;                                      \
		return status;                                                         \
	}                                                                              \
	cusparseStatus_t cusparse##X##name##_bufferSizeExt(                            \
		__hd_factor(T, NOT_CONST, name##Info_t), size_t *bytes)                \
	{                                                                              \
		factor f = FACTOR(t, symmetric);                                       \
		return hd_say_buffer(check(handle, &f, descrA), bytes);                \
	}                                                                              \
	cusparseStatus_t cusparse##X##name##_analysis(                                 \
		__hd_factor(T, const, name##Info_t), cusparseSolvePolicy_t policy,     \
		void *buffer)                                                          \
	{                                                                              \
		factor f = FACTOR(t, symmetric);                                       \
		(void)policy, (void)buffer;                                            \
		return act(handle, &f, descrA, run_analysis);                          \
	}                                                                              \
	cusparseStatus_t cusparse##X##name(__hd_factor(T, NOT_CONST, name##Info_t),    \
					   cusparseSolvePolicy_t policy, void *buffer) \
	{                                                                              \
		factor f = FACTOR(t, symmetric);                                       \
		(void)policy, (void)buffer;                                            \
		return act(handle, &f, descrA, run_factor[t]);                         \
	}

#define ENTRY_POINTS(X, T, t)                                                          \
	STEPS(X, T, t, csrilu02, false)                                                \
	STEPS(X, T, t, csric02, true)                                                  \
	cusparseStatus_t cusparse##X##csrilu02_numericBoost(                           \
		cusparseHandle_t h, csrilu02Info_t info, int enable, double *tol,      \
		T *value)                                                              \
	{                                                                              \
		if (hd_is_handle(h) && enable && !tol)                                 \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		return set_boost(h, info ? &info->f : NULL, enable ? tol : NULL,       \
				 &(hd_values){value, t});                              \
	}
ENTRY_POINTS(S, float, HD_S)
ENTRY_POINTS(D, double, HD_D)
ENTRY_POINTS(C, cuComplex, HD_C)
ENTRY_POINTS(Z, cuDoubleComplex, HD_Z)
