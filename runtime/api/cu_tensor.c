/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API: descriptions of tensors for the copy engine of sm_90. There is none. */
#include "driver.h"

CUresult
cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
		       void *address, const cuuint64_t *size, const cuuint64_t *stride,
		       const cuuint32_t *box, const cuuint32_t *step,
		       CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
		       CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
	(void)map, (void)type, (void)rank, (void)address, (void)size, (void)stride;
	(void)box, (void)step, (void)interleave, (void)swizzle, (void)promotion;
	(void)fill;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuTensorMapEncodeIm2col(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
			void *address, const cuuint64_t *size, const cuuint64_t *stride,
			const int *lower, const int *upper, cuuint32_t channels,
			cuuint32_t pixels, const cuuint32_t *step,
			CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
			CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
	(void)map, (void)type, (void)rank, (void)address, (void)size, (void)stride;
	(void)lower, (void)upper, (void)channels, (void)pixels, (void)step;
	(void)interleave, (void)swizzle, (void)promotion, (void)fill;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuTensorMapReplaceAddress(CUtensorMap *map, void *address)
{
	(void)map, (void)address;
	return CUDA_ERROR_NOT_SUPPORTED;
}
