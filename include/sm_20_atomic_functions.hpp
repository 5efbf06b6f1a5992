/* SPDX-License-Identifier: Apache-2.0 */
/* A name that programs include; cuda_runtime.h has what they want. */
#include "cuda_runtime.h"
