// host_openmp: OpenMP in the host part, around and beside kernels.
// flags: -Xcompiler -fopenmp
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <omp.h>

__global__ void
scale(int *p, int n, int k)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] *= k;
}

int
main()
{
	const int n = 1000;
	std::vector<int> a(n);
	long long sum = 0, want = 0;
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = i;
	int *d = to_device(a);
	scale<<<8, 128>>>(d, n, 3);
	SYNC();
	a = to_host(d, n);
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		sum += a[i];
	for (int i = 0; i < n; i++)
		want += 3 * i;
	int threads = 0, in_parallel = 0;
#pragma omp parallel num_threads(3)
	{
#pragma omp atomic
		threads++;
		in_parallel = omp_in_parallel();
	}
	printf("%lld %s, %d threads %d\n", sum, sum == want ? "OK" : "WRONG", threads,
	       in_parallel);
}
