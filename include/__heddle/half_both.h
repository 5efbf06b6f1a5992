/* SPDX-License-Identifier: Apache-2.0 */
/* From half to bfloat16 and back, once both types are there. */
#if defined __CUDA_FP16_H__ && defined __CUDA_BF16_H__ && defined CUDART_ONE_FP16 && \
	defined CUDART_ONE_BF16 && !defined __HD_HALF_BOTH
#define __HD_HALF_BOTH

inline __host__ __device__ __half::__half(const __nv_bfloat16 v) : __half((float)v) { }
inline __host__ __device__ __nv_bfloat16::__nv_bfloat16(const __half v)
: __nv_bfloat16((float)v) { }

#endif
