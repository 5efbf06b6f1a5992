// bfs: breadth-first search, a thread per node, two kernels per level.
// SPDX-License-Identifier: Apache-2.0
#include "bfs.h"

__global__ void
expand(const int *start, const int *edges, bool *front, bool *next, const bool *visited,
       int *cost, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n && front[i]) {
		front[i] = false;
		for (int k = start[i]; k < start[i + 1]; k++) {
			int to = edges[k];
			if (!visited[to]) {
				cost[to] = cost[i] + 1;
				next[to] = true;
			}
		}
	}
}

__global__ void
advance(bool *front, bool *next, bool *visited, bool *more, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n && next[i]) {
		front[i] = true;
		visited[i] = true;
		*more = true;
		next[i] = false;
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1 << 20, 500), blocks = (n + 255) / 256;
	int *start = BENCH_NEW(int, n + 1), *cost = BENCH_NEW(int, n), *edges;
	int count = graph(n, start, &edges);
	const bool yes = true;
	bool more;

	int *dstart = bench_copy(start, n + 1), *dedges = bench_copy(edges, count),
	    *dcost = bench_device<int>(n);
	bool *front = bench_device<bool>(n), *next = bench_device<bool>(n),
	     *visited = bench_device<bool>(n), *dmore = bench_device<bool>(1);
	while (bench_next()) {
		BENCH_CHECK(cudaMemset(dcost, -1, n * sizeof(int)));
		BENCH_CHECK(cudaMemset(dcost, 0, sizeof(int)));
		BENCH_CHECK(cudaMemset(visited, 0, n));
		bench_to_device(front, &yes, 1);
		bench_to_device(visited, &yes, 1);
		bench_start();
		do {
			more = false;
			bench_to_device(dmore, &more, 1);
			expand<<<blocks, 256>>>(dstart, dedges, front, next, visited,
						dcost, n);
			advance<<<blocks, 256>>>(front, next, visited, dmore, n);
			bench_to_host(&more, dmore, 1);
		} while (more);
		bench_stop();
	}
	bench_to_host(cost, dcost, n);
	bench_ints("cost", cost, n);
	return bench_end();
}
