// cub_device: CUB's algorithms for whole arrays, against plain C++ on the host.
// needs: /usr/include/cub/cub.cuh
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include <algorithm>
#include <numeric>

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_select.cuh>

#include "../test.h"

static const int N = 100003, BINS = 40;

// Asks how much memory it takes, and then does it.
template <class F>
static void
twice(F call)
{
	void *temporary = nullptr;
	size_t bytes = 0;

	CK(call(temporary, bytes));
	CK(cudaMalloc(&temporary, bytes));
	CK(call(temporary, bytes));
	SYNC();
	CK(cudaFree(temporary));
}

static void
say(const char *name, bool right)
{
	printf("%s: %s\n", name, right ? "right" : "wrong");
}

static void
test_reduce(const std::vector<int> &in, const int *d)
{
	int *sum = device_array<int>(1), *sums = device_array<int>(3);
	std::vector<int> at = {0, 10, 10, N};
	int *segment = to_device(at);

	twice([&](void *t, size_t &n) { return cub::DeviceReduce::Sum(t, n, d, sum, N); });
	say("sum", to_host(sum, 1)[0] == std::accumulate(in.begin(), in.end(), 0));
	twice([&](void *t, size_t &n) {
		return cub::DeviceSegmentedReduce::Sum(t, n, d, sums, 3, segment, segment + 1);
	});
	say("segments", to_host(sums, 3) ==
	                        std::vector<int>{std::accumulate(in.begin(), in.begin() + 10, 0), 0,
	                                         std::accumulate(in.begin() + 10, in.end(), 0)});
}

// Tiles of 8 bytes with their state in one word, and of 16.
template <class T>
static void
test_scan(const char *name, const std::vector<int> &in)
{
	std::vector<T> x(in.begin(), in.end()), want(N);
	T *d = to_device(x), *out = device_array<T>(N);
	int wrong = 0;

	std::partial_sum(x.begin(), x.end(), want.begin());
	for (int round = 0; round < 5; round++) {
		CK(cudaMemset(out, 0xff, N * sizeof *out));
		twice([&](void *t, size_t &n) {
			return cub::DeviceScan::InclusiveSum(t, n, d, out, N);
		});
		wrong += to_host(out, N) != want;
	}
	say(name, !wrong);
}

struct is_odd {
	__host__ __device__ bool
	operator()(int x) const
	{
		return x & 1;
	}
};

static void
test_select(const std::vector<int> &in, const int *d)
{
	int *out = device_array<int>(N), *count = device_array<int>(1);
	std::vector<int> want;

	std::copy_if(in.begin(), in.end(), std::back_inserter(want), is_odd());
	twice([&](void *t, size_t &n) {
		return cub::DeviceSelect::If(t, n, d, out, count, N, is_odd());
	});
	say("selected", to_host(count, 1)[0] == (int)want.size() &&
	                        to_host(out, want.size()) == want);
}

static void
test_histogram(const std::vector<int> &in, const int *d)
{
	int *out = device_array<int>(BINS);
	std::vector<int> want(BINS);

	for (int x : in)
		want[(x + 1000) * BINS / 2000]++;
	twice([&](void *t, size_t &n) {
		return cub::DeviceHistogram::HistogramEven(t, n, d, out, BINS + 1, -1000, 1000, N);
	});
	say("histogram", to_host(out, BINS) == want);
}

int
main()
{
	std::vector<int> in(N);
	unsigned state = 1;
	for (int &x : in) {
		state = state * 1664525u + 1013904223u;
		x = (int)(state >> 8) % 2000 - 1000;
	}
	int *d = to_device(in);
	test_reduce(in, d);
	test_scan<int>("scan of words", in);
	test_scan<long long>("scan of pairs", in);
	test_select(in, d);
	test_histogram(in, d);
	return 0;
}
