// useful_blocks: blocks at the end of a grid that a guard leaves nothing to do are not run; all
// those are that do something before it, instead, or in another dimension of the grid.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ int counter;

__global__ void
on_x(int *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;

	if (x >= n)
		return;
	atomicAdd(&out[(x + blockIdx.y + blockIdx.z) % 64], x);
}

__global__ void
on_y(int *out, unsigned n)
{
	unsigned y = blockIdx.y * blockDim.y + threadIdx.y;

	if (y > n)
		return;
	atomicAdd(&out[(y + blockIdx.x + blockIdx.z) % 64], 1);
}

__global__ void
on_z(int *out, int n, int m)
{
	int z = blockIdx.z * 2 + threadIdx.z, x = blockIdx.x * blockDim.x + threadIdx.x;

	if (z < n - m)
		if (x < m)
			atomicAdd(&out[(z + blockIdx.x + x) % 64], 1);
}

// With a barrier behind it.
__global__ void
shared(int *out, int n)
{
	__shared__ int s[64];
	int x = blockIdx.x * 64 + threadIdx.x;

	if (x >= n)
		return;
	s[threadIdx.x] = x;
	__syncthreads();
	atomicAdd(&out[threadIdx.x], s[threadIdx.x / 2]);
}

__global__ void
before(int *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;

	atomicAdd(&counter, 1);
	if (x >= n)
		return;
	atomicAdd(&out[x % 64], x);
}

__global__ void
instead(int *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;

	if (x >= n) {
		atomicAdd(&counter, 1);
		return;
	}
	atomicAdd(&out[x % 64], x);
}

// The other way round: the first blocks have nothing to do.
__global__ void
behind(int *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;

	if (x < n)
		return;
	atomicAdd(&out[x % 64], x);
}

static int *out;

static void
tell(const char *name, int n)
{
	SYNC();
	std::vector<int> v = to_host(out, 64);
	int count, zero = 0;

	CK(cudaMemcpyFromSymbol(&count, counter, sizeof count));
	CK(cudaMemcpyToSymbol(counter, &zero, sizeof zero));
	CK(cudaMemset(out, 0, 64 * sizeof(int)));
	printf("%s %d: %u %d\n", name, n, checksum(v.data(), 64 * sizeof(int)), count);
}

int
main()
{
	out = device_array<int>(64);
	for (int n : {-7, 0, 1, 63, 64, 65, 500, 1000, 2147483647}) {
		on_x<<<10, 64>>>(out, n);
		tell("x", n);
		on_x<<<dim3(10, 2), 64>>>(out, n);
		tell("x of 2", n);
		on_y<<<dim3(3, 20), dim3(8, 4)>>>(out, (unsigned)n);
		tell("y", n);
		on_y<<<dim3(3, 20, 2), dim3(8, 4)>>>(out, (unsigned)n);
		tell("y of 2", n);
		on_z<<<dim3(2, 3, 9), dim3(16, 1, 2)>>>(out, n, 3);
		tell("z", n);
		shared<<<12, 64>>>(out, n);
		tell("shared", n);
		before<<<10, 64>>>(out, n);
		tell("before", n);
		instead<<<10, 64>>>(out, n);
		tell("instead", n);
		behind<<<10, 64>>>(out, n);
		tell("behind", n);
	}
	return 0;
}
