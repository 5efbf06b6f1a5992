// btree: a block per query; the threads compare the keys of a node all at once.
// SPDX-License-Identifier: Apache-2.0
#include "btree.h"

__global__ void
find(const node *all, const int *first, int levels, const int *query, int *answer)
{
	__shared__ int child;
	int t = threadIdx.x, key = query[blockIdx.x];

	if (t == 0)
		child = 0;
	__syncthreads();
	for (int l = 0; l < levels; l++) {
		const node *here = &all[first[l] + child];
		bool mine = here->keys[t] <= key &&
			    (t == ORDER - 1 || here->keys[t + 1] > key);
		int below = child * ORDER + t;

		__syncthreads();
		if (mine)
			child = below;
		__syncthreads();
		if (l == levels - 1 && mine)
			answer[blockIdx.x] = here->keys[t] == key ? below : -1;
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int levels = bench_size(3, 2), n = bench_size(100000, 200);
	tree t = tree_new(levels);
	int *q = BENCH_NEW(int, n), *answer = BENCH_NEW(int, n);

	queries(q, n, tree_values(levels));
	node *all = bench_copy(t.all, t.nodes);
	int *first = bench_copy(t.first, levels), *dq = bench_copy(q, n),
	    *da = bench_device<int>(n);
	while (bench_next()) {
		bench_start();
		find<<<n, ORDER>>>(all, first, levels, dq, da);
		bench_wait();
		bench_stop();
	}
	bench_to_host(answer, da, n);
	bench_ints("answer", answer, n);
	return bench_end();
}
