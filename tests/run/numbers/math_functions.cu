// math_functions: libm in float and double against the host's double results, within a
// few units.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cmath>

#define EACH(F)                                                                        \
	F(exp, x)                                                                      \
	F(exp2, x) F(expm1, x) F(log, p) F(log2, p) F(log10, p) F(log1p, p) F(sin, x)  \
		F(cos, x) F(tan, x) F(asin, u) F(acos, u) F(atan, x) F(sinh, x)        \
			F(cosh, x) F(tanh, x) F(asinh, x) F(acosh, p + 1)              \
				F(atanh, u * 0.75f) F(sqrt, p) F(cbrt, x) F(erf, x)    \
					F(erfc, x) F(tgamma, p) F(lgamma, p + 2)

enum {
#define NAME(f, a) at_##f,
	EACH(NAME) at_pow,
	at_atan2,
	at_hypot,
	at_rsqrt,
	at_sincos,
	at_fma,
	COUNT
};

template <typename T> struct Args {
	T x, u, p;
};

template <typename T>
__global__ void
all(const Args<T> *in, int n, T *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	T x = in[i].x, u = in[i].u, p = in[i].p, s, c;
	T *o = out + i * COUNT;
#define DEVICE(f, a) o[at_##f] = f(T(a));
	EACH(DEVICE)
	o[at_pow] = pow(p, x);
	o[at_atan2] = atan2(x, u);
	o[at_hypot] = hypot(x, p);
	o[at_rsqrt] = rsqrt(p);
	sincos(x, &s, &c);
	o[at_sincos] = s * 2 + c;
	o[at_fma] = fma(x, u, p);
}

template <typename T>
static void
run(const char *type, double tolerance)
{
	const int n = 500;
	std::vector<Args<T>> in(n);
	for (int i = 0; i < n; i++) {
		in[i].x = (T)(-4 + 8.0 * i / n);
		in[i].u = (T)(-0.999 + 1.99 * ((i * 37) % n) / n);
		in[i].p = (T)(0.01 + 7.0 * ((i * 91) % n) / n);
	}
	Args<T> *d = to_device(in);
	T *out = device_array<T>(n * COUNT);
	all<T><<<4, 128>>>(d, n, out);
	SYNC();
	std::vector<T> h = to_host(out, n * COUNT);
	double worst[COUNT] = {0};
	for (int i = 0; i < n; i++) {
		double x = in[i].x, u = in[i].u, p = in[i].p, want[COUNT];
#define HOST(f, a) want[at_##f] = f((double)(T)(a));
		EACH(HOST)
		want[at_pow] = pow(p, x);
		want[at_atan2] = atan2(x, u);
		want[at_hypot] = hypot(x, p);
		want[at_rsqrt] = 1 / sqrt(p);
		want[at_sincos] = sin(x) * 2 + cos(x);
		want[at_fma] = x * u + p;
		for (int k = 0; k < COUNT; k++) {
			double floor = k == at_sincos ? 1 : 1e-3; // a sum may cancel
			double e = fabs(h[i * COUNT + k] - want[k]) /
				   (floor + fabs(want[k]));
			worst[k] = e > worst[k] || e != e ? e : worst[k];
		}
	}
	const char *names[COUNT] = {
#define STRING(f, a) #f,
		EACH(STRING) "pow", "atan2", "hypot", "rsqrt", "sincos", "fma"};
	for (int k = 0; k < COUNT; k++)
		if (worst[k] < tolerance)
			printf("%s %s: OK\n", type, names[k]);
		else
			printf("%s %s: WRONG by %g\n", type, names[k], worst[k]);
}

int
main()
{
	run<float>("float", 3e-6);
	run<double>("double", 1e-14);
}
