/* SPDX-License-Identifier: Apache-2.0 */
/* Shows host functions and callbacks: in stream order, next to kernels of other
 * streams, and that CUDA calls inside them are refused. */
#include "rt.h"

#include <pthread.h>

struct set {
	_Atomic int *value;
	int expected, next;
};

KERNEL(set_value, struct set)
{
	(void)frame, (void)block;
	CHECK(atomic_load(a->value) == a->expected);
	atomic_store(a->value, a->next);
}

static _Atomic int value;
static pthread_t main_thread;

static void
host_step(void *data)
{
	CHECK(!pthread_equal(pthread_self(), main_thread));
	CHECK(atomic_load(&value) == *(int *)data);
	atomic_fetch_add(&value, 1);
}

static void
stream_step(cudaStream_t stream, cudaError_t status, void *data)
{
	(void)stream;
	CHECK(status == cudaSuccess);
	host_step(data);
}

static void
in_order(cudaStream_t s)
{
	enum { ROUNDS = 100 };
	static int seen[2 * ROUNDS];

	atomic_store(&value, 0);
	for (int i = 0; i < ROUNDS; i++) {
		struct set a = {&value, 3 * i, 3 * i + 1};

		seen[2 * i] = 3 * i + 1;
		seen[2 * i + 1] = 3 * i + 2;
		OK(launch(&set_value, 1, 1, &a, s));
		OK(cudaLaunchHostFunc(s, host_step, &seen[2 * i]));
		OK(cudaStreamAddCallback(s, stream_step, &seen[2 * i + 1], 0));
	}
	OK(cudaStreamSynchronize(s));
	CHECK(value == 3 * ROUNDS);
}

static _Atomic int kernel_ran, function_ran;

static void
wait_for_kernel(void *unused)
{
	(void)unused;
	while (!atomic_load(&kernel_ran))
		sleep_ms(1);
	atomic_store(&function_ran, 1);
}

/* A host function that takes long holds up no kernels of other streams. */
static void
beside_kernels(void)
{
	struct set a = {&kernel_ran, 0, 1};
	cudaStream_t s[2];

	for (int i = 0; i < 2; i++)
		OK(cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking));
	OK(cudaLaunchHostFunc(s[0], wait_for_kernel, NULL));
	OK(launch(&set_value, 1, 1, &a, s[1]));
	OK(cudaStreamSynchronize(s[1]));
	OK(cudaStreamSynchronize(s[0]));
	CHECK(function_ran == 1);
	for (int i = 0; i < 2; i++)
		OK(cudaStreamDestroy(s[i]));
}

static void
call_cuda(void *result)
{
	*(cudaError_t *)result = cudaDeviceSynchronize();
}

int
main(void)
{
	cudaStream_t s;
	cudaError_t inner = cudaSuccess;

	setenv("HEDDLE_THREADS", "1", 1);
	main_thread = pthread_self();
	REGISTER(set_value);
	OK(cudaStreamCreate(&s));
	in_order(s);
	in_order(0);
	OK(cudaStreamDestroy(s));
	beside_kernels();
	OK(cudaLaunchHostFunc(0, call_cuda, &inner));
	OK(cudaStreamSynchronize(0));
	CHECK(inner == cudaErrorNotPermitted);
	EXPECT(cudaErrorInvalidValue, cudaLaunchHostFunc(0, NULL, NULL));
	EXPECT(cudaErrorInvalidValue, cudaStreamAddCallback(0, stream_step, NULL, 1));
	return 0;
}
