// windows [SIDE] [RUNS]: kernels whose threads read what lies around their places, in loops with
// guards, over a square picture: weights in a window of 5x5, whose size is a parameter, with
// nothing outside; the same with edges repeated; a layer of a network, 8 planes from 8 by 3x3
// windows; the same with one index for all. Prints the best time of each.
// SPDX-License-Identifier: Apache-2.0
#include "single.h"

#include <vector>

enum { PLANES = 8, RADIUS = 2, TILE = 16, THREADS = 256 };

__constant__ float weight[(2 * RADIUS + 1) * (2 * RADIUS + 1)];

__global__ void
guarded(const float *in, float *out, int w, int h, int r)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float sum = 0;

	for (int dy = -r; dy <= r; dy++)
		for (int dx = -r; dx <= r; dx++) {
			int u = x + dx, v = y + dy;

			if (u >= 0 && u < w && v >= 0 && v < h)
				sum += in[v * w + u] *
				       weight[(dy + r) * (2 * r + 1) + dx + r];
		}
	out[y * w + x] = sum;
}

__global__ void
repeated(const float *in, float *out, int w, int h, int r)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float sum = 0;

	for (int dy = -r; dy <= r; dy++)
		for (int dx = -r; dx <= r; dx++) {
			int u = min(max(x + dx, 0), w - 1), v = min(max(y + dy, 0), h - 1);

			sum += in[v * w + u] * weight[(dy + r) * (2 * r + 1) + dx + r];
		}
	out[y * w + x] = sum;
}

// The sum over all planes of the input, at one place.
__device__ float
layer_at(const float *in, const float *by, int side, int x, int y, int plane, int k)
{
	float sum = 0;

	for (int c = 0; c < PLANES; c++)
		for (int dy = 0; dy < k; dy++)
			for (int dx = 0; dx < k; dx++) {
				int u = x + dx - k / 2, v = y + dy - k / 2;

				if (v >= 0 && v < side && u >= 0 && u < side)
					sum += in[(c * side + v) * side + u] *
					       by[((plane * PLANES + c) * k + dy) * k +
						  dx];
			}
	return sum;
}

__global__ void
layer(const float *in, const float *by, float *out, int side, int k)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y, plane = blockIdx.z;

	if (x < side && y < side)
		out[(plane * side + y) * side + x] =
			layer_at(in, by, side, x, y, plane, k);
}

__global__ void
flat(const float *in, const float *by, float *out, int side, int k)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < PLANES * side * side)
		out[i] = layer_at(in, by, side, i % side, i / side % side,
				  i / (side * side), k);
}

int
main(int argc, char **argv)
{
	enum { KINDS = 4 };
	static const char *const name[KINDS] = {"guarded", "repeated", "layer", "flat"};
	int side = argc > 1 ? atoi(argv[1]) : 1000, runs = argc > 2 ? atoi(argv[2]) : 10;

	if (argc > 3 || side < 1 || side > 4096 || runs < 1) {
		fprintf(stderr, "usage: %s [SIDE] [RUNS]\n", argv[0]);
		return 2;
	}
	int n = PLANES * side * side, tiles = (side + TILE - 1) / TILE;
	dim3 block(TILE, TILE), grid(tiles, tiles);
	std::vector<float> v(n);
	float *in, *out, *by;
	double best[KINDS], sum = 0;

	for (int i = 0; i < n; i++)
		v[i] = (i * 7919LL % 1000) / 1000.0f - 0.5f;
	check(cudaMemcpyToSymbol(weight, v.data(), sizeof weight));
	check(cudaMalloc(&in, n * sizeof(float)));
	check(cudaMalloc(&out, n * sizeof(float)));
	check(cudaMalloc(&by, PLANES * PLANES * 9 * sizeof(float)));
	check(cudaMemset(by, 0, PLANES * PLANES * 9 * sizeof(float)));
	check(cudaMemset(by, 63, PLANES * 9 * sizeof(float)));
	check(cudaMemcpy(in, v.data(), n * sizeof(float), cudaMemcpyHostToDevice));
	for (int r = 0; r < runs; r++)
		for (int k = 0; k < KINDS; k++) {
			double start = now_ms();

			if (k == 0)
				guarded<<<grid, block>>>(in, out, side, side, RADIUS);
			else if (k == 1)
				repeated<<<grid, block>>>(in, out, side, side, RADIUS);
			else if (k == 2)
				layer<<<dim3(tiles, tiles, PLANES), block>>>(in, by, out,
									     side, 3);
			else
				flat<<<(n + THREADS - 1) / THREADS, THREADS>>>(
					in, by, out, side, 3);
			check(cudaGetLastError());
			check(cudaDeviceSynchronize());
			double ms = now_ms() - start;
			if (r == 0 || ms < best[k])
				best[k] = ms;
			if (r)
				continue;
			check(cudaMemcpy(v.data(), out, side * side * sizeof(float),
					 cudaMemcpyDeviceToHost));
			for (int i = 0; i < side * side; i++)
				sum += v[i] * (i % 13);
		}
	for (int k = 0; k < KINDS; k++)
		printf("%s %.2f ms%s", name[k], best[k], k + 1 < KINDS ? ", " : "");
	printf("; sum %.6f\n", sum);
	return 0;
}
