// grid_shapes: grids at the limits of y and z, and long and thin ones.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
mark(unsigned char *seen)
{
	size_t b =
		((size_t)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
	seen[b] += 1;
}

static void
try_grid(dim3 g)
{
	size_t n = (size_t)g.x * g.y * g.z;
	unsigned char *seen = device_array<unsigned char>(n);
	mark<<<g, 1>>>(seen);
	SYNC();
	size_t ones = 0;
	for (unsigned char c : to_host(seen, n))
		ones += c == 1;
	printf("%u x %u x %u: %zu of %zu blocks ran once\n", g.x, g.y, g.z, ones, n);
	CK(cudaFree(seen));
}

int
main()
{
	try_grid(dim3(70000));
	try_grid(dim3(1, 65535));
	try_grid(dim3(1, 1, 65535));
	try_grid(dim3(3, 101, 211));
	try_grid(dim3(255, 2, 100));
}
