/* SPDX-License-Identifier: Apache-2.0 */
/* Products in floats with something done to the sums before they are rounded. */
#ifndef HD_MIXED_H
#define HD_MIXED_H

#include "blas.h"

enum hd_activation { HD_IDENTITY, HD_RELU, HD_GELU };

/* What b is part of if b.more is set: D = act(alpha * A * B + beta * C + bias). */
struct hd_finished {
	hd_blas b;      /* y: C, where it is not D */
	hd_matrix bias; /* an element for each row; at is NULL: none */
	bool bias_of_columns;
	enum hd_activation act;
};

/* Sets types; false: there is no such product. */
bool hd_find_combination(hd_blas *b, cublasComputeType_t compute);
cublasStatus_t hd_gemm_ex(cublasHandle_t h, struct hd_finished *f,
			  cublasComputeType_t compute);

#endif
