/* SPDX-License-Identifier: Apache-2.0 */
/* fftwf_*: transforms of floats. */
#include "fftw.h"

#define X(name)   fftwf_##name
#define C         fftwf_complex
#define R         float
#define IS_DOUBLE 0
#include "calls_template.h"
