/* SPDX-License-Identifier: Apache-2.0 */
/* What the entry points of the driver API share. Most call the runtime API's; a failure
 * of theirs must not become the thread's last error of the runtime API. */
#ifndef HD_DRIVER_H
#define HD_DRIVER_H

#include "api.h"

#pragma GCC visibility push(default)
#include "cuda.h"
#pragma GCC visibility pop

CUresult hd_cu_result(int error); /* an error of the runtime as one of the driver */
/* The driver is initialised, and there is a current context; or what is missing. */
CUresult hd_cu_begin(void);
CUresult hd_cu_check_init(void);
CUresult hd_cu_check_device(CUdevice device);

CUresult hd_cu_function(CUfunction handle, hd_function **f);

/* *args become those in `extra`, if that has some, in the room of `unpacked`. */
enum { HD_CU_MAX_ARGS = 4096 };
CUresult hd_cu_args(const hd_function *f, void ***args, void **extra, void **unpacked);

/* A box to be copied; *kind can be NULL. */
CUresult hd_cu_box(const CUDA_MEMCPY3D *p, hd_copy *c, enum cudaMemcpyKind *kind);

/* return CU_CALL(a call of the runtime API); */
#define CU_CALL(call)                                                                  \
	__extension__({                                                                \
		CUresult result_ = hd_cu_begin();                                      \
		if (result_ == CUDA_SUCCESS) {                                         \
			int last_ = hd_api_swap_last(0);                               \
			result_ = hd_cu_result((int)(call));                           \
			hd_api_swap_last(last_);                                       \
		}                                                                      \
		result_;                                                               \
	})

/* NVIDIA's header gives most functions another name for the linker. */
#define CU_ALIAS(alias_name, name)                                                     \
	extern __typeof__(name) alias_name                                             \
		__attribute__((alias(#name), visibility("default")))

static inline void *
hd_cu_pointer(CUdeviceptr p)
{
	return (void *)(uintptr_t)p;
}

#endif
