/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors and matrices from the host to the device and back: copies of boxes. */
#include "blas.h"

typedef struct box {
	int64_t rows, cols, bytes; /* of an element */
	const void *from;
	int64_t from_ld;
	void *to;
	int64_t to_ld;
	enum cudaMemcpyKind kind;
} box;

static cudaError_t
copy(const box *b, cudaStream_t stream, bool later)
{
	size_t pitch_to = (size_t)(b->to_ld * b->bytes);
	size_t pitch_from = (size_t)(b->from_ld * b->bytes);
	size_t width = (size_t)(b->rows * b->bytes), height = (size_t)b->cols;

	if (later)
		return cudaMemcpy2DAsync(b->to, pitch_to, b->from, pitch_from, width,
					 height, b->kind, stream);
	return cudaMemcpy2D(b->to, pitch_to, b->from, pitch_from, width, height,
			    b->kind);
}

static cublasStatus_t
matrix(const box *b, cudaStream_t stream, bool later)
{
	if (b->rows < 0 || b->cols < 0 || b->bytes <= 0 || b->from_ld < b->rows ||
	    b->to_ld < b->rows || b->from_ld < 1 || b->to_ld < 1)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!b->rows || !b->cols)
		return CUBLAS_STATUS_SUCCESS;
	return copy(b, stream, later) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
						     : CUBLAS_STATUS_MAPPING_ERROR;
}

/* A vector is a matrix with one row, whose leading dimension is the increment. */
static cublasStatus_t
vector(const box *b, cudaStream_t stream, bool later)
{
	box line = *b;

	if (b->from_ld < 1 || b->to_ld < 1)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (b->from_ld == 1 && b->to_ld == 1) {
		line.from_ld = line.to_ld = line.rows = b->cols > 0 ? b->cols : 1;
		line.cols = b->cols > 0 ? 1 : b->cols;
	}
	return matrix(&line, stream, later);
}

#define MOVES(I, s, Set, kind)                                                         \
	cublasStatus_t cublas##Set##Vector##s(I n, I bytes, const void *x, I incx,     \
					      void *y, I incy)                         \
	{                                                                              \
		return vector(&(box){1, n, bytes, x, incx, y, incy, kind}, NULL,       \
			      false);                                                  \
	}                                                                              \
	cublasStatus_t cublas##Set##VectorAsync##s(I n, I bytes, const void *x,        \
						   I incx, void *y, I incy,            \
						   cudaStream_t stream)                \
	{                                                                              \
		return vector(&(box){1, n, bytes, x, incx, y, incy, kind}, stream,     \
			      true);                                                   \
	}                                                                              \
	cublasStatus_t cublas##Set##Matrix##s(I rows, I cols, I bytes, const void *A,  \
					      I lda, void *B, I ldb)                   \
	{                                                                              \
		return matrix(&(box){rows, cols, bytes, A, lda, B, ldb, kind}, NULL,   \
			      false);                                                  \
	}                                                                              \
	cublasStatus_t cublas##Set##MatrixAsync##s(I rows, I cols, I bytes,            \
						   const void *A, I lda, void *B,      \
						   I ldb, cudaStream_t stream)         \
	{                                                                              \
		return matrix(&(box){rows, cols, bytes, A, lda, B, ldb, kind}, stream, \
			      true);                                                   \
	}
MOVES(int, , Set, cudaMemcpyHostToDevice)
MOVES(int, , Get, cudaMemcpyDeviceToHost)
MOVES(int64_t, _64, Set, cudaMemcpyHostToDevice)
MOVES(int64_t, _64, Get, cudaMemcpyDeviceToHost)
