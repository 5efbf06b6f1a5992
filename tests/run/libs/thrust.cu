// thrust: Thrust's vectors, algorithms, iterators and policies, against plain C++ on the host.
// needs: /usr/include/thrust/device_vector.h
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include <thrust/copy.h>
#include <thrust/device_malloc.h>
#include <thrust/device_free.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>

#include <algorithm>
#include <numeric>

#include "../test.h"

static const int N = 50021;

struct mixed {
	__host__ __device__ int
	operator()(int i) const
	{
		return (int)(i * 2654435761u >> 16) % 5003;
	}
};

struct is_even {
	__host__ __device__ bool
	operator()(int x) const
	{
		return x % 2 == 0;
	}
};

struct product {
	__host__ __device__ int
	operator()(const thrust::tuple<int, int> &t) const
	{
		return thrust::get<0>(t) * thrust::get<1>(t);
	}
};

__global__ void
twice(int *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] *= 2;
}

// Each thread for itself.
__global__ void
sort_rows(int *p, int n)
{
	int *row = p + threadIdx.x * n;
	thrust::sort(thrust::seq, row, row + n);
}

static void
say(const char *name, const thrust::host_vector<int> &got, const std::vector<int> &want)
{
	printf("%s: %s\n", name,
	       got.size() == want.size() && std::equal(want.begin(), want.end(), got.begin())
	               ? "right"
	               : "wrong");
}

int
main()
{
	auto numbers = thrust::make_transform_iterator(thrust::make_counting_iterator(0), mixed());
	thrust::device_vector<int> x(numbers, numbers + N), y(N);
	std::vector<int> a(N), b(N);
	cudaStream_t stream;

	CK(cudaStreamCreate(&stream));
	for (int i = 0; i < N; i++)
		a[i] = mixed()(i);
	say("iterators", x, a);

	thrust::sequence(thrust::device, y.begin(), y.end(), 5);
	std::iota(b.begin(), b.end(), 5);
	say("sequence", y, b);

	thrust::transform(thrust::cuda::par.on(stream),
	                  thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin())),
	                  thrust::make_zip_iterator(thrust::make_tuple(x.end(), y.end())),
	                  y.begin(), product());
	CK(cudaStreamSynchronize(stream));
	for (int i = 0; i < N; i++)
		b[i] *= a[i];
	say("transform", y, b);

	twice<<<(N + 255) / 256, 256>>>(thrust::raw_pointer_cast(y.data()), N);
	SYNC();
	for (int &v : b)
		v *= 2;
	say("raw pointers", y, b);

	thrust::device_vector<int> even(N);
	even.erase(thrust::copy_if(x.begin(), x.end(), even.begin(), is_even()), even.end());
	std::vector<int> c;
	std::copy_if(a.begin(), a.end(), std::back_inserter(c), is_even());
	say("copy_if", even, c);

	const int ROWS = 40, LONG = 25;
	y = x;
	b = a;
	sort_rows<<<1, ROWS>>>(thrust::raw_pointer_cast(y.data()), LONG);
	SYNC();
	for (int r = 0; r < ROWS; r++)
		std::sort(b.begin() + r * LONG, b.begin() + (r + 1) * LONG);
	say("in a kernel", y, b);

	thrust::sequence(y.begin(), y.end());
	thrust::sort_by_key(x.begin(), x.end(), y.begin());
	std::iota(b.begin(), b.end(), 0);
	std::stable_sort(b.begin(), b.end(), [&](int i, int k) { return a[i] < a[k]; });
	std::sort(a.begin(), a.end());
	say("sort", x, a);
	say("by key", y, b);

	x.erase(thrust::unique(x.begin(), x.end()), x.end());
	a.erase(std::unique(a.begin(), a.end()), a.end());
	say("unique", x, a);

	thrust::device_ptr<int> p = thrust::device_malloc<int>(100);
	thrust::fill(p, p + 100, 3);
	p[42] = 4;
	std::vector<int> d(100, 3);
	d[42] = 4;
	thrust::host_vector<int> h(p, p + 100);
	say("device_malloc", h, d);
	thrust::device_free(p);
	CK(cudaStreamDestroy(stream));
	return 0;
}
