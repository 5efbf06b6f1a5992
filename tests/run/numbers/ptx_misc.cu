// ptx_misc: inline PTX that is not arithmetic of every day: packed conversions, fields,
// dot products of halves, spaces of addresses, cache policies, elected threads, clocks.
// Needs sm_90 (elect.sync); policies: sm_80, cvt.pack of four bits: sm_75.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { N = 128, K = 32 };

#define R1(k, text) asm(text " %0, %1;" : "=r"(o[k]) : "r"(a))
#define R2(k, text) asm(text " %0, %1, %2;" : "=r"(o[k]) : "r"(a), "r"(b))
#define R3(k, text) asm(text " %0, %1, %2, %3;" : "=r"(o[k]) : "r"(a), "r"(b), "r"(c))

__host__ __device__ void
inputs(int t, unsigned &a, unsigned &b, unsigned &c)
{
	unsigned s = t * 2654435761u + 1;
	s = s * 1664525u + 1013904223u;
	a = s;
	s = s * 1664525u + 1013904223u;
	b = s;
	s = s * 1664525u + 1013904223u;
	c = s;
}

__global__ void
integers(unsigned *out)
{
	int t = threadIdx.x;
	unsigned *o = out + t * K, a, b, c;
	inputs(t, a, b, c);
	R3(0, "dp2a.lo.s32.s32");
	R3(1, "dp2a.hi.s32.u32");
	R3(2, "dp2a.lo.u32.s32");
	R3(3, "dp2a.hi.u32.u32");
	a = (unsigned)((int)a >> t % 30), b = (unsigned)((int)b >> t % 27);
	R2(4, "cvt.pack.sat.u16.s32");
	R2(5, "cvt.pack.sat.s16.s32");
	R3(6, "cvt.pack.sat.u8.s32.b32");
	R3(7, "cvt.pack.sat.s8.s32.b32");
	R3(8, "cvt.pack.sat.s4.s32.b32");
	R3(9, "cvt.pack.sat.u2.s32.b32");
	b = t % 50;
	R2(10, "szext.clamp.s32");
	R2(11, "szext.clamp.u32");
	R2(12, "szext.wrap.s32");
	R2(13, "szext.wrap.u32");
	c = c % 40;
	asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(o[14]) : "r"(b), "r"(c));
	asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(o[15]) : "r"(b), "r"(c));
	asm("fns.b32 %0, %1, %2, %3;" : "=r"(o[16]) : "r"(a), "r"(b % 32), "r"((int)(c % 13) - 6));
}

static int
cut(int x, int low, int high)
{
	return x < low ? low : x > high ? high : x;
}

static int
dot2(unsigned a, unsigned b, unsigned c, bool sa, bool sb, int shift)
{
	for (int k = 0; k < 2; k++) {
		int x = a >> 16 * k & 0xffff, y = b >> (shift + 8 * k) & 0xff;
		x = sa ? (short)x : x;
		y = sb ? (signed char)y : y;
		c += (unsigned)(x * y);
	}
	return (int)c;
}

static unsigned
pack(unsigned a, unsigned b, unsigned c, int bits, int low, int high)
{
	unsigned field = (1u << bits) - 1;
	unsigned r = (cut((int)a, low, high) & field) << bits | (cut((int)b, low, high) & field);
	return bits == 16 ? r : r | c << 2 * bits;
}

static unsigned
extended(unsigned a, unsigned n, bool is_signed)
{
	if (n >= 32)
		return a;
	unsigned mask = (unsigned)((1ull << n) - 1);
	bool top = n && (a >> (n - 1) & 1);
	return (a & mask) | (is_signed && top ? ~mask : 0);
}

// Ones from bit `at` on, bit by bit.
static unsigned
ones(unsigned at, unsigned n)
{
	unsigned r = 0;
	for (unsigned k = 0; k < n && at + k < 32; k++)
		r |= 1u << (at + k);
	return r;
}

static unsigned
nth(unsigned mask, int base, int n)
{
	if (n == 0)
		return mask >> base & 1 ? base : ~0u;
	for (int at = base, left = abs(n); at >= 0 && at < 32; at += n > 0 ? 1 : -1)
		if (mask >> at & 1 && --left == 0)
			return at;
	return ~0u;
}

static void
expected(int t, unsigned *o)
{
	unsigned a, b, c;
	inputs(t, a, b, c);
	o[0] = dot2(a, b, c, true, true, 0);
	o[1] = dot2(a, b, c, true, false, 16);
	o[2] = dot2(a, b, c, false, true, 0);
	o[3] = dot2(a, b, c, false, false, 16);
	a = (unsigned)((int)a >> t % 30), b = (unsigned)((int)b >> t % 27);
	o[4] = pack(a, b, c, 16, 0, 65535);
	o[5] = pack(a, b, c, 16, -32768, 32767);
	o[6] = pack(a, b, c, 8, 0, 255);
	o[7] = pack(a, b, c, 8, -128, 127);
	o[8] = pack(a, b, c, 4, -8, 7);
	o[9] = pack(a, b, c, 2, 0, 3);
	b = t % 50;
	o[10] = extended(a, b, true);
	o[11] = extended(a, b, false);
	o[12] = extended(a, b % 32, true);
	o[13] = extended(a, b % 32, false);
	c = c % 40;
	o[14] = b >= 32 ? 0 : ones(b, c);
	o[15] = ones(b % 32, c % 32);
	o[16] = nth(a, b % 32, (int)(c % 13) - 6);
}

// ---- addresses

__device__ int in_global;

#define IS_IN(space, p)                                                                \
	asm volatile("{ .reg .pred q; isspacep." space " q, %1; selp.u32 %0, 1, 0, q; }" \
		     : "=r"(is)                                                        \
		     : "l"(p));                                                        \
	bits = bits << 1 | is

__global__ void
spaces(unsigned *out)
{
	__shared__ int s[4];
	volatile int local[4] = {(int)threadIdx.x, 1, 2, 3};
	unsigned is, bits = 0;
	s[threadIdx.x % 4] = 1;
	IS_IN("shared", s + 1);
	IS_IN("global", s + 1);
	IS_IN("local", s + 1);
	IS_IN("shared", &in_global);
	IS_IN("global", &in_global);
	IS_IN("local", &in_global);
	IS_IN("shared", out);
	IS_IN("global", out);
	IS_IN("shared", (const int *)local);
	IS_IN("global", (const int *)local);
	IS_IN("local", (const int *)local);
	out[threadIdx.x] = bits + 0 * local[threadIdx.x % 4];
}

// ---- policies: what memory gets is the same

__global__ void
policies(const unsigned *in, unsigned *out)
{
	__shared__ __align__(16) unsigned s[N * 4], z[N];
	int t = threadIdx.x;
	unsigned long long keep, go;
	unsigned x, y;
	unsigned st = (unsigned)__cvta_generic_to_shared(&s[t * 4]);
	unsigned zt = (unsigned)__cvta_generic_to_shared(&z[t]);
	z[t] = 99;
	asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(keep));
	asm volatile("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(go));
	asm volatile("ld.global.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(x) : "l"(in + t), "l"(keep));
	asm volatile("ld.global.nc.L1::no_allocate.L2::cache_hint.u32 %0, [%1], %2;"
		     : "=r"(y)
		     : "l"(in + t + 1), "l"(go));
	asm volatile("st.global.L2::cache_hint.v2.u32 [%0], {%1, %2}, %3;" ::"l"(out + t * 8), "r"(x),
		     "r"(y), "l"(go)
		     : "memory");
	asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2;" ::"r"(st),
		     "l"(in + t * 4), "l"(keep)
		     : "memory");
	// a source that is to be ignored gives zero
	asm volatile("{ .reg .pred p; setp.eq.s32 p, %2, 1;"
		     " cp.async.ca.shared.global [%0], [%1], 4, p; }" ::"r"(zt),
		     "l"(in + t), "r"(t % 3)
		     : "memory");
	asm volatile("cp.async.wait_all;" ::: "memory");
	__syncthreads();
	for (int k = 0; k < 4; k++)
		out[t * 8 + 2 + k] = s[(t * 4 + 5 + k) % (N * 4)];
	out[t * 8 + 6] = z[t];
	asm volatile("red.global.add.L2::cache_hint.u32 [%0], %1, %2;" ::"l"(out + t * 8 + 7), "r"(t),
		     "l"(keep)
		     : "memory");
	asm volatile("pmevent 1;");
}

// ---- elected threads, clocks

__global__ void
elected(unsigned *out)
{
	unsigned t = threadIdx.x, leader = 77, is;
	if (t / 32 == 1) { // some of a warp
		if (t % 32 < 5)
			return;
		asm volatile("{ .reg .pred p; elect.sync %0|p, 0xffffffe0; selp.u32 %1, 1, 0, p; }"
			     : "=r"(leader), "=r"(is));
	} else {
		asm volatile("{ .reg .pred p; elect.sync %0|p, 0xffffffff; selp.u32 %1, 1, 0, p; }"
			     : "=r"(leader), "=r"(is));
	}
	// who it is, is for the machine to choose: there is one, and everybody knows it
	atomicAdd(&out[t / 32 * 2], is);
	atomicAdd(&out[t / 32 * 2 + 1], is == (leader == t % 32));
}

__global__ void
clocks(unsigned *out)
{
	unsigned high, low;
	unsigned long long g0, g1, c0, c1;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(g0));
	asm volatile("mov.u32 %0, %%globaltimer_hi;" : "=r"(high));
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(g1));
	out[0] = high >= g0 >> 32 && high <= g1 >> 32;
	asm volatile("mov.u64 %0, %%clock64;" : "=l"(c0));
	asm volatile("mov.u32 %0, %%clock_hi;" : "=r"(high));
	asm volatile("mov.u64 %0, %%clock64;" : "=l"(c1));
	out[1] = high >= c0 >> 32 && high <= c1 >> 32;
	asm volatile("mov.u32 %0, %%clock;" : "=r"(low));
	out[2] = low != high;
}

int
main()
{
	unsigned *o = device_array<unsigned>(N * K);
	integers<<<1, N>>>(o);
	SYNC();
	std::vector<unsigned> v = to_host(o, N * K);
	int wrong[17] = {0};
	for (int t = 0; t < N; t++) {
		unsigned want[17];
		expected(t, want);
		for (int k = 0; k < 17; k++)
			wrong[k] += v[t * K + k] != want[k];
	}
	for (int k = 0; k < 17; k++)
		printf("integers %d: %s %d\n", k, wrong[k] ? "WRONG" : "OK", wrong[k]);

	spaces<<<1, 32>>>(o);
	SYNC();
	printf("spaces: %x %x\n", to_host(o, 32)[0], to_host(o, 32)[31]);

	std::vector<unsigned> in(N * 4 + 1);
	for (size_t i = 0; i < in.size(); i++)
		in[i] = i * 2654435761u;
	unsigned *d = to_device(in);
	CK(cudaMemset(o, 0, N * 8 * 4));
	policies<<<1, N>>>(d, o);
	SYNC();
	v = to_host(o, N * 8);
	int bad = 0;
	for (int t = 0; t < N; t++) {
		bad += v[t * 8] != in[t] || v[t * 8 + 1] != in[t + 1];
		for (int k = 0; k < 4; k++)
			bad += v[t * 8 + 2 + k] != in[(t * 4 + 5 + k) % (N * 4)];
		bad += v[t * 8 + 6] != (t % 3 == 1 ? 0 : in[t]) || v[t * 8 + 7] != (unsigned)t;
	}
	printf("policies: %s %d\n", bad ? "WRONG" : "OK", bad);

	CK(cudaMemset(o, 0, 32));
	elected<<<1, 80>>>(o);
	SYNC();
	for (unsigned x : to_host(o, 6))
		printf("%u ", x);
	printf("elected\n");
	clocks<<<1, 1>>>(o);
	SYNC();
	v = to_host(o, 3);
	printf("clocks: %u %u %u\n", v[0], v[1], v[2]);
	return 0;
}
