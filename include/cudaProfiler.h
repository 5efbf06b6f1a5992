/* SPDX-License-Identifier: Apache-2.0 */
/* A name that programs include; cuda.h has what they want. */
#include "cuda.h"
