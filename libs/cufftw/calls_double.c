/* SPDX-License-Identifier: Apache-2.0 */
/* fftw_*: transforms of doubles. */
#include "fftw.h"

#define X(name)   fftw_##name
#define C         fftw_complex
#define R         double
#define IS_DOUBLE 1
#include "calls_template.h"
