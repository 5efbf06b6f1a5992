// stencil: a five-point average over a 2-D grid, through a shared tile with a halo.
// SPDX-License-Identifier: Apache-2.0
#include "../bench.h"

enum { BX = 32, BY = 8 };

__global__ void
stencil(const float *in, float *out, int n)
{
	__shared__ float s[BY + 2][BX + 2];
	int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
	int lx = threadIdx.x + 1, ly = threadIdx.y + 1, i = y * n + x;

	s[ly][lx] = in[i];
	if (threadIdx.x == 0)
		s[ly][0] = x > 0 ? in[i - 1] : 0;
	if (threadIdx.x == BX - 1)
		s[ly][BX + 1] = x < n - 1 ? in[i + 1] : 0;
	if (threadIdx.y == 0)
		s[0][lx] = y > 0 ? in[i - n] : 0;
	if (threadIdx.y == BY - 1)
		s[BY + 1][lx] = y < n - 1 ? in[i + n] : 0;
	__syncthreads();
	out[i] = 0.2f * (s[ly][lx] + s[ly][lx - 1] + s[ly][lx + 1] + s[ly - 1][lx] +
			 s[ly + 1][lx]);
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(2048, 64), steps = bench_size(40, 4);
	float *a = BENCH_NEW(float, n * n);

	bench_fill(a, n * n, 0, 1, 2);
	float *from = bench_copy(a, n * n), *to = bench_device<float>(n * n);
	while (bench_next()) {
		bench_to_device(from, a, n * n);
		bench_start();
		for (int k = 0; k < steps; k++) {
			stencil<<<dim3(n / BX, n / BY), dim3(BX, BY)>>>(from, to, n);
			float *t = from;
			from = to;
			to = t;
		}
		bench_wait();
		bench_stop();
	}
	bench_to_host(a, from, n * n);
	bench_floats("grid", a, n * n, 1e-5);
	return bench_end();
}
