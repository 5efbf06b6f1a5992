/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of sparse matrices whose columns are sorted: csrgeam2. */
#include "sparse.h"

typedef struct geam {
	hd_matrix a, b, c;
	hd_scalar alpha, beta;
	int *nnz;
} geam;

/* Two rows, read at once. */
typedef struct merge {
	hd_range a, b; /* what is left */
	int64_t column;
	bool in_a, in_b; /* who has it */
} merge;

static inline merge
start(const geam *g, int64_t row)
{
	return (merge){.a = hd_entries(&g->a, row), .b = hd_entries(&g->b, row)};
}

static inline bool
step(const geam *g, merge *m)
{
	bool has_a = m->a.first < m->a.end, has_b = m->b.first < m->b.end;
	int64_t a = has_a ? hd_at(g->a.minor, m->a.first) : INT64_MAX;
	int64_t b = has_b ? hd_at(g->b.minor, m->b.first) : INT64_MAX;

	m->in_a = has_a && a <= b;
	m->in_b = has_b && b <= a;
	m->a.first += m->in_a;
	m->b.first += m->in_b;
	m->column = m->in_a ? a : b;
	return has_a || has_b;
}

#define TEMPLATE "geam_template.h"
#include "each_type.h"

static hd_units_fn *const add[] = HD_EACH_LOOP(add);

static void
run_count(void *args, uint64_t first, uint64_t count)
{
	const geam *g = args;
	int64_t n = 0;

	(void)first, (void)count;
	for (int64_t i = 0; i < g->c.rows; i++) {
		merge m = start(g, i);

		hd_set(g->c.major, i, n);
		while (step(g, &m))
			n++;
	}
	hd_set(g->c.major, g->c.rows, n);
	*g->nnz = (int)n;
}

static bool
is_matrix(const hd_matrix *m)
{
	return m->rows >= 0 && m->cols >= 0 && m->nnz >= 0 && m->major.at &&
	       (!m->nnz || m->minor.at);
}

static cusparseStatus_t
check(cusparseHandle_t h, geam *g, const cusparseMatDescr_t descr[3])
{
	hd_matrix *all[] = {&g->a, &g->b, &g->c};

	if (!hd_is_handle(h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	for (int i = 0; i < 3; i++) {
		if (!descr[i])
			return CUSPARSE_STATUS_INVALID_VALUE;
		if (descr[i]->type != CUSPARSE_MATRIX_TYPE_GENERAL)
			return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
		all[i]->major.base = all[i]->minor.base = (int)descr[i]->base;
	}
	return is_matrix(&g->a) && is_matrix(&g->b) ? CUSPARSE_STATUS_SUCCESS
						    : CUSPARSE_STATUS_INVALID_VALUE;
}

cusparseStatus_t
cusparseXcsrgeam2Nnz(cusparseHandle_t h, int m, int n, const cusparseMatDescr_t da,
		     int nnz_a, const int *offsets_a, const int *columns_a,
		     const cusparseMatDescr_t db, int nnz_b, const int *offsets_b,
		     const int *columns_b, const cusparseMatDescr_t dc, int *offsets_c,
		     int *nnz, void *workspace)
{
	hd_values none = {NULL, HD_S};
	geam g = {
		.a = hd_csr(m, n, nnz_a, offsets_a, columns_a, none),
		.b = hd_csr(m, n, nnz_b, offsets_b, columns_b, none),
		.c = hd_csr(m, n, 0, offsets_c, NULL, none),
		.nnz = nnz,
	};
	cusparseStatus_t status = check(h, &g, (cusparseMatDescr_t[]){da, db, dc});

	(void)workspace;
	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	if (!nnz || !offsets_c)
		return CUSPARSE_STATUS_INVALID_VALUE;
	return hd_submit_result(h, &(hd_work){.run = run_count,
					      .args = &g,
					      .bytes = sizeof g,
					      .units = 1,
					      .cost = 2.0 * (nnz_a + nnz_b)});
}

static cusparseStatus_t
add_them(cusparseHandle_t h, geam *g, const void *alpha, const void *beta)
{
	hd_type type = g->c.values.type;

	if (!alpha || !beta || !g->c.major.at ||
	    ((g->a.nnz || g->b.nnz) && (!g->c.minor.at || !g->c.values.at)) ||
	    (g->a.nnz && !g->a.values.at) || (g->b.nnz && !g->b.values.at))
		return CUSPARSE_STATUS_INVALID_VALUE;
	g->alpha = hd_take(h, alpha, type);
	g->beta = hd_take(h, beta, type);
	return hd_submit(h, &(hd_work){.run = add[type],
				       .args = g,
				       .bytes = sizeof *g,
				       .units = (uint64_t)g->c.rows,
				       .cost = 3.0 * (double)(g->a.nnz + g->b.nnz) /
					       (double)(g->c.rows + 1)});
}

#define GEAM(t)                                                                        \
	{                                                                              \
		.a = hd_csr(m, n, nnzA, csrSortedRowPtrA, csrSortedColIndA,            \
			    (hd_values){(void *)csrSortedValA, t}),                    \
		.b = hd_csr(m, n, nnzB, csrSortedRowPtrB, csrSortedColIndB,            \
			    (hd_values){(void *)csrSortedValB, t}),                    \
		.c = hd_csr(m, n, 0, csrSortedRowPtrC, csrSortedColIndC,               \
			    (hd_values){(void *)csrSortedValC, t}),                    \
	}

#define NOT_CONST
#define ENTRY_POINTS(X, T, t)                                                          \
	cusparseStatus_t cusparse##X##csrgeam2_bufferSizeExt(__hd_csrgeam2(T, const),  \
							     size_t *bytes)            \
	{                                                                              \
		geam g = GEAM(t);                                                      \
		(void)alpha, (void)beta;                                               \
		return hd_say_buffer(                                                  \
			check(handle, &g,                                              \
			      (cusparseMatDescr_t[]){descrA, descrB, descrC}),         \
			bytes);                                                        \
	}                                                                              \
	cusparseStatus_t cusparse##X##csrgeam2(__hd_csrgeam2(T, NOT_CONST),            \
					       void *buffer)                           \
	{                                                                              \
		geam g = GEAM(t);                                                      \
		cusparseStatus_t status = check(                                       \
			handle, &g, (cusparseMatDescr_t[]){descrA, descrB, descrC});   \
		(void)buffer;                                                          \
		return status == CUSPARSE_STATUS_SUCCESS                               \
			       ? add_them(handle, &g, alpha, beta)                     \
			       : status;                                               \
	}
ENTRY_POINTS(S, float, HD_S)
ENTRY_POINTS(D, double, HD_D)
ENTRY_POINTS(C, cuComplex, HD_C)
ENTRY_POINTS(Z, cuDoubleComplex, HD_Z)
