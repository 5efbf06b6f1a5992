// Stores along the row by some of the threads: side by side, a few, one, none, and here and
// there; nothing that belongs to the others may change, and nothing behind the end.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cuda_fp16.h>

enum { N = 1000, THREADS = 96, BLOCKS = (N + THREADS - 1) / THREADS, PATTERNS = 7 };

static __host__ __device__ bool
stores(int pattern, int i, unsigned bits)
{
	int t = i % THREADS;

	switch (pattern) {
	case 0: return t >= 3 && t < 90;           // all but the borders
	case 1: return t % 16 >= 2 && t % 16 < 14; // the middle of each sixteen
	case 2: return t % 16 == 5;                // one
	case 3: return t % 8 < 3;                  // fewer than a piece
	case 4: return bits >> i % 32 & 1;         // here and there
	case 5: return i > 500 && i < 533;         // mostly none
	default: return i % 2 == 0 || t % 16 > 7;
	}
}

template <typename T>
static __host__ __device__ T
value(int i)
{
	return (T)(i % 100);
}

template <typename T>
__global__ void
store(T *to, const unsigned *bits, int pattern, int n)
{
	int i = blockIdx.x * THREADS + threadIdx.x;

	if (i < n && stores(pattern, i, bits[i / 32]))
		to[i] = value<T>(i);
}

template <typename T>
static void
check(const char *what, const std::vector<unsigned> &bits, const unsigned *d_bits)
{
	int wrong = 0;

	for (int pattern = 0; pattern < PATTERNS; pattern++)
		for (int n = N - 17; n <= N; n++) {
			std::vector<T> old(N, (T)111), want = old;
			T *d = to_device(old);

			store<<<BLOCKS, THREADS>>>(d, d_bits, pattern, n);
			SYNC();
			for (int i = 0; i < n; i++)
				if (stores(pattern, i, bits[i / 32]))
					want[i] = value<T>(i);
			std::vector<T> got = to_host(d, N);
			wrong += memcmp(got.data(), want.data(), N * sizeof(T)) != 0;
			CK(cudaFree(d));
		}
	printf("%s: %d wrong\n", what, wrong);
}

// Pointers, and a value that comes from memory under the same guard.
__global__ void
links(const int **to, const int *from, const unsigned *bits)
{
	int i = blockIdx.x * THREADS + threadIdx.x;

	if (i < N && (bits[i / 32] >> i % 32 & 1))
		to[i] = from + from[i];
}

int
main()
{
	std::vector<unsigned> bits(N / 32 + 1);
	unsigned seed = 5;

	for (unsigned &b : bits)
		b = next_random(seed) ^ next_random(seed) << 16;
	unsigned *d_bits = to_device(bits);

	check<signed char>("char", bits, d_bits);
	check<short>("short", bits, d_bits);
	check<int>("int", bits, d_bits);
	check<float>("float", bits, d_bits);
	check<double>("double", bits, d_bits);
	check<long long>("long long", bits, d_bits);
	check<__half>("half", bits, d_bits);

	std::vector<int> from(N);
	for (int i = 0; i < N; i++)
		from[i] = (i * 7) % N;
	int *d_from = to_device(from), wrong = 0;
	const int **d_links = device_array<const int *>(N);
	links<<<BLOCKS, THREADS>>>(d_links, d_from, d_bits);
	SYNC();
	std::vector<const int *> got = to_host(d_links, N);
	for (int i = 0; i < N; i++)
		wrong += got[i] != (bits[i / 32] >> i % 32 & 1 ? d_from + from[i] : nullptr);
	printf("links: %d wrong\n", wrong);
}
