// algo_stencil: 1-D with a shared halo, 2-D five-point, 3-D seven-point, in integers.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { R = 3, B = 64 };

__global__ void
stencil1(const int *in, int *out, int n)
{
	__shared__ int s[B + 2 * R];
	int i = blockIdx.x * B + threadIdx.x, l = threadIdx.x + R;
	s[l] = i < n ? in[i] : 0;
	if (threadIdx.x < R) {
		s[l - R] = i >= R ? in[i - R] : 0;
		s[l + B] = i + B < n ? in[i + B] : 0;
	}
	__syncthreads();
	if (i >= n)
		return;
	int v = 0;
	for (int k = -R; k <= R; k++)
		v += s[l + k] * (k + 4);
	out[i] = v;
}

__global__ void
stencil2(const int *in, int *out, int w, int h)
{
	__shared__ int s[10][18];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
	int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
	auto at = [&](int px, int py) {
		return px >= 0 && px < w && py >= 0 && py < h ? in[py * w + px] : 0;
	};
	s[ly][lx] = at(x, y);
	if (threadIdx.x == 0)
		s[ly][0] = at(x - 1, y);
	if (threadIdx.x == 15)
		s[ly][17] = at(x + 1, y);
	if (threadIdx.y == 0)
		s[0][lx] = at(x, y - 1);
	if (threadIdx.y == 7)
		s[9][lx] = at(x, y + 1);
	__syncthreads();
	if (x < w && y < h)
		out[y * w + x] = 4 * s[ly][lx] - s[ly][lx - 1] - s[ly][lx + 1] -
				 s[ly - 1][lx] - s[ly + 1][lx];
}

__global__ void
stencil3(const int *in, int *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x,
	    y = blockIdx.y * blockDim.y + threadIdx.y;
	int z = blockIdx.z * blockDim.z + threadIdx.z;
	if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1)
		return;
	int i = (z * n + y) * n + x;
	out[i] = 6 * in[i] - in[i - 1] - in[i + 1] - in[i - n] - in[i + n] -
		 in[i - n * n] - in[i + n * n];
}

int
main()
{
	unsigned seed = 6;
	const int n = 1000, w = 50, h = 30, m = 18;
	std::vector<int> a(n), w1(n, 0), b(w * h), w2(w * h), c(m * m * m),
		w3(m * m * m, 0);
	for (int &v : a)
		v = next_random(seed) % 100;
	for (int &v : b)
		v = next_random(seed) % 100;
	for (int &v : c)
		v = next_random(seed) % 100;
	for (int i = 0; i < n; i++)
		for (int k = -R; k <= R; k++)
			w1[i] += (i + k >= 0 && i + k < n ? a[i + k] : 0) * (k + 4);
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++)
			w2[y * w + x] = 4 * b[y * w + x] - (x ? b[y * w + x - 1] : 0) -
					(x + 1 < w ? b[y * w + x + 1] : 0) -
					(y ? b[y * w + x - w] : 0) -
					(y + 1 < h ? b[y * w + x + w] : 0);
	for (int z = 1; z < m - 1; z++)
		for (int y = 1; y < m - 1; y++)
			for (int x = 1; x < m - 1; x++) {
				int i = (z * m + y) * m + x;
				w3[i] = 6 * c[i] - c[i - 1] - c[i + 1] - c[i - m] -
					c[i + m] - c[i - m * m] - c[i + m * m];
			}
	int *o = device_array<int>(m * m * m);
	stencil1<<<(n + B - 1) / B, B>>>(to_device(a), o, n);
	SYNC();
	same("1-D", to_host(o, n), w1);
	stencil2<<<dim3(4, 4), dim3(16, 8)>>>(to_device(b), o, w, h);
	SYNC();
	same("2-D", to_host(o, w * h), w2);
	CK(cudaMemset(o, 0, m * m * m * sizeof(int)));
	stencil3<<<dim3(5, 5, 5), dim3(4, 4, 4)>>>(to_device(c), o, m);
	SYNC();
	same("3-D", to_host(o, m * m * m), w3);
}
