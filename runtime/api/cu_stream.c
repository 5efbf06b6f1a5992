/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API: streams, events, capture. */
#include "driver.h"

CUresult
cuStreamCreate(CUstream *stream, unsigned int flags)
{
	return CU_CALL(cudaStreamCreateWithFlags(stream, flags));
}

CUresult
cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority)
{
	return CU_CALL(cudaStreamCreateWithPriority(stream, flags, priority));
}

CUresult
cuStreamDestroy(CUstream stream)
{
	return CU_CALL(cudaStreamDestroy(stream));
}

CUresult
cuStreamSynchronize(CUstream stream)
{
	return CU_CALL(cudaStreamSynchronize(stream));
}

CUresult
cuStreamQuery(CUstream stream)
{
	return CU_CALL(cudaStreamQuery(stream));
}

CUresult
cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags)
{
	return CU_CALL(cudaStreamWaitEvent(stream, event, flags));
}

/* The status is a number that both APIs share. */
CUresult
cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *data,
		    unsigned int flags)
{
	return CU_CALL(cudaStreamAddCallback(
		stream, (cudaStreamCallback_t)(void (*)(void))callback, data, flags));
}

CUresult
cuLaunchHostFunc(CUstream stream, CUhostFn fn, void *data)
{
	return CU_CALL(cudaLaunchHostFunc(stream, fn, data));
}

CUresult
cuStreamGetPriority(CUstream stream, int *priority)
{
	return CU_CALL(cudaStreamGetPriority(stream, priority));
}

CUresult
cuStreamGetFlags(CUstream stream, unsigned int *flags)
{
	return CU_CALL(cudaStreamGetFlags(stream, flags));
}

CUresult
cuStreamGetId(CUstream stream, unsigned long long *id)
{
	return CU_CALL(cudaStreamGetId(stream, id));
}

CUresult
cuStreamGetCtx(CUstream stream, CUcontext *context)
{
	int device;
	CUresult result = CU_CALL(cudaStreamGetDevice(stream, &device));

	return result ? result : cuCtxGetCurrent(context);
}

CUresult
cuStreamAttachMemAsync(CUstream stream, CUdeviceptr ptr, size_t length,
		       unsigned int flags)
{
	return CU_CALL(
		cudaStreamAttachMemAsync(stream, hd_cu_pointer(ptr), length, flags));
}

CUresult
cuStreamWriteValue32(CUstream stream, CUdeviceptr ptr, cuuint32_t value,
		     unsigned int flags)
{
	if (flags > 1 || !ptr || ptr % 4)
		return CUDA_ERROR_INVALID_VALUE;
	return cuMemsetD32Async(ptr, value, 1, stream);
}

/* ---- capture ----------------------------------------------------------------------- */

CUresult
cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode)
{
	return CU_CALL(
		cudaStreamBeginCapture(stream, (enum cudaStreamCaptureMode)mode));
}

CUresult
cuStreamEndCapture(CUstream stream, CUgraph *graph)
{
	return CU_CALL(cudaStreamEndCapture(stream, graph));
}

CUresult
cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status)
{
	return CU_CALL(
		cudaStreamIsCapturing(stream, (enum cudaStreamCaptureStatus *)status));
}

CUresult
cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph, const CUgraphNode *deps,
			    const CUgraphEdgeData *edges, size_t n,
			    CUstreamCaptureMode mode)
{
	(void)edges; /* have no data that would matter here */
	return CU_CALL(cudaStreamBeginCaptureToGraph(stream, graph, deps, NULL, n,
						     (enum cudaStreamCaptureMode)mode));
}

CUresult
cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
		       CUgraph *graph, const CUgraphNode **deps, size_t *n)
{
	return CU_CALL(
		cudaStreamGetCaptureInfo(stream, (enum cudaStreamCaptureStatus *)status,
					 (unsigned long long *)id, graph, deps, n));
}

CUresult
cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode *deps, size_t n,
				  unsigned int flags)
{
	return CU_CALL(cudaStreamUpdateCaptureDependencies(stream, deps, n, flags));
}

CUresult
cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
	return CU_CALL(cudaThreadExchangeStreamCaptureMode(
		(enum cudaStreamCaptureMode *)mode));
}

/* ---- events ------------------------------------------------------------------------ */

CUresult
cuEventCreate(CUevent *event, unsigned int flags)
{
	return CU_CALL(cudaEventCreateWithFlags(event, flags));
}

CUresult
cuEventDestroy(CUevent event)
{
	return CU_CALL(cudaEventDestroy(event));
}

CUresult
cuEventRecord(CUevent event, CUstream stream)
{
	return CU_CALL(cudaEventRecord(event, stream));
}

CUresult
cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags)
{
	return CU_CALL(cudaEventRecordWithFlags(event, stream, flags));
}

CUresult
cuEventSynchronize(CUevent event)
{
	return CU_CALL(cudaEventSynchronize(event));
}

CUresult
cuEventQuery(CUevent event)
{
	return CU_CALL(cudaEventQuery(event));
}

CUresult
cuEventElapsedTime(float *ms, CUevent start, CUevent end)
{
	return CU_CALL(cudaEventElapsedTime(ms, start, end));
}

CU_ALIAS(cuStreamDestroy_v2, cuStreamDestroy);
CU_ALIAS(cuStreamBeginCapture_v2, cuStreamBeginCapture);
CU_ALIAS(cuStreamWriteValue32_v2, cuStreamWriteValue32);
CU_ALIAS(cuStreamGetCaptureInfo_v2, cuStreamGetCaptureInfo);
CU_ALIAS(cuEventDestroy_v2, cuEventDestroy);
CU_ALIAS(cuEventElapsedTime_v2, cuEventElapsedTime);
