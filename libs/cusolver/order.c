/* SPDX-License-Identifier: Apache-2.0 */
/* Orders of rows and columns: whether a pattern is symmetric, an order that keeps what is
 * not zero near the diagonal, and matrices in another order. All in host memory. */
#include "sparse.h"

#include <stdlib.h>
#include <string.h>

bool
hd_graph_new(hd_graph *g, const hd_csr *a)
{
	int64_t entries = a->n ? a->rows[a->n] - a->base : 0;

	g->n = a->n;
	g->start = calloc((size_t)a->n + 2, sizeof *g->start);
	g->to = malloc(2 * (size_t)entries * sizeof *g->to + 1);
	if (!g->start || !g->to)
		return false;
	for (int turn = 0; turn < 2; turn++) { /* count, then put */
		for (int64_t i = 0; i < a->n; i++)
			for (int64_t p = a->rows[i] - a->base;
			     p < a->rows[i + 1] - a->base; p++) {
				int j = a->columns[p] - a->base;

				if (j == i)
					continue;
				if (turn) {
					g->to[g->start[i]] = j;
					g->to[g->start[j]] = (int)i;
				}
				g->start[i + !turn]++;
				g->start[j + !turn]++;
			}
		for (int64_t i = 0; i < a->n && !turn; i++)
			g->start[i + 1] += g->start[i];
	}
	memmove(g->start + 1, g->start, (size_t)a->n * sizeof *g->start);
	g->start[0] = 0;
	return true;
}

void
hd_graph_free(hd_graph *g)
{
	free(g->start);
	free(g->to);
}

static int64_t
degree(const hd_graph *g, int i)
{
	return g->start[i + 1] - g->start[i];
}

/* By insertion, as there are few; the order of many is not worth it. */
static void
sort_by_degree(const hd_graph *g, int *order, int64_t count)
{
	if (count > 1000)
		return;
	for (int64_t i = 1; i < count; i++) {
		int row = order[i];
		int64_t j = i;

		for (; j > 0 && degree(g, order[j - 1]) > degree(g, row); j--)
			order[j] = order[j - 1];
		order[j] = row;
	}
}

/* Adds what can be reached from `first`, by distance; how many there are then. */
static int64_t
walk(const hd_graph *g, int first, bool *seen, int *order, int64_t count)
{
	int64_t at = count;

	order[count++] = first;
	seen[first] = true;
	for (; at < count; at++) {
		int64_t before = count;

		for (int64_t p = g->start[order[at]]; p < g->start[order[at] + 1];
		     p++) {
			int row = g->to[p];

			if (!seen[row])
				order[count++] = row;
			seen[row] = true;
		}
		sort_by_degree(g, order + before, count - before);
	}
	return count;
}

/* From a row at the end of a part of the graph: the last that a walk reaches. */
bool
hd_order_rcm(const hd_csr *a, int *order)
{
	hd_graph g = {0};
	bool *seen = calloc((size_t)a->n + 1, sizeof *seen);
	bool good = hd_graph_new(&g, a) && seen;

	for (int64_t i = 0, count = 0; good && i < a->n; i++) {
		int64_t end;

		if (seen[i])
			continue;
		end = walk(&g, (int)i, seen, order, count);
		for (int64_t j = count; j < end; j++)
			seen[order[j]] = false;
		count = walk(&g, order[end - 1], seen, order, count);
	}
	for (int64_t i = 0; good && i < a->n / 2; i++) {
		int row = order[i];

		order[i] = order[a->n - 1 - i];
		order[a->n - 1 - i] = row;
	}
	hd_graph_free(&g);
	free(seen);
	return good;
}

static cusolverStatus_t
order(cusolverSpHandle_t h, const hd_csr *a, const cusparseMatDescr_t d,
      bool (*method)(const hd_csr *a, int *order), int *p)
{
	hd_csr based = *a;

	if (!hd_is_sparse_handle(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (a->n < 0 || !d || (a->n && (!a->rows || !a->columns || !p)))
		return CUSOLVER_STATUS_INVALID_VALUE;
	based.base = (int)d->base;
	return method(&based, p) ? CUSOLVER_STATUS_SUCCESS
				 : CUSOLVER_STATUS_ALLOC_FAILED;
}

#define ORDER(name, method)                                                            \
	cusolverStatus_t cusolverSpXcsr##name##Host(                                   \
		cusolverSpHandle_t h, int n, int nnz, const cusparseMatDescr_t d,      \
		const int *rows, const int *columns, int *p)                           \
	{                                                                              \
		hd_csr a = {.n = nnz < 0 ? -1 : n, .rows = rows, .columns = columns};  \
                                                                                       \
		return order(h, &a, d, method, p);                                     \
	}
ORDER(symrcm, hd_order_rcm)
ORDER(symmdq, hd_order_degree)
ORDER(symamd, hd_order_degree)

/* Not METIS: another order that keeps the factors sparse. */
cusolverStatus_t
cusolverSpXcsrmetisndHost(cusolverSpHandle_t h, int n, int nnz,
			  const cusparseMatDescr_t d, const int *rows,
			  const int *columns, const int64_t *options, int *p)
{
	(void)options;
	return cusolverSpXcsrsymamdHost(h, n, nnz, d, rows, columns, p);
}

static bool
has_entry(const int *columns, int first, int end, int column)
{
	for (int i = first; i < end; i++)
		if (columns[i] == column)
			return true;
	return false;
}

cusolverStatus_t
cusolverSpXcsrissymHost(cusolverSpHandle_t h, int m, int nnz,
			const cusparseMatDescr_t d, const int *rows, const int *ends,
			const int *columns, int *issym)
{
	int base;

	if (!hd_is_sparse_handle(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (m < 0 || nnz < 0 || !d || !issym || (m && (!rows || !ends || !columns)))
		return CUSOLVER_STATUS_INVALID_VALUE;
	base = (int)d->base;
	*issym = 1;
	for (int i = 0; i < m; i++)
		for (int p = rows[i] - base; p < ends[i] - base; p++) {
			int j = columns[p] - base;

			if (!has_entry(columns, rows[j] - base, ends[j] - base,
				       i + base))
				*issym = 0;
		}
	return CUSOLVER_STATUS_SUCCESS;
}

/* ---- another order --------------------------------------------------------------- */

cusolverStatus_t
cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t h, int m, int n, int nnz,
				  const cusparseMatDescr_t d, const int *rows,
				  const int *columns, const int *p, const int *q,
				  size_t *bytes)
{
	(void)rows, (void)columns, (void)p, (void)q;
	if (!hd_is_sparse_handle(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (m < 0 || n < 0 || nnz < 0 || !d || !bytes)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*bytes = ((size_t)m + 1 + (size_t)n + 2 * (size_t)nnz) * sizeof(int);
	return CUSOLVER_STATUS_SUCCESS;
}

/* Row i of the result is row p[i], with columns where they are now, in order. */
cusolverStatus_t
cusolverSpXcsrpermHost(cusolverSpHandle_t h, int m, int n, int nnz,
		       const cusparseMatDescr_t d, int *rows, int *columns,
		       const int *p, const int *q, int *map, void *buffer)
{
	int *old_rows = buffer, *place, *old_columns, *old_map, base, at = 0;

	if (!hd_is_sparse_handle(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (m < 0 || n < 0 || nnz < 0 || !d || !rows || !p || !q || !map || !buffer)
		return CUSOLVER_STATUS_INVALID_VALUE;
	base = (int)d->base;
	place = old_rows + m + 1;
	old_columns = place + n;
	old_map = old_columns + nnz;
	memcpy(old_rows, rows, ((size_t)m + 1) * sizeof *rows);
	memcpy(old_columns, columns, (size_t)nnz * sizeof *columns);
	memcpy(old_map, map, (size_t)nnz * sizeof *map);
	for (int j = 0; j < n; j++)
		place[q[j]] = j;
	for (int i = 0; i < m; i++) {
		int first = at;

		rows[i] = at + base;
		for (int k = old_rows[p[i]] - base; k < old_rows[p[i] + 1] - base;
		     k++) {
			int column = place[old_columns[k] - base] + base, j = at++;

			for (; j > first && columns[j - 1] > column; j--) {
				columns[j] = columns[j - 1];
				map[j] = map[j - 1];
			}
			columns[j] = column;
			map[j] = old_map[k];
		}
	}
	rows[m] = at + base;
	return CUSOLVER_STATUS_SUCCESS;
}
