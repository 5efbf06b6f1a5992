/* SPDX-License-Identifier: Apache-2.0 */
/* NVTX: names for the driver API's objects, which nobody reads here. */
#ifndef NVTOOLSEXT_CUDA_V3
#define NVTOOLSEXT_CUDA_V3

#include <cuda.h>

#include "nvToolsExt.h"

static inline void nvtxNameCuDeviceA(CUdevice d, const char *n) { (void)d, (void)n; }
static inline void nvtxNameCuDeviceW(CUdevice d, const wchar_t *n) { (void)d, (void)n; }
static inline void nvtxNameCuContextA(CUcontext c, const char *n) { (void)c, (void)n; }
static inline void nvtxNameCuContextW(CUcontext c, const wchar_t *n) { (void)c, (void)n; }
static inline void nvtxNameCuStreamA(CUstream s, const char *n) { (void)s, (void)n; }
static inline void nvtxNameCuStreamW(CUstream s, const wchar_t *n) { (void)s, (void)n; }
static inline void nvtxNameCuEventA(CUevent e, const char *n) { (void)e, (void)n; }
static inline void nvtxNameCuEventW(CUevent e, const wchar_t *n) { (void)e, (void)n; }

#ifdef UNICODE
#define nvtxNameCuDevice nvtxNameCuDeviceW
#define nvtxNameCuContext nvtxNameCuContextW
#define nvtxNameCuStream nvtxNameCuStreamW
#define nvtxNameCuEvent nvtxNameCuEventW
#else
#define nvtxNameCuDevice nvtxNameCuDeviceA
#define nvtxNameCuContext nvtxNameCuContextA
#define nvtxNameCuStream nvtxNameCuStreamA
#define nvtxNameCuEvent nvtxNameCuEventA
#endif

#endif
