/* SPDX-License-Identifier: Apache-2.0 */
/* Triangular systems: SpSV and SpSM. Rows are solved one after the other; columns of the
 * right-hand side by several threads. */
#include "sparse.h"

#include <stdlib.h>

enum { BLOCK = 8 }; /* columns that are solved together */

/* c = alpha * op(a)^-1 * op(b); `lower` is about a as it is stored. */
typedef struct solve {
	hd_matrix a;
	hd_dense b, c;
	hd_scalar alpha;
	bool lower, unit, transposed, conj_a, conj_b;
} solve;

/* What a caller's descriptor remembers of the matrix. */
typedef struct memory {
	hd_matrix a;
	void *values; /* set by an update */
	bool is_analysed;
} memory;

struct cusparseSpSVDescr {
	memory m;
};

struct cusparseSpSMDescr {
	memory m;
};

typedef struct update {
	hd_matrix a;
	hd_values from, to;
	bool diagonal, is_new;
} update;

/* Of coordinates that are sorted by row: the first of a row. */
static int64_t
first_of_row(const hd_matrix *m, int64_t row)
{
	int64_t low = 0, high = m->nnz;

	while (low < high) {
		int64_t middle = low + (high - low) / 2;

		if (hd_at(m->major, middle) < row)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static hd_range
row_range(const hd_matrix *m, int64_t row)
{
	if (m->format != CUSPARSE_FORMAT_COO)
		return hd_entries(m, row);
	return (hd_range){first_of_row(m, row), first_of_row(m, row + 1)};
}

#define TEMPLATE "solve_template.h"
#include "each_type.h"

static hd_units_fn *const run_solve[] = HD_EACH_LOOP(run_solve);
static hd_units_fn *const run_update[] = HD_EACH_LOOP(run_update);

/* ---- checking and submitting ------------------------------------------------------- */

typedef struct solve_call {
	cusparseHandle_t h;
	cusparseOperation_t op_a, op_b;
	const void *alpha;
	cusparseConstSpMatDescr_t a;
	const hd_dense *b, *c;
	cudaDataType type;
	memory *m;
} solve_call;

static int
loop_of(const solve_call *c)
{
	hd_type types[] = {c->a->m.values.type, c->b->values.type, c->c->values.type,
			   hd_type_of(c->type)};

	return hd_loop_of(types, 4);
}

static cusparseStatus_t
check(const solve_call *c)
{
	const hd_matrix *a;

	if (!hd_is_handle(c->h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (!hd_is_op(c->op_a) || !hd_is_op(c->op_b) || !c->alpha || !c->a || !c->b ||
	    !c->c || !c->m)
		return CUSPARSE_STATUS_INVALID_VALUE;
	a = &c->a->m;
	if (a->rows != a->cols || c->c->rows != a->rows ||
	    (c->op_b ? c->b->cols : c->b->rows) != a->rows ||
	    (c->op_b ? c->b->rows : c->b->cols) != c->c->cols || !a->major.at ||
	    (a->nnz && (!a->minor.at || !a->values.at)))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (loop_of(c) == HD_NO_LOOP || a->format == CUSPARSE_FORMAT_CSC ||
	    !hd_has_indices(a) || a->batch != 1 || c->b->batch != 1 || c->c->batch != 1)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t
forget(memory *m)
{
	cudaError_t error = m->values ? cudaDeviceSynchronize() : cudaSuccess;

	free(m->values);
	m->values = NULL;
	return hd_status_of(error);
}

static cusparseStatus_t
analyse(const solve_call *c)
{
	cusparseStatus_t status = check(c);

	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	c->m->a = c->a->m;
	c->m->is_analysed = true;
	return forget(c->m);
}

static solve
record_of(const solve_call *c)
{
	solve s = {
		.a = c->a->m,
		.b = c->op_b ? hd_transposed(*c->b) : *c->b,
		.c = *c->c,
		.lower = c->a->m.fill == CUSPARSE_FILL_MODE_LOWER,
		.unit = c->a->m.diag == CUSPARSE_DIAG_TYPE_UNIT,
		.transposed = c->op_a != CUSPARSE_OPERATION_NON_TRANSPOSE,
		.conj_a = c->op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
		.conj_b = c->op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
	};

	if (c->m->values)
		s.a.values.at = c->m->values;
	return s;
}

static cusparseStatus_t
solve_it(const solve_call *c)
{
	cusparseStatus_t status = check(c);
	solve s;

	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	if (!c->m->is_analysed)
		return CUSPARSE_STATUS_INVALID_VALUE;
	s = record_of(c);
	s.alpha = hd_take(c->h, c->alpha, hd_type_of(c->type));
	return hd_submit(c->h,
			 &(hd_work){
				 .run = run_solve[loop_of(c)],
				 .args = &s,
				 .bytes = sizeof s,
				 .units = (uint64_t)((s.c.cols + BLOCK - 1) / BLOCK),
				 .cost = (double)(s.a.nnz + 2 * s.a.rows) *
					 (double)hd_min(s.c.cols, BLOCK),
			 });
}

static cusparseStatus_t
change(cusparseHandle_t h, memory *m, const void *values, unsigned part)
{
	update u;
	int loop;

	if (!hd_is_handle(h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (!m || !m->is_analysed || !values || part > CUSPARSE_SPSV_UPDATE_DIAGONAL)
		return CUSPARSE_STATUS_INVALID_VALUE;
	u = (update){.a = m->a, .diagonal = part, .is_new = !m->values};
	if (!m->values)
		m->values = calloc((size_t)m->a.nnz + 1, hd_size(m->a.values.type));
	if (!m->values)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	u.from = (hd_values){(void *)values, m->a.values.type};
	u.to = (hd_values){m->values, m->a.values.type};
	loop = hd_loop_of(&m->a.values.type, 1);
	return hd_submit(h, &(hd_work){.run = run_update[loop],
				       .args = &u,
				       .bytes = sizeof u,
				       .units = 1,
				       .cost = (double)m->a.nnz});
}

/* ---- entry points ------------------------------------------------------------------ */

#define DESCRIPTOR(name)                                                               \
	cusparseStatus_t cusparse##name##_createDescr(cusparse##name##Descr_t *descr)  \
	{                                                                              \
		if (!descr)                                                            \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		*descr = calloc(1, sizeof **descr);                                    \
		return *descr ? CUSPARSE_STATUS_SUCCESS                                \
			      : CUSPARSE_STATUS_ALLOC_FAILED;                          \
	}                                                                              \
	cusparseStatus_t cusparse##name##_destroyDescr(cusparse##name##Descr_t descr)  \
	{                                                                              \
		cusparseStatus_t status =                                              \
			descr ? forget(&descr->m) : CUSPARSE_STATUS_SUCCESS;           \
		free(descr);                                                           \
		return status;                                                         \
	}                                                                              \
	cusparseStatus_t cusparse##name##_updateMatrix(                                \
		cusparseHandle_t handle, cusparse##name##Descr_t descr, void *values,  \
		cusparse##name##Update_t part)                                         \
	{                                                                              \
		return change(handle, descr ? &descr->m : NULL, values,                \
			      (unsigned)part);                                         \
	}
DESCRIPTOR(SpSV)
DESCRIPTOR(SpSM)

#define SV                                                                             \
	(&(solve_call){handle, opA, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, matA,     \
		       vecX ? &vecX->v : NULL, vecY ? &vecY->v : NULL, computeType,    \
		       spsvDescr ? &spsvDescr->m : NULL})
#define SM                                                                             \
	(&(solve_call){handle, opA, opB, alpha, matA, matB ? &matB->m : NULL,          \
		       matC ? &matC->m : NULL, computeType,                            \
		       spsmDescr ? &spsmDescr->m : NULL})

cusparseStatus_t
cusparseSpSV_bufferSize(__hd_SpSV, size_t *bytes)
{
	(void)alg;
	return hd_say_buffer(check(SV), bytes);
}

cusparseStatus_t
cusparseSpSV_analysis(__hd_SpSV, void *buffer)
{
	(void)alg, (void)buffer;
	return analyse(SV);
}

cusparseStatus_t
cusparseSpSV_solve(__hd_SpSV)
{
	(void)alg;
	return solve_it(SV);
}

cusparseStatus_t
cusparseSpSM_bufferSize(__hd_SpSM, size_t *bytes)
{
	(void)alg;
	return hd_say_buffer(check(SM), bytes);
}

cusparseStatus_t
cusparseSpSM_analysis(__hd_SpSM, void *buffer)
{
	(void)alg, (void)buffer;
	return analyse(SM);
}

cusparseStatus_t
cusparseSpSM_solve(__hd_SpSM)
{
	(void)alg;
	return solve_it(SM);
}
