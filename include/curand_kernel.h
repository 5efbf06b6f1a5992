/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers in kernels: XORWOW, Philox 4x32-10 and MRG32k3a, with the sequences of
 * cuRAND. */
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#if defined(__cplusplus) && defined(__CUDACC__)

#include "cuda_runtime.h"
#include "curand.h"

#define __hd_rand static __device__ __forceinline__

#include "__heddle/curand_numbers.h"
#include "__heddle/curand_xorwow.h"
#include "__heddle/curand_philox.h"
#include "__heddle/curand_mrg.h"
#include "__heddle/curand_shapes.h"

#undef __hd_rand

#endif
#endif
