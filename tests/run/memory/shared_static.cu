// shared_static: static shared arrays, two-dimensional ones, one per block, several
// kernels.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
reverse(int *d)
{
	__shared__ int s[64];
	int t = threadIdx.x, base = blockIdx.x * 64;
	s[t] = d[base + t];
	__syncthreads();
	d[base + t] = s[63 - t];
}

__global__ void
transpose_tile(const short *in, short *out, int n)
{
	__shared__ short tile[16][17];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	tile[threadIdx.y][threadIdx.x] = in[y * n + x];
	__syncthreads();
	x = blockIdx.y * 16 + threadIdx.x;
	y = blockIdx.x * 16 + threadIdx.y;
	out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

// A scalar in shared memory, written by one thread, read by all.
__global__ void
broadcast(int *out)
{
	__shared__ int chosen;
	__shared__ unsigned char flag;
	if (threadIdx.x == blockIdx.x) {
		chosen = 1000 + threadIdx.x;
		flag = 200;
	}
	__syncthreads();
	out[blockIdx.x * blockDim.x + threadIdx.x] = chosen + flag;
}

int
main()
{
	std::vector<int> a(640), want(640);
	for (int i = 0; i < 640; i++) {
		a[i] = i * 7;
		want[i] = ((i / 64) * 64 + 63 - i % 64) * 7;
	}
	int *d = to_device(a);
	reverse<<<10, 64>>>(d);
	SYNC();
	same("reverse", to_host(d, 640), want);

	const int n = 64;
	std::vector<short> m(n * n), t(n * n);
	for (int i = 0; i < n * n; i++)
		m[i] = (short)i;
	for (int i = 0; i < n * n; i++)
		t[i] = m[(i % n) * n + i / n];
	short *dm = to_device(m), *dt = device_array<short>(n * n);
	transpose_tile<<<dim3(4, 4), dim3(16, 16)>>>(dm, dt, n);
	SYNC();
	same("transpose", to_host(dt, n * n), t);

	broadcast<<<20, 32>>>(d);
	SYNC();
	for (int i = 0; i < 640; i++)
		want[i] = 1200 + i / 32;
	same("broadcast", to_host(d, 640), want);
}
