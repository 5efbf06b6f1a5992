/* SPDX-License-Identifier: Apache-2.0 */
/* FFTW's interface, as cuFFT has it. */
#ifndef _CUFFTW_H_
#define _CUFFTW_H_

#include "cufft.h"

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FFTW_FORWARD -1
#define FFTW_INVERSE 1
#define FFTW_BACKWARD 1

#define FFTW_MEASURE 0x00
#define FFTW_DESTROY_INPUT 0x01
#define FFTW_UNALIGNED 0x02
#define FFTW_CONSERVE_MEMORY 0x04
#define FFTW_EXHAUSTIVE 0x08
#define FFTW_PRESERVE_INPUT 0x10
#define FFTW_PATIENT 0x20
#define FFTW_ESTIMATE 0x40
#define FFTW_WISDOM_ONLY 0x00200000
#define FFTW_NO_TIMELIMIT -1.0

/* Those of C, in programs that have included complex.h. */
#if !defined(__cplusplus) && !defined(FFTW_NO_Complex) && defined(_Complex_I) && \
	defined(complex) && defined(I)
typedef double _Complex fftw_complex;
typedef float _Complex fftwf_complex;
#else
typedef double fftw_complex[2];
typedef float fftwf_complex[2];
#endif

struct fftw_iodim_do_not_use_me {
	int n, is, os;
};

struct fftw_iodim64_do_not_use_me {
	ptrdiff_t n, is, os;
};

#define __hd_f(name) fftw_##name
#define __hd_r double
#include "__heddle/cufftw_functions.h"
#undef __hd_f
#undef __hd_r
#define __hd_f(name) fftwf_##name
#define __hd_r float
#include "__heddle/cufftw_functions.h"
#undef __hd_f
#undef __hd_r

#ifdef __cplusplus
}
#endif

#endif
