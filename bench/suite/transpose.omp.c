/* transpose: by tiles that fit into the cache. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { TILE = 32 };

static void
transpose(const float *restrict in, float *restrict out, int width, int height)
{
#pragma omp parallel for collapse(2)
	for (int xx = 0; xx < width; xx += TILE)
		for (int yy = 0; yy < height; yy += TILE)
			for (int x = xx; x < xx + TILE; x++)
				for (int y = yy; y < yy + TILE; y++)
					out[x * height + y] = in[y * width + x];
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int w = bench_size(3072, 96), h = bench_size(2048, 64), n = w * h;
	float *a = BENCH_NEW(float, n), *out = BENCH_NEW(float, n);

	bench_fill(a, n, 0, 1, 44);
	while (bench_next()) {
		bench_start();
		for (int k = 0; k < 4; k++)
			transpose(a, out, w, h);
		bench_stop();
	}
	bench_floats("out", out, n, 0);
	return bench_end();
}
