// Reductions as they were written when a warp had one program counter: no __syncwarp in
// the last steps, with and without volatile, below conditions and behind barriers that
// only some threads reach.
// out: by hand: what a GPU prints where all threads keep pace; with others a race shows
#include <cstdio>

enum { N = 128 };

template <int offset> struct tail {
	static __device__ void
	run(double *a, double *out)
	{
		if (offset > 16)
			__syncthreads();
		if (threadIdx.x < offset) {
			a[threadIdx.x] += a[threadIdx.x + offset];
			tail<offset / 2>::run(a, out);
		}
	}
};

template <> struct tail<0> {
	static __device__ void run(double *a, double *out) { out[blockIdx.x] = a[0]; }
};

__global__ void
nested(double *out)
{
	__shared__ double a[N], b[N];

	a[threadIdx.x] = threadIdx.x * 2 + 2;
	b[threadIdx.x] = blockIdx.x;
	tail<N / 2>::run(a, out);
	tail<N / 2>::run(b, out + gridDim.x);
}

__global__ void
classic(int *out)
{
	__shared__ int s[N];
	int t = threadIdx.x;

	s[t] = t + 1;
	__syncthreads();
	for (int d = N / 2; d > 32; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t < 32) {
		volatile int *v = s;

		v[t] += v[t + 32];
		v[t] += v[t + 16];
		v[t] += v[t + 8];
		v[t] += v[t + 4];
		v[t] += v[t + 2];
		v[t] += v[t + 1];
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

// A scan within each warp.
__global__ void
scan(int *out)
{
	__shared__ volatile int s[2 * N];
	int lane = threadIdx.x & 31, i = 2 * threadIdx.x - lane;

	s[i] = 0;
	i += 32;
	s[i] = 1;
	for (int d = 1; d < 32; d *= 2)
		s[i] += s[i - d];
	out[threadIdx.x] = s[i];
}

// The steps in a loop, the memory not volatile.
__global__ void
steps(int *out)
{
	__shared__ int s[N];
	int t = threadIdx.x;

	s[t] = t + 1;
	if (t < 32)
		for (int d = 16; d > 0; d /= 2)
			if (t < d)
				s[t] += s[t + d];
	if (t == 0)
		out[0] = s[0];
}

// The last thread of a warp tells the others.
__global__ void
broadcast(int *out)
{
	__shared__ volatile int s[N / 32];
	int t = threadIdx.x;

	if (t % 32 == 31)
		s[t / 32] = t;
	out[t] = s[t / 32];
}

static __device__ void
turn(volatile int *from, volatile int *to, int t, int d)
{
	to[t] = from[t] + from[t ^ d];
}

// Two arrays that take turns, in memory whose size the launch gives.
__global__ void
turns(int *out)
{
	extern __shared__ int s[];
	volatile int *from = s, *to = s + N;
	int t = threadIdx.x;

	from[t] = t;
	for (int d = 1; d < 32; d *= 2) {
		volatile int *swap = from;

		turn(from, to, t, d);
		from = to;
		to = swap;
	}
	out[t] = from[t];
}

// In global memory, of which each block has its part.
__global__ void
in_global(int *all)
{
	int *mine = all + blockIdx.x * 64, t = threadIdx.x;

	if (t < 32) {
		volatile int *v = mine;

		v[t] += v[t + 32];
		v[t] += v[t + 16];
		v[t] += v[t + 8];
		v[t] += v[t + 4];
		v[t] += v[t + 2];
		v[t] += v[t + 1];
	}
}

int
main()
{
	double *d, sum = 0;
	int *p, right = 0;

	cudaMallocManaged(&d, 8 * sizeof *d);
	cudaMallocManaged(&p, N * sizeof *p);
	nested<<<4, N>>>(d);
	cudaDeviceSynchronize();
	for (int k = 0; k < 8; k++)
		sum += d[k];
	printf("%g %g %g\n", d[0], d[7], sum);
	classic<<<2, N>>>(p);
	cudaDeviceSynchronize();
	printf("%d %d\n", p[0], p[1]);
	scan<<<1, N>>>(p);
	cudaDeviceSynchronize();
	for (int k = 0; k < N; k++)
		right += p[k] == k % 32 + 1;
	printf("%d\n", right);
	steps<<<1, N>>>(p);
	cudaDeviceSynchronize();
	printf("%d\n", p[0]);
	broadcast<<<1, N>>>(p);
	cudaDeviceSynchronize();
	printf("%d %d %d\n", p[0], p[31], p[32]);
	turns<<<1, N, 2 * N * sizeof *p>>>(p);
	cudaDeviceSynchronize();
	printf("%d %d %d\n", p[0], p[31], p[32]);
	for (int k = 0; k < N; k++)
		p[k] = k + 1;
	in_global<<<2, 64>>>(p);
	cudaDeviceSynchronize();
	printf("%d %d\n", p[0], p[64]);
	cudaFree(d);
	cudaFree(p);
	return 0;
}
