/* SPDX-License-Identifier: Apache-2.0 */
/* Shows device assertions and traps: text, error codes, the rest is skipped. */
#include "rt.h"

void hd_abi_assert_fail(hd_frame *f, void *expression, void *file, int line,
			void *function, long size);
void hd_abi_trap(hd_frame *f);

struct args {
	_Atomic int *ran;
	bool trap;
};

KERNEL(fail, struct args)
{
	frame->thread_index[0] = 7;
	frame->thread_index[2] = 1;
	if (block == 2 && a->trap)
		hd_abi_trap(frame);
	if (block == 2)
		hd_abi_assert_fail(frame, "x < n", "some/file.cu", 42, "void fail(int)",
				   1);
	if (block > 2)
		atomic_fetch_add(a->ran, 1);
}

static void
run(bool trap, cudaError_t error)
{
	_Atomic int ran = 0;
	struct args a = {&ran, trap};

	setenv("HEDDLE_THREADS", "1", 1);
	OK(launch(&fail, 100000, 8, &a, 0));
	(void)launch(&fail, 100000, 8, &a, 0); /* skipped or refused */
	EXPECT(error, cudaDeviceSynchronize());
	EXPECT(error, cudaGetLastError());
	CHECK(ran < 100000);
	OK(cudaDeviceReset());
	OK(cudaDeviceSynchronize());
}

static void
assertion(void)
{
	run(false, cudaErrorAssert);
}

static void
trap(void)
{
	run(true, cudaErrorLaunchFailure);
}

int
main(void)
{
	char text[4096];

	REGISTER(fail);
	CHECK(run_child(assertion, 2, text, sizeof text) == 0);
	CHECK(!strcmp(text, "some/file.cu:42: void fail(int): block: [2,0,0], thread: "
			    "[7,0,1] Assertion `x < n` failed.\n"));
	CHECK(run_child(trap, 2, text, sizeof text) == 0);
	CHECK(strstr(text, "heddle: trap in kernel fail\n"));
	CHECK(strstr(text, "block (2,0,0), thread (7,0,1)"));
	CHECK(strstr(text, "rt_assert.c:"));
	return 0;
}
