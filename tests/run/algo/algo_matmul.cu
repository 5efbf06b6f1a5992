// algo_matmul: tiled matrix product in shared memory, sizes that do not fit the tile;
// integers and exact floats.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

template <typename T, int TILE>
__global__ void
matmul(const T *a, const T *b, T *c, int m, int n, int k)
{
	__shared__ T as[TILE][TILE], bs[TILE][TILE];
	int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
	T sum = 0;
	for (int t = 0; t < k; t += TILE) {
		int ax = t + threadIdx.x, by = t + threadIdx.y;
		as[threadIdx.y][threadIdx.x] = y < m && ax < k ? a[y * k + ax] : T(0);
		bs[threadIdx.y][threadIdx.x] = by < k && x < n ? b[by * n + x] : T(0);
		__syncthreads();
#pragma unroll
		for (int i = 0; i < TILE; i++)
			sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
		__syncthreads();
	}
	if (y < m && x < n)
		c[y * n + x] = sum;
}

template <typename T, int TILE>
static void
run(int m, int n, int k)
{
	std::vector<T> a(m * k), b(k * n), want(m * n, 0);
	unsigned seed = m + n + k;
	for (T &v : a)
		v = (T)((int)(next_random(seed) % 17) - 8);
	for (T &v : b)
		v = (T)((int)(next_random(seed) % 17) - 8);
	for (int y = 0; y < m; y++)
		for (int i = 0; i < k; i++)
			for (int x = 0; x < n; x++)
				want[y * n + x] += a[y * k + i] * b[i * n + x];
	T *da = to_device(a), *db = to_device(b), *dc = device_array<T>(m * n);
	matmul<T, TILE><<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE),
			  dim3(TILE, TILE)>>>(da, db, dc, m, n, k);
	SYNC();
	char name[40];
	snprintf(name, sizeof name, "%d x %d x %d, tile %d", m, n, k, TILE);
	same(name, to_host(dc, m * n), want);
}

int
main()
{
	run<float, 16>(64, 64, 64);
	run<float, 32>(50, 70, 33);
	run<double, 8>(31, 17, 40);
	run<int, 4>(5, 9, 13);
}
