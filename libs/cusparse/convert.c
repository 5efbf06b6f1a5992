/* SPDX-License-Identifier: Apache-2.0 */
/* From one sparse format to another, and sorting; indices are ints. */
#include "sparse.h"

#include <stdlib.h>
#include <string.h>

/* ---- offsets and coordinates ------------------------------------------------------- */

typedef struct offsets_call {
	const int *from;
	int *to;
	int nnz, rows, base;
} offsets_call;

static void
run_coo2csr(void *args, uint64_t first, uint64_t count)
{
	const offsets_call *c = args;
	int k = 0;

	(void)first, (void)count;
	for (int i = 0; i <= c->rows; i++) {
		while (k < c->nnz && c->from[k] - c->base < i)
			k++;
		c->to[i] = k + c->base;
	}
}

static void
run_csr2coo(void *args, uint64_t first, uint64_t count)
{
	const offsets_call *c = args;

	for (uint64_t i = first; i < first + count; i++)
		for (int k = c->from[i]; k < c->from[i + 1]; k++)
			c->to[k - c->base] = (int)i + c->base;
}

static cusparseStatus_t
offsets(cusparseHandle_t h, const offsets_call *c, hd_units_fn *run, int units)
{
	if (!hd_is_handle(h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (c->nnz < 0 || c->rows < 0 || (unsigned)c->base > 1 ||
	    (c->nnz && (!c->from || !c->to)))
		return CUSPARSE_STATUS_INVALID_VALUE;
	return hd_submit(h, &(hd_work){.run = run,
				       .args = c,
				       .bytes = sizeof *c,
				       .units = (uint64_t)units,
				       .cost = (double)c->nnz / (units ? units : 1)});
}

cusparseStatus_t
cusparseXcoo2csr(cusparseHandle_t h, const int *rows, int nnz, int m, int *to,
		 cusparseIndexBase_t base)
{
	return offsets(h, &(offsets_call){rows, to, nnz, m, (int)base}, run_coo2csr, 1);
}

cusparseStatus_t
cusparseXcsr2coo(cusparseHandle_t h, const int *from, int nnz, int m, int *rows,
		 cusparseIndexBase_t base)
{
	return offsets(h, &(offsets_call){from, rows, nnz, m, (int)base}, run_csr2coo,
		       m);
}

/* ---- transposing ------------------------------------------------------------------- */

typedef struct csc_call {
	int rows, cols, nnz, base;
	const void *values;
	const int *offsets, *columns;
	void *to_values; /* NULL: only the structure */
	int *to_offsets, *to_rows;
	size_t bytes; /* of a value */
} csc_call;

static void
copy_value(const csc_call *c, int64_t to, int64_t from)
{
	switch (c->bytes) {
	case 4:
		((uint32_t *)c->to_values)[to] = ((const uint32_t *)c->values)[from];
		break;
	case 8:
		((uint64_t *)c->to_values)[to] = ((const uint64_t *)c->values)[from];
		break;
	default:
		memcpy((char *)c->to_values + (size_t)to * c->bytes,
		       (const char *)c->values + (size_t)from * c->bytes, c->bytes);
	}
}

/* Offsets are moved on while entries are placed, and then back by one column. */
static void
run_csr2csc(void *args, uint64_t first, uint64_t count)
{
	const csc_call *c = args;
	int *next = c->to_offsets, base = c->base;

	(void)first, (void)count;
	memset(next, 0, ((size_t)c->cols + 1) * sizeof *next);
	for (int k = 0; k < c->nnz; k++)
		next[c->columns[k] - base + 1]++;
	for (int j = 0; j < c->cols; j++)
		next[j + 1] += next[j];
	for (int i = 0; i < c->rows; i++)
		for (int k = c->offsets[i] - base; k < c->offsets[i + 1] - base; k++) {
			int to = next[c->columns[k] - base]++;

			c->to_rows[to] = i + base;
			if (c->to_values)
				copy_value(c, to, k);
		}
	for (int j = c->cols; j > 0; j--)
		next[j] = next[j - 1] + base;
	next[0] = base;
}

/* Whatever else is wrong, values are needed only if they are moved. */
static cusparseStatus_t
check_csc(cusparseHandle_t h, const csc_call *c)
{
	if (!hd_is_handle(h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (c->rows < 0 || c->cols < 0 || c->nnz < 0 || (unsigned)c->base > 1)
		return CUSPARSE_STATUS_INVALID_VALUE;
	return c->bytes ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_SUPPORTED;
}

static size_t
bytes_of(cudaDataType type)
{
	hd_type of = hd_type_of(type);

	return of == HD_TYPES ? 0 : hd_size(of);
}

#define CSC                                                                            \
	{m,                                                                            \
	 n,                                                                            \
	 nnz,                                                                          \
	 (int)idxBase,                                                                 \
	 csrVal,                                                                       \
	 csrRowPtr,                                                                    \
	 csrColInd,                                                                    \
	 copyValues == CUSPARSE_ACTION_NUMERIC ? cscVal : NULL,                        \
	 cscColPtr,                                                                    \
	 cscRowInd,                                                                    \
	 bytes_of(valType)}

cusparseStatus_t
cusparseCsr2cscEx2_bufferSize(__hd_Csr2csc, size_t *bytes)
{
	csc_call c = CSC;

	(void)alg;
	return hd_say_buffer(check_csc(handle, &c), bytes);
}

cusparseStatus_t
cusparseCsr2cscEx2(__hd_Csr2csc, void *buffer)
{
	csc_call c = CSC;
	cusparseStatus_t status = check_csc(handle, &c);

	(void)alg, (void)buffer;
	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	if (!c.offsets || !c.to_offsets || (c.nnz && (!c.columns || !c.to_rows)) ||
	    (unsigned)copyValues > CUSPARSE_ACTION_NUMERIC ||
	    (c.nnz && copyValues && (!c.values || !c.to_values)))
		return CUSPARSE_STATUS_INVALID_VALUE;
	return hd_submit(handle, &(hd_work){.run = run_csr2csc,
					    .args = &c,
					    .bytes = sizeof c,
					    .units = 1,
					    .cost = 4.0 * nnz});
}

/* ---- sorting ----------------------------------------------------------------------- */

typedef struct sort_call {
	const int *offsets;
	int *major, *minor, *order; /* order: may be NULL */
	int nnz, base;
	int majors, minors;
} sort_call;

static int
by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void
sort_keys(uint64_t *keys, size_t n)
{
	if (n > 24) {
		qsort(keys, n, sizeof *keys, by_number);
		return;
	}
	for (size_t i = 1; i < n; i++) {
		uint64_t key = keys[i];
		size_t j = i;

		for (; j && keys[j - 1] > key; j--)
			keys[j] = keys[j - 1];
		keys[j] = key;
	}
}

/* Indices with their places below them: what is equal stays in order. */
static void
sort_row(const sort_call *c, int first, int n, uint64_t *keys)
{
	int *old = (int *)(keys + n);

	for (int i = 0; i < n; i++)
		keys[i] = (uint64_t)(unsigned)c->minor[first + i] << 32 | (unsigned)i;
	sort_keys(keys, (size_t)n);
	for (int i = 0; i < n; i++)
		c->minor[first + i] = (int)(keys[i] >> 32);
	if (!c->order)
		return;
	memcpy(old, c->order + first, (size_t)n * sizeof *old);
	for (int i = 0; i < n; i++)
		c->order[first + i] = old[(uint32_t)keys[i]];
}

static void
run_row_sort(void *args, uint64_t first, uint64_t count)
{
	const sort_call *c = args;
	int longest = 0;
	uint64_t *keys;

	for (uint64_t i = first; i < first + count; i++)
		if (c->offsets[i + 1] - c->offsets[i] > longest)
			longest = c->offsets[i + 1] - c->offsets[i];
	keys = hd_need((size_t)longest * 2, sizeof *keys);
	for (uint64_t i = first; i < first + count; i++)
		sort_row(c, c->offsets[i] - c->base, c->offsets[i + 1] - c->offsets[i],
			 keys);
	free(keys);
}

static cusparseStatus_t
sort_rows(cusparseHandle_t h, sort_call *c, cusparseMatDescr_t descr)
{
	if (!hd_is_handle(h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (!descr || c->majors < 0 || c->minors < 0 || c->nnz < 0 ||
	    (c->majors && !c->offsets) || (c->nnz && !c->minor))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (descr->type != CUSPARSE_MATRIX_TYPE_GENERAL)
		return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	c->base = (int)descr->base;
	return hd_submit(h, &(hd_work){.run = run_row_sort,
				       .args = c,
				       .bytes = sizeof *c,
				       .units = (uint64_t)c->majors,
				       .cost = 20.0 * c->nnz / (c->majors + 1)});
}

cusparseStatus_t
cusparseXcsrsort(cusparseHandle_t h, int m, int n, int nnz,
		 const cusparseMatDescr_t descr, const int *offsets, int *columns,
		 int *order, void *buffer)
{
	sort_call c = {.offsets = offsets,
		       .minor = columns,
		       .order = order,
		       .nnz = nnz,
		       .majors = m,
		       .minors = n};

	(void)buffer;
	return sort_rows(h, &c, descr);
}

cusparseStatus_t
cusparseXcscsort(cusparseHandle_t h, int m, int n, int nnz,
		 const cusparseMatDescr_t descr, const int *offsets, int *rows,
		 int *order, void *buffer)
{
	return cusparseXcsrsort(h, n, m, nnz, descr, offsets, rows, order, buffer);
}

/* Places of entries in the order of one coordinate, and before that of `places`. */
static void
sort_places(int *to, const int *places, const int *key, int nnz)
{
	int most = 0;
	int *next;

	for (int k = 0; k < nnz; k++)
		most = key[k] > most ? key[k] : most;
	next = hd_need((size_t)most + 2, sizeof *next);
	for (int k = 0; k < nnz; k++)
		next[key[k] + 1]++;
	for (int i = 0; i <= most; i++)
		next[i + 1] += next[i];
	for (int k = 0; k < nnz; k++)
		to[next[key[places[k]]]++] = places[k];
	free(next);
}

static void
permute(int *values, const int *places, int *old, int nnz)
{
	memcpy(old, values, (size_t)nnz * sizeof *old);
	for (int k = 0; k < nnz; k++)
		values[k] = old[places[k]];
}

static void
run_coo_sort(void *args, uint64_t first, uint64_t count)
{
	const sort_call *c = args;
	int *work = hd_need((size_t)c->nnz * 3, sizeof *work);
	int *a = work, *b = work + c->nnz, *old = b + c->nnz;

	(void)first, (void)count;
	for (int k = 0; k < c->nnz; k++)
		a[k] = k;
	sort_places(b, a, c->minor, c->nnz);
	sort_places(a, b, c->major, c->nnz);
	permute(c->major, a, old, c->nnz);
	permute(c->minor, a, old, c->nnz);
	if (c->order)
		permute(c->order, a, old, c->nnz);
	free(work);
}

static cusparseStatus_t
sort_coo(cusparseHandle_t h, const sort_call *c)
{
	if (!hd_is_handle(h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (c->majors < 0 || c->minors < 0 || c->nnz < 0 ||
	    (c->nnz && (!c->major || !c->minor)))
		return CUSPARSE_STATUS_INVALID_VALUE;
	return hd_submit(h, &(hd_work){.run = run_coo_sort,
				       .args = c,
				       .bytes = sizeof *c,
				       .units = c->nnz != 0,
				       .cost = 20.0 * c->nnz});
}

cusparseStatus_t
cusparseXcoosortByRow(cusparseHandle_t h, int m, int n, int nnz, int *rows,
		      int *columns, int *order, void *buffer)
{
	(void)buffer;
	return sort_coo(h, &(sort_call){.major = rows,
					.minor = columns,
					.order = order,
					.nnz = nnz,
					.majors = m,
					.minors = n});
}

cusparseStatus_t
cusparseXcoosortByColumn(cusparseHandle_t h, int m, int n, int nnz, int *rows,
			 int *columns, int *order, void *buffer)
{
	return cusparseXcoosortByRow(h, n, m, nnz, columns, rows, order, buffer);
}

#define SORT_BUFFER(name)                                                              \
	cusparseStatus_t name##_bufferSizeExt(cusparseHandle_t h, int m, int n,        \
					      int nnz, const int *a, const int *b,     \
					      size_t *bytes)                           \
	{                                                                              \
		(void)a, (void)b;                                                      \
		if (!hd_is_handle(h))                                                  \
			return CUSPARSE_STATUS_NOT_INITIALIZED;                        \
		return hd_say_buffer(m < 0 || n < 0 || nnz < 0                         \
					     ? CUSPARSE_STATUS_INVALID_VALUE           \
					     : CUSPARSE_STATUS_SUCCESS,                \
				     bytes);                                           \
	}
SORT_BUFFER(cusparseXcoosort)
SORT_BUFFER(cusparseXcsrsort)
SORT_BUFFER(cusparseXcscsort)

static void
run_identity(void *args, uint64_t first, uint64_t count)
{
	int *p = ((const sort_call *)args)->order;

	for (uint64_t i = first; i < first + count; i++)
		p[i] = (int)i;
}

cusparseStatus_t
cusparseCreateIdentityPermutation(cusparseHandle_t h, int n, int *p)
{
	sort_call c = {.order = p};

	if (!hd_is_handle(h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (n < 0 || (n && !p))
		return CUSPARSE_STATUS_INVALID_VALUE;
	return hd_submit(h, &(hd_work){.run = run_identity,
				       .args = &c,
				       .bytes = sizeof c,
				       .units = (uint64_t)n,
				       .cost = 0.5});
}
