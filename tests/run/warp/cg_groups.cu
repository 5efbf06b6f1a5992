// cg_groups: blocks, tiles, coalesced groups and partitions: ranks, shuffles, votes,
// also in divergent code and in a block whose last warp is short.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { N = 80, K = 24 };

struct big {
	double a;
	int b[5];
	short c;
};

__device__ unsigned
over_group(cg::thread_group g)
{
	g.sync();
	return (unsigned)(g.size() << 16 | g.thread_rank());
}

template <unsigned S>
__device__ void
tile(unsigned *o, int t)
{
	cg::thread_block block = cg::this_thread_block();
	auto g = cg::tiled_partition<S>(block);
	int all = 0;
	o[0] = g.size() << 16 | g.thread_rank();
	o[1] = g.meta_group_size() << 16 | g.meta_group_rank();
	o[2] = g.shfl(t, 1);
	o[3] = g.shfl_up(t, 1);
	o[4] = g.shfl_down(t, 2);
	o[5] = g.shfl_xor(t, S / 2);
	o[6] = g.any(t == 37) << 4 | g.all(t > 10);
	o[7] = g.ballot(t % 3 == 0);
	o[8] = g.match_any(t / 3);
	o[9] = g.match_all(t / 7, all);
	o[10] = all;
	big v = {t * 0.5, {t, t + 1, t + 2, t + 3, t + 4}, (short)-t};
	big w = g.shfl(v, S - 1);
	o[11] = (unsigned)(w.a * 2) + w.b[4] + (unsigned short)w.c;
	o[12] = over_group(g);
	g.sync();
}

__global__ void
tiles(unsigned *out)
{
	cg::thread_block block = cg::this_thread_block();
	int t = block.thread_rank();
	unsigned *o = out + t * K;
	if (t < 64)
		tile<8>(o, t);
	if (t < 32)
		tile<32>(o, t);
	block.sync();
	auto warp = cg::tiled_partition<32>(block);
	auto quad = cg::tiled_partition<4>(warp);
	o[13] = quad.meta_group_size() << 16 | quad.meta_group_rank();
	o[14] = quad.shfl(t * 3, 2);
	cg::thread_group half = cg::tiled_partition(block, 16);
	o[15] = over_group(half);
	o[16] = over_group(block);
	o[17] = block.group_index().x << 20 | block.thread_index().y << 10 |
		block.dim_threads().y;
	cg::thread_block_tile<4> plain = quad;
	o[18] = plain.shfl_down(t, 1);
	auto one = cg::tiled_partition<1>(block);
	o[19] = one.shfl(t, 0) << 8 | one.size();
	o[20] = (unsigned)cg::this_thread().size();
	auto token = block.barrier_arrive();
	block.barrier_wait(static_cast<decltype(token) &&>(token));
}

__global__ void
coalesced(unsigned *out)
{
	int t = cg::this_thread_block().thread_rank();
	unsigned *o = out + t * K;
	if (t % 3 == 1) {
		cg::coalesced_group g = cg::coalesced_threads();
		int all;
		o[0] = g.size() << 16 | g.thread_rank();
		o[1] = g.shfl(t, 2);
		o[2] = g.shfl_up(t, 1);
		o[3] = g.shfl_down(t, 1);
		o[4] = g.any(t == 37) << 4 | g.all(t > 10);
		o[5] = g.ballot(t % 2);
		o[6] = g.match_any(t / 8);
		o[7] = g.match_all(t > 31, all) + all;
		big v = {t * 0.5, {t, t + 1, t + 2, t + 3, t + 4}, (short)-t};
		big w = g.shfl_down(v, 1);
		o[8] = (unsigned)(w.a * 2) + w.b[4] + (unsigned short)w.c;
		o[9] = over_group(g);
		cg::thread_group pairs = cg::tiled_partition(g, 2);
		o[10] = over_group(pairs);
		if (t % 2) {
			cg::coalesced_group h = cg::coalesced_threads();
			o[11] = h.shfl(t, 0) << 16 | h.size();
			h.sync();
		}
		g.sync();
	}
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	auto label = cg::labeled_partition(warp, t % 5);
	o[12] = label.size() << 16 | label.thread_rank();
	o[13] = label.meta_group_size() << 16 | label.meta_group_rank();
	o[14] = label.shfl(t, label.size() - 1);
	auto both = cg::binary_partition(warp, t % 7 < 2);
	o[15] = both.size() << 16 | both.thread_rank();
	o[16] = both.meta_group_size() << 16 | both.meta_group_rank();
	o[17] = both.ballot(t % 2);
	if (t % 2) {
		auto odd = cg::coalesced_threads();
		auto sub = cg::labeled_partition(odd, t % 3);
		o[18] = sub.size() << 16 | sub.thread_rank();
		auto bin = cg::binary_partition(odd, t > 40);
		o[19] = bin.size() << 16 | bin.thread_rank();
		o[20] = bin.meta_group_rank();
	}
}

static void
show(const char *name, const std::vector<unsigned> &v)
{
	for (int k = 0; k < K; k++) {
		std::vector<unsigned> column;
		for (int t = 0; t < N; t++)
			column.push_back(v[t * K + k]);
		printf("%s %2d: %08x  %x %x %x %x\n", name, k,
		       checksum(column.data(), column.size() * 4), column[1], column[31],
		       column[37], column[79]);
	}
}

int
main()
{
	unsigned *d = device_array<unsigned>(N * K);
	tiles<<<1, dim3(8, 10)>>>(d);
	SYNC();
	show("tiles", to_host(d, N * K));
	CK(cudaMemset(d, 0, N * K * 4));
	coalesced<<<1, N>>>(d);
	SYNC();
	show("coalesced", to_host(d, N * K));
	return 0;
}
