// transpose: through tiles in shared memory, padded against bank conflicts.
// SPDX-License-Identifier: Apache-2.0
#include "../bench.h"

enum { TILE = 32, ROWS = 8 };

__global__ void
transpose(const float *in, float *out, int width, int height)
{
	__shared__ float s[TILE][TILE + 1];
	int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;

	for (int k = 0; k < TILE; k += ROWS)
		s[threadIdx.y + k][threadIdx.x] = in[(y + k) * width + x];
	__syncthreads();
	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
	for (int k = 0; k < TILE; k += ROWS)
		out[(y + k) * height + x] = s[threadIdx.x][threadIdx.y + k];
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int w = bench_size(3072, 96), h = bench_size(2048, 64), n = w * h;
	float *a = BENCH_NEW(float, n);

	bench_fill(a, n, 0, 1, 44);
	float *in = bench_copy(a, n), *out = bench_device<float>(n);
	while (bench_next()) {
		bench_start();
		for (int k = 0; k < 4; k++)
			transpose<<<dim3(w / TILE, h / TILE), dim3(TILE, ROWS)>>>(
				in, out, w, h);
		bench_wait();
		bench_stop();
	}
	bench_to_host(a, out, n);
	bench_floats("out", a, n, 0);
	return bench_end();
}
