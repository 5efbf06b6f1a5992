/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that launch kernels are not supported; this header is only a name. */
#ifndef __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__

#include "driver_types.h"

#define CUDART_DEVICE

#endif
