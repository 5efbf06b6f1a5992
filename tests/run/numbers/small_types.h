// small_types.h: what the tests of 4- and 6-bit numbers share. Wanted results come from
// a table of the numbers and a search for the nearest in it.
#pragma once

#include "../test.h"

#include <cfloat>
#include <cmath>

struct numbers {
	int exponent, mantissa; // bits
	std::vector<double> size; // of the codes without sign

	numbers(int e, int m, int bias) : exponent(e), mantissa(m)
	{
		for (int code = 0; code < 1 << (e + m); code++) {
			int power = code >> m, rest = code & ((1 << m) - 1);
			size.push_back(power ? ldexp(1 + ldexp(rest, -m), power - bias)
					     : ldexp(rest, 1 - bias - m));
		}
	}
	unsigned sign() const { return 1u << (exponent + mantissa); }
	double
	value(unsigned code) const
	{
		double v = size[code & (sign() - 1)];
		return code & sign() ? -v : v;
	}
	unsigned
	code(double x, cudaRoundMode mode = cudaRoundNearest) const
	{
		if (std::isnan(x))
			return sign() - 1;
		unsigned above = 0, last = sign() - 1;
		unsigned top = std::signbit(x) ? sign() : 0;
		double a = fabs(x);
		while (above < last && size[above] < a)
			above++;
		if (size[above] <= a) // hit, or beyond the largest
			return top | above;
		double down = a - size[above - 1], up = size[above] - a;
		bool away = mode == cudaRoundPosInf   ? !top
			    : mode == cudaRoundMinInf ? top != 0
			    : mode == cudaRoundZero   ? false
			    : up == down              ? above % 2 == 0
						      : up < down;
		return top | (above - !away);
	}
	// On, between and beside neighbours and the middles between them; out of range.
	std::vector<double>
	samples() const
	{
		std::vector<double> x = {5e-324, 1e-310,  1e-45, 1e-30,
					 FLT_MIN, 100,	  448,	 65504,
					 65519,	 65520,	  1e9,	 FLT_MAX,
					 1e39,	 DBL_MAX, INFINITY, NAN};
		std::vector<double> edge = size;
		edge.push_back(2 * size.back() - size[size.size() - 2]);
		for (size_t i = 0; i + 1 < edge.size(); i++) {
			double step = edge[i + 1] - edge[i];
			for (double at : {0.0, 0.125, 0.25, 0.5, 0.75, 0.96875}) {
				double v = edge[i] + at * step;
				for (double y : {v, nextafter(v, 100), nextafter(v, 0),
						 (double)nextafterf((float)v, 100),
						 (double)nextafterf((float)v, 0), v * 1.001})
					x.push_back(y);
			}
		}
		for (size_t i = 0, n = x.size(); i < n; i++)
			x.push_back(-x[i]);
		return x;
	}
};

// A kind of numbers is a struct with the types `one`, `two`, `four`, how many bits they
// are `apart`, and functions `of`, `half_of` and `halves`. A number is written in so many
// ways, and a code read in so many.
enum { ways = 32, readings = 26 };

template <class F>
static __host__ __device__ void
write_all(double d, unsigned *out)
{
	float f = (float)d;
	__half h(d);
	__nv_bfloat16 b(d);
	__half2 h2(h, __half(1.0f)), g2(__half(-1.0f), h);
	__nv_bfloat162 b2(b, __nv_bfloat16(1.0f)), c2(__nv_bfloat16(-1.0f), b);
	unsigned *o = out;
	*o++ = F::of(d, cudaRoundNearest);
	*o++ = F::of(d, cudaRoundZero);
	*o++ = F::of(d, cudaRoundPosInf);
	*o++ = F::of(d, cudaRoundMinInf);
	*o++ = F::of(f);
	*o++ = F::of((__half_raw)h);
	*o++ = F::of((__nv_bfloat16_raw)b);
	*o++ = F::of(make_double2(d, 1));
	*o++ = F::of(make_float2(f, 1));
	*o++ = F::of((__half2_raw)h2);
	*o++ = F::of((__nv_bfloat162_raw)b2);
	*o++ = typename F::one(d).__x;
	*o++ = typename F::one(f).__x;
	*o++ = typename F::one(h).__x;
	*o++ = typename F::one(b).__x;
	*o++ = typename F::two(make_double2(d, 1)).__x;
	*o++ = typename F::two(make_float2(f, 1)).__x;
	*o++ = typename F::two(h2).__x;
	*o++ = typename F::two(b2).__x;
	*o++ = typename F::four(double4{d, 1, -1, d}).__x;
	*o++ = typename F::four(make_float4(f, 1, -1, f)).__x;
	*o++ = typename F::four(h2, g2).__x;
	*o++ = typename F::four(b2, c2).__x;
	// Integers; what does not fit into them is out of the numbers' range as well.
	int i = d != d ? 0 : d > 70000 ? 70000 : d < -70000 ? -70000 : (int)d;
	unsigned u = i < 0 ? -i : i;
	*o++ = typename F::one(i).__x;
	*o++ = typename F::one(u).__x;
	*o++ = typename F::one((long)i).__x;
	*o++ = typename F::one((unsigned long)u).__x;
	*o++ = typename F::one((long long)i << 30).__x;
	*o++ = typename F::one((unsigned long long)u << 40).__x;
	*o++ = typename F::one((short)(i % 1000)).__x;
	*o++ = typename F::one((unsigned short)(u % 1000)).__x;
	*o++ = F::of(make_double2(1, d));
}

template <class F>
static std::vector<unsigned>
want_all(const numbers &n, double d)
{
	double f = (float)d, h = (float)__half(d), b = (float)__nv_bfloat16(d);
	unsigned one = n.code(1), minus = n.code(-1), at = F::apart;
	auto two = [&](double x) { return n.code(x) | one << at; };
	auto four = [&](double x) {
		return two(x) | minus << 2 * at | n.code(x) << 3 * at;
	};
	int i = d != d ? 0 : d > 70000 ? 70000 : d < -70000 ? -70000 : (int)d;
	double u = abs(i);
	return {n.code(d),
		n.code(d, cudaRoundZero),
		n.code(d, cudaRoundPosInf),
		n.code(d, cudaRoundMinInf),
		n.code(f), n.code(h), n.code(b),
		two(d), two(f), two(h), two(b),
		n.code(d), n.code(f), n.code(h), n.code(b),
		two(d), two(f), two(h), two(b),
		four(d), four(f), four(h), four(b),
		n.code(i), n.code(u), n.code(i), n.code(u),
		n.code(ldexp(i, 30)), n.code(ldexp(u, 40)),
		n.code(i % 1000), n.code(abs(i) % 1000),
		one | n.code(d) << at};
}

// Bits of floats, so that zeros keep their signs.
static __host__ __device__ unsigned
bits(float x)
{
	unsigned u;
	memcpy(&u, &x, sizeof u);
	return u;
}

// Of the number with this code and the one before it, and of both beside themselves.
template <class F>
static __host__ __device__ void
read_all(unsigned code, unsigned before, unsigned *out)
{
	typename F::one a;
	typename F::two p;
	typename F::four q;
	a.__x = code;
	p.__x = code | before << F::apart;
	q.__x = p.__x | p.__x << 2 * F::apart;
	float2 p2 = (float2)p;
	float4 q4 = (float4)q;
	__half2_raw r2 = F::halves(p.__x), s2 = (__half2_raw)(__half2)p;
	unsigned *o = out;
	*o++ = bits((float)a);
	*o++ = bits((float)(double)a);
	*o++ = bits((float)(__half)a);
	*o++ = bits((float)(__nv_bfloat16)a);
	*o++ = bits((float)__half(F::half_of(code)));
	*o++ = bits(p2.x);
	*o++ = bits(p2.y);
	*o++ = bits((float)__half(__half_raw{r2.x}));
	*o++ = bits((float)__half(__half_raw{r2.y}));
	*o++ = s2.x ^ r2.x;
	*o++ = s2.y ^ r2.y;
	for (float x : {q4.x, q4.y, q4.z, q4.w})
		*o++ = bits(x);
	*o++ = (bool)a;
	*o++ = (int)(signed char)a;
	*o++ = (int)(short)a;
	*o++ = (int)a;
	*o++ = (int)(long)a;
	*o++ = (int)(long long)a;
	*o++ = (unsigned char)a;
	*o++ = (unsigned short)a;
	*o++ = (unsigned)a;
	*o++ = (unsigned)(unsigned long)a;
	*o++ = (unsigned)(unsigned long long)a;
}

static inline std::vector<unsigned>
want_read(float x, float y)
{
	unsigned a = bits(x), b = bits(y), i = (int)x, u = x < 0 ? 0 : i;
	return {a, a, a, a, a, a, b, a, b, 0, 0, a, b, a, b, x != 0, i, i, i, i, i,
		u, u, u, u, u};
}

template <class F>
__global__ void
write_kernel(const double *x, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		write_all<F>(x[i], out + i * ways);
}

template <class F>
__global__ void
read_kernel(unsigned *out, unsigned codes)
{
	unsigned c = threadIdx.x;
	if (c < codes)
		read_all<F>(c, (c + codes - 1) % codes, out + c * readings);
}

// How many rows of `got` are not what `want` says; the first one is shown.
static inline void
compare(const char *what, const std::vector<unsigned> &got,
	const std::vector<std::vector<unsigned>> &want)
{
	int wrong = 0;
	size_t row = want[0].size();
	for (size_t i = 0; i < want.size(); i++)
		for (size_t k = 0; k < row; k++)
			if (got[i * row + k] != want[i][k] && !wrong++)
				printf("%s, %zu by %zu: %#x, not %#x\n", what, i, k,
				       got[i * row + k], want[i][k]);
	printf("%s: %d wrong\n", what, wrong);
}

template <class F>
static void
test_kind(const char *name, const numbers &n)
{
	unsigned codes = 2 * n.sign();
	std::vector<std::vector<unsigned>> want;
	std::vector<unsigned> here(codes * readings);
	for (unsigned c = 0; c < codes; c++) {
		unsigned before = (c + codes - 1) % codes;
		read_all<F>(c, before, &here[c * readings]);
		want.push_back(want_read((float)n.value(c), (float)n.value(before)));
	}
	unsigned *out = device_array<unsigned>(codes * readings);
	read_kernel<F><<<1, 64>>>(out, codes);
	SYNC();
	printf("%s: %u numbers, from %g up to %g\n", name, codes, n.size[1],
	       n.size.back());
	compare("read on the host", here, want);
	compare("read in a kernel", to_host(out, codes * readings), want);

	std::vector<double> x = n.samples();
	want.clear();
	here.resize(x.size() * ways);
	for (size_t i = 0; i < x.size(); i++) {
		write_all<F>(x[i], &here[i * ways]);
		want.push_back(want_all<F>(n, x[i]));
	}
	out = device_array<unsigned>(x.size() * ways);
	int count = (int)x.size();
	write_kernel<F><<<(count + 63) / 64, 64>>>(to_device(x), out, count);
	SYNC();
	compare("written on the host", here, want);
	compare("written in a kernel", to_host(out, x.size() * ways), want);
}
