/* SPDX-License-Identifier: Apache-2.0 */
/* From a checked call to an operation of the handle's stream. */
#include "sparse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool
hd_is_handle(cusparseHandle_t h)
{
	return h && h->magic == HD_HANDLE_MAGIC;
}

int
hd_loop_of(const hd_type *types, size_t n)
{
	bool same = true, real = true;

	for (size_t i = 0; i < n; i++) {
		if (types[i] >= HD_TYPES)
			return HD_NO_LOOP;
		same &= types[i] == types[0];
		real &= types[i] != HD_C && types[i] != HD_Z;
	}
	if (same && types[0] <= HD_Z)
		return types[0];
	return real ? HD_MIXED : HD_NO_LOOP;
}

cusparseStatus_t
hd_status_of(cudaError_t error)
{
	switch (error) {
	case cudaSuccess:
		return CUSPARSE_STATUS_SUCCESS;
	case cudaErrorMemoryAllocation:
		return CUSPARSE_STATUS_ALLOC_FAILED;
	case cudaErrorInvalidValue:
	case cudaErrorInvalidResourceHandle:
		return CUSPARSE_STATUS_INVALID_VALUE;
	case cudaErrorNotPermitted:
	case cudaErrorStreamCaptureUnsupported:
		return CUSPARSE_STATUS_INTERNAL_ERROR;
	default:
		return CUSPARSE_STATUS_EXECUTION_FAILED;
	}
}

hd_scalar
hd_take(cusparseHandle_t h, const void *at, hd_type type)
{
	hd_scalar s = {.at = at, .type = type};

	if (h->pointer_mode == CUSPARSE_POINTER_MODE_HOST) {
		memcpy(s.value, at, hd_size(type));
		s.at = NULL;
	}
	return s;
}

static hd_library_call
call_of(const hd_work *w)
{
	return (hd_library_call){
		.fn = w->run,
		.args = w->args,
		.bytes = w->bytes,
		.units = w->units,
		.grain = hd_grain(w->cost),
		.is_long = hd_is_long(w->cost * (double)w->units),
	};
}

cusparseStatus_t
hd_submit(cusparseHandle_t h, const hd_work *w)
{
	hd_library_call call = call_of(w);

	if (!w->units)
		return CUSPARSE_STATUS_SUCCESS;
	return hd_status_of(hd_library_submit(h->stream, &call));
}

cusparseStatus_t
hd_run(cusparseHandle_t h, const hd_work *w)
{
	hd_library_call call = call_of(w);

	if (!w->units)
		return hd_status_of(cudaStreamSynchronize(h->stream));
	return hd_status_of(hd_library_run(h->stream, &call));
}

cusparseStatus_t
hd_submit_result(cusparseHandle_t h, const hd_work *w)
{
	return h->pointer_mode == CUSPARSE_POINTER_MODE_HOST ? hd_run(h, w)
							     : hd_submit(h, w);
}

cusparseStatus_t
hd_say_buffer(cusparseStatus_t status, size_t *bytes)
{
	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	if (!bytes)
		return CUSPARSE_STATUS_INVALID_VALUE;
	*bytes = HD_BUFFER_BYTES;
	return CUSPARSE_STATUS_SUCCESS;
}

hd_matrix
hd_matrix_of_batch(const hd_matrix *m, int64_t which)
{
	hd_matrix one = *m;

	one.major = hd_skip_index(m->major, which * m->major_stride);
	one.minor = hd_skip_index(m->minor, which * m->minor_stride);
	one.values = hd_skip(m->values, which * m->minor_stride);
	return one;
}

hd_values
hd_dense_of_batch(const hd_dense *d, int64_t which)
{
	return hd_skip(d->values, which * d->stride);
}

hd_dense
hd_transposed(hd_dense d)
{
	hd_dense t = d;

	t.rows = d.cols;
	t.cols = d.rows;
	t.down = d.right;
	t.right = d.down;
	return t;
}

hd_matrix
hd_csr(int64_t rows, int64_t cols, int64_t nnz, const int *offsets, const int *columns,
       hd_values values)
{
	return (hd_matrix){
		.format = CUSPARSE_FORMAT_CSR,
		.rows = rows,
		.cols = cols,
		.nnz = nnz,
		.major.at = (void *)offsets,
		.minor.at = (void *)columns,
		.values = values,
		.batch = 1,
	};
}

/* Work in a stream has no way to say that there is no memory. */
void *
hd_need(size_t n, size_t bytes)
{
	void *p = calloc(n ? n : 1, bytes);

	if (!p) {
		fprintf(stderr, "cusparse: out of memory\n");
		abort();
	}
	return p;
}
