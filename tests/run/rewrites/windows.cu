// windows: each thread reads what lies around its place, in loops, with guards, at edges that are
// repeated, along one row or one column, in planes, until it finds something, at every other
// place, in windows without an element and larger than everything; blocks of many shapes,
// pictures that end in the middle of one.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__constant__ int weight[81];

struct picture {
	int w, h;
};

// Nothing lies outside.
__global__ void
weighted(const int *in, int *out, picture p, int r)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	int sum = 0;

	if (x >= p.w || y >= p.h)
		return;
	for (int dy = -r; dy <= r; dy++)
		for (int dx = -r; dx <= r; dx++)
			if (x + dx >= 0 && x + dx < p.w && y + dy >= 0 && y + dy < p.h)
				sum += in[(y + dy) * p.w + x + dx] *
				       weight[(dy + r) * (2 * r + 1) + dx + r];
	out[y * p.w + x] = sum;
}

// Edges are repeated; the window is known.
__global__ void
greatest(const int *in, int *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	int most = 0;

	if (x < w && y < h) {
		for (int dy = -2; dy <= 2; dy++)
			for (int dx = -1; dx <= 1; dx++)
				most = max(most, in[min(max(y + dy, 0), h - 1) * w +
						    min(max(x + dx, 0), w - 1)]);
		out[y * w + x] = most;
	}
}

// Planes are added up; z is a plane of the result.
__global__ void
planes(const int *in, const int *by, int *out, int w, int h, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z, sum = 0;

	if (x >= w || y >= h)
		return;
	for (int c = 0; c < n; c++)
		for (int k = 0; k < 9; k++) {
			int u = x + k % 3 - 1, v = y + k / 3 - 1;

			if ((unsigned)u < (unsigned)w && (unsigned)v < (unsigned)h)
				sum += in[(c * h + v) * w + u] * by[(z * n + c) * 9 + k];
		}
	out[(z * h + y) * w + x] = sum;
}

// How far it is to something odd, upwards and to the left: threads stop at different places.
__global__ void
distance(const int *in, int *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y, up = 0, left = 0;

	if (x >= w || y >= h)
		return;
	while (up <= y && in[(y - up) * w + x] % 2 == 0)
		up++;
	while (left <= x && in[y * w + x - left] % 2 == 0)
		left++;
	out[y * w + x] = 100 * up + left;
}

// Every other place, of half the size; what every row reads, too.
__global__ void
smaller(const int *in, const int *column, int *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y, sum = 0;

	if (2 * x + 1 >= w || 2 * y + 1 >= h)
		return;
	for (int k = 0; k < 4; k++)
		sum += in[(2 * y + k / 2) * w + 2 * x + k % 2] * (k + 1);
	for (int k = 0; k < 5; k++)
		sum += column[k * w + x];
	out[y * w + x] = sum;
}

// The middle one of nine, which are counted up as they are read; outside is nothing.
__global__ void
median(const int *in, int *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	int v[9], n = 0;

	if (x >= w || y >= h)
		return;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++) {
			bool is = x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h;

			v[n++] = is ? in[(y + dy) * w + x + dx] : 0;
		}
	for (int i = 0; i < 5; i++)
		for (int j = i + 1; j < n; j++)
			if (v[j] < v[i]) {
				int t = v[i];
				v[i] = v[j];
				v[j] = t;
			}
	out[y * w + x] = v[4];
}

// Along a line, by twos, in a loop over the grid; numbers without a sign count up to its end.
__global__ void
line(const int *in, int *out, int n, int r)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int sum = 0;

		for (int j = 0; j < 2 * r + 1; j += 2) {
			int at = i - r + j;

			if (at < 0 || at >= n)
				continue;
			if (in[at] == 50)
				break;
			sum += in[at] * (j + 1);
		}
		for (unsigned k = 1; k <= 5; k++)
			if (i + k < (unsigned)n)
				sum ^= in[i + k] << k;
		for (int k = -3; k != 4; k++)
			if (n - 1 - k > i && i + k != 0 && i > k)
				sum += in[i + 2] * k;
		out[i] = sum;
	}
}

int
main()
{
	const dim3 block[] = {{16, 16}, {32, 8}, {7, 5}, {64, 1}, {1, 64}, {8, 4, 2}, {33, 3}};
	const picture size[] = {{100, 37}, {64, 64}, {1, 50}, {131, 2}, {16, 16}};
	std::vector<int> v(4 * 6000);
	unsigned seed = 1;
	int by[81];

	for (int &x : v)
		x = (int)(next_random(seed) % 100);
	for (int &x : by)
		x = (int)(next_random(seed) % 9) - 4;
	CK(cudaMemcpyToSymbol(weight, by, sizeof by));
	int *in = to_device(v), *out = to_device(v);
	for (picture p : size)
		for (dim3 b : block) {
			dim3 g((p.w + b.x - 1) / b.x, (p.h + b.y - 1) / b.y);

			printf("%dx%d, %ux%u:", p.w, p.h, b.x, b.y);
			for (int r = 0; r < 5; r += 2) {
				weighted<<<g, b>>>(in, out, p, r);
				printf(" %08x", checksum_of(out, p.w * p.h));
			}
			greatest<<<g, b>>>(in, out, p.w, p.h);
			printf(" %08x", checksum_of(out, p.w * p.h));
			planes<<<dim3(g.x, g.y, 3), b>>>(in, in + 5, out, p.w, p.h, 4);
			printf(" %08x", checksum_of(out, 3 * p.w * p.h));
			distance<<<g, b>>>(in, out, p.w, p.h);
			printf(" %08x", checksum_of(out, p.w * p.h));
			median<<<g, b>>>(in, out, p.w, p.h);
			printf(" %08x", checksum_of(out, p.w * p.h));
			smaller<<<g, b>>>(in, in + 9, out, p.w, p.h);
			printf(" %08x\n", checksum_of(out, p.w * p.h));
			SYNC();
		}
	for (int n : {1, 30, 1000, 5000})
		for (int r : {-1, 0, 1, 7, 300, 6000}) {
			line<<<3, 96>>>(in + 7, out, n, r);
			SYNC();
			printf("%d, %d: %08x\n", n, r, checksum_of(out, n));
		}
	CK(cudaFree(in));
	CK(cudaFree(out));
	return 0;
}
