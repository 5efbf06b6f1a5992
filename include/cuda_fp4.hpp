/* SPDX-License-Identifier: Apache-2.0 */
/* Kept for programs that include it by this name. */
#include "cuda_fp4.h"
