/* SPDX-License-Identifier: Apache-2.0 */
/* How BLAS and LAPACK write cuBLAS's enumerators; 0: there is no such one. */
#ifndef HD_LETTERS_H
#define HD_LETTERS_H

#include "cublas_api.h"

static inline char
hd_trans(cublasOperation_t op)
{
	return (unsigned)op < 3 ? "NTC"[op] : 0;
}

static inline char
hd_uplo(cublasFillMode_t uplo)
{
	return (unsigned)uplo < 2 ? "LU"[uplo] : 0;
}

static inline char
hd_diag(cublasDiagType_t diag)
{
	return (unsigned)diag < 2 ? "NU"[diag] : 0;
}

static inline char
hd_side(cublasSideMode_t side)
{
	return (unsigned)side < 2 ? "LR"[side] : 0;
}

#endif
