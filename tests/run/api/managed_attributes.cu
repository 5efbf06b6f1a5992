// out: by hand, after the manuals: the memory that each variable is in, addresses inside too
// quick
#include <cstdio>

__managed__ int number = 3;
static __device__ __managed__ double field[100];
__device__ int own[4];
__constant__ int table[4];
int plain;

__global__ void
add()
{
	number += 1;
	field[7] += 2;
	own[0] = table[0];
}

static void
tell(const char *name, const void *p)
{
	cudaPointerAttributes a;

	cudaPointerGetAttributes(&a, p);
	printf("%s: %s, device %d, host %d\n", name,
	       a.type == cudaMemoryTypeManaged  ? "managed"
	       : a.type == cudaMemoryTypeDevice ? "device"
						: "host",
	       a.devicePointer == p, a.hostPointer == p);
}

int
main()
{
	void *p;

	tell("number", &number);
	tell("field[50]", &field[50]);
	cudaGetSymbolAddress(&p, own);
	tell("own", p);
	tell("own[2]", (int *)p + 2);
	cudaGetSymbolAddress(&p, table);
	tell("table", p);
	tell("plain", &plain);
	add<<<1, 1>>>();
	cudaDeviceSynchronize();
	printf("%d %g\n", number, field[7]);
}
