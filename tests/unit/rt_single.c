/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that with HEDDLE_THREADS=1 everything still works asynchronously, on one thread
 * that is not the host's, and that kernels with large frames never run on the host's. */
#include "rt.h"

#include <pthread.h>

struct args {
	_Atomic int *open, *ran;
	pthread_t *thread; /* that runs the blocks */
};

KERNEL(wait_gate, struct args)
{
	if (block == 0)
		*a->thread = pthread_self();
	CHECK(pthread_equal(*a->thread, pthread_self()));
	CHECK(frame->worker == 0);
	while (!atomic_load(a->open))
		sleep_ms(1);
	atomic_fetch_add(a->ran, 1);
}

/* More private memory than a host thread may give: only the pool runs it. */
KERNEL(big_frames, struct args, .local_bytes = 100 << 20)
{
	(void)frame, (void)block;
	CHECK(!pthread_equal(*a->thread, pthread_self()));
	atomic_fetch_add(a->ran, 1);
}

static void
not_on_the_host(void)
{
	_Atomic int ran = 0;
	pthread_t thread = pthread_self();
	struct args a = {NULL, &ran, &thread};

	setenv("HEDDLE_THREADS", "3", 1);
	for (int i = 0; i < 50; i++)
		OK(launch(&big_frames, 20, 1, &a, 0));
	OK(cudaDeviceSynchronize());
	CHECK(ran == 1000);
}

int
main(void)
{
	_Atomic int open = 0, ran = 0;
	pthread_t thread = pthread_self();
	struct args a = {&open, &ran, &thread};
	struct cudaDeviceProp prop;
	cudaEvent_t e;
	char text[256];

	REGISTER(wait_gate);
	REGISTER(big_frames);
	CHECK(run_child(not_on_the_host, 2, text, sizeof text) == 0);
	setenv("HEDDLE_THREADS", "1", 1);
	OK(cudaGetDeviceProperties(&prop, 0));
	CHECK(prop.multiProcessorCount == 1);
	OK(cudaEventCreate(&e));
	OK(launch(&wait_gate, 100, 1, &a, 0));
	OK(cudaEventRecord(e, 0));
	EXPECT(cudaErrorNotReady, cudaEventQuery(e));
	atomic_store(&open, 1);
	OK(cudaEventSynchronize(e));
	CHECK(ran == 100 && !pthread_equal(thread, pthread_self()));
	for (int i = 0; i < 3000; i++)
		OK(launch(&wait_gate, 1, 1, &a, 0));
	OK(cudaDeviceSynchronize());
	CHECK(ran == 3100);
	OK(cudaEventDestroy(e));
	return 0;
}
