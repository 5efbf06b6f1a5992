// algo_lu: LU decomposition and Cholesky of a small matrix inside one block; entries
// stay exact.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cmath>

enum { N = 16 };

__global__ void
lu(float *m)
{
	__shared__ float s[N][N];
	int x = threadIdx.x, y = threadIdx.y;
	s[y][x] = m[y * N + x];
	__syncthreads();
	for (int k = 0; k < N - 1; k++) {
		if (y > k && x == k)
			s[y][k] /= s[k][k];
		__syncthreads();
		if (y > k && x > k)
			s[y][x] -= s[y][k] * s[k][x];
		__syncthreads();
	}
	m[y * N + x] = s[y][x];
}

__global__ void
cholesky(float *m)
{
	__shared__ float s[N][N];
	int x = threadIdx.x, y = threadIdx.y;
	s[y][x] = m[y * N + x];
	for (int k = 0; k < N; k++) {
		__syncthreads();
		if (x == k && y == k)
			s[k][k] = sqrtf(s[k][k]);
		__syncthreads();
		if (x == k && y > k)
			s[y][k] /= s[k][k];
		__syncthreads();
		if (x > k && y >= x)
			s[y][x] -= s[y][k] * s[x][k];
	}
	__syncthreads();
	m[y * N + x] = y >= x ? s[y][x] : 0;
}

int
main()
{
	// Products of small integers and powers of two: every intermediate value is
	// exact.
	std::vector<float> l(N * N, 0), u(N * N, 0), m(N * N, 0), want(N * N),
		c(N * N, 0), sym(N * N, 0);
	unsigned seed = 8;
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++) {
			if (x < y)
				l[y * N + x] = (int)(next_random(seed) % 5) - 2;
			if (x > y)
				u[y * N + x] = (int)(next_random(seed) % 7) - 3;
			if (x == y) {
				l[y * N + x] = 1;
				u[y * N + x] = (float)(1 << (y % 3));
			}
			want[y * N + x] = x < y ? l[y * N + x] : u[y * N + x];
			c[y * N + x] = x < y    ? (int)(next_random(seed) % 5) - 2
				       : x == y ? (float)(1 << (y % 3))
						: 0;
		}
	for (int y = 0; y < N; y++)
		for (int x = 0; x < N; x++)
			for (int k = 0; k < N; k++) {
				m[y * N + x] += l[y * N + k] * u[k * N + x];
				sym[y * N + x] += c[y * N + k] * c[x * N + k];
			}
	float *d = to_device(m);
	lu<<<1, dim3(N, N)>>>(d);
	SYNC();
	std::vector<float> got = to_host(d, N * N);
	for (float &v : got)
		v += 0.0f; // -0 and 0 are the same here
	for (float &v : want)
		v += 0.0f;
	same("LU", got, want);
	d = to_device(sym);
	cholesky<<<1, dim3(N, N)>>>(d);
	SYNC();
	got = to_host(d, N * N);
	for (float &v : got)
		v += 0.0f;
	same("Cholesky", got, c);
}
