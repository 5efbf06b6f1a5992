// warp_vote: votes, ballots, matches, reductions and __syncwarp, also in divergent code.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
votes(unsigned *out)
{
	int t = threadIdx.x;
	unsigned *o = out + t * 8;
	int all;
	o[0] = __ballot_sync(0xffffffffu, t % 3 == 0);
	o[1] = __any_sync(0xffffffffu, t == 40) != 0;
	o[2] = __all_sync(0xffffffffu, t < 40) != 0;
	o[3] = __match_any_sync(0xffffffffu, t / 5);
	o[4] = __match_all_sync(0xffffffffu, (long long)(t < 32), &all);
	o[5] = all;
	if (t & 1)
		o[6] = __ballot_sync(0xaaaaaaaau, t % 7 == 0);
	else
		o[6] = __popc(__activemask()) > 0;
	o[7] = t >= 32 ? __ballot_sync(0xffffffffu, 1) : 0;
}

__global__ void
reductions(int *out)
{
	int t = threadIdx.x, v = (t * 37) % 101 - 50;
	int *o = out + t * 8;
	o[0] = __reduce_add_sync(0xffffffffu, v);
	o[1] = __reduce_min_sync(0xffffffffu, v);
	o[2] = __reduce_max_sync(0xffffffffu, v);
	o[3] = __reduce_min_sync(0xffffffffu, (unsigned)v);
	o[4] = __reduce_max_sync(0xffffffffu, (unsigned)v);
	o[5] = __reduce_and_sync(0xffffffffu, (unsigned)v | 16);
	o[6] = __reduce_or_sync(0xffffffffu, (unsigned)t);
	o[7] = __reduce_xor_sync(0xffffffffu, (unsigned)v);
}

// Values travel through shared memory from lane to lane, a __syncwarp apart, while the
// other warps leave early or wait at the block's barrier.
__global__ void
pass_on(int *out)
{
	__shared__ volatile int s[96];
	int t = threadIdx.x, lane = t & 31;
	if (t >= 96)
		return;
	s[t] = t;
	if (t >= 32)
		for (int k = 0; k < 5; k++) {
			__syncwarp();
			int v = s[t - lane + (lane + 1) % 32];
			__syncwarp();
			s[t] = v + 1;
		}
	__syncthreads();
	out[t] = s[95 - t];
}

int
main()
{
	unsigned *d = device_array<unsigned>(64 * 8);
	votes<<<1, 64>>>(d);
	SYNC();
	std::vector<unsigned> h = to_host(d, 64 * 8), want(64 * 8);
	for (int t = 0; t < 64; t++) {
		unsigned *o = &want[t * 8];
		for (int i = t / 32 * 32; i < t / 32 * 32 + 32; i++) {
			unsigned bit = 1u << (i % 32);
			o[0] |= i % 3 == 0 ? bit : 0;
			o[1] |= i == 40;
			o[3] |= i / 5 == t / 5 ? bit : 0;
			if (t & 1)
				o[6] |= (i & 1) && i % 7 == 0 ? bit : 0;
		}
		o[2] = t < 32;
		o[4] = 0xffffffffu;
		o[5] = 1;
		o[6] = t & 1 ? o[6] : 1;
		o[7] = t >= 32 ? 0xffffffffu : 0;
	}
	same("votes", h, want);

	int *r = device_array<int>(64 * 8);
	reductions<<<1, 64>>>(r);
	SYNC();
	std::vector<int> rw(64 * 8);
	for (int t = 0; t < 64; t++) {
		int *o = &rw[t * 8];
		unsigned umin = ~0u, umax = 0, a = ~0u, x = 0;
		o[1] = 1000, o[2] = -1000;
		for (int i = t / 32 * 32; i < t / 32 * 32 + 32; i++) {
			int v = (i * 37) % 101 - 50;
			o[0] += v;
			o[1] = v < o[1] ? v : o[1];
			o[2] = v > o[2] ? v : o[2];
			umin = (unsigned)v < umin ? v : umin;
			umax = (unsigned)v > umax ? v : umax;
			a &= v | 16;
			o[6] |= i;
			x ^= v;
		}
		o[3] = umin, o[4] = umax, o[5] = a, o[7] = x;
	}
	same("reductions", to_host(r, 64 * 8), rw);

	int *p = device_array<int>(96);
	pass_on<<<1, 128>>>(p);
	SYNC();
	std::vector<int> s(96), pw(96);
	for (int t = 0; t < 96; t++)
		s[t] = t < 32 ? t : t / 32 * 32 + (t + 5) % 32 + 5;
	for (int t = 0; t < 96; t++)
		pw[t] = s[95 - t];
	same("pass_on", to_host(p, 96), pw);
	return 0;
}
