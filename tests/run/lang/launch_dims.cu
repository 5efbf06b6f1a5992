// launch_dims: threadIdx, blockIdx, blockDim, gridDim in three dimensions.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

struct Where {
	uint3 thread, block;
	dim3 block_dim, grid_dim;
};

__global__ void
record(Where *out)
{
	unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
	unsigned thread =
		(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
	unsigned size = blockDim.x * blockDim.y * blockDim.z;
	Where w;
	w.thread = threadIdx;
	w.block = blockIdx;
	w.block_dim = blockDim;
	w.grid_dim = gridDim;
	out[block * size + thread] = w;
}

static bool
equal(uint3 a, unsigned x, unsigned y, unsigned z)
{
	return a.x == x && a.y == y && a.z == z;
}

// Is p the place number i of a box, x first?
static bool
is_place(uint3 p, size_t i, dim3 box)
{
	return equal(p, i % box.x, i / box.x % box.y, i / box.x / box.y);
}

static void
try_shape(dim3 grid, dim3 block)
{
	size_t n = (size_t)grid.x * grid.y * grid.z * block.x * block.y * block.z;
	Where *d = device_array<Where>(n);
	record<<<grid, block>>>(d);
	SYNC();
	std::vector<Where> h = to_host(d, n);
	unsigned bad = 0;
	for (size_t i = 0; i < n; i++) {
		size_t t = i % (block.x * block.y * block.z);
		size_t b = i / (block.x * block.y * block.z);
		bad += !is_place(h[i].thread, t, block) ||
		       !is_place(h[i].block, b, grid) ||
		       !equal(h[i].block_dim, block.x, block.y, block.z) ||
		       !equal(h[i].grid_dim, grid.x, grid.y, grid.z);
	}
	printf("%ux%ux%u blocks of %ux%ux%u: %zu threads, %u wrong\n", grid.x, grid.y,
	       grid.z, block.x, block.y, block.z, n, bad);
	CK(cudaFree(d));
}

int
main()
{
	try_shape(dim3(1), dim3(1));
	try_shape(dim3(3), dim3(5));
	try_shape(dim3(2, 3), dim3(7, 4));
	try_shape(dim3(2, 3, 4), dim3(3, 4, 5));
	try_shape(dim3(1, 1, 5), dim3(1, 1, 64));
	try_shape(dim3(1, 7, 1), dim3(1, 1024, 1));
	try_shape(7, 33);
}
