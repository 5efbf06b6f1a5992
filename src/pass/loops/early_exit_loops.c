/* SPDX-License-Identifier: Apache-2.0 */
/* Loops in which the threads of a block take a few turns.
 *
 *     for (k = t; k < 259; k += 128) tile[k] = in[first + k];
 *
 * With blocks of 128 threads all have two turns and three of them one more. As a loop, some
 * lanes leave it before others, so that all of it needs masks; as straight code only the last
 * turn does, and most groups of lanes have no part in it. LLVM unrolls; it is told how many
 * threads there are. */
#include "pass/loops/unroll.h"

enum { MOST_TURNS = 4, MOST_INSNS = 256 };

static unsigned
size_of(const hd_steps *s, const hd_loop *l)
{
	unsigned size = 0;

	hd_each_block (bb, s->fn)
		if (hd_bit(&l->in, (size_t)hd_block_number(&s->blocks, bb)))
			hd_each_insn (i, bb)
				size += !hd_is_debug_call(i);
	return size;
}

/* Whether the last thread of a row has fewer turns than the first, or none. */
static bool
is_uneven(hd_steps *s, hd_loop *l, const uint32_t block[3])
{
	const uint32_t first[3] = {0}, last[3] = {block[0] - 1, 0, 0};
	unsigned most, least;

	s->thread = first;
	most = hd_count_steps(s, l, MOST_TURNS);
	s->thread = last;
	least = hd_count_steps(s, l, MOST_TURNS);
	s->thread = NULL;
	return least && least < most && most * size_of(s, l) <= MOST_INSNS;
}

static void
tell_range(const hd_steps *s, LLVMValueRef i, uint32_t end)
{
	hd_unit *u = s->u;
	LLVMMetadataRef bound[] = {LLVMValueAsMetadata(hd_i32(u, 0)),
				   LLVMValueAsMetadata(hd_i32(u, (int64_t)end))};
	LLVMMetadataRef range = LLVMMDNodeInContext2(u->c, bound, HD_COUNT(bound));

	LLVMSetMetadata(i, LLVMGetMDKindIDInContext(u->c, "range", 5),
			LLVMMetadataAsValue(u->c, range));
}

static void
tell_threads(const hd_steps *s, const uint32_t block[3])
{
	int dim;

	hd_each_block (bb, s->fn)
		hd_each_insn (i, bb)
			if (hd_sreg_read(i, &dim) == HD_TID)
				tell_range(s, i, block[dim]);
}

void
hd_choose_turns(hd_steps *s, hd_bits *chosen)
{
	const char *shape = hd_string_attr(s->fn, HD_KNOWN);
	uint32_t block[3];
	bool any = false;

	if (!shape || !hd_read_shape(shape, block))
		return;
	for (size_t k = 0; k < s->loops.n; k++)
		if (!hd_bit(chosen, k) && hd_is_innermost(&s->loops, &s->loops.at[k]) &&
		    is_uneven(s, &s->loops.at[k], block)) {
			hd_bit_set(chosen, k);
			any = true;
		}
	if (any)
		tell_threads(s, block);
}
