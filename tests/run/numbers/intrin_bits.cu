// intrin_bits: population count, leading zeros, find first, reverse, byte permute,
// funnel shifts, high products.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

typedef unsigned long long u64;

__global__ void
bits(const unsigned *in, int n, unsigned *out)
{
	int i = threadIdx.x;
	if (i >= n)
		return;
	unsigned a = in[i], b = in[(i + 1) % n], s = in[(i + 2) % n] & 63;
	u64 w = (u64)a << 32 | b;
	unsigned *o = out + i * 32;
	*o++ = __popc(a);
	*o++ = __popcll(w);
	*o++ = __clz((int)a);
	*o++ = __clzll((long long)w);
	*o++ = __ffs((int)a);
	*o++ = __ffsll((long long)w);
	*o++ = __brev(a);
	u64 r = __brevll(w);
	*o++ = (unsigned)r;
	*o++ = (unsigned)(r >> 32);
	*o++ = __byte_perm(a, b, 0x3210 + i);
	*o++ = __byte_perm(a, b, 0x7531);
	*o++ = __funnelshift_l(a, b, s);
	*o++ = __funnelshift_r(a, b, s);
	*o++ = __funnelshift_lc(a, b, s);
	*o++ = __funnelshift_rc(a, b, s);
	*o++ = __mulhi((int)a, (int)b);
	*o++ = __umulhi(a, b);
	*o++ = (unsigned)(__mul64hi((long long)w, (long long)r) >> 32);
	*o++ = (unsigned)(__umul64hi(w, r) >> 32);
	*o++ = __mul24((int)a, (int)b);
	*o++ = __umul24(a, b);
	*o++ = __sad((int)a, (int)b, 7u);
	*o++ = __usad(a, b, 7u);
	*o++ = __hadd((int)a, (int)b);
	*o++ = __rhadd((int)a, (int)b);
	*o++ = __uhadd(a, b);
	*o++ = __urhadd(a, b);
	*o++ = abs((int)a);
	*o++ = min(a, b);
	*o++ = (unsigned)max((int)a, (int)b);
}

static unsigned
reverse(unsigned a)
{
	unsigned r = 0;
	for (int i = 0; i < 32; i++)
		r |= (a >> i & 1) << (31 - i);
	return r;
}

int
main()
{
	std::vector<unsigned> in = {0,           1,           0x80000000u, 0xffffffffu,
				    0x12345678u, 0xdeadbeefu, 0x00ff00ffu, 63,
				    31,          32};
	const int n = (int)in.size();
	unsigned *d = to_device(in), *out = device_array<unsigned>(n * 32);
	bits<<<1, 32>>>(d, n, out);
	SYNC();
	std::vector<unsigned> h = to_host(out, n * 32);
	int wrong = 0;
	for (int i = 0; i < n; i++) {
		unsigned a = in[i], b = in[(i + 1) % n], s = in[(i + 2) % n] & 63,
			 *o = &h[i * 32];
		int pop = 0, clz = 32, ffs = 0;
		for (int k = 31; k >= 0; k--) {
			pop += a >> k & 1;
			if (a >> k & 1) {
				clz = clz == 32 ? 31 - k : clz;
				ffs = k + 1;
			}
		}
		u64 left = (u64)b << 32 | a;
		unsigned sc = s > 32 ? 32 : s;
		wrong += (int)o[0] != pop || (int)o[2] != clz || (int)o[4] != ffs;
		wrong += o[6] != reverse(a) || o[7] != reverse(a) || o[8] != reverse(b);
		wrong += o[11] != (unsigned)(left << (s & 31) >> 32);
		wrong += o[12] != (unsigned)(left >> (s & 31));
		wrong += o[13] != (sc == 32 ? a : (unsigned)(left << sc >> 32));
		wrong += o[14] != (sc == 32 ? b : (unsigned)(left >> sc));
		wrong += o[15] != (unsigned)((long long)(int)a * (int)b >> 32) ||
			 o[16] != (u64)a * b >> 32;
		wrong += (int)o[23] != (int)(((long long)(int)a + (int)b) >> 1) ||
			 o[26] != ((u64)a + b + 1) >> 1;
	}
	printf("wrong: %d\n", wrong);
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < 30; k++)
			printf("%x ", h[i * 32 + k]);
		printf("\n");
	}
}
