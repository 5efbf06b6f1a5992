// env: HEDDLE_PROTECT=1
// exit: 139
// stderr: the host touches device memory: 0x[0-9a-f]+ is byte 12 of an allocation of 4000 bytes
// Device memory may be copied, but not read by the host.
// out: by hand: HEDDLE_PROTECT is of Heddle alone
#include <cstdio>

static __global__ void
count(int *p)
{
	p[threadIdx.x] = (int)threadIdx.x;
}

int
main()
{
	int *p, all[1000];

	cudaMalloc(&p, sizeof all);
	cudaMemcpy(all, p, 4, cudaMemcpyDeviceToHost);
	printf("%x\n", all[0]);
	count<<<1, 1000>>>(p);
	cudaMemcpy(all, p, sizeof all, cudaMemcpyDeviceToHost);
	printf("%d\n", all[999]);
	fflush(stdout);
	printf("%d\n", p[3]);
	return 0;
}
