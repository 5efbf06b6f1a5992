// driver_virtual: addresses that are reserved, memory that is mapped there in pieces, once
// or twice, access to it, what is refused, and that nothing is left in the end.
// stderr: illegal memory access
// out: by hand, after the manuals of CUDA and its libraries
#include "driver.h"

#include <dirent.h>

static __global__ void
count_up(unsigned *p, size_t n, unsigned from)
{
	size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = from + i;
}

static CUmemAllocationProp prop;
static CUmemAccessDesc both;
static size_t unit;

static CUmemGenericAllocationHandle
make(size_t units)
{
	CUmemGenericAllocationHandle h;
	CU(cuMemCreate(&h, units * unit, &prop, 0));
	return h;
}

static void
map(CUdeviceptr at, size_t units, CUmemGenericAllocationHandle h)
{
	CU(cuMemMap(at, units * unit, 0, h, 0));
	CU(cuMemSetAccess(at, units * unit, &both, 1));
}

static int
wrong_from(CUdeviceptr p, size_t n, unsigned from)
{
	std::vector<unsigned> h = to_host((unsigned *)p, n);
	int wrong = 0;
	for (size_t i = 0; i < n; i++)
		wrong += h[i] != from + i;
	return wrong;
}

static int
open_files()
{
	int n = 0;
	DIR *d = opendir("/proc/self/fd");
	while (d && readdir(d))
		n++;
	if (d)
		closedir(d);
	return n;
}

// A range far larger than what is mapped, which grows by a piece at a time.
static void
growing_pool()
{
	const size_t whole = 32ull << 30, words = unit / sizeof(unsigned);
	CUdeviceptr pool, found;
	size_t used = 0, size;
	int wrong = 0;

	CU(cuMemAddressReserve(&pool, whole, 0, 0, 0));
	for (int i = 1; i <= 3; i++) {
		CUmemGenericAllocationHandle h = make(i);
		CU(cuMemMap(pool + used, i * unit, 0, h, 0));
		CU(cuMemRelease(h));
		CU(cuMemSetAccess(pool + used, i * unit, &both, 1));
		if (i == 1)
			CK(cudaMemset((void *)pool, 7, unit));
		used += i * unit;
	}
	unsigned first;
	CK(cudaMemcpy(&first, (void *)(pool + unit - 4), 4, cudaMemcpyDeviceToHost));
	printf("kept while it grew: %x\n", first);
	count_up<<<(unsigned)(6 * words / 256), 256>>>((unsigned *)pool, 6 * words, 5);
	SYNC();
	wrong += wrong_from(pool, 6 * words, 5);
	printf("pool: %d wrong\n", wrong);

	CU(cuMemGetAddressRange(&found, &size, pool + unit + 5));
	printf("mapped: %d %d\n", found == pool + unit, size == 2 * unit);
	CU(cuPointerGetAttribute(&found, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
				 pool + unit));
	CU(cuPointerGetAttribute(&size, CU_POINTER_ATTRIBUTE_RANGE_SIZE, pool + unit));
	printf("reserved: %d %d\n", found == pool, size == whole);
	CU(cuPointerGetAttribute(&found, CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR,
				 pool + 3 * unit + 1));
	CU(cuPointerGetAttribute(&size, CU_POINTER_ATTRIBUTE_MAPPING_SIZE,
				 pool + 3 * unit + 1));
	printf("last piece: %d %d\n", found == pool + 3 * unit, size == 3 * unit);
	cudaPointerAttributes a;
	CK(cudaPointerGetAttributes(&a, (void *)pool));
	printf("type: %d\n", a.type == cudaMemoryTypeDevice);
	CK(cudaPointerGetAttributes(&a, (void *)(pool + used)));
	printf("behind it: %d\n", a.type == cudaMemoryTypeUnregistered);

	say("free what is mapped", cuMemAddressFree(pool, whole));
	say("unmap half a piece", cuMemUnmap(pool + unit, unit));
	say("unmap beyond", cuMemUnmap(pool, used + unit));
	say("access to half a piece", cuMemSetAccess(pool + unit, unit, &both, 1));
	say("access beyond", cuMemSetAccess(pool, used + unit, &both, 1));
	printf("cudaFree: %s\n", cudaGetErrorName(cudaFree((void *)pool)));
	say("cuMemFree", cuMemFree(pool));
	cudaGetLastError();
	CU(cuMemUnmap(pool, used));
	say("unmap twice", cuMemUnmap(pool, used));
	say("free a part", cuMemAddressFree(pool, used));
	CU(cuMemAddressFree(pool, whole));
	say("free twice", cuMemAddressFree(pool, whole));
}

static void
two_mappings()
{
	const size_t words = unit / sizeof(unsigned);
	CUmemGenericAllocationHandle h = make(2), again, other = make(1);
	CUdeviceptr a, b;
	unsigned long long flags = 9;
	CUmemAllocationProp p;

	CU(cuMemAddressReserve(&a, 8 * unit, 4 * unit, 0, 0));
	CU(cuMemAddressReserve(&b, 2 * unit, 0, 0, 0));
	printf("aligned: %d\n", a % (4 * unit) == 0);
	CU(cuMemMap(a, 2 * unit, 0, h, 0));
	CU(cuMemGetAccess(&flags, &both.location, a));
	printf("access at first: %llu\n", flags);
	say("copy without access", cuMemcpyHtoD(a, &flags, sizeof flags));
	CU(cuMemSetAccess(a, 2 * unit, &both, 1));
	CU(cuMemGetAccess(&flags, &both.location, a + 2 * unit - 1));
	printf("access: %llu\n", flags);
	map(b, 2, h);
	count_up<<<(unsigned)(2 * words / 256), 256>>>((unsigned *)a, 2 * words, 1);
	SYNC();
	printf("the other mapping: %d wrong\n", wrong_from(b, 2 * words, 1));

	say("map where something is", cuMemMap(a + unit, unit, 0, other, 0));
	say("map beyond the range", cuMemMap(b + 2 * unit, unit, 0, other, 0));
	say("map more than there is", cuMemMap(a + 2 * unit, 2 * unit, 0, other, 0));
	say("map at no unit", cuMemMap(a + 2 * unit + 4096, unit, 0, other, 0));
	say("map half a unit", cuMemMap(a + 2 * unit, unit / 2, 0, other, 0));
	say("map with an offset", cuMemMap(a + 2 * unit, unit, unit, h, 0));
	say("map with flags", cuMemMap(a + 2 * unit, unit, 0, other, 1));
	say("map nothing", cuMemMap(a + 2 * unit, unit, 0, 0, 0));
	say("map no handle", cuMemMap(a + 2 * unit, unit, 0, 12345, 0));

	CU(cuMemRetainAllocationHandle(&again, (void *)(a + unit + 3)));
	printf("same handle: %d\n", again == h);
	CU(cuMemRelease(h));
	CU(cuMemRelease(h));
	say("release once more", cuMemRelease(h));
	say("map what was released", cuMemMap(a + 2 * unit, unit, 0, h, 0));
	CU(cuMemUnmap(a, 2 * unit));
	printf("still mapped: %d wrong\n", wrong_from(b, 2 * words, 1));
	CU(cuMemRetainAllocationHandle(&again, (void *)b));
	CU(cuMemGetAllocationPropertiesFromHandle(&p, again));
	printf("properties: %d %d %d\n", p.type == CU_MEM_ALLOCATION_TYPE_PINNED,
	       p.location.type == CU_MEM_LOCATION_TYPE_DEVICE, p.location.id);
	CU(cuMemUnmap(b, 2 * unit));
	map(a + 6 * unit, 2, again);
	printf("mapped anew: %d wrong\n", wrong_from(a + 6 * unit, 2 * words, 1));
	CU(cuMemUnmap(a + 6 * unit, 2 * unit));
	CU(cuMemRelease(again));
	say("nothing is mapped", cuMemRetainAllocationHandle(&again, (void *)b));
	say("nothing to ask", cuMemGetAccess(&flags, &both.location, b));
	say("not reserved", cuMemRetainAllocationHandle(&again, &flags));
	CU(cuMemRelease(other));
	CU(cuMemAddressFree(a, 8 * unit));
	CU(cuMemAddressFree(b, 2 * unit));
}

static void
refused()
{
	CUmemGenericAllocationHandle h;
	CUmemAllocationProp p = prop;
	CUdeviceptr a;
	CUmemAccessDesc odd = both;
	size_t n, all;

	CU(cuDeviceTotalMem(&all, 0));
	say("no size", cuMemCreate(&h, 0, &p, 0));
	say("half a unit", cuMemCreate(&h, unit / 2, &p, 0));
	say("flags", cuMemCreate(&h, unit, &p, 1));
	say("no properties", cuMemCreate(&h, unit, nullptr, 0));
	say("too much", cuMemCreate(&h, (all / unit + 1) * unit, &p, 0));
	p.location.id = 5;
	say("no such device", cuMemCreate(&h, unit, &p, 0));
	p = prop;
	p.type = CU_MEM_ALLOCATION_TYPE_INVALID;
	say("not pinned", cuMemCreate(&h, unit, &p, 0));
	p = prop;
	p.location.type = CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT;
	say("current node", cuMemCreate(&h, unit, &p, 0));
	p = prop;
	p.requestedHandleTypes = CU_MEM_HANDLE_TYPE_FABRIC;
	say("fabric", cuMemCreate(&h, unit, &p, 0));
	say("granularity", cuMemGetAllocationGranularity(
				   &n, &prop, (CUmemAllocationGranularity_flags)7));
	say("no addresses", cuMemAddressReserve(&a, 0, 0, 0, 0));
	say("part of a page", cuMemAddressReserve(&a, unit + 1, 0, 0, 0));
	say("alignment", cuMemAddressReserve(&a, unit, 3 * unit, 0, 0));
	say("reserve with flags", cuMemAddressReserve(&a, unit, 0, 0, 1));
	say("all addresses", cuMemAddressReserve(&a, (size_t)1 << 62, 0, 0, 0));
	say("not mapped", cuMemSetAccess(1 << 21, unit, &both, 1));
	odd.flags = (CUmemAccess_flags)2;
	say("odd access", cuMemSetAccess(1 << 21, unit, &odd, 1));
	say("no list", cuMemSetAccess(1 << 21, unit, nullptr, 1));
	say("multicast", cuMulticastCreate(&h, nullptr));
	h = make(1);
	int file;
	say("not made to be shared",
	    cuMemExportToShareableHandle(
		    &file, h, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
	CU(cuMemRelease(h));
}

// Memory of the host, that both can write.
static void
host_memory()
{
	CUmemAllocationProp p = prop;
	CUmemAccessDesc all[2] = {both, both};
	CUmemGenericAllocationHandle h;
	CUdeviceptr a;
	unsigned type = 0;
	int wrong = 0;

	p.location.type = CU_MEM_LOCATION_TYPE_HOST_NUMA;
	p.location.id = 0;
	all[1].location = p.location;
	CU(cuMemCreate(&h, unit, &p, 0));
	CU(cuMemAddressReserve(&a, unit, 0, 0, 0));
	CU(cuMemMap(a, unit, 0, h, 0));
	CU(cuMemSetAccess(a, unit, all, 2));
	CU(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, a));
	count_up<<<4, 256>>>((unsigned *)a, 1000, 3);
	SYNC();
	for (unsigned i = 0; i < 1000; i++)
		wrong += ((unsigned *)a)[i] != i + 3;
	printf("host: type %u, %d wrong\n", type, wrong);
	CU(cuMemUnmap(a, unit));
	CU(cuMemRelease(h));
	h = make(1);
	CU(cuMemMap(a, unit, 0, h, 0));
	say("device memory for the host", cuMemSetAccess(a, unit, all, 2));
	CU(cuMemUnmap(a, unit));
	CU(cuMemRelease(h));
	CU(cuMemAddressFree(a, unit));
}

// Half of all memory, ten times: none of it stays.
static void
nothing_stays()
{
	int before = open_files();
	size_t all;
	CUdeviceptr a, hint;

	CU(cuDeviceTotalMem(&all, 0));
	CU(cuMemAddressReserve(&a, 4 * unit, 0, 0, 0));
	CU(cuMemAddressFree(a, 4 * unit));
	hint = a;
	CU(cuMemAddressReserve(&a, 4 * unit, 0, hint, 0));
	printf("at the hint: %d\n", a == hint);
	for (int i = 0; i < 10; i++) {
		CUmemGenericAllocationHandle big = make(all / unit / 2), h = make(1);
		CU(cuMemRelease(big));
		map(a, 1, h);
		map(a + unit, 1, h);
		CU(cuMemRelease(h));
		CU(cuMemUnmap(a, 2 * unit));
	}
	std::vector<CUmemGenericAllocationHandle> many;
	for (int i = 0; i < 2000 && i * unit < all / 2; i++)
		many.push_back(make(1));
	for (auto h : many)
		CU(cuMemRelease(h));
	printf("descriptors: %d\n", open_files() - before);
	CU(cuMemAddressFree(a, 4 * unit));
}

// What survives when the device is reset; and reading is not writing.
static void
read_only()
{
	CUmemGenericAllocationHandle h = make(1);
	CUmemAccessDesc reading = both;
	CUdeviceptr a;

	CU(cuMemAddressReserve(&a, unit, 0, 0, 0));
	map(a, 1, h);
	count_up<<<4, 256>>>((unsigned *)a, 1000, 8);
	SYNC();
	CK(cudaDeviceReset());
	reading.flags = CU_MEM_ACCESS_FLAGS_PROT_READ;
	CU(cuMemSetAccess(a, unit, &reading, 1));
	printf("read only: %d wrong\n", wrong_from(a, 1000, 8));
	unsigned flags = 9;
	CU(cuPointerGetAttribute(&flags, CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, a));
	printf("flags: %u\n", flags);
	count_up<<<1, 1>>>((unsigned *)a, 1, 9);
	printf("written: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	say("unmap on a device that failed", cuMemUnmap(a, unit));
}

int
main()
{
	int supported = 0, files = 0;
	size_t best;
	CUdevice device;
	CUcontext context;

	say("too early", cuMemAddressFree(0, 0));
	CU(cuInit(0));
	CU(cuDeviceGet(&device, 0));
	CU(cuDevicePrimaryCtxRetain(&context, device));
	CU(cuCtxSetCurrent(context));
	CU(cuDeviceGetAttribute(&supported,
				CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
				device));
	CU(cuDeviceGetAttribute(
		&files,
		CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED,
		device));
	prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	prop.location.id = device;
	both.location = prop.location;
	both.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	CU(cuMemGetAllocationGranularity(&unit, &prop,
					 CU_MEM_ALLOC_GRANULARITY_MINIMUM));
	CU(cuMemGetAllocationGranularity(&best, &prop,
					 CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
	printf("supported %d %d, units of %zu and %zu\n", supported, files, unit, best);
	void *entry = nullptr;
	CU(cuGetProcAddress("cuMemRetainAllocationHandle", &entry, 12000, 0, nullptr));
	printf("by name: %d\n", entry == (void *)cuMemRetainAllocationHandle);
	growing_pool();
	two_mappings();
	refused();
	host_memory();
	nothing_stays();
	read_only();
	return 0;
}
