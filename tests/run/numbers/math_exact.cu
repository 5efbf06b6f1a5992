// math_exact: functions whose results are exact: rounding, remainder, scaling,
// classification, fma, sqrt.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cmath>

template <typename T>
__global__ void
exact(const T *in, int n, double *out)
{
	int i = threadIdx.x;
	if (i >= n)
		return;
	T x = in[i], y = in[(i + 3) % n];
	double *o = out + i * 32;
	int e, q;
	T whole;
	*o++ = floor(x);
	*o++ = ceil(x);
	*o++ = trunc(x);
	*o++ = rint(x);
	*o++ = nearbyint(x);
	*o++ = round(x);
	*o++ = lround(x);
	*o++ = llrint(x);
	*o++ = fmod(x, y);
	*o++ = remainder(x, y);
	*o++ = remquo(x, (T)2, &q);
	*o++ = q & 3;
	*o++ = fabs(x);
	*o++ = copysign(x, y);
	*o++ = fmin(x, y);
	*o++ = fmax(x, y);
	*o++ = fdim(x, y);
	*o++ = fma(x, y, (T)0.125);
	*o++ = sqrt(x * x);
	*o++ = ldexp(x, 5);
	*o++ = scalbn(x, -3);
	*o++ = frexp(x, &e);
	*o++ = e;
	*o++ = modf(x, &whole);
	*o++ = whole;
	*o++ = ilogb(x);
	*o++ = logb(x);
	*o++ = nextafter(x, (T)100) > x;
	*o++ = isnan(x) + 2 * isinf(x) + 4 * isfinite(x) + 8 * (signbit(x) != 0);
	*o++ = cbrt((T)27) + exp2((T)10) + hypot((T)3, (T)4);
}

template <typename T>
static void
run()
{
	std::vector<T> in = {(T)0.5,    (T)1.5, (T)2.5, (T)-0.5, (T)-1.5,  (T)-7.75,
			     (T)100.25, (T)3,   (T)-4,  (T)1e6,  (T)0.0625};
	const int n = (int)in.size();
	T *d = to_device(in);
	double *out = device_array<double>(n * 32);
	exact<T><<<1, 32>>>(d, n, out);
	SYNC();
	std::vector<double> h = to_host(out, n * 32);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 30; k++)
			printf("%.10g%s", h[i * 32 + k], k == 29 ? "\n" : " ");
}

int
main()
{
	run<float>();
	run<double>();
}
