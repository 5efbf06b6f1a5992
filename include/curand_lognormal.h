/* SPDX-License-Identifier: Apache-2.0 */
/* A part of curand_kernel.h that programs include by name. */
#include "curand_kernel.h"
