/* SPDX-License-Identifier: Apache-2.0 */
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__
#define CUDA_VERSION 12080
#include <stdint.h>
typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;
#endif
