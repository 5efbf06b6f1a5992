// layers: threads that go through layers of a volume: values carried from layer to layer, in
// place, downwards, with threads that return before, and no, one or many rounds; layers near to
// each other and far apart, in rows of threads that are long, short, and not whole groups.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
stencil(const float *power, const float *from, float *to, int nx, int ny, int nz)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x,
	    y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= nx || y >= ny)
		return;
	int c = x + y * nx, layer = nx * ny;
	int w = x == 0 ? c : c - 1, e = x == nx - 1 ? c : c + 1;
	int n = y == 0 ? c : c - nx, s = y == ny - 1 ? c : c + nx;
	float below = from[c], here = from[c];

	for (int k = 0; k < nz; k++) {
		float above = from[k < nz - 1 ? c + layer : c];

		to[c] = here + 2 * (from[w] + from[e] + from[n] + from[s]) + below +
			above + power[c];
		below = here;
		here = above;
		c += layer, w += layer, e += layer, n += layer, s += layer;
	}
}

// Downwards, in place: each thread has its column.
__global__ void
fall(int *a, const int *b, int layer, int nz)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;

	for (int k = nz - 2; k >= 0; k--)
		a[k * layer + x] += a[(k + 1) * layer + x] * 3 + b[k * layer + x] -
				    b[(k + 1) * layer + x];
}

// What leaves the loop is used behind it.
__global__ void
last(int *a, const int *b, long layer, int nz)
{
	long c = blockIdx.x * blockDim.x + threadIdx.x;
	int turns = 0;

	for (int k = 0; k < nz; k++) {
		a[c] = b[c] + k + a[c] * b[c] + b[c + 1] - b[c + layer];
		c += layer;
		turns = k + 1;
	}
	a[c] = turns * 100 + (int)(c % 7);
}

static void
test(dim3 block, int nx, int ny, int nz)
{
	size_t n = (size_t)nx * ny * (nz + 1);
	std::vector<float> p(n), f(n);
	std::vector<int> a(n), b(n);

	for (size_t k = 0; k < n; k++) {
		p[k] = k % 13, f[k] = k % 31;
		a[k] = (int)(k % 17), b[k] = (int)(k % 11);
	}
	float *dp = to_device(p), *df = to_device(f), *dt = device_array<float>(n);
	dim3 grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y);
	stencil<<<grid, block>>>(dp, df, dt, nx, ny, nz);
	SYNC();
	f = to_host(dt, n);

	int *da = to_device(a), *db = to_device(b), row = nx * ny / block.x;
	fall<<<row, block.x>>>(da, db, nx * ny, nz);
	SYNC();
	last<<<row, block.x>>>(da, db, nx * ny, nz);
	SYNC();
	a = to_host(da, n);
	printf("%ux%u %d %d %d: %u %u\n", block.x, block.y, nx, ny, nz,
	       checksum(f.data(), n * sizeof(float)),
	       checksum(a.data(), n * sizeof(int)));
}

int
main()
{
	test(dim3(64, 4), 64, 32, 5);
	test(dim3(64, 4), 100, 20, 3);
	test(dim3(64, 4), 64, 8, 7); // layers close to each other
	test(dim3(100, 2), 150, 15, 4);
	test(dim3(256, 1), 256, 6, 9);
	test(dim3(16, 16), 64, 32, 5);
	for (int nz : {0, 1, 2})
		test(dim3(128, 2), 200, 10, nz);
	return 0;
}
