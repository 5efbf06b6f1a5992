// intrin_fastmath: the __expf family within its documented error of the exact
// functions.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cmath>

enum {
	EXP,
	EXP10,
	LOG,
	LOG2,
	LOG10,
	SIN,
	COS,
	TAN,
	POW,
	DIVIDE,
	SATURATE,
	SINCOS_S,
	SINCOS_C,
	COUNT
};

__global__ void
fast(const float *x, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float v = x[i], *o = out + i * COUNT, s, c;
	o[EXP] = __expf(v);
	o[EXP10] = __exp10f(v);
	o[LOG] = __logf(v + 4);
	o[LOG2] = __log2f(v + 4);
	o[LOG10] = __log10f(v + 4);
	o[SIN] = __sinf(v);
	o[COS] = __cosf(v);
	o[TAN] = __tanf(v / 4);
	o[POW] = __powf(v + 4, 1.7f);
	o[DIVIDE] = __fdividef(v, 3.7f);
	o[SATURATE] = __saturatef(v);
	__sincosf(v, &s, &c);
	o[SINCOS_S] = s;
	o[SINCOS_C] = c;
}

int
main()
{
	const int n = 1000;
	std::vector<float> x(n);
	for (int i = 0; i < n; i++)
		x[i] = -3.0f + 6.0f * i / n;
	float *d = to_device(x), *out = device_array<float>(n * COUNT);
	fast<<<8, 128>>>(d, out, n);
	SYNC();
	std::vector<float> h = to_host(out, n * COUNT);
	const char *names[COUNT] = {"exp",      "exp10",    "log",     "log2", "log10",
				    "sin",      "cos",      "tan",     "pow",  "divide",
				    "saturate", "sincos s", "sincos c"};
	double worst[COUNT] = {0};
	for (int i = 0; i < n; i++) {
		double v = x[i], p = (double)(x[i] + 4);
		double want[COUNT] = {exp(v),
				      pow(10, v),
				      log(p),
				      log2(p),
				      log10(p),
				      sin(v),
				      cos(v),
				      tan(v / 4),
				      pow(p, 1.7),
				      v / 3.7,
				      v < 0   ? 0
				      : v > 1 ? 1
					      : v,
				      sin(v),
				      cos(v)};
		for (int k = 0; k < COUNT; k++) {
			double e =
				fabs(h[i * COUNT + k] - want[k]) / (1 + fabs(want[k]));
			worst[k] = e > worst[k] ? e : worst[k];
		}
	}
	for (int k = 0; k < COUNT; k++)
		printf("%s: %s\n", names[k], worst[k] < 3e-6 ? "OK" : "WRONG");
}
