/* SPDX-License-Identifier: Apache-2.0 */
/* Mathematics that CUDA adds to C: the float overloads on both sides, and on the
 * host the functions that libm lacks (the device library has them). */
#ifndef __HEDDLE_DEV_HOST_MATH_H__
#define __HEDDLE_DEV_HOST_MATH_H__

#define __hd_host static __host__ __forceinline__
#define __hd_both static __host__ __device__ __forceinline__

__hd_host double rsqrt(double x) { return 1.0 / sqrt(x); }
__hd_host float rsqrtf(float x) { return 1.0f / sqrtf(x); }
__hd_host double fdivide(double x, double y) { return x / y; }
__hd_host float fdividef(float x, float y) { return x / y; }

__hd_host unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
__hd_host unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
__hd_host long long llmin(long long a, long long b) { return a < b ? a : b; }
__hd_host long long llmax(long long a, long long b) { return a > b ? a : b; }
__hd_host unsigned long long
ullmin(unsigned long long a, unsigned long long b)
{
	return a < b ? a : b;
}
__hd_host unsigned long long
ullmax(unsigned long long a, unsigned long long b)
{
	return a > b ? a : b;
}

#define __hd_host_math1(name) \
	extern "C" __host__ double __nv_##name(double); \
	extern "C" __host__ float __nv_##name##f(float); \
	__hd_host double name(double x) { return __nv_##name(x); } \
	__hd_host float name##f(float x) { return __nv_##name##f(x); } \
	__hd_both float name(float x) { return name##f(x); }

__hd_host_math1(rcbrt)
__hd_host_math1(sinpi)
__hd_host_math1(cospi)
__hd_host_math1(erfinv)
__hd_host_math1(erfcinv)
__hd_host_math1(erfcx)
__hd_host_math1(normcdf)
__hd_host_math1(normcdfinv)
__hd_host_math1(cyl_bessel_i0)
__hd_host_math1(cyl_bessel_i1)
#undef __hd_host_math1

#define __hd_host_math(name, T, params, args) \
	extern "C" __host__ T __nv_##name params; \
	__hd_host T name params { return __nv_##name args; }

__hd_host_math(rhypot, double, (double x, double y), (x, y))
__hd_host_math(rhypotf, float, (float x, float y), (x, y))
__hd_host_math(norm, double, (int n, const double *v), (n, v))
__hd_host_math(normf, float, (int n, const float *v), (n, v))
__hd_host_math(rnorm, double, (int n, const double *v), (n, v))
__hd_host_math(rnormf, float, (int n, const float *v), (n, v))
__hd_host_math(norm3d, double, (double x, double y, double z), (x, y, z))
__hd_host_math(norm3df, float, (float x, float y, float z), (x, y, z))
__hd_host_math(rnorm3d, double, (double x, double y, double z), (x, y, z))
__hd_host_math(rnorm3df, float, (float x, float y, float z), (x, y, z))
__hd_host_math(norm4d, double, (double x, double y, double z, double w), (x, y, z, w))
__hd_host_math(norm4df, float, (float x, float y, float z, float w), (x, y, z, w))
__hd_host_math(rnorm4d, double, (double x, double y, double z, double w), (x, y, z, w))
__hd_host_math(rnorm4df, float, (float x, float y, float z, float w), (x, y, z, w))
__hd_host_math(sincospi, void, (double x, double *s, double *c), (x, s, c))
__hd_host_math(sincospif, void, (float x, float *s, float *c), (x, s, c))
#undef __hd_host_math

__hd_both float rsqrt(float x) { return rsqrtf(x); }
__hd_both float rhypot(float x, float y) { return rhypotf(x, y); }
__hd_both float fdivide(float x, float y) { return fdividef(x, y); }
__hd_both float exp10(float x) { return exp10f(x); }
__hd_both void sincos(float x, float *s, float *c) { sincosf(x, s, c); }
__hd_both void sincospi(float x, float *s, float *c) { sincospif(x, s, c); }
__hd_both float j0(float x) { return j0f(x); }
__hd_both float j1(float x) { return j1f(x); }
__hd_both float jn(int n, float x) { return jnf(n, x); }
__hd_both float y0(float x) { return y0f(x); }
__hd_both float y1(float x) { return y1f(x); }
__hd_both float yn(int n, float x) { return ynf(n, x); }

#undef __hd_host
#undef __hd_both

#endif
