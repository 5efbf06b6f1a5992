// algo_mandelbrot: escape counts with uneven loops per thread; fixed point, so every
// count is exact.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

static __host__ __device__ int
escape(int px, int py, int w, int h, int limit)
{
	// 12 fractional bits
	int cx = px * 3 * 4096 / w - 2 * 4096 - 1024, cy = py * 2 * 4096 / h - 4096,
	    x = 0, y = 0, n = 0;
	while (n < limit) {
		int xx = x * x >> 12, yy = y * y >> 12;
		if (xx + yy > 4 * 4096)
			break;
		y = (x * y >> 11) + cy;
		x = xx - yy + cx;
		n++;
	}
	return n;
}

__global__ void
mandelbrot(unsigned char *out, int w, int h, int limit)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x,
	    y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[y * w + x] = (unsigned char)escape(x, y, w, h, limit);
}

int
main()
{
	const int w = 150, h = 100, limit = 100;
	unsigned char *d = device_array<unsigned char>(w * h);
	mandelbrot<<<dim3((w + 15) / 16, (h + 7) / 8), dim3(16, 8)>>>(d, w, h, limit);
	SYNC();
	std::vector<unsigned char> want(w * h);
	for (int i = 0; i < w * h; i++)
		want[i] = (unsigned char)escape(i % w, i / w, w, h, limit);
	same("mandelbrot", to_host(d, w * h), want);
}
