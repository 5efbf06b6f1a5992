/* SPDX-License-Identifier: Apache-2.0 */
/* The older name of helper_math.h. */
#ifndef CUTIL_MATH_H
#define CUTIL_MATH_H

#include <helper_math.h>

#endif
