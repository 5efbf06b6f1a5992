/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API: kernels, of the program and of modules that it has loaded. A function is what
 * the runtime knows a kernel by. */
#include "driver.h"

#include <string.h>

CUresult
hd_cu_function(CUfunction handle, hd_function **f)
{
	CUresult result = hd_cu_begin();

	*f = result ? NULL : hd_function_find(handle);
	if (!result && !*f)
		result = CUDA_ERROR_INVALID_HANDLE;
	return result;
}

CUresult
cuFuncGetModule(CUmodule *module, CUfunction function)
{
	hd_function *f;
	CUresult result =
		module ? hd_cu_function(function, &f) : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		*module = (CUmodule)(uintptr_t)f->module;
	return result;
}

/* ---- attributes ----------------------------------------------------------------------- */

CUresult
cuFuncGetAttribute(int *value, CUfunction_attribute attr, CUfunction function)
{
	struct cudaFuncAttributes a;
	hd_function *f;
	CUresult result =
		value ? hd_cu_function(function, &f) : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		result = CU_CALL(cudaFuncGetAttributes(&a, f->host));
	if (result)
		return result;
	const int values[] = {
		[CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK] = a.maxThreadsPerBlock,
		[CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES] = (int)a.sharedSizeBytes,
		[CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES] = (int)a.constSizeBytes,
		[CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES] = (int)a.localSizeBytes,
		[CU_FUNC_ATTRIBUTE_NUM_REGS] = a.numRegs,
		[CU_FUNC_ATTRIBUTE_PTX_VERSION] = a.ptxVersion,
		[CU_FUNC_ATTRIBUTE_BINARY_VERSION] = a.binaryVersion,
		[CU_FUNC_ATTRIBUTE_CACHE_MODE_CA] = a.cacheModeCA,
		[CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES] =
			a.maxDynamicSharedSizeBytes,
		[CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT] =
			a.preferredShmemCarveout,
		[CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE] = 0,
	};

	if ((unsigned)attr >= CU_FUNC_ATTRIBUTE_MAX)
		return CUDA_ERROR_INVALID_VALUE;
	*value = values[attr];
	return CUDA_SUCCESS;
}

_Static_assert((int)CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES ==
		       (int)cudaFuncAttributeMaxDynamicSharedMemorySize,
	       "number");

CUresult
cuFuncSetAttribute(CUfunction function, CUfunction_attribute attr, int value)
{
	hd_function *f;
	CUresult result = hd_cu_function(function, &f);

	return result ? result
		      : CU_CALL(cudaFuncSetAttribute(
				f->host, (enum cudaFuncAttribute)attr, value));
}

CUresult
cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config)
{
	hd_function *f;

	(void)config;
	return hd_cu_function(function, &f);
}

CUresult
cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config)
{
	hd_function *f;

	(void)config;
	return hd_cu_function(function, &f);
}

CUresult
cuFuncGetName(const char **name, CUfunction function)
{
	hd_function *f;
	CUresult result =
		name ? hd_cu_function(function, &f) : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		*name = f->kernel->name;
	return result;
}

/* All kernels are there from the beginning. */
CUresult
cuFuncLoad(CUfunction function)
{
	hd_function *f;

	return hd_cu_function(function, &f);
}

CUresult
cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function)
{
	hd_function *f;
	CUresult result =
		state ? hd_cu_function(function, &f) : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		*state = CU_FUNCTION_LOADING_STATE_LOADED;
	return result;
}

CUresult
cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *size)
{
	hd_function *f;
	CUresult result = hd_cu_function(function, &f);

	return result ? result
		      : CU_CALL(cudaFuncGetParamInfo(f->host, index, offset, size));
}

/* ---- launching ------------------------------------------------------------------------ */

/* Arguments may come packed, as the kernel has them. */
static bool
unpack(const hd_function *f, void **extra, void **args)
{
	const hd_kernel *k = f->kernel;
	char *buffer = NULL;
	size_t size = 0;

	for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
		if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
			buffer = extra[1];
		else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE)
			size = *(size_t *)extra[1];
		else
			return false;
	}
	for (uint32_t i = 0; i < k->arg_count; i++) {
		if (!buffer || k->args[i].offset + k->args[i].size > size)
			return false;
		args[i] = buffer + k->args[i].offset;
	}
	return true;
}

CUresult
hd_cu_args(const hd_function *f, void ***args, void **extra, void **unpacked)
{
	if (!extra)
		return CUDA_SUCCESS;
	if (*args || f->kernel->arg_count > HD_CU_MAX_ARGS ||
	    !unpack(f, extra, unpacked))
		return CUDA_ERROR_INVALID_VALUE;
	*args = unpacked;
	return CUDA_SUCCESS;
}

CUresult
cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
	       unsigned int grid_z, unsigned int block_x, unsigned int block_y,
	       unsigned int block_z, unsigned int shared, CUstream stream, void **args,
	       void **extra)
{
	void *unpacked[HD_CU_MAX_ARGS];
	hd_function *f;
	CUresult result = hd_cu_function(function, &f);

	if (!result)
		result = hd_cu_args(f, &args, extra, unpacked);
	if (result)
		return result;
	return CU_CALL(cudaLaunchKernel(f->host, (dim3){grid_x, grid_y, grid_z},
					(dim3){block_x, block_y, block_z}, args, shared,
					stream));
}

_Static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute) &&
		       offsetof(CUlaunchAttribute, value) ==
			       offsetof(cudaLaunchAttribute, val),
	       "attributes have one layout");

CUresult
cuLaunchKernelEx(const CUlaunchConfig *c, CUfunction function, void **args,
		 void **extra)
{
	void *unpacked[HD_CU_MAX_ARGS];
	hd_function *f;
	CUresult result = c ? hd_cu_function(function, &f) : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		result = hd_cu_args(f, &args, extra, unpacked);
	if (result)
		return result;
	cudaLaunchConfig_t config = {
		.gridDim = {c->gridDimX, c->gridDimY, c->gridDimZ},
		.blockDim = {c->blockDimX, c->blockDimY, c->blockDimZ},
		.dynamicSmemBytes = c->sharedMemBytes,
		.stream = c->hStream,
		.attrs = (cudaLaunchAttribute *)(void *)c->attrs,
		.numAttrs = c->numAttrs,
	};

	return CU_CALL(cudaLaunchKernelExC(&config, f->host, args));
}

CUresult
cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
			  unsigned int grid_z, unsigned int block_x,
			  unsigned int block_y, unsigned int block_z,
			  unsigned int shared, CUstream stream, void **args)
{
	hd_function *f;
	CUresult result = hd_cu_function(function, &f);

	if (result)
		return result;
	return CU_CALL(cudaLaunchCooperativeKernel(
		f->host, (dim3){grid_x, grid_y, grid_z},
		(dim3){block_x, block_y, block_z}, args, shared, stream));
}

/* ---- occupancy ------------------------------------------------------------------------ */

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function,
						     int block_size,
						     size_t dynamic_shared,
						     unsigned int flags)
{
	hd_function *f;
	CUresult result = hd_cu_function(function, &f);

	return result ? result
		      : CU_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
				blocks, f->host, block_size, dynamic_shared, flags));
}

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function,
					    int block_size, size_t dynamic_shared)
{
	return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
		blocks, function, block_size, dynamic_shared, 0);
}

CUresult
cuOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic_shared, CUfunction function,
					int blocks, int block_size)
{
	hd_function *f;
	CUresult result = hd_cu_function(function, &f);

	return result ? result
		      : CU_CALL(cudaOccupancyAvailableDynamicSMemPerBlock(
				dynamic_shared, f->host, blocks, block_size));
}

/* The size, in whole warps, that keeps most threads resident; the largest such wins. */
CUresult
cuOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size, CUfunction function,
				 CUoccupancyB2DSize shared, size_t dynamic_shared,
				 int limit)
{
	enum { WARP = 32 };
	int most = 0, processors;
	hd_function *f;
	CUresult result = min_grid && block_size ? hd_cu_function(function, &f)
						 : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		result = cuDeviceGetAttribute(
			&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
	if (result)
		return result;
	if (limit <= 0 || limit > (int)f->kernel->max_threads)
		limit = (int)f->kernel->max_threads;
	for (int size = limit; size > 0; size = (size - 1) / WARP * WARP) {
		int blocks = hd_api_active_blocks(
			f, size, shared ? shared(size) : dynamic_shared);

		if (blocks * size <= most)
			continue;
		most = blocks * size;
		*block_size = size;
		*min_grid = blocks * processors;
	}
	return CUDA_SUCCESS;
}

/* The flags are about caches. */
CUresult
cuOccupancyMaxPotentialBlockSizeWithFlags(int *min_grid, int *block_size,
					  CUfunction function,
					  CUoccupancyB2DSize shared,
					  size_t dynamic_shared, int limit,
					  unsigned int flags)
{
	return flags & ~(unsigned)CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE
		       ? CUDA_ERROR_INVALID_VALUE
		       : cuOccupancyMaxPotentialBlockSize(min_grid, block_size,
							  function, shared,
							  dynamic_shared, limit);
}
