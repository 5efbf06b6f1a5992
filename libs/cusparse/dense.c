/* SPDX-License-Identifier: Apache-2.0 */
/* Dense matrices from sparse ones and back, and how many elements are not zero. */
#include "sparse.h"

#include <stdlib.h>

typedef struct dense_call {
	hd_matrix s;
	hd_dense d;
	hd_index counts; /* of each row or column; without a base */
	bool by_col;
	int64_t majors, minors; /* rows and columns, or the reverse */
} dense_call;

#define TEMPLATE "dense_template.h"
#include "each_type.h"

static hd_units_fn *const to_dense[] = HD_EACH_LOOP(to_dense);
static hd_units_fn *const coo_to_dense[] = HD_EACH_LOOP(coo_to_dense);
static hd_units_fn *const count_loops[] = HD_EACH_LOOP(count);
static hd_units_fn *const to_sparse[] = HD_EACH_LOOP(to_sparse);
static hd_units_fn *const to_coo[] = HD_EACH_LOOP(to_coo);

static dense_call
call_of(const hd_matrix *s, const hd_dense *d, bool by_col)
{
	return (dense_call){
		.s = *s,
		.d = *d,
		.by_col = by_col,
		.majors = by_col ? d->cols : d->rows,
		.minors = by_col ? d->rows : d->cols,
	};
}

static cusparseStatus_t
check(cusparseHandle_t h, cusparseConstSpMatDescr_t s, cusparseConstDnMatDescr_t d,
      int *loop)
{
	if (!hd_is_handle(h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (!s || !d || s->m.rows != d->m.rows || s->m.cols != d->m.cols)
		return CUSPARSE_STATUS_INVALID_VALUE;
	*loop = hd_loop_of((hd_type[]){s->m.values.type, d->m.values.type}, 2);
	if (*loop == HD_NO_LOOP || s->m.values.type != d->m.values.type ||
	    !hd_has_indices(&s->m))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	if (s->m.batch != 1 || d->m.batch != 1)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	return CUSPARSE_STATUS_SUCCESS;
}

/* A row or column for each unit, or all in one. */
static hd_work
work_of(const dense_call *c, hd_units_fn *run, bool whole)
{
	return (hd_work){
		.run = run,
		.args = c,
		.bytes = sizeof *c,
		.units = whole ? c->majors != 0 : (uint64_t)c->majors,
		.cost = (double)c->minors * (whole ? (double)c->majors : 1),
	};
}

/* ---- to dense ------------------------------------------------------------------------ */

__hd_to_dense(cusparseSparseToDense_bufferSize, size_t *bufferSize)
{
	int loop;

	(void)alg;
	return hd_say_buffer(check(handle, matA, matB, &loop), bufferSize);
}

__hd_to_dense(cusparseSparseToDense, void *externalBuffer)
{
	int loop;
	cusparseStatus_t status = check(handle, matA, matB, &loop);
	dense_call c;
	bool is_coo;
	hd_work w;

	(void)alg, (void)externalBuffer;
	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	is_coo = matA->m.format == CUSPARSE_FORMAT_COO;
	c = call_of(&matA->m, &matB->m, matA->m.format == CUSPARSE_FORMAT_CSC);
	w = work_of(&c, is_coo ? coo_to_dense[loop] : to_dense[loop], is_coo);
	return hd_submit(handle, &w);
}

/* ---- to sparse ----------------------------------------------------------------------- */

__hd_to_sparse(cusparseDenseToSparse_bufferSize, size_t *bufferSize)
{
	int loop;

	(void)alg;
	return hd_say_buffer(check(handle, matB, matA, &loop), bufferSize);
}

/* Offsets from counts: returns their sum. */
static int64_t
sum_up(const dense_call *c)
{
	const int64_t *counts = c->counts.at;
	bool has_offsets = c->s.format != CUSPARSE_FORMAT_COO && c->s.major.at;
	int64_t sum = 0;

	for (int64_t m = 0; m < c->majors; m++) {
		if (has_offsets)
			hd_set(c->s.major, m, sum);
		sum += counts[m];
	}
	if (has_offsets)
		hd_set(c->s.major, c->majors, sum);
	return sum;
}

/* How many there are the host may ask for next: it is waited for. */
__hd_to_sparse(cusparseDenseToSparse_analysis, void *externalBuffer)
{
	int loop;
	cusparseStatus_t status = check(handle, matB, matA, &loop);
	int64_t *counts;
	dense_call c;
	hd_work w;

	(void)alg, (void)externalBuffer;
	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	c = call_of(&matB->m, &matA->m, matB->m.format == CUSPARSE_FORMAT_CSC);
	counts = calloc((size_t)c.majors + 1, sizeof *counts);
	if (!counts)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	c.counts = (hd_index){counts, true, 0};
	w = work_of(&c, count_loops[loop], false);
	status = hd_run(handle, &w);
	if (status == CUSPARSE_STATUS_SUCCESS)
		matB->m.nnz = sum_up(&c);
	free(counts);
	return status;
}

__hd_to_sparse(cusparseDenseToSparse_convert, void *externalBuffer)
{
	int loop;
	cusparseStatus_t status = check(handle, matB, matA, &loop);
	dense_call c;
	bool is_coo;
	hd_work w;

	(void)alg, (void)externalBuffer;
	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	if (matB->m.nnz &&
	    (!matB->m.major.at || !matB->m.minor.at || !matB->m.values.at))
		return CUSPARSE_STATUS_INVALID_VALUE;
	is_coo = matB->m.format == CUSPARSE_FORMAT_COO;
	c = call_of(&matB->m, &matA->m, matB->m.format == CUSPARSE_FORMAT_CSC);
	w = work_of(&c, is_coo ? to_coo[loop] : to_sparse[loop], is_coo);
	return hd_submit(handle, &w);
}

/* ---- nnz ----------------------------------------------------------------------------- */

typedef struct total {
	const int *counts;
	int64_t n;
	int *sum;
} total;

static void
add_counts(void *args, uint64_t first, uint64_t count)
{
	const total *t = args;
	int sum = 0;

	(void)first, (void)count;
	for (int64_t i = 0; i < t->n; i++)
		sum += t->counts[i];
	*t->sum = sum;
}

static cusparseStatus_t
count(cusparseHandle_t h, dense_call *c, cusparseMatDescr_t descr, int *sum)
{
	total t = {c->counts.at, c->majors, sum};
	hd_work w = work_of(c, count_loops[c->d.values.type], false);
	cusparseStatus_t status;

	if (!hd_is_handle(h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (!descr || c->d.rows < 0 || c->d.cols < 0 || c->d.right < c->d.rows ||
	    !sum || (c->majors && !c->counts.at) ||
	    (c->majors && c->minors && !c->d.values.at))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (descr->type != CUSPARSE_MATRIX_TYPE_GENERAL)
		return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	status = hd_submit(h, &w);
	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	return hd_submit_result(h, &(hd_work){.run = add_counts,
					      .args = &t,
					      .bytes = sizeof t,
					      .units = 1,
					      .cost = (double)t.n});
}

#define NNZ(X, T, t)                                                                   \
	cusparseStatus_t cusparse##X##nnz(cusparseHandle_t h, cusparseDirection_t dir, \
					  int m, int n,                                \
					  const cusparseMatDescr_t descr, const T *a,  \
					  int lda, int *counts, int *sum)              \
	{                                                                              \
		hd_dense d = {.rows = m,                                               \
			      .cols = n,                                               \
			      .down = 1,                                               \
			      .right = lda,                                            \
			      .values = {(void *)a, t},                                \
			      .batch = 1};                                             \
		dense_call c = call_of(&(hd_matrix){0}, &d,                            \
				       dir == CUSPARSE_DIRECTION_COLUMN);              \
		c.counts.at = counts;                                                  \
		return (unsigned)dir > CUSPARSE_DIRECTION_COLUMN                       \
			       ? CUSPARSE_STATUS_INVALID_VALUE                         \
			       : count(h, &c, descr, sum);                             \
	}
NNZ(S, float, HD_S)
NNZ(D, double, HD_D)
NNZ(C, cuComplex, HD_C)
NNZ(Z, cuDoubleComplex, HD_Z)
