// algo_bfs: breadth-first search, level by level with a flag, and with a frontier queue
// built by atomics.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
level_step(const int *start, const int *edges, int *level, int n, int depth, int *more)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= n || level[v] != depth)
		return;
	for (int e = start[v]; e < start[v + 1]; e++)
		if (level[edges[e]] < 0) {
			level[edges[e]] = depth + 1;
			*more = 1;
		}
}

__global__ void
queue_step(const int *start, const int *edges, int *level, const int *front, int count,
	   int *next, int *next_count, int depth)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	int v = front[i];
	for (int e = start[v]; e < start[v + 1]; e++) {
		int w = edges[e];
		if (atomicCAS(&level[w], -1, depth + 1) == -1)
			next[atomicAdd(next_count, 1)] = w;
	}
}

int
main()
{
	const int n = 3000;
	std::vector<int> start(n + 1), edges, want(n, -1);
	unsigned seed = 12;
	for (int v = 0; v < n; v++) {
		start[v] = (int)edges.size();
		int degree = next_random(seed) % 4;
		for (int k = 0; k < degree; k++)
			edges.push_back((v + next_random(seed) % 200) % n);
		if (v + 1 < n && v % 3 == 0)
			edges.push_back(v + 1);
	}
	start[n] = (int)edges.size();
	std::vector<int> q = {0};
	want[0] = 0;
	for (size_t i = 0; i < q.size(); i++)
		for (int e = start[q[i]]; e < start[q[i] + 1]; e++)
			if (want[edges[e]] < 0) {
				want[edges[e]] = want[q[i]] + 1;
				q.push_back(edges[e]);
			}
	std::vector<int> first(n, -1);
	first[0] = 0;
	int *ds = to_device(start), *de = to_device(edges), *level = to_device(first),
	    *flag = device_array<int>(1);
	int more = 1, depth = 0;
	for (; more; depth++) {
		CK(cudaMemset(flag, 0, sizeof(int)));
		level_step<<<(n + 127) / 128, 128>>>(ds, de, level, n, depth, flag);
		CK(cudaMemcpy(&more, flag, sizeof more, cudaMemcpyDeviceToHost));
	}
	same("by levels", to_host(level, n), want);
	CK(cudaMemcpy(level, first.data(), n * sizeof(int), cudaMemcpyHostToDevice));
	int *front = device_array<int>(n), *next = device_array<int>(n), count = 1;
	for (int k = 0; count > 0; k++) {
		CK(cudaMemset(flag, 0, sizeof(int)));
		queue_step<<<(count + 63) / 64, 64>>>(ds, de, level, front, count, next,
						      flag, k);
		CK(cudaMemcpy(&count, flag, sizeof count, cudaMemcpyDeviceToHost));
		std::swap(front, next);
	}
	same("by queue", to_host(level, n), want);
	printf("reached %zu\n", q.size());
}
