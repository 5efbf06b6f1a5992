// few_blocks: a few wide blocks are run as many narrow ones where nobody can tell; whoever asks
// for a block's number or size gets what was launched.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
number(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] += i + 1;
}

__global__ void
strided(int *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
	     i += blockDim.x * gridDim.x)
		out[i] += i + 1;
}

__global__ void
far_apart(float *out, int n, int width)
{
	int i = threadIdx.x + blockDim.x * blockIdx.x;

	if (i < n)
		out[i * width] = 1.0f / (i + 1);
}

__global__ void
blocks(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = blockIdx.x;
}

__global__ void
threads(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = threadIdx.x;
}

__global__ void
sizes(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = blockDim.x * 1000 + gridDim.x;
}

__global__ void
last_blocks(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n && i >= blockDim.x)
		out[i] = 7;
}

static int wrong;

static void
expect(const char *name, const int *d, int n, int grid, int block,
       int (*want)(int i, int grid, int block))
{
	std::vector<int> h(n);

	SYNC();
	CK(cudaMemcpy(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++)
		if (h[i] != want(i, grid, block)) {
			printf("%s <<<%d, %d>>>: [%d] is %d, not %d\n", name, grid,
			       block, i, h[i], want(i, grid, block));
			wrong++;
			return;
		}
}

int
main()
{
	const int shapes[][2] = {{1, 32},  {1, 64},   {1, 96},  {1, 1024}, {2, 512},
				 {3, 256}, {3, 1000}, {5, 384}, {7, 640},  {40, 128}};
	const int most = 5120, width = 33;
	int *d = device_array<int>(most);
	float *f = device_array<float>(most * width);

	for (auto &s : shapes) {
		int grid = s[0], block = s[1], n = grid * block - grid / 2;

		CK(cudaMemset(d, 0, most * sizeof(int)));
		number<<<grid, block>>>(d, n);
		strided<<<grid, block>>>(d, n);
		expect("number", d, n, grid, block,
		       [](int i, int, int) { return 2 * (i + 1); });
		blocks<<<grid, block>>>(d, n);
		expect("blocks", d, n, grid, block,
		       [](int i, int, int block) { return i / block; });
		threads<<<grid, block>>>(d, n);
		expect("threads", d, n, grid, block,
		       [](int i, int, int block) { return i % block; });
		sizes<<<grid, block>>>(d, n);
		expect("sizes", d, n, grid, block, [](int, int grid, int block) {
			return block * 1000 + grid;
		});
		last_blocks<<<grid, block>>>(d, n);
		expect("last_blocks", d, n, grid, block,
		       [](int i, int grid, int block) {
			       return i >= block ? 7 : block * 1000 + grid;
		       });
		far_apart<<<grid, block>>>(f, n, width);
		SYNC();
		std::vector<float> h(n * width);
		CK(cudaMemcpy(h.data(), f, h.size() * sizeof(float),
			      cudaMemcpyDeviceToHost));
		for (int i = 0; i < n; i++)
			wrong += h[i * width] != 1.0f / (i + 1);
	}
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
