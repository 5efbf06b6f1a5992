/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptors of sparse matrices. */
#include "sparse.h"

#include <stdlib.h>
#include <string.h>

#define GIVE(to, value)                                                                \
	do {                                                                           \
		if (!(to))                                                             \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		*(to) = (value);                                                       \
	} while (0)

static bool
is_index(cusparseIndexType_t type)
{
	return type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I;
}

static cusparseIndexType_t
index_type(hd_index x)
{
	return x.wide ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
}

/* Arrays may be set later. */
static cusparseStatus_t
create(cusparseSpMatDescr_t *to, const hd_matrix *m, const cusparseIndexType_t index[2],
       cudaDataType type)
{
	if (!to || m->rows < 0 || m->cols < 0 || m->nnz < 0 ||
	    (unsigned)m->major.base > 1)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (m->values.type == HD_TYPES || !is_index(index[0]) || !is_index(index[1]))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	*to = calloc(1, sizeof **to);
	if (!*to)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	(*to)->m = *m;
	(*to)->m.major.wide = index[0] == CUSPARSE_INDEX_64I;
	(*to)->m.minor.wide = index[1] == CUSPARSE_INDEX_64I;
	(*to)->m.batch = 1;
	(*to)->type = type;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t
set_pointers(cusparseSpMatDescr_t d, cusparseFormat_t format, void *const at[3])
{
	if (!d || d->m.format != format || !at[0] || (d->m.nnz && (!at[1] || !at[2])))
		return CUSPARSE_STATUS_INVALID_VALUE;
	d->m.major.at = at[0];
	d->m.minor.at = at[1];
	d->m.values.at = at[2];
	return CUSPARSE_STATUS_SUCCESS;
}

#define CREATE(K, c, name, format_, types, first, ...)                                 \
	cusparseStatus_t cusparseCreate##K##name(                                      \
		cusparse##K##SpMatDescr_t *d, int64_t rows, int64_t cols, int64_t nnz, \
		c void *major, c void *minor, c void *values, __VA_ARGS__,             \
		cusparseIndexBase_t base, cudaDataType type)                           \
	{                                                                              \
		hd_matrix m = {                                                        \
			.format = format_,                                             \
			.rows = rows,                                                  \
			.cols = cols,                                                  \
			.nnz = nnz,                                                    \
			.major = {(void *)major, false, (int)base},                    \
			.minor = {(void *)minor, false, (int)base},                    \
			.values = {(void *)values, hd_type_of(type)},                  \
		};                                                                     \
		cusparseIndexType_t index[] = {first, types};                          \
		return create((cusparseSpMatDescr_t *)d, &m, index, type);             \
	}

#define GET(K, c, name, format_, give_first, ...)                                      \
	cusparseStatus_t cusparse##K##name##Get(                                       \
		cusparse##K##SpMatDescr_t d, int64_t *rows, int64_t *cols,             \
		int64_t *nnz, c void **major, c void **minor, c void **values,         \
		__VA_ARGS__, cusparseIndexBase_t *base, cudaDataType *type)            \
	{                                                                              \
		if (!d || d->m.format != format_)                                      \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		GIVE(rows, d->m.rows);                                                 \
		GIVE(cols, d->m.cols);                                                 \
		GIVE(nnz, d->m.nnz);                                                   \
		GIVE(major, d->m.major.at);                                            \
		GIVE(minor, d->m.minor.at);                                            \
		GIVE(values, d->m.values.at);                                          \
		give_first GIVE(index, index_type(d->m.minor));                        \
		GIVE(base, (cusparseIndexBase_t)d->m.minor.base);                      \
		GIVE(type, d->type);                                                   \
		return CUSPARSE_STATUS_SUCCESS;                                        \
	}

#define FORMATS(K, c)                                                                  \
	CREATE(K, c, Csr, CUSPARSE_FORMAT_CSR, index_, offset_,                        \
	       cusparseIndexType_t offset_, cusparseIndexType_t index_)                \
	CREATE(K, c, Csc, CUSPARSE_FORMAT_CSC, index_, offset_,                        \
	       cusparseIndexType_t offset_, cusparseIndexType_t index_)                \
	CREATE(K, c, Coo, CUSPARSE_FORMAT_COO, index_, index_,                         \
	       cusparseIndexType_t index_)                                             \
	GET(K, c, Csr, CUSPARSE_FORMAT_CSR, GIVE(offset, index_type(d->m.major));      \
	    , cusparseIndexType_t * offset, cusparseIndexType_t * index)               \
	GET(K, c, Csc, CUSPARSE_FORMAT_CSC, GIVE(offset, index_type(d->m.major));      \
	    , cusparseIndexType_t * offset, cusparseIndexType_t * index)               \
	GET(K, c, Coo, CUSPARSE_FORMAT_COO, , cusparseIndexType_t *index)              \
	cusparseStatus_t cusparse##K##SpMatGetValues(cusparse##K##SpMatDescr_t d,      \
						     c void **values)                  \
	{                                                                              \
		if (!d)                                                                \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		GIVE(values, d->m.values.at);                                          \
		return CUSPARSE_STATUS_SUCCESS;                                        \
	}
FORMATS(, )
FORMATS(Const, const)

/* ---- blocks -------------------------------------------------------------------------- */

static cusparseStatus_t
create_blocks(cusparseSpMatDescr_t *to, hd_matrix *m, cusparseIndexType_t index,
	      cudaDataType type)
{
	cusparseIndexType_t both[] = {index, index};

	if (m->block < 1 || m->ell_cols < 0 || m->ell_cols > m->cols ||
	    m->ell_cols % m->block || m->rows % m->block || m->cols % m->block)
		return CUSPARSE_STATUS_INVALID_VALUE;
	m->format = CUSPARSE_FORMAT_BLOCKED_ELL;
	m->nnz = m->rows * m->ell_cols;
	m->major = m->minor;
	return create(to, m, both, type);
}

#define BLOCKED(K, c)                                                                  \
	cusparseStatus_t cusparseCreate##K##BlockedEll(                                \
		cusparse##K##SpMatDescr_t *d, int64_t rows, int64_t cols,              \
		int64_t block, int64_t ell_cols, c void *columns, c void *values,      \
		cusparseIndexType_t index, cusparseIndexBase_t base,                   \
		cudaDataType type)                                                     \
	{                                                                              \
		hd_matrix m = {                                                        \
			.rows = rows,                                                  \
			.cols = cols,                                                  \
			.minor = {(void *)columns, false, (int)base},                  \
			.values = {(void *)values, hd_type_of(type)},                  \
			.block = block,                                                \
			.ell_cols = ell_cols,                                          \
		};                                                                     \
		return create_blocks((cusparseSpMatDescr_t *)d, &m, index, type);      \
	}                                                                              \
	cusparseStatus_t cusparse##K##BlockedEllGet(                                   \
		cusparse##K##SpMatDescr_t d, int64_t *rows, int64_t *cols,             \
		int64_t *block, int64_t *ell_cols, c void **columns, c void **values,  \
		cusparseIndexType_t *index, cusparseIndexBase_t *base,                 \
		cudaDataType *type)                                                    \
	{                                                                              \
		if (!d || d->m.format != CUSPARSE_FORMAT_BLOCKED_ELL)                  \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		GIVE(rows, d->m.rows);                                                 \
		GIVE(cols, d->m.cols);                                                 \
		GIVE(block, d->m.block);                                               \
		GIVE(ell_cols, d->m.ell_cols);                                         \
		GIVE(columns, d->m.minor.at);                                          \
		GIVE(values, d->m.values.at);                                          \
		GIVE(index, index_type(d->m.minor));                                   \
		GIVE(base, (cusparseIndexBase_t)d->m.minor.base);                      \
		GIVE(type, d->type);                                                   \
		return CUSPARSE_STATUS_SUCCESS;                                        \
	}
BLOCKED(, )
BLOCKED(Const, const)

cusparseStatus_t
cusparseCsrSetPointers(cusparseSpMatDescr_t d, void *offsets, void *columns,
		       void *values)
{
	void *at[] = {offsets, columns, values};

	return set_pointers(d, CUSPARSE_FORMAT_CSR, at);
}

cusparseStatus_t
cusparseCscSetPointers(cusparseSpMatDescr_t d, void *offsets, void *rows, void *values)
{
	void *at[] = {offsets, rows, values};

	return set_pointers(d, CUSPARSE_FORMAT_CSC, at);
}

cusparseStatus_t
cusparseCooSetPointers(cusparseSpMatDescr_t d, void *rows, void *columns, void *values)
{
	void *at[] = {rows, columns, values};

	return set_pointers(d, CUSPARSE_FORMAT_COO, at);
}

cusparseStatus_t
cusparseDestroySpMat(cusparseConstSpMatDescr_t d)
{
	free((void *)d);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseSpMatGetFormat(cusparseConstSpMatDescr_t d, cusparseFormat_t *format)
{
	if (!d)
		return CUSPARSE_STATUS_INVALID_VALUE;
	GIVE(format, d->m.format);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t d, cusparseIndexBase_t *base)
{
	if (!d)
		return CUSPARSE_STATUS_INVALID_VALUE;
	GIVE(base, (cusparseIndexBase_t)d->m.minor.base);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseSpMatSetValues(cusparseSpMatDescr_t d, void *values)
{
	if (!d || !values)
		return CUSPARSE_STATUS_INVALID_VALUE;
	d->m.values.at = values;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseSpMatGetSize(cusparseConstSpMatDescr_t d, int64_t *rows, int64_t *cols,
		     int64_t *nnz)
{
	if (!d)
		return CUSPARSE_STATUS_INVALID_VALUE;
	GIVE(rows, d->m.rows);
	GIVE(cols, d->m.cols);
	GIVE(nnz, d->m.nnz);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t d, int *count)
{
	if (!d)
		return CUSPARSE_STATUS_INVALID_VALUE;
	GIVE(count, d->m.batch);
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t
set_batch(cusparseSpMatDescr_t d, bool is_right, int count, int64_t major,
	  int64_t minor)
{
	if (!is_right || count < 1 || major < 0 || minor < 0)
		return CUSPARSE_STATUS_INVALID_VALUE;
	d->m.batch = count;
	d->m.major_stride = major;
	d->m.minor_stride = minor;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseCooSetStridedBatch(cusparseSpMatDescr_t d, int count, int64_t stride)
{
	return set_batch(d, d && d->m.format == CUSPARSE_FORMAT_COO, count, stride,
			 stride);
}

cusparseStatus_t
cusparseCsrSetStridedBatch(cusparseSpMatDescr_t d, int count, int64_t offsets,
			   int64_t columns)
{
	return set_batch(d, d && d->m.format < CUSPARSE_FORMAT_COO, count, offsets,
			 columns);
}

/* Both attributes are enumerators of two values. */
static void *
attribute(hd_matrix *m, cusparseSpMatAttribute_t which, size_t bytes)
{
	if (which == CUSPARSE_SPMAT_FILL_MODE && bytes == sizeof m->fill)
		return &m->fill;
	if (which == CUSPARSE_SPMAT_DIAG_TYPE && bytes == sizeof m->diag)
		return &m->diag;
	return NULL;
}

cusparseStatus_t
cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t d, cusparseSpMatAttribute_t which,
			  void *data, size_t bytes)
{
	const void *from = d ? attribute((hd_matrix *)&d->m, which, bytes) : NULL;

	if (!from || !data)
		return CUSPARSE_STATUS_INVALID_VALUE;
	memcpy(data, from, bytes);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseSpMatSetAttribute(cusparseSpMatDescr_t d, cusparseSpMatAttribute_t which,
			  const void *data, size_t bytes)
{
	void *to = d ? attribute(&d->m, which, bytes) : NULL;

	if (!to || !data || *(const unsigned *)data > 1)
		return CUSPARSE_STATUS_INVALID_VALUE;
	memcpy(to, data, bytes);
	return CUSPARSE_STATUS_SUCCESS;
}
