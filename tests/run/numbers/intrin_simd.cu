// intrin_simd: SIMD-in-a-word and dot products, checked byte by byte on the host.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { COUNT = 32 };

__global__ void
simd(const unsigned *in, int n, unsigned *out)
{
	int i = threadIdx.x;
	if (i >= n)
		return;
	unsigned a = in[i], b = in[(i + 1) % n], *o = out + i * COUNT;
	o[0] = __vadd4(a, b);
	o[1] = __vsub4(a, b);
	o[2] = __vaddus4(a, b);
	o[3] = __vsubus4(a, b);
	o[4] = __vaddss4(a, b);
	o[5] = __vsubss4(a, b);
	o[6] = __vabsdiffu4(a, b);
	o[7] = __vsadu4(a, b);
	o[8] = __vmaxu4(a, b);
	o[9] = __vmins4(a, b);
	o[10] = __vcmpeq4(a, b);
	o[11] = __vcmpgtu4(a, b);
	o[12] = __vcmpgts4(a, b);
	o[13] = __vseteq4(a, b);
	o[14] = __vavgu4(a, b);
	o[15] = __vneg4(a);
	o[16] = __vadd2(a, b);
	o[17] = __vsub2(a, b);
	o[18] = __vaddss2(a, b);
	o[19] = __vmaxs2(a, b);
	o[20] = __vminu2(a, b);
	o[21] = __vcmpltu2(a, b);
	o[22] = __vabs2(a);
	o[23] = __vabsdiffs2(a, b);
	o[24] = (unsigned)__dp4a((int)a, (int)b, 10);
	o[25] = __dp4a(a, b, 10u);
	o[26] = (unsigned)__dp2a_lo((int)a, (int)b, 5);
	o[27] = (unsigned)__dp2a_hi((int)a, (int)b, 5);
	o[28] = __dp2a_lo(a, b, 5u);
	o[29] = __vhaddu4(a, b);
	o[30] = __vsadu2(a, b);
	o[31] = __vsetges2(a, b);
}

static int
sb(unsigned v, int k)
{
	return (signed char)(v >> 8 * k);
}
static int
ub(unsigned v, int k)
{
	return (unsigned char)(v >> 8 * k);
}
static int
clamp(int v, int lo, int hi)
{
	return v < lo ? lo : v > hi ? hi : v;
}

int
main()
{
	std::vector<unsigned> in = {0,           0x01020304u, 0xff00807fu, 0x80ff7f01u,
				    0x80ff7f01u, 0xdeadbeefu, 0x12345678u, 0x7fff8000u};
	const int n = (int)in.size();
	unsigned *d = to_device(in), *out = device_array<unsigned>(n * COUNT);
	simd<<<1, 32>>>(d, n, out);
	SYNC();
	std::vector<unsigned> h = to_host(out, n * COUNT);
	int wrong = 0;
	for (int i = 0; i < n; i++) {
		unsigned a = in[i], b = in[(i + 1) % n], *o = &h[i * COUNT];
		int dp = 10, udp = 10, sad = 0;
		for (int k = 0; k < 4; k++) {
			int x = ub(a, k), y = ub(b, k), s = sb(a, k), t = sb(b, k);
			wrong += ub(o[0], k) != ((x + y) & 255) ||
				 ub(o[1], k) != ((x - y) & 255);
			wrong += ub(o[2], k) != clamp(x + y, 0, 255) ||
				 ub(o[3], k) != clamp(x - y, 0, 255);
			wrong += sb(o[4], k) != clamp(s + t, -128, 127) ||
				 sb(o[5], k) != clamp(s - t, -128, 127);
			wrong += ub(o[6], k) != abs(x - y) ||
				 ub(o[8], k) != (x > y ? x : y);
			wrong += sb(o[9], k) != (s < t ? s : t) ||
				 ub(o[10], k) != (x == y ? 255 : 0);
			wrong += ub(o[11], k) != (x > y ? 255 : 0) ||
				 ub(o[12], k) != (s > t ? 255 : 0);
			wrong += ub(o[13], k) != (x == y) ||
				 ub(o[14], k) != (x + y + 1) / 2;
			wrong += ub(o[29], k) != (x + y) / 2;
			dp += s * t;
			udp += x * y;
			sad += abs(x - y);
		}
		wrong += (int)o[24] != dp || (int)o[25] != udp || (int)o[7] != sad;
	}
	printf("wrong: %d\n", wrong);
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < COUNT; k++)
			printf("%08x%s", h[i * COUNT + k], k % 8 == 7 ? "\n" : " ");
	}
}
