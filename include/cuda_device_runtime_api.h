/* SPDX-License-Identifier: Apache-2.0 */
/* What kernels may call of the runtime is in __heddle/dev_launch.h; this is only a name. */
#ifndef __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__

#include "driver_types.h"

#define CUDART_DEVICE

#endif
