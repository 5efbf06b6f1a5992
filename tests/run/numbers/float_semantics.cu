// float_semantics: denormals are kept, min and max ignore NaN, comparisons with NaN,
// signed zero, infinities.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cmath>

__global__ void
values(const float *v, unsigned *o)
{
	float tiny = v[0], nan = v[1], one = v[2], inf = v[3], zero = v[4];
	*o++ = __float_as_uint(tiny * 0.5f);
	*o++ = __float_as_uint(tiny + tiny);
	*o++ = __float_as_uint(tiny / 4.0f);
	*o++ = __float_as_uint(fminf(nan, one));
	*o++ = __float_as_uint(fmaxf(one, nan));
	*o++ = isnan(fminf(nan, nan));
	*o++ = __float_as_uint(min(nan, one));
	*o++ = __float_as_uint(max(one, nan));
	*o++ = (nan < one) | (nan > one) << 1 | (nan == nan) << 2 | (nan != nan) << 3 |
	       !(nan >= one) << 4;
	*o++ = __float_as_uint(-zero);
	*o++ = -zero == zero;
	*o++ = __float_as_uint(one / -zero);
	*o++ = isnan(zero / zero);
	*o++ = isnan(inf - inf);
	*o++ = __float_as_uint(inf * -2);
	*o++ = isnan(sqrtf(-one));
	*o++ = __float_as_uint(fmaxf(-inf, nan));
	*o++ = __float_as_uint(copysignf(nan, -one)) >> 31;
	*o++ = __float_as_uint(fabsf(-inf));
}

__global__ void
doubles(const double *v, unsigned long long *o)
{
	double tiny = v[0], nan = v[1], one = v[2];
	*o++ = (unsigned long long)__double_as_longlong(tiny * 0.5);
	*o++ = (unsigned long long)__double_as_longlong(tiny / 3 * 3);
	*o++ = (unsigned long long)__double_as_longlong(fmin(nan, one));
	*o++ = (unsigned long long)__double_as_longlong(fmax(one, nan));
	*o++ = (nan < one) + 2 * (nan != nan);
	*o++ = (unsigned long long)__double_as_longlong((double)(float)tiny);
}

int
main()
{
	float *v = to_device(
		std::vector<float>{1.17549435e-38f, NAN, 1.0f, INFINITY, 0.0f});
	unsigned *o = device_array<unsigned>(19);
	values<<<1, 1>>>(v, o);
	SYNC();
	for (unsigned x : to_host(o, 19))
		printf("%x ", x);
	printf("\n");
	double *w = to_device(std::vector<double>{2.2250738585072014e-308, NAN, 1.0});
	unsigned long long *p = device_array<unsigned long long>(6);
	doubles<<<1, 1>>>(w, p);
	SYNC();
	for (unsigned long long x : to_host(p, 6))
		printf("%llx ", x);
	printf("\n");
}
