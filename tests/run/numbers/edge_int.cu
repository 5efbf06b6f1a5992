// edge_int: every integer intrinsic on borders and random words; one hash per function. With an argument: all results.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdio>
#include <cstdint>
#include <vector>

typedef unsigned int u32;
typedef unsigned long long u64;

struct In {
	u32 a, b, c, d;
};

// Each writes one 64-bit result per input.
#define EACH(X) \
	X(clz, __clz((int)a)) \
	X(clzll, __clzll((long long)x)) \
	X(ffs, __ffs((int)a)) \
	X(ffsll, __ffsll((long long)x)) \
	X(popc, __popc(a)) \
	X(popcll, __popcll(x)) \
	X(brev, __brev(a)) \
	X(brevll, __brevll(x)) \
	X(byte_perm, __byte_perm(a, b, c)) \
	X(funnel_l, __funnelshift_l(a, b, c)) \
	X(funnel_lc, __funnelshift_lc(a, b, c)) \
	X(funnel_r, __funnelshift_r(a, b, c)) \
	X(funnel_rc, __funnelshift_rc(a, b, c)) \
	X(funnel_r40, __funnelshift_r(a, b, c & 63)) \
	X(funnel_rc40, __funnelshift_rc(a, b, c & 63)) \
	X(funnel_lc40, __funnelshift_lc(a, b, c & 63)) \
	X(mulhi, __mulhi((int)a, (int)b)) \
	X(umulhi, __umulhi(a, b)) \
	X(mul64hi, __mul64hi((long long)x, (long long)y)) \
	X(umul64hi, __umul64hi(x, y)) \
	X(mul24, __mul24((int)a, (int)b)) \
	X(umul24, __umul24(a, b)) \
	X(sad, __sad((int)a, (int)b, c)) \
	X(usad, __usad(a, b, c)) \
	X(hadd, __hadd((int)a, (int)b)) \
	X(rhadd, __rhadd((int)a, (int)b)) \
	X(uhadd, __uhadd(a, b)) \
	X(urhadd, __urhadd(a, b)) \
	X(abs, abs((int)a)) \
	X(llabs, llabs((long long)x)) \
	X(min, min((int)a, (int)b)) \
	X(umin, min(a, b)) \
	X(mixed_max, max((int)a, b)) \
	X(ullmax, max(x, y)) \
	X(mixed_llmin, min((long long)x, y)) \
	X(dp4a, __dp4a((int)a, (int)b, (int)c)) \
	X(udp4a, __dp4a(a, b, c)) \
	X(dp2a_lo, __dp2a_lo((int)a, (int)b, (int)c)) \
	X(dp2a_hi, __dp2a_hi((int)a, (int)b, (int)c)) \
	X(udp2a_lo, __dp2a_lo(a, b, c)) \
	X(udp2a_hi, __dp2a_hi(a, b, c)) \
	SIMD(X, 2) \
	SIMD(X, 4) \
	X(viaddmax_s32, __viaddmax_s32((int)a, (int)b, (int)c)) \
	X(viaddmax_s32_relu, __viaddmax_s32_relu((int)a, (int)b, (int)c)) \
	X(viaddmin_u32, __viaddmin_u32(a, b, c)) \
	X(viaddmin_s16x2, __viaddmin_s16x2(a, b, c)) \
	X(viaddmax_s16x2_relu, __viaddmax_s16x2_relu(a, b, c)) \
	X(viaddmax_u16x2, __viaddmax_u16x2(a, b, c)) \
	X(vimax3_s32, __vimax3_s32((int)a, (int)b, (int)c)) \
	X(vimin3_s32_relu, __vimin3_s32_relu((int)a, (int)b, (int)c)) \
	X(vimin3_u32, __vimin3_u32(a, b, c)) \
	X(vimax3_s16x2, __vimax3_s16x2(a, b, c)) \
	X(vimin3_s16x2_relu, __vimin3_s16x2_relu(a, b, c)) \
	X(vimax3_u16x2, __vimax3_u16x2(a, b, c)) \
	X(vimax_s32_relu, __vimax_s32_relu((int)a, (int)b)) \
	X(vimin_s32_relu, __vimin_s32_relu((int)a, (int)b)) \
	X(vimax_s16x2_relu, __vimax_s16x2_relu(a, b)) \
	X(vimin_s16x2_relu, __vimin_s16x2_relu(a, b)) \
	X(vibmax_s32, (r = (u64)__vibmax_s32((int)a, (int)b, &p), r * 2 + p)) \
	X(vibmin_u32, (r = __vibmin_u32(a, b, &p), r * 2 + p)) \
	X(vibmax_s16x2, (r = __vibmax_s16x2(a, b, &p, &q), r * 4 + p * 2 + q)) \
	X(vibmin_u16x2, (r = __vibmin_u16x2(a, b, &p, &q), r * 4 + p * 2 + q))
#define SIMD(X, n) \
	X(vabs##n, __vabs##n(a)) \
	X(vabsss##n, __vabsss##n(a)) \
	X(vneg##n, __vneg##n(a)) \
	X(vnegss##n, __vnegss##n(a)) \
	X(vadd##n, __vadd##n(a, b)) \
	X(vaddss##n, __vaddss##n(a, b)) \
	X(vaddus##n, __vaddus##n(a, b)) \
	X(vsub##n, __vsub##n(a, b)) \
	X(vsubss##n, __vsubss##n(a, b)) \
	X(vsubus##n, __vsubus##n(a, b)) \
	X(vabsdiffs##n, __vabsdiffs##n(a, b)) \
	X(vabsdiffu##n, __vabsdiffu##n(a, b)) \
	X(vavgs##n, __vavgs##n(a, b)) \
	X(vavgu##n, __vavgu##n(a, b)) \
	X(vhaddu##n, __vhaddu##n(a, b)) \
	X(vmaxs##n, __vmaxs##n(a, b)) \
	X(vmaxu##n, __vmaxu##n(a, b)) \
	X(vmins##n, __vmins##n(a, b)) \
	X(vminu##n, __vminu##n(a, b)) \
	X(vsads##n, __vsads##n(a, b)) \
	X(vsadu##n, __vsadu##n(a, b)) \
	X(vcmpeq##n, __vcmpeq##n(a, b)) \
	X(vcmpges##n, __vcmpges##n(a, b)) \
	X(vcmpgtu##n, __vcmpgtu##n(a, b)) \
	X(vcmples##n, __vcmples##n(a, b)) \
	X(vcmpltu##n, __vcmpltu##n(a, b)) \
	X(vcmpne##n, __vcmpne##n(a, b)) \
	X(vseteq##n, __vseteq##n(a, b)) \
	X(vsetgeu##n, __vsetgeu##n(a, b)) \
	X(vsetgts##n, __vsetgts##n(a, b)) \
	X(vsetleu##n, __vsetleu##n(a, b)) \
	X(vsetlts##n, __vsetlts##n(a, b)) \
	X(vsetne##n, __vsetne##n(a, b))

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
all(const In *in, int n, u64 *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u32 a = in[i].a, b = in[i].b, c = in[i].c;
	u64 x = (u64)a << 32 | c, y = (u64)b << 32 | in[i].d, r;
	bool p = false, q = false;
#define X(name, call) out[(size_t)at_##name * n + i] = (u64)(call);
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

int
main(int argc, char **)
{
	const u32 borders[] = {0, 1, 2, 31, 32, 33, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffff, 0x800000,
			       0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xfffffffe, 0x80808080, 0x7f7f7f7f,
			       0x80008000, 0x7fff7fff, 0xff00ff00, 0x01020304};
	const int m = sizeof borders / sizeof *borders;
	std::vector<In> in;
	for (int i = 0; i < m * m; i++)
		in.push_back({borders[i / m], borders[i % m], borders[i * 7 % m], borders[i * 3 % m]});
	for (int i = 0; i < 4000; i++) {
		u64 r = random_bits(), s = random_bits();
		in.push_back({(u32)r, (u32)(r >> 32), (u32)s, (u32)(s >> 32)});
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
				printf("%s %08x %08x %08x %08x: %llx\n", names[f], in[i].a, in[i].b, in[i].c, in[i].d,
				       h[(size_t)f * n + i]);
		}
		printf("%s %016llx\n", names[f], hash);
	}
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
