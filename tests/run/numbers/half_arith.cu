// half_arith: half and bfloat16: arithmetic, comparisons, min/max and conversions, bit by
// bit on pseudo-random patterns, NaN and denormal numbers among them; host and device.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum { N = 20000, K = 32 };

__host__ __device__ inline unsigned short bits(__half v) { return __half_as_ushort(v); }
__host__ __device__ inline unsigned short
bits(__nv_bfloat16 v)
{
	return __bfloat16_as_ushort(v);
}
__host__ __device__ inline void from(unsigned short u, __half *v) { *v = __ushort_as_half(u); }
__host__ __device__ inline void
from(unsigned short u, __nv_bfloat16 *v)
{
	*v = __ushort_as_bfloat16(u);
}

__device__ void
convert(unsigned *o, __half a, float f, int i, long long l)
{
	o[0] = bits(__float2half_rn(f)) << 16 | bits(__float2half_rz(f));
	o[1] = bits(__float2half_rd(f)) << 16 | bits(__float2half_ru(f));
	o[2] = bits(__int2half_rn(i)) << 16 | bits(__int2half_rz(i));
	o[3] = bits(__uint2half_rd(i)) << 16 | bits(__short2half_rn((short)i));
	o[4] = bits(__ll2half_rn(l)) << 16 | bits(__ull2half_ru(l));
	o[5] = __half2int_rn(a) * 3 + __half2int_rd(a);
	o[6] = __half2uint_rz(a) * 3 + __half2uint_ru(a);
	o[7] = (unsigned short)__half2short_rn(a) << 16 | __half2ushort_rz(a);
	o[8] = (unsigned)(__half2ll_rd(a) % 1000003) + (unsigned)(__half2ull_rn(a) % 1000003);
	o[9] = __hisnan(a) ? 1 : __float_as_uint(__half2float(a));
	o[10] = f != f ? 1 : bits(__double2half((double)f * 1.0000001));
}

__device__ void
convert(unsigned *o, __nv_bfloat16 a, float f, int i, long long l)
{
	o[0] = bits(__float2bfloat16_rn(f)) << 16 | bits(__float2bfloat16_rz(f));
	o[1] = bits(__float2bfloat16_rd(f)) << 16 | bits(__float2bfloat16_ru(f));
	o[2] = bits(__int2bfloat16_rn(i)) << 16 | bits(__int2bfloat16_rz(i));
	o[3] = bits(__uint2bfloat16_rd(i)) << 16 | bits(__short2bfloat16_rn((short)i));
	o[4] = bits(__ll2bfloat16_rn(l)) << 16 | bits(__ull2bfloat16_ru(l));
	o[5] = __bfloat162int_rn(a) * 3 + __bfloat162int_rd(a);
	o[6] = __bfloat162uint_rz(a) * 3 + __bfloat162uint_ru(a);
	o[7] = (unsigned short)__bfloat162short_rn(a) << 16 | __bfloat162ushort_rz(a);
	o[8] = (unsigned)(__bfloat162ll_rd(a) % 1000003) +
	       (unsigned)(__bfloat162ull_rn(a) % 1000003);
	o[9] = __float_as_uint(__bfloat162float(a));
	o[10] = f != f ? 1 : bits(__double2bfloat16((double)f * 1.0000001));
}

template <class T, class T2>
__global__ void
arithmetic(unsigned *out)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= N)
		return;
	unsigned s = (unsigned)t * 2654435761u + 12345u, *o = out + (size_t)t * K;
	unsigned r = next_random(s) ^ next_random(s) << 16, q = next_random(s);
	T a, b, c;
	from((unsigned short)r, &a);
	from((unsigned short)(t % 3 ? (r >> 16 & 0x83ff) | (r & 0x7c00) : r >> 16), &b);
	from((unsigned short)(t % 5 ? (q & 0x83ff) | (r & 0x7c00) : q), &c);
	convert(o, a, __uint_as_float(t % 2 ? r : (r & 0x8fffffff) + 0x30000000), (int)r >> (q % 32),
		(long long)((unsigned long long)r << 32 | q) >> (q % 64));
	o += 12;
	o[0] = bits(__hadd(a, b)) << 16 | bits(__hsub(a, c));
	o[1] = bits(__hmul(a, b)) << 16 | bits(__hadd_sat(a, c));
	o[2] = bits(__hdiv(a, b)) << 16 | bits(__hdiv(b, c));
	o[3] = bits(__hfma(a, b, c)) << 16 | bits(__hfma_relu(a, c, b));
	o[4] = bits(__hmin(a, b)) << 16 | bits(__hmax(a, b));
	o[5] = bits(__hmin_nan(a, b)) << 16 | bits(__hmax_nan(a, b));
	o[6] = bits(__hneg(a)) << 16 | bits(__habs(b));
	o[7] = __heq(a, b) | __hne(a, b) << 1 | __hlt(a, b) << 2 | __hle(a, b) << 3 |
	       __hgt(a, b) << 4 | __hge(a, b) << 5 | __hequ(a, b) << 6 | __hneu(a, b) << 7 |
	       __hltu(a, b) << 8 | __hleu(a, b) << 9 | __hgtu(a, b) << 10 |
	       __hgeu(a, b) << 11 | __hisnan(a) << 12 | (__hisinf(a) & 3) << 13;
	T2 x(a, b), y(b, c), z = __hfma2(x, y, __hadd2(x, y));
	o[8] = bits(z.x) << 16 | bits(z.y);
	z = __hmul2(x, __hsub2(y, x));
	o[9] = bits(z.x) << 16 | bits(z.y);
	z = __hle2(x, y);
	o[10] = (bits(z.x) << 16 | bits(z.y)) ^ __hgt2_mask(x, y);
	o[11] = __hbne2(x, y) | __hbleu2(x, y) << 1 | (a == b) << 2 | (a != b) << 3 |
		(x >= y) << 4;
	a += b;
	a = __hsub_rn(__hmul_rn(a, c), b);
	o[12] = bits(a) << 16 | bits(-b);
	o[13] = (unsigned)(int)b;
	z = T2(a, c);
	z += x;
	z = __hmul2_rn(z, y);
	z++;
	o[14] = bits(z.x) << 16 | bits(z.y);
}

template <class T, class T2>
static void
run(const char *name)
{
	unsigned *d = device_array<unsigned>((size_t)N * K);
	arithmetic<T, T2><<<(N + 127) / 128, 128>>>(d);
	SYNC();
	std::vector<unsigned> h = to_host(d, (size_t)N * K);
	for (int k = 0; k < 27; k++) {
		std::vector<unsigned> column;
		for (int t = 0; t < N; t++)
			column.push_back(h[(size_t)t * K + k]);
		printf("%s %2d: %08x\n", name, k, checksum(column.data(), N * 4));
	}
	CK(cudaFree(d));
}

int
main()
{
	run<__half, __half2>("half");
	run<__nv_bfloat16, __nv_bfloat162>("bfloat16");
	__half h = 1.5f;
	__nv_bfloat16 b = 2.75;
	h = h * __half(3) + __float2half(0.125f);
	b = b / __float2bfloat16(3.0f);
	printf("host: %g %g %d %d\n", (float)h, (float)b, (int)h, h > __half(2));
	return 0;
}
