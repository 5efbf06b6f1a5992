// cg_reduce: reduce() and scans over tiles and coalesced groups of every size, with
// CUDA's operators and the program's own; float sums show the order of additions.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

template <class G, class T>
__device__ void
all_of(const G &g, T v, T *o)
{
	o[0] = cg::reduce(g, v, cg::plus<T>());
	o[1] = cg::reduce(g, v, cg::less<T>());
	o[2] = cg::reduce(g, v, cg::greater<T>());
	o[3] = cg::inclusive_scan(g, v, cg::plus<T>());
	o[4] = cg::exclusive_scan(g, v);
	o[5] = cg::inclusive_scan(g, v, cg::greater<T>());
	o[6] = cg::reduce(g, v, [](T a, T b) { return a < b ? b : a; });
	o[7] = cg::inclusive_scan(g, v);
}

template <class T>
__global__ void
reductions(T *out, T scale)
{
	auto block = cg::this_thread_block();
	int t = threadIdx.x;
	T v = (T)((t * 37) % 101 - 50) * scale;
	T *o = out + t * 24;
	all_of(cg::tiled_partition<32>(block), v, o);
	if (t % 32 < 16)
		all_of(cg::tiled_partition<4>(block), v, o + 8);
	if (t % 32 < out[t * 24 + 23])
		all_of(cg::coalesced_threads(), v, o + 16);
}

template <class T>
__global__ void
bits(T *out)
{
	auto g = cg::tiled_partition<16>(cg::this_thread_block());
	int t = threadIdx.x;
	T v = (T)t * 0x01234567u + 0x55;
	out[t * 4] = cg::reduce(g, v, cg::bit_and<T>());
	out[t * 4 + 1] = cg::reduce(g, v, cg::bit_or<T>());
	out[t * 4 + 2] = cg::reduce(g, v, cg::bit_xor<T>());
	if (t % 3) {
		auto c = cg::coalesced_threads();
		out[t * 4 + 3] = cg::reduce(c, v, cg::bit_xor<T>());
	}
}

template <class T>
static void
run(const char *name, T scale)
{
	std::vector<T> init(64 * 24);
	for (int n = 1; n <= 32; n++) {
		for (int t = 0; t < 64; t++)
			init[t * 24 + 23] = (T)n;
		T *d = to_device(init);
		reductions<<<1, 64>>>(d, scale);
		SYNC();
		std::vector<T> h = to_host(d, init.size());
		printf("%s %2d: %08x %.9g %.9g %.9g\n", name, n,
		       checksum(h.data(), h.size() * sizeof(T)), (double)h[0],
		       (double)h[n / 2 * 24 + 16], (double)h[n / 2 * 24 + 20]);
		CK(cudaFree(d));
	}
}

template <class T>
static void
run_bits(const char *name)
{
	T *d = device_array<T>(64 * 4);
	bits<<<1, 64>>>(d);
	SYNC();
	std::vector<T> h = to_host(d, 64 * 4);
	printf("%s: %08x\n", name, checksum(h.data(), h.size() * sizeof(T)));
}

int
main()
{
	run<int>("int", 3);
	run<long long>("long long", 5000000000ll);
	run<float>("float", 0.1f);
	run<double>("double", 0.1);
	run_bits<unsigned>("unsigned");
	run_bits<int>("int");
	return 0;
}
