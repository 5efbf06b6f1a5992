/* SPDX-License-Identifier: Apache-2.0 */
/* Launches in device code: hdcc turns k<<<g, b>>>(x) there into
 *     __hd_launch_in_kernel<decltype(&k), &k>(g, b)(x)
 * and the part of the runtime API that kernels may call. Children run in the order of their
 * launches, so streams and events have nothing left to do. */
#ifndef __HEDDLE_DEV_LAUNCH_H__
#define __HEDDLE_DEV_LAUNCH_H__

struct __hd_nested { /* as nested.c reads it */
	unsigned grid[3], block[3], dynamic_bytes, tail;
	void **args;
};

extern "C" __device__ int hd_dev_launch(const void *kernel, const __hd_nested *config);
extern "C" __device__ void hd_dev_launch_sync(void);

#define cudaStreamTailLaunch    ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

/* The kernel, named outside of functions: clang does not let device code do it. */
template <class __F, __F __K> struct __hd_kernel { static __device__ __F const address; };
template <class __F, __F __K> __device__ __F const __hd_kernel<__F, __K>::address = __K;

/* The last error of a thread is not kept between its calls. */
template <class __F, __F __K> struct __hd_launcher;
template <class... __P, void (*__K)(__P...)> struct __hd_launcher<void (*)(__P...), __K> {
	dim3 grid, block;
	size_t shared;
	cudaStream_t stream;

	__device__ void
	operator()(__P... p) const
	{
		void *args[] = {(void *)&p..., nullptr};
		__hd_nested n = {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z},
		                 (unsigned)shared, stream == cudaStreamTailLaunch, args};

		if (hd_dev_launch((const void *)__hd_kernel<void (*)(__P...), __K>::address, &n))
			__hd_launch_failed();
	}
	static __device__ void __hd_launch_failed() { __trap(); }
};

template <class __F, __F __K> static __device__ __forceinline__ __hd_launcher<__F, __K>
__hd_launch_in_kernel(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0)
{
	return __hd_launcher<__F, __K>{grid, block, shared, stream};
}

/* ---- the runtime API of kernels */

__hd_fn cudaError_t
cudaDeviceSynchronize(void)
{
	hd_dev_launch_sync();
	return cudaSuccess;
}
/* What libraries call in functions for both sides; on the host nothing comes to it. */
static __inline__ __host__ __device__ cudaError_t
__cudaDeviceSynchronizeDeprecationAvoidance(void)
{
	return cudaDeviceSynchronize();
}
__hd_fn cudaError_t cudaGetLastError(void) { return cudaSuccess; }
__hd_fn cudaError_t cudaPeekAtLastError(void) { return cudaSuccess; }
__hd_fn const char *cudaGetErrorString(cudaError_t) { return "error in a kernel"; }
__hd_fn const char *cudaGetErrorName(cudaError_t) { return "cudaError"; }
__hd_fn cudaError_t
cudaGetDevice(int *device)
{
	*device = 0;
	return cudaSuccess;
}
__hd_fn cudaError_t
cudaGetDeviceCount(int *count)
{
	*count = 1;
	return cudaSuccess;
}
__hd_fn cudaError_t
cudaMalloc(void **p, size_t bytes)
{
	*p = malloc(bytes);
	return *p ? cudaSuccess : cudaErrorMemoryAllocation;
}
template <class __T> __hd_fn cudaError_t
cudaMalloc(__T **p, size_t bytes)
{
	return cudaMalloc((void **)(void *)p, bytes);
}
__hd_fn cudaError_t
cudaFree(void *p)
{
	hd_dev_launch_sync();
	free(p);
	return cudaSuccess;
}
__hd_fn cudaError_t
cudaMemcpyAsync(void *to, const void *from, size_t n, cudaMemcpyKind, cudaStream_t = 0)
{
	hd_dev_launch_sync();
	__builtin_memcpy(to, from, n);
	return cudaSuccess;
}
__hd_fn cudaError_t
cudaMemsetAsync(void *to, int value, size_t n, cudaStream_t = 0)
{
	hd_dev_launch_sync();
	__builtin_memset(to, value, n);
	return cudaSuccess;
}
__hd_fn cudaError_t
cudaStreamCreateWithFlags(cudaStream_t *s, unsigned int)
{
	*s = 0;
	return cudaSuccess;
}
__hd_fn cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
__hd_fn cudaError_t
cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned int = 0)
{
	return cudaSuccess;
}
__hd_fn cudaError_t
cudaEventCreateWithFlags(cudaEvent_t *e, unsigned int)
{
	*e = 0;
	return cudaSuccess;
}
__hd_fn cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0) { return cudaSuccess; }
__hd_fn cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }

/* Launches by a kernel's address: named so that templates of libraries can be read. Who uses
 * one hears that it is not there. */
extern "C" __device__ void *cudaGetParameterBuffer(size_t alignment, size_t bytes);
extern "C" __device__ cudaError_t cudaLaunchDevice(void *kernel, void *args, dim3 grid,
                                                   dim3 block, unsigned int shared,
                                                   cudaStream_t stream);

#endif
