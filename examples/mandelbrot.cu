// mandelbrot: draws the Mandelbrot set into a PNG file and, small, into the terminal.
// SPDX-License-Identifier: Apache-2.0
//
// Every pixel is independent of all others: one thread per pixel, no communication.
// Pixels differ in how long they take, which is why many more blocks than processors
// are good.
#include "png.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <unistd.h>
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

const int WIDTH = 900, HEIGHT = 600, LIMIT = 300;

// How many steps until z = z * z + c runs away? LIMIT if it never does. How far it has
// got in the last step tells the fraction, which makes the colours smooth.
__device__ float
escape(float cx, float cy)
{
	const float far = 64;
	float x = 0, y = 0;
	for (int n = 0; n < LIMIT; n++) {
		float next = x * x - y * y + cx;
		y = 2 * x * y + cy;
		x = next;
		if (x * x + y * y > far * far)
			return fmaxf(
				n - 1 - log2f(log2f(x * x + y * y) / log2f(far * far)),
				0.0f);
	}
	return LIMIT;
}

__device__ uchar3
colour(float n)
{
	if (n == LIMIT)
		return make_uchar3(0, 0, 0);
	float t = logf(1.0f + n) / logf(1.0f + LIMIT); // 0 far outside, 1 at the border
	float u = 1 - t, r = 9 * u * t * t * t, g = 15 * u * u * t * t,
	      b = 8.5f * u * u * u * t;
	return make_uchar3((unsigned char)(255 * fminf(r, 1.0f)),
			   (unsigned char)(255 * fminf(g, 1.0f)),
			   (unsigned char)(255 * fminf(b + 0.1f, 1.0f)));
}

__global__ void
mandelbrot(uchar3 *image, float *steps)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x;
	int py = blockIdx.y * blockDim.y + threadIdx.y;
	if (px >= WIDTH || py >= HEIGHT)
		return;
	float n = escape(-2.2f + 3.3f * px / WIDTH, -1.1f + 2.2f * py / HEIGHT);
	steps[py * WIDTH + px] = n;
	image[py * WIDTH + px] = colour(n);
}

// The nearest of the 216 colours of a terminal's colour cube.
static int
terminal_colour(uchar3 c)
{
	return 16 + 36 * (c.x * 5 / 255) + 6 * (c.y * 5 / 255) + c.z * 5 / 255;
}

// A half block has two pixels: the foreground colour above, the background colour
// below.
static void
show(const std::vector<uchar3> &image, const std::vector<float> &steps, int columns)
{
	const char shades[] = " .:-=+*#%@";
	bool colours = isatty(STDOUT_FILENO);
	int rows = columns * HEIGHT / WIDTH / 2;
	for (int r = 0; r < rows; r++) {
		for (int c = 0; c < columns; c++) {
			int x = (2 * c + 1) * WIDTH / (2 * columns);
			int y = (4 * r + 1) * HEIGHT / (4 * rows),
			    y2 = (4 * r + 3) * HEIGHT / (4 * rows);
			if (colours) {
				printf("\033[38;5;%d;48;5;%dm\u2580",
				       terminal_colour(image[y * WIDTH + x]),
				       terminal_colour(image[y2 * WIDTH + x]));
			} else {
				float t = std::log(1.0f + steps[y * WIDTH + x]) /
					  std::log(1.0f + LIMIT);
				putchar(shades[(int)(t * 9.0f)]);
			}
		}
		puts(colours ? "\033[0m" : "");
	}
}

// The set is the same above and below the real axis, and its size is known: about
// 1.5066.
static bool
plausible(const std::vector<float> &steps)
{
	long inside = 0;
	for (float n : steps)
		inside += n == LIMIT;
	double area = inside * (3.3 / WIDTH) * (2.2 / HEIGHT);
	printf("area of the set: %.3f\n", area);
	return std::fabs(area - 1.51) < 0.03;
}

int
main(int argc, char **argv)
{
	const char *path = argc > 1 ? argv[1] : "mandelbrot.png";
	uchar3 *dev_image;
	float *dev_steps;
	CHECK(cudaMalloc(&dev_image, WIDTH * HEIGHT * sizeof *dev_image));
	CHECK(cudaMalloc(&dev_steps, WIDTH * HEIGHT * sizeof *dev_steps));

	dim3 block(32, 8), grid((WIDTH + 31) / 32, (HEIGHT + 7) / 8);
	mandelbrot<<<grid, block>>>(dev_image, dev_steps);
	CHECK(cudaGetLastError());

	std::vector<uchar3> image(WIDTH * HEIGHT);
	std::vector<float> steps(WIDTH * HEIGHT);
	CHECK(cudaMemcpy(image.data(), dev_image, image.size() * sizeof(uchar3),
			 cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(steps.data(), dev_steps, steps.size() * sizeof(float),
			 cudaMemcpyDeviceToHost));
	CHECK(cudaFree(dev_image));
	CHECK(cudaFree(dev_steps));

	show(image, steps, 78);
	if (!png::write(path, &image[0].x, WIDTH, HEIGHT)) {
		perror(path);
		return 1;
	}
	printf("%s: %d x %d pixels\n", path, WIDTH, HEIGHT);
	return plausible(steps) ? 0 : 1;
}
