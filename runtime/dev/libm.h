/* SPDX-License-Identifier: Apache-2.0 */
/* libm with its GNU and XSI functions. Comes before all other headers. */
#ifndef HD_DEV_LIBM_H
#define HD_DEV_LIBM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <math.h>

/* libm's, for the few that need it. By names that compilers do not know: what they know counts
 * as cheap, is called for everybody, and chosen from afterwards. */
#define RARE(type, name, ...)                                                          \
	type rare_##name(__VA_ARGS__) __asm__(#name) __attribute__((const, nothrow))
RARE(double, sin, double);
RARE(double, cos, double);
RARE(double, tan, double);
RARE(double, pow, double, double);
RARE(double, fmod, double, double);
RARE(float, sinf, float);
RARE(float, cosf, float);
RARE(float, tanf, float);
RARE(float, fmodf, float, float);

#endif
