// private_overrun: an element written one past a private array is nobody else's: not another
// thread's, not another variable's, not the runtime's.
// out: host code of the same program
#include "../test.h"

__global__ void
one_past(int *out, int n)
{
	int a[7], b[3];

	for (int i = 0; i < 3; i++)
		b[i] = threadIdx.x * 10 + i;
	for (int i = 0; i < n; i++)
		a[i] = threadIdx.x + i;
	int sum = 0;
	for (int i = 0; i < 7; i++)
		sum += a[(i * 3 + n) % 7];
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum * 100 + b[(n + 1) % 3] % 100;
}

__global__ void
past_a_barrier(int *out, int n)
{
	int a[7];

	for (int i = 0; i < n; i++)
		a[i] = threadIdx.x + i;
	__syncthreads();
	int sum = 0;
	for (int i = 0; i < 7; i++)
		sum += a[(i * 3 + n) % 7];
	__syncthreads();
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum + a[n % 7];
}

int
main()
{
	int *d = device_array<int>(256), bad = 0;

	one_past<<<4, 64>>>(d, 8);
	SYNC();
	auto a = to_host(d, 256);
	past_a_barrier<<<4, 64>>>(d, 8);
	SYNC();
	auto b = to_host(d, 256);
	for (int i = 0; i < 256; i++) {
		int t = i % 64, sum = 7 * t + 21;

		bad += a[i] != sum * 100 + t * 10 % 100;
		bad += b[i] != sum + t + 1;
	}
	printf("%d\n", bad);
}
