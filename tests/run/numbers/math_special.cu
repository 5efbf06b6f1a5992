// math_special: functions that CUDA adds to libm, and limits: infinities, NaN, signed
// zero.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cmath>

__global__ void
extra(double *o)
{
	float f = 0.25f;
	double d = 0.25;
	*o++ = rsqrtf(f);
	*o++ = rsqrt(d);
	*o++ = exp10f(2 + f - f);
	*o++ = exp10(3.0);
	*o++ = sinpif(f * 2);
	*o++ = cospi(d * 4);
	*o++ = rint(1e6 * normcdf(0.0 + d * 4));
	*o++ = rint(1e4 * erfcx(d));
	*o++ = rint(1e4 * erfinvf(f));
	*o++ = rint(1e4 * normcdfinv(d));
	*o++ = rcbrtf(f / 2 + 0.0f);
	*o++ = norm3d(2.0, 3.0, 6.0 + d - d);
	*o++ = rnorm3df(2, 3, 6) * 7 > 0.999999f;
	*o++ = norm4df(1, 1, 1, f * 4);
	*o++ = rhypot(3.0, 4.0);
	*o++ = fdividef(f, 0.5f);
	*o++ = rint(1e4 * j0(d));
	*o++ = rint(1e4 * j1f(f));
	*o++ = rint(1e4 * jn(2, 1 + d));
	*o++ = rint(1e4 * y0(1 + d));
	*o++ = rint(1e4 * yn(2, 1 + d));
	*o++ = rint(1e4 * cyl_bessel_i0(d));
	*o++ = llabs((long long)(d * -400));
}

__global__ void
limits(const float *in, int n, double *out)
{
	int i = threadIdx.x;
	if (i >= n)
		return;
	float x = in[i];
	double *o = out + i * 12;
	*o++ = expf(x);
	*o++ = logf(x);
	*o++ = sqrtf(x);
	*o++ = 1 / x;
	*o++ = atanf(x) > 1.5f;
	*o++ = tanhf(x);
	*o++ = powf(x, 0.0f);
	*o++ = fminf(x, 1.0f);
	*o++ = fmaxf(1.0f, x);
	*o++ = isnan(x) ? 1 : isinf(x) ? 2 : 0;
	*o++ = truncf(x);
	*o++ = cbrtf(x);
}

int
main()
{
	double *d = device_array<double>(23);
	extra<<<1, 1>>>(d);
	SYNC();
	for (double v : to_host(d, 23))
		printf("%.6g ", v);
	printf("\n");
	std::vector<float> in = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1.0f, 1e-45f};
	const int n = (int)in.size();
	float *di = to_device(in);
	double *out = device_array<double>(n * 12);
	limits<<<1, 32>>>(di, n, out);
	SYNC();
	std::vector<double> h = to_host(out, n * 12);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 12; k++) {
			double v = h[i * 12 + k];
			if (v != v)
				printf("nan%s", k == 11 ? "\n" : " ");
			else
				printf("%.5g%s", v, k == 11 ? "\n" : " ");
		}
}
