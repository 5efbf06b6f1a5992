/* SPDX-License-Identifier: Apache-2.0 */
/* The descriptors of the generic interface. */
#ifndef __HEDDLE_CUSPARSE_OBJECTS_H
#define __HEDDLE_CUSPARSE_OBJECTS_H

/* Functions that come for what may be written and, with Const in their names, for what
 * may not: K is empty or Const, c empty or const. */
#define __hd_objects(K, c) \
	cusparseStatus_t cusparseCreate##K##SpVec( \
		cusparse##K##SpVecDescr_t *spVecDescr, int64_t size, int64_t nnz, \
		c void *indices, c void *values, cusparseIndexType_t idxType, \
		cusparseIndexBase_t idxBase, cudaDataType valueType); \
	cusparseStatus_t cusparse##K##SpVecGet( \
		cusparse##K##SpVecDescr_t spVecDescr, int64_t *size, int64_t *nnz, \
		c void **indices, c void **values, cusparseIndexType_t *idxType, \
		cusparseIndexBase_t *idxBase, cudaDataType *valueType); \
	cusparseStatus_t cusparse##K##SpVecGetValues( \
		cusparse##K##SpVecDescr_t spVecDescr, c void **values); \
	cusparseStatus_t cusparseCreate##K##DnVec( \
		cusparse##K##DnVecDescr_t *dnVecDescr, int64_t size, c void *values, \
		cudaDataType valueType); \
	cusparseStatus_t cusparse##K##DnVecGet( \
		cusparse##K##DnVecDescr_t dnVecDescr, int64_t *size, c void **values, \
		cudaDataType *valueType); \
	cusparseStatus_t cusparse##K##DnVecGetValues( \
		cusparse##K##DnVecDescr_t dnVecDescr, c void **values); \
	cusparseStatus_t cusparse##K##SpMatGetValues( \
		cusparse##K##SpMatDescr_t spMatDescr, c void **values); \
	cusparseStatus_t cusparseCreate##K##Csr( \
		cusparse##K##SpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, \
		int64_t nnz, c void *csrRowOffsets, c void *csrColInd, \
		c void *csrValues, cusparseIndexType_t csrRowOffsetsType, \
		cusparseIndexType_t csrColIndType, cusparseIndexBase_t idxBase, \
		cudaDataType valueType); \
	cusparseStatus_t cusparseCreate##K##Csc( \
		cusparse##K##SpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, \
		int64_t nnz, c void *cscColOffsets, c void *cscRowInd, \
		c void *cscValues, cusparseIndexType_t cscColOffsetsType, \
		cusparseIndexType_t cscRowIndType, cusparseIndexBase_t idxBase, \
		cudaDataType valueType); \
	cusparseStatus_t cusparseCreate##K##Coo( \
		cusparse##K##SpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, \
		int64_t nnz, c void *cooRowInd, c void *cooColInd, c void *cooValues, \
		cusparseIndexType_t cooIdxType, cusparseIndexBase_t idxBase, \
		cudaDataType valueType); \
	cusparseStatus_t cusparse##K##CsrGet( \
		cusparse##K##SpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, \
		int64_t *nnz, c void **csrRowOffsets, c void **csrColInd, \
		c void **csrValues, cusparseIndexType_t *csrRowOffsetsType, \
		cusparseIndexType_t *csrColIndType, cusparseIndexBase_t *idxBase, \
		cudaDataType *valueType); \
	cusparseStatus_t cusparse##K##CscGet( \
		cusparse##K##SpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, \
		int64_t *nnz, c void **cscColOffsets, c void **cscRowInd, \
		c void **cscValues, cusparseIndexType_t *cscColOffsetsType, \
		cusparseIndexType_t *cscRowIndType, cusparseIndexBase_t *idxBase, \
		cudaDataType *valueType); \
	cusparseStatus_t cusparse##K##CooGet( \
		cusparse##K##SpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, \
		int64_t *nnz, c void **cooRowInd, c void **cooColInd, \
		c void **cooValues, cusparseIndexType_t *idxType, \
		cusparseIndexBase_t *idxBase, cudaDataType *valueType); \
	cusparseStatus_t cusparseCreate##K##BlockedEll( \
		cusparse##K##SpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, \
		int64_t ellBlockSize, int64_t ellCols, c void *ellColInd, \
		c void *ellValue, cusparseIndexType_t ellIdxType, \
		cusparseIndexBase_t idxBase, cudaDataType valueType); \
	cusparseStatus_t cusparse##K##BlockedEllGet( \
		cusparse##K##SpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, \
		int64_t *ellBlockSize, int64_t *ellCols, c void **ellColInd, \
		c void **ellValue, cusparseIndexType_t *ellIdxType, \
		cusparseIndexBase_t *idxBase, cudaDataType *valueType); \
	cusparseStatus_t cusparseCreate##K##DnMat( \
		cusparse##K##DnMatDescr_t *dnMatDescr, int64_t rows, int64_t cols, \
		int64_t ld, c void *values, cudaDataType valueType, \
		cusparseOrder_t order); \
	cusparseStatus_t cusparse##K##DnMatGet( \
		cusparse##K##DnMatDescr_t dnMatDescr, int64_t *rows, int64_t *cols, \
		int64_t *ld, c void **values, cudaDataType *type, \
		cusparseOrder_t *order); \
	cusparseStatus_t cusparse##K##DnMatGetValues( \
		cusparse##K##DnMatDescr_t dnMatDescr, c void **values);
#define __hd_nothing
__hd_objects(, __hd_nothing)
__hd_objects(Const, const)
#undef __hd_nothing
#undef __hd_objects

cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t spVecDescr);
cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t spVecDescr,
					   cusparseIndexBase_t *idxBase);
cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t spVecDescr, void *values);
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t dnVecDescr);
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t dnVecDescr, void *values);

cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t spMatDescr);
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t spMatDescr,
					cusparseFormat_t *format);
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t spMatDescr,
					   cusparseIndexBase_t *idxBase);
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t spMatDescr, void *values);
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t spMatDescr,
				      int64_t *rows, int64_t *cols, int64_t *nnz);
cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t spMatDescr,
					      int *batchCount);
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t spMatDescr,
					    int batchCount, int64_t batchStride);
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t spMatDescr,
					    int batchCount, int64_t offsetsBatchStride,
					    int64_t columnsValuesBatchStride);
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t spMatDescr,
					   cusparseSpMatAttribute_t attribute,
					   void *data, size_t dataSize);
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t spMatDescr,
					   cusparseSpMatAttribute_t attribute,
					   const void *data, size_t dataSize);
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t spMatDescr,
					void *csrRowOffsets, void *csrColInd,
					void *csrValues);
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t spMatDescr,
					void *cscColOffsets, void *cscRowInd,
					void *cscValues);
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t spMatDescr, void *cooRows,
					void *cooColumns, void *cooValues);

cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t dnMatDescr);
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t dnMatDescr, void *values);
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t dnMatDescr,
					      int batchCount, int64_t batchStride);
cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t dnMatDescr,
					      int *batchCount, int64_t *batchStride);

#endif
