/* SPDX-License-Identifier: Apache-2.0 */
/* Sparse matrices: what sparse.c, sparse_lu.c and order.c share. */
#ifndef HD_SOLVER_SPARSE_H
#define HD_SOLVER_SPARSE_H

#include "../common.h"

#pragma GCC visibility push(default)
#include "cusolverSp.h"
#pragma GCC visibility pop
#include "../cusparse/descr.h"

struct cusolverSpContext {
	cudaStream_t stream;
	uint32_t magic;
};

bool hd_is_sparse_handle(cusolverSpHandle_t h);

/* n rows; rows and columns are counted from `base`. */
typedef struct hd_csr {
	int64_t n;
	int base;
	const int *rows, *columns;
	const void *values;
} hd_csr;

/* A system; how it went is told where the caller waits for it, or nobody waits and what
 * has no solution is not a number. */
typedef struct hd_system {
	hd_csr a;
	hd_type type;
	const void *b;
	void *x;
	double tolerance; /* a pivot up to it is none */
	bool reorders;
	bool definite; /* only the lower triangle is read, pivots stay where they are */
	int *singularity;
	cusolverStatus_t *status;
	int64_t entries; /* of each matrix of a batch */
} hd_system;

/* ---- sparse_lu.c */
typedef void hd_solve_sparse_fn(const hd_system *s, const int *order);
extern hd_solve_sparse_fn *const hd_solve_sparse[4];

/* ---- order.c: a reversed order of Cuthill and McKee; false: no memory */
bool hd_order_rcm(const hd_csr *a, int *order);

#endif
