/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API: green contexts, parts of a device's processors. There are none. */
#include "driver.h"

CUresult
cuGreenCtxCreate(CUgreenCtx *context, CUdevResourceDesc desc, CUdevice device,
		 unsigned int flags)
{
	(void)context, (void)desc, (void)device, (void)flags;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuGreenCtxDestroy(CUgreenCtx context)
{
	(void)context;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuCtxFromGreenCtx(CUcontext *context, CUgreenCtx green)
{
	(void)context, (void)green;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuDeviceGetDevResource(CUdevice device, CUdevResource *resource, CUdevResourceType type)
{
	(void)device, (void)resource, (void)type;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuCtxGetDevResource(CUcontext context, CUdevResource *resource, CUdevResourceType type)
{
	(void)context, (void)resource, (void)type;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuGreenCtxGetDevResource(CUgreenCtx context, CUdevResource *resource,
			 CUdevResourceType type)
{
	(void)context, (void)resource, (void)type;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuDevSmResourceSplitByCount(CUdevResource *result, unsigned int *groups,
			    const CUdevResource *input, CUdevResource *remaining,
			    unsigned int flags, unsigned int least)
{
	(void)result, (void)groups, (void)input, (void)remaining, (void)flags;
	(void)least;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuDevResourceGenerateDesc(CUdevResourceDesc *desc, CUdevResource *resources,
			  unsigned int count)
{
	(void)desc, (void)resources, (void)count;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuGreenCtxRecordEvent(CUgreenCtx context, CUevent event)
{
	(void)context, (void)event;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuGreenCtxWaitEvent(CUgreenCtx context, CUevent event)
{
	(void)context, (void)event;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuStreamGetGreenCtx(CUstream stream, CUgreenCtx *context)
{
	(void)stream, (void)context;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuGreenCtxStreamCreate(CUstream *stream, CUgreenCtx context, unsigned int flags,
		       int priority)
{
	(void)stream, (void)context, (void)flags, (void)priority;
	return CUDA_ERROR_NOT_SUPPORTED;
}
