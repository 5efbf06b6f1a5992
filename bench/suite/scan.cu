// scan: an exclusive prefix sum, up and down a tree in shared memory, then over the sums of
// blocks, then the sums are added.
// SPDX-License-Identifier: Apache-2.0
#include "../bench.h"

enum { THREADS = 256, WIDTH = 2 * THREADS };

__global__ void
scan_block(const int *in, int *out, int *sums, int n)
{
	__shared__ int s[WIDTH];
	int t = threadIdx.x, a = blockIdx.x * WIDTH + t, b = a + THREADS, step = 1;

	s[t] = a < n ? in[a] : 0;
	s[t + THREADS] = b < n ? in[b] : 0;
	for (int d = WIDTH / 2; d > 0; d >>= 1) {
		__syncthreads();
		if (t < d)
			s[step * (2 * t + 2) - 1] += s[step * (2 * t + 1) - 1];
		step *= 2;
	}
	if (t == 0) {
		if (sums)
			sums[blockIdx.x] = s[WIDTH - 1];
		s[WIDTH - 1] = 0;
	}
	for (int d = 1; d < WIDTH; d *= 2) {
		step /= 2;
		__syncthreads();
		if (t < d) {
			int left = step * (2 * t + 1) - 1,
			    right = step * (2 * t + 2) - 1;
			int v = s[left];
			s[left] = s[right];
			s[right] += v;
		}
	}
	__syncthreads();
	if (a < n)
		out[a] = s[t];
	if (b < n)
		out[b] = s[t + THREADS];
}

__global__ void
add(int *out, const int *sums, int n)
{
	int i = blockIdx.x * WIDTH + threadIdx.x;

	if (i < n)
		out[i] += sums[blockIdx.x];
	if (i + THREADS < n)
		out[i + THREADS] += sums[blockIdx.x];
}

static void
scan(const int *in, int *out, int *sums, int n)
{
	int blocks = (n + WIDTH - 1) / WIDTH;

	scan_block<<<blocks, THREADS>>>(in, out, blocks > 1 ? sums : NULL, n);
	if (blocks > 1) {
		scan(sums, sums, sums + blocks, blocks);
		add<<<blocks, THREADS>>>(out, sums, n);
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(8 << 20, 3000);
	int *p = BENCH_NEW(int, n);
	uint32_t seed = 34;

	for (int i = 0; i < n; i++)
		p[i] = bench_bits(&seed) % 100;
	int *in = bench_copy(p, n), *out = bench_device<int>(n),
	    *sums = bench_device<int>(n / THREADS + 2);
	while (bench_next()) {
		bench_start();
		for (int k = 0; k < 4; k++)
			scan(in, out, sums, n);
		bench_wait();
		bench_stop();
	}
	bench_to_host(p, out, n);
	bench_ints("sums", p, n);
	return bench_end();
}
