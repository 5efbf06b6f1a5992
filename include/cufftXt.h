/* SPDX-License-Identifier: Apache-2.0 */
/* cuFFT with types as values, on one device; for C and C++. */
#ifndef _CUFFTXT_H_
#define _CUFFTXT_H_

#include "cufft.h"

#ifdef __cplusplus
extern "C" {
#endif

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long int *n,
				long long int *inembed, long long int istride,
				long long int idist, cudaDataType inputtype,
				long long int *onembed, long long int ostride,
				long long int odist, cudaDataType outputtype,
				long long int batch, size_t *workSize,
				cudaDataType executiontype);
cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long int *n,
			       long long int *inembed, long long int istride,
			       long long int idist, cudaDataType inputtype,
			       long long int *onembed, long long int ostride,
			       long long int odist, cudaDataType outputtype,
			       long long int batch, size_t *workSize,
			       cudaDataType executiontype);
cufftResult cufftXtExec(cufftHandle plan, void *input, void *output, int direction);

/* Functions that a transform would call for each element: CUFFT_NOT_SUPPORTED. */
typedef enum cufftXtCallbackType_t {
	CUFFT_CB_LD_COMPLEX = 0x0,
	CUFFT_CB_LD_COMPLEX_DOUBLE = 0x1,
	CUFFT_CB_LD_REAL = 0x2,
	CUFFT_CB_LD_REAL_DOUBLE = 0x3,
	CUFFT_CB_ST_COMPLEX = 0x4,
	CUFFT_CB_ST_COMPLEX_DOUBLE = 0x5,
	CUFFT_CB_ST_REAL = 0x6,
	CUFFT_CB_ST_REAL_DOUBLE = 0x7,
	CUFFT_CB_UNDEFINED = 0x8,
} cufftXtCallbackType;

#define __hd_load_store(letter, type) \
	typedef type (*cufftCallbackLoad##letter)(void *dataIn, size_t offset, \
						  void *callerInfo, \
						  void *sharedPointer); \
	typedef void (*cufftCallbackStore##letter)(void *dataOut, size_t offset, \
						   type element, void *callerInfo, \
						   void *sharedPointer);
__hd_load_store(C, cufftComplex)
__hd_load_store(Z, cufftDoubleComplex)
__hd_load_store(R, cufftReal)
__hd_load_store(D, cufftDoubleReal)
#undef __hd_load_store

cufftResult cufftXtSetCallback(cufftHandle plan, void **callback_routine,
			       cufftXtCallbackType cbType, void **caller_info);
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType cbType);
cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType cbType,
					 size_t sharedSize);

#ifdef __cplusplus
}
#endif

#endif
