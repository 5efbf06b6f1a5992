/* SPDX-License-Identifier: Apache-2.0 */
/* cuSPARSE in plain loops: what its files share.
 *
 * An entry point checks its arguments, copies what the descriptors say into a record of
 * the operation, and submits that to the handle's stream in units, mostly rows. Each
 * element of a result is computed by one thread, in an order that the matrix alone
 * decides: results do not depend on how many threads there are. */
#ifndef HD_SPARSE_H
#define HD_SPARSE_H

#include "../common.h"

#pragma GCC visibility push(default)
#include "cusparse.h"
#pragma GCC visibility pop
#include "descr.h"

/* The loops that exist: for each of the first four types alone, and for any mixture of
 * the real ones, in double. */
enum { HD_MIXED = HD_Z + 1, HD_LOOPS, HD_NO_LOOP = HD_LOOPS };

typedef struct hd_values {
	void *at;
	hd_type type;
} hd_values;

/* Indices or offsets of 32 or 64 bits. */
typedef struct hd_index {
	void *at;
	bool wide;
	int base; /* that is taken off when they are read */
} hd_index;

/* A scalar: a value, or where it lies when the work is done. */
typedef struct hd_scalar {
	const void *at; /* NULL once the value is taken */
	hd_type type;
	_Alignas(16) char value[16];
} hd_scalar;

typedef struct hd_vector { /* sparse */
	int64_t size, nnz;
	hd_index index;
	hd_values values;
} hd_vector;

typedef struct hd_matrix { /* sparse */
	cusparseFormat_t format;
	int64_t rows, cols, nnz;
	hd_index major; /* CSR, CSC: offsets; COO: rows */
	hd_index minor; /* the other coordinate */
	hd_values values;
	int batch;
	int64_t major_stride,
		minor_stride; /* to the next of the batch; values: minor */
	cusparseFillMode_t fill;
	cusparseDiagType_t diag;
	int64_t block, ell_cols; /* of blocked ELL: columns of blocks are in minor */
} hd_matrix;

typedef struct hd_dense { /* a vector is one column */
	int64_t rows, cols;
	int64_t down, right; /* to the next element of a column, of a row */
	hd_values values;
	int batch;
	int64_t stride;
} hd_dense;

/* ---- submit.c: handles, types, scalars, and the stream --------------------------- */

struct cusparseContext {
	cudaStream_t stream;
	cusparsePointerMode_t pointer_mode;
	uint32_t magic;
};

enum { HD_HANDLE_MAGIC = 0x48645370 };

/* How much buffer a caller is asked to bring; none is used. */
enum { HD_BUFFER_BYTES = 16 };

bool hd_is_handle(cusparseHandle_t h);
/* Which loops work on these; HD_NO_LOOP: none do. */
int hd_loop_of(const hd_type *types, size_t n);
cusparseStatus_t hd_status_of(cudaError_t error);
/* A scalar of this type; its value is taken now if it is in host memory. */
hd_scalar hd_take(cusparseHandle_t h, const void *at, hd_type type);

typedef void hd_units_fn(void *args, uint64_t first, uint64_t count);

typedef struct hd_work {
	hd_units_fn *run;
	const void *args; /* is copied */
	size_t bytes;
	uint64_t units;
	double cost; /* of a unit, in about nanoseconds */
} hd_work;

cusparseStatus_t hd_submit(cusparseHandle_t h, const hd_work *w);
cusparseStatus_t hd_run(cusparseHandle_t h, const hd_work *w); /* and waits */
/* As the handle's pointer mode says: a result on the host is waited for. */
cusparseStatus_t hd_submit_result(cusparseHandle_t h, const hd_work *w);
/* The size of a buffer, once a call was found to be good. */
cusparseStatus_t hd_say_buffer(cusparseStatus_t status, size_t *bytes);
void *hd_need(size_t n, size_t bytes); /* zeroed; free() it. Ends the program without */

/* ---- numbers.c: elements of any real type ------------------------------------------ */

double hd_get(hd_values v, int64_t i);
void hd_put(hd_values v, int64_t i, double x);
double hd_get_scalar(const hd_scalar *s);

/* ---- objects_*.c ---------------------------------------------------------------- */

struct cusparseSpVecDescr {
	hd_vector v;
	cudaDataType type;
};

struct cusparseDnVecDescr {
	hd_dense v;
	cudaDataType type;
};

struct cusparseSpMatDescr {
	hd_matrix m;
	cudaDataType type;
};

struct cusparseDnMatDescr {
	hd_dense m;
	int64_t ld;
	cudaDataType type;
	cusparseOrder_t order;
};

/* ---- reading -------------------------------------------------------------------- */

static inline int64_t
hd_at(hd_index x, int64_t i)
{
	int64_t at = x.wide ? ((const int64_t *)x.at)[i] : ((const int32_t *)x.at)[i];

	return at - x.base;
}

static inline void
hd_set(hd_index x, int64_t i, int64_t value)
{
	if (x.wide)
		((int64_t *)x.at)[i] = value + x.base;
	else
		((int32_t *)x.at)[i] = (int32_t)(value + x.base);
}

static inline hd_index
hd_skip_index(hd_index x, int64_t n)
{
	x.at = (char *)x.at + n * (x.wide ? 8 : 4);
	return x;
}

static inline hd_values
hd_skip(hd_values v, int64_t n)
{
	v.at = (char *)v.at + n * (int64_t)hd_size(v.type);
	return v;
}

static inline const void *
hd_value(const hd_scalar *s)
{
	return s->at ? s->at : s->value;
}

static inline bool
hd_is_op(cusparseOperation_t op)
{
	return (unsigned)op <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}

/* Each entry has its indices: not so in blocks. */
static inline bool
hd_has_indices(const hd_matrix *m)
{
	return m->format <= CUSPARSE_FORMAT_COO;
}

/* Rows of a CSR matrix, columns of a CSC matrix; a COO matrix is in one piece. */
static inline int64_t
hd_majors(const hd_matrix *m)
{
	return m->format == CUSPARSE_FORMAT_CSR   ? m->rows
	       : m->format == CUSPARSE_FORMAT_CSC ? m->cols
						  : 1;
}

typedef struct hd_range {
	int64_t first, end;
} hd_range;

static inline hd_range
hd_entries(const hd_matrix *m, int64_t major)
{
	if (m->format == CUSPARSE_FORMAT_COO)
		return (hd_range){0, m->nnz};
	return (hd_range){hd_at(m->major, major), hd_at(m->major, major + 1)};
}

static inline int64_t
hd_row(const hd_matrix *m, int64_t major, int64_t k)
{
	return m->format == CUSPARSE_FORMAT_CSR   ? major
	       : m->format == CUSPARSE_FORMAT_COO ? hd_at(m->major, k)
						  : hd_at(m->minor, k);
}

static inline int64_t
hd_col(const hd_matrix *m, int64_t major, int64_t k)
{
	return m->format == CUSPARSE_FORMAT_CSC ? major : hd_at(m->minor, k);
}

static inline int64_t
hd_min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

hd_matrix hd_matrix_of_batch(const hd_matrix *m, int64_t which);
hd_values hd_dense_of_batch(const hd_dense *d, int64_t which);
hd_dense hd_transposed(hd_dense d);

/* The matrix of an older call. */
hd_matrix hd_csr(int64_t rows, int64_t cols, int64_t nnz, const int *offsets,
		 const int *columns, hd_values values);

#endif
