// ptx_arith: inline PTX on numbers: arithmetic, bits, comparisons, conversions, carries,
// predicates, branches, special registers.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cuda_fp16.h>

enum { N = 256, K = 80 };

#define R2(k, text) asm(text " %0, %1, %2;" : "=r"(o[k]) : "r"(a), "r"(b))
#define R1(k, text) asm(text " %0, %1;" : "=r"(o[k]) : "r"(a))
#define R3(k, text) asm(text " %0, %1, %2, %3;" : "=r"(o[k]) : "r"(a), "r"(b), "r"(c))
#define F2(k, text) asm(text " %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y)); o[k] = bits(f)
#define F1(k, text) asm(text " %0, %1;" : "=f"(f) : "f"(x)); o[k] = bits(f)

// All NaN are one.
__device__ unsigned
bits(float f)
{
	return f != f ? 0x7fffffffu : __float_as_uint(f);
}

__global__ void
integers(unsigned *out)
{
	int t = threadIdx.x;
	unsigned s = t * 2654435761u + 1, *o = out + t * K, q;
	unsigned a = next_random(s) << 8 ^ next_random(s), b = next_random(s) << (t % 9);
	unsigned c = next_random(s) % 40;
	b = t % 5 == 0 ? t % 2 : b;
	unsigned long long w, v = (unsigned long long)a << 32 | b;
	R2(0, "add.u32");
	R2(1, "sub.s32");
	R2(2, "mul.lo.u32");
	R2(3, "mul.hi.s32");
	asm("mul.wide.s32 %0, %1, %2;" : "=l"(w) : "r"(a), "r"(b));
	o[4] = (unsigned)(w >> 32) ^ (unsigned)w;
	R3(5, "mad.lo.s32");
	asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(w) : "r"(a), "r"(b), "l"(v));
	o[6] = (unsigned)(w >> 32) ^ (unsigned)w;
	R2(7, "min.s32");
	R2(8, "max.u32");
	R1(9, "abs.s32");
	R1(10, "neg.s32");
	R2(11, "and.b32");
	R2(12, "or.b32");
	R2(13, "xor.b32");
	R1(14, "not.b32");
	asm("shl.b32 %0, %1, %2;" : "=r"(o[15]) : "r"(a), "r"(c));
	asm("shr.s32 %0, %1, %2;" : "=r"(o[16]) : "r"(a), "r"(c));
	asm("shr.u64 %0, %1, %2;" : "=l"(w) : "l"(v), "r"(c + 30));
	o[17] = (unsigned)w;
	R1(18, "popc.b32");
	R1(19, "clz.b32");
	R1(20, "brev.b32");
	R1(21, "bfind.u32");
	R1(22, "bfind.s32");
	asm("bfe.u32 %0, %1, %2, %3;" : "=r"(o[23]) : "r"(a), "r"(c), "r"(t % 37));
	asm("bfe.s32 %0, %1, %2, %3;" : "=r"(o[24]) : "r"(a), "r"(c), "r"(t % 37));
	asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(o[25]) : "r"(a), "r"(b), "r"(c), "r"(t % 37));
	asm("prmt.b32 %0, %1, %2, %3;" : "=r"(o[26]) : "r"(a), "r"(b), "r"(c * 0x1357));
	asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(o[27]) : "r"(a), "r"(b), "r"(c));
	asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(o[28]) : "r"(a), "r"(b), "r"(c));
	asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(o[29]) : "r"(a), "r"(b), "r"(c));
	R2(30, "add.sat.s32");
	R3(31, "sad.u32");
	R2(32, "mul24.lo.s32");
	R3(33, "dp4a.s32.u32");
	asm("{ .reg .pred p;\n\t setp.lt.s32 p, %1, %2;\n\t selp.u32 %0, %1, %2, p; }"
	    : "=r"(o[34])
	    : "r"(a), "r"(b));
	asm("{ .reg .pred p, q; setp.gt.and.u32 p|q, %1, %2, 1; @p mov.u32 %0, 5; @!p mov.u32 %0, 7;"
	    " @q add.u32 %0, %0, 16; }"
	    : "=r"(q)
	    : "r"(a), "r"(b));
	o[35] = q;
	// 96-bit sums and differences
	unsigned x0, x1, x2;
	asm("add.cc.u32 %0, %3, %4; addc.cc.u32 %1, %5, %6; addc.u32 %2, %3, %5;"
	    : "=&r"(x0), "=&r"(x1), "=r"(x2)
	    : "r"(a), "r"(b), "r"(~c), "r"(c + 1));
	o[36] = x0 ^ x1 * 3 ^ x2 * 5;
	asm("sub.cc.u32 %0, %3, %4; subc.cc.u32 %1, %5, %6; subc.u32 %2, %3, %5;"
	    : "=&r"(x0), "=&r"(x1), "=r"(x2)
	    : "r"(a), "r"(b), "r"(c), "r"(c));
	o[37] = x0 ^ x1 * 3 ^ x2 * 5;
	asm("mad.lo.cc.u32 %0, %2, %3, %2; madc.hi.u32 %1, %2, %3, %3;"
	    : "=&r"(x0), "=r"(x1)
	    : "r"(a), "r"(b));
	o[38] = x0 ^ x1 * 3;
	asm("mov.b64 %0, {%1, %2};" : "=l"(w) : "r"(a), "r"(b));
	asm("mov.b64 {%0, %1}, %2;" : "=r"(x0), "=r"(x1) : "l"(w * 7));
	o[39] = x0 + x1;
	// a loop
	asm("{\n"
	    "  .reg .u32 %%r<2>;\n"
	    "  .reg .pred p;\n"
	    "  mov.u32 %%r0, 0;   // counts\n"
	    "  mov.u32 %%r1, %1;\n"
	    "again:\n"
	    "  setp.eq.u32 p, %%r1, 0;\n"
	    "  @p bra done;\n"
	    "  shr.u32 %%r1, %%r1, 3;\n"
	    "  add.u32 %%r0, %%r0, 1;\n"
	    "  bra again;\n"
	    "done:\n"
	    "  mov.u32 %0, %%r0;\n"
	    "}"
	    : "=r"(o[40])
	    : "r"(a));
	q = c;
	asm("add.u32 %0, %0, %1;" : "+r"(q) : "n"(12));
	o[41] = q;
	short h = (short)a;
	asm("cvt.s32.s16 %0, %1;" : "=r"(o[42]) : "h"(h));
	asm("cvt.sat.u8.s32 %0, %1;" : "=r"(o[43]) : "r"((int)a >> (t % 30)));
	asm("set.lt.u32.s32 %0, %1, %2;" : "=r"(o[44]) : "r"(a), "r"(b));
	asm("vshr.u32.u32.u32.clamp.add %0, %1, %2, %3;" : "=r"(o[45]) : "r"(a), "r"(c), "r"(b));
	asm("slct.u32.s32 %0, %1, %2, %3;" : "=r"(o[46]) : "r"(a), "r"(b), "r"(a));
}

__global__ void
floats(unsigned *out)
{
	int t = threadIdx.x;
	unsigned s = t * 7919u + 3, *o = out + t * K, i;
	float x = __uint_as_float((next_random(s) & 0x00ffffff) * 97u + (t % 7 ? 0x3f000000 : 0x7f000000));
	float y = ((int)next_random(s) - 8000000) * 0.01f, f;
	double d = (double)x * 1.000000001, e;
	x = t == 3 ? __uint_as_float(0x7fc00000) : t == 4 ? -0.0f : x;
	y = t == 4 ? 0.0f : y;
	F2(0, "add.f32");
	F2(1, "sub.rn.f32");
	F2(2, "mul.rz.f32");
	F2(3, "div.rn.f32");
	F2(4, "min.f32");
	F2(5, "max.NaN.f32");
	F1(6, "abs.f32");
	F1(7, "neg.f32");
	F1(8, "sqrt.rn.f32");
	asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(x), "f"(y), "f"(x));
	o[9] = bits(f);
	asm("fma.rp.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(x), "f"(y), "f"(x));
	o[10] = bits(f);
	asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(o[11]) : "f"(y));
	asm("cvt.rni.u32.f32 %0, %1;" : "=r"(o[12]) : "f"(x));
	asm("cvt.rn.f32.s32 %0, %1;" : "=f"(f) : "r"(__float_as_int(y)));
	o[13] = bits(f);
	asm("cvt.rm.f32.u32 %0, %1;" : "=f"(f) : "r"(__float_as_int(x)));
	o[14] = bits(f);
	asm("cvt.rz.f32.f64 %0, %1;" : "=f"(f) : "d"(d));
	o[15] = bits(f);
	asm("cvt.f64.f32 %0, %1;" : "=d"(e) : "f"(y));
	o[16] = (unsigned)__double2hiint(e * 3);
	asm("cvt.rpi.f32.f32 %0, %1;" : "=f"(f) : "f"(y));
	o[17] = bits(f);
	asm("cvt.sat.f32.f32 %0, %1;" : "=f"(f) : "f"(x));
	o[18] = bits(f);
	asm("{.reg .pred p; setp.ltu.f32 p, %1, %2; selp.b32 %0, 1, 0, p;}" : "=r"(i) : "f"(x), "f"(y));
	o[19] = i;
	asm("{.reg .b16 h; cvt.rn.f16.f32 h, %1; cvt.f32.f16 %0, h;}" : "=f"(f) : "f"(y));
	o[20] = bits(f);
	unsigned short ha = __half_as_ushort(__float2half(x)), hb = __half_as_ushort(__float2half(y)), hc;
	asm("fma.rn.f16 %0, %1, %2, %2;" : "=h"(hc) : "h"(ha), "h"(hb));
	o[21] = hc;
	unsigned p = ha | hb << 16, r;
	asm("mul.f16x2 %0, %1, %1;" : "=r"(r) : "r"(p & 0x3fff3fff));
	o[22] = r;
	asm("mul.f32 %0, %1, 0f40490FDB;" : "=f"(f) : "f"(y));
	o[23] = bits(f);
	asm("add.f64 %0, %1, 0d3FF8000000000000;" : "=d"(e) : "d"(d));
	o[24] = (unsigned)__double2loint(e) ^ (unsigned)__double2hiint(e);
	asm("copysign.f32 %0, %1, %2;" : "=f"(f) : "f"(y), "f"(x));
	o[26] = bits(f);
	asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(o[27]) : "f"(y * 0.001f), "f"(1.0f));
}

__global__ void
approximations(float *out)
{
	float x = 0.5f + threadIdx.x * 0.01f, f;
	float *o = out + threadIdx.x * 8;
	asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(f) : "f"(x));
	o[0] = f / exp2f(x);
	asm("lg2.approx.f32 %0, %1;" : "=f"(f) : "f"(x + 2));
	o[1] = f / log2f(x + 2);
	asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(f) : "f"(x));
	o[2] = f * x;
	asm("rsqrt.approx.f32 %0, %1;" : "=f"(f) : "f"(x));
	o[3] = f * f * x;
	asm("tanh.approx.f32 %0, %1;" : "=f"(f) : "f"(x));
	o[4] = f / tanhf(x);
	asm("sin.approx.f32 %0, %1;" : "=f"(f) : "f"(x));
	o[5] = f / sinf(x);
	asm("cos.approx.ftz.f32 %0, %1;" : "=f"(f) : "f"(x * 0.1f));
	o[6] = f / cosf(x * 0.1f);
	asm("div.full.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(3.0f));
	o[7] = f * 3 / x;
}

__global__ void
registers(unsigned *out)
{
	unsigned *o = out + ((threadIdx.z * 3 + threadIdx.y) * 20 + threadIdx.x) * K;
	asm("mov.u32 %0, %%tid.x;" : "=r"(o[0]));
	asm("mov.u32 %0, %%tid.y;" : "=r"(o[1]));
	asm("mov.u32 %0, %%ntid.z;" : "=r"(o[2]));
	asm("mov.u32 %0, %%ctaid.x;" : "=r"(o[3]));
	asm("mov.u32 %0, %%nctaid.x;" : "=r"(o[4]));
	asm volatile("mov.u32 %0, %%laneid;" : "=r"(o[5]));
	unsigned warp;
	asm("mov.u32 %0, %%warpid;" : "=r"(warp));
	o[6] = warp < 64; // where the warp runs, not its number in the block
	asm("mov.u32 %0, %%lanemask_lt;" : "=r"(o[7]));
	asm("mov.u32 %0, %%lanemask_ge;" : "=r"(o[8]));
	asm("{ .reg .u32 m; mov.u32 m, %%lanemask_eq; add.u32 %0, m, 1; }" : "=r"(o[9]));
	unsigned sm, n;
	asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
	asm("mov.u32 %0, %%nsmid;" : "=r"(n));
	o[10] = sm < n;
	unsigned long long g0, g1;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(g0));
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(g1));
	o[11] = g1 >= g0 && g0 > 0;
}

static void
show(const char *name, const unsigned *d, int columns)
{
	std::vector<unsigned> v = to_host(d, N * K);
	for (int k = 0; k < columns; k++) {
		std::vector<unsigned> column;
		for (int t = 0; t < N; t++)
			column.push_back(v[t * K + k]);
		printf("%s %2d: %08x\n", name, k, checksum(column.data(), N * 4));
	}
}

int
main()
{
	unsigned *d = device_array<unsigned>(N * K);
	integers<<<1, N>>>(d);
	SYNC();
	show("integers", d, 47);
	CK(cudaMemset(d, 0, N * K * 4));
	floats<<<1, N>>>(d);
	SYNC();
	show("floats", d, 28);
	CK(cudaMemset(d, 0, N * K * 4));
	registers<<<1, dim3(20, 3, 4)>>>(d);
	SYNC();
	show("registers", d, 12);
	float *f = device_array<float>(N * 8);
	approximations<<<1, N>>>(f);
	SYNC();
	std::vector<float> v = to_host(f, N * 8);
	int wrong = 0;
	for (float x : v)
		wrong += !(x > 0.998f && x < 1.002f);
	printf("approximations: %s\n", wrong ? "WRONG" : "OK");
	return 0;
}
