// cub_block: CUB's primitives for warps and blocks, against plain C++ on the host.
// needs: /usr/include/cub/cub.cuh
// flags: --heddle-quick
// out: host code of the same program
#include <algorithm>
#include <climits>
#include <numeric>

#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

#include "../test.h"

enum { THREADS = 128, ITEMS = 4, TILE = THREADS * ITEMS, WIDTH = 8 };

struct pair {
	int low, high;
	__host__ __device__ bool operator==(const pair &o) const
	{
		return low == o.low && high == o.high;
	}
};

struct join {
	__host__ __device__ pair
	operator()(const pair &a, const pair &b) const
	{
		return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
	}
};

// Whole warps with shuffles in PTX, eighths of a warp, and a type that takes two words.
__global__ void
warps(const int *in, int *sums, int *scans, pair *ranges, int *small)
{
	typedef cub::WarpReduce<int> reduce;
	typedef cub::WarpScan<int> scan;
	typedef cub::WarpReduce<pair> reduce_pair;
	typedef cub::WarpReduce<int, WIDTH> reduce_small;
	__shared__ reduce::TempStorage a[THREADS / 32];
	__shared__ scan::TempStorage b[THREADS / 32];
	__shared__ reduce_pair::TempStorage c[THREADS / 32];
	__shared__ reduce_small::TempStorage d[THREADS / WIDTH];
	int t = threadIdx.x, w = t / 32, x = in[t], before, all;
	int sum = reduce(a[w]).Sum(x);
	pair range = reduce_pair(c[w]).Reduce(pair{x, x}, join());
	int most = reduce_small(d[t / WIDTH]).Reduce(x, cub::Max());

	scan(b[w]).ExclusiveSum(x, before, all);
	scans[t] = before + 1000 * all;
	if (t % 32 == 0) {
		sums[w] = sum;
		ranges[w] = range;
	}
	if (t % WIDTH == 0)
		small[t / WIDTH] = most;
}

template <cub::BlockReduceAlgorithm A, class T>
__global__ void
reduce(const T *in, T *out, int n)
{
	typedef cub::BlockReduce<T, THREADS, A> block;
	__shared__ typename block::TempStorage s;
	int t = threadIdx.x;
	T sum = block(s).Sum(t < n ? in[t] : T(0));
	__syncthreads();
	T part = block(s).Reduce(in[t < n ? t : 0], cub::Min(), n);
	if (t == 0) {
		out[0] = sum;
		out[1] = part;
	}
}

// Loads of a whole tile, a scan in between, and a store in another arrangement.
template <cub::BlockScanAlgorithm A>
__global__ void
scan(const int *in, int *out, int *total, int n)
{
	typedef cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_WARP_TRANSPOSE> load;
	typedef cub::BlockScan<int, THREADS, A> block;
	typedef cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_TRANSPOSE> store;
	__shared__ union {
		typename load::TempStorage load;
		typename block::TempStorage scan;
		typename store::TempStorage store;
	} s;
	int x[ITEMS], all;

	load(s.load).Load(in, x, n, 0);
	__syncthreads();
	block(s.scan).InclusiveSum(x, x, all);
	__syncthreads();
	store(s.store).Store(out, x, n);
	if (threadIdx.x == 0)
		*total = all;
}

__global__ void
sort(const unsigned *in, unsigned *keys, int *from, int *heads, unsigned *bins)
{
	typedef cub::BlockRadixSort<unsigned, THREADS, ITEMS, int> block;
	typedef cub::BlockDiscontinuity<unsigned, THREADS> edges;
	typedef cub::BlockHistogram<unsigned char, THREADS, ITEMS, 64> histogram;
	typedef cub::BlockExchange<int, THREADS, ITEMS> exchange;
	__shared__ union {
		block::TempStorage sort;
		edges::TempStorage edges;
		histogram::TempStorage histogram;
		exchange::TempStorage exchange;
	} s;
	__shared__ unsigned count[64];
	unsigned k[ITEMS];
	unsigned char low[ITEMS];
	int v[ITEMS], flag[ITEMS], t = threadIdx.x;

	for (int i = 0; i < ITEMS; i++) {
		v[i] = t * ITEMS + i;
		k[i] = in[v[i]];
		low[i] = k[i] % 64;
	}
	histogram(s.histogram).Histogram(low, count);
	__syncthreads();
	block(s.sort).Sort(k, v);
	__syncthreads();
	edges(s.edges).FlagHeads(flag, k, cub::Inequality());
	__syncthreads();
	exchange(s.exchange).BlockedToStriped(v, v);
	for (int i = 0; i < ITEMS; i++) {
		keys[t * ITEMS + i] = k[i];
		heads[t * ITEMS + i] = flag[i];
		from[i * THREADS + t] = v[i];
	}
	if (t < 64)
		bins[t] = count[t];
}

static void
say(const char *name, bool right)
{
	printf("%s: %s\n", name, right ? "right" : "wrong");
}

static void
test_warps(const std::vector<int> &in)
{
	int *d = to_device(in), *sums = device_array<int>(4), *scans = device_array<int>(THREADS);
	int *small = device_array<int>(THREADS / WIDTH);
	pair *ranges = device_array<pair>(4);
	std::vector<int> sum(4), scan(THREADS), most(THREADS / WIDTH, INT_MIN);
	std::vector<pair> range(4, pair{INT_MAX, INT_MIN});

	for (int t = 0; t < THREADS; t++) {
		scan[t] = sum[t / 32];
		sum[t / 32] += in[t];
		range[t / 32] = join()(range[t / 32], pair{in[t], in[t]});
		most[t / WIDTH] = std::max(most[t / WIDTH], in[t]);
	}
	for (int t = 0; t < THREADS; t++)
		scan[t] += 1000 * sum[t / 32];
	warps<<<1, THREADS>>>(d, sums, scans, ranges, small);
	SYNC();
	say("warp sums", to_host(sums, 4) == sum);
	say("warp scans", to_host(scans, THREADS) == scan);
	say("warp pairs", to_host(ranges, 4) == range);
	say("parts of warps", to_host(small, THREADS / WIDTH) == most);
}

template <cub::BlockReduceAlgorithm A, class T>
static void
test_reduce(const char *name, const std::vector<int> &in, int n)
{
	std::vector<T> x(in.begin(), in.end());
	T *d = to_device(x), *out = device_array<T>(2);
	reduce<A, T><<<1, THREADS>>>(d, out, n);
	SYNC();
	say(name, to_host(out, 2) ==
	                  std::vector<T>{std::accumulate(x.begin(), x.begin() + n, T(0)),
	                                 *std::min_element(x.begin(), x.begin() + n)});
}

template <cub::BlockScanAlgorithm A>
static void
test_scan(const char *name, const std::vector<int> &in, int n)
{
	int *d = to_device(in), *out = device_array<int>(TILE), *total = device_array<int>(1);
	std::vector<int> want(TILE);
	std::partial_sum(in.begin(), in.begin() + n, want.begin());
	scan<A><<<1, THREADS>>>(d, out, total, n);
	SYNC();
	say(name, to_host(out, TILE) == want && to_host(total, 1)[0] == want[n - 1]);
}

static void
test_sort(const std::vector<unsigned> &in)
{
	unsigned *d = to_device(in), *keys = device_array<unsigned>(TILE);
	int *from = device_array<int>(TILE), *heads = device_array<int>(TILE);
	unsigned *bins = device_array<unsigned>(64);
	std::vector<unsigned> want(TILE), bin(64);
	std::vector<int> order(TILE), head(TILE);

	std::iota(order.begin(), order.end(), 0);
	std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return in[a] < in[b]; });
	for (int i = 0; i < TILE; i++) {
		want[i] = in[order[i]];
		head[i] = i == 0 || want[i] != want[i - 1];
		bin[in[i] % 64]++;
	}
	sort<<<1, THREADS>>>(d, keys, from, heads, bins);
	SYNC();
	say("sorted keys", to_host(keys, TILE) == want);
	say("their values", to_host(from, TILE) == order);
	say("heads", to_host(heads, TILE) == head);
	say("histogram", to_host(bins, 64) == bin);
}

int
main()
{
	std::vector<int> in(TILE);
	std::vector<unsigned> keys(TILE);
	for (int i = 0; i < TILE; i++) {
		in[i] = i * 7919 % 1009 - 300;
		keys[i] = i * 2654435761u % 300 * 14316557u;
	}
	test_warps(in);
	test_reduce<cub::BLOCK_REDUCE_WARP_REDUCTIONS, int>("reduce, warps", in, THREADS);
	test_reduce<cub::BLOCK_REDUCE_RAKING, double>("reduce, raking", in, 77);
	test_scan<cub::BLOCK_SCAN_WARP_SCANS>("scan, warps", in, TILE);
	test_scan<cub::BLOCK_SCAN_RAKING>("scan, raking", in, 500);
	test_sort(keys);
	return 0;
}
