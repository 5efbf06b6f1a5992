// Loops around a place inside of a larger loop: whether a group is at an edge is asked in
// each round, of x by a comparison that stands in front of all of them.
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdio>

struct shape {
	int width, height, far, rows, columns;
};

__host__ __device__ inline int
mirrored(int i, int n)
{
	i = i < 0 ? -i : i;
	return i < n ? i : 2 * n - 2 - i;
}

__host__ __device__ inline int
around(const int *a, int x, int y, const shape &s)
{
	int sum = 0;

	for (int k = -s.far; k <= s.far; k++) {
		int at = y + k;

		for (int e = -s.rows; e <= s.rows; e++)
			for (int d = -s.columns; d <= s.columns; d++)
				sum += a[mirrored(at + e, s.height) * s.width +
					 mirrored(x + d, s.width)];
		if (sum < 0)
			printf("a sum is %d\n", sum);
	}
	return sum;
}

__global__ void
all_around(const int *a, int *sums, shape s)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x < s.width && y < s.height)
		sums[y * s.width + x] = around(a, x, y, s);
}

int
main()
{
	const shape s = {100, 20, 2, 2, 5};
	int *a, *sums, n = s.width * s.height, wrong = 0;

	cudaMallocManaged(&a, n * sizeof *a);
	cudaMallocManaged(&sums, n * sizeof *sums);
	for (int i = 0; i < n; i++)
		a[i] = i * i % 37;
	all_around<<<dim3(4, 5), dim3(32, 4)>>>(a, sums, s);
	cudaDeviceSynchronize();
	for (int i = 0; i < n; i++)
		wrong += sums[i] != around(a, i % s.width, i / s.width, s);
	printf("%d wrong\n", wrong);
}
