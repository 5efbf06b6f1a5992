// pagerank: a thread per page pulls from those that link to it.
// SPDX-License-Identifier: Apache-2.0
#include "sparse.h"

#define DAMPING 0.85f

__global__ void
share(const float *rank, const float *out_links, float *shared_, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		shared_[i] = rank[i] / out_links[i];
}

__global__ void
pull(const int *start, const int *from, const float *shared_, float *rank, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float sum = 0;
	for (int k = start[i]; k < start[i + 1]; k++)
		sum += shared_[from[k]];
	rank[i] = (1 - DAMPING) / n + DAMPING * sum;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(200000, 500), steps = bench_size(8, 3);
	sparse m = sparse_new(n, 8, 41);
	float *rank = BENCH_NEW(float, n), *out = BENCH_NEW(float, n);

	for (int i = 0; i < n; i++)
		rank[i] = 1.0f / n;
	for (int k = 0; k < m.count; k++)
		out[m.column[k]]++;
	for (int i = 0; i < n; i++)
		out[i] += out[i] == 0;
	int *start = bench_copy(m.start, n + 1), *from = bench_copy(m.column, m.count);
	float *drank = bench_device<float>(n), *dout = bench_copy(out, n),
	      *dshare = bench_device<float>(n);
	while (bench_next()) {
		bench_to_device(drank, rank, n);
		bench_start();
		for (int k = 0; k < steps; k++) {
			share<<<(n + 255) / 256, 256>>>(drank, dout, dshare, n);
			pull<<<(n + 255) / 256, 256>>>(start, from, dshare, drank, n);
		}
		bench_wait();
		bench_stop();
	}
	bench_to_host(rank, drank, n);
	bench_floats("rank", rank, n, 1e-4);
	return bench_end();
}
