// barrier_branches: barriers in both branches of an if that differs between warps of a
// block.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

// Producer warps and a consumer warp meet at barriers written in different places.
__global__ void
roles(int *out)
{
	__shared__ int box[96];
	__shared__ int total;
	int t = threadIdx.x;
	if (t < 32) {
		int sum = 0;
		for (int round = 0; round < 4; round++) {
			__syncthreads(); // filled
			for (int i = t; i < 96; i += 32)
				sum += box[i];
			__syncthreads(); // emptied
		}
		box[t] = sum;
		__syncthreads();
		if (t == 0) {
			int k = 0;
			for (int i = 0; i < 32; i++)
				k += box[i];
			total = k;
		}
		__syncthreads();
	} else {
		for (int round = 0; round < 4; round++) {
			box[t - 32] = t * (round + 1) + blockIdx.x;
			__syncthreads();
			__syncthreads();
		}
		__syncthreads();
		__syncthreads();
	}
	out[blockIdx.x * blockDim.x + t] = total;
}

// Two different barriers in the two arms, and code before and after each.
__global__ void
arms(int *out)
{
	__shared__ int a[64], b[64];
	int t = threadIdx.x, r;
	if (t / 32 % 2 == 0) {
		a[t] = t;
		__syncthreads();
		r = b[63 - t];
	} else {
		b[t] = t * 100;
		__syncthreads();
		r = a[63 - t];
	}
	__syncthreads();
	out[t] = r;
}

// The else branch has the barrier of another level.
__global__ void
levels(int *out)
{
	__shared__ int s[128];
	int t = threadIdx.x, w = t / 32, v = 0;
	if (w == 0) {
		s[t] = 1;
		__syncthreads();
		v = s[t + 96];
	} else if (w == 1) {
		s[t] = 2;
		__syncthreads();
		v = s[t - 32];
	} else {
		s[t] = w * 10;
		if (w == 2) {
			__syncthreads();
			v = s[t - 32];
		} else {
			__syncthreads();
			v = s[t - 32] + 1;
		}
	}
	out[t] = v;
}

int
main()
{
	int *d = device_array<int>(3 * 128);
	roles<<<3, 128>>>(d);
	SYNC();
	std::vector<int> want(3 * 128);
	for (int i = 0; i < 3 * 128; i++) {
		int sum = 0;
		for (int t = 32; t < 128; t++)
			sum += t * 10 + 4 * (i / 128);
		want[i] = sum;
	}
	same("roles", to_host(d, 384), want);
	arms<<<1, 64>>>(d);
	SYNC();
	std::vector<int> w2(64);
	for (int t = 0; t < 64; t++)
		w2[t] = t < 32 ? (63 - t) * 100 : 63 - t;
	same("arms", to_host(d, 64), w2);
	levels<<<1, 128>>>(d);
	SYNC();
	std::vector<int> h = to_host(d, 128);
	printf("levels %d %d %d %d\n", h[5], h[37], h[69], h[101]);
}
