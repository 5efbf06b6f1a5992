/* SPDX-License-Identifier: Apache-2.0 */
/* Shows threads that reserve, make, map and give back at the same time, while kernels use
 * what others have mapped. */
#include "rt.h"

#include <cuda.h>
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 30, PIECES = 3, UNIT = 2 << 20 };

#define CU(call) CHECK((call) == CUDA_SUCCESS)

struct args {
	int *p;
	int value;
};

KERNEL(put, struct args)
{
	(void)frame;
	for (int i = 0; i < 16; i++)
		a->p[block * 1024 + (unsigned)i] = a->value;
}

static const CUmemAccessDesc access_all = {{CU_MEM_LOCATION_TYPE_DEVICE, 0},
					   CU_MEM_ACCESS_FLAGS_PROT_READWRITE};

static void
one_round(int value, cudaStream_t s)
{
	CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
				    .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
	CUmemGenericAllocationHandle h, same;
	CUdeviceptr base, twice;
	struct args a = {.value = value};

	CU(cuMemAddressReserve(&base, 64ull * UNIT, 0, 0, 0));
	CU(cuMemAddressReserve(&twice, UNIT, 0, 0, 0));
	for (int i = 0; i < PIECES; i++) {
		CU(cuMemCreate(&h, UNIT, &prop, 0));
		CU(cuMemMap(base + (CUdeviceptr)i * UNIT, UNIT, 0, h, 0));
		CU(cuMemRelease(h));
	}
	CU(cuMemSetAccess(base, PIECES * UNIT, &access_all, 1));
	CU(cuMemRetainAllocationHandle(&same, (void *)(uintptr_t)(base + UNIT)));
	CU(cuMemMap(twice, UNIT, 0, same, 0));
	CU(cuMemSetAccess(twice, UNIT, &access_all, 1));
	a.p = (int *)(uintptr_t)base;
	OK(launch(&put, PIECES * UNIT / 4096, 1, &a, s));
	OK(cudaStreamSynchronize(s));
	CHECK(((int *)(uintptr_t)twice)[1024] == value);
	CU(cuMemUnmap(base, PIECES * UNIT));
	CHECK(((int *)(uintptr_t)twice)[15] == value);
	CU(cuMemRelease(same));
	CU(cuMemUnmap(twice, UNIT));
	CU(cuMemAddressFree(base, 64ull * UNIT));
	CU(cuMemAddressFree(twice, UNIT));
}

static void *
many_rounds(void *arg)
{
	cudaStream_t s;

	OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	for (int i = 0; i < ROUNDS; i++)
		one_round(i * THREADS + *(int *)arg, s);
	OK(cudaStreamDestroy(s));
	return NULL;
}

int
main(void)
{
	pthread_t threads[THREADS];
	int numbers[THREADS];

	CU(cuInit(0));
	REGISTER(put);
	for (int i = 0; i < THREADS; i++) {
		numbers[i] = i;
		CHECK(!pthread_create(&threads[i], NULL, many_rounds, &numbers[i]));
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
