// Programs that overwrite what other warps have yet to read, with no barrier in between: on
// a GPU all of them have read it right behind the last one.
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdio>

__inline__ __device__ int
warp_sum(int x)
{
	for (int k = 16; k > 0; k /= 2)
		x += __shfl_down_sync(~0u, x, k);
	return x;
}

// The first sum is read by all, and the second one put in its place.
__global__ void
two_sums(const int *in, int *out, int n)
{
	extern __shared__ int sums[];
	int t = threadIdx.x, sum = 0, first, spread = 0;

	for (int i = t; i < n; i += blockDim.x)
		sum += in[i];
	sum = warp_sum(sum);
	if (t % 32 == 0)
		sums[t / 32] = sum;
	__syncthreads();
	if (t == 0)
		for (unsigned k = 1; k < blockDim.x / 32; k++)
			sums[0] += sums[k];
	__syncthreads();
	first = sums[0];
	for (int i = t; i < n; i += blockDim.x)
		spread += abs(in[i] * n - first);
	spread = warp_sum(spread);
	if (t % 32 == 0)
		sums[t / 32] = spread;
	__syncthreads();
	if (t == 0) {
		for (unsigned k = 1; k < blockDim.x / 32; k++)
			spread += sums[k];
		out[0] = first;
		out[1] = spread;
	}
}

// The same, without anything between reading and writing.
__global__ void
shift(int *a, int rounds)
{
	__shared__ int s[128];
	int t = threadIdx.x;

	s[t] = a[t];
	__syncthreads();
	for (int k = 0; k < rounds; k++) {
		int first = s[0];

		s[t] = first + t + k;
		__syncthreads();
	}
	a[t] = s[t];
}

// Each warp adds up what all of them have found, round by round.
__global__ void
rounds(int *a, int n)
{
	__shared__ int found[32];
	int t = threadIdx.x;

	if (t < 32)
		found[t] = 0;
	__syncthreads();
	for (int k = 0; k < n; k++) {
		int all = warp_sum(a[t] + k);

		if (t % 32 == 0)
			found[t / 32] = all;
		__syncthreads();
		all = warp_sum(found[t % 32]);
		if (t % 32 == 0)
			a[t] = all % 1000;
	}
}

// One thread takes the next piece of work for all.
__global__ void
pieces(int *next, int *done, int n)
{
	__shared__ int mine;

	for (;;) {
		int m;

		if (threadIdx.x == 0)
			mine = atomicAdd(next, 1);
		__syncthreads();
		m = mine;
		if (m >= n)
			break;
		atomicAdd(&done[m], 1);
	}
}

// What each thread has begun with is read before a scan in place, which adds in other places.
__global__ void
scan(int *a)
{
	__shared__ int s[256];
	int t = threadIdx.x, n = blockDim.x, mine;

	s[t] = a[t];
	__syncthreads();
	mine = s[t];
	for (int step = 1; step < n; step *= 2) {
		int i = (t + 1) * step * 2 - 1;

		if (i < n)
			s[i] += s[i - step];
		__syncthreads();
	}
	if (t == 0)
		s[n - 1] = 0;
	__syncthreads();
	for (int step = n / 2; step > 0; step /= 2) {
		int i = (t + 1) * step * 2 - 1;

		if (i < n) {
			int left = s[i - step];

			s[i - step] = s[i];
			s[i] += left;
		}
		__syncthreads();
	}
	a[t] = s[t] + mine;
}

int
main(int argc, char **)
{
	int *a, wrong = 0;

	cudaMallocManaged(&a, 1024 * sizeof *a);
	for (int i = 0; i < 1000; i++)
		a[i] = i % 13;
	two_sums<<<1, 128, 128>>>(a, a + 1000, 1000);
	cudaDeviceSynchronize();
	printf("%d %d\n", a[1000], a[1001]);

	for (int i = 0; i < 128; i++)
		a[i] = 5;
	shift<<<1, 128>>>(a, 4);
	cudaDeviceSynchronize();
	printf("%d %d %d\n", a[0], a[1], a[127]);

	for (int i = 0; i < 128; i++)
		a[i] = i;
	rounds<<<1, 128>>>(a, 3);
	cudaDeviceSynchronize();
	printf("%d %d %d %d\n", a[0], a[32], a[64], a[96]);

	cudaMemset(a, 0, 1024 * sizeof *a);
	pieces<<<2, 96>>>(a, a + 1, 100);
	cudaDeviceSynchronize();
	for (int i = 0; i < 100; i++)
		wrong += a[i + 1] != 96;
	printf("%d wrong\n", wrong);

	for (int k = 0; k < 2; k++) {
		for (int i = 0; i < 256; i++)
			a[i] = i + k;
		if (k == 0)
			scan<<<1, 256>>>(a);
		else
			scan<<<1, 128 * argc>>>(a);
		cudaDeviceSynchronize();
		printf("%d %d %d\n", a[1], a[100], a[127]);
	}
}
