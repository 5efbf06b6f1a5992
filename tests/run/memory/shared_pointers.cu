// Tables of pointers to shared memory: two buffers in turn, parts of one array, structs of them,
// picked by the thread or by a loop; and shared memory that is read by its 32-bit address alone.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

struct view {
	int *p;
	int n;
	__device__ int operator[](int i) const { return p[i % n]; }
};

__global__ void turns(int *out, int rounds)
{
	__shared__ int a[64], b[64];
	int *buffer[2] = {a, b};
	int t = threadIdx.x;

	a[t] = t;
	b[t] = 0;
	__syncthreads();
	for (int k = 0; k < rounds; k++) {
		buffer[(k + 1) & 1][t] = buffer[k & 1][(t + 1) % 64] + k;
		__syncthreads();
	}
	out[t] = buffer[rounds & 1][t];
}

__device__ int pick(int i, int *x, int k)
{
	__shared__ int own[3];
	int *const of[3] = {own, x, own + 1};

	if (k == 0)
		own[0] = own[1] = own[2] = 5;
	__syncthreads();
	return of[i % 3][i % 2];
}

__global__ void parts(int *out)
{
	__shared__ int s[96];
	__shared__ double d[32];
	struct {
		int first;
		int *part[3];
		double *d;
		float last;
	} all = {7, {s, s + 32, &s[64]}, d, 0.5f};
	view v[2] = {{s, 32}, {s + 16, 80}};
	int t = threadIdx.x;

	for (int k = t; k < 96; k += 32)
		s[k] = k * k;
	d[t] = t / 2.0;
	__syncthreads();
	out[t] = all.part[t % 3][t] + all.first + (int)(all.d[31 - t] * 2) + (int)(all.last * 4) +
		 v[t & 1][t + 20] + pick(t, s, t);
}

// Nobody seems to read what is written.
__global__ void by_address(int *out, int x)
{
	__shared__ int s, r[32];
	int t = threadIdx.x;
	unsigned at = (unsigned)__cvta_generic_to_shared(&s), row = (unsigned)__cvta_generic_to_shared(r);

	if (t == 0)
		s = x;
	r[t] = t;
	__syncthreads();
	out[t] = *(int *)__cvta_shared_to_generic(at) + *(int *)__cvta_shared_to_generic(row + 4 * (t ^ 1)) * 100;
}

int main()
{
	int *out = device_array<int>(64), host[64];

	for (int rounds = 0; rounds < 4; rounds++) {
		turns<<<1, 64>>>(out, rounds);
		cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
		printf("turns %d:", rounds);
		for (int k = 0; k < 64; k += 9)
			printf(" %d", host[k]);
		printf("\n");
	}
	parts<<<1, 32>>>(out);
	cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
	printf("parts:");
	for (int k = 0; k < 32; k++)
		printf(" %d", host[k]);
	by_address<<<1, 32>>>(out, 7);
	cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
	printf("\nby address:");
	for (int k = 0; k < 32; k++)
		printf(" %d", host[k]);
	printf("\n%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	return 0;
}
