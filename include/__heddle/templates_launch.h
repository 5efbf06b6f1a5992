/* SPDX-License-Identifier: Apache-2.0 */
/* C++ forms of the runtime API: typed kernels, occupancy. */
#ifndef __HEDDLE_TEMPLATES_LAUNCH_H__
#define __HEDDLE_TEMPLATES_LAUNCH_H__

extern "C++" {

template <class __T> static inline cudaError_t
cudaLaunchKernel(__T *func, dim3 grid, dim3 block, void **args, size_t shared = 0,
                 cudaStream_t stream = 0)
{
	return ::cudaLaunchKernel((const void *)func, grid, block, args, shared, stream);
}

template <class __T> static inline cudaError_t
cudaLaunchCooperativeKernel(__T *func, dim3 grid, dim3 block, void **args,
                            size_t shared = 0, cudaStream_t stream = 0)
{
	return ::cudaLaunchCooperativeKernel((const void *)func, grid, block, args, shared,
	                                     stream);
}

#if __cplusplus >= 201103L
template <class... Params, class... Args> static inline cudaError_t
cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*func)(Params...),
                   Args &&...args)
{
	/* By value: the arguments are converted as a call would convert them. */
	return [&](Params... values) {
		void *pointers[sizeof...(Params) + 1] = {(void *)&values...};
		return ::cudaLaunchKernelExC(config, (const void *)func, pointers);
	}(static_cast<Args &&>(args)...);
}
#endif

template <class __T> static inline cudaError_t
cudaFuncSetCacheConfig(__T *func, cudaFuncCache config)
{
	return ::cudaFuncSetCacheConfig((const void *)func, config);
}

template <class __T> static inline cudaError_t
cudaFuncSetSharedMemConfig(__T *func, cudaSharedMemConfig config)
{
	return ::cudaFuncSetSharedMemConfig((const void *)func, config);
}

template <class __T> static inline cudaError_t
cudaFuncGetAttributes(cudaFuncAttributes *attr, __T *func)
{
	return ::cudaFuncGetAttributes(attr, (const void *)func);
}

template <class __T> static inline cudaError_t
cudaFuncSetAttribute(__T *func, cudaFuncAttribute attr, int value)
{
	return ::cudaFuncSetAttribute((const void *)func, attr, value);
}

template <class __T> static inline cudaError_t
cudaFuncGetName(const char **name, __T *func)
{
	return ::cudaFuncGetName(name, (const void *)func);
}

template <class __T> static inline cudaError_t
cudaGetKernel(cudaKernel_t *kernel, __T *func)
{
	return ::cudaGetKernel(kernel, (const void *)func);
}

template <class __T> static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, __T func, int block_size,
                                              size_t dynamic_shared)
{
	return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
		blocks, (const void *)func, block_size, dynamic_shared);
}

template <class __T> static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, __T func,
                                                       int block_size,
                                                       size_t dynamic_shared,
                                                       unsigned int flags)
{
	return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
		blocks, (const void *)func, block_size, dynamic_shared, flags);
}

template <class __T> static inline cudaError_t
cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic_shared, __T *func, int blocks,
                                          int block_size)
{
	return ::cudaOccupancyAvailableDynamicSMemPerBlock(
		dynamic_shared, (const void *)func, blocks, block_size);
}

template <class __T> static inline cudaError_t
cudaOccupancyMaxPotentialClusterSize(int *size, __T *func,
                                     const cudaLaunchConfig_t *config)
{
	return ::cudaOccupancyMaxPotentialClusterSize(size, (const void *)func, config);
}

template <class __T> static inline cudaError_t
cudaOccupancyMaxActiveClusters(int *clusters, __T *func, const cudaLaunchConfig_t *config)
{
	return ::cudaOccupancyMaxActiveClusters(clusters, (const void *)func, config);
}

/* The block size, in whole warps, that keeps most threads resident; the largest such
 * size wins. `shared` tells the dynamic shared memory of a block size. */
template <class __F, class __T> static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *min_grid, int *block_size,
                                                        __T func, __F shared, int limit = 0,
                                                        unsigned int flags = 0)
{
	cudaFuncAttributes attr;
	cudaError_t status;
	int device, processors, warp, most = 0;

	if (!min_grid || !block_size || !func)
		return cudaErrorInvalidValue;
	if ((status = ::cudaGetDevice(&device)) != cudaSuccess ||
	    (status = ::cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
	                                       device)) != cudaSuccess ||
	    (status = ::cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device)) !=
	            cudaSuccess ||
	    (status = ::cudaFuncGetAttributes(&attr, (const void *)func)) != cudaSuccess)
		return status;
	if (limit <= 0 || limit > attr.maxThreadsPerBlock)
		limit = attr.maxThreadsPerBlock;

	for (int size = limit; size > 0; size = (size - 1) / warp * warp) {
		int blocks;

		status = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
			&blocks, (const void *)func, size, (size_t)shared(size), flags);
		if (status != cudaSuccess)
			return status;
		if (blocks * size <= most)
			continue;
		most = blocks * size;
		*block_size = size;
		*min_grid = blocks * processors;
	}
	return cudaSuccess;
}

template <class __F, class __T> static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *min_grid, int *block_size, __T func,
                                               __F shared, int limit = 0)
{
	return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
		min_grid, block_size, func, shared, limit, cudaOccupancyDefault);
}

struct __hd_constant_size {
	size_t size;
	size_t operator()(int) const { return size; }
};

template <class __T> static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeWithFlags(int *min_grid, int *block_size, __T func,
                                            size_t dynamic_shared = 0, int limit = 0,
                                            unsigned int flags = 0)
{
	__hd_constant_size shared = {dynamic_shared};

	return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
		min_grid, block_size, func, shared, limit, flags);
}

template <class __T> static inline cudaError_t
cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size, __T func,
                                   size_t dynamic_shared = 0, int limit = 0)
{
	return cudaOccupancyMaxPotentialBlockSizeWithFlags(
		min_grid, block_size, func, dynamic_shared, limit, cudaOccupancyDefault);
}

}

#endif
