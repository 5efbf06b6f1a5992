/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that a program may end with work queued, with a kernel that never ends, from a
 * host function, and use CUDA after main: no hang, no crash, output is there. */
#include "rt.h"

int hd_abi_printf(hd_frame *frame, void *format, void *args);

struct gate {
	_Atomic int *open;
};

KERNEL(wait_gate, struct gate)
{
	(void)frame, (void)block;
	while (!atomic_load(a->open))
		sleep_ms(1);
}

KERNEL(hello, struct gate)
{
	(void)a, (void)block;
	hd_abi_printf(frame, "hello\n", NULL);
}

static _Atomic int closed;
static struct gate gate = {&closed};

static void
pending(void)
{
	OK(launch(&hello, 1, 1, &gate, 0));
	OK(cudaDeviceSynchronize());
	OK(launch(&wait_gate, 1, 1, &gate, 0));
	for (int i = 0; i < 100; i++)
		OK(launch(&hello, 1, 1, &gate, 0));
}

static void
call_exit(void *unused)
{
	(void)unused;
	exit(7);
}

static void
exit_in_callback(void)
{
	OK(cudaLaunchHostFunc(0, call_exit, NULL));
	for (;;)
		pause();
}

static void
after_main(void)
{
	void *p;

	EXPECT(cudaErrorCudartUnloading, cudaMalloc(&p, 10));
	EXPECT(cudaErrorCudartUnloading, launch(&hello, 1, 1, &gate, 0));
	EXPECT(cudaErrorCudartUnloading, cudaDeviceSynchronize());
	puts("later");
}

static void
use_after_main(void)
{
	atexit(after_main);
	OK(launch(&hello, 1, 1, &gate, 0));
	OK(cudaDeviceSynchronize());
}

int
main(void)
{
	char text[1024];
	double start = now_ms();

	REGISTER(wait_gate);
	REGISTER(hello);
	CHECK(run_child(pending, 1, text, sizeof text) == 0);
	CHECK(!strcmp(text, "hello\n"));
	CHECK(run_child(exit_in_callback, 1, text, sizeof text) == 7);
	CHECK(run_child(use_after_main, 1, text, sizeof text) == 0);
	CHECK(!strcmp(text, "hello\nlater\n"));
	CHECK(now_ms() - start < 4000);
	return 0;
}
