// srad: anisotropic diffusion: statistics by a reduction, then two stencils over tiles.
// SPDX-License-Identifier: Apache-2.0
#include "srad.h"

enum { SIDE = 16, THREADS = 256 };

__global__ void
statistics(const float *p, float *sums, float *squares, int n)
{
	__shared__ float a[THREADS], b[THREADS];
	int t = threadIdx.x, i = blockIdx.x * THREADS + t;
	float v = i < n ? p[i] : 0;

	a[t] = v;
	b[t] = v * v;
	__syncthreads();
	for (int step = THREADS / 2; step > 0; step >>= 1) {
		if (t < step) {
			a[t] += a[t + step];
			b[t] += b[t + step];
		}
		__syncthreads();
	}
	if (t == 0) {
		sums[blockIdx.x] = a[0];
		squares[blockIdx.x] = b[0];
	}
}

__global__ void
derive(const float *p, float *dn, float *ds, float *dw, float *de, float *c, int n,
       float q0)
{
	__shared__ float s[SIDE][SIDE];
	int tx = threadIdx.x, ty = threadIdx.y;
	int x = blockIdx.x * SIDE + tx, y = blockIdx.y * SIDE + ty, i = y * n + x;

	s[ty][tx] = p[i];
	__syncthreads();
	float here = s[ty][tx];
	float up = ty > 0 ? s[ty - 1][tx] : p[y > 0 ? i - n : i];
	float down = ty < SIDE - 1 ? s[ty + 1][tx] : p[y < n - 1 ? i + n : i];
	float left = tx > 0 ? s[ty][tx - 1] : p[x > 0 ? i - 1 : i];
	float right = tx < SIDE - 1 ? s[ty][tx + 1] : p[x < n - 1 ? i + 1 : i];
	float n_ = up - here, s_ = down - here, w_ = left - here, e_ = right - here;
	float g2 = (n_ * n_ + s_ * s_ + w_ * w_ + e_ * e_) / (here * here);
	float l = (n_ + s_ + w_ + e_) / here;
	float num = 0.5f * g2 - 0.0625f * (l * l), den = 1 + 0.25f * l;
	float q = num / (den * den);
	float k = 1.0f / (1.0f + (q - q0) / (q0 * (1 + q0)));

	c[i] = k < 0 ? 0 : k > 1 ? 1 : k;
	dn[i] = n_;
	ds[i] = s_;
	dw[i] = w_;
	de[i] = e_;
}

__global__ void
update(float *p, const float *dn, const float *ds, const float *dw, const float *de,
       const float *c, int n)
{
	__shared__ float s[SIDE][SIDE];
	int tx = threadIdx.x, ty = threadIdx.y;
	int x = blockIdx.x * SIDE + tx, y = blockIdx.y * SIDE + ty, i = y * n + x;

	s[ty][tx] = c[i];
	__syncthreads();
	float here = s[ty][tx];
	float down = ty < SIDE - 1 ? s[ty + 1][tx] : c[y < n - 1 ? i + n : i];
	float right = tx < SIDE - 1 ? s[ty][tx + 1] : c[x < n - 1 ? i + 1 : i];
	float d = here * dn[i] + down * ds[i] + here * dw[i] + right * de[i];

	p[i] += 0.25f * LAMBDA * d;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1024, 64), steps = bench_size(8, 2), all = n * n;
	const int blocks = all / THREADS;
	float *p = BENCH_NEW(float, all), *sum = BENCH_NEW(float, blocks),
	      *square = BENCH_NEW(float, blocks);
	dim3 grid(n / SIDE, n / SIDE), block(SIDE, SIDE);

	image(p, n);
	float *dp = bench_device<float>(all), *dn = bench_device<float>(all),
	      *ds = bench_device<float>(all), *dw = bench_device<float>(all),
	      *de = bench_device<float>(all), *dc = bench_device<float>(all),
	      *dsum = bench_device<float>(blocks),
	      *dsquare = bench_device<float>(blocks);
	while (bench_next()) {
		bench_to_device(dp, p, all);
		bench_start();
		for (int k = 0; k < steps; k++) {
			double a = 0, b = 0;

			statistics<<<blocks, THREADS>>>(dp, dsum, dsquare, all);
			bench_to_host(sum, dsum, blocks);
			bench_to_host(square, dsquare, blocks);
			for (int i = 0; i < blocks; i++) {
				a += sum[i];
				b += square[i];
			}
			float mean = a / all, variance = b / all - mean * mean;
			float q0 = variance / (mean * mean);
			derive<<<grid, block>>>(dp, dn, ds, dw, de, dc, n, q0);
			update<<<grid, block>>>(dp, dn, ds, dw, de, dc, n);
		}
		bench_wait();
		bench_stop();
	}
	bench_to_host(p, dp, all);
	bench_floats("image", p, all, 1e-4);
	return bench_end();
}
