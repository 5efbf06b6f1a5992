/* SPDX-License-Identifier: Apache-2.0 */
/* Plans whose types are values, and callbacks, which there are none. */
#include "fft.h"

/* The types of input, output and execution, and what cuFFT calls them together. */
static const struct {
	cudaDataType in, out, execution;
	cufftType type;
} known[] = {
	{CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_C2C},
	{CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_R2C},
	{CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, CUFFT_C2R},
	{CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z},
	{CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_D2Z},
	{CUDA_C_64F, CUDA_R_64F, CUDA_C_64F, CUFFT_Z2D},
};

static bool
is_half(cudaDataType type)
{
	return type == CUDA_C_16F || type == CUDA_R_16F || type == CUDA_C_16BF ||
	       type == CUDA_R_16BF;
}

static cufftResult
type_of(cudaDataType in, cudaDataType out, cudaDataType execution, cufftType *type)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i].in == in && known[i].out == out &&
		    known[i].execution == execution) {
			*type = known[i].type;
			return CUFFT_SUCCESS;
		}
	return is_half(in) && is_half(out) ? CUFFT_NOT_SUPPORTED : CUFFT_INVALID_TYPE;
}

cufftResult
cufftXtMakePlanMany(cufftHandle plan, int rank, long long int *n,
		    long long int *inembed, long long int istride, long long int idist,
		    cudaDataType inputtype, long long int *onembed,
		    long long int ostride, long long int odist, cudaDataType outputtype,
		    long long int batch, size_t *workSize, cudaDataType executiontype)
{
	cufftType type;
	cufftResult result = type_of(inputtype, outputtype, executiontype, &type);

	if (result != CUFFT_SUCCESS)
		return result;
	return cufftMakePlanMany64(plan, rank, n, inembed, istride, idist, onembed,
				   ostride, odist, type, batch, workSize);
}

cufftResult
cufftXtGetSizeMany(cufftHandle plan, int rank, long long int *n, long long int *inembed,
		   long long int istride, long long int idist, cudaDataType inputtype,
		   long long int *onembed, long long int ostride, long long int odist,
		   cudaDataType outputtype, long long int batch, size_t *workSize,
		   cudaDataType executiontype)
{
	cufftType type;
	cufftResult result = type_of(inputtype, outputtype, executiontype, &type);

	if (result != CUFFT_SUCCESS)
		return result;
	return cufftGetSizeMany64(plan, rank, n, inembed, istride, idist, onembed,
				  ostride, odist, type, batch, workSize);
}

cufftResult
cufftXtExec(cufftHandle plan, void *input, void *output, int direction)
{
	hd_plan *p = hd_plan_find(plan);

	if (!p || !p->is_made)
		return CUFFT_INVALID_PLAN;
	return hd_fft_execute(p, input, output, direction);
}

cufftResult
cufftXtSetCallback(cufftHandle plan, void **callback_routine,
		   cufftXtCallbackType cbType, void **caller_info)
{
	(void)callback_routine, (void)cbType, (void)caller_info;
	return hd_plan_find(plan) ? CUFFT_NOT_SUPPORTED : CUFFT_INVALID_PLAN;
}

cufftResult
cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType cbType)
{
	(void)cbType;
	return hd_plan_find(plan) ? CUFFT_NOT_SUPPORTED : CUFFT_INVALID_PLAN;
}

cufftResult
cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType cbType,
			     size_t sharedSize)
{
	(void)cbType, (void)sharedSize;
	return hd_plan_find(plan) ? CUFFT_NOT_SUPPORTED : CUFFT_INVALID_PLAN;
}
