/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix multiply-add by a warp (wmma), by its mathematical meaning. */
#ifndef __MMA_H__
#define __MMA_H__

#if defined(__cplusplus) && defined(__CUDACC__)

#include "cuda_fp16.h"
#include "cuda_bf16.h"
#include "__heddle/mma_fragment.h"
#include "__heddle/mma_multiply.h"
#include "__heddle/mma_bits.h"

#endif
#endif
