/* SPDX-License-Identifier: Apache-2.0 */
/* Shows events: state, time, waiting on the host and between streams, wrong uses. */
#include "rt.h"

struct work {
	int ms;
	_Atomic int *done, *before; /* the latter must be set, if there is one */
};

KERNEL(sleep_kernel, struct work)
{
	(void)frame, (void)block;
	if (a->before)
		CHECK(atomic_load(a->before) == 1);
	sleep_ms(a->ms);
	atomic_store(a->done, 1);
}

static void
timing(void)
{
	_Atomic int done = 0;
	struct work a = {20, &done, NULL};
	cudaEvent_t start, stop;
	float ms;

	OK(cudaEventCreate(&start));
	OK(cudaEventCreate(&stop));
	EXPECT(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, start, stop));
	OK(cudaEventQuery(start)); /* never recorded: nothing to wait for */
	OK(cudaEventRecord(start, 0));
	OK(launch(&sleep_kernel, 1, 1, &a, 0));
	OK(cudaEventRecord(stop, 0));
	EXPECT(cudaErrorNotReady, cudaEventQuery(stop));
	EXPECT(cudaErrorNotReady, cudaEventElapsedTime(&ms, start, stop));
	OK(cudaEventSynchronize(stop));
	CHECK(done == 1);
	OK(cudaEventQuery(stop));
	OK(cudaEventElapsedTime(&ms, start, stop));
	CHECK(ms >= 19.9f && ms < 2000);
	OK(cudaEventElapsedTime(&ms, start, start));
	CHECK(ms == 0);
	OK(cudaEventDestroy(start));
	OK(cudaEventDestroy(stop));
}

static void
between_streams(void)
{
	cudaStream_t s[2];
	cudaEvent_t e;

	OK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
	for (int i = 0; i < 2; i++)
		OK(cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking));
	for (int i = 0; i < 20; i++) {
		_Atomic int first = 0, second = 0;
		struct work a = {2, &first, NULL}, b = {0, &second, &first};

		OK(launch(&sleep_kernel, 1, 1, &a, s[0]));
		OK(cudaEventRecord(e, s[0]));
		OK(cudaStreamWaitEvent(s[1], e, 0));
		OK(launch(&sleep_kernel, 1, 1, &b, s[1]));
		OK(cudaStreamSynchronize(s[1]));
		CHECK(first == 1 && second == 1);
	}
	float ms;

	EXPECT(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, e, e));
	OK(cudaEventDestroy(e));
	for (int i = 0; i < 2; i++)
		OK(cudaStreamDestroy(s[i]));
}

/* A wait holds for the recording it saw, not for a later one; events may be destroyed
 * while streams hold them. */
static void
rerecorded(void)
{
	_Atomic int first = 0, second = 0, third = 0;
	struct work a = {20, &first, NULL}, b = {0, &second, &first};
	struct work c = {0, &third, NULL};
	cudaStream_t s[2];
	cudaEvent_t e;

	for (int i = 0; i < 2; i++)
		OK(cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking));
	OK(cudaEventCreate(&e));
	OK(launch(&sleep_kernel, 1, 1, &a, s[0]));
	OK(cudaEventRecord(e, s[0]));
	OK(cudaStreamWaitEvent(s[1], e, 0));
	OK(cudaEventRecord(e, cudaStreamPerThread));
	OK(launch(&sleep_kernel, 1, 1, &b, s[1]));
	OK(cudaEventDestroy(e));
	EXPECT(cudaErrorInvalidResourceHandle, cudaEventRecord(e, 0));
	OK(launch(&sleep_kernel, 1, 1, &c, s[0]));
	OK(cudaDeviceSynchronize());
	CHECK(first == 1 && second == 1 && third == 1);
	for (int i = 0; i < 2; i++)
		OK(cudaStreamDestroy(s[i]));
}

static void
wrong(void)
{
	cudaEvent_t e;

	EXPECT(cudaErrorInvalidValue, cudaEventCreateWithFlags(&e, 0x80));
	EXPECT(cudaErrorInvalidValue, cudaEventCreate(NULL));
	EXPECT(cudaErrorInvalidResourceHandle, cudaEventRecord(NULL, 0));
	EXPECT(cudaErrorInvalidResourceHandle, cudaEventSynchronize(NULL));
	EXPECT(cudaErrorInvalidResourceHandle, cudaStreamWaitEvent(0, NULL, 0));
}

int
main(void)
{
	setenv("HEDDLE_THREADS", "3", 1);
	REGISTER(sleep_kernel);
	timing();
	between_streams();
	rerecorded();
	wrong();
	return 0;
}
