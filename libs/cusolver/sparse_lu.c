/* SPDX-License-Identifier: Apache-2.0 */
/* Sparse LU, by type. */
#include "sparse.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

#define FN_(name, suffix) name##suffix
#define CONJ(x)           (x)
#define REAL(x)           (x)
#define SIZE(x)           fabs(x)

#define T        float
#define FN(name) FN_(name, _s)
#include "sparse_lu_template.h"
#undef T
#undef FN

#define T        double
#define FN(name) FN_(name, _d)
#include "sparse_lu_template.h"
#undef T
#undef FN

#undef CONJ
#undef REAL
#undef SIZE
#define CONJ(x) ((T)conj(x))
#define REAL(x) creal(x)
#define SIZE(x) cabs(x)

#define T        float complex
#define FN(name) FN_(name, _c)
#include "sparse_lu_template.h"
#undef T
#undef FN

#define T        double complex
#define FN(name) FN_(name, _z)
#include "sparse_lu_template.h"

hd_solve_sparse_fn *const hd_solve_sparse[4] = {solve_s, solve_d, solve_c, solve_z};
