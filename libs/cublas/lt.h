/* SPDX-License-Identifier: Apache-2.0 */
/* cublasLt: what its objects hold. */
#ifndef HD_LT_H
#define HD_LT_H

#include "blas.h"

#pragma GCC visibility push(default)
#include "cublasLt.h"
#pragma GCC visibility pop

/* Values have the sizes that programs give and get them in. */
typedef struct hd_layout {
	int32_t type, order;
	uint64_t rows, cols;
	int64_t ld;
	int32_t batch;
	int64_t stride, plane;
} hd_layout;

typedef struct hd_product {
	int32_t compute, scale, pointer_mode;
	int32_t ta, tb, tc, fill;
	uint32_t epilogue;
	const void *bias;
	int64_t bias_stride;
	int32_t bias_type; /* -1: that of D */
	void *aux;
	int64_t aux_ld, aux_stride;
	int32_t aux_type;
	int64_t alpha_stride;
	int32_t sm_count;
	const void *scale_of[4]; /* of A, B, C and D; not supported */
	void *amax_d;
	int8_t fast_accum;
} hd_product;

_Static_assert(sizeof(hd_layout) <= sizeof(cublasLtMatrixLayoutOpaque_t), "room");
_Static_assert(sizeof(hd_product) <= sizeof(cublasLtMatmulDescOpaque_t), "room");

#endif
