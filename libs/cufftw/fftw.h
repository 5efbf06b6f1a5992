/* SPDX-License-Identifier: Apache-2.0 */
/* cuFFTW: FFTW's interface, on FFTW. Every function hands its arguments on; what it adds
 * is a lock around the planner, plans that are made without touching the arrays, and that
 * transforms come after what the device does. */
#ifndef HD_FFTW_H
#define HD_FFTW_H

#include "library.h"

#pragma GCC visibility push(default)
#include "cufftw.h"
#pragma GCC visibility pop

enum hd_function {
#define FUNCTION(name) HD_##name,
#include "functions.def"
#undef FUNCTION
	HD_FUNCTIONS,
};

/* FFTW's function; NULL: it is not there, and that was said. */
void *hd_fftw_function(int is_double, enum hd_function f);

/* Around the planner, which is one for all threads. FFTW calls its own functions by their
 * names, which are ours: so this may be done again by the thread that is inside. */
void hd_planner_enter(void);
void hd_planner_leave(void);
void hd_after_device(void); /* waits for what the default stream does */

/* cuFFT has no flags for how long to look for a plan, and does not write into arrays. */
static inline unsigned
hd_flags(unsigned flags)
{
	return (flags & (FFTW_DESTROY_INPUT | FFTW_UNALIGNED | FFTW_PRESERVE_INPUT)) |
	       FFTW_ESTIMATE;
}

#endif
