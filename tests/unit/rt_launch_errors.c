/* SPDX-License-Identifier: Apache-2.0 */
/* Shows the error codes of wrong launches and how cudaGetLastError keeps them. */
#include "rt.h"

struct none {
	int unused;
};

KERNEL(nothing, struct none, .shared_static = 1024)
{
	(void)frame, (void)a, (void)block;
}

KERNEL(bounded, struct none, .max_threads = 128)
{
	(void)frame, (void)a, (void)block;
}

static cudaError_t
try(const void *kernel, dim3 grid, dim3 block, size_t shared)
{
	struct none a = {0};
	void *args[] = {&a};
	cudaError_t e = cudaLaunchKernel(kernel, grid, block, args, shared, 0);

	CHECK(cudaPeekAtLastError() == e);
	CHECK(cudaGetLastError() == e);
	CHECK(cudaGetLastError() == cudaSuccess);
	return e;
}

static void
shapes(void)
{
	const dim3 one = {1, 1, 1};

	OK(try(&nothing, one, (dim3){1024, 1, 1}, 0));
	OK(try(&nothing, one, (dim3){4, 4, 64}, 0));
	EXPECT(cudaErrorInvalidConfiguration,
	       try(&nothing, one, (dim3){1025, 1, 1}, 0));
	EXPECT(cudaErrorInvalidConfiguration, try(&nothing, one, (dim3){32, 64, 1}, 0));
	EXPECT(cudaErrorInvalidConfiguration, try(&nothing, one, (dim3){1, 1, 65}, 0));
	EXPECT(cudaErrorInvalidConfiguration, try(&nothing, one, (dim3){0, 1, 1}, 0));
	EXPECT(cudaErrorInvalidConfiguration, try(&nothing, (dim3){1, 0, 1}, one, 0));
	EXPECT(cudaErrorInvalidConfiguration,
	       try(&nothing, (dim3){1, 65536, 1}, one, 0));
	EXPECT(cudaErrorInvalidConfiguration,
	       try(&nothing, (dim3){0x80000000u, 1, 1}, one, 0));
	OK(try(&bounded, one, (dim3){128, 1, 1}, 0));
	EXPECT(cudaErrorLaunchOutOfResources, try(&bounded, one, (dim3){129, 1, 1}, 0));
}

static void
shared_memory(void)
{
	const dim3 one = {1, 1, 1};
	struct cudaFuncAttributes attr;

	OK(try(&nothing, one, one, 47 * 1024));
	EXPECT(cudaErrorInvalidValue, try(&nothing, one, one, 47 * 1024 + 1));
	OK(cudaFuncSetAttribute(&nothing, cudaFuncAttributeMaxDynamicSharedMemorySize,
				100 * 1024));
	OK(try(&nothing, one, one, 100 * 1024));
	EXPECT(cudaErrorInvalidValue, try(&nothing, one, one, 101 * 1024));
	OK(cudaFuncGetAttributes(&attr, &nothing));
	CHECK(attr.sharedSizeBytes == 1024 && attr.maxThreadsPerBlock == 1024);
	CHECK(attr.maxDynamicSharedSizeBytes == 100 * 1024);
	EXPECT(cudaErrorInvalidValue,
	       cudaFuncSetAttribute(&nothing,
				    cudaFuncAttributeMaxDynamicSharedMemorySize,
				    164 * 1024));
	CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}

int
main(void)
{
	const dim3 one = {1, 1, 1};
	struct cudaFuncAttributes attr;
	int other, blocks;

	REGISTER(nothing);
	REGISTER(bounded);
	EXPECT(cudaErrorInvalidDeviceFunction, try(NULL, one, one, 0));
	EXPECT(cudaErrorInvalidDeviceFunction, try(&other, one, one, 0));
	EXPECT(cudaErrorInvalidDeviceFunction, cudaFuncGetAttributes(&attr, &other));
	(void)cudaGetLastError();
	shapes();
	shared_memory();
	OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &nothing, 256, 0));
	CHECK(blocks == 8);
	OK(cudaDeviceSynchronize());
	CHECK(!strcmp(cudaGetErrorName(cudaErrorInvalidConfiguration),
		      "cudaErrorInvalidConfiguration"));
	CHECK(!strcmp(cudaGetErrorString(cudaErrorInvalidConfiguration),
		      "invalid configuration argument"));
	CHECK(!strcmp(cudaGetErrorString((cudaError_t)12345),
		      "unrecognized error code"));
	return 0;
}
