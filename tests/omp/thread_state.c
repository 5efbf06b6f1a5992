/* SPDX-License-Identifier: Apache-2.0 */
/* Threadprivate variables: structures, static ones of functions, with copyin. */
#include <stdio.h>
#include <string.h>

struct state {
	unsigned seed;
	int calls;
	double part[4];
};

static struct state state = {7, 0, {1, 2, 3, 4}};
#pragma omp threadprivate(state)
int limit = 10;
#pragma omp threadprivate(limit)

static unsigned
next(void)
{
	state.seed = state.seed * 1103515245u + 12345u;
	state.calls++;
	return state.seed >> 16;
}

int
main(void)
{
	unsigned out[64];
	int calls = 0, sum = 0;
	double parts = 0;

#pragma omp parallel for reduction(+ : calls)
	for (int i = 0; i < 64; i++) {
		int before = state.calls;
		state.seed = (unsigned)i;
		out[i] = (next() ^ next()) % 1000;
		calls += state.calls - before;
	}
	printf("%u %u %d\n", out[0], out[63], calls);
	limit = 25;
	state.part[2] = 30;
#pragma omp parallel for copyin(limit, state) reduction(+ : sum, parts)
	for (int i = 0; i < 40; i++) {
		sum += i < limit;
		parts += state.part[i % 4];
	}
	printf("%d %g %d\n", sum, parts, limit);
	return 0;
}
