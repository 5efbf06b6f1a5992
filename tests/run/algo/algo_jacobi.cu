// algo_jacobi: Jacobi iteration until converged, inside one block (shared flag) and by
// host loop (copied flag).
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cmath>

enum { N = 16 };

__global__ void
solve(float *grid, int *rounds, float eps)
{
	__shared__ float s[2][N][N];
	__shared__ int changed;
	int x = threadIdx.x, y = threadIdx.y, cur = 0, n = 0;
	s[0][y][x] = s[1][y][x] = grid[y * N + x];
	bool inner = x > 0 && y > 0 && x < N - 1 && y < N - 1;
	do {
		__syncthreads();
		if (x == 0 && y == 0)
			changed = 0;
		__syncthreads();
		if (inner) {
			float v = 0.25f * (s[cur][y][x - 1] + s[cur][y][x + 1] +
					   s[cur][y - 1][x] + s[cur][y + 1][x]);
			if (fabsf(v - s[cur][y][x]) > eps)
				changed = 1;
			s[1 - cur][y][x] = v;
		}
		cur = 1 - cur;
		n++;
		__syncthreads();
	} while (changed);
	grid[y * N + x] = s[cur][y][x];
	if (x == 0 && y == 0)
		*rounds = n;
}

__global__ void
sweep(const float *in, float *out, int *changed, float eps)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x,
	    y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < 1 || y < 1 || x >= N - 1 || y >= N - 1)
		return;
	float v = 0.25f * (in[y * N + x - 1] + in[y * N + x + 1] + in[(y - 1) * N + x] +
			   in[(y + 1) * N + x]);
	if (fabsf(v - in[y * N + x]) > eps)
		*changed = 1;
	out[y * N + x] = v;
}

int
main()
{
	const float eps = 1e-3f;
	std::vector<float> g(N * N, 0.0f), a, b;
	for (int i = 0; i < N; i++)
		g[i] = 100;
	float *d = to_device(g), *e = to_device(g), *f = to_device(g);
	int *rounds = device_array<int>(1), *flag = device_array<int>(1);
	solve<<<1, dim3(N, N)>>>(d, rounds, eps);
	SYNC();
	int by_host = 0, changed;
	do {
		CK(cudaMemset(flag, 0, sizeof(int)));
		sweep<<<dim3(2, 2), dim3(8, 8)>>>(e, f, flag, eps);
		std::swap(e, f);
		by_host++;
		CK(cudaMemcpy(&changed, flag, sizeof changed, cudaMemcpyDeviceToHost));
	} while (changed);
	a = to_host(d, N * N);
	b = to_host(e, N * N);
	// The same on the host. Sums of four and a quarter: no contraction can change a
	// bit.
	std::vector<float> p = g, q = g;
	int by_cpu = 0;
	bool more;
	do {
		more = false;
		for (int y = 1; y < N - 1; y++)
			for (int x = 1; x < N - 1; x++) {
				float v = 0.25f *
					  (p[y * N + x - 1] + p[y * N + x + 1] +
					   p[(y - 1) * N + x] + p[(y + 1) * N + x]);
				more |= fabsf(v - p[y * N + x]) > eps;
				q[y * N + x] = v;
			}
		std::swap(p, q);
		by_cpu++;
	} while (more);
	printf("rounds %s\n", to_host(rounds, 1)[0] == by_cpu && by_host == by_cpu
				      ? "agree"
				      : "differ");
	same("in a block", a, p);
	same("by launches", b, p);
	printf("%d rounds, centre %.3f\n", by_cpu, a[8 * N + 8]);
}
