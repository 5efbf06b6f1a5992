/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic on CUDA's vector types, under the names that NVIDIA's samples use. */
#ifndef HELPER_MATH_H
#define HELPER_MATH_H

#include "cuda_runtime.h"

#include <math.h>

typedef unsigned int uint;
typedef unsigned short ushort;

#define __hd_vec static inline __host__ __device__

#ifndef __CUDACC__
__hd_vec float fminf(float a, float b) { return a < b ? a : b; }
__hd_vec float fmaxf(float a, float b) { return a > b ? a : b; }
__hd_vec int max(int a, int b) { return a > b ? a : b; }
__hd_vec int min(int a, int b) { return a < b ? a : b; }
__hd_vec float rsqrtf(float x) { return 1.0f / sqrtf(x); }
#endif


#include "__heddle/helper_vector.h"
#include "__heddle/helper_vector_float.h"

#undef __hd_vec

#endif
