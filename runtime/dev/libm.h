/* SPDX-License-Identifier: Apache-2.0 */
/* libm with its GNU and XSI functions. Comes before all other headers. */
#ifndef HD_DEV_LIBM_H
#define HD_DEV_LIBM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <math.h>

#endif
