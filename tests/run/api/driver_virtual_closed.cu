// env: HEDDLE_PROTECT=1
// exit: 139
// stderr: the host touches device memory: 0x[0-9a-f]+ is byte 16 of an allocation of 2097152 bytes
// Mapped memory is closed to the host, too, and new memory is not empty.
// out: by hand: HEDDLE_PROTECT is of Heddle alone
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

static __global__ void
add(unsigned *p)
{
	p[threadIdx.x] += threadIdx.x;
}

int
main()
{
	CUmemAllocationProp prop = {};
	CUmemAccessDesc access = {};
	CUmemGenericAllocationHandle h;
	CUdeviceptr p, q;
	size_t unit;
	unsigned all[64];

	cudaFree(nullptr);
	prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	access.location = prop.location;
	cuMemGetAllocationGranularity(&unit, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
	cuMemCreate(&h, unit, &prop, 0);
	cuMemAddressReserve(&p, 2 * unit, 0, 0, 0);
	q = p + unit;
	cuMemMap(p, unit, 0, h, 0);
	cuMemMap(q, unit, 0, h, 0);
	access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	cuMemSetAccess(p, unit, &access, 1);
	access.flags = CU_MEM_ACCESS_FLAGS_PROT_READ;
	cuMemSetAccess(q, unit, &access, 1);
	add<<<1, 64>>>((unsigned *)p);
	cudaMemcpy(all, (void *)q, sizeof all, cudaMemcpyDeviceToHost);
	printf("%x\n", all[63]);
	printf("%s\n", cudaGetErrorName(cudaMemcpy((void *)q, all, sizeof all,
						   cudaMemcpyHostToDevice)));
	fflush(stdout);
	return ((volatile int *)p)[4];
}
