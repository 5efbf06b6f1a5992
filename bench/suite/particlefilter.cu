// particlefilter: a thread per particle; weights are added up in shared memory, and each
// new particle looks for the old one it comes from in the running sum.
// SPDX-License-Identifier: Apache-2.0
#include "particlefilter.h"

enum { THREADS = 128 };

__constant__ int disc_x[DISC], disc_y[DISC];

__device__ float
uniform(uint32_t *seed)
{
	*seed = *seed * (uint32_t)SEED_A + SEED_C;
	return (float)(*seed >> 8) / 16777216.0f;
}

__device__ float
gauss(uint32_t *seed)
{
	float u = uniform(seed), v = uniform(seed);

	return sqrtf(-2 * logf(u + 1e-7f)) * cosf(6.2831853f * v);
}

__global__ void
likelihood(float *x, float *y, uint32_t *seed, const uint8_t *frame, float *weight,
	   float *partial, int side, int n)
{
	__shared__ float s[THREADS];
	int i = blockIdx.x * THREADS + threadIdx.x, t = threadIdx.x;
	float w = 0;

	if (i < n) {
		uint32_t mine = seed[i];
		float px = x[i] + 1 + 2 * gauss(&mine),
		      py = y[i] - 2 + 2 * gauss(&mine);
		float sum = 0;

		seed[i] = mine;
		x[i] = px;
		y[i] = py;
		int cx = (int)roundf(px), cy = (int)roundf(py);
		for (int k = 0; k < DISC; k++) {
			int u = min(max(cx + disc_x[k], 0), side - 1);
			int v = min(max(cy + disc_y[k], 0), side - 1);
			float p = frame[v * side + u];

			sum += ((p - 100) * (p - 100) - (p - 228) * (p - 228)) / 50.0f;
		}
		w = weight[i] * expf(sum / DISC / 20);
		weight[i] = w;
	}
	s[t] = w;
	__syncthreads();
	for (int step = THREADS / 2; step > 0; step >>= 1) {
		if (t < step)
			s[t] += s[t + step];
		__syncthreads();
	}
	if (t == 0)
		partial[blockIdx.x] = s[0];
}

__global__ void
total(float *partial, int blocks)
{
	float sum = 0;

	for (int i = 0; i < blocks; i++)
		sum += partial[i];
	partial[blocks] = sum;
}

__global__ void
normalise(float *weight, const float *partial, int blocks, int n)
{
	int i = blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		weight[i] /= partial[blocks];
}

__global__ void
running_sum(const float *weight, float *sum, int n)
{
	float s = 0;

	for (int i = 0; i < n; i++) {
		s += weight[i];
		sum[i] = s;
	}
}

__global__ void
resample(const float *x, const float *y, const float *sum, float *new_x, float *new_y,
	 float *weight, int n)
{
	int i = blockIdx.x * THREADS + threadIdx.x;

	if (i >= n)
		return;
	float u = (i + 0.5f) / n;
	int low = 0, high = n - 1;
	while (low < high) {
		int middle = (low + high) / 2;
		if (sum[middle] >= u)
			high = middle;
		else
			low = middle + 1;
	}
	new_x[i] = x[low];
	new_y[i] = y[low];
	weight[i] = 1.0f / n;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(100000, 500), side = 128, frames = bench_size(8, 3);
	const int blocks = (n + THREADS - 1) / THREADS;
	uint8_t *video_ = BENCH_NEW(uint8_t, side * side * frames);
	uint32_t *seed = BENCH_NEW(uint32_t, n);
	float *x = BENCH_NEW(float, n), *y = BENCH_NEW(float, n),
	      *w = BENCH_NEW(float, n);
	int dx[DISC], dy[DISC];
	float track[2 * 8];

	video(video_, side, frames, dx, dy);
	seeds(seed, n);
	for (int i = 0; i < n; i++)
		w[i] = 1.0f / n;
	BENCH_CHECK(cudaMemcpyToSymbol(disc_x, dx, sizeof dx));
	BENCH_CHECK(cudaMemcpyToSymbol(disc_y, dy, sizeof dy));
	uint8_t *dv = bench_copy(video_, side * side * frames);
	uint32_t *ds = bench_device<uint32_t>(n);
	float *px = bench_device<float>(n), *py = bench_device<float>(n),
	      *qx = bench_device<float>(n), *qy = bench_device<float>(n),
	      *dw = bench_device<float>(n), *sum = bench_device<float>(n),
	      *part = bench_device<float>(blocks + 1);
	while (bench_next()) {
		for (int i = 0; i < n; i++)
			x[i] = y[i] = side / 2;
		bench_to_device(px, x, n);
		bench_to_device(py, y, n);
		bench_to_device(dw, w, n);
		bench_to_device(ds, seed, n);
		bench_start();
		for (int k = 0; k < frames; k++) {
			likelihood<<<blocks, THREADS>>>(
				px, py, ds, dv + k * side * side, dw, part, side, n);
			total<<<1, 1>>>(part, blocks);
			normalise<<<blocks, THREADS>>>(dw, part, blocks, n);
			running_sum<<<1, 1>>>(dw, sum, n);
			resample<<<blocks, THREADS>>>(px, py, sum, qx, qy, dw, n);
			float *swap = px;
			px = qx;
			qx = swap;
			swap = py;
			py = qy;
			qy = swap;
			bench_to_host(x, px, n);
			bench_to_host(y, py, n);
			double mx = 0, my = 0;
			for (int i = 0; i < n; i++) {
				mx += x[i];
				my += y[i];
			}
			track[2 * k] = mx / n;
			track[2 * k + 1] = my / n;
		}
		bench_stop();
	}
	bench_floats("track", track, 2 * frames, 1e-3);
	return bench_end();
}
