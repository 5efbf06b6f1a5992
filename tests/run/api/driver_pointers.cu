// driver_pointers: functions of the driver API by name, through the types of cudaTypedefs.h.
// out: by hand, after the manuals of CUDA and its libraries
#include "../test.h"

#include <cudaTypedefs.h>

template <class F>
static F
find(const char *name)
{
	void *entry = nullptr;
	cudaDriverEntryPointQueryResult found;

	CK(cudaGetDriverEntryPoint(name, &entry, cudaEnableDefault, &found));
	return (F)entry;
}

int
main()
{
	auto init = find<PFN_cuInit_v2000>("cuInit");
	auto count = find<PFN_cuDeviceGetCount>("cuDeviceGetCount");
	auto text = find<PFN_cuGetErrorString_v6000>("cuGetErrorString");
	auto alloc = find<PFN_cuMemAlloc_v3020>("cuMemAlloc");
	auto release = find<PFN_cuMemFree>("cuMemFree");
	auto encode = find<PFN_cuTensorMapEncodeTiled_v12000>("cuTensorMapEncodeTiled");
	const char *said;
	CUdeviceptr p;
	int n = 0;

	CK(cudaFree(nullptr));
	printf("%d %d %d\n", init(0), count(&n), n > 0);
	printf("%d %d\n", alloc(&p, 64), release(p));
	text(CUDA_ERROR_OUT_OF_MEMORY, &said);
	printf("%s %d\n", said, encode != nullptr);
	return 0;
}
