/* SPDX-License-Identifier: Apache-2.0 */
/* NVTX: names for the runtime's objects, which nobody reads here. */
#ifndef NVTOOLSEXT_CUDART_V3
#define NVTOOLSEXT_CUDART_V3

#include <cuda_runtime.h>

#include "nvToolsExt.h"

static inline void nvtxNameCudaDeviceA(int d, const char *n) { (void)d, (void)n; }
static inline void nvtxNameCudaDeviceW(int d, const wchar_t *n) { (void)d, (void)n; }
static inline void nvtxNameCudaStreamA(cudaStream_t s, const char *n) { (void)s, (void)n; }
static inline void nvtxNameCudaStreamW(cudaStream_t s, const wchar_t *n) { (void)s, (void)n; }
static inline void nvtxNameCudaEventA(cudaEvent_t e, const char *n) { (void)e, (void)n; }
static inline void nvtxNameCudaEventW(cudaEvent_t e, const wchar_t *n) { (void)e, (void)n; }

#ifdef UNICODE
#define nvtxNameCudaDevice nvtxNameCudaDeviceW
#define nvtxNameCudaStream nvtxNameCudaStreamW
#define nvtxNameCudaEvent nvtxNameCudaEventW
#else
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
#endif

#endif
