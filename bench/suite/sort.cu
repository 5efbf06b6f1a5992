// sort: radix sort, eight bits at a time. A warp owns a run of keys, counts its digits, and
// puts them where a prefix sum over all warps says, in order.
// SPDX-License-Identifier: Apache-2.0
#include "../bench.h"

enum { WARP = 32, WARPS = 8, THREADS = WARP * WARPS, RUN = 1024, SCAN = 512 };
enum { BITS = 8, DIGITS = 1 << BITS };

__global__ void
count(const uint32_t *in, int *counts, int n, int shift)
{
	__shared__ int s[WARPS][DIGITS];
	int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
	int owner = blockIdx.x * WARPS + warp, owners = gridDim.x * WARPS;

	for (int d = lane; d < DIGITS; d += WARP)
		s[warp][d] = 0;
	__syncwarp();
	for (int k = lane; k < RUN; k += WARP) {
		int i = owner * RUN + k;
		if (i < n)
			atomicAdd(&s[warp][in[i] >> shift & (DIGITS - 1)], 1);
	}
	__syncwarp();
	for (int d = lane; d < DIGITS; d += WARP)
		counts[d * owners + owner] = s[warp][d];
}

/* One block; each thread has a part of the counts. */
__global__ void
scan(int *counts, int n)
{
	__shared__ int s[SCAN];
	int t = threadIdx.x, each = (n + SCAN - 1) / SCAN, first = t * each;
	int last = min(first + each, n), sum = 0;

	for (int i = first; i < last; i++)
		sum += counts[i];
	s[t] = sum;
	__syncthreads();
	for (int step = 1; step < SCAN; step *= 2) {
		int v = t >= step ? s[t - step] : 0;
		__syncthreads();
		s[t] += v;
		__syncthreads();
	}
	sum = s[t] - sum;
	for (int i = first; i < last; i++) {
		int here = counts[i];
		counts[i] = sum;
		sum += here;
	}
}

__global__ void
scatter(const uint32_t *in, uint32_t *out, const int *starts, int n, int shift)
{
	__shared__ int next[WARPS][DIGITS];
	int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
	int owner = blockIdx.x * WARPS + warp, owners = gridDim.x * WARPS;

	for (int d = lane; d < DIGITS; d += WARP)
		next[warp][d] = starts[d * owners + owner];
	__syncwarp();
	for (int k = lane; k < RUN; k += WARP) {
		int i = owner * RUN + k;
		uint32_t key = i < n ? in[i] : 0xffffffffu;
		int digit = key >> shift & (DIGITS - 1);
		unsigned same = 0xffffffffu; /* lanes with this digit */

		for (int b = 0; b < BITS; b++) {
			unsigned set = __ballot_sync(0xffffffffu, digit >> b & 1);
			same &= digit >> b & 1 ? set : ~set;
		}
		int rank = __popc(same & ((1u << lane) - 1));
		int to = next[warp][digit] + rank;
		__syncwarp();
		if (rank == 0)
			next[warp][digit] += __popc(same);
		__syncwarp();
		if (i < n)
			out[to] = key;
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(2 << 20, 30000), per_block = RUN * WARPS;
	const int blocks = (n + per_block - 1) / per_block;
	uint32_t *keys = BENCH_NEW(uint32_t, n), seed = 35;

	for (int i = 0; i < n; i++)
		keys[i] = bench_bits(&seed) << 8 ^ bench_bits(&seed);
	uint32_t *a = bench_device<uint32_t>(n), *b = bench_device<uint32_t>(n);
	int *counts = bench_device<int>(blocks * WARPS * DIGITS);
	while (bench_next()) {
		bench_to_device(a, keys, n);
		bench_start();
		for (int shift = 0; shift < 32; shift += BITS) {
			count<<<blocks, THREADS>>>(a, counts, n, shift);
			scan<<<1, SCAN>>>(counts, blocks * WARPS * DIGITS);
			scatter<<<blocks, THREADS>>>(a, b, counts, n, shift);
			uint32_t *swap = a;
			a = b;
			b = swap;
		}
		bench_wait();
		bench_stop();
	}
	bench_to_host(keys, a, n);
	bench_ints("keys", keys, n);
	return bench_end();
}
