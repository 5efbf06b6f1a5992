// cg_wide: tiles of several warps, all of them at work or only some.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

template <unsigned S>
__global__ void
tiles(int *out)
{
	__shared__ cg::block_tile_memory<1024> memory;
	__shared__ int s[256];
	auto block = cg::this_thread_block(memory);
	auto g = cg::tiled_partition<S>(block);
	int t = threadIdx.x, *o = out + t * 8;
	o[0] = g.meta_group_rank() * 1000 + g.thread_rank();
	o[1] = g.meta_group_size() * 1000 + g.size();
	s[t] = t;
	if (g.meta_group_rank() == 1 || S == 256) { // one tile alone
		for (int k = 0; k < 3; k++) {
			g.sync();
			int v = s[t / S * S + (t + 70) % S];
			g.sync();
			s[t] = v + 1;
		}
		g.sync();
	}
	o[2] = s[t];
	o[3] = cg::reduce(g, t % 17, cg::plus<int>());
	o[4] = cg::reduce(g, t * 7 % 50, cg::greater<int>());
	o[5] = g.shfl(t * 3, 37);
	o[6] = g.any(t == 100) * 2 + g.all(t >= 128);
}

template <unsigned S>
static void
run()
{
	int *d = device_array<int>(256 * 8);
	tiles<S><<<1, 256>>>(d);
	SYNC();
	std::vector<int> want(256 * 8);
	for (int t = 0; t < 256; t++) {
		int *o = &want[t * 8], first = t / S * S;
		o[0] = t / S * 1000 + t % S;
		o[1] = 256 / S * 1000 + S;
		o[2] = t / S == 1 || S == 256 ? first + (t + 210) % S + 3 : t;
		o[6] = 1;
		for (int i = first; i < first + (int)S; i++) {
			o[3] += i % 17;
			o[4] = i * 7 % 50 > o[4] ? i * 7 % 50 : o[4];
			o[6] |= i == 100 ? 2 : 0;
			o[6] &= i >= 128 ? 3 : 2;
		}
		o[5] = (first + 37) * 3;
	}
	same("tiles", to_host(d, 256 * 8), want);
}

int
main()
{
	run<64>();
	run<128>();
	run<256>();
	return 0;
}
