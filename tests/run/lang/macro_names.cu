// macro_names: the headers do without the short names that programs like for macros.
// flags: -std=c++17 -DT=int -DN=64 -DM=(x) -DK=(y) -DF=float -DS=0 -DU=1 -DV=2 -DA=3 -DB=4 -DC=5 -DD=6 -DP=7 -DR=8
// flags: --heddle-quick
// out: by hand
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuComplex.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <curand_kernel.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>
#include <mma.h>
#include <nvToolsExt.h>
#include <stdio.h>

__global__ void
sum(const T *in, T *out)
{
	auto block = cooperative_groups::this_thread_block();
	auto tile = cooperative_groups::tiled_partition<32>(block);
	T s = cooperative_groups::reduce(tile, in[threadIdx.x],
					 cooperative_groups::plus<int>());

	if (tile.thread_rank() == 0)
		atomicAdd(out, s);
}

int
main()
{
	T *p;

	cudaMallocManaged(&p, (N + 1) * sizeof *p);
	for (int i = 0; i < N; i++)
		p[i] = i;
	p[N] = 0;
	sum<<<1, N>>>(p, p + N);
	cudaDeviceSynchronize();
	printf("%d\n", p[N]);
	cudaFree(p);
	return 0;
}
