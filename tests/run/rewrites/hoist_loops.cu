// Loops that do the same for every thread of a launch, and some that only seem to.
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdio>

__device__ float
sum(const float *in, int n)
{
	float total = 0;

	for (int i = 0; i < n; i++)
		total += in[i];
	return total;
}

__global__ void
normalize(float *out, const float *in, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	float total = sum(in, n);

	if (t < n)
		out[t] = in[t] / total;
}

// two values, one of them found on the way; nested loops; a struct parameter
struct matrix { const int *at; int rows, columns; };

__global__ void
extremes(int *out, matrix m)
{
	int most = m.at[0], where = 0;

	for (int y = 0; y < m.rows; y++)
		for (int x = 0; x < m.columns; x++)
			if (m.at[y * m.columns + x] > most) {
				most = m.at[y * m.columns + x];
				where = y * m.columns + x;
			}
	out[blockIdx.x * blockDim.x + threadIdx.x] = most * 100 + where + threadIdx.x;
}

// the array is read by all of the only block before any thread of it writes
__global__ void
in_place(float *a, int n)
{
	float total = sum(a, n);

	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		a[i] /= total;
}

// what each block reads is its own
__global__ void
per_block(float *out, const float *in, int n)
{
	float total = sum(in + blockIdx.x, n);

	out[blockIdx.x * blockDim.x + threadIdx.x] = total + threadIdx.x;
}

// not everybody runs through it: with n = 0 there is nothing that may be read
__global__ void
guarded(float *out, const float *in, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (t < n) {
		float total = 0;

		for (int i = 0; i < n; i++)
			total += in[i * 1000000];
		out[t] = total;
	}
}

// threads take numbers: what they read changes all the time
__global__ void
counted(int *next, int *out, const int *steps)
{
	int k = 0;

	for (int i = 0; i < *steps; i++)
		k += i;
	out[atomicAdd(next, 1)] = k;
}

int
main()
{
	enum { N = 300 };
	float *a, *out;
	int *k, *m;

	cudaMallocManaged(&a, (N + 8) * sizeof *a);
	cudaMallocManaged(&out, N * sizeof *out);
	cudaMallocManaged(&k, N * sizeof *k);
	cudaMallocManaged(&m, N * sizeof *m);
	for (int i = 0; i < N + 8; i++)
		a[i] = i % 7 + 1;
	for (int i = 0; i < N; i++)
		m[i] = i * 37 % 211;
	normalize<<<(N + 31) / 32, 32>>>(out, a, N);
	cudaDeviceSynchronize();
	printf("normalize %g %g\n", out[0] * 1197, out[299] * 1197);
	a[0] = 1001; // another launch reads again
	normalize<<<(N + 31) / 32, 32>>>(out, a, N);
	cudaDeviceSynchronize();
	printf("again %g %g\n", out[0] * 2197, out[299] * 2197);
	normalize<<<4, 32>>>(out, nullptr, 0);
	extremes<<<3, 16>>>(k, matrix{m, 12, 17});
	cudaDeviceSynchronize();
	printf("extremes %d %d\n", k[0], k[47]);
	per_block<<<5, 8>>>(out, a, 4);
	cudaDeviceSynchronize();
	printf("per block %g %g %g\n", out[0], out[8], out[39]);
	guarded<<<2, 32>>>(out, nullptr, 0);
	a[0] = 1;
	in_place<<<1, 64>>>(a, N);
	cudaDeviceSynchronize();
	printf("in place %g %g\n", a[0] * 1197, a[299] * 1197);
	k[0] = 0, m[0] = 5;
	counted<<<4, 8>>>(k, k + 1, m);
	cudaDeviceSynchronize();
	printf("counted %d %d\n", k[0], k[32]);
	printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
