// cg_grid: a grid whose blocks wait for each other, by cudaLaunchCooperativeKernel; sizes
// up to what the occupancy functions say, and one more block than that.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Each round every thread reads what a thread of another block wrote in the last one.
__global__ void
rounds(int *a, int *b, int count)
{
	__shared__ int own[64];
	cg::grid_group grid = cg::this_grid();
	unsigned n = (unsigned)grid.size(), t = (unsigned)grid.thread_rank();
	int local[4] = {1, 2, 3, 4};
	own[threadIdx.x] = 0;
	a[t] = (int)t;
	grid.sync();
	for (int k = 0; k < count; k++) {
		int v = a[(t + 67) % n] + local[k % 4];
		own[threadIdx.x] += v & 3;
		local[k % 4]++;
		grid.sync();
		a[t] = v;
		grid.sync();
	}
	b[t] = a[t] * 16 + own[threadIdx.x] % 16;
}

// A sum over the grid without a second launch; some threads leave early.
__global__ void
sum(const int *in, int n, long long *parts, long long *out)
{
	cg::grid_group grid = cg::this_grid();
	__shared__ long long s;
	if (threadIdx.x == 0)
		s = 0;
	__syncthreads();
	for (unsigned long long i = grid.thread_rank(); i < n; i += grid.num_threads())
		atomicAdd((unsigned long long *)&s, (unsigned long long)in[i]);
	__syncthreads();
	if (threadIdx.x == 0)
		parts[grid.block_rank()] = s;
	if (threadIdx.x % 2)
		return;
	grid.sync();
	if (blockIdx.x == 0 && threadIdx.x == 0)
		for (unsigned k = 0; k < gridDim.x; k++)
			*out += parts[k];
}

__global__ void
is_valid(int *out)
{
	if (cg::this_grid().is_valid())
		atomicAdd(out, 1);
}

static void
test_rounds(int blocks, int threads)
{
	int n = blocks * threads, count = 9;
	int *a = device_array<int>(n), *b = device_array<int>(n);
	void *args[] = {&a, &b, &count};
	CK(cudaLaunchCooperativeKernel((void *)rounds, blocks, threads, args));
	SYNC();
	std::vector<int> x(n), y(n), own(n), want(n);
	for (int t = 0; t < n; t++)
		x[t] = t;
	for (int k = 0; k < count; k++) {
		for (int t = 0; t < n; t++) {
			y[t] = x[(t + 67) % n] + (k % 4 + 1 + k / 4);
			own[t] += y[t] & 3;
		}
		x = y;
	}
	for (int t = 0; t < n; t++)
		want[t] = x[t] * 16 + own[t] % 16;
	same("rounds", to_host(b, n), want);
}

int
main()
{
	cudaDeviceProp p;
	int most = 0, one = 1;
	CK(cudaGetDeviceProperties(&p, 0));
	printf("cooperative launch: %d\n", p.cooperativeLaunch);
	test_rounds(1, 64);
	test_rounds(2, 33);
	test_rounds(13, 64);

	CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most, sum, 64, 0));
	int blocks = most * p.multiProcessorCount, n = 100000;
	std::vector<int> in(n);
	long long want = 0;
	for (int i = 0; i < n; i++)
		want += in[i] = i * 7919 % 1000 - 300;
	int *d = to_device(in);
	long long *parts = device_array<long long>(blocks), *out = device_array<long long>(1);
	void *args[] = {&d, &n, &parts, &out};
	CK(cudaLaunchCooperativeKernel((void *)sum, blocks, 64, args));
	SYNC();
	same("sum", to_host(out, 1), std::vector<long long>{want});
	// Programs that do not ask count on a large device.
	int large = most * (p.multiProcessorCount > 128 ? p.multiProcessorCount : 128);
	CK(cudaFree(parts));
	parts = device_array<long long>(300);
	CK(cudaMemset(out, 0, sizeof *out));
	CK(cudaLaunchCooperativeKernel((void *)sum, 300, 64, args));
	SYNC();
	same("sum of many", to_host(out, 1), std::vector<long long>{want});
	printf("too large: %s\n", cudaGetErrorName(cudaLaunchCooperativeKernel(
					  (void *)sum, large + 1, 64, args)));
	cudaGetLastError();

	int *v = device_array<int>(1);
	cudaLaunchConfig_t config = {};
	cudaLaunchAttribute attribute = {};
	attribute.id = cudaLaunchAttributeCooperative;
	attribute.val.cooperative = one;
	config.gridDim = 2;
	config.blockDim = 32;
	config.attrs = &attribute;
	config.numAttrs = 1;
	CK(cudaLaunchKernelEx(&config, is_valid, v));
	SYNC();
	printf("valid in a cooperative one: %d\n", to_host(v, 1)[0]);
	return 0;
}
