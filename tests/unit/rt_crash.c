/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that a kernel that crashes is reported with its name, block, thread, address
 * and source line, becomes a sticky CUDA error, and that cudaDeviceReset brings the
 * device back. Faults of the host are left alone. */
/* not under: tsan - it delays signals and cannot follow a jump out of a handler */
#include "rt.h"

#define NO_SANITIZE __attribute__((no_sanitize("address", "undefined")))

/* The sanitizer's own signal stack counts as poisoned, and ours would run on it. */
const char *__asan_default_options(void);
const char *
__asan_default_options(void)
{
	return "use_sigaltstack=0";
}

enum way { WRITE_NULL, WILD_ADDRESS, TRAP, OVERFLOW, IN_LIBRARY, HEALTHY };

struct crash {
	enum way way;
	volatile int *pointer;
	_Atomic int *ran;
};

enum { CRASH_LINE = __LINE__ + 4 };
static NO_SANITIZE __attribute__((noinline)) void
write_to(volatile int *p)
{
	*p = 1;
}

static NO_SANITIZE __attribute__((noinline)) int
recurse(volatile char *outer)
{
	volatile char room[4096];

	room[0] = outer[0];
	return outer[0] < 0 ? 0 : recurse(room) + room[0];
}

static volatile size_t library_result;

static NO_SANITIZE void
crash_block_body(const struct crash *a)
{
	volatile char start = 0;

	switch (a->way) {
	case WRITE_NULL:
	case WILD_ADDRESS:
		write_to(a->pointer);
		break;
	case TRAP:
		__builtin_trap();
		break;
	case OVERFLOW:
		recurse(&start);
		break;
	case IN_LIBRARY:
		library_result = strlen((const char *)(uintptr_t)a->pointer);
		break;
	default:
		break;
	}
}

KERNEL(crash, struct crash)
{
	frame->thread_index[0] = 5;
	if (block == 3)
		crash_block_body(a);
	else
		atomic_fetch_add(a->ran, 1);
}

static _Atomic int ran;

static cudaError_t
run(enum way way, uintptr_t address)
{
	struct crash a = {way, (volatile int *)address, &ran};

	OK(launch(&crash, 2000, 32, &a, 0));
	return cudaDeviceSynchronize();
}

static void
null_pointer(void)
{
	EXPECT(cudaErrorIllegalAddress, run(WRITE_NULL, 16));
	CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
	CHECK(cudaGetLastError() == cudaErrorIllegalAddress); /* sticky */
	void *p;
	struct crash healthy = {HEALTHY, NULL, &ran};

	EXPECT(cudaErrorIllegalAddress, cudaMalloc(&p, 10));
	EXPECT(cudaErrorIllegalAddress, launch(&crash, 1, 1, &healthy, 0));
	EXPECT(cudaErrorIllegalAddress, cudaStreamSynchronize(0));
	OK(cudaDeviceReset());
	CHECK(cudaGetLastError() == cudaSuccess);
	atomic_store(&ran, 0);
	OK(run(HEALTHY, 0));
	CHECK(ran == 1999);
}

static void
wild(void)
{
	EXPECT(cudaErrorIllegalAddress, run(WILD_ADDRESS, (uintptr_t)0x7654321000));
}

static void
overflow(void)
{
	setenv("HEDDLE_THREADS", "1", 1); /* on a pool thread */
	EXPECT(cudaErrorIllegalAddress, run(OVERFLOW, 0));
}

static void
library(void)
{
	EXPECT(cudaErrorIllegalAddress, run(IN_LIBRARY, 8));
}

static void
trap(void)
{
	EXPECT(cudaErrorLaunchFailure, run(TRAP, 0));
}

static void
host_fault(void)
{
	OK(run(HEALTHY, 0));
	*(volatile int *)(uintptr_t)run = 1; /* text is not writable */
}

static void
bad_copy(void)
{
	char c[8];

	EXPECT(cudaErrorInvalidValue, cudaMemcpy(c, (void *)64, 8, cudaMemcpyDefault));
	OK(cudaDeviceSynchronize());
}

static void
expect_text(void (*fn)(void), const char *const *words)
{
	char text[4096];
	int status = run_child(fn, 2, text, sizeof text);

	if (status)
		fprintf(stderr, "status %d\n%s", status, text);
	CHECK(status == 0);
	for (; *words; words++)
		if (!strstr(text, *words)) {
			fprintf(stderr, "no '%s' in:\n%s", *words, text);
			exit(1);
		}
}

int
main(void)
{
	char place[64], text[4096];

	REGISTER(crash);
	snprintf(place, sizeof place, "rt_crash.c:%d", CRASH_LINE);
	expect_text(
		null_pointer,
		(const char *[]){"heddle: illegal memory access (SIGSEGV) in kernel "
				 "crash\n",
				 "block (3,0,0), thread (5,0,0)", "address 0x10\n",
				 place, NULL});
	expect_text(wild, (const char *[]){"address 0x7654321000\n", place, NULL});
	expect_text(overflow, (const char *[]){"in kernel crash", "rt_crash.c:", NULL});
	expect_text(library, (const char *[]){"in kernel crash", "rt_crash.c:", NULL});
	expect_text(trap, (const char *[]){"in kernel crash", "rt_crash.c:", NULL});
	expect_text(bad_copy, (const char *[]){NULL});
	CHECK(run_child(host_fault, 2, text, sizeof text) != 0);
	CHECK(!strstr(text, "heddle: "));
	return 0;
}
