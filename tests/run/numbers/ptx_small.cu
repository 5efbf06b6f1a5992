// ptx_small: inline PTX on small floating-point numbers: tf32, eight bits, half and
// bfloat16 beyond plain arithmetic, sums of them in memory. What each instruction must give
// is worked out in double. Needs sm_90; eight bits: sm_89, xorsign: sm_86, tf32: sm_80.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cmath>

typedef unsigned short u16;
enum { N = 512, K = 40 };

// ---- what numbers are

// A number of a format from its bits; all formats have sign, exponent, mantissa.
struct format {
	int exponent, mantissa;
	bool infinite; // the largest exponent is that of infinity and NaN
};
static const format HALF = {5, 10, true}, BFLOAT = {8, 7, true}, TF32 = {8, 10, true};
static const format E4M3 = {4, 3, false}, E5M2 = {5, 2, true};

static double
value(unsigned bits, format f)
{
	int e = bits >> f.mantissa & ((1 << f.exponent) - 1), top = (1 << f.exponent) - 1;
	int m = bits & ((1 << f.mantissa) - 1), bias = (1 << (f.exponent - 1)) - 1;
	double sign = bits >> (f.exponent + f.mantissa) & 1 ? -1 : 1;
	if (f.infinite && e == top)
		return m ? NAN : sign * INFINITY;
	if (!f.infinite && e == top && m == (1 << f.mantissa) - 1)
		return NAN;
	return sign * (e ? ldexp((1 << f.mantissa) + m, e - bias - f.mantissa)
			 : ldexp(m, 1 - bias - f.mantissa));
}

enum mode { NEAREST, AWAY, ZERO, DOWN, UP };

// The number of a format that x is rounded to; too large ones become infinite, or stop.
static double
rounded(double x, format f, mode how, bool stops = false)
{
	int bias = (1 << (f.exponent - 1)) - 1, e;
	double largest = value((1 << (f.exponent + f.mantissa)) - 1 -
				       (f.infinite ? 1 << f.mantissa : 1),
			       f);
	if (x != x || x == 0)
		return x;
	if (std::isinf(x))
		return stops ? copysign(largest, x) : x;
	frexp(x, &e);
	e = e - 1 < 1 - bias ? 1 - bias : e - 1;
	double q = ldexp(x, f.mantissa - e), r;
	r = how == NEAREST ? nearbyint(q)
	    : how == AWAY  ? std::round(q)
	    : how == ZERO  ? trunc(q)
	    : how == DOWN  ? floor(q)
			   : ceil(q);
	r = copysign(ldexp(r, e - f.mantissa), x);
	if (fabs(r) <= largest)
		return r;
	bool stays = stops || how == ZERO || (how == DOWN && x > 0) || (how == UP && x < 0);
	return copysign(stays ? largest : INFINITY, x);
}

static bool
equal(double x, double y)
{
	return x != x ? y != y : x == y && std::signbit(x) == std::signbit(y);
}

// ---- conversions

#define CVT2(k, text) \
	asm(text " %0, %1, %2;" : "=r"(o[k]) : "f"(x), "f"(y))
#define CVT2H(k, text) \
	asm(text " %0, %1, %2;" : "=h"(h) : "f"(x), "f"(y)); \
	o[k] = h
#define CVT1H(k, text) \
	asm(text " %0, %1;" : "=h"(h) : "f"(x)); \
	o[k] = h

__global__ void
convert(const float *in, unsigned *out)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned *o = out + t * K;
	float x = in[t], y = in[(t + 7) % N];
	double d = (double)x * 1.0000000001;
	u16 h;
	asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(o[0]) : "f"(x));
	asm("cvt.rn.tf32.f32 %0, %1;" : "=r"(o[1]) : "f"(x));
	asm("cvt.rz.tf32.f32 %0, %1;" : "=r"(o[2]) : "f"(x));
	asm("cvt.rn.relu.tf32.f32 %0, %1;" : "=r"(o[3]) : "f"(x));
	CVT2H(4, "cvt.rn.satfinite.e4m3x2.f32");
	CVT2H(5, "cvt.rn.satfinite.e5m2x2.f32");
	CVT2H(6, "cvt.rn.satfinite.relu.e4m3x2.f32");
	CVT2(7, "cvt.rn.f16x2.f32");
	asm("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;" : "=h"(h) : "r"(o[7]));
	o[8] = h;
	asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;" : "=h"(h) : "r"(o[7]));
	o[9] = h;
	asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(o[10]) : "h"((u16)t));
	asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(o[11]) : "h"((u16)t));
	CVT2(12, "cvt.rn.relu.f16x2.f32");
	CVT2(13, "cvt.rz.bf16x2.f32");
	CVT1H(14, "cvt.rn.bf16.f32.relu");
	CVT1H(15, "cvt.rm.f16.f32");
	CVT1H(16, "cvt.rp.f16.f32");
	asm("cvt.rn.f16.f64 %0, %1;" : "=h"(h) : "d"(d));
	o[17] = h;
	asm("cvt.rn.bf16.s32 %0, %1;" : "=h"(h) : "r"((int)(t * 16777259u)));
	o[18] = h;
	CVT2(19, "cvt.rz.f16x2.f32");
}

static int wrong[K];

static double
floor0(double x)
{
	return x <= 0 ? 0 : x;
}

static void
expect(int k, double got, double want)
{
	if (!equal(got, want) && wrong[k]++ == 0)
		printf("conversion %d: %g (%a), not %g (%a)\n", k, got, got, want, want);
}

// Two numbers, the first one in the upper half.
static void
expect2(int k, unsigned got, format f, double x, double y)
{
	int bits = 1 + f.exponent + f.mantissa;
	expect(k, value(got >> bits & ((1 << bits) - 1), f), x);
	expect(k, value(got & ((1 << bits) - 1), f), y);
}

static void
check(const float *in, const unsigned *o, int t)
{
	double x = in[t], y = in[(t + 7) % N], d = x * 1.0000000001;
	if (x == 0 || x != x || fabs(x) > 1e-37) {
		expect(0, value(o[0] >> 13, TF32), rounded(x, TF32, AWAY));
		expect(1, value(o[1] >> 13, TF32), rounded(x, TF32, NEAREST));
		expect(2, value(o[2] >> 13, TF32), rounded(x, TF32, ZERO));
		if (x != 0)
			expect(3, value(o[3] >> 13, TF32), floor0(rounded(x, TF32, NEAREST)));
	}
	double x4 = rounded(x, E4M3, NEAREST, true), y4 = rounded(y, E4M3, NEAREST, true);
	double x5 = rounded(x, E5M2, NEAREST, true), y5 = rounded(y, E5M2, NEAREST, true);
	double xh = rounded(x, HALF, NEAREST), yh = rounded(y, HALF, NEAREST);
	expect2(4, o[4], E4M3, x4, y4);
	expect2(5, o[5], E5M2, x5, y5);
	if (x != 0 && y != 0)
		expect2(6, o[6], E4M3, floor0(x4), floor0(y4));
	expect2(7, o[7], HALF, xh, yh);
	expect2(8, o[8], E4M3, rounded(xh, E4M3, NEAREST, true),
		rounded(yh, E4M3, NEAREST, true));
	expect2(9, o[9], E5M2, rounded(xh, E5M2, NEAREST, true),
		rounded(yh, E5M2, NEAREST, true));
	expect2(10, o[10], HALF, value(t >> 8, E4M3), value(t & 255, E4M3));
	expect2(11, o[11], HALF, value(t >> 8, E5M2), value(t & 255, E5M2));
	if (x != 0 && y != 0)
		expect2(12, o[12], HALF, floor0(xh), floor0(yh));
	expect2(13, o[13], BFLOAT, rounded(x, BFLOAT, ZERO), rounded(y, BFLOAT, ZERO));
	if (x != 0)
		expect(14, value(o[14], BFLOAT), floor0(rounded(x, BFLOAT, NEAREST)));
	expect(15, value(o[15], HALF), rounded(x, HALF, DOWN));
	expect(16, value(o[16], HALF), rounded(x, HALF, UP));
	expect(17, value(o[17], HALF), rounded(d, HALF, NEAREST));
	expect(18, value(o[18], BFLOAT), rounded((double)(int)(t * 16777259u), BFLOAT, NEAREST));
	expect2(19, o[19], HALF, rounded(x, HALF, ZERO), rounded(y, HALF, ZERO));
}

// ---- arithmetic

__global__ void
compute(const float *in, unsigned *out)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned *o = out + t * K, a = o[7], b;
	float x = in[t], y = in[(t + 7) % N], f;
	asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(a) : "f"(x), "f"(y));
	asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(b) : "f"(y), "f"(1.5f));
	o[0] = a;
	o[1] = b;
	asm("min.xorsign.abs.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
	o[2] = __float_as_uint(f);
	asm("max.NaN.xorsign.abs.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
	o[3] = __float_as_uint(f);
	asm("max.xorsign.abs.f16x2 %0, %1, %2;" : "=r"(o[4]) : "r"(a), "r"(b));
	asm("min.NaN.f16x2 %0, %1, %2;" : "=r"(o[5]) : "r"(a), "r"(b));
	unsigned one = 0x3c003c00, half = 0x38003800;
	asm("fma.rn.f16x2.relu %0, %1, %2, %3;" : "=r"(o[6]) : "r"(half), "r"(a), "r"(one));
	unsigned ba, bone = 0x3f803f80;
	asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(ba) : "f"(x), "f"(y));
	o[7] = ba;
	asm("fma.rn.relu.bf16x2 %0, %1, %2, %3;" : "=r"(o[8]) : "r"(ba), "r"(bone), "r"(bone));
	// small numbers, for which the results are neither 0 nor infinite
	float z = (t % 64) * 0.0625f - 2, w = z * 0.5f + 0.25f;
	unsigned s, sb;
	asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(s) : "f"(z), "f"(w));
	asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(sb) : "f"(z), "f"(w));
	o[9] = s;
	o[10] = sb;
	asm("ex2.approx.f16x2 %0, %1;" : "=r"(o[11]) : "r"(s));
	asm("tanh.approx.f16x2 %0, %1;" : "=r"(o[12]) : "r"(s));
	asm("ex2.approx.ftz.bf16x2 %0, %1;" : "=r"(o[13]) : "r"(sb));
	asm("tanh.approx.bf16x2 %0, %1;" : "=r"(o[14]) : "r"(sb));
}

static double
smaller(double x, double y, bool nan)
{
	return nan && (x != x || y != y) ? NAN : x == y ? (std::signbit(x) ? x : y) : fmin(x, y);
}

static double
larger(double x, double y, bool nan)
{
	return nan && (x != x || y != y) ? NAN : x == y ? (std::signbit(x) ? y : x) : fmax(x, y);
}

static double
with_sign(double r, double x, double y)
{
	return r != r ? r : std::signbit(x) != std::signbit(y) ? -r : r;
}

static void
near2(int k, unsigned got, format f, double x, double y)
{
	double gx = value(got >> 16, f), gy = value(got & 0xffff, f);
	double unit = ldexp(1, -f.mantissa);
	if (fabs(gx - x) > 2 * unit * fabs(x) + unit && wrong[k]++ == 0)
		printf("computed %d: %g, not %g\n", k, gx, x);
	if (fabs(gy - y) > 2 * unit * fabs(y) + unit && wrong[k]++ == 0)
		printf("computed %d: %g, not %g\n", k, gy, y);
}

static double
bits_float(unsigned u)
{
	float f;
	memcpy(&f, &u, 4);
	return f;
}

static void
check_computed(const float *in, const unsigned *o, int t)
{
	double x = in[t], y = in[(t + 7) % N];
	double ax = value(o[0] >> 16, HALF), ay = value(o[0] & 0xffff, HALF);
	double bx = value(o[1] >> 16, HALF), by = value(o[1] & 0xffff, HALF);
	expect(2, bits_float(o[2]), with_sign(smaller(fabs(x), fabs(y), false), x, y));
	expect(3, bits_float(o[3]), with_sign(larger(fabs(x), fabs(y), true), x, y));
	expect2(4, o[4], HALF, with_sign(larger(fabs(ax), fabs(bx), false), ax, bx),
		with_sign(larger(fabs(ay), fabs(by), false), ay, by));
	expect2(5, o[5], HALF, smaller(ax, bx, true), smaller(ay, by, true));
	expect2(6, o[6], HALF, floor0(rounded(0.5 * ax + 1, HALF, NEAREST)),
		floor0(rounded(0.5 * ay + 1, HALF, NEAREST)));
	double cx = value(o[7] >> 16, BFLOAT), cy = value(o[7] & 0xffff, BFLOAT);
	expect2(8, o[8], BFLOAT, floor0(rounded(cx + 1, BFLOAT, NEAREST)),
		floor0(rounded(cy + 1, BFLOAT, NEAREST)));
	double sx = value(o[9] >> 16, HALF), sy = value(o[9] & 0xffff, HALF);
	double tx = value(o[10] >> 16, BFLOAT), ty = value(o[10] & 0xffff, BFLOAT);
	near2(11, o[11], HALF, exp2(sx), exp2(sy));
	near2(12, o[12], HALF, tanh(sx), tanh(sy));
	near2(13, o[13], BFLOAT, exp2(tx), exp2(ty));
	near2(14, o[14], BFLOAT, tanh(tx), tanh(ty));
}

// ---- sums in memory: whole numbers, so that the order does not matter

__global__ void
sums(u16 *h, u16 *b, unsigned *h2, unsigned *b2, unsigned *out)
{
	__shared__ unsigned s[4];
	int t = threadIdx.x;
	if (t < 4)
		s[t] = 0;
	__syncthreads();
	unsigned at = (unsigned)__cvta_generic_to_shared(s);
	u16 old, one = 0x3c00, two = 0x4000; // 1 in half, 2 in both
	unsigned word;
	asm volatile("atom.global.add.noftz.f16 %0, [%1], %2;" : "=h"(old)
		     : "l"(h + t % 2), "h"(one) : "memory");
	asm volatile("red.global.add.noftz.bf16 [%0], %1;" ::"l"(b + t % 2), "h"(two) : "memory");
	asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(h2), "r"(0x3c004000) : "memory");
	asm volatile("atom.global.add.noftz.bf16x2 %0, [%1], %2;" : "=r"(word)
		     : "l"(b2), "r"(0x3f804000) : "memory");
	asm volatile("atom.shared.add.noftz.f16x2 %0, [%1], %2;" : "=r"(word)
		     : "r"(at), "r"(0x3c004000) : "memory");
	asm volatile("red.shared.add.noftz.f16 [%0+4], %1;" ::"r"(at), "h"(two) : "memory");
	__syncthreads();
	if (t < 2 && blockIdx.x == 0)
		out[t] = s[t];
}

int
main()
{
	std::vector<float> in(N);
	unsigned s = 3;
	const float special[] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 448, 464, -465, 57344,
				 61440, 65504, 65519, 65520, -65536, 3e38f, -1e-30f, 1.00048828125f,
				 -1.00048828125f, 1.00146484375f, 0.0009765625f, 0.00146484375f,
				 0.0029296875f, 6e-8f, 2.9802322e-8f, 3e-8f, 1.0625f, 1.1875f};
	for (int i = 0; i < N; i++) {
		int e = (int)(next_random(s) % 44) - 26;
		in[i] = ldexpf((float)((int)(next_random(s) % 0x400000) - 0x200000), e - 21);
		if (i % 5 == 0) // few bits: ties
			in[i] = ldexpf((float)((int)(next_random(s) % 64) - 32), e);
		if (i % 3 == 1 && i / 3 < (int)(sizeof special / sizeof *special))
			in[i] = special[i / 3];
	}
	float *d = to_device(in);
	unsigned *o = device_array<unsigned>(N * K);
	convert<<<N / 64, 64>>>(d, o);
	SYNC();
	std::vector<unsigned> v = to_host(o, N * K);
	for (int t = 0; t < N; t++)
		check(in.data(), &v[t * K], t);
	for (int k = 0; k < 20; k++)
		printf("conversion %d: %s %d\n", k, wrong[k] ? "WRONG" : "OK", wrong[k]);

	memset(wrong, 0, sizeof wrong);
	compute<<<N / 64, 64>>>(d, o);
	SYNC();
	v = to_host(o, N * K);
	for (int t = 0; t < N; t++)
		check_computed(in.data(), &v[t * K], t);
	for (int k = 2; k < 15; k++)
		printf("computed %d: %s %d\n", k, wrong[k] ? "WRONG" : "OK", wrong[k]);

	u16 *h = device_array<u16>(2), *b = device_array<u16>(2);
	unsigned *h2 = device_array<unsigned>(1), *b2 = device_array<unsigned>(1);
	sums<<<2, 64>>>(h, b, h2, b2, o);
	SYNC();
	std::vector<u16> hs = to_host(h, 2), bs = to_host(b, 2);
	unsigned w = to_host(h2, 1)[0], wb = to_host(b2, 1)[0];
	std::vector<unsigned> sh = to_host(o, 2);
	printf("sums: %g %g, %g %g, %g %g, %g %g; shared: %g %g, %g\n", value(hs[0], HALF),
	       value(hs[1], HALF), value(bs[0], BFLOAT), value(bs[1], BFLOAT),
	       value(w >> 16, HALF), value(w & 0xffff, HALF), value(wb >> 16, BFLOAT),
	       value(wb & 0xffff, BFLOAT), value(sh[0] >> 16, HALF), value(sh[0] & 0xffff, HALF),
	       value(sh[1] & 0xffff, HALF));
	return 0;
}
