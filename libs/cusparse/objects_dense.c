/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptors of vectors and of dense matrices. */
#include "sparse.h"

#include <stdlib.h>

#define GIVE(to, value)                                                                \
	do {                                                                           \
		if (!(to))                                                             \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		*(to) = (value);                                                       \
	} while (0)

/* ---- sparse vectors ------------------------------------------------------------------ */

static cusparseStatus_t
create_sparse(cusparseSpVecDescr_t *to, const hd_vector *v, cusparseIndexType_t index,
	      cudaDataType type)
{
	if (!to || v->size < 0 || v->nnz < 0 || v->nnz > v->size ||
	    (unsigned)v->index.base > 1 || (v->nnz && (!v->index.at || !v->values.at)))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (v->values.type == HD_TYPES ||
	    (index != CUSPARSE_INDEX_32I && index != CUSPARSE_INDEX_64I))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	*to = calloc(1, sizeof **to);
	if (!*to)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	(*to)->v = *v;
	(*to)->v.index.wide = index == CUSPARSE_INDEX_64I;
	(*to)->type = type;
	return CUSPARSE_STATUS_SUCCESS;
}

#define SPARSE_VECTOR(K, c)                                                            \
	cusparseStatus_t cusparseCreate##K##SpVec(                                     \
		cusparse##K##SpVecDescr_t *d, int64_t size, int64_t nnz,               \
		c void *indices, c void *values, cusparseIndexType_t index,            \
		cusparseIndexBase_t base, cudaDataType type)                           \
	{                                                                              \
		hd_vector v = {size,                                                   \
			       nnz,                                                    \
			       {(void *)indices, false, (int)base},                    \
			       {(void *)values, hd_type_of(type)}};                    \
		return create_sparse((cusparseSpVecDescr_t *)d, &v, index, type);      \
	}                                                                              \
	cusparseStatus_t cusparse##K##SpVecGet(                                        \
		cusparse##K##SpVecDescr_t d, int64_t *size, int64_t *nnz,              \
		c void **indices, c void **values, cusparseIndexType_t *index,         \
		cusparseIndexBase_t *base, cudaDataType *type)                         \
	{                                                                              \
		if (!d)                                                                \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		GIVE(size, d->v.size);                                                 \
		GIVE(nnz, d->v.nnz);                                                   \
		GIVE(indices, d->v.index.at);                                          \
		GIVE(values, d->v.values.at);                                          \
		GIVE(index,                                                            \
		     d->v.index.wide ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I);       \
		GIVE(base, (cusparseIndexBase_t)d->v.index.base);                      \
		GIVE(type, d->type);                                                   \
		return CUSPARSE_STATUS_SUCCESS;                                        \
	}                                                                              \
	cusparseStatus_t cusparse##K##SpVecGetValues(cusparse##K##SpVecDescr_t d,      \
						     c void **values)                  \
	{                                                                              \
		if (!d)                                                                \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		GIVE(values, d->v.values.at);                                          \
		return CUSPARSE_STATUS_SUCCESS;                                        \
	}
SPARSE_VECTOR(, )
SPARSE_VECTOR(Const, const)

cusparseStatus_t
cusparseDestroySpVec(cusparseConstSpVecDescr_t d)
{
	free((void *)d);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t d, cusparseIndexBase_t *base)
{
	if (!d)
		return CUSPARSE_STATUS_INVALID_VALUE;
	GIVE(base, (cusparseIndexBase_t)d->v.index.base);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseSpVecSetValues(cusparseSpVecDescr_t d, void *values)
{
	if (!d || !values)
		return CUSPARSE_STATUS_INVALID_VALUE;
	d->v.values.at = values;
	return CUSPARSE_STATUS_SUCCESS;
}

/* ---- dense vectors ------------------------------------------------------------------- */

static cusparseStatus_t
create_vector(cusparseDnVecDescr_t *to, int64_t size, const void *values,
	      cudaDataType type)
{
	hd_type of = hd_type_of(type);

	if (!to || size < 0 || (size && !values))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (of == HD_TYPES)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	*to = calloc(1, sizeof **to);
	if (!*to)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	(*to)->v = (hd_dense){.rows = size,
			      .cols = 1,
			      .down = 1,
			      .right = 1,
			      .values = {(void *)values, of},
			      .batch = 1};
	(*to)->type = type;
	return CUSPARSE_STATUS_SUCCESS;
}

#define DENSE_VECTOR(K, c)                                                             \
	cusparseStatus_t cusparseCreate##K##DnVec(cusparse##K##DnVecDescr_t *d,        \
						  int64_t size, c void *values,        \
						  cudaDataType type)                   \
	{                                                                              \
		return create_vector((cusparseDnVecDescr_t *)d, size, values, type);   \
	}                                                                              \
	cusparseStatus_t cusparse##K##DnVecGet(cusparse##K##DnVecDescr_t d,            \
					       int64_t *size, c void **values,         \
					       cudaDataType *type)                     \
	{                                                                              \
		if (!d)                                                                \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		GIVE(size, d->v.rows);                                                 \
		GIVE(values, d->v.values.at);                                          \
		GIVE(type, d->type);                                                   \
		return CUSPARSE_STATUS_SUCCESS;                                        \
	}                                                                              \
	cusparseStatus_t cusparse##K##DnVecGetValues(cusparse##K##DnVecDescr_t d,      \
						     c void **values)                  \
	{                                                                              \
		if (!d)                                                                \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		GIVE(values, d->v.values.at);                                          \
		return CUSPARSE_STATUS_SUCCESS;                                        \
	}
DENSE_VECTOR(, )
DENSE_VECTOR(Const, const)

cusparseStatus_t
cusparseDestroyDnVec(cusparseConstDnVecDescr_t d)
{
	free((void *)d);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseDnVecSetValues(cusparseDnVecDescr_t d, void *values)
{
	if (!d || !values)
		return CUSPARSE_STATUS_INVALID_VALUE;
	d->v.values.at = values;
	return CUSPARSE_STATUS_SUCCESS;
}

/* ---- dense matrices ------------------------------------------------------------------ */

static cusparseStatus_t
create_matrix(cusparseDnMatDescr_t *to, const struct cusparseDnMatDescr *d)
{
	bool by_row = d->order == CUSPARSE_ORDER_ROW;
	const hd_dense *m = &d->m;

	if (!to || m->rows < 0 || m->cols < 0 || d->ld < (by_row ? m->cols : m->rows) ||
	    (m->rows && m->cols && !m->values.at) ||
	    (!by_row && d->order != CUSPARSE_ORDER_COL))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (m->values.type == HD_TYPES)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	*to = calloc(1, sizeof **to);
	if (!*to)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	**to = *d;
	(*to)->m.down = by_row ? d->ld : 1;
	(*to)->m.right = by_row ? 1 : d->ld;
	(*to)->m.batch = 1;
	return CUSPARSE_STATUS_SUCCESS;
}

#define DENSE_MATRIX(K, c)                                                             \
	cusparseStatus_t cusparseCreate##K##DnMat(                                     \
		cusparse##K##DnMatDescr_t *d, int64_t rows, int64_t cols, int64_t ld,  \
		c void *values, cudaDataType type, cusparseOrder_t order)              \
	{                                                                              \
		struct cusparseDnMatDescr like = {                                     \
			.m = {.rows = rows,                                            \
			      .cols = cols,                                            \
			      .values = {(void *)values, hd_type_of(type)}},           \
			.ld = ld,                                                      \
			.type = type,                                                  \
			.order = order};                                               \
		return create_matrix((cusparseDnMatDescr_t *)d, &like);                \
	}                                                                              \
	cusparseStatus_t cusparse##K##DnMatGet(                                        \
		cusparse##K##DnMatDescr_t d, int64_t *rows, int64_t *cols,             \
		int64_t *ld, c void **values, cudaDataType *type,                      \
		cusparseOrder_t *order)                                                \
	{                                                                              \
		if (!d)                                                                \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		GIVE(rows, d->m.rows);                                                 \
		GIVE(cols, d->m.cols);                                                 \
		GIVE(ld, d->ld);                                                       \
		GIVE(values, d->m.values.at);                                          \
		GIVE(type, d->type);                                                   \
		GIVE(order, d->order);                                                 \
		return CUSPARSE_STATUS_SUCCESS;                                        \
	}                                                                              \
	cusparseStatus_t cusparse##K##DnMatGetValues(cusparse##K##DnMatDescr_t d,      \
						     c void **values)                  \
	{                                                                              \
		if (!d)                                                                \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		GIVE(values, d->m.values.at);                                          \
		return CUSPARSE_STATUS_SUCCESS;                                        \
	}
DENSE_MATRIX(, )
DENSE_MATRIX(Const, const)

cusparseStatus_t
cusparseDestroyDnMat(cusparseConstDnMatDescr_t d)
{
	free((void *)d);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseDnMatSetValues(cusparseDnMatDescr_t d, void *values)
{
	if (!d || !values)
		return CUSPARSE_STATUS_INVALID_VALUE;
	d->m.values.at = values;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t d, int count, int64_t stride)
{
	if (!d || count < 1 || stride < 0)
		return CUSPARSE_STATUS_INVALID_VALUE;
	d->m.batch = count;
	d->m.stride = stride;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t d, int *count, int64_t *stride)
{
	if (!d)
		return CUSPARSE_STATUS_INVALID_VALUE;
	GIVE(count, d->m.batch);
	GIVE(stride, d->m.stride);
	return CUSPARSE_STATUS_SUCCESS;
}
