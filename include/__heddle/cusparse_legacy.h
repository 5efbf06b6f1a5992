/* SPDX-License-Identifier: Apache-2.0 */
/* Functions on arrays, older than the generic interface. */
#ifndef __HEDDLE_CUSPARSE_LEGACY_H
#define __HEDDLE_CUSPARSE_LEGACY_H

/* ---- conversions */

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *cooRowInd,
				  int nnz, int m, int *csrSortedRowPtr,
				  cusparseIndexBase_t idxBase);
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *csrSortedRowPtr,
				  int nnz, int m, int *cooRowInd,
				  cusparseIndexBase_t idxBase);
#define __hd_Csr2csc \
	cusparseHandle_t handle, int m, int n, int nnz, const void *csrVal, \
		const int *csrRowPtr, const int *csrColInd, void *cscVal, \
		int *cscColPtr, int *cscRowInd, cudaDataType valType, \
		cusparseAction_t copyValues, cusparseIndexBase_t idxBase, \
		cusparseCsr2CscAlg_t alg
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(__hd_Csr2csc, size_t *bufferSize);
cusparseStatus_t cusparseCsr2cscEx2(__hd_Csr2csc, void *buffer);

/* ---- sorting */

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n,
						   int *p);
cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int m, int n,
						int nnz, const int *cooRowsA,
						const int *cooColsA,
						size_t *pBufferSizeInBytes);
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int m, int n, int nnz,
				       int *cooRowsA, int *cooColsA, int *P,
				       void *pBuffer);
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int m, int n,
					  int nnz, int *cooRowsA, int *cooColsA, int *P,
					  void *pBuffer);
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int m, int n,
						int nnz, const int *csrRowPtrA,
						const int *csrColIndA,
						size_t *pBufferSizeInBytes);
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int n, int nnz,
				  const cusparseMatDescr_t descrA,
				  const int *csrRowPtrA, int *csrColIndA, int *P,
				  void *pBuffer);
cusparseStatus_t cusparseXcscsort_bufferSizeExt(cusparseHandle_t handle, int m, int n,
						int nnz, const int *cscColPtrA,
						const int *cscRowIndA,
						size_t *pBufferSizeInBytes);
cusparseStatus_t cusparseXcscsort(cusparseHandle_t handle, int m, int n, int nnz,
				  const cusparseMatDescr_t descrA,
				  const int *cscColPtrA, int *cscRowIndA, int *P,
				  void *pBuffer);

/* ---- sums of matrices */

cusparseStatus_t cusparseXcsrgeam2Nnz(
	cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, int nnzA,
	const int *csrSortedRowPtrA, const int *csrSortedColIndA,
	const cusparseMatDescr_t descrB, int nnzB, const int *csrSortedRowPtrB,
	const int *csrSortedColIndB, const cusparseMatDescr_t descrC,
	int *csrSortedRowPtrC, int *nnzTotalDevHostPtr, void *workspace);

#define __hd_csrgeam2(T, c) \
	cusparseHandle_t handle, int m, int n, const T *alpha, \
		const cusparseMatDescr_t descrA, int nnzA, const T *csrSortedValA, \
		const int *csrSortedRowPtrA, const int *csrSortedColIndA, \
		const T *beta, const cusparseMatDescr_t descrB, int nnzB, \
		const T *csrSortedValB, const int *csrSortedRowPtrB, \
		const int *csrSortedColIndB, const cusparseMatDescr_t descrC, \
		c T *csrSortedValC, c int *csrSortedRowPtrC, c int *csrSortedColIndC

/* ---- incomplete factorisations; Info is csrilu02Info_t or csric02Info_t */

#define __hd_factor(T, c, Info) \
	cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, \
		c T *csrSortedValA, const int *csrSortedRowPtrA, \
		const int *csrSortedColIndA, Info info

#define __hd_nothing
#define __hd_factors(X, T, name, Info) \
	cusparseStatus_t cusparse##X##name##_bufferSize( \
		__hd_factor(T, __hd_nothing, Info), int *pBufferSizeInBytes); \
	cusparseStatus_t cusparse##X##name##_bufferSizeExt( \
		__hd_factor(T, __hd_nothing, Info), size_t *pBufferSize); \
	cusparseStatus_t cusparse##X##name##_analysis( \
		__hd_factor(T, const, Info), cusparseSolvePolicy_t policy, \
		void *pBuffer); \
	cusparseStatus_t cusparse##X##name(__hd_factor(T, __hd_nothing, Info), \
					   cusparseSolvePolicy_t policy, \
					   void *pBuffer);

/* ---- what comes for each type */

#define __hd_legacy(X, T) \
	cusparseStatus_t cusparse##X##csrgeam2_bufferSizeExt( \
		__hd_csrgeam2(T, const), size_t *pBufferSizeInBytes); \
	cusparseStatus_t cusparse##X##csrgeam2(__hd_csrgeam2(T, __hd_nothing), \
					       void *pBuffer); \
	cusparseStatus_t cusparse##X##nnz( \
		cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n, \
		const cusparseMatDescr_t descrA, const T *A, int lda, \
		int *nnzPerRowCol, int *nnzTotalDevHostPtr); \
	cusparseStatus_t cusparse##X##gemvi_bufferSize( \
		cusparseHandle_t handle, cusparseOperation_t transA, int m, int n, \
		int nnz, int *pBufferSize); \
	cusparseStatus_t cusparse##X##gemvi( \
		cusparseHandle_t handle, cusparseOperation_t transA, int m, int n, \
		const T *alpha, const T *A, int lda, int nnz, const T *xVal, \
		const int *xInd, const T *beta, T *y, cusparseIndexBase_t idxBase, \
		void *pBuffer); \
	__hd_factors(X, T, csrilu02, csrilu02Info_t) \
	__hd_factors(X, T, csric02, csric02Info_t) \
	cusparseStatus_t cusparse##X##csrilu02_numericBoost( \
		cusparseHandle_t handle, csrilu02Info_t info, int enable_boost, \
		double *tol, T *boost_val);
__hd_legacy(S, float)
__hd_legacy(D, double)
__hd_legacy(C, cuComplex)
__hd_legacy(Z, cuDoubleComplex)

cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *info);
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info);
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle,
					     csrilu02Info_t info, int *position);
cusparseStatus_t cusparseCreateCsric02Info(csric02Info_t *info);
cusparseStatus_t cusparseDestroyCsric02Info(csric02Info_t info);
cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t handle, csric02Info_t info,
					    int *position);

#endif
