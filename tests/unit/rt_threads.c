/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that host threads may launch at once: each on its own stream, all on one
 * stream, legacy and blocking streams mixed, with copies, events and allocations
 * between. */
#include "rt.h"

#include <pthread.h>

enum { THREADS = 8, ROUNDS = 150, BLOCKS = 16 };

struct add {
	_Atomic long *sum;
};

KERNEL(add_one, struct add)
{
	(void)frame, (void)block;
	atomic_fetch_add(a->sum, 1);
}

static _Atomic long shared_sum;

static void *
own_stream(void *arg)
{
	unsigned flags = *(unsigned *)arg;
	struct add shared = {&shared_sum};
	cudaStream_t s;
	cudaEvent_t e;
	long *counter, seen;

	OK(cudaStreamCreateWithFlags(&s, flags));
	OK(cudaEventCreate(&e));
	OK(cudaMalloc((void **)&counter, sizeof *counter));
	OK(cudaMemsetAsync(counter, 0, sizeof *counter, s));
	struct add own = {(_Atomic long *)counter};

	for (int i = 0; i < ROUNDS; i++) {
		OK(launch(&add_one, BLOCKS, 32, &own, s));
		OK(launch(&add_one, BLOCKS, 32, &shared, i % 7 ? s : 0));
		if (i % 10 == 0)
			OK(cudaEventRecord(e, s));
		if (i % 50 == 0)
			OK(cudaEventSynchronize(e));
	}
	OK(cudaMemcpyAsync(&seen, counter, sizeof seen, cudaMemcpyDeviceToHost, s));
	CHECK(seen == ROUNDS * BLOCKS);
	OK(cudaFree(counter));
	OK(cudaEventDestroy(e));
	OK(cudaStreamDestroy(s));
	return NULL;
}

static void *
one_stream(void *arg)
{
	struct add a = {&shared_sum};

	(void)arg;
	for (int i = 0; i < ROUNDS; i++)
		OK(launch(&add_one, BLOCKS, 32, &a, 0));
	OK(cudaStreamSynchronize(0));
	return NULL;
}

static void *
per_thread(void *arg)
{
	_Atomic long sum = 0;
	struct add a = {&sum};

	(void)arg;
	for (int i = 0; i < ROUNDS; i++)
		OK(launch(&add_one, BLOCKS, 32, &a, cudaStreamPerThread));
	OK(cudaStreamSynchronize(cudaStreamPerThread));
	CHECK(sum == ROUNDS * BLOCKS);
	return NULL;
}

static void
run(void *(*fn)(void *), unsigned flags, long expected)
{
	pthread_t t[THREADS];

	atomic_store(&shared_sum, 0);
	for (int i = 0; i < THREADS; i++)
		CHECK(!pthread_create(&t[i], NULL, fn, &flags));
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	OK(cudaDeviceSynchronize());
	CHECK(atomic_load(&shared_sum) == expected);
}

int
main(void)
{
	REGISTER(add_one);
	run(own_stream, cudaStreamNonBlocking, (long)THREADS * ROUNDS * BLOCKS);
	run(own_stream, cudaStreamDefault, (long)THREADS * ROUNDS * BLOCKS);
	run(one_stream, 0, (long)THREADS * ROUNDS * BLOCKS);
	run(per_thread, 0, 0);
	return 0;
}
