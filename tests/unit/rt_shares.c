/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that every block of a launch runs once, however many there are and whoever runs
 * them: threads that have done their own share take from others'. */
#include "rt.h"

enum { MOST = 200000, ROUNDS = 300 };

static _Atomic unsigned char ran[MOST];

struct slow {
	uint64_t from, to; /* blocks that take longer */
};

KERNEL(count_block, struct slow)
{
	volatile unsigned long spin = 0;

	(void)frame;
	atomic_fetch_add(&ran[block], 1);
	if (block >= a->from && block < a->to)
		while (spin < 3000)
			spin++;
}

static void
run(unsigned blocks, struct slow slow)
{
	OK(launch(&count_block, blocks, 32, &slow, 0));
	OK(cudaDeviceSynchronize());
	for (unsigned i = 0; i < blocks; i++)
		CHECK(atomic_exchange(&ran[i], 0) == 1);
}

/* Launches that nobody waits for between them, in two streams. */
static void
queue(void)
{
	struct slow none = {0, 0};
	cudaStream_t s[2];

	for (int i = 0; i < 2; i++)
		OK(cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking));
	for (int i = 0; i < 50; i++) {
		OK(launch(&count_block, 100, 32, &none, s[0]));
		OK(launch(&count_block, 33, 32, &none, s[1]));
	}
	OK(cudaDeviceSynchronize());
	for (unsigned i = 0; i < 100; i++)
		CHECK(atomic_exchange(&ran[i], 0) == (i < 33 ? 100 : 50));
}

/* The first launch of a stream has blocks for all threads. */
static void
begin_streams(void)
{
	struct slow none = {0, 0};
	cudaStream_t s;

	for (int i = 0; i < 20; i++) {
		OK(cudaStreamCreate(&s));
		OK(launch(&count_block, 64, 32, &none, s));
		OK(cudaStreamSynchronize(s));
	}
	for (unsigned i = 0; i < 64; i++)
		CHECK(atomic_exchange(&ran[i], 0) == 20);
}

int
main(void)
{
	REGISTER(count_block);
	begin_streams();
	for (unsigned blocks = 1; blocks < 70; blocks++)
		run(blocks, (struct slow){0, 0});
	for (unsigned i = 0; i < ROUNDS; i++)
		run(64 + i, (struct slow){i % 64, i % 64 + 16});
	run(32767, (struct slow){30000, 30100});
	run(32768, (struct slow){0, 100});
	run(32769, (struct slow){32700, 32769});
	run(MOST, (struct slow){0, 0});
	queue();
	return 0;
}
