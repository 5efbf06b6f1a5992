// devicequery: what does a CUDA program see of the machine it runs on?
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// Every CUDA call can fail; CHECK says where and why.
#define CHECK(call)                                                                    \
	do {                                                                           \
		cudaError_t error_ = (call);                                           \
		if (error_ != cudaSuccess) {                                           \
			fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,  \
				cudaGetErrorString(error_));                           \
			exit(1);                                                       \
		}                                                                      \
	} while (0)

static int
attribute(cudaDeviceAttr which, int device)
{
	int value = 0;
	CHECK(cudaDeviceGetAttribute(&value, which, device));
	return value;
}

static void
describe(int device)
{
	// Most of what one wants to know is in one structure ...
	cudaDeviceProp p;
	CHECK(cudaGetDeviceProperties(&p, device));
	printf("Device %d: %s\n", device, p.name);
	printf("  compute capability           %d.%d\n", p.major, p.minor);
	printf("  memory                       %.1f GiB\n",
	       p.totalGlobalMem / 1073741824.0);
	printf("  constant memory              %zu KiB\n", p.totalConstMem / 1024);
	printf("  multiprocessors              %d\n", p.multiProcessorCount);
	printf("  threads per warp             %d\n", p.warpSize);
	printf("  threads per multiprocessor   %d\n", p.maxThreadsPerMultiProcessor);
	printf("  threads per block            at most %d, and %d x %d x %d\n",
	       p.maxThreadsPerBlock, p.maxThreadsDim[0], p.maxThreadsDim[1],
	       p.maxThreadsDim[2]);
	printf("  blocks per grid              at most %d x %d x %d\n",
	       p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]);
	printf("  shared memory per block      %zu KiB, on request %zu KiB\n",
	       p.sharedMemPerBlock / 1024, p.sharedMemPerBlockOptin / 1024);
	printf("  registers per block          %d\n", p.regsPerBlock);
	printf("  second-level cache           %.1f MiB\n", p.l2CacheSize / 1048576.0);
	// ... and single attributes are cheaper to ask for.
	printf("  clock                        %.2f GHz\n",
	       attribute(cudaDevAttrClockRate, device) / 1e6);
	printf("  concurrent kernels           %s\n",
	       p.concurrentKernels ? "yes" : "no");
	printf("  managed memory               %s\n", p.managedMemory ? "yes" : "no");
	printf("  unified addresses            %s\n",
	       p.unifiedAddressing ? "yes" : "no");

	size_t available = 0, total = 0;
	CHECK(cudaSetDevice(device));
	CHECK(cudaMemGetInfo(&available, &total));
	printf("  free memory now              %.1f GiB\n", available / 1073741824.0);
}

int
main()
{
	int driver = 0, runtime = 0, count = 0;
	CHECK(cudaDriverGetVersion(&driver));
	CHECK(cudaRuntimeGetVersion(&runtime));
	CHECK(cudaGetDeviceCount(&count));
	printf("CUDA driver %d.%d, runtime %d.%d, %d device%s\n", driver / 1000,
	       driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10, count,
	       count == 1 ? "" : "s");
	for (int device = 0; device < count; device++)
		describe(device);
	return count > 0 ? 0 : 1;
}
