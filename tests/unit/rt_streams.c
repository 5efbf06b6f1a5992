/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that a stream keeps its order, that streams run next to each other, and the
 * rules of the legacy default stream. */
#include "rt.h"

struct step {
	_Atomic int *value;
	int expected, next; /* all blocks see the one, the last one sets the other */
	_Atomic int *left;
};

KERNEL(advance, struct step)
{
	(void)frame, (void)block;
	CHECK(atomic_load(a->value) == a->expected);
	if (atomic_fetch_sub(a->left, 1) == 1)
		atomic_store(a->value, a->next);
}

static void
order_in_a_stream(cudaStream_t s)
{
	enum { STEPS = 500, BLOCKS = 8 };
	static _Atomic int left[STEPS];
	_Atomic int value = 0;

	for (int i = 0; i < STEPS; i++) {
		struct step a = {&value, i, i + 1, &left[i]};

		atomic_store(&left[i], BLOCKS);
		OK(launch(&advance, BLOCKS, 32, &a, s));
	}
	OK(cudaStreamSynchronize(s));
	CHECK(value == STEPS);
}

/* Waits until a flag is set; the flag says who may go on. */
struct gate {
	_Atomic int *open, *passed;
};

KERNEL(wait_gate, struct gate)
{
	(void)frame, (void)block;
	while (!atomic_load(a->open))
		sleep_ms(1);
	atomic_fetch_add(a->passed, 1);
}

KERNEL(set_gate, struct gate)
{
	(void)frame, (void)block;
	atomic_store(a->open, 1);
	atomic_fetch_add(a->passed, 1);
}

/* The host goes on while a kernel waits for it. */
static void
asynchronous(void)
{
	_Atomic int open = 0, passed = 0;
	struct gate a = {&open, &passed};

	OK(launch(&wait_gate, 1, 1, &a, 0));
	EXPECT(cudaErrorNotReady, cudaStreamQuery(0));
	OK(cudaPeekAtLastError());
	CHECK(passed == 0);
	atomic_store(&open, 1);
	OK(cudaStreamSynchronize(0));
	OK(cudaStreamQuery(0));
	CHECK(passed == 1);
}

/* Work of the legacy stream waits for earlier work of a blocking stream. */
static void
legacy_rules(unsigned flags, bool ordered)
{
	_Atomic int open = 0, first = 0, second = 0;
	struct gate held = {&open, &first};
	cudaStream_t s;

	OK(cudaStreamCreateWithFlags(&s, flags));
	OK(launch(&wait_gate, 1, 1, &held, s));
	_Atomic int unused = 0;
	struct gate after = {&unused, &second};

	OK(launch(&set_gate, 1, 1, &after, cudaStreamLegacy));
	sleep_ms(30);
	if (ordered)
		CHECK(atomic_load(&second) == 0);
	atomic_store(&open, 1);
	OK(cudaStreamSynchronize(0));
	CHECK(second == 1);
	if (ordered)
		CHECK(first == 1);
	OK(cudaStreamSynchronize(s));
	OK(cudaStreamDestroy(s));
}

/* A blocking stream waits for the legacy stream, another one does not. */
static void
blocking_waits(unsigned flags, bool ordered)
{
	_Atomic int open = 0, first = 0, second = 0, unused = 0;
	struct gate held = {&open, &first}, after = {&unused, &second};
	cudaStream_t s;

	OK(cudaStreamCreateWithFlags(&s, flags));
	OK(launch(&wait_gate, 1, 1, &held, 0));
	OK(launch(&set_gate, 1, 1, &after, s));
	if (ordered) {
		sleep_ms(30);
		CHECK(atomic_load(&second) == 0);
	} else {
		OK(cudaStreamSynchronize(s));
		CHECK(second == 1 && first == 0);
	}
	atomic_store(&open, 1);
	OK(cudaDeviceSynchronize());
	CHECK(first == 1 && second == 1);
	OK(cudaStreamDestroy(s));
}

/* Kernels of two streams run at the same time: one waits for the other. */
static void
concurrent(void)
{
	_Atomic int open = 0, passed = 0;
	struct gate a = {&open, &passed};
	cudaStream_t s[2];

	for (int i = 0; i < 2; i++)
		OK(cudaStreamCreate(&s[i]));
	OK(launch(&wait_gate, 1, 1, &a, s[0]));
	OK(launch(&set_gate, 1, 1, &a, s[1]));
	OK(cudaStreamSynchronize(s[1]));
	OK(cudaStreamSynchronize(s[0]));
	CHECK(passed == 2);
	for (int i = 0; i < 2; i++)
		OK(cudaStreamDestroy(s[i]));
}

static void
handles(void)
{
	cudaStream_t s;
	unsigned flags;
	int priority, least, greatest;

	OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
	CHECK(greatest < least);
	OK(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, greatest - 10));
	OK(cudaStreamGetFlags(s, &flags));
	OK(cudaStreamGetPriority(s, &priority));
	CHECK(flags == cudaStreamNonBlocking && priority == greatest);
	order_in_a_stream(s);
	OK(cudaStreamDestroy(s));
	EXPECT(cudaErrorInvalidResourceHandle, cudaStreamDestroy(s));
	EXPECT(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(s));
	EXPECT(cudaErrorInvalidResourceHandle, cudaStreamDestroy(0));
	EXPECT(cudaErrorInvalidValue, cudaStreamCreateWithFlags(&s, 8));
	EXPECT(cudaErrorInvalidValue, cudaStreamCreate(NULL));
	for (int i = 0; i < 3000; i++) { /* are reused */
		OK(cudaStreamCreate(&s));
		OK(cudaStreamDestroy(s));
	}
}

int
main(void)
{
	setenv("HEDDLE_THREADS", "3", 1);
	REGISTER(advance);
	REGISTER(wait_gate);
	REGISTER(set_gate);
	order_in_a_stream(0);
	order_in_a_stream(cudaStreamPerThread);
	asynchronous();
	legacy_rules(cudaStreamDefault, true);
	legacy_rules(cudaStreamNonBlocking, false);
	blocking_waits(cudaStreamDefault, true);
	blocking_waits(cudaStreamNonBlocking, false);
	concurrent();
	handles();
	return 0;
}
