// algo_transpose: matrix transpose through shared tiles, sizes that do not fit the
// tile, rows per thread.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { TILE = 32, ROWS = 8 };

template <typename T>
__global__ void
transpose(const T *in, T *out, int w, int h)
{
	__shared__ T tile[TILE][TILE + 1];
	int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += ROWS)
		if (x < w && y + j < h)
			tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
	__syncthreads();
	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += ROWS)
		if (x < h && y + j < w)
			out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

template <typename T>
static void
run(int w, int h)
{
	std::vector<T> a(w * h), want(w * h);
	for (int i = 0; i < w * h; i++)
		a[i] = (T)(i % 30011);
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++)
			want[x * h + y] = a[y * w + x];
	T *d = to_device(a), *o = device_array<T>(w * h);
	dim3 grid((w + TILE - 1) / TILE, (h + TILE - 1) / TILE);
	transpose<<<grid, dim3(TILE, ROWS)>>>(d, o, w, h);
	SYNC();
	char name[32];
	snprintf(name, sizeof name, "%d x %d", w, h);
	same(name, to_host(o, w * h), want);
}

int
main()
{
	run<float>(64, 64);
	run<double>(100, 37);
	run<short>(33, 1);
	run<int>(7, 300);
}
