/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that kernels with code for groups of lanes and for one lane at a time end up with what
 * takes less time, and that blocks run once whichever way they run. */
#include "rt.h"

enum { BLOCKS = 64, LAUNCHES = 400, SINGLE = 4000, THREADS = 32 };

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

/* The share of blocks of the last launches that ran one lane at a time, in percent. */
static long
run(const void *kernel, int blocks, long lanes_us, long alone_us)
{
	static _Atomic int runs[BLOCKS];
	static _Atomic long ways[2];
	struct work a = {runs, ways, {lanes_us, alone_us}, false};
	int launches = blocks == 1 ? SINGLE : LAUNCHES, late = launches * 3 / 4;

	memset((void *)runs, 0, sizeof runs);
	memset((void *)ways, 0, sizeof ways);
	for (int k = 0; k < launches; k++) {
		a.late = k >= late;
		OK(launch(kernel, (unsigned)blocks, THREADS, &a, 0));
	}
	OK(cudaDeviceSynchronize());
	for (int b = 0; b < blocks; b++)
		CHECK(runs[b] == launches);
	CHECK(ways[0] + ways[1] == (long)blocks * (launches - late));
	return 100 * ways[1] / (ways[0] + ways[1]);
}

int
main(void)
{
	REGISTER(unsure);
	REGISTER(other);
	REGISTER(sure);
	CHECK(run(&unsure, BLOCKS, 20, 2) > 50);
	CHECK(run(&unsure, BLOCKS, 2, 20) < 50); /* other data: back again */
	CHECK(run(&other, BLOCKS, 2, 20) < 50);
	CHECK(run(&other, 1, 20, 2) > 50);
	CHECK(run(&sure, BLOCKS, 6, 1) == 0);
	return 0;
}
