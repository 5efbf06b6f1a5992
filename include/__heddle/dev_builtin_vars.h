/* SPDX-License-Identifier: Apache-2.0 */
/* threadIdx, blockIdx, blockDim, gridDim, warpSize. Unlike the variables of clang's
 * own header these can be copied: `auto t = threadIdx` is in real programs. */
#ifndef __CUDA_BUILTIN_VARS_H
#define __CUDA_BUILTIN_VARS_H

#include "vector_functions.h"

#ifndef __CUDA_ARCH__
/* Where they are only looked at they have the types that programs may declare them with. */
extern const __device__ __attribute__((weak)) uint3 threadIdx, blockIdx;
extern const __device__ __attribute__((weak)) dim3 blockDim, gridDim;
#else
#define __hd_builtin_member(name, sreg) \
	__declspec(property(get = __hd_get_##name)) unsigned int name; \
	static __device__ __forceinline__ unsigned int __hd_get_##name() \
	{ \
		return __nvvm_read_ptx_sreg_##sreg##_##name(); \
	}

#define __hd_builtin_var(var, sreg) \
	struct __cuda_builtin_##var##_t { \
		__hd_builtin_member(x, sreg) \
		__hd_builtin_member(y, sreg) \
		__hd_builtin_member(z, sreg) \
		__device__ __forceinline__ operator dim3() const { return dim3(x, y, z); } \
		__device__ __forceinline__ operator uint3() const \
		{ \
			return make_uint3(x, y, z); \
		} \
	}; \
	extern const __device__ __attribute__((weak)) __cuda_builtin_##var##_t var;

__hd_builtin_var(threadIdx, tid)
__hd_builtin_var(blockIdx, ctaid)
__hd_builtin_var(blockDim, ntid)
__hd_builtin_var(gridDim, nctaid)
#undef __hd_builtin_var
#undef __hd_builtin_member
#endif

__device__ const int warpSize = 32;

#endif
