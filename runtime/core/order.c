/* SPDX-License-Identifier: Apache-2.0 */
/* HEDDLE_ORDER: blocks in another order than by number, to find programs that rely on
 * one. Kernels that wait for earlier blocks keep theirs: they would hang. */
#include "inner.h"

static uint64_t
mix(uint64_t x)
{
	x ^= x >> 31;
	x *= 0x9e3779b97f4a7c15ull;
	x ^= x >> 29;
	x *= 0xbf58476d1ce4e5b9ull;
	return x ^ x >> 32;
}

/* A Feistel network permutes numbers of 2 * half bits for every seed. */
static uint64_t
scramble(uint64_t x, unsigned half)
{
	uint64_t mask = (1ull << half) - 1;
	uint64_t left = x >> half, right = x & mask;

	for (uint64_t round = 0; round < 4; round++) {
		uint64_t next =
			left ^ (mix(right + hd_opt.seed + (round << 56)) & mask);

		left = right;
		right = next;
	}
	return left << half | right;
}

/* Numbers past the end are scrambled again until they fall inside, so the result is a
 * permutation of [0, blocks). The network is less than 4 times as wide. */
static uint64_t
random_block(uint64_t i, uint64_t blocks)
{
	unsigned half = 1;

	while (half < 32 && 1ull << 2 * half < blocks)
		half++;
	do
		i = scramble(i, half);
	while (i >= blocks);
	return i;
}

uint64_t
hd_permute_block(const hd_kernel *k, uint64_t i, uint64_t blocks)
{
	if (k->flags & HD_KERNEL_WAITS)
		return i;
	switch (hd_opt.order) {
	case HD_ORDER_REVERSE:
		return blocks - 1 - i;
	case HD_ORDER_RANDOM:
		return random_block(i, blocks);
	default:
		return i;
	}
}
