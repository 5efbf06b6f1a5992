// launch_errors: wrong launches give CUDA's error codes, leave no trace, and do not run
// the kernel.
// quick
// Bad dimensions are error 9, as in all versions of CUDA up to 12; CUDA 13 says 1,
// invalid argument.
// out: by hand, after the manuals of CUDA and its libraries
#include "../test.h"

__device__ int ran;
__global__ void
run(int *)
{
	ran = 1;
}
__global__ void
big_shared(int *p)
{
	__shared__ int s[1024];
	s[threadIdx.x] = 1;
	p[0] = s[threadIdx.x];
}

static void
show(const char *what)
{
	cudaError_t peek = cudaPeekAtLastError(), e = cudaGetLastError();
	printf("%s: %d %s: %s%s\n", what, e, cudaGetErrorName(e), cudaGetErrorString(e),
	       peek == e && cudaGetLastError() == cudaSuccess ? "" : " (not cleared)");
}

int
main()
{
	int *d = device_array<int>(1);
	run<<<1, 1025>>>(d);
	show("1025 threads");
	run<<<1, dim3(32, 33)>>>(d);
	show("32 x 33 threads");
	run<<<1, dim3(1, 1, 65)>>>(d);
	show("65 threads in z");
	run<<<1, 0>>>(d);
	show("no threads");
	run<<<0, 1>>>(d);
	show("no blocks");
	run<<<dim3(1, 65536), 1>>>(d);
	show("65536 blocks in y");
	run<<<dim3(1, 1, 65536), 1>>>(d);
	show("65536 blocks in z");
	run<<<0x80000000u, 1>>>(d);
	show("2^31 blocks in x");
	run<<<1, 1, 48 * 1024 + 1>>>(d);
	show("more than 48 KB of shared memory");
	run<<<1, 1, 100 << 20>>>(d);
	show("100 MB of shared memory");
	big_shared<<<1, 1, 45 * 1024>>>(d);
	show("static and dynamic together too big");
	void *args[] = {&d};
	cudaError_t e =
		cudaLaunchKernel((const void *)nullptr, dim3(1), dim3(1), args, 0, 0);
	printf("null kernel: returned %d, ", e);
	show("last");
	int not_a_kernel;
	e = cudaLaunchKernel((const void *)&not_a_kernel, dim3(1), dim3(1), args, 0, 0);
	printf("not a kernel: %s, %s\n", e != cudaSuccess ? "refused" : "accepted",
	       cudaGetLastError() == e ? "kept" : "lost");
	CK(cudaDeviceSynchronize());
	int r = -1;
	CK(cudaMemcpyFromSymbol(&r, ran, sizeof r));
	printf("ran %d\n", r);
	run<<<1, 1>>>(d);
	SYNC();
	CK(cudaMemcpyFromSymbol(&r, ran, sizeof r));
	printf("ran %d\n", r);
}
