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
	int reorder;      /* 0: not, 1: by Cuthill and McKee, others: by degree */
	bool definite; /* only the lower triangle is read, pivots stay where they are */
	int *singularity;
	cusolverStatus_t *status;
	int64_t entries; /* of each matrix of a batch */
} hd_system;

/* ---- sparse_lu.c */
typedef void hd_solve_sparse_fn(const hd_system *s, const int *order);
extern hd_solve_sparse_fn *const hd_solve_sparse[4];

/* Neighbours in the graph of A + A^T; some are there twice. */
typedef struct hd_graph {
	int64_t n, *start;
	int *to;
} hd_graph;

/* ---- order.c, degree.c: orders that keep factors sparse, Cuthill's and McKee's reversed
 * and that of minimum degree; false: no memory */
bool hd_order_rcm(const hd_csr *a, int *order);
bool hd_order_degree(const hd_csr *a, int *order);
bool hd_graph_new(hd_graph *g, const hd_csr *a); /* to be freed in either case */
void hd_graph_free(hd_graph *g);

#endif
