/* SPDX-License-Identifier: Apache-2.0 */
/* Includes TEMPLATE once for each kind of loop: with T, the type to compute with, GET and
 * PUT for elements of arrays, SCALAR, CONJ, and FN(name) for names of functions. */
#include <complex.h>

#define HD_FN(name, suffix) name##suffix
#define HD_EACH_LOOP(name)  {name##_s, name##_d, name##_c, name##_z, name##_m}

#define GET(v, i)    (((const T *)(v).at)[i])
#define PUT(v, i, x) (((T *)(v).at)[i] = (x))
#define SCALAR(s)    (*(const T *)hd_value(s))
#define CONJ(x)      (x)

#define T        float
#define FN(name) HD_FN(name, _s)
#include TEMPLATE
#undef T
#undef FN

#define T        double
#define FN(name) HD_FN(name, _d)
#include TEMPLATE
#undef T
#undef FN

#undef CONJ
#define CONJ(x) ((T)conj(x))

#define T        float complex
#define FN(name) HD_FN(name, _c)
#include TEMPLATE
#undef T
#undef FN

#define T        double complex
#define FN(name) HD_FN(name, _z)
#include TEMPLATE
#undef T
#undef FN

#undef CONJ
#undef GET
#undef PUT
#undef SCALAR
#define GET(v, i)    hd_get(v, i)
#define PUT(v, i, x) hd_put(v, i, x)
#define SCALAR(s)    hd_get_scalar(s)
#define CONJ(x)      (x)

#define T        double
#define FN(name) HD_FN(name, _m)
#include TEMPLATE
#undef T
#undef FN

#undef CONJ
#undef GET
#undef PUT
#undef SCALAR
#undef TEMPLATE
