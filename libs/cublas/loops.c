/* SPDX-License-Identifier: Apache-2.0 */
/* What BLAS has no routine for, in plain loops. */
#include "blas.h"

#include <complex.h>
#include <string.h>

/* Of matrices that may be transposed; 18 KiB at most. */
#define SQUARE (int64_t)(sizeof(T) > 8 ? 32 : sizeof(T) > 4 ? 48 : 64)

#define FN_(name, suffix) name##suffix
#define CONJ(x)           (x)
#define REAL(x)           (x)

#define T        float
#define R        float
#define FN(name) FN_(name, _s)
#include "loops_template.h"
#undef T
#undef R
#undef FN

#define T        double
#define R        double
#define FN(name) FN_(name, _d)
#include "loops_template.h"
#undef T
#undef R
#undef FN

#undef CONJ
#undef REAL
#define CONJ(x) (T) conj(x)
#define REAL(x) creal(x)

#define T        float complex
#define R        float
#define FN(name) FN_(name, _c)
#include "loops_template.h"
#undef T
#undef R
#undef FN

#define T        double complex
#define R        double
#define FN(name) FN_(name, _z)
#include "loops_template.h"

const hd_loops *const hd_loops_of[4] = {&loops_s, &loops_d, &loops_c, &loops_z};
