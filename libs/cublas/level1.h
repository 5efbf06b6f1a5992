/* SPDX-License-Identifier: Apache-2.0 */
/* Level 1: what its files share. */
#ifndef HD_LEVEL1_H
#define HD_LEVEL1_H

#include "blas.h"

#include <string.h>

/* What a unit does of a vector. */
typedef struct hd_piece {
	int64_t first, n;
	void *x, *y; /* as BLAS wants them, also where increments are negative */
} hd_piece;

struct hd_rotm {
	hd_blas b;
	_Alignas(8) char param[5 * sizeof(double)];
};

hd_piece hd_piece_of(const hd_blas *b, uint64_t unit);
hd_piece hd_part_of(const hd_blas *b, int64_t first, int64_t n);
hd_cut hd_cut_vector(hd_blas *b, bool in_pieces);

cublasStatus_t hd_axpy(cublasHandle_t h, hd_blas *b);
cublasStatus_t hd_scal(cublasHandle_t h, hd_blas *b);
cublasStatus_t hd_copy(cublasHandle_t h, hd_blas *b, enum hd_routine routine);
cublasStatus_t hd_rot(cublasHandle_t h, hd_blas *b);

cublasStatus_t hd_reduce(cublasHandle_t h, hd_blas *b, enum hd_routine routine);

#endif
