/* SPDX-License-Identifier: Apache-2.0 */
/* Loops that go round until everything is decided, by what other threads decide meanwhile:
 *
 *     do {
 *             open = 0;
 *             ...                               (state is volatile, or read by atomics)
 *             if (state[neighbour] == UNDECIDED)
 *                     open = 1;
 *             else
 *                     state[mine] = DECIDED;
 *     } while (open);
 *
 * A GPU runs all threads of such a grid at once. Here they have to let others run after each
 * round: threads of the block, and blocks of the grid. The loop is known by its end, which is
 * a flag that was set in the round, and by an array that is written in it and read in a way
 * that others' stores are seen. Loops with locks get ahead in other ways. */
#include "pass/sync/wait_loops.h"

enum { DEPTH = 12, FLAGS = 16 };

typedef struct flags {
	const hd_wait_loop *l;
	LLVMValueRef seen[FLAGS];
	int n;
} flags;

/* ---- its end */

static bool is_flag(flags *f, LLVMValueRef v, int depth);

static bool
was_seen(flags *f, LLVMValueRef v)
{
	for (int k = 0; k < f->n; k++)
		if (f->seen[k] == v)
			return true;
	if (f->n < FLAGS)
		f->seen[f->n++] = v;
	return false;
}

/* In unoptimised code: all that is stored to it in an iteration is known. */
static bool
is_flag_variable(flags *f, LLVMValueRef variable, int depth)
{
	bool any = false;

	if (was_seen(f, variable))
		return true;
	hd_each_use (use, variable) {
		LLVMValueRef i = LLVMGetUser(use);

		if (!hd_is_opcode(i, LLVMStore) || !hd_is_in_wait_loop(f->l, i))
			continue;
		if (!LLVMIsAConstantInt(LLVMGetOperand(i, 0)) &&
		    !is_flag(f, LLVMGetOperand(i, 0), depth - 1))
			return false;
		any = true;
	}
	return any;
}

static bool
is_flag_phi(flags *f, LLVMValueRef phi, int depth)
{
	if (was_seen(f, phi))
		return true;
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMValueRef v = LLVMGetIncomingValue(phi, k);

		if (!LLVMIsAConstantInt(v) && !is_flag(f, v, depth - 1))
			return false;
	}
	return true;
}

/* `c ? a : b` of constants and flags, or `flag || x`. */
static bool
is_flag_choice(flags *f, LLVMValueRef v, int depth)
{
	bool all = true;

	for (unsigned k = 1; k < 3; k++)
		all = all && (LLVMIsAConstantInt(LLVMGetOperand(v, k)) ||
			      is_flag(f, LLVMGetOperand(v, k), depth - 1));
	return all || is_flag(f, LLVMGetOperand(v, 0), depth - 1);
}

/* What a warp votes on, or a block; NULL: no vote. */
static LLVMValueRef
voted_on(LLVMValueRef v)
{
	enum { VALUE = 2 }; /* of a warp operation */

	switch (hd_barrier_kind(v)) {
	case HD_BARRIER_COUNT:
	case HD_BARRIER_AND:
	case HD_BARRIER_OR:
		return LLVMGetOperand(v, 0);
	case HD_BARRIER_WARP:
		return LLVMGetOperand(v, VALUE);
	default:
		return NULL;
	}
}

/* Is it a choice of constants that is made in the loop, or does somebody vote on one? */
static bool
is_flag(flags *f, LLVMValueRef v, int depth)
{
	if (!depth || !hd_is_in_wait_loop(f->l, v))
		return false;
	if (hd_is_opcode(v, LLVMPHI))
		return is_flag_phi(f, v, depth);
	if (hd_is_opcode(v, LLVMLoad))
		return LLVMIsAAllocaInst(LLVMGetOperand(v, 0)) &&
		       is_flag_variable(f, LLVMGetOperand(v, 0), depth);
	if (hd_is_opcode(v, LLVMSelect))
		return is_flag_choice(f, v, depth);
	if (voted_on(v))
		return is_flag(f, voted_on(v), depth - 1);
	if (!hd_is_pure(LLVMGetInstructionOpcode(v)) && !hd_is_opcode(v, LLVMFreeze))
		return false;
	if (hd_is_opcode(v, LLVMOr) || hd_is_opcode(v, LLVMAnd))
		return is_flag(f, LLVMGetOperand(v, 0), depth - 1) ||
		       is_flag(f, LLVMGetOperand(v, 1), depth - 1);
	if (LLVMGetNumOperands(v) == 2 && !LLVMIsAConstantInt(LLVMGetOperand(v, 1)))
		return false;
	return LLVMGetNumOperands(v) < 3 && is_flag(f, LLVMGetOperand(v, 0), depth - 1);
}

/* The same in every round. */
static bool
is_fixed(const hd_wait_loop *l, LLVMValueRef v, int depth)
{
	if (!hd_is_in_wait_loop(l, v))
		return true;
	if (!depth || !hd_is_pure(LLVMGetInstructionOpcode(v)))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!is_fixed(l, LLVMGetOperand(v, (unsigned)k), depth - 1))
			return false;
	return true;
}

static bool
ends_by_flags(const hd_wait_loop *l)
{
	bool any = false;

	for (size_t k = 0; k < l->loop->exiting.n; k++) {
		LLVMValueRef end =
			LLVMGetBasicBlockTerminator(l->block[l->loop->exiting.at[k]]);
		flags f = {.l = l};

		if (!hd_is_opcode(end, LLVMBr))
			return false;
		if (is_fixed(l, LLVMGetCondition(end), DEPTH))
			continue;
		if (!is_flag(&f, LLVMGetCondition(end), DEPTH))
			return false;
		any = true;
	}
	return any;
}

/* ---- what it reads and writes */

LLVMValueRef
hd_wait_array(LLVMValueRef p)
{
	for (int depth = DEPTH; depth; depth--) {
		LLVMValueRef from = hd_wait_source(p);

		if (from == p && (hd_is_opcode(p, LLVMGetElementPtr) ||
				  hd_is_opcode(p, LLVMAddrSpaceCast) ||
				  hd_is_opcode(p, LLVMBitCast)))
			from = LLVMGetOperand(p, 0);
		if (from == p)
			break;
		p = from;
	}
	return p;
}

/* Atomics whose results are used get ahead by them. */
static bool
writes(LLVMValueRef i, LLVMValueRef array)
{
	if (hd_is_opcode(i, LLVMStore))
		return hd_wait_array(LLVMGetOperand(i, 1)) == array;
	return hd_is_opcode(i, LLVMAtomicRMW) && !LLVMGetFirstUse(i) &&
	       hd_wait_array(LLVMGetOperand(i, 0)) == array;
}

static bool
is_written(const hd_wait_loop *l, LLVMValueRef array)
{
	hd_each_bit (n, &l->loop->in)
		hd_each_insn (i, l->block[n])
			if (writes(i, array))
				return true;
	return false;
}

static bool
is_polled(const hd_wait_loop *l, LLVMValueRef i)
{
	LLVMValueRef array;

	if (hd_is_opcode(i, LLVMLoad) ? hd_is_ordinary(i) : !hd_is_atomic_read(i))
		return false;
	array = hd_wait_array(LLVMGetOperand(i, 0));
	return !LLVMIsAAllocaInst(array) && !hd_points_to_shared(array) &&
	       is_written(l, array);
}

bool
hd_is_poll_loop(const hd_wait_loop *l)
{
	bool any = false;

	if (!ends_by_flags(l))
		return false;
	hd_each_bit (n, &l->loop->in)
		hd_each_insn (i, l->block[n]) {
			if (hd_is_lock(i))
				return false;
			any |= is_polled(l, i);
		}
	return any;
}
