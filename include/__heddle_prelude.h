/* SPDX-License-Identifier: Apache-2.0 */
/* What hdcc puts before the first line of every .cu file, in both passes. */
#include "cuda_runtime.h"
