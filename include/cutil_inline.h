/* SPDX-License-Identifier: Apache-2.0 */
/* What cutil.h has, as functions: the samples' helper header of CUDA 2.1 to 4. */
#ifndef _CUTIL_INLINE_H_
#define _CUTIL_INLINE_H_

#include <cutil.h>

#define cutilSafeCall(call) checkCudaErrors(call)
#define cutilSafeCallNoSync(call) checkCudaErrors(call)
#define cutilDrvSafeCall(call) checkCudaErrors(call)
#define cutilDrvSafeCallNoSync(call) checkCudaErrors(call)
#define cufftSafeCall(call) checkCudaErrors(call)
#define cutilSafeThreadSync() checkCudaErrors(cudaDeviceSynchronize())
#define cutilDeviceSynchronize() cudaDeviceSynchronize()
#define cutilThreadSynchronize() cudaDeviceSynchronize()
#define cutilDeviceReset() cudaDeviceReset()
#define cutilThreadExit() cudaDeviceReset()
#define cutilCheckError(call) CUT_SAFE_CALL(call)
#define cutilSafeMalloc(call) CUT_SAFE_MALLOC(call)
#define cutilCondition(value) CUT_CONDITION(value)
#define cutilCheckMsg(text) getLastCudaError(text)
#define cutilCheckMsgAndSync(text) CUT_CHECK_ERROR(text)
#define cutilExit(argc, argv) CUT_EXIT(argc, argv)
#define cutilBankChecker(array, index) CUT_BANK_CHECKER(array, index)

inline int
cutilDeviceInit(int argc, char **argv)
{
	return findCudaDevice(argc, (const char **)argv);
}
inline int
cutilChooseCudaDevice(int argc, char **argv)
{
	return findCudaDevice(argc, (const char **)argv);
}
inline int
cutGetMaxGflopsDeviceId()
{
	return gpuGetMaxGflopsDeviceId();
}

#endif
