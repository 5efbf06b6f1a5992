/* SPDX-License-Identifier: Apache-2.0 */
/* C++ forms of the runtime API: typed pointers, symbols by name. */
#ifndef __HEDDLE_TEMPLATES_MEMORY_H__
#define __HEDDLE_TEMPLATES_MEMORY_H__

extern "C++" {

template <class __T> static inline cudaError_t
cudaMalloc(__T **ptr, size_t size)
{
	return ::cudaMalloc((void **)(void *)ptr, size);
}

template <class __T> static inline cudaError_t
cudaMallocManaged(__T **ptr, size_t size, unsigned int flags = cudaMemAttachGlobal)
{
	return ::cudaMallocManaged((void **)(void *)ptr, size, flags);
}

template <class __T> static inline cudaError_t
cudaMallocPitch(__T **ptr, size_t *pitch, size_t width, size_t height)
{
	return ::cudaMallocPitch((void **)(void *)ptr, pitch, width, height);
}

static inline cudaError_t
cudaMallocHost(void **ptr, size_t size, unsigned int flags)
{
	return ::cudaHostAlloc(ptr, size, flags);
}

template <class __T> static inline cudaError_t
cudaMallocHost(__T **ptr, size_t size, unsigned int flags = cudaHostAllocDefault)
{
	return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}

template <class __T> static inline cudaError_t
cudaHostAlloc(__T **ptr, size_t size, unsigned int flags)
{
	return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}

template <class __T> static inline cudaError_t
cudaHostGetDevicePointer(__T **device, void *host, unsigned int flags)
{
	return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}

template <class __T> static inline cudaError_t
cudaMallocAsync(__T **ptr, size_t size, cudaStream_t stream)
{
	return ::cudaMallocAsync((void **)(void *)ptr, size, stream);
}

static inline cudaError_t
cudaMallocAsync(void **ptr, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
	return ::cudaMallocFromPoolAsync(ptr, size, pool, stream);
}

template <class __T> static inline cudaError_t
cudaMallocAsync(__T **ptr, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
	return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, pool, stream);
}

template <class __T> static inline cudaError_t
cudaMallocFromPoolAsync(__T **ptr, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
	return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, pool, stream);
}

template <class __T> static inline cudaError_t
cudaStreamAttachMemAsync(cudaStream_t stream, __T *ptr, size_t length = 0,
                         unsigned int flags = cudaMemAttachSingle)
{
	return ::cudaStreamAttachMemAsync(stream, (void *)ptr, length, flags);
}

static inline cudaError_t
cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
	return ::cudaEventCreateWithFlags(event, flags);
}

template <class __T> static inline cudaError_t
cudaMemcpyToSymbol(const __T &symbol, const void *src, size_t count, size_t offset = 0,
                   cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
	return ::cudaMemcpyToSymbol((const void *)&symbol, src, count, offset, kind);
}

template <class __T> static inline cudaError_t
cudaMemcpyToSymbolAsync(const __T &symbol, const void *src, size_t count,
                        size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                        cudaStream_t stream = 0)
{
	return ::cudaMemcpyToSymbolAsync((const void *)&symbol, src, count, offset, kind,
	                                 stream);
}

template <class __T> static inline cudaError_t
cudaMemcpyFromSymbol(void *dst, const __T &symbol, size_t count, size_t offset = 0,
                     cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
	return ::cudaMemcpyFromSymbol(dst, (const void *)&symbol, count, offset, kind);
}

template <class __T> static inline cudaError_t
cudaMemcpyFromSymbolAsync(void *dst, const __T &symbol, size_t count, size_t offset = 0,
                          cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                          cudaStream_t stream = 0)
{
	return ::cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, count, offset, kind,
	                                   stream);
}

template <class __T> static inline cudaError_t
cudaGetSymbolAddress(void **ptr, const __T &symbol)
{
	return ::cudaGetSymbolAddress(ptr, (const void *)&symbol);
}

template <class __T, class __S> static inline cudaError_t
cudaGetSymbolAddress(__T **ptr, const __S &symbol)
{
	return ::cudaGetSymbolAddress((void **)(void *)ptr, (const void *)&symbol);
}

template <class __T> static inline cudaError_t
cudaGetSymbolSize(size_t *size, const __T &symbol)
{
	return ::cudaGetSymbolSize(size, (const void *)&symbol);
}

static inline cudaError_t
cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *,
                     char *, size_t)
{
	return ::cudaGraphInstantiate(exec, graph, 0);
}

static inline cudaError_t
cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *error,
                    cudaGraphExecUpdateResult *result)
{
	cudaGraphExecUpdateResultInfo info;
	cudaError_t status = ::cudaGraphExecUpdate(exec, graph, &info);

	if (error)
		*error = info.errorNode;
	if (result)
		*result = info.result;
	return status;
}

}

#endif
