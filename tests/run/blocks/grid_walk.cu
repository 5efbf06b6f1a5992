// grid_walk: blocks of several rows, side by side in the grid, in grids whose ends do not
// meet those of the work; every thread reads its neighbours and writes once.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
cross(const int *in, int *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
		out[y * w + x] = in[y * w + x] + 2 * in[y * w + x - 1] +
				 3 * in[y * w + x + 1] + 5 * in[(y - 1) * w + x] +
				 7 * in[(y + 1) * w + x];
}

__global__ void
where(int4 *out)
{
	int nx = gridDim.x * blockDim.x, ny = gridDim.y * blockDim.y;
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	int z = blockIdx.z * blockDim.z + threadIdx.z;
	out[(z * ny + y) * nx + x] =
		make_int4(blockIdx.x * 100 + threadIdx.x, blockIdx.y * 100 + threadIdx.y,
			  blockIdx.z * 100 + threadIdx.z, x ^ y ^ z);
}

static unsigned
hash(const void *p, size_t n)
{
	unsigned h = 2166136261u;
	for (size_t i = 0; i < n; i++)
		h = (h ^ ((const unsigned char *)p)[i]) * 16777619u;
	return h;
}

static void
run_cross(int w, int h, dim3 block)
{
	size_t bytes = sizeof(int) * w * h;
	int *in = (int *)malloc(bytes), *out = (int *)malloc(bytes), *d, *e;
	long wrong = 0;

	for (int i = 0; i < w * h; i++)
		in[i] = i * 37 % 1009;
	CK(cudaMalloc(&d, bytes));
	CK(cudaMalloc(&e, bytes));
	CK(cudaMemcpy(d, in, bytes, cudaMemcpyHostToDevice));
	CK(cudaMemset(e, 0, bytes));
	dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
	cross<<<grid, block>>>(d, e, w, h);
	CK(cudaMemcpy(out, e, bytes, cudaMemcpyDeviceToHost));
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++) {
			int k = y * w + x, want = 0;
			if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
				want = in[k] + 2 * in[k - 1] + 3 * in[k + 1] +
				       5 * in[k - w] + 7 * in[k + w];
			wrong += out[k] != want;
		}
	printf("%dx%d by %ux%u: %ld wrong\n", w, h, block.x, block.y, wrong);
	CK(cudaFree(d));
	CK(cudaFree(e));
	free(in);
	free(out);
}

static void
run_where(dim3 grid, dim3 block)
{
	size_t n = (size_t)grid.x * grid.y * grid.z * block.x * block.y * block.z;
	int4 *out = (int4 *)malloc(n * sizeof *out), *d;
	long wrong = 0;

	CK(cudaMalloc(&d, n * sizeof *d));
	where<<<grid, block>>>(d);
	CK(cudaMemcpy(out, d, n * sizeof *d, cudaMemcpyDeviceToHost));
	for (size_t k = 0; k < n; k++) {
		unsigned nx = grid.x * block.x, ny = grid.y * block.y;
		unsigned x = k % nx, y = k / nx % ny, z = k / nx / ny;
		wrong += out[k].x != (int)(x / block.x * 100 + x % block.x) ||
			 out[k].y != (int)(y / block.y * 100 + y % block.y) ||
			 out[k].z != (int)(z / block.z * 100 + z % block.z) ||
			 out[k].w != (int)(x ^ y ^ z);
	}
	printf("%u,%u,%u blocks of %u,%u,%u: %ld wrong, %08x\n", grid.x, grid.y, grid.z,
	       block.x, block.y, block.z, wrong, hash(out, n * sizeof *out));
	CK(cudaFree(d));
	free(out);
}

int
main()
{
	run_cross(300, 40, dim3(32, 8));
	run_cross(1000, 33, dim3(16, 16));
	run_cross(40, 300, dim3(7, 5));
	run_cross(9000, 10, dim3(1, 8));
	run_cross(9000, 10, dim3(64, 2));
	run_cross(64, 64, dim3(64, 1));
	run_where(dim3(3, 2, 2), dim3(20, 3, 2));
	run_where(dim3(130, 1, 3), dim3(64, 4, 1));
	run_where(dim3(600, 3, 1), dim3(16, 2, 1));
	run_where(dim3(1, 50, 2), dim3(33, 2, 2));
	return 0;
}
