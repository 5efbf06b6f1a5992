/* SPDX-License-Identifier: Apache-2.0 */
/* From a checked call to an operation of the handle's stream. */
#include "blas.h"

#include <limits.h>
#include <string.h>

bool
hd_is_handle(cublasHandle_t h)
{
	return h && h->magic == HD_HANDLE_MAGIC;
}

cublasStatus_t
hd_status_of(cudaError_t error)
{
	switch (error) {
	case cudaSuccess:
		return CUBLAS_STATUS_SUCCESS;
	case cudaErrorMemoryAllocation:
		return CUBLAS_STATUS_ALLOC_FAILED;
	case cudaErrorInvalidValue:
	case cudaErrorInvalidResourceHandle:
		return CUBLAS_STATUS_INVALID_VALUE;
	case cudaErrorNotPermitted:
	case cudaErrorStreamCaptureUnsupported:
		return CUBLAS_STATUS_INTERNAL_ERROR;
	default:
		return CUBLAS_STATUS_EXECUTION_FAILED;
	}
}

void *
hd_at(const hd_matrix *m, uint64_t which, int64_t i, int64_t j)
{
	int64_t offset = i + j * m->ld;

	if (m->many)
		return (char *)((void *const *)m->at)[which] +
		       offset * (int64_t)hd_size(m->type);
	offset += (int64_t)which * m->stride;
	return (char *)m->at + offset * (int64_t)hd_size(m->type);
}

/* ---- submitting ------------------------------------------------------------------ */

bool
hd_take(cublasHandle_t h, hd_scalar *s)
{
	if (!s->at)
		return false;
	if (h->pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
		return true;
	memcpy(s->value, s->at, hd_size(s->type));
	s->at = NULL;
	return true;
}

static void
run_units(void *args, uint64_t first, uint64_t count)
{
	const hd_blas *b = args;
	int old = hd_blas_enter();

	for (uint64_t i = first; i < first + count; i++)
		b->run(b, i);
	hd_blas_leave(old);
}

/* Dimensions are ints to OpenBLAS. */
static bool
is_too_large(const hd_blas *b)
{
	const int64_t sizes[] = {b->m,    b->n,    b->k,    b->kl,   b->ku,
				 b->a.ld, b->b.ld, b->c.ld, b->x.ld, b->y.ld};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		if (sizes[i] > INT_MAX || sizes[i] < -INT_MAX)
			return true;
	return false;
}

cublasStatus_t
hd_blas_submit(cublasHandle_t h, hd_blas *b, const hd_cut *cut)
{
	hd_library_call call = {
		.fn = run_units,
		.args = b,
		.bytes = cut->bytes ? cut->bytes : sizeof *b,
		.units = cut->units,
		.grain = cut->grain,
		.is_long = hd_is_long(cut->work),
	};

	if (is_too_large(b))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (!cut->units)
		return CUBLAS_STATUS_SUCCESS;
	return hd_status_of(cut->wait ? hd_library_run(h->stream, &call)
				      : hd_library_submit(h->stream, &call));
}
