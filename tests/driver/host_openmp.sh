# SPDX-License-Identifier: Apache-2.0
# Host code with OpenMP, as nvcc users write it.
. "$ROOT/tests/driver/common.bash"

cat >a.cu <<'END'
#include <cstdio>
#include <omp.h>
__global__ void add(int *p) { atomicAdd(p, 1); }
int main()
{
	int *p, h;
	cudaMallocManaged(&p, sizeof *p);
	*p = 0;
#pragma omp parallel for num_threads(4)
	for (int i = 0; i < 20; i++)
		add<<<2, 5>>>(p);
	cudaDeviceSynchronize();
	h = *p;
	printf("%d %d\n", h, omp_get_max_threads() > 0);
}
END
"$HDCC" -Xcompiler -fopenmp a.cu -o app
prints "200 1" ./app
"$HDCC" -fopenmp -c a.cu
"$HDCC" -fopenmp a.o -o app2
prints "200 1" ./app2
