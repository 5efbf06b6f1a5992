// heat: heat spreads over a metal plate; no heat may appear or vanish.
// SPDX-License-Identifier: Apache-2.0
//
// Each step reads the old temperatures and writes the new ones into a second array;
// then the two change places. A launch ends before the next one in the same stream
// starts, so that is all the synchronisation needed. Tiles in shared memory have a
// border of one cell, the halo, which belongs to the neighbouring blocks.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <utility>
#include <vector>

// Every CUDA call can fail; CHECK says where and why.
#define CHECK(call)                                                                    \
	do {                                                                           \
		cudaError_t error_ = (call);                                           \
		if (error_ != cudaSuccess) {                                           \
			fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,  \
				cudaGetErrorString(error_));                           \
			exit(1);                                                       \
		}                                                                      \
	} while (0)

const int W = 256, H = 128; // cells
const int BX = 32, BY = 8;  // threads of a block

// The plate is insulated: outside of the edge it is as warm as at the edge.
__device__ float
cell(const float *t, int x, int y)
{
	x = min(max(x, 0), W - 1);
	y = min(max(y, 0), H - 1);
	return t[y * W + x];
}

__global__ void
spread(const float *old, float *now, float rate)
{
	__shared__ float tile[BY + 2][BX + 2];
	int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
	int lx = threadIdx.x + 1, ly = threadIdx.y + 1;

	tile[ly][lx] = cell(old, x, y);
	if (threadIdx.x == 0)
		tile[ly][0] = cell(old, x - 1, y);
	if (threadIdx.x == BX - 1)
		tile[ly][BX + 1] = cell(old, x + 1, y);
	if (threadIdx.y == 0)
		tile[0][lx] = cell(old, x, y - 1);
	if (threadIdx.y == BY - 1)
		tile[BY + 1][lx] = cell(old, x, y + 1);
	__syncthreads();

	float here = tile[ly][lx];
	float flow = tile[ly][lx - 1] + tile[ly][lx + 1] + tile[ly - 1][lx] +
		     tile[ly + 1][lx] - 4 * here;
	now[y * W + x] = here + rate * flow;
}

static void
look(const std::vector<float> &t, int step, double total)
{
	const char shades[] = " .:-=+*#%@";
	float hottest = 0;
	for (float v : t)
		hottest = std::fmax(hottest, v);
	printf("step %4d: total heat %.1f, hottest cell %.2f\n", step, total, hottest);
	for (int y = H / 16; y < H; y += H / 8) {
		for (int x = W / 128; x < W; x += W / 64)
			putchar(shades[std::min(
				9, (int)(t[y * W + x] / hottest * 9.99f))]);
		putchar('\n');
	}
}

int
main()
{
	const int steps = 600, show = 200;
	std::vector<float> t(W * H, 0.0f);
	for (int y = 0; y < H; y++) // a hot disc and a warm bar
		for (int x = 0; x < W; x++) {
			if ((x - 70) * (x - 70) + (y - 60) * (y - 60) < 900)
				t[y * W + x] = 100;
			if (x > 170 && x < 190 && y > 20 && y < 110)
				t[y * W + x] = 40;
		}
	double before = 0, after = 0;
	for (float v : t)
		before += v;

	float *old, *now;
	CHECK(cudaMalloc(&old, t.size() * sizeof(float)));
	CHECK(cudaMalloc(&now, t.size() * sizeof(float)));
	CHECK(cudaMemcpy(old, t.data(), t.size() * sizeof(float),
			 cudaMemcpyHostToDevice));
	look(t, 0, before);
	for (int step = 1; step <= steps; step++) {
		spread<<<dim3(W / BX, H / BY), dim3(BX, BY)>>>(old, now, 0.2f);
		CHECK(cudaGetLastError());
		std::swap(old, now);
		if (step % show == 0) {
			CHECK(cudaMemcpy(t.data(), old, t.size() * sizeof(float),
					 cudaMemcpyDeviceToHost));
			after = 0;
			for (float v : t)
				after += v;
			look(t, step, after);
		}
	}
	double drift = std::fabs(after - before) / before;
	printf("heat drifted by %.2g of all: %s\n", drift,
	       drift < 1e-4 ? "right" : "WRONG");
	CHECK(cudaFree(old));
	CHECK(cudaFree(now));
	return drift < 1e-4 ? 0 : 1;
}
