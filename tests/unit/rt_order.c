/* SPDX-License-Identifier: Apache-2.0 */
/* Shows HEDDLE_ORDER: forward hands out blocks in increasing order, reverse in
 * decreasing order, random in an order that its seed decides; every block runs once in
 * all of them. */
#include "rt.h"

enum { BLOCKS = 777 };

struct log {
	_Atomic unsigned *next;
	unsigned *order; /* block numbers as they ran */
};

KERNEL(note, struct log)
{
	(void)frame;
	a->order[atomic_fetch_add(a->next, 1)] = (unsigned)block;
}

static void
print_order(void)
{
	static _Atomic unsigned next;
	static unsigned order[BLOCKS];
	static bool seen[BLOCKS];
	struct log a = {&next, order};

	setenv("HEDDLE_THREADS", "1", 1);
	OK(launch(&note, BLOCKS, 1, &a, 0));
	OK(cudaDeviceSynchronize());
	CHECK(next == BLOCKS);
	for (int i = 0; i < BLOCKS; i++) {
		CHECK(!seen[order[i]]);
		seen[order[i]] = true;
		printf("%u ", order[i]);
	}
	fflush(stdout);
}

static void
run(const char *order, char *text, size_t size)
{
	setenv("HEDDLE_ORDER", order, 1);
	CHECK(run_child(print_order, 1, text, size) == 0);
}

int
main(void)
{
	static char forward[BLOCKS * 4 + 1], reverse[sizeof forward];
	static char first[sizeof forward], second[sizeof forward],
		third[sizeof forward];

	REGISTER(note);
	run("forward", forward, sizeof forward);
	run("reverse", reverse, sizeof reverse);
	run("random:5", first, sizeof first);
	run("random:5", second, sizeof second);
	run("random:6", third, sizeof third);
	CHECK(!strncmp(forward, "0 1 2 3 4 ", 10));
	CHECK(!strncmp(reverse, "776 775 774 ", 12));
	CHECK(!strcmp(first, second));
	CHECK(strcmp(first, third));
	CHECK(strcmp(first, forward));
	return 0;
}
