// tile_edges: neighbours inside a tile come from shared memory, those outside from the array, at
// whose borders they are cells themselves: the first and the last thread of a row go other ways.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

template <int W, int H>
__global__ void
sum_of_neighbours(const int *in, int *out, int n, int m)
{
	__shared__ int s[H][W];
	int tx = threadIdx.x, ty = threadIdx.y;
	int x = blockIdx.x * W + tx, y = blockIdx.y * H + ty, i = y * n + x;
	bool inside = x < n && y < m;

	s[ty][tx] = inside ? in[i] : 0;
	__syncthreads();
	if (!inside)
		return;
	int up = ty > 0 ? s[ty - 1][tx] : in[y > 0 ? i - n : i];
	int down = ty < H - 1 && y < m - 1 ? s[ty + 1][tx] : in[y < m - 1 ? i + n : i];
	int left = tx > 0 ? s[ty][tx - 1] : in[x > 0 ? i - 1 : i];
	int right = tx < W - 1 && x < n - 1 ? s[ty][tx + 1] : in[x < n - 1 ? i + 1 : i];

	out[i] = s[ty][tx] + 3 * up + 5 * down + 7 * left + 11 * right;
}

// The same along a line, with branches on the first and the last thread.
__global__ void
line(const float *in, float *out, int n)
{
	extern __shared__ float c[];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, last = blockDim.x - 1;

	c[t + 1] = i < n ? in[i] : 0;
	if (t <= 0)
		c[0] = in[i > 0 && i < n ? i - 1 : 0];
	if (t > last - 1)
		c[t + 2] = in[i < n - 1 ? i + 1 : n - 1];
	__syncthreads();
	if (i < n)
		out[i] = c[t] + 2 * c[t + 1] + 4 * (i < n - 1 ? c[t + 2] : in[n - 1]);
}

static int wrong;

template <int W, int H>
static void
tiles(int n, int m)
{
	std::vector<int> in(n * m), out(n * m);
	int *din = device_array<int>(n * m), *dout = device_array<int>(n * m);

	for (int i = 0; i < n * m; i++)
		in[i] = i * 37 % 101;
	CK(cudaMemcpy(din, in.data(), n * m * sizeof(int), cudaMemcpyHostToDevice));
	sum_of_neighbours<W, H><<<dim3((n + W - 1) / W, (m + H - 1) / H), dim3(W, H)>>>(
		din, dout, n, m);
	SYNC();
	CK(cudaMemcpy(out.data(), dout, n * m * sizeof(int), cudaMemcpyDeviceToHost));
	for (int y = 0; y < m; y++)
		for (int x = 0; x < n; x++) {
			auto at = [&](int y, int x) { return in[y * n + x]; };
			int want = at(y, x) + 3 * at(y > 0 ? y - 1 : y, x) +
				   5 * at(y < m - 1 ? y + 1 : y, x) +
				   7 * at(y, x > 0 ? x - 1 : x) +
				   11 * at(y, x < n - 1 ? x + 1 : x);

			if (out[y * n + x] != want && !wrong++)
				printf("<%d, %d> %d x %d: (%d, %d) is %d, not %d\n", W,
				       H, n, m, x, y, out[y * n + x], want);
		}
	CK(cudaFree(din));
	CK(cudaFree(dout));
}

static void
lines(int n, int threads)
{
	std::vector<float> in(n), out(n);
	float *din = device_array<float>(n), *dout = device_array<float>(n);

	for (int i = 0; i < n; i++)
		in[i] = i % 23;
	CK(cudaMemcpy(din, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
	line<<<(n + threads - 1) / threads, threads, (threads + 2) * sizeof(float)>>>(
		din, dout, n);
	SYNC();
	CK(cudaMemcpy(out.data(), dout, n * sizeof(float), cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++) {
		float want = in[i > 0 ? i - 1 : 0] + 2 * in[i] +
			     4 * in[i < n - 1 ? i + 1 : n - 1];

		if (out[i] != want && !wrong++)
			printf("line of %d by %d: [%d] is %g, not %g\n", n, threads, i,
			       out[i], want);
	}
}

int
main()
{
	tiles<16, 16>(64, 48);
	tiles<16, 16>(50, 33);
	tiles<8, 4>(40, 40);
	tiles<32, 8>(31, 70);
	tiles<5, 3>(22, 17);
	tiles<2, 2>(9, 9);
	tiles<1, 8>(7, 20);
	lines(200, 64);
	lines(130, 32);
	lines(33, 2);
	lines(20, 1);
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
