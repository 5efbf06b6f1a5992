/* SPDX-License-Identifier: Apache-2.0 */
/* Handles and systems of sparse matrices: all by sparse LU, in one thread. */
#include "sparse.h"

#include <stdlib.h>

enum { MAGIC = 0x48645370 };

bool
hd_is_sparse_handle(cusolverSpHandle_t h)
{
	return h && h->magic == MAGIC;
}

cusolverStatus_t
cusolverSpCreate(cusolverSpHandle_t *handle)
{
	if (!handle)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*handle = NULL;
	if (cudaFree(NULL) != cudaSuccess)
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	*handle = calloc(1, sizeof **handle);
	if (!*handle)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	(*handle)->magic = MAGIC;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t
cusolverSpDestroy(cusolverSpHandle_t h)
{
	if (!hd_is_sparse_handle(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	h->magic = 0;
	free(h);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t
cusolverSpSetStream(cusolverSpHandle_t h, cudaStream_t stream)
{
	if (!hd_is_sparse_handle(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	h->stream = stream;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t
cusolverSpGetStream(cusolverSpHandle_t h, cudaStream_t *stream)
{
	if (!hd_is_sparse_handle(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (!stream)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*stream = h->stream;
	return CUSOLVER_STATUS_SUCCESS;
}

/* ---- systems --------------------------------------------------------------------- */

static void
solve_one(const hd_system *s)
{
	int *order = malloc(((size_t)s->a.n + 1) * sizeof *order);

	for (int64_t i = 0; order && i < s->a.n; i++)
		order[i] = (int)i;
	if (order && (!s->reorder ||
		      (s->reorder == 1 ? hd_order_rcm : hd_order_degree)(&s->a, order)))
		hd_solve_sparse[s->type](s, order);
	else if (s->status)
		*s->status = CUSOLVER_STATUS_ALLOC_FAILED;
	else
		abort(); /* the call was accepted: there is no way back from here */
	free(order);
}

/* One, or some of a batch, which share their pattern. */
static void
run_systems(void *args, uint64_t first, uint64_t count)
{
	const hd_system *batch = args;
	size_t size = hd_size(batch->type), n = (size_t)batch->a.n;

	for (uint64_t i = first; i < first + count; i++) {
		hd_system s = *batch;

		s.a.values = (const char *)s.a.values + i * (size_t)s.entries * size;
		s.b = (const char *)s.b + i * n * size;
		s.x = (char *)s.x + i * n * size;
		solve_one(&s);
	}
}

/* Waits: whether the matrix is singular is told in host memory. */
static cusolverStatus_t
solve(cusolverSpHandle_t h, hd_system *s, const cusparseMatDescr_t d, bool on_host)
{
	cusolverStatus_t status = CUSOLVER_STATUS_SUCCESS;
	hd_library_call call = {.fn = run_systems,
				.args = s,
				.bytes = sizeof *s,
				.units = 1,
				.grain = 1,
				.is_long = s->a.n > 100};

	if (!hd_is_sparse_handle(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (!d || s->a.n < 0 || !s->singularity || !s->a.rows || !s->b || !s->x)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (d->type != CUSPARSE_MATRIX_TYPE_GENERAL)
		return CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	s->a.base = (int)d->base;
	s->status = &status;
	if (on_host)
		solve_one(s);
	else if (hd_library_run(h->stream, &call) != cudaSuccess)
		return CUSOLVER_STATUS_EXECUTION_FAILED;
	return status;
}

#define SOLVE(X, T, R, name, is_definite, is_on_host)                                  \
	cusolverStatus_t cusolverSp##X##name __hd_sp_solve(T, R)                       \
	{                                                                              \
		if (nnz < 0)                                                           \
			return CUSOLVER_STATUS_INVALID_VALUE;                          \
		return solve(handle,                                                   \
			     &(hd_system){.a = {.n = m,                                \
						.rows = csrRowPtr,                     \
						.columns = csrColInd,                  \
						.values = csrVal},                     \
					  .type = HD_##X,                              \
					  .b = b,                                      \
					  .x = x,                                      \
					  .tolerance = tol > 0 ? (double)tol : 0,      \
					  .reorder = reorder,                          \
					  .definite = is_definite,                     \
					  .singularity = singularity},                 \
			     descrA, is_on_host);                                      \
	}
#define FOR_ALL(X, T, R)                                                               \
	SOLVE(X, T, R, csrlsvluHost, false, true)                                      \
	SOLVE(X, T, R, csrlsvqrHost, false, true)                                      \
	SOLVE(X, T, R, csrlsvcholHost, true, true)                                     \
	SOLVE(X, T, R, csrlsvqr, false, false)                                         \
	SOLVE(X, T, R, csrlsvchol, true, false)
FOR_ALL(S, float, float)
FOR_ALL(D, double, double)
FOR_ALL(C, cuComplex, float)
FOR_ALL(Z, cuDoubleComplex, double)

/* ---- batches: analysed by each system itself ------------------------------------- */

struct csrqrInfo {
	int n; /* of the matrix that was analysed; -1: none was */
};

cusolverStatus_t
cusolverSpCreateCsrqrInfo(csrqrInfo_t *info)
{
	if (!info)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*info = malloc(sizeof **info);
	if (!*info)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	(*info)->n = -1;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t
cusolverSpDestroyCsrqrInfo(csrqrInfo_t info)
{
	free(info);
	return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t
check_batch(cusolverSpHandle_t h, int m, int n, const cusparseMatDescr_t d,
	    csrqrInfo_t info)
{
	if (!hd_is_sparse_handle(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (m < 0 || n < 0 || !d || !info)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (d->type != CUSPARSE_MATRIX_TYPE_GENERAL)
		return CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	return m == n ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_NOT_SUPPORTED;
}

cusolverStatus_t
cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t h, int m, int n, int nnz,
				const cusparseMatDescr_t d, const int *rows,
				const int *columns, csrqrInfo_t info)
{
	cusolverStatus_t status = check_batch(h, m, n, d, info);

	if (!status && (nnz < 0 || !rows || !columns))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	if (!status)
		info->n = n;
	return status;
}

/* Nothing is kept, and no buffer used; cudaMalloc of nothing gives no address. */
static cusolverStatus_t
batch_sizes(cusolverStatus_t status, size_t *internal, size_t *workspace)
{
	if (!status && (!internal || !workspace))
		status = CUSOLVER_STATUS_INVALID_VALUE;
	if (!status) {
		*internal = 0;
		*workspace = 256;
	}
	return status;
}

static cusolverStatus_t
solve_batch(cusolverSpHandle_t h, hd_system *s, int batch, csrqrInfo_t info)
{
	double work = 100 * (double)(s->entries + s->a.n);
	hd_library_call call = {.fn = run_systems,
				.args = s,
				.bytes = sizeof *s,
				.units = (uint64_t)batch,
				.grain = hd_grain(work),
				.is_long = hd_is_long(work * batch)};

	if (batch < 0 || s->entries < 0 || !s->a.rows || !s->b || !s->x ||
	    info->n != s->a.n)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (!batch)
		return CUSOLVER_STATUS_SUCCESS;
	return hd_library_submit(h->stream, &call) == cudaSuccess
		       ? CUSOLVER_STATUS_SUCCESS
		       : CUSOLVER_STATUS_EXECUTION_FAILED;
}

#define BATCHES(X, T)                                                                  \
	cusolverStatus_t cusolverSp##X##csrqrBufferInfoBatched __hd_sp_qr_size(T)      \
	{                                                                              \
		(void)nnz, (void)csrVal, (void)csrRowPtr, (void)csrColInd;             \
		(void)batchSize;                                                       \
		return batch_sizes(check_batch(handle, m, n, descrA, info),            \
				   internalDataInBytes, workspaceInBytes);             \
	}                                                                              \
	cusolverStatus_t cusolverSp##X##csrqrsvBatched __hd_sp_qr(T)                   \
	{                                                                              \
		cusolverStatus_t status = check_batch(handle, m, n, descrA, info);     \
                                                                                       \
		(void)pBuffer;                                                         \
		if (status)                                                            \
			return status;                                                 \
		return solve_batch(handle,                                             \
				   &(hd_system){.a = {.n = n,                          \
						      .base = (int)descrA->base,       \
						      .rows = csrRowPtr,               \
						      .columns = csrColInd,            \
						      .values = csrVal},               \
						.type = HD_##X,                        \
						.b = b,                                \
						.x = x,                                \
						.reorder = 2,                          \
						.entries = nnz},                       \
				   batchSize, info);                                   \
	}
BATCHES(S, float)
BATCHES(D, double)
BATCHES(C, cuComplex)
BATCHES(Z, cuDoubleComplex)
