/* SPDX-License-Identifier: Apache-2.0 */
/* Tridiagonal systems. */
#ifndef __HEDDLE_CUSPARSE_TRIDIAGONAL_H
#define __HEDDLE_CUSPARSE_TRIDIAGONAL_H

#define __hd_gtsv2(T, c) \
	cusparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du, \
		c T *B, int ldb
#define __hd_gtsv2_strided(T, c) \
	cusparseHandle_t handle, int m, const T *dl, const T *d, const T *du, c T *x, \
		int batchCount, int batchStride
#define __hd_gtsv_interleaved(T, c) \
	cusparseHandle_t handle, int algo, int m, c T *dl, c T *d, c T *du, c T *x, \
		int batchCount

#define __hd_nothing
#define __hd_tridiagonal(X, T) \
	cusparseStatus_t cusparse##X##gtsv2_bufferSizeExt(__hd_gtsv2(T, const), \
							  size_t *bufferSizeInBytes); \
	cusparseStatus_t cusparse##X##gtsv2(__hd_gtsv2(T, __hd_nothing), void *pBuffer); \
	cusparseStatus_t cusparse##X##gtsv2_nopivot_bufferSizeExt( \
		__hd_gtsv2(T, const), size_t *bufferSizeInBytes); \
	cusparseStatus_t cusparse##X##gtsv2_nopivot(__hd_gtsv2(T, __hd_nothing), \
						    void *pBuffer); \
	cusparseStatus_t cusparse##X##gtsv2StridedBatch_bufferSizeExt( \
		__hd_gtsv2_strided(T, const), size_t *bufferSizeInBytes); \
	cusparseStatus_t cusparse##X##gtsv2StridedBatch( \
		__hd_gtsv2_strided(T, __hd_nothing), void *pBuffer); \
	cusparseStatus_t cusparse##X##gtsvInterleavedBatch_bufferSizeExt( \
		__hd_gtsv_interleaved(T, const), size_t *pBufferSizeInBytes); \
	cusparseStatus_t cusparse##X##gtsvInterleavedBatch( \
		__hd_gtsv_interleaved(T, __hd_nothing), void *pBuffer);
__hd_tridiagonal(S, float)
__hd_tridiagonal(D, double)
__hd_tridiagonal(C, cuComplex)
__hd_tridiagonal(Z, cuDoubleComplex)

#endif
