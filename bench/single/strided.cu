// strided KERNEL [PIXELS] [RUNS]: colours of an image are counted, each block has its part of
// the image, and its threads take pixels a block apart: `private` with counts of each thread
// in an array of its own, `shared` with those of a block in shared memory; `sum` adds the
// pixels up; `none` only makes the image. PIXEL is the type of a pixel.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#ifndef PIXEL
#define PIXEL unsigned char
#endif

enum { COLOURS = 256, THREADS = 256, BLOCKS = 8 };

__global__ void
count_private(const PIXEL *image, unsigned *counts, unsigned part)
{
	unsigned mine[COLOURS];

	image += (size_t)blockIdx.x * part;
	for (int c = 0; c < COLOURS; c++)
		mine[c] = 0;
	for (unsigned i = threadIdx.x; i < part; i += blockDim.x)
		mine[image[i]]++;
	for (int c = 0; c < COLOURS; c++)
		if (mine[c])
			atomicAdd(&counts[c], mine[c]);
}

__global__ void
count_shared(const PIXEL *image, unsigned *counts, unsigned part)
{
	__shared__ unsigned ours[COLOURS];

	image += (size_t)blockIdx.x * part;
	ours[threadIdx.x] = 0;
	__syncthreads();
	for (unsigned i = threadIdx.x; i < part; i += blockDim.x)
		atomicAdd(&ours[image[i]], 1u);
	__syncthreads();
	atomicAdd(&counts[threadIdx.x], ours[threadIdx.x]);
}

__global__ void
add_up(const PIXEL *image, unsigned *counts, unsigned part)
{
	unsigned sum = 0;

	image += (size_t)blockIdx.x * part;
	for (unsigned i = threadIdx.x; i < part; i += blockDim.x)
		sum += image[i];
	atomicAdd(&counts[threadIdx.x], sum);
}

static double
now_ms()
{
	timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

int
main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "private";
	const size_t n = argc > 2 ? strtoull(argv[2], NULL, 0) : 64u << 20;
	const int runs = argc > 3 ? atoi(argv[3]) : 5;

	if (strcmp(name, "private") && strcmp(name, "shared") && strcmp(name, "sum") &&
	    strcmp(name, "none")) {
		fprintf(stderr, "strided: no kernel '%s': private, shared, sum, none\n", name);
		return 2;
	}
	const unsigned part = n / BLOCKS;
	std::vector<PIXEL> image(n);
	std::vector<unsigned> want(COLOURS), counts(COLOURS);
	unsigned state = 1, *dcounts;
	PIXEL *dimage;
	double best = 1e30;

	for (size_t i = 0; i < n; i++) {
		state = state * 1664525u + 1013904223u;
		image[i] = state >> 24;
		if (i < (size_t)part * BLOCKS && !strcmp(name, "sum"))
			want[i % part % THREADS] += image[i];
		else if (i < (size_t)part * BLOCKS)
			want[image[i]]++;
	}
	if (cudaMalloc(&dimage, n * sizeof(PIXEL)) != cudaSuccess ||
	    cudaMalloc(&dcounts, COLOURS * sizeof *dcounts) != cudaSuccess)
		return 1;
	cudaMemcpy(dimage, image.data(), n * sizeof(PIXEL), cudaMemcpyHostToDevice);
	if (!strcmp(name, "none"))
		return 0;
	for (int r = 0; r < runs; r++) {
		cudaMemset(dcounts, 0, COLOURS * sizeof *dcounts);
		cudaDeviceSynchronize();
		double from = now_ms();

		if (!strcmp(name, "private"))
			count_private<<<BLOCKS, THREADS>>>(dimage, dcounts, part);
		else if (!strcmp(name, "shared"))
			count_shared<<<BLOCKS, THREADS>>>(dimage, dcounts, part);
		else
			add_up<<<BLOCKS, THREADS>>>(dimage, dcounts, part);
		cudaDeviceSynchronize();
		best = now_ms() - from < best ? now_ms() - from : best;
	}
	cudaMemcpy(counts.data(), dcounts, COLOURS * sizeof *dcounts, cudaMemcpyDeviceToHost);
	printf("%s %s best %.3f ms\n", counts == want ? "right" : "WRONG", name, best);
	return counts != want;
}
