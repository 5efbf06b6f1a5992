/* SPDX-License-Identifier: Apache-2.0 */
/* Clang's CUDA headers. What they write in PTX is renamed away here and written
 * again in C in our own files. */
#ifndef __HEDDLE_DEV_CLANG_H__
#define __HEDDLE_DEV_CLANG_H__

/* For CUDA 9.1 clang calls library functions where it writes PTX for newer ones. */
#pragma push_macro("CUDA_VERSION")
#undef CUDA_VERSION
#define CUDA_VERSION 9010
#define __brkpt __hd_clang_brkpt
#define __trap __hd_clang_trap
#define clock __hd_clang_clock
#include <__clang_cuda_libdevice_declares.h>
#include <__clang_cuda_device_functions.h>
#undef __brkpt
#undef __trap
#undef clock
#undef __prof_trigger
#pragma pop_macro("CUDA_VERSION")

#include <__clang_cuda_math.h>

#pragma push_macro("__CUDA_ARCH__")
#undef __CUDA_ARCH__
#define __CUDA_ARCH__ 800
#define __ldg __hd_clang_ldg
#define __funnelshift_l __hd_clang_funnelshift_l
#define __funnelshift_lc __hd_clang_funnelshift_lc
#define __funnelshift_r __hd_clang_funnelshift_r
#define __funnelshift_rc __hd_clang_funnelshift_rc
/* Before version 20, clang's header hands the mask over as the value of
 * __reduce_*_sync and the value as the mask. */
#if __clang_major__ < 20
#define __nvvm_redux_sync_add(mask, value) __nvvm_redux_sync_add(value, mask)
#define __nvvm_redux_sync_min(mask, value) __nvvm_redux_sync_min(value, mask)
#define __nvvm_redux_sync_max(mask, value) __nvvm_redux_sync_max(value, mask)
#define __nvvm_redux_sync_umin(mask, value) __nvvm_redux_sync_umin(value, mask)
#define __nvvm_redux_sync_umax(mask, value) __nvvm_redux_sync_umax(value, mask)
#define __nvvm_redux_sync_and(mask, value) __nvvm_redux_sync_and(value, mask)
#define __nvvm_redux_sync_or(mask, value) __nvvm_redux_sync_or(value, mask)
#define __nvvm_redux_sync_xor(mask, value) __nvvm_redux_sync_xor(value, mask)
#endif
#include <__clang_cuda_intrinsics.h>
#if __clang_major__ < 20
#undef __nvvm_redux_sync_add
#undef __nvvm_redux_sync_min
#undef __nvvm_redux_sync_max
#undef __nvvm_redux_sync_umin
#undef __nvvm_redux_sync_umax
#undef __nvvm_redux_sync_and
#undef __nvvm_redux_sync_or
#undef __nvvm_redux_sync_xor
#endif
#undef __ldg
#undef __funnelshift_l
#undef __funnelshift_lc
#undef __funnelshift_r
#undef __funnelshift_rc
#pragma pop_macro("__CUDA_ARCH__")

#endif
