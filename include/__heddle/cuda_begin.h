/* SPDX-License-Identifier: Apache-2.0 */
/* The start of a .cu file: what the compiler predefines, and the standard headers
 * that CUDA programs get without asking. */
#ifndef __HEDDLE_CUDA_BEGIN_H__
#define __HEDDLE_CUDA_BEGIN_H__

#define __HEDDLE__ 1
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define __CUDACC_VER_BUILD__ 93
#define __CUDA_API_VER_MAJOR__ 12
#define __CUDA_API_VER_MINOR__ 8
#ifndef __CUDA_ARCH_LIST__
#define __CUDA_ARCH_LIST__ 800
#endif

/* Must come before <cmath>: it declares the device overloads that std:: takes in. */
#include <__clang_cuda_math_forward_declares.h>

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>

#define __NVCC__ 1

#endif
