/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that kernels with code for groups of lanes and for one lane at a time end up with what
 * takes less time, and that blocks run once whichever way they run. */
#include "rt.h"

enum { BLOCKS = 64, LAUNCHES = 400, THREADS = 32, LATE = LAUNCHES * 3 / 4 };

struct work {
	_Atomic int *runs;  /* of each block */
	_Atomic long *ways; /* blocks that ran in either way, in late launches */
	long us[2];         /* that a block takes in either way */
	bool late;
};

static void
spend(double us)
{
	double end = now_ms() + us / 1000;

	while (now_ms() < end)
		;
}

static void
do_work(const hd_frame *frame, const struct work *a, uint64_t block)
{
	CHECK(frame->alone <= 1);
	atomic_fetch_add(&a->runs[block], 1);
	if (a->late)
		atomic_fetch_add(&a->ways[frame->alone], 1);
	spend((double)a->us[frame->alone]);
}

KERNEL(unsure, struct work, .flags = HD_KERNEL_UNSURE, .lanes = 8)
{
	do_work(frame, a, block);
}

KERNEL(other, struct work, .flags = HD_KERNEL_UNSURE, .lanes = 8)
{
	do_work(frame, a, block);
}

KERNEL(sure, struct work, .lanes = 8)
{
	do_work(frame, a, block);
}

/* The share of late blocks that ran one lane at a time, in percent. */
static long
run(const void *kernel, long lanes_us, long alone_us)
{
	static _Atomic int runs[BLOCKS];
	static _Atomic long ways[2];
	struct work a = {runs, ways, {lanes_us, alone_us}, false};

	memset((void *)runs, 0, sizeof runs);
	memset((void *)ways, 0, sizeof ways);
	for (int k = 0; k < LAUNCHES; k++) {
		a.late = k >= LATE;
		OK(launch(kernel, BLOCKS, THREADS, &a, 0));
	}
	OK(cudaDeviceSynchronize());
	for (int b = 0; b < BLOCKS; b++)
		CHECK(runs[b] == LAUNCHES);
	CHECK(ways[0] + ways[1] == (long)BLOCKS * (LAUNCHES - LATE));
	return 100 * ways[1] / (ways[0] + ways[1]);
}

int
main(void)
{
	REGISTER(unsure);
	REGISTER(other);
	REGISTER(sure);
	CHECK(run(&unsure, 20, 2) > 80);
	CHECK(run(&unsure, 2, 20) < 20); /* other data: back again */
	CHECK(run(&other, 2, 20) < 20);
	CHECK(run(&sure, 6, 1) == 0);
	return 0;
}
