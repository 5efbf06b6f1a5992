/* SPDX-License-Identifier: Apache-2.0 */
/* Part of group_accesses: copies of code for arrays that are apart.
 *
 *     q[3 * i] = f(p[3 * i]);
 *     q[3 * i + 1] = f(p[3 * i + 1]);
 *
 * May the second load come before the first store? Not if q is p + 1. Where both have one
 * index, that is a question for the two bases: once it is answered, code that has what it needs
 * in any order stands beside the code as it was. */
#include "pass/memory/group_accesses.h"

enum { MOST_INSNS = 256, MOST_BASES = 4 };

/* base[1] - base[0] must not lie between these. */
typedef struct gap {
	LLVMValueRef base[2];
	int64_t low, high;
} gap;

typedef struct segment {
	hd_joining *s;
	LLVMValueRef first, last; /* channels */
	gap gap[MOST_BASES];
	int n;
	bool helps;
} segment;

/* ---- what has to be asked */

/* From the first channel to the last, short and without barriers. */
static bool
find_ends(segment *g, LLVMBasicBlockRef bb)
{
	int n = 0;

	hd_each_insn (i, bb) {
		if (!hd_is_channel(g->s, i))
			continue;
		g->first = g->first ? g->first : i;
		g->last = i;
	}
	for (LLVMValueRef i = g->first; i && i != g->last;
	     i = LLVMGetNextInstruction(i))
		if (++n > MOST_INSNS ||
		    (hd_is_opcode(i, LLVMCall) && !hd_is_plain_call(i)))
			return false;
	return n > 0;
}

static gap *
gap_of(segment *g, LLVMValueRef base[2])
{
	for (int k = 0; k < g->n; k++)
		if (g->gap[k].base[0] == base[0] && g->gap[k].base[1] == base[1])
			return &g->gap[k];
	if (g->n == MOST_BASES)
		return NULL;
	g->gap[g->n] = (gap){{base[0], base[1]}, INT64_MAX, INT64_MIN};
	return &g->gap[g->n++];
}

static int64_t
size_of(const segment *g, LLVMValueRef i)
{
	LLVMValueRef x = hd_is_opcode(i, LLVMStore) ? LLVMGetOperand(i, 0) : i;

	return (int64_t)hd_size_of(g->s->u, LLVMTypeOf(x));
}

/* They are apart if their bases, the same for all threads, are not that far from each other. */
static bool
add_gap(segment *g, LLVMValueRef i, LLVMValueRef j)
{
	LLVMValueRef base[2];
	int64_t d, low, high;
	gap *x;

	if (!hd_is_channel(g->s, j) ||
	    !hd_is_beside(g->s->u, hd_pointer_of(i), hd_pointer_of(j), base, &d))
		return false;
	x = gap_of(g, base);
	if (!x)
		return false;
	low = -d - size_of(g, j) + 1;
	high = -d + size_of(g, i) - 1;
	x->low = low < x->low ? low : x->low;
	x->high = high > x->high ? high : x->high;
	return true;
}

/* Do two that stand at different sides of a clash belong together? */
static bool
is_parted(const segment *g, LLVMValueRef store, LLVMValueRef other)
{
	LLVMValueRef i;

	for (i = g->first; i != store; i = LLVMGetNextInstruction(i))
		if (hd_is_channel(g->s, i) && hd_are_channels(g->s, i, other))
			return true;
	for (i = other; i != g->last;) {
		i = LLVMGetNextInstruction(i);
		if (hd_is_channel(g->s, i) && hd_are_channels(g->s, i, store))
			return true;
	}
	return false;
}

/* Stores go down, and loads come up. */
static bool
find_gaps(segment *g)
{
	for (LLVMValueRef i = g->first; i != g->last; i = LLVMGetNextInstruction(i)) {
		if (!hd_is_opcode(i, LLVMStore) || !hd_is_channel(g->s, i))
			continue;
		for (LLVMValueRef j = i; j != g->last;) {
			j = LLVMGetNextInstruction(j);
			if (!hd_channels_clash(g->s, i, j))
				continue;
			if (!add_gap(g, i, j))
				return false;
			g->helps |= is_parted(g, i, j);
		}
	}
	return g->helps;
}

/* ---- the copy */

/* Is nothing of it used elsewhere? */
static bool
is_closed(const segment *g)
{
	hd_map in = {0};
	LLVMValueRef end = LLVMGetNextInstruction(g->last), i;

	for (i = g->first; i != end; i = LLVMGetNextInstruction(i))
		*hd_map_put(&g->s->u->scratch, &in, i) = 1;
	for (i = g->first; i != end; i = LLVMGetNextInstruction(i))
		hd_each_use (use, i)
			if (!hd_map_get(&in, LLVMGetUser(use)))
				return false;
	for (int k = 0; k < g->n; k++)
		if (hd_map_get(&in, g->gap[k].base[0]) ||
		    hd_map_get(&in, g->gap[k].base[1]))
			return false;
	return true;
}

static LLVMBasicBlockRef
copy_block(hd_joining *s, LLVMBasicBlockRef bb, LLVMBasicBlockRef next)
{
	LLVMBasicBlockRef to = hd_new_block(s->u, LLVMGetBasicBlockParent(bb), "apart");
	hd_map map = {0};

	LLVMMoveBasicBlockAfter(to, bb);
	LLVMPositionBuilderAtEnd(s->b, to);
	hd_each_insn (i, bb) {
		LLVMValueRef r;

		if (LLVMIsATerminatorInst(i) || hd_is_debug_call(i))
			continue;
		r = LLVMInstructionClone(i);
		for (int k = 0; k < LLVMGetNumOperands(i); k++)
			LLVMSetOperand(r, (unsigned)k,
				       hd_mapped(&map, LLVMGetOperand(i, (unsigned)k)));
		LLVMInsertIntoBuilderWithName(s->b, r, hd_name(i));
		*hd_map_put(&s->u->scratch, &map, i) = (uintptr_t)r;
	}
	LLVMBuildBr(s->b, next);
	return to;
}

static LLVMValueRef
are_apart(const segment *g)
{
	hd_unit *u = g->s->u;
	LLVMBuilderRef b = g->s->b;
	LLVMValueRef r = NULL;

	for (int k = 0; k < g->n; k++) {
		const gap *x = &g->gap[k];
		LLVMValueRef d = LLVMBuildSub(
			b, LLVMBuildPtrToInt(b, x->base[1], u->i64, ""),
			LLVMBuildPtrToInt(b, x->base[0], u->i64, ""), "distance");

		d = LLVMBuildSub(b, d, hd_i64(u, x->low), "");
		d = LLVMBuildICmp(b, LLVMIntUGT, d, hd_i64(u, x->high - x->low), "");
		r = r ? LLVMBuildAnd(b, r, d, "apart") : d;
	}
	return r;
}

LLVMBasicBlockRef
hd_copy_channels(hd_joining *s, LLVMBasicBlockRef bb)
{
	segment g = {.s = s};
	LLVMBasicBlockRef plain, next, copy;
	LLVMValueRef end;

	if (!find_ends(&g, bb) || !find_gaps(&g) || !is_closed(&g))
		return NULL;
	plain = hd_split_block(s->u, g.first);
	next = hd_split_block(s->u, LLVMGetNextInstruction(g.last));
	copy = copy_block(s, plain, next);
	end = LLVMGetBasicBlockTerminator(bb);
	LLVMPositionBuilderBefore(s->b, end);
	hd_set_odds(s->u, LLVMBuildCondBr(s->b, are_apart(&g), copy, plain), 1000, 1);
	LLVMInstructionEraseFromParent(end);
	s->changed = true;
	return copy;
}
