/* SPDX-License-Identifier: Apache-2.0 */
/* Which loops keep a small private array from being registers.
 *
 *     float sum[8];
 *     for (int k = 0; k < 8; k++) sum[k] += a[k] * b;
 *
 * Indices of registers must be constants, so all loops whose counters are used in an index of
 * the array have to become straight code, or none: an array that is asked for an element that
 * nobody knows stays in memory, and its loops stay loops. */
#include "pass/loops/unroll.h"

enum {
	MOST_ROUNDS = 64,  /* of a loop */
	MOST_BYTES = 512,  /* of an array */
	MOST_INSNS = 4096, /* that loops may become */
	WITH_WARPS = 512,  /* likewise, where warps do something together */
	MOST_DEPTH = 8,    /* of what an index is computed from */
};

typedef struct array_state {
	hd_steps *s;
	unsigned *steps; /* by loop; 0 = unknown */
	hd_bits used;    /* loops whose counters are in indices of this array */
	uint64_t most;   /* instructions */
} array_state;

/* The loop that a phi counts, or -1. */
static int
loop_of(const array_state *a, LLVMValueRef phi)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(phi);
	int n = hd_block_number(&a->s->blocks, bb);

	for (size_t k = 0; k < a->s->loops.n; k++)
		if (a->s->loops.at[k].header == n)
			return (int)k;
	return -1;
}

static bool is_counted(array_state *a, LLVMValueRef v, int depth);

/* Whether what a loop counts from is known, too: a loop around it may have counted that. */
static bool
starts_counted(array_state *a, LLVMValueRef phi, const hd_loop *l, int depth)
{
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		int from = hd_block_number(&a->s->blocks, LLVMGetIncomingBlock(phi, k));

		if (!hd_bit(&l->in, (size_t)from) &&
		    !is_counted(a, LLVMGetIncomingValue(phi, k), depth + 1))
			return false;
	}
	return true;
}

/* Whether a value is known when the loops that count it are straight code. */
static bool
is_counted(array_state *a, LLVMValueRef v, int depth)
{
	if (LLVMIsAConstantInt(v))
		return true;
	if (depth > MOST_DEPTH || !LLVMIsAInstruction(v))
		return false;
	if (hd_is_opcode(v, LLVMPHI)) {
		int k = loop_of(a, v);

		if (k < 0 || !a->steps[k])
			return false;
		hd_bit_set(&a->used, (size_t)k);
		return starts_counted(a, v, &a->s->loops.at[k], depth);
	}
	if (!LLVMIsABinaryOperator(v) && !LLVMIsACastInst(v) &&
	    !hd_is_opcode(v, LLVMSelect) && !hd_is_opcode(v, LLVMICmp))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!is_counted(a, LLVMGetOperand(v, (unsigned)k), depth + 1))
			return false;
	return true;
}

/* Whether all that is done with an address in the array is to load and store there. */
static bool
is_simple(array_state *a, LLVMValueRef p)
{
	hd_each_use (use, p) {
		LLVMValueRef i = LLVMGetUser(use);

		if (hd_is_opcode(i, LLVMLoad) || hd_is_lifetime_call(i) ||
		    hd_is_debug_call(i) ||
		    (hd_is_opcode(i, LLVMStore) && LLVMGetOperand(i, 0) != p))
			continue;
		if (!hd_is_opcode(i, LLVMGetElementPtr))
			return false;
		for (int k = 1; k < LLVMGetNumOperands(i); k++)
			if (!is_counted(a, LLVMGetOperand(i, (unsigned)k), 0))
				return false;
		if (!is_simple(a, i))
			return false;
	}
	return true;
}

/* Instructions of block n, in straight code. */
static uint64_t
copies_of(const array_state *a, const hd_bits *chosen, int n)
{
	uint64_t copies = 1;

	for (size_t k = 0; k < a->s->loops.n; k++)
		if (hd_bit(chosen, k) && hd_bit(&a->s->loops.at[k].in, (size_t)n) &&
		    copies < MOST_INSNS)
			copies *= a->steps[k];
	return copies;
}

/* How long the chosen loops get, all together. */
static uint64_t
size_of(const array_state *a, const hd_bits *chosen)
{
	uint64_t size = 0;

	hd_each_block (bb, a->s->fn) {
		uint64_t copies =
			copies_of(a, chosen, hd_block_number(&a->s->blocks, bb));

		if (copies > 1)
			hd_each_insn (i, bb)
				size += hd_is_debug_call(i) ? 0 : copies;
	}
	return size;
}

static void
choose_for(array_state *a, LLVMValueRef array, hd_bits *chosen)
{
	hd_unit *u = a->s->u;
	hd_bits all = hd_bits_new(&u->scratch, a->s->loops.n);
	LLVMTypeRef t = LLVMGetAllocatedType(array);

	if (!LLVMIsAConstantInt(LLVMGetOperand(array, 0)) ||
	    LLVMGetTypeKind(t) != LLVMArrayTypeKind ||
	    LLVMABISizeOfType(u->dl, t) > MOST_BYTES)
		return;
	a->used = hd_bits_new(&u->scratch, a->s->loops.n);
	if (!is_simple(a, array))
		return;
	for (size_t k = 0; k < a->s->loops.n; k++)
		if (hd_bit(&a->used, k) || hd_bit(chosen, k))
			hd_bit_set(&all, k);
	if (size_of(a, &all) > a->most)
		return;
	for (size_t k = 0; k < a->s->loops.n; k++)
		if (hd_bit(&a->used, k))
			hd_bit_set(chosen, k);
}

void
hd_choose_array_loops(hd_steps *s, hd_bits *chosen)
{
	array_state a = {.s = s, .most = MOST_INSNS};

	if (hd_has_warp_operations(s->fn))
		a.most = WITH_WARPS;
	a.steps = HD_NEW_ARRAY(&s->u->scratch, unsigned, s->loops.n + 1);
	for (size_t k = 0; k < s->loops.n; k++)
		a.steps[k] = hd_count_steps(s, &s->loops.at[k], MOST_ROUNDS);
	hd_each_insn (i, LLVMGetEntryBasicBlock(s->fn))
		if (hd_is_opcode(i, LLVMAlloca))
			choose_for(&a, i, chosen);
}
