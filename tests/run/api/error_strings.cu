// error_strings: names and descriptions of the errors that programs print, and of
// unknown codes.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

int
main()
{
	const cudaError_t all[] = {
		cudaSuccess,
		cudaErrorInvalidValue,
		cudaErrorMemoryAllocation,
		cudaErrorInitializationError,
		cudaErrorInvalidConfiguration,
		cudaErrorInvalidPitchValue,
		cudaErrorInvalidSymbol,
		cudaErrorInvalidMemcpyDirection,
		cudaErrorInvalidDeviceFunction,
		cudaErrorNoDevice,
		cudaErrorInvalidDevice,
		cudaErrorInvalidResourceHandle,
		cudaErrorNotReady,
		cudaErrorIllegalAddress,
		cudaErrorLaunchOutOfResources,
		cudaErrorLaunchTimeout,
		cudaErrorAssert,
		cudaErrorLaunchFailure,
		cudaErrorNotSupported,
		cudaErrorUnknown,
		(cudaError_t)77777,
	};
	for (cudaError_t e : all)
		printf("%d %s: %s\n", e, cudaGetErrorName(e), cudaGetErrorString(e));
}
