// copy_legal: what CUDA's copies and fills take: pointers into the middle, whole allocations,
// memory of every kind on either side, and device memory as the host's side.
// flags: -lcuda
// out: by hand
#include "../test.h"

#include <cuda.h>

enum { N = 1000 };

__device__ char variable[100];
__constant__ char constant[100];
__managed__ char managed_variable[100];
static __device__ char unnamed[100]; // by no host code
__device__ char *place, *text;

__global__ void
tell()
{
	unnamed[0] = 1;
	place = unnamed;
	text = (char *)"text";
}

static char host_array[2 * N];

static void
kinds(char *d, char *p)
{
	char local[16] = {};

	// p is memory that both sides have.
	CK(cudaMemcpy(d, p, N, cudaMemcpyHostToDevice));
	CK(cudaMemcpy(d, p, N, cudaMemcpyDeviceToDevice));
	CK(cudaMemcpy(d, p, N, cudaMemcpyDefault));
	CK(cudaMemcpy(p, d, N, cudaMemcpyDeviceToHost));
	CK(cudaMemcpy(p, d, N, cudaMemcpyDeviceToDevice));
	CK(cudaMemcpy(p, host_array, N, cudaMemcpyHostToDevice));
	CK(cudaMemcpy(host_array, p, N, cudaMemcpyDeviceToHost));
	CK(cudaMemcpy(p + N - 16, local, 16, cudaMemcpyHostToHost));
	CK(cudaMemset(p, 3, N));
	CK(cudaMemset(p + N - 1, 3, 1));
	CK(cudaMemcpyAsync(d + N - 16, p + N - 16, 16, cudaMemcpyDefault, 0));
	CK(cudaMemcpy2D(d, 100, p, 100, 100, 10, cudaMemcpyDefault));
	CK(cudaMemcpy2D(d + 50, 100, p + 50, 100, 50, 10, cudaMemcpyDeviceToDevice));
}

static void
zero(char *d)
{
	CK(cudaMemcpy(d + N, d, 0, cudaMemcpyDeviceToDevice));
	CK(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
	CK(cudaMemcpy(host_array, host_array, 0, cudaMemcpyDeviceToDevice));
	CK(cudaMemset(d + N, 0, 0));
	CK(cudaMemset(nullptr, 0, 0));
	CK(cudaMemcpy2D(d, 100, host_array, 100, 0, 1000, cudaMemcpyHostToDevice));
}

static void
variables(char *d)
{
	char *p, h[100] = {};

	CK(cudaGetSymbolAddress((void **)&p, variable));
	CK(cudaMemcpy(p, h, 100, cudaMemcpyHostToDevice));
	CK(cudaMemcpy(h, p + 99, 1, cudaMemcpyDeviceToHost));
	CK(cudaMemcpy(d, p, 100, cudaMemcpyDeviceToDevice));
	CK(cudaMemset(p, 5, 100));
	CK(cudaGetSymbolAddress((void **)&p, constant));
	CK(cudaMemcpy(p, h, 100, cudaMemcpyHostToDevice));
	CK(cudaMemcpy(managed_variable, d, 100, cudaMemcpyDeviceToDevice));
	CK(cudaMemset(managed_variable, 5, 100));
	CK(cudaMemcpyToSymbol(variable, d, 100, 0, cudaMemcpyDeviceToDevice));
	CK(cudaMemcpyFromSymbol(d, variable, 100, 0, cudaMemcpyDefault));
	tell<<<1, 1>>>();
	CK(cudaMemcpyFromSymbol(&p, place, sizeof p));
	CK(cudaMemcpy(h, p, 100, cudaMemcpyDeviceToHost));
	CK(cudaMemset(p, 6, 100));
	CK(cudaMemcpyFromSymbol(&p, text, sizeof p));
	CK(cudaMemcpy(h + 1, p, 5, cudaMemcpyDeviceToHost));
	printf("%d %s\n", h[0], h + 1);
}

// Two pieces of memory, mapped side by side, are one array.
static void
mapped(char *h)
{
	CUmemAllocationProp about = {};
	CUmemAccessDesc access = {};
	CUmemGenericAllocationHandle piece[2];
	CUdeviceptr at;
	size_t size = 2 << 20;

	about.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	about.location = access.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
	access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	cuMemAddressReserve(&at, 2 * size, 0, 0, 0);
	for (int i = 0; i < 2; i++) {
		cuMemCreate(&piece[i], size, &about, 0);
		cuMemMap(at + i * size, size, 0, piece[i], 0);
	}
	cuMemSetAccess(at, 2 * size, &access, 1);
	CK(cudaMemset((void *)at, 9, 2 * size));
	CK(cudaMemcpy(h, (char *)at + size - N / 2, N, cudaMemcpyDeviceToHost));
	printf("%d %d\n", h[0], h[N - 1]);
	printf("%d\n", cudaMemcpy(h, (char *)at + 2 * size - 1, 2, cudaMemcpyDefault));
	cudaGetLastError();
	cuMemUnmap(at, 2 * size);
	printf("%d\n", cudaMemset((void *)at, 9, 1));
	cudaGetLastError();
	cuMemAddressFree(at, 2 * size);
	for (int i = 0; i < 2; i++)
		cuMemRelease(piece[i]);
}

static void
registered(char *d, char *h)
{
	CK(cudaHostRegister(h, N, 0));
	CK(cudaHostRegister(h + N, N, 0));
	kinds(d, h);
	CK(cudaMemset(h, 1, N));
	CK(cudaHostUnregister(h));
	CK(cudaHostUnregister(h + N));
}

int
main()
{
	char *d, *other, *p, *h = (char *)malloc(4 * N);

	CK(cudaMalloc(&d, N));
	CK(cudaMalloc(&other, N));
	CK(cudaMemset(d, 1, N));
	kinds(d, other); // the host's side may be the device's, too
	CK(cudaMemcpy(other, d, N, cudaMemcpyHostToHost));
	CK(cudaMallocManaged(&p, N));
	kinds(d, p);
	CK(cudaFree(p));
	CK(cudaMallocHost(&p, N));
	kinds(d, p);
	CK(cudaFreeHost(p));
	CK(cudaMallocAsync(&p, N, 0));
	kinds(d, p);
	CK(cudaFreeAsync(p, 0));
	CK(cudaMalloc(&p, 5 << 20));
	CK(cudaMemset(p, 1, 5 << 20));
	kinds(d, p + (5 << 20) - N);
	CK(cudaFree(p));
	zero(d);
	variables(d);
	mapped(h);
	registered(d, h);
	SYNC();
}
