/* SPDX-License-Identifier: Apache-2.0 */
/* Types of pointers to functions of the driver API, with the version of CUDA that they came
 * with, for what cuGetProcAddress() and cudaGetDriverEntryPoint() find. */
#ifndef __CUDATYPEDEFS_H__
#define __CUDATYPEDEFS_H__

#include "cuda.h"

#ifdef __cplusplus
extern "C" {
#endif

#define __hd_pfn(name, version)                      \
	typedef __typeof__(name) *PFN_##name##_v##version; \
	typedef PFN_##name##_v##version PFN_##name;

__hd_pfn(cuInit, 2000)
__hd_pfn(cuDriverGetVersion, 2020)
__hd_pfn(cuGetErrorString, 6000)
__hd_pfn(cuGetErrorName, 6000)
__hd_pfn(cuDeviceGet, 2000)
__hd_pfn(cuDeviceGetCount, 2000)
__hd_pfn(cuDeviceGetName, 2000)
__hd_pfn(cuDeviceGetAttribute, 2000)
__hd_pfn(cuDeviceTotalMem, 3020)
__hd_pfn(cuDevicePrimaryCtxRetain, 7000)
__hd_pfn(cuDevicePrimaryCtxRelease, 11000)
__hd_pfn(cuCtxDestroy, 4000)
__hd_pfn(cuCtxGetCurrent, 4000)
__hd_pfn(cuCtxSetCurrent, 4000)
__hd_pfn(cuCtxGetDevice, 2000)
__hd_pfn(cuCtxPushCurrent, 4000)
__hd_pfn(cuCtxPopCurrent, 4000)
__hd_pfn(cuCtxSynchronize, 2000)
__hd_pfn(cuModuleLoad, 2000)
__hd_pfn(cuModuleLoadData, 2000)
__hd_pfn(cuModuleLoadDataEx, 2010)
__hd_pfn(cuModuleUnload, 2000)
__hd_pfn(cuModuleGetFunction, 2000)
__hd_pfn(cuModuleGetGlobal, 3020)
__hd_pfn(cuLibraryLoadData, 12000)
__hd_pfn(cuLibraryGetKernel, 12000)
__hd_pfn(cuFuncSetAttribute, 9000)
__hd_pfn(cuFuncGetAttribute, 2020)
__hd_pfn(cuLaunchKernel, 4000)
__hd_pfn(cuLaunchKernelEx, 11060)
__hd_pfn(cuLaunchCooperativeKernel, 9000)
__hd_pfn(cuMemAlloc, 3020)
__hd_pfn(cuMemFree, 3020)
__hd_pfn(cuMemGetInfo, 3020)
__hd_pfn(cuMemcpy, 4000)
__hd_pfn(cuMemcpyAsync, 4000)
__hd_pfn(cuMemcpyHtoD, 3020)
__hd_pfn(cuMemcpyDtoH, 3020)
__hd_pfn(cuMemcpyDtoD, 3020)
__hd_pfn(cuMemcpyHtoDAsync, 3020)
__hd_pfn(cuMemcpyDtoHAsync, 3020)
__hd_pfn(cuMemcpyDtoDAsync, 3020)
__hd_pfn(cuPointerGetAttribute, 4000)
__hd_pfn(cuMemGetAllocationGranularity, 10020)
__hd_pfn(cuMemAddressReserve, 10020)
__hd_pfn(cuMemAddressFree, 10020)
__hd_pfn(cuMemCreate, 10020)
__hd_pfn(cuMemRelease, 10020)
__hd_pfn(cuMemMap, 10020)
__hd_pfn(cuMemUnmap, 10020)
__hd_pfn(cuMemSetAccess, 10020)
__hd_pfn(cuMemGetAccess, 10020)
__hd_pfn(cuMemGetAllocationPropertiesFromHandle, 10020)
__hd_pfn(cuMemRetainAllocationHandle, 11000)
__hd_pfn(cuMemExportToShareableHandle, 10020)
__hd_pfn(cuMemImportFromShareableHandle, 10020)
__hd_pfn(cuMulticastCreate, 12010)
__hd_pfn(cuMulticastAddDevice, 12010)
__hd_pfn(cuMulticastBindMem, 12010)
__hd_pfn(cuMulticastBindAddr, 12010)
__hd_pfn(cuMulticastUnbind, 12010)
__hd_pfn(cuMulticastGetGranularity, 12010)
__hd_pfn(cuStreamCreate, 2000)
__hd_pfn(cuStreamDestroy, 4000)
__hd_pfn(cuStreamSynchronize, 2000)
__hd_pfn(cuStreamWaitEvent, 3020)
__hd_pfn(cuEventCreate, 2000)
__hd_pfn(cuEventDestroy, 4000)
__hd_pfn(cuEventRecord, 2000)
__hd_pfn(cuEventSynchronize, 2000)
__hd_pfn(cuEventElapsedTime, 2000)
__hd_pfn(cuOccupancyMaxActiveBlocksPerMultiprocessor, 6050)
__hd_pfn(cuTensorMapEncodeTiled, 12000)
__hd_pfn(cuTensorMapEncodeIm2col, 12000)
__hd_pfn(cuTensorMapReplaceAddress, 12000)
__hd_pfn(cuGetProcAddress, 12000)
__hd_pfn(cuStreamBeginCapture, 10010)
__hd_pfn(cuStreamEndCapture, 10000)
__hd_pfn(cuStreamIsCapturing, 10000)
__hd_pfn(cuGraphCreate, 10000)
__hd_pfn(cuGraphDestroy, 10000)
__hd_pfn(cuGraphAddKernelNode, 12000)
__hd_pfn(cuGraphAddMemcpyNode, 10000)
__hd_pfn(cuGraphAddMemsetNode, 10000)
__hd_pfn(cuGraphAddHostNode, 10000)
__hd_pfn(cuGraphAddEmptyNode, 10000)
__hd_pfn(cuGraphAddChildGraphNode, 10000)
__hd_pfn(cuGraphInstantiateWithFlags, 11040)
__hd_pfn(cuGraphExecKernelNodeSetParams, 12000)
__hd_pfn(cuGraphExecUpdate, 12000)
__hd_pfn(cuGraphExecDestroy, 10000)
__hd_pfn(cuGraphLaunch, 10000)
#undef __hd_pfn

typedef CUresult (CUDAAPI *PFN_cuCtxCreate_v3020)(CUcontext *, unsigned int, CUdevice);
typedef PFN_cuCtxCreate_v3020 PFN_cuCtxCreate;

#ifdef __cplusplus
}
#endif

#endif
