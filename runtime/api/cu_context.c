/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API: contexts. All share the one device and its memory; each thread has a stack
 * of current ones. */
#include "driver.h"

#include <stdlib.h>

enum { CONTEXT_MAGIC = 0x48644374, MAX_STACK = 32 };

struct CUctx_st {
	uint32_t magic;
	unsigned flags;
	unsigned long long id;
	_Atomic int uses; /* of the primary one */
};

static struct CUctx_st primary = {.magic = CONTEXT_MAGIC, .id = 1};
static _Atomic unsigned long long next_id = 2;
static _Thread_local CUcontext stack[MAX_STACK];
static _Thread_local int depth;

static bool
is_context(CUcontext c)
{
	return c && c->magic == CONTEXT_MAGIC;
}

/* A thread that has used the runtime API has the primary context. */
static CUcontext
current(void)
{
	if (depth)
		return stack[depth - 1];
	return hd_api_is_used() ? &primary : NULL;
}

CUresult
hd_cu_begin(void)
{
	CUresult result = hd_cu_check_init();

	return result ? result : current() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

static CUresult
push(CUcontext c)
{
	if (depth == MAX_STACK)
		return CUDA_ERROR_OUT_OF_MEMORY;
	stack[depth++] = c;
	return CUDA_SUCCESS;
}

/* ---- the primary one --------------------------------------------------------------- */

CUresult
cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
	CUresult result =
		context ? hd_cu_check_device(device) : CUDA_ERROR_INVALID_VALUE;

	if (result)
		return result;
	atomic_fetch_add(&primary.uses, 1);
	*context = &primary;
	return CUDA_SUCCESS;
}

CUresult
cuDevicePrimaryCtxRelease(CUdevice device)
{
	CUresult result = hd_cu_check_device(device);
	int uses = atomic_load(&primary.uses);

	if (result)
		return result;
	if (!uses)
		return CUDA_ERROR_INVALID_CONTEXT;
	atomic_fetch_sub(&primary.uses, 1);
	return CUDA_SUCCESS;
}

CUresult
cuDevicePrimaryCtxReset(CUdevice device)
{
	CUresult result = hd_cu_check_device(device);

	return result ? result : hd_cu_result((int)cudaDeviceReset());
}

CUresult
cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active)
{
	CUresult result =
		flags && active ? hd_cu_check_device(device) : CUDA_ERROR_INVALID_VALUE;

	if (result)
		return result;
	*flags = primary.flags;
	*active = atomic_load(&primary.uses) > 0 || hd_api_is_used();
	return CUDA_SUCCESS;
}

CUresult
cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags)
{
	CUresult result = hd_cu_check_device(device);

	if (!result && (flags & ~(unsigned)CU_CTX_FLAGS_MASK))
		result = CUDA_ERROR_INVALID_VALUE;
	if (!result)
		primary.flags = flags;
	return result;
}

/* ---- others ------------------------------------------------------------------------- */

static CUresult
create(CUcontext *context, unsigned flags, CUdevice device)
{
	CUresult result =
		context ? hd_cu_check_device(device) : CUDA_ERROR_INVALID_VALUE;
	CUcontext c;

	if (!result && (flags & ~(unsigned)CU_CTX_FLAGS_MASK))
		result = CUDA_ERROR_INVALID_VALUE;
	if (result)
		return result;
	c = calloc(1, sizeof *c);
	if (!c)
		return CUDA_ERROR_OUT_OF_MEMORY;
	c->magic = CONTEXT_MAGIC;
	c->flags = flags;
	c->id = atomic_fetch_add(&next_id, 1);
	result = push(c);
	if (result)
		free(c);
	else
		*context = c;
	return result;
}

CUresult
cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device)
{
	return create(context, flags, device);
}

/* Parts of the device, and graphics: no. */
CUresult
cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *params, unsigned int flags,
	       CUdevice device)
{
	if (params && (params->numExecAffinityParams || params->cigParams))
		return CUDA_ERROR_NOT_SUPPORTED;
	return create(context, flags, device);
}

/* What was allocated in it stays: memory belongs to the device here. */
CUresult
cuCtxDestroy(CUcontext context)
{
	if (!is_context(context) || context == &primary)
		return CUDA_ERROR_INVALID_CONTEXT;
	hd_wait_device();
	for (int i = depth; i-- > 0;)
		if (stack[i] == context) {
			for (int k = i; k + 1 < depth; k++)
				stack[k] = stack[k + 1];
			depth--;
		}
	context->magic = 0;
	free(context);
	return CUDA_SUCCESS;
}

CUresult
cuCtxPushCurrent(CUcontext context)
{
	return is_context(context) ? push(context) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult
cuCtxPopCurrent(CUcontext *context)
{
	if (!depth)
		return CUDA_ERROR_INVALID_CONTEXT;
	depth--;
	if (context)
		*context = stack[depth];
	return CUDA_SUCCESS;
}

CUresult
cuCtxSetCurrent(CUcontext context)
{
	CUresult result = hd_cu_check_init();

	if (result)
		return result;
	if (context && !is_context(context))
		return CUDA_ERROR_INVALID_CONTEXT;
	if (depth)
		depth--;
	return context ? push(context) : CUDA_SUCCESS;
}

CUresult
cuCtxGetCurrent(CUcontext *context)
{
	CUresult result = context ? hd_cu_check_init() : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		*context = current();
	return result;
}

CUresult
cuCtxGetDevice(CUdevice *device)
{
	CUresult result = device ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		*device = 0;
	return result;
}

CUresult
cuCtxGetFlags(unsigned int *flags)
{
	CUresult result = flags ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		*flags = current()->flags;
	return result;
}

CUresult
cuCtxGetId(CUcontext context, unsigned long long *id)
{
	CUcontext c = context ? context : current();

	if (!id || !is_context(c))
		return id ? CUDA_ERROR_INVALID_CONTEXT : CUDA_ERROR_INVALID_VALUE;
	*id = c->id;
	return CUDA_SUCCESS;
}

CUresult
cuCtxGetApiVersion(CUcontext context, unsigned int *version)
{
	if (!version || (context && !is_context(context)))
		return version ? CUDA_ERROR_INVALID_CONTEXT : CUDA_ERROR_INVALID_VALUE;
	*version = 3020;
	return CUDA_SUCCESS;
}

CUresult
cuCtxAttach(CUcontext *context, unsigned int flags)
{
	CUresult result = context && !flags ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		*context = current();
	return result;
}

CUresult
cuCtxDetach(CUcontext context)
{
	return is_context(context) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

/* ---- through the runtime ------------------------------------------------------------- */

CUresult
cuCtxSynchronize(void)
{
	return CU_CALL(cudaDeviceSynchronize());
}

CUresult
cuCtxGetLimit(size_t *value, CUlimit limit)
{
	return CU_CALL(cudaDeviceGetLimit(value, (enum cudaLimit)limit));
}

CUresult
cuCtxSetLimit(CUlimit limit, size_t value)
{
	return CU_CALL(cudaDeviceSetLimit((enum cudaLimit)limit, value));
}

CUresult
cuCtxGetCacheConfig(CUfunc_cache *config)
{
	return CU_CALL(cudaDeviceGetCacheConfig((enum cudaFuncCache *)config));
}

CUresult
cuCtxSetCacheConfig(CUfunc_cache config)
{
	return CU_CALL(cudaDeviceSetCacheConfig((enum cudaFuncCache)config));
}

CUresult
cuCtxGetSharedMemConfig(CUsharedconfig *config)
{
	return CU_CALL(
		cudaDeviceGetSharedMemConfig((enum cudaSharedMemConfig *)config));
}

CUresult
cuCtxSetSharedMemConfig(CUsharedconfig config)
{
	return CU_CALL(cudaDeviceSetSharedMemConfig((enum cudaSharedMemConfig)config));
}

CUresult
cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
	return CU_CALL(cudaDeviceGetStreamPriorityRange(least, greatest));
}

CUresult
cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags)
{
	if (!is_context(peer))
		return CUDA_ERROR_INVALID_CONTEXT;
	return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
}

CUresult
cuCtxDisablePeerAccess(CUcontext peer)
{
	return is_context(peer) ? CUDA_ERROR_PEER_ACCESS_NOT_ENABLED
				: CUDA_ERROR_INVALID_CONTEXT;
}

CU_ALIAS(cuDevicePrimaryCtxRelease_v2, cuDevicePrimaryCtxRelease);
CU_ALIAS(cuDevicePrimaryCtxReset_v2, cuDevicePrimaryCtxReset);
CU_ALIAS(cuDevicePrimaryCtxSetFlags_v2, cuDevicePrimaryCtxSetFlags);
CU_ALIAS(cuCtxCreate_v2, cuCtxCreate);
CU_ALIAS(cuCtxDestroy_v2, cuCtxDestroy);
CU_ALIAS(cuCtxPushCurrent_v2, cuCtxPushCurrent);
CU_ALIAS(cuCtxPopCurrent_v2, cuCtxPopCurrent);
