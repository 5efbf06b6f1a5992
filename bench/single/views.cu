// views [STRIDE] [RUNS]: kernels that are told how far apart elements lie, or that get what they work
// on in a struct: vectors and matrices by strides, pictures of some channels, a stencil, tiles. Prints
// the best time of each; of the last three for parameters in a struct, and one by one.
// SPDX-License-Identifier: Apache-2.0
#include "single.h"

enum { SIDE = 2048, TILE = 16, TURN = 32, ROWS = 8, PRODUCT = 512 };

__global__ void
axpy(int n, float a, const float *x, int incx, float *y, int incy)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i * incy] += a * x[i * incx];
}

struct view {
	float *p;
	long size[2], stride[2];

	__device__ float &
	operator()(long i, long j) const
	{
		return p[i * stride[0] + j * stride[1]];
	}
};

__global__ void
add(view a, view b, view c)
{
	long i = blockIdx.y * blockDim.y + threadIdx.y;
	long j = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < c.size[0] && j < c.size[1])
		c(i, j) = a(i, j) + b(i, j) * 2;
}

__global__ void
by_rows(view m, const float *v, float *out)
{
	long i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;

	if (i >= m.size[0])
		return;
	for (long j = 0; j < m.size[1]; j++)
		s += m(i, j) * v[j];
	out[i] = s;
}

__global__ void
by_columns(view m, const float *v, float *out)
{
	long j = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;

	if (j >= m.size[1])
		return;
	for (long i = 0; i < m.size[0]; i++)
		s += m(i, j) * v[i];
	out[j] = s;
}

__global__ void
brighten(unsigned char *out, const unsigned char *in, int w, int h, int channels, float by)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x >= w || y >= h)
		return;
	for (int c = 0; c < channels; c++) {
		float v = in[(y * w + x) * channels + c] * by;

		out[(y * w + x) * channels + c] = v > 255 ? 255 : (unsigned char)v;
	}
}

__global__ void
soften(unsigned char *out, const unsigned char *in, int w, int h, int channels)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
		return;
	for (int c = 0; c < channels; c++) {
		int s = 0;

		for (int j = -1; j <= 1; j++)
			for (int i = -1; i <= 1; i++)
				s += in[((y + j) * w + x + i) * channels + c];
		out[(y * w + x) * channels + c] = (unsigned char)(s / 9);
	}
}

/* What follows is there with a struct and without: `p.` is a part of its text. */
struct work {
	int w, h;
	const float *in, *other;
	float *out;
};

#define BLUR(p)                                                                        \
	int x = blockIdx.x * blockDim.x + threadIdx.x;                                 \
	int y = blockIdx.y * blockDim.y + threadIdx.y;                                 \
	float s = 0;                                                                   \
                                                                                       \
	if (x < 1 || y < 1 || x >= p w - 1 || y >= p h - 1)                            \
		return;                                                                \
	for (int j = -1; j <= 1; j++)                                                  \
		for (int i = -1; i <= 1; i++)                                          \
			s += p in[(y + j) * p w + x + i];                              \
	p out[y * p w + x] = s / 9;

#define MULTIPLY(p)                                                                    \
	__shared__ float a[TILE][TILE], b[TILE][TILE];                                 \
	int tx = threadIdx.x, ty = threadIdx.y;                                        \
	int x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;                    \
	float s = 0;                                                                   \
                                                                                       \
	for (int t = 0; t < p w / TILE; t++) {                                         \
		a[ty][tx] = p in[y * p w + t * TILE + tx];                             \
		b[ty][tx] = p other[(t * TILE + ty) * p w + x];                        \
		__syncthreads();                                                       \
		for (int k = 0; k < TILE; k++)                                         \
			s += a[ty][k] * b[k][tx];                                      \
		__syncthreads();                                                       \
	}                                                                              \
	p out[y * p w + x] = s;

#define TRANSPOSE(p)                                                                   \
	__shared__ float t[TURN][TURN + 1];                                            \
	int tx = threadIdx.x, ty = threadIdx.y;                                        \
	int x = blockIdx.x * TURN, y = blockIdx.y * TURN;                              \
                                                                                       \
	for (int j = 0; j < TURN; j += ROWS)                                           \
		t[ty + j][tx] = p in[(y + ty + j) * p w + x + tx];                     \
	__syncthreads();                                                               \
	for (int j = 0; j < TURN; j += ROWS)                                           \
		p out[(x + ty + j) * p h + y + tx] = t[tx][ty + j];

#define ONE_BY_ONE int w, int h, const float *in, const float *other, float *out
__global__ void blur(work p) { BLUR(p.) }
__global__ void blur(ONE_BY_ONE) { BLUR() }
__global__ void multiply(work p) { MULTIPLY(p.) }
__global__ void multiply(ONE_BY_ONE) { MULTIPLY() }
__global__ void transpose(work p) { TRANSPOSE(p.) }
__global__ void transpose(ONE_BY_ONE) { TRANSPOSE() }

template<class F> static void
measure(const char *name, int runs, F launch)
{
	double best = 1e9;

	launch();
	check(cudaDeviceSynchronize());
	while (runs--) {
		double t = now_ms();

		launch();
		check(cudaDeviceSynchronize());
		t = now_ms() - t;
		best = t < best ? t : best;
	}
	printf("%-22s %8.3f ms\n", name, best);
}

int
main(int argc, char **argv)
{
	int inc = argc > 1 ? atoi(argv[1]) : 1, runs = argc > 2 ? atoi(argv[2]) : 10;
	size_t bytes = (size_t)SIDE * SIDE * sizeof(float);
	int n = inc > 0 ? SIDE * SIDE / inc : 0, side = inc > 0 ? SIDE / inc : 0;
	float *x, *y, *z;

	if (!side || runs < 1) {
		fprintf(stderr, "usage: views [STRIDE of 1 to %d] [RUNS]\n", SIDE);
		return 2;
	}
	check(cudaMalloc(&x, bytes));
	check(cudaMalloc(&y, bytes));
	check(cudaMalloc(&z, bytes));
	check(cudaMemset(x, 0, bytes));
	check(cudaMemset(y, 0, bytes));
	check(cudaMemset(z, 0, bytes));
	measure("axpy", runs, [&] { axpy<<<(n + 255) / 256, 256>>>(n, 2, x, inc, y, inc); });
	view a = {x, {side, side}, {SIDE, inc}}, b = a, c = a;
	dim3 block(32, ROWS), grid((side + 31) / 32, (side + ROWS - 1) / ROWS);
	b.p = y;
	c.p = z;
	measure("add", runs, [&] { add<<<grid, block>>>(a, b, c); });
	measure("by_rows", runs, [&] { by_rows<<<(side + 255) / 256, 256>>>(a, y, z); });
	measure("by_columns", runs,
		[&] { by_columns<<<(side + 255) / 256, 256>>>(a, y, z); });
	unsigned char *from = (unsigned char *)x, *to = (unsigned char *)y;
	static const char *const pictures[] = {"grey", "RGB", "RGBA"};
	static const int channels[] = {1, 3, 4};
	dim3 small(16, 16), all(SIDE / 16, SIDE / 16);
	for (int k = 0; k < 3; k++) {
		printf("%-4s ", pictures[k]);
		measure("brighten", runs, [&] {
			brighten<<<all, small>>>(to, from, SIDE, SIDE, channels[k], 1.5f);
		});
		printf("%-4s ", pictures[k]);
		measure("soften", runs, [&] {
			soften<<<all, small>>>(to, from, SIDE, SIDE, channels[k]);
		});
	}
	work w = {SIDE, SIDE, x, y, z};
	grid = dim3(SIDE / 32, SIDE / ROWS);
	measure("blur, struct", runs, [&] { blur<<<grid, block>>>(w); });
	measure("blur", runs, [&] { blur<<<grid, block>>>(SIDE, SIDE, x, y, z); });
	work m = {PRODUCT, PRODUCT, x, y, z};
	dim3 tile(TILE, TILE), tiles(PRODUCT / TILE, PRODUCT / TILE);
	measure("multiply, struct", runs, [&] { multiply<<<tiles, tile>>>(m); });
	measure("multiply", runs,
		[&] { multiply<<<tiles, tile>>>(PRODUCT, PRODUCT, x, y, z); });
	grid = dim3(SIDE / TURN, SIDE / TURN);
	measure("transpose, struct", runs, [&] { transpose<<<grid, block>>>(w); });
	measure("transpose", runs, [&] { transpose<<<grid, block>>>(SIDE, SIDE, x, y, z); });
	return 0;
}
