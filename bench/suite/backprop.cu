// backprop: one training step; the forward pass adds products in a shared tile.
// SPDX-License-Identifier: Apache-2.0
#include "backprop.h"

enum { HEIGHT = 16, LOG_HEIGHT = 4 };

__global__ void
layer_forward(const float *in, const float *w, float *partial)
{
	__shared__ float node[HEIGHT];
	__shared__ float weights[HEIGHT][HID];
	int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
	int index = (HID + 1) * (HEIGHT * by + ty + 1) + tx + 1;

	if (tx == 0)
		node[ty] = in[HEIGHT * by + ty + 1];
	__syncthreads();
	weights[ty][tx] = w[index];
	__syncthreads();
	weights[ty][tx] = weights[ty][tx] * node[ty];
	__syncthreads();
	for (int i = 1; i <= LOG_HEIGHT; i++) {
		int step = 1 << i;
		if (ty % step == 0)
			weights[ty][tx] += weights[ty + step / 2][tx];
		__syncthreads();
	}
	if (tx == 0)
		partial[by * HID + ty] = weights[tx][ty];
}

__global__ void
adjust_weights(const float *delta, const float *in, float *w, float *prev)
{
	int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
	int index = (HID + 1) * (HEIGHT * by + ty + 1) + tx + 1;
	int y = HEIGHT * by + ty + 1, x = tx + 1;
	float change = ETA * delta[x] * in[y] + MOMENTUM * prev[index];

	w[index] += change;
	prev[index] = change;
	if (ty == 0 && by == 0) {
		float first = ETA * delta[x] + MOMENTUM * prev[x];
		w[x] += first;
		prev[x] = first;
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1 << 19, 256), blocks = n / HEIGHT;
	const size_t all = (size_t)(n + 1) * (HID + 1);
	float *in = BENCH_NEW(float, n + 1), *w = BENCH_NEW(float, all),
	      *prev = BENCH_NEW(float, all), *partial = BENCH_NEW(float, blocks * HID);
	float delta[HID + 1], hidden[HID];
	dim3 grid(1, blocks), block(HID, HEIGHT);

	network(in, w, prev, delta, n);
	float *din = bench_copy(in, n + 1), *dw = bench_copy(w, all),
	      *dprev = bench_copy(prev, all),
	      *dpart = bench_device<float>(blocks * HID),
	      *ddelta = bench_copy(delta, HID + 1);
	while (bench_next()) {
		bench_to_device(dw, w, all);
		bench_to_device(dprev, prev, all);
		bench_start();
		for (int k = 0; k < 4; k++) {
			layer_forward<<<grid, block>>>(din, dw, dpart);
			bench_to_host(partial, dpart, blocks * HID);
			for (int j = 0; j < HID; j++) {
				float sum = 0;
				for (int b = 0; b < blocks; b++)
					sum += partial[b * HID + j];
				sum += w[j + 1];
				hidden[j] = 1.0f / (1.0f + expf(-sum));
			}
			adjust_weights<<<grid, block>>>(ddelta, din, dw, dprev);
		}
		bench_wait();
		bench_stop();
	}
	bench_to_host(w, dw, all);
	bench_floats("hidden", hidden, HID, 1e-3);
	bench_floats("weights", w, all, 1e-4);
	return bench_end();
}
