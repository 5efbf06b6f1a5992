/* SPDX-License-Identifier: Apache-2.0 */
/* Loops that do nothing but wait for other blocks:
 *
 *     while (atomicAdd(&arrived, 0) < gridDim.x)
 *             ;
 *
 * Those that are waited for may be later ones, as a GPU has all blocks of a small grid at
 * once. Such a loop reads one place in global memory in a way that others' stores are seen,
 * writes nothing that others see, and ends by something that it has read. Taking a lock is
 * waiting, too, and so is taking a turn with it. */
#include "ana/barrier.h"
#include "pass/sync/wait_loops.h"

enum { DEPTH = 12, SEEN = 16 };

typedef struct trace {
	const hd_wait_loop *l;
	LLVMValueRef seen[SEEN];
	int n;
} trace;

/* Of others: it is neither the thread's nor the block's. */
static bool
is_of_others(LLVMValueRef p)
{
	p = hd_wait_array(p);
	return !hd_points_to_shared(p) && !LLVMIsAAllocaInst(p);
}

static bool
is_stored_in(const hd_wait_loop *l, LLVMValueRef variable)
{
	hd_each_use (use, variable) {
		LLVMValueRef i = LLVMGetUser(use);

		if (!hd_is_opcode(i, LLVMLoad) && hd_is_in_wait_loop(l, i) &&
		    !hd_is_lifetime_call(i) && !hd_is_debug_call(i))
			return true;
	}
	return false;
}

/* The same in every round. */
static bool
is_steady(const hd_wait_loop *l, LLVMValueRef v, int depth)
{
	v = hd_wait_source(v);
	if (!hd_is_in_wait_loop(l, v))
		return true;
	if (hd_is_opcode(v, LLVMLoad))
		return LLVMIsAAllocaInst(LLVMGetOperand(v, 0)) &&
		       !is_stored_in(l, LLVMGetOperand(v, 0));
	if (!depth || !hd_is_pure(LLVMGetInstructionOpcode(v)))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!is_steady(l, LLVMGetOperand(v, (unsigned)k), depth - 1))
			return false;
	return true;
}

static bool
is_read(LLVMValueRef i)
{
	return hd_is_opcode(i, LLVMLoad)
		       ? !hd_is_ordinary(i)
		       : hd_is_wait_read(i) || (hd_is_lock(i) && LLVMGetFirstUse(i));
}

static bool
reads_others(const hd_wait_loop *l, LLVMValueRef i)
{
	return is_read(i) && is_of_others(LLVMGetOperand(i, 0)) &&
	       is_steady(l, LLVMGetOperand(i, 0), DEPTH);
}

/* Something that others see, or that takes a while. */
static bool
does_more(LLVMValueRef i)
{
	if (hd_is_opcode(i, LLVMStore))
		return is_of_others(LLVMGetOperand(i, 1));
	if (hd_is_opcode(i, LLVMAtomicRMW) || hd_is_opcode(i, LLVMAtomicCmpXchg))
		return !is_read(i) && is_of_others(LLVMGetOperand(i, 0));
	if (!LLVMIsACallInst(i) || hd_is_block_barrier(i))
		return false;
	return hd_calls_prefix(i, "llvm.mem") ||
	       !(hd_calls_prefix(i, "llvm.") || hd_calls(i, "hd_dev_nanosleep") ||
		 hd_calls(i, "hd_dev_globaltimer"));
}

static bool
was_seen(trace *t, LLVMValueRef v)
{
	for (int k = 0; k < t->n; k++)
		if (t->seen[k] == v)
			return true;
	if (t->n < SEEN)
		t->seen[t->n++] = v;
	return t->n == SEEN;
}

/* Does it depend on something that is read in the loop? */
static bool
depends(trace *t, LLVMValueRef v, int depth)
{
	v = hd_wait_source(v);
	if (!depth || !hd_is_in_wait_loop(t->l, v) || was_seen(t, v))
		return false;
	if (is_read(v) || hd_is_opcode(v, LLVMLoad))
		return true;
	if (hd_is_block_barrier(v) && hd_arg_count(v))
		return depends(t, LLVMGetOperand(v, 0), depth - 1);
	if (hd_is_opcode(v, LLVMPHI)) {
		for (unsigned k = 0; k < LLVMCountIncoming(v); k++)
			if (depends(t, LLVMGetIncomingValue(v, k), depth - 1))
				return true;
		return false;
	}
	if (!hd_is_pure(LLVMGetInstructionOpcode(v)) && !hd_is_opcode(v, LLVMFreeze))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (depends(t, LLVMGetOperand(v, (unsigned)k), depth - 1))
			return true;
	return false;
}

static bool
ends_by_reading(const hd_wait_loop *l)
{
	for (size_t k = 0; k < l->loop->exiting.n; k++) {
		LLVMValueRef end =
			LLVMGetBasicBlockTerminator(l->block[l->loop->exiting.at[k]]);
		trace t = {.l = l};

		if ((hd_is_opcode(end, LLVMBr) || hd_is_opcode(end, LLVMSwitch)) &&
		    depends(&t, LLVMGetOperand(end, 0), DEPTH))
			return true;
	}
	return false;
}

bool
hd_is_spin_loop(const hd_wait_loop *l)
{
	bool any = false;

	hd_each_bit (n, &l->loop->in)
		hd_each_insn (i, l->block[n]) {
			if (does_more(i))
				return false;
			any |= reads_others(l, i);
		}
	return any && ends_by_reading(l);
}
