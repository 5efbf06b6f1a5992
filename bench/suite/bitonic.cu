// bitonic: a sorting network; steps that stay within a block run in shared memory.
// SPDX-License-Identifier: Apache-2.0
#include "../bench.h"

enum { THREADS = 512, WIDTH = 2 * THREADS };

__device__ void
order(uint32_t &a, uint32_t &b, bool up)
{
	if ((a > b) == up) {
		uint32_t t = a;
		a = b;
		b = t;
	}
}

/* All sizes up to WIDTH. */
__global__ void
sort_shared(uint32_t *keys)
{
	__shared__ uint32_t s[WIDTH];
	int t = threadIdx.x, first = blockIdx.x * WIDTH;

	s[t] = keys[first + t];
	s[t + THREADS] = keys[first + t + THREADS];
	for (int size = 2; size <= WIDTH; size *= 2)
		for (int step = size / 2; step > 0; step /= 2) {
			__syncthreads();
			int i = 2 * t - (t & (step - 1));
			order(s[i], s[i + step], ((first + i) & size) == 0);
		}
	__syncthreads();
	keys[first + t] = s[t];
	keys[first + t + THREADS] = s[t + THREADS];
}

/* One step across blocks. */
__global__ void
merge_global(uint32_t *keys, int size, int step)
{
	int t = blockIdx.x * THREADS + threadIdx.x;
	int i = 2 * t - (t & (step - 1));

	order(keys[i], keys[i + step], (i & size) == 0);
}

/* The steps below WIDTH of one size. */
__global__ void
merge_shared(uint32_t *keys, int size)
{
	__shared__ uint32_t s[WIDTH];
	int t = threadIdx.x, first = blockIdx.x * WIDTH;

	s[t] = keys[first + t];
	s[t + THREADS] = keys[first + t + THREADS];
	for (int step = THREADS; step > 0; step /= 2) {
		__syncthreads();
		int i = 2 * t - (t & (step - 1));
		order(s[i], s[i + step], ((first + i) & size) == 0);
	}
	__syncthreads();
	keys[first + t] = s[t];
	keys[first + t + THREADS] = s[t + THREADS];
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1 << 19, 1 << 12), blocks = n / WIDTH;
	uint32_t *keys = BENCH_NEW(uint32_t, n), seed = 36;

	for (int i = 0; i < n; i++)
		keys[i] = bench_bits(&seed);
	uint32_t *d = bench_device<uint32_t>(n);
	while (bench_next()) {
		bench_to_device(d, keys, n);
		bench_start();
		sort_shared<<<blocks, THREADS>>>(d);
		for (int size = 2 * WIDTH; size <= n; size *= 2) {
			for (int step = size / 2; step >= WIDTH; step /= 2)
				merge_global<<<blocks, THREADS>>>(d, size, step);
			merge_shared<<<blocks, THREADS>>>(d, size);
		}
		bench_wait();
		bench_stop();
	}
	bench_to_host(keys, d, n);
	bench_ints("keys", keys, n);
	return bench_end();
}
