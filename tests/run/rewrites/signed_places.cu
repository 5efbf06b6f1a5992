// Rows and columns of threads in signed integers: t / 16 and t % 16 of an int, also where t is
// less than zero, of sums of coordinates, and in loops that go through a tile.
// SPDX-License-Identifier: Apache-2.0
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdio>

enum { SIDE = 16, THREADS = 192 };

__global__ void
turn(const int *in, int *out)
{
	__shared__ int tile[SIDE * 2][SIDE + 1];
	const int t = threadIdx.x;

	for (int i = t; i < 2 * SIDE * SIDE; i += THREADS)
		tile[i / SIDE][i % SIDE] = in[blockIdx.x * 2 * SIDE * SIDE + i];
	__syncthreads();
	for (int i = t; i < 2 * SIDE * SIDE; i += THREADS)
		out[blockIdx.x * 2 * SIDE * SIDE + i] = tile[i % (2 * SIDE)][i / (2 * SIDE)];
}

__global__ void
around(int *out, int shift)
{
	int t = threadIdx.x + blockDim.x * threadIdx.y, first = blockIdx.x * 64;
	int back = t - 20, moved = t + shift;

	out[first + t] = back / 8 * 1000 + back % 8 + moved / 16 * 100000 + moved % 16 * 10 +
			 t / 10 * 7 + t % 10;
}

__global__ void
sums(const int *in, int *out)
{
	__shared__ int part[THREADS / 32];
	int t = threadIdx.x, lane = t % 32, warp = t / 32;
	int s = in[blockIdx.x * THREADS + t];

	for (int d = 16; d > 0; d /= 2)
		s += __shfl_down_sync(~0u, s, d);
	if (lane == 0)
		part[warp] = s;
	__syncthreads();
	if (t == 0) {
		s = 0;
		for (int k = 0; k < THREADS / 32; k++)
			s = s * 3 + part[k];
		out[blockIdx.x] = s;
	}
}

int
main()
{
	const int n = 4 * 2 * SIDE * SIDE;
	int *in, *out, wrong = 0;

	cudaMallocManaged(&in, n * sizeof *in);
	cudaMallocManaged(&out, n * sizeof *out);
	for (int i = 0; i < n; i++)
		in[i] = i * 37 % 1001;
	turn<<<4, THREADS>>>(in, out);
	cudaDeviceSynchronize();
	for (int b = 0; b < 4; b++)
		for (int i = 0; i < 2 * SIDE * SIDE; i++)
			wrong += out[b * 2 * SIDE * SIDE + i] !=
				 in[b * 2 * SIDE * SIDE + i % (2 * SIDE) * SIDE + i / (2 * SIDE)];
	printf("turned: %d wrong\n", wrong);

	wrong = 0;
	around<<<3, dim3(16, 4)>>>(out, -30);
	cudaDeviceSynchronize();
	for (int i = 0; i < 3 * 64; i++) {
		int t = i % 64, back = t - 20, moved = t - 30;

		wrong += out[i] != back / 8 * 1000 + back % 8 + moved / 16 * 100000 +
					   moved % 16 * 10 + t / 10 * 7 + t % 10;
	}
	printf("around: %d wrong\n", wrong);

	sums<<<5, THREADS>>>(in, out);
	cudaDeviceSynchronize();
	for (int b = 0; b < 5; b++)
		printf("%d%s", out[b], b < 4 ? " " : "\n");
	return 0;
}
