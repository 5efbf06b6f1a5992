/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that 100,000 launches need no more memory than a few, and that a host that runs
 * far ahead is slowed down instead of filling memory. */
#include "rt.h"

#include <malloc.h>

enum { LAUNCHES = 100000, AHEAD = 5000 };

struct add {
	_Atomic long *sum;
	char filler[200]; /* does not fit into an operation */
};

KERNEL(add_one, struct add)
{
	(void)frame, (void)block;
	atomic_fetch_add(a->sum, 1);
}

struct gate {
	_Atomic int *open;
};

KERNEL(wait_gate, struct gate)
{
	(void)frame, (void)block;
	while (!atomic_load(a->open))
		sleep_ms(1);
}

static size_t
resident_bytes(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	size_t total, resident = 0;

	CHECK(f && fscanf(f, "%zu %zu", &total, &resident) == 2);
	fclose(f);
	return resident * (size_t)sysconf(_SC_PAGESIZE);
}

static void
launch_many(int n, _Atomic long *sum)
{
	struct add a = {.sum = sum};

	for (int i = 0; i < n; i++)
		OK(launch(&add_one, 2, 32, &a, 0));
	OK(cudaDeviceSynchronize());
}

static _Atomic int gate_open;

static void
open_gate(void *unused)
{
	(void)unused;
	atomic_store(&gate_open, 1);
}

/* Behind a kernel that does not end the ring fills up; the launch that finds it full
 * returns when the kernel has ended. */
static void
back_pressure(void)
{
	_Atomic long sum = 0;
	struct gate g = {&gate_open};
	struct add a = {.sum = &sum};
	cudaStream_t opener;
	int ahead = 0;

	OK(cudaStreamCreateWithFlags(&opener, cudaStreamNonBlocking));
	OK(launch(&wait_gate, 1, 1, &g, 0));
	for (int i = 0; i < AHEAD; i++) {
		if (i == 500)
			OK(cudaLaunchHostFunc(opener, open_gate, NULL));
		OK(launch(&add_one, 2, 32, &a, 0));
		ahead = i < 500 && !atomic_load(&gate_open) ? i : ahead;
	}
	CHECK(ahead == 499);
	OK(cudaDeviceSynchronize());
	CHECK(sum == 2 * AHEAD);
	OK(cudaStreamDestroy(opener));
}

int
main(void)
{
	_Atomic long sum = 0;

	REGISTER(add_one);
	REGISTER(wait_gate);
	launch_many(5000, &sum);
	size_t heap = mallinfo2().uordblks, resident = resident_bytes();

	launch_many(LAUNCHES - 5000, &sum);
	CHECK(sum == 2 * LAUNCHES);
	CHECK(mallinfo2().uordblks < heap + 1000000);
	CHECK(resident_bytes() < resident + 16000000);
	back_pressure();
	return 0;
}
