/* SPDX-License-Identifier: Apache-2.0 */
/* The functions for programs whose default stream is the thread's own: as the others,
 * while stream 0 means another one. */
#include "api.h"

/* name, its suffix, parameters, what they are called */
#define PER_THREAD(name, suffix, parameters, arguments)                                \
	HD_EXPORT __typeof__(name) name##_##suffix;                                    \
	cudaError_t name##_##suffix parameters                                         \
	{                                                                              \
		bool before = hd_api_per_thread;                                       \
		hd_api_per_thread = true;                                              \
		cudaError_t error = name arguments;                                    \
		hd_api_per_thread = before;                                            \
		return error;                                                          \
	}

PER_THREAD(cudaMemcpy, ptds,
	   (void *dst, const void *src, size_t count, enum cudaMemcpyKind kind),
	   (dst, src, count, kind))
PER_THREAD(cudaMemcpyToSymbol, ptds,
	   (const void *symbol, const void *src, size_t count, size_t offset,
	    enum cudaMemcpyKind kind),
	   (symbol, src, count, offset, kind))
PER_THREAD(cudaMemcpyFromSymbol, ptds,
	   (void *dst, const void *symbol, size_t count, size_t offset,
	    enum cudaMemcpyKind kind),
	   (dst, symbol, count, offset, kind))
PER_THREAD(cudaMemcpy2D, ptds,
	   (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
	    size_t height, enum cudaMemcpyKind kind),
	   (dst, dpitch, src, spitch, width, height, kind))
PER_THREAD(cudaMemcpyToArray, ptds,
	   (cudaArray_t dst, size_t x, size_t y, const void *src, size_t count,
	    enum cudaMemcpyKind kind),
	   (dst, x, y, src, count, kind))
PER_THREAD(cudaMemcpy2DToArray, ptds,
	   (cudaArray_t dst, size_t x, size_t y, const void *src, size_t spitch,
	    size_t width, size_t height, enum cudaMemcpyKind kind),
	   (dst, x, y, src, spitch, width, height, kind))
PER_THREAD(cudaMemcpyFromArray, ptds,
	   (void *dst, cudaArray_const_t src, size_t x, size_t y, size_t count,
	    enum cudaMemcpyKind kind),
	   (dst, src, x, y, count, kind))
PER_THREAD(cudaMemcpy2DFromArray, ptds,
	   (void *dst, size_t dpitch, cudaArray_const_t src, size_t x, size_t y,
	    size_t width, size_t height, enum cudaMemcpyKind kind),
	   (dst, dpitch, src, x, y, width, height, kind))
PER_THREAD(cudaMemcpyArrayToArray, ptds,
	   (cudaArray_t dst, size_t dst_x, size_t dst_y, cudaArray_const_t src,
	    size_t src_x, size_t src_y, size_t count, enum cudaMemcpyKind kind),
	   (dst, dst_x, dst_y, src, src_x, src_y, count, kind))
PER_THREAD(cudaMemcpy2DArrayToArray, ptds,
	   (cudaArray_t dst, size_t dst_x, size_t dst_y, cudaArray_const_t src,
	    size_t src_x, size_t src_y, size_t width, size_t height,
	    enum cudaMemcpyKind kind),
	   (dst, dst_x, dst_y, src, src_x, src_y, width, height, kind))
PER_THREAD(cudaMemcpy3D, ptds, (const struct cudaMemcpy3DParms *p), (p))
PER_THREAD(cudaMemcpy3DPeer, ptds, (const struct cudaMemcpy3DPeerParms *p), (p))
PER_THREAD(cudaMemset, ptds, (void *ptr, int value, size_t count), (ptr, value, count))
PER_THREAD(cudaMemset2D, ptds,
	   (void *ptr, size_t pitch, int value, size_t width, size_t height),
	   (ptr, pitch, value, width, height))
PER_THREAD(cudaMemset3D, ptds,
	   (struct cudaPitchedPtr ptr, int value, struct cudaExtent extent),
	   (ptr, value, extent))
PER_THREAD(cudaMemcpyAsync, ptsz,
	   (void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
	    cudaStream_t stream),
	   (dst, src, count, kind, stream))
PER_THREAD(cudaMemcpyToSymbolAsync, ptsz,
	   (const void *symbol, const void *src, size_t count, size_t offset,
	    enum cudaMemcpyKind kind, cudaStream_t stream),
	   (symbol, src, count, offset, kind, stream))
PER_THREAD(cudaMemcpyFromSymbolAsync, ptsz,
	   (void *dst, const void *symbol, size_t count, size_t offset,
	    enum cudaMemcpyKind kind, cudaStream_t stream),
	   (dst, symbol, count, offset, kind, stream))
PER_THREAD(cudaMemcpy2DAsync, ptsz,
	   (void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
	    size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
	   (dst, dpitch, src, spitch, width, height, kind, stream))
PER_THREAD(cudaMemcpyToArrayAsync, ptsz,
	   (cudaArray_t dst, size_t x, size_t y, const void *src, size_t count,
	    enum cudaMemcpyKind kind, cudaStream_t stream),
	   (dst, x, y, src, count, kind, stream))
PER_THREAD(cudaMemcpy2DToArrayAsync, ptsz,
	   (cudaArray_t dst, size_t x, size_t y, const void *src, size_t spitch,
	    size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
	   (dst, x, y, src, spitch, width, height, kind, stream))
PER_THREAD(cudaMemcpyFromArrayAsync, ptsz,
	   (void *dst, cudaArray_const_t src, size_t x, size_t y, size_t count,
	    enum cudaMemcpyKind kind, cudaStream_t stream),
	   (dst, src, x, y, count, kind, stream))
PER_THREAD(cudaMemcpy2DFromArrayAsync, ptsz,
	   (void *dst, size_t dpitch, cudaArray_const_t src, size_t x, size_t y,
	    size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
	   (dst, dpitch, src, x, y, width, height, kind, stream))
PER_THREAD(cudaMemcpy3DAsync, ptsz,
	   (const struct cudaMemcpy3DParms *p, cudaStream_t stream), (p, stream))
PER_THREAD(cudaMemcpy3DPeerAsync, ptsz,
	   (const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream), (p, stream))
PER_THREAD(cudaMemcpyBatchAsync, ptsz,
	   (void **dsts, void **srcs, size_t *sizes, size_t count,
	    struct cudaMemcpyAttributes *attrs, size_t *attr_indices, size_t n,
	    size_t *fail, cudaStream_t stream),
	   (dsts, srcs, sizes, count, attrs, attr_indices, n, fail, stream))
PER_THREAD(cudaMemsetAsync, ptsz,
	   (void *ptr, int value, size_t count, cudaStream_t stream),
	   (ptr, value, count, stream))
PER_THREAD(cudaMemset2DAsync, ptsz,
	   (void *ptr, size_t pitch, int value, size_t width, size_t height,
	    cudaStream_t stream),
	   (ptr, pitch, value, width, height, stream))
PER_THREAD(cudaMemset3DAsync, ptsz,
	   (struct cudaPitchedPtr ptr, int value, struct cudaExtent extent,
	    cudaStream_t stream),
	   (ptr, value, extent, stream))
PER_THREAD(cudaStreamQuery, ptsz, (cudaStream_t stream), (stream))
PER_THREAD(cudaStreamGetFlags, ptsz, (cudaStream_t stream, unsigned int *flags),
	   (stream, flags))
PER_THREAD(cudaStreamGetId, ptsz, (cudaStream_t stream, unsigned long long *id),
	   (stream, id))
PER_THREAD(cudaStreamGetPriority, ptsz, (cudaStream_t stream, int *priority),
	   (stream, priority))
PER_THREAD(cudaStreamGetDevice, ptsz, (cudaStream_t stream, int *device),
	   (stream, device))
PER_THREAD(cudaStreamGetAttribute, ptsz,
	   (cudaStream_t stream, cudaStreamAttrID attr, cudaStreamAttrValue *value),
	   (stream, attr, value))
PER_THREAD(cudaStreamSetAttribute, ptsz,
	   (cudaStream_t stream, cudaStreamAttrID attr,
	    const cudaStreamAttrValue *value),
	   (stream, attr, value))
PER_THREAD(cudaStreamCopyAttributes, ptsz, (cudaStream_t dst, cudaStream_t src),
	   (dst, src))
PER_THREAD(cudaEventRecord, ptsz, (cudaEvent_t event, cudaStream_t stream),
	   (event, stream))
PER_THREAD(cudaEventRecordWithFlags, ptsz,
	   (cudaEvent_t event, cudaStream_t stream, unsigned int flags),
	   (event, stream, flags))
PER_THREAD(cudaStreamWaitEvent, ptsz,
	   (cudaStream_t stream, cudaEvent_t event, unsigned int flags),
	   (stream, event, flags))
PER_THREAD(cudaStreamAddCallback, ptsz,
	   (cudaStream_t stream, cudaStreamCallback_t callback, void *data,
	    unsigned int flags),
	   (stream, callback, data, flags))
PER_THREAD(cudaStreamAttachMemAsync, ptsz,
	   (cudaStream_t stream, void *ptr, size_t length, unsigned int flags),
	   (stream, ptr, length, flags))
PER_THREAD(cudaStreamSynchronize, ptsz, (cudaStream_t stream), (stream))
PER_THREAD(cudaStreamBeginCapture, ptsz,
	   (cudaStream_t stream, enum cudaStreamCaptureMode mode), (stream, mode))
PER_THREAD(cudaStreamBeginCaptureToGraph, ptsz,
	   (cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *deps,
	    const cudaGraphEdgeData *edges, size_t n, enum cudaStreamCaptureMode mode),
	   (stream, graph, deps, edges, n, mode))
PER_THREAD(cudaStreamEndCapture, ptsz, (cudaStream_t stream, cudaGraph_t *graph),
	   (stream, graph))
PER_THREAD(cudaStreamIsCapturing, ptsz,
	   (cudaStream_t stream, enum cudaStreamCaptureStatus *status),
	   (stream, status))
PER_THREAD(cudaStreamGetCaptureInfo, ptsz,
	   (cudaStream_t stream, enum cudaStreamCaptureStatus *status,
	    unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **deps,
	    size_t *n),
	   (stream, status, id, graph, deps, n))
PER_THREAD(cudaStreamUpdateCaptureDependencies, ptsz,
	   (cudaStream_t stream, cudaGraphNode_t *deps, size_t n, unsigned int flags),
	   (stream, deps, n, flags))
PER_THREAD(cudaLaunchKernel, ptsz,
	   (const void *func, dim3 grid, dim3 block, void **args, size_t shared,
	    cudaStream_t stream),
	   (func, grid, block, args, shared, stream))
PER_THREAD(cudaLaunchKernelExC, ptsz,
	   (const cudaLaunchConfig_t *config, const void *func, void **args),
	   (config, func, args))
PER_THREAD(cudaLaunchHostFunc, ptsz, (cudaStream_t stream, cudaHostFn_t fn, void *data),
	   (stream, fn, data))
PER_THREAD(cudaLaunchCooperativeKernel, ptsz,
	   (const void *func, dim3 grid, dim3 block, void **args, size_t shared,
	    cudaStream_t stream),
	   (func, grid, block, args, shared, stream))
PER_THREAD(cudaMemPrefetchAsync, ptsz,
	   (const void *ptr, size_t count, int device, cudaStream_t stream),
	   (ptr, count, device, stream))
PER_THREAD(cudaGraphLaunch, ptsz, (cudaGraphExec_t exec, cudaStream_t stream),
	   (exec, stream))
PER_THREAD(cudaGraphUpload, ptsz, (cudaGraphExec_t exec, cudaStream_t stream),
	   (exec, stream))
PER_THREAD(cudaMallocAsync, ptsz, (void **ptr, size_t size, cudaStream_t stream),
	   (ptr, size, stream))
PER_THREAD(cudaFreeAsync, ptsz, (void *ptr, cudaStream_t stream), (ptr, stream))
PER_THREAD(cudaMallocFromPoolAsync, ptsz,
	   (void **ptr, size_t size, cudaMemPool_t pool, cudaStream_t stream),
	   (ptr, size, pool, stream))
