/* SPDX-License-Identifier: Apache-2.0 */
/* What is done with the descriptors of the generic interface. */
#ifndef __HEDDLE_CUSPARSE_GENERIC_H
#define __HEDDLE_CUSPARSE_GENERIC_H

/* ---- vectors */

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha,
			       cusparseConstSpVecDescr_t vecX, const void *beta,
			       cusparseDnVecDescr_t vecY);
cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t vecY,
				cusparseSpVecDescr_t vecX);
cusparseStatus_t cusparseScatter(cusparseHandle_t handle,
				 cusparseConstSpVecDescr_t vecX,
				 cusparseDnVecDescr_t vecY);
cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *c_coeff,
			     const void *s_coeff, cusparseSpVecDescr_t vecX,
			     cusparseDnVecDescr_t vecY);
cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle,
					 cusparseOperation_t opX,
					 cusparseConstSpVecDescr_t vecX,
					 cusparseConstDnVecDescr_t vecY,
					 const void *result, cudaDataType computeType,
					 size_t *bufferSize);
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t opX,
			      cusparseConstSpVecDescr_t vecX,
			      cusparseConstDnVecDescr_t vecY, void *result,
			      cudaDataType computeType, void *externalBuffer);

/* ---- dense and sparse matrices */

#define __hd_to_dense(name, last) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseConstSpMatDescr_t matA, \
			      cusparseDnMatDescr_t matB, \
			      cusparseSparseToDenseAlg_t alg, last)
#define __hd_to_sparse(name, last) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseConstDnMatDescr_t matA, \
			      cusparseSpMatDescr_t matB, \
			      cusparseDenseToSparseAlg_t alg, last)
__hd_to_dense(cusparseSparseToDense_bufferSize, size_t *bufferSize);
__hd_to_dense(cusparseSparseToDense, void *externalBuffer);
__hd_to_sparse(cusparseDenseToSparse_bufferSize, size_t *bufferSize);
__hd_to_sparse(cusparseDenseToSparse_analysis, void *externalBuffer);
__hd_to_sparse(cusparseDenseToSparse_convert, void *externalBuffer);

/* ---- products */

#define __hd_SpMV(name, last) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseOperation_t opA, \
			      const void *alpha, cusparseConstSpMatDescr_t matA, \
			      cusparseConstDnVecDescr_t vecX, const void *beta, \
			      cusparseDnVecDescr_t vecY, cudaDataType computeType, \
			      cusparseSpMVAlg_t alg, last)
__hd_SpMV(cusparseSpMV_bufferSize, size_t *bufferSize);
__hd_SpMV(cusparseSpMV_preprocess, void *externalBuffer);
__hd_SpMV(cusparseSpMV, void *externalBuffer);

#define __hd_SpMM(name, last) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseOperation_t opA, \
			      cusparseOperation_t opB, const void *alpha, \
			      cusparseConstSpMatDescr_t matA, \
			      cusparseConstDnMatDescr_t matB, const void *beta, \
			      cusparseDnMatDescr_t matC, cudaDataType computeType, \
			      cusparseSpMMAlg_t alg, last)
__hd_SpMM(cusparseSpMM_bufferSize, size_t *bufferSize);
__hd_SpMM(cusparseSpMM_preprocess, void *externalBuffer);
__hd_SpMM(cusparseSpMM, void *externalBuffer);

#define __hd_SDDMM(name, last) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseOperation_t opA, \
			      cusparseOperation_t opB, const void *alpha, \
			      cusparseConstDnMatDescr_t matA, \
			      cusparseConstDnMatDescr_t matB, const void *beta, \
			      cusparseSpMatDescr_t matC, cudaDataType computeType, \
			      cusparseSDDMMAlg_t alg, last)
__hd_SDDMM(cusparseSDDMM_bufferSize, size_t *bufferSize);
__hd_SDDMM(cusparseSDDMM_preprocess, void *externalBuffer);
__hd_SDDMM(cusparseSDDMM, void *externalBuffer);

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descr);
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr);
cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t spgemmDescr,
					       int64_t *num_prods);
#define __hd_SpGEMM \
	cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, \
		const void *alpha, cusparseConstSpMatDescr_t matA, \
		cusparseConstSpMatDescr_t matB, const void *beta, \
		cusparseSpMatDescr_t matC, cudaDataType computeType, \
		cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr
#define __hd_SpGEMMreuse \
	cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, \
		cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, \
		cusparseSpMatDescr_t matC, cusparseSpGEMMAlg_t alg, \
		cusparseSpGEMMDescr_t spgemmDescr
cusparseStatus_t cusparseSpGEMM_workEstimation(__hd_SpGEMM, size_t *bufferSize1,
					       void *externalBuffer1);
cusparseStatus_t cusparseSpGEMM_estimateMemory(__hd_SpGEMM, float chunk_fraction,
					       size_t *bufferSize3,
					       void *externalBuffer3,
					       size_t *bufferSize2);
cusparseStatus_t cusparseSpGEMM_compute(__hd_SpGEMM, size_t *bufferSize2,
					void *externalBuffer2);
cusparseStatus_t cusparseSpGEMM_copy(__hd_SpGEMM);
cusparseStatus_t cusparseSpGEMMreuse_workEstimation(__hd_SpGEMMreuse,
						    size_t *bufferSize1,
						    void *externalBuffer1);
cusparseStatus_t cusparseSpGEMMreuse_nnz(__hd_SpGEMMreuse, size_t *bufferSize2,
					 void *externalBuffer2, size_t *bufferSize3,
					 void *externalBuffer3, size_t *bufferSize4,
					 void *externalBuffer4);
cusparseStatus_t cusparseSpGEMMreuse_copy(__hd_SpGEMMreuse, size_t *bufferSize5,
					  void *externalBuffer5);
cusparseStatus_t cusparseSpGEMMreuse_compute(__hd_SpGEMM);

/* ---- triangular systems */

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *descr);
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr);
#define __hd_SpSV \
	cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha, \
		cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, \
		cusparseDnVecDescr_t vecY, cudaDataType computeType, \
		cusparseSpSVAlg_t alg, cusparseSpSVDescr_t spsvDescr
cusparseStatus_t cusparseSpSV_bufferSize(__hd_SpSV, size_t *bufferSize);
cusparseStatus_t cusparseSpSV_analysis(__hd_SpSV, void *externalBuffer);
cusparseStatus_t cusparseSpSV_solve(__hd_SpSV);
cusparseStatus_t cusparseSpSV_updateMatrix(cusparseHandle_t handle,
					   cusparseSpSVDescr_t spsvDescr,
					   void *newValues,
					   cusparseSpSVUpdate_t updatePart);

cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *descr);
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descr);
#define __hd_SpSM \
	cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, \
		const void *alpha, cusparseConstSpMatDescr_t matA, \
		cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC, \
		cudaDataType computeType, cusparseSpSMAlg_t alg, \
		cusparseSpSMDescr_t spsmDescr
cusparseStatus_t cusparseSpSM_bufferSize(__hd_SpSM, size_t *bufferSize);
cusparseStatus_t cusparseSpSM_analysis(__hd_SpSM, void *externalBuffer);
cusparseStatus_t cusparseSpSM_solve(__hd_SpSM);
cusparseStatus_t cusparseSpSM_updateMatrix(cusparseHandle_t handle,
					   cusparseSpSMDescr_t spsmDescr,
					   void *newValues,
					   cusparseSpSMUpdate_t updatePart);

#endif
