/* SPDX-License-Identifier: Apache-2.0 */
/* Tridiagonal systems, by elimination with exchange of rows; each is solved by a thread. */
#include "sparse.h"

#include <math.h>
#include <stdlib.h>

typedef struct equations {
	hd_values dl, d, du, x;
	int64_t rows, count;
	int64_t step;             /* to the next row */
	int64_t stride, x_stride; /* to the next system */
} equations;

#define TEMPLATE "tridiagonal_template.h"
#include "each_type.h"

static hd_units_fn *const run_systems[] = HD_EACH_LOOP(run_systems);

enum { LEAST_ROWS = 3 }; /* as cuSPARSE wants them */

static cusparseStatus_t
check(cusparseHandle_t h, const equations *e)
{
	if (!hd_is_handle(h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (e->rows < LEAST_ROWS || e->count < 0 || e->x_stride < 1 ||
	    (e->step == 1 && e->count > 1 && e->x_stride < e->rows))
		return CUSPARSE_STATUS_INVALID_VALUE;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t
solve(cusparseHandle_t h, const equations *e)
{
	cusparseStatus_t status = check(h, e);

	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	if (!e->dl.at || !e->d.at || !e->du.at || !e->x.at)
		return CUSPARSE_STATUS_INVALID_VALUE;
	return hd_submit(h, &(hd_work){.run = run_systems[e->d.type],
				       .args = e,
				       .bytes = sizeof *e,
				       .units = (uint64_t)e->count,
				       .cost = 20.0 * (double)e->rows});
}

#define EQUATIONS(t, x, ...)                                                           \
	{{(void *)dl, t}, {(void *)d, t}, {(void *)du, t}, {(void *)x, t}, __VA_ARGS__}
#define NOT_CONST

/* A form of call: its parameters, and what is left of an equations. */
#define FORM(name, T, t, params, x, ...)                                               \
	cusparseStatus_t name##_bufferSizeExt(params(T, const), size_t *bytes)         \
	{                                                                              \
		equations e = EQUATIONS(t, x, __VA_ARGS__);                            \
		return hd_say_buffer(check(handle, &e), bytes);                        \
	}                                                                              \
	cusparseStatus_t name(params(T, NOT_CONST), void *buffer)                      \
	{                                                                              \
		equations e = EQUATIONS(t, x, __VA_ARGS__);                            \
		(void)buffer;                                                          \
		return solve(handle, &e);                                              \
	}

#define FORMS(X, T, t)                                                                 \
	FORM(cusparse##X##gtsv2, T, t, __hd_gtsv2, B, m, n, 1, 0, ldb)                 \
	FORM(cusparse##X##gtsv2_nopivot, T, t, __hd_gtsv2, B, m, n, 1, 0, ldb)         \
	FORM(cusparse##X##gtsv2StridedBatch, T, t, __hd_gtsv2_strided, x, m,           \
	     batchCount, 1, batchStride, batchStride)                                  \
	FORM(cusparse##X##gtsvInterleavedBatch, T, t, __hd_gtsv_interleaved, x, m,     \
	     batchCount, ((void)algo, batchCount), 1, 1)
FORMS(S, float, HD_S)
FORMS(D, double, HD_D)
FORMS(C, cuComplex, HD_C)
FORMS(Z, cuDoubleComplex, HD_Z)
