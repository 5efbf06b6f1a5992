/* bfs: breadth-first search, all nodes looked at in each level. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>

#include "bfs.h"

static void
expand(const int *start, const int *edges, bool *front, bool *next, const bool *visited,
       int *cost, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		if (!front[i])
			continue;
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

static bool
advance(bool *front, bool *next, bool *visited, int n)
{
	bool more = false;

#pragma omp parallel for reduction(|| : more)
	for (int i = 0; i < n; i++)
		if (next[i]) {
			front[i] = true;
			visited[i] = true;
			next[i] = false;
			more = true;
		}
	return more;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1 << 20, 500);
	int *start = BENCH_NEW(int, n + 1), *cost = BENCH_NEW(int, n), *edges;
	bool *front = BENCH_NEW(bool, n), *next = BENCH_NEW(bool, n),
	     *visited = BENCH_NEW(bool, n);

	graph(n, start, &edges);
	while (bench_next()) {
		memset(cost, -1, n * sizeof *cost);
		memset(visited, 0, n);
		cost[0] = 0;
		front[0] = visited[0] = true;
		bench_start();
		do
			expand(start, edges, front, next, visited, cost, n);
		while (advance(front, next, visited, n));
		bench_stop();
	}
	bench_ints("cost", cost, n);
	return bench_end();
}
