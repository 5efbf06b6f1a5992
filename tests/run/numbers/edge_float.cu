// edge_float: conversions, rounding modes and special values; one hash per function. With an argument: all results.
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

struct In {
	double d, e, g;
	float x, y, z;
};

// Processors disagree on what the smaller of a signalling NaN and a number is.
__device__ double
quiet(double v)
{
	return v != v ? __longlong_as_double(0x7ff8000000000000ll) : v;
}

// Any NaN is the same; the sign of a zero from fmin and fmax is left open.
__device__ u64
bits(double v)
{
	return v != v ? 0x7ff8000000000000u : (u64)__double_as_longlong(v);
}

__device__ u64
bits(float v)
{
	return v != v ? 0x7fc00000u : __float_as_uint(v);
}

__device__ u64 bits(int v) { return (u64)v; }
__device__ u64 bits(u32 v) { return v; }
__device__ u64 bits(i64 v) { return (u64)v; }
__device__ u64 bits(u64 v) { return v; }
__device__ u64 bits(long v) { return (u64)v; }
__device__ u64 bits(bool v) { return v; }

#define MODES(X, name, args) \
	X(name##_rn, __##name##_rn args) \
	X(name##_rd, __##name##_rd args) \
	X(name##_ru, __##name##_ru args) \
	X(name##_rz, __##name##_rz args)
#define EACH(X) \
	MODES(X, fadd, (x, y)) \
	MODES(X, fsub, (x, y)) \
	MODES(X, fmul, (x, y)) \
	MODES(X, fdiv, (x, y)) \
	MODES(X, fmaf, (x, y, z)) \
	MODES(X, frcp, (x)) \
	MODES(X, fsqrt, (x)) \
	X(frsqrt_rn, __frsqrt_rn(x)) \
	MODES(X, dadd, (d, e)) \
	MODES(X, dsub, (d, e)) \
	MODES(X, dmul, (d, e)) \
	MODES(X, ddiv, (d, e)) \
	MODES(X, fma, (d, e, g)) \
	MODES(X, drcp, (d)) \
	MODES(X, dsqrt, (d)) \
	MODES(X, float2int, (x)) \
	MODES(X, float2uint, (x)) \
	MODES(X, float2ll, (x)) \
	MODES(X, float2ull, (x)) \
	MODES(X, double2int, (d)) \
	MODES(X, double2uint, (d)) \
	MODES(X, double2ll, (d)) \
	MODES(X, double2ull, (d)) \
	MODES(X, double2float, (d)) \
	MODES(X, int2float, ((int)n)) \
	MODES(X, uint2float, ((u32)n)) \
	MODES(X, ll2float, ((i64)n)) \
	MODES(X, ull2float, (n)) \
	MODES(X, ll2double, ((i64)n)) \
	MODES(X, ull2double, (n)) \
	X(fminf, fminf(x, y) + 0.0f) \
	X(fmaxf, fmaxf(x, y) + 0.0f) \
	X(fmin, fmin(quiet(d), quiet(e)) + 0.0) \
	X(fmax, fmax(quiet(d), quiet(e)) + 0.0) \
	X(fdimf, fdimf(x, y)) \
	X(fmodf, fmodf(x, y)) \
	X(fmod, fmod(d, e)) \
	X(remainderf, remainderf(x, y)) \
	X(saturate, __saturatef(x)) \
	X(copysign, copysignf(x, y)) \
	X(nextafterf, nextafterf(x, y)) \
	X(nextafter, nextafter(d, e)) \
	X(floorf, floorf(x)) \
	X(ceil, ceil(d)) \
	X(truncf, truncf(x)) \
	X(rint, rint(d)) \
	X(roundf, roundf(x)) \
	X(round, round(d)) \
	X(ilogbf, ilogbf(x)) \
	X(ilogb, ilogb(d)) \
	X(logbf, logbf(x)) \
	X(logb, logb(d)) \
	X(ldexpf, ldexpf(x, (int)n % 300)) \
	X(scalbn, scalbn(d, (int)n % 2200)) \
	X(frexpf, frexpf(x, &k)) \
	X(frexpf_power, (frexpf(x, &k), x - x == 0 ? k : 0)) \
	X(modf, modf(d, &t)) \
	X(modf_whole, (modf(d, &t), t)) \
	X(llrint, llrint(d)) \
	X(llround, llround(d)) \
	X(lroundf, lroundf(x)) \
	X(isnan, isnan(x)) \
	X(isinf, isinf(d)) \
	X(isfinite, isfinite(x)) \
	X(signbit, signbit(x) != 0) \
	X(hiloint, __hiloint2double((int)n, (int)(n >> 32))) \
	X(hiint, __double2hiint(d)) \
	X(loint, __double2loint(d)) \
	X(divide, x / y) \
	X(ddivide, d / e) \
	X(dfma, fma(d, e, g))

enum {
#define X(name, call) at_##name,
	EACH(X)
#undef X
	COUNT
};

static const char *const names[] = {
#define X(name, call) #name,
	EACH(X)
#undef X
};

__global__ void
all(const In *in, int count, u64 *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	double d = in[i].d, e = in[i].e, g = in[i].g, t = 0;
	float x = in[i].x, y = in[i].y, z = in[i].z;
	u64 n = (u64)__double_as_longlong(d) ^ (u64)__double_as_longlong(e) >> (__float_as_uint(x) & 63);
	int k = 0;
#define X(name, call) out[(size_t)at_##name * count + i] = bits(call);
	EACH(X)
#undef X
}

static u64
random_bits()
{
	static u64 state = 42;
	u64 z = state += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static const double special[] = {
	0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 1.5, 2.5, -2.5, 3.0, 8388607.5, 16777217.0, 2147483647.0, 2147483648.0,
	-2147483648.5, 4294967295.5, 9007199254740993.0, 9.2233720368547758e18, -9.2233720368547779e18, 1.8446744073709552e19,
	1e-45, -1e-45, 1.17549435e-38, 3.4028234e38, 3.5e38, 4.94e-324, -4.94e-324, 2.2250738585072014e-308,
	1.7976931348623157e308, __builtin_inf(), -__builtin_inf(), __builtin_nan(""),
};

static double
number()
{
	u64 r = random_bits(), b = random_bits();
	double d;
	if (r % 4 == 0)
		return special[r / 4 % (sizeof special / sizeof *special)];
	if (r % 4 == 1)
		b = (b & ~(0x7ffull << 52)) | (u64)(1000 + r / 4 % 90) << 52;
	if (r % 4 == 2)
		b = (b & ~(0x7ffull << 52)) | (u64)(870 + r / 4 % 290) << 52;
	memcpy(&d, &b, sizeof d);
	return d;
}

int
main(int argc, char **)
{
	const int m = sizeof special / sizeof *special;
	std::vector<In> in;
	for (int i = 0; i < m * m; i++) {
		double d = special[i / m], e = special[i % m], g = special[i * 5 % m];
		in.push_back({d, e, g, (float)d, (float)e, (float)g});
	}
	for (int i = 0; i < 8000; i++) {
		double d = number(), e = number(), g = i % 3 ? number() : -d * e;
		in.push_back({d, e, g, (float)number(), (float)number(), (float)number()});
	}
	int n = (int)in.size();
	In *d;
	u64 *o;
	std::vector<u64> h((size_t)n * COUNT);
	cudaMalloc(&d, n * sizeof *d);
	cudaMalloc(&o, h.size() * sizeof *o);
	cudaMemcpy(d, in.data(), n * sizeof *d, cudaMemcpyHostToDevice);
	all<<<(n + 127) / 128, 128>>>(d, n, o);
	cudaMemcpy(h.data(), o, h.size() * sizeof *o, cudaMemcpyDeviceToHost);
	for (int f = 0; f < COUNT; f++) {
		u64 hash = 14695981039346656037u;
		for (int i = 0; i < n; i++) {
			hash = (hash ^ h[(size_t)f * n + i]) * 1099511628211u;
			if (argc > 1)
				printf("%s %a %a %a %a %a %a: %llx\n", names[f], in[i].d, in[i].e, in[i].g, in[i].x, in[i].y,
				       in[i].z, h[(size_t)f * n + i]);
		}
		printf("%s %016llx\n", names[f], hash);
	}
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
