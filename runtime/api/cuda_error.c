/* SPDX-License-Identifier: Apache-2.0 */
/* Errors: the last one of each thread, their names and texts. */
#include "api.h"

static _Thread_local int last_error;
static _Atomic bool used; /* something of the runtime API was called */

/* The core's numbers are CUDA's. */
_Static_assert(HD_ERR_VALUE == (int)cudaErrorInvalidValue, "code");
_Static_assert(HD_ERR_MEMORY == (int)cudaErrorMemoryAllocation, "code");
_Static_assert(HD_ERR_INIT == (int)cudaErrorInitializationError, "code");
_Static_assert(HD_ERR_UNLOADING == (int)cudaErrorCudartUnloading, "code");
_Static_assert(HD_ERR_CONFIG == (int)cudaErrorInvalidConfiguration, "code");
_Static_assert(HD_ERR_SYMBOL == (int)cudaErrorInvalidSymbol, "code");
_Static_assert(HD_ERR_DIRECTION == (int)cudaErrorInvalidMemcpyDirection, "code");
_Static_assert(HD_ERR_FUNCTION == (int)cudaErrorInvalidDeviceFunction, "code");
_Static_assert(HD_ERR_HANDLE == (int)cudaErrorInvalidResourceHandle, "code");
_Static_assert(HD_ERR_STATE == (int)cudaErrorIllegalState, "code");
_Static_assert(HD_ERR_NOT_READY == (int)cudaErrorNotReady, "code");
_Static_assert(HD_ERR_ADDRESS == (int)cudaErrorIllegalAddress, "code");
_Static_assert(HD_ERR_RESOURCES == (int)cudaErrorLaunchOutOfResources, "code");
_Static_assert(HD_ERR_ASSERT == (int)cudaErrorAssert, "code");
_Static_assert(HD_ERR_HOST_REGISTERED == (int)cudaErrorHostMemoryAlreadyRegistered,
	       "code");
_Static_assert(HD_ERR_HOST_NOT_REGISTERED == (int)cudaErrorHostMemoryNotRegistered,
	       "code");
_Static_assert(HD_ERR_LAUNCH == (int)cudaErrorLaunchFailure, "code");
_Static_assert(HD_ERR_NOT_PERMITTED == (int)cudaErrorNotPermitted, "code");

_Static_assert(HD_ERR_CAPTURE == (int)cudaErrorStreamCaptureUnsupported, "code");
_Static_assert(HD_ERR_CAPTURE_INVALID == (int)cudaErrorStreamCaptureInvalidated,
	       "code");
_Static_assert(HD_ERR_CAPTURE_MERGE == (int)cudaErrorStreamCaptureMerge, "code");
_Static_assert(HD_ERR_CAPTURE_UNMATCHED == (int)cudaErrorStreamCaptureUnmatched,
	       "code");
_Static_assert(HD_ERR_CAPTURE_UNJOINED == (int)cudaErrorStreamCaptureUnjoined, "code");
_Static_assert(HD_ERR_CAPTURE_ISOLATION == (int)cudaErrorStreamCaptureIsolation,
	       "code");
_Static_assert(HD_ERR_CAPTURE_IMPLICIT == (int)cudaErrorStreamCaptureImplicit, "code");
_Static_assert(HD_ERR_CAPTURED_EVENT == (int)cudaErrorCapturedEvent, "code");
_Static_assert(HD_ERR_IMAGE == (int)cudaErrorInvalidKernelImage, "code");
_Static_assert(HD_ERR_PROCESSOR == (int)cudaErrorNoKernelImageForDevice, "code");
_Static_assert(HD_ERR_PTX == (int)cudaErrorInvalidPtx, "code");
_Static_assert(HD_ERR_FILE == (int)cudaErrorFileNotFound, "code");
_Static_assert(HD_ERR_NOT_SUPPORTED == (int)cudaErrorNotSupported, "code");
_Static_assert(HD_ERR_CAPTURE_THREAD == (int)cudaErrorStreamCaptureWrongThread, "code");

/* cudaErrorNotReady is an answer, not an error to keep. */
cudaError_t
hd_api_return(int error, const char *name)
{
	if (hd_unlikely(error && error != HD_ERR_NOT_READY))
		last_error = error;
	hd_log(HD_LOG_API, "%s: %s", name, cudaGetErrorString((cudaError_t)error));
	return (cudaError_t)error;
}

/* A host function runs on our thread: waiting there could never end. */
int
hd_api_begin(void)
{
	int error = hd_runtime_start();

	if (hd_unlikely(error))
		return error;
	if (hd_unlikely(hd_is_worker_thread()))
		return HD_ERR_NOT_PERMITTED;
	if (hd_unlikely(!atomic_load_explicit(&used, memory_order_relaxed)))
		atomic_store(&used, true);
	return atomic_load_explicit(&hd_device_error, memory_order_relaxed);
}

int
hd_api_begin_unsafe(void)
{
	int error = hd_api_begin();

	return error ? error : hd_capture_unsafe();
}

int
hd_api_synced(int error)
{
	int device = atomic_load(&hd_device_error);

	return device ? device : error;
}

bool
hd_api_is_used(void)
{
	return atomic_load(&used);
}

int
hd_api_swap_last(int error)
{
	int old = last_error;

	last_error = error;
	return old;
}

void
hd_api_forget_error(void)
{
	last_error = 0;
}

/* A device that failed stays failed: its error is there again at once. */
cudaError_t
cudaGetLastError(void)
{
	int error = last_error;

	if (error != atomic_load(&hd_device_error))
		last_error = 0;
	return (cudaError_t)error;
}

cudaError_t
cudaPeekAtLastError(void)
{
	return (cudaError_t)last_error;
}

static const struct text {
	int code;
	const char *name, *text;
} texts[] = {
#define CUDA_ERROR_TEXT(code, name, text) {code, #name, text},
#include "error_text.def"
#undef CUDA_ERROR_TEXT
};

static const struct text *
find(cudaError_t error)
{
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		if (texts[i].code == (int)error)
			return &texts[i];
	return NULL;
}

const char *
cudaGetErrorName(cudaError_t error)
{
	const struct text *t = find(error);

	return t ? t->name : "unrecognized error code";
}

const char *
cudaGetErrorString(cudaError_t error)
{
	const struct text *t = find(error);

	return t ? t->text : "unrecognized error code";
}
