/* SPDX-License-Identifier: Apache-2.0 */
/* Shows the device that programs see: properties, attributes, limits, versions. */
#include "rt.h"

static void
properties(void)
{
	struct cudaDeviceProp p;
	int v;

	OK(cudaGetDeviceProperties(&p, 0));
	CHECK(!strncmp(p.name, "Heddle CPU (", 12));
	CHECK(p.major == 8 && p.minor == 0 && p.warpSize == 32);
	CHECK(p.maxThreadsPerBlock == 1024 && p.maxThreadsDim[2] == 64);
	CHECK(p.maxGridSize[0] == 2147483647 && p.maxGridSize[1] == 65535);
	CHECK(p.sharedMemPerBlock == 49152 && p.sharedMemPerBlockOptin == 166912);
	CHECK(p.totalGlobalMem > 0 && p.multiProcessorCount >= 1);
	CHECK(p.managedMemory && p.unifiedAddressing && p.clockRate > 0);
	OK(cudaDeviceGetAttribute(&v, cudaDevAttrMultiProcessorCount, 0));
	CHECK(v == p.multiProcessorCount);
	OK(cudaDeviceGetAttribute(&v, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
	CHECK(v == 166912);
	OK(cudaDeviceGetAttribute(&v, cudaDevAttrMaxBlockDimY, 0));
	CHECK(v == 1024);
	EXPECT(cudaErrorInvalidValue, cudaDeviceGetAttribute(&v, 0, 0));
	EXPECT(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&v, 1, 1));
	EXPECT(cudaErrorInvalidDevice, cudaGetDeviceProperties(&p, 1));
}

static void
choosing(void)
{
	int n = 0;

	OK(cudaGetDeviceCount(&n));
	CHECK(n == 1);
	OK(cudaSetDevice(0));
	EXPECT(cudaErrorInvalidDevice, cudaSetDevice(1));
	CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
	OK(cudaGetDevice(&n));
	CHECK(n == 0);
	OK(cudaDeviceCanAccessPeer(&n, 0, 0));
	CHECK(n == 0);
	OK(cudaRuntimeGetVersion(&n));
	CHECK(n == CUDART_VERSION);
	OK(cudaDriverGetVersion(&n));
	CHECK(n >= CUDART_VERSION);
}

static void
limits(void)
{
	size_t v;

	OK(cudaDeviceGetLimit(&v, cudaLimitStackSize));
	CHECK(v == 1024);
	OK(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
	OK(cudaThreadGetLimit(&v, cudaLimitStackSize));
	CHECK(v == 8192);
	EXPECT(cudaErrorUnsupportedLimit, cudaDeviceSetLimit((enum cudaLimit)77, 1));
	OK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
	OK(cudaThreadSynchronize());
	OK(cudaProfilerStart());
	OK(cudaProfilerStop());
	OK(cudaThreadExit());
}

int
main(void)
{
	properties();
	choosing();
	limits();
	return 0;
}
