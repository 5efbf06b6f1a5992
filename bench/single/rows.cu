// rows [WIDTH] [RUNS]: kernels with one index, from which they find row, column and plane by
// dividing, over a million elements: a blur with a margin, a bias for each plane, the columns of
// a convolution, and rows copied to where they are padded. Prints the best time of each.
// SPDX-License-Identifier: Apache-2.0
#include "single.h"

#include <vector>

enum { N = 1000000, THREADS = 256, KERNEL = 3, CHANNELS = 10 };

__global__ void
blur(const float *from, float *to, int w, int h)
{
	int i = blockIdx.x * THREADS + threadIdx.x;
	if (i >= w * h)
		return;
	int x = i % w, y = i / w;

	if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
		to[y * w + x] = 0.5f * from[y * w + x] +
				0.125f * (from[y * w + x - 1] + from[y * w + x + 1] +
					  from[(y - 1) * w + x] + from[(y + 1) * w + x]);
	else
		to[y * w + x] = from[y * w + x];
}

__global__ void
bias(float *a, const float *b, int n, int channels, int size)
{
	int i = blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		a[i] = fmaxf(a[i] + b[i / size % channels], 0.0f);
}

__global__ void
columns(const float *a, float *col, int n, int side)
{
	for (int i = blockIdx.x * THREADS + threadIdx.x; i < n;
	     i += THREADS * gridDim.x) {
		int x = i % side, y = i / side % side, plane = i / side / side;
		float *to = col + (plane * KERNEL * KERNEL * side + y) * side + x;

		for (int dy = -1; dy <= 1; dy++)
			for (int dx = -1; dx <= 1; dx++) {
				int yy = y + dy, xx = x + dx;
				bool in = yy >= 0 && yy < side && xx >= 0 && xx < side;

				*to = in ? a[(plane * side + yy) * side + xx] : 0;
				to += side * side;
			}
	}
}

__global__ void
pad(const float *from, float *to, int w, int pitch, int n)
{
	int i = blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		to[i / w * pitch + i % w] = from[i];
}

static float *
device(const std::vector<float> &v, size_t n)
{
	float *p;

	check(cudaMalloc(&p, n * sizeof(float)));
	check(cudaMemset(p, 0, n * sizeof(float)));
	check(cudaMemcpy(p, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice));
	return p;
}

int
main(int argc, char **argv)
{
	enum { KINDS = 4 };
	static const char *const name[KINDS] = {"blur", "bias", "columns", "pad"};
	int w = argc > 1 ? atoi(argv[1]) : 1000, runs = argc > 2 ? atoi(argv[2]) : 10;

	if (argc > 3 || w < 1 || w > N || runs < 1) {
		fprintf(stderr, "usage: %s [WIDTH] [RUNS]\n", argv[0]);
		return 2;
	}
	int h = N / w, planes = N / w / w ? N / w / w : 1, side = w * w <= N ? w : 1000;
	int pixels = planes * side * side, blocks = (N + THREADS - 1) / THREADS;
	std::vector<float> v(N);
	double best[KINDS], sum = 0;

	for (int i = 0; i < N; i++)
		v[i] = (i * 7919LL % 1000) / 1000.0f - 0.5f;
	float *a = device(v, N), *b = device(v, N),
	      *to = device(v, (size_t)h * (w + 8) + N),
	      *col = device(v, (size_t)N * KERNEL * KERNEL);
	for (int r = 0; r < runs; r++)
		for (int k = 0; k < KINDS; k++) {
			double start = now_ms();

			if (k == 0)
				blur<<<blocks, THREADS>>>(a, b, w, h);
			else if (k == 1)
				bias<<<blocks, THREADS>>>(b, a, N, CHANNELS, w);
			else if (k == 2)
				columns<<<blocks, THREADS>>>(a, col, pixels, side);
			else
				pad<<<blocks, THREADS>>>(b, to, w, w + 8, h * w);
			check(cudaGetLastError());
			check(cudaDeviceSynchronize());
			double ms = now_ms() - start;
			if (r == 0 || ms < best[k])
				best[k] = ms;
		}
	check(cudaMemcpy(v.data(), to, N * sizeof(float), cudaMemcpyDeviceToHost));
	for (int i = 0; i < N; i++)
		sum += v[i] * (i % 13);
	check(cudaMemcpy(v.data(), col, N * sizeof(float), cudaMemcpyDeviceToHost));
	for (int i = 0; i < N; i++)
		sum += v[i] * (i % 17);
	for (int k = 0; k < KINDS; k++)
		printf("%s %.2f ms%s", name[k], best[k], k + 1 < KINDS ? ", " : "");
	printf("; sum %.6f\n", sum);
	return 0;
}
