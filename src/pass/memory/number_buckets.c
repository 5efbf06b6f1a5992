/* SPDX-License-Identifier: Apache-2.0 */
/* number_buckets: lanes that share counters take their numbers one after the other.
 *
 *     same = __match_any_sync(all, d);
 *     rank = __popc(same & before);             to = take(&next[0], d);
 *     to = next[d] + rank;               ->
 *     __syncwarp();
 *     if (rank == 0)
 *             next[d] += __popc(same);
 *
 * That is how warps number what they put into buckets. On a processor it is
 * to = next[d]++ for each lane, which is less work than to find out who else has the same d.
 * It is one warp operation, HD_WARP_TAKE, as lanes read before any of them writes; how it is
 * done is for the lanes to say, when they know who takes part and what `before` is.
 *
 * needs:   normalize, ballots_to_match
 */
#include "frame.h"
#include "pass/pass.h"

typedef struct numbers {
	LLVMValueRef match,
		others;     /* others: it stands for those who are not there, too */
	LLVMValueRef digit; /* i32, as a number with sign */
	LLVMValueRef same, before, first;
	LLVMValueRef load, store,
		again; /* again: the load next to the store, or NULL */
} numbers;

static bool
is_op(LLVMValueRef v, int op)
{
	return LLVMIsACallInst(v) && hd_barrier_kind(v) == HD_BARRIER_WARP &&
	       (int)LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0)) == op;
}

/* The warp operation whose low word this is, or NULL. */
static LLVMValueRef
word_of(LLVMValueRef v, int op)
{
	LLVMValueRef x = hd_is_opcode(v, LLVMTrunc) ? LLVMGetOperand(v, 0) : NULL;

	return x && is_op(x, op) ? x : NULL;
}

/* digit == 0 ? ~__ballot_sync(mask, 1) : 0, as ballots_to_match leaves it. */
static bool
is_others(const numbers *n, LLVMValueRef v)
{
	LLVMValueRef zero, none, ballot;

	if (!hd_is_opcode(v, LLVMSelect) || !LLVMIsNull(LLVMGetOperand(v, 2)))
		return false;
	zero = LLVMGetOperand(v, 0);
	none = LLVMGetOperand(v, 1);
	if (!hd_is_opcode(zero, LLVMICmp) || LLVMGetICmpPredicate(zero) != LLVMIntEQ ||
	    LLVMGetOperand(zero, 0) != n->digit ||
	    !LLVMIsNull(LLVMGetOperand(zero, 1)) || !hd_is_opcode(none, LLVMXor) ||
	    !hd_is_ones(LLVMGetOperand(none, 1)))
		return false;
	ballot = word_of(LLVMGetOperand(none, 0), HD_WARP_BALLOT);
	return ballot && LLVMGetOperand(ballot, 1) == LLVMGetOperand(n->match, 1) &&
	       LLVMIsAConstantInt(LLVMGetOperand(ballot, 2)) &&
	       !LLVMIsNull(LLVMGetOperand(ballot, 2));
}

/* What is compared, if all of its bits are. */
static LLVMValueRef
digit_of(LLVMValueRef match)
{
	LLVMValueRef v = LLVMGetOperand(match, 2), bits = LLVMGetOperand(match, 3);

	if (!hd_is_opcode(v, LLVMZExt))
		return NULL;
	v = LLVMGetOperand(v, 0);
	if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) != 32 || !LLVMIsAConstantInt(bits))
		return NULL;
	return LLVMIsNull(bits) ||
			       hd_is_below(v, (unsigned)LLVMConstIntGetZExtValue(bits))
		       ? v
		       : NULL;
}

static bool
find_same(numbers *n, LLVMValueRef v)
{
	n->same = v;
	n->others = NULL;
	n->match = word_of(v, HD_WARP_MATCH_ANY);
	if (n->match)
		return (n->digit = digit_of(n->match)) != NULL;
	for (unsigned k = 0; k < 2 && hd_is_opcode(v, LLVMOr); k++) {
		n->match = word_of(LLVMGetOperand(v, k), HD_WARP_MATCH_ANY);
		n->digit = n->match ? digit_of(n->match) : NULL;
		n->others = LLVMGetOperand(v, !k);
		if (n->digit && is_others(n, n->others))
			return true;
	}
	return false;
}

/* Is it the number of bits set in x? */
static bool
counts(LLVMValueRef v, LLVMValueRef x)
{
	return hd_calls_prefix(v, "llvm.ctpop.i32") && LLVMGetOperand(v, 0) == x;
}

/* same & before, of which nothing is left for the first of those who are the same. */
static bool
find_first(numbers *n, LLVMValueRef v)
{
	if (hd_calls_prefix(v, "llvm.ctpop.i32"))
		v = LLVMGetOperand(v, 0);
	n->first = v;
	for (unsigned k = 0; k < 2 && hd_is_opcode(v, LLVMAnd); k++) {
		n->before = LLVMGetOperand(v, !k);
		if (find_same(n, LLVMGetOperand(v, k)))
			return true;
	}
	return false;
}

/* ---- the update */

/* if (first == 0) store, and nothing else: the block that leads to it, or NULL. */
static LLVMBasicBlockRef
find_condition(numbers *n, LLVMBasicBlockRef then)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(then), c, br;
	LLVMBasicBlockRef from = hd_only_predecessor(then), join;
	bool equal;

	br = from ? LLVMGetBasicBlockTerminator(from) : NULL;
	if (!br || !hd_is_opcode(end, LLVMBr) || LLVMIsConditional(end) ||
	    !hd_is_opcode(br, LLVMBr) || !LLVMIsConditional(br))
		return NULL;
	join = LLVMGetSuccessor(end, 0);
	c = LLVMGetCondition(br);
	if (!hd_is_opcode(c, LLVMICmp) || !LLVMIsNull(LLVMGetOperand(c, 1)))
		return NULL;
	equal = LLVMGetICmpPredicate(c) == LLVMIntEQ;
	if (!equal && LLVMGetICmpPredicate(c) != LLVMIntNE)
		return NULL;
	return LLVMGetSuccessor(br, equal ? 0 : 1) == then &&
			       LLVMGetSuccessor(br, equal ? 1 : 0) == join &&
			       !LLVMIsAPHINode(LLVMGetFirstInstruction(join)) &&
			       find_first(n, LLVMGetOperand(c, 0))
		       ? from
		       : NULL;
}

static bool
is_same_place(LLVMValueRef load, LLVMValueRef p)
{
	return hd_is_opcode(load, LLVMLoad) && hd_is_ordinary(load) &&
	       LLVMGetOperand(load, 0) == p;
}

/* In the order in which they stand: [load], count, sum, store. Nothing else is there that
 * anybody could see. */
static bool
find_update(numbers *n, LLVMBasicBlockRef then)
{
	LLVMValueRef sum, p;

	n->store = n->again = NULL;
	hd_each_insn (i, then) {
		if (hd_is_opcode(i, LLVMStore) && !n->store)
			n->store = i;
		else if (hd_is_opcode(i, LLVMLoad) && !n->again && !n->store)
			n->again = i;
		else if (!hd_is_opcode(i, LLVMBr) && !hd_is_opcode(i, LLVMAdd) &&
			 !hd_is_debug_call(i) && !hd_calls_prefix(i, "llvm.ctpop.i32"))
			return false;
	}
	if (!n->store || !hd_is_ordinary(n->store))
		return false;
	sum = LLVMGetOperand(n->store, 0);
	p = LLVMGetOperand(n->store, 1);
	if (!hd_is_opcode(sum, LLVMAdd))
		return false;
	for (unsigned k = 0; k < 2; k++) {
		LLVMValueRef old = LLVMGetOperand(sum, k);

		if (!counts(LLVMGetOperand(sum, !k), n->same) ||
		    !is_same_place(old, p) || (n->again && old != n->again))
			continue;
		n->load = n->again ? NULL : old;
		return true;
	}
	return false;
}

static bool
is_silent(LLVMValueRef i)
{
	int dim;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
	case LLVMStore:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
	case LLVMFence:
		return false;
	case LLVMCall:
		return hd_is_debug_call(i) || hd_sreg_read(i, &dim) != HD_NOT_SREG ||
		       hd_calls_prefix(i, "llvm.ctpop");
	default:
		return true;
	}
}

/* From the first load to the branch: nothing but one meeting of the warp? Between two of them,
 * lanes that are elsewhere might change the counters. */
static bool
is_calm(LLVMValueRef load)
{
	LLVMValueRef i = LLVMGetNextInstruction(load);
	int meetings = 0;

	for (; i; i = LLVMGetNextInstruction(i))
		if (is_op(i, HD_WARP_SYNC))
			meetings++;
		else if (!is_silent(i))
			return false;
	return meetings <= 1;
}

/* The load in front, from which each lane goes on counting; it has no other use. */
static bool
find_load(numbers *n, LLVMBasicBlockRef from)
{
	LLVMValueRef p = LLVMGetOperand(n->store, 1);

	if (!n->load)
		hd_each_insn (i, from)
			if (is_same_place(i, p))
				n->load = i;
	if (!n->load || LLVMGetInstructionParent(n->load) != from || !is_calm(n->load))
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(n->load); use;
	     use = LLVMGetNextUse(use)) {
		LLVMValueRef x = LLVMGetUser(use);
		unsigned mine =
			hd_is_opcode(x, LLVMAdd) && LLVMGetOperand(x, 1) == n->load;

		if (x != LLVMGetOperand(n->store, 0) &&
		    (!hd_is_opcode(x, LLVMAdd) ||
		     !counts(LLVMGetOperand(x, !mine), n->first)))
			return false;
	}
	return true;
}

/* ---- where the counters are */

/* Are its elements words, of which the last index is the digit? */
static bool
is_indexed(const numbers *n, LLVMValueRef p)
{
	LLVMValueRef last;
	LLVMTypeRef t;

	if (!hd_is_opcode(p, LLVMGetElementPtr))
		return false;
	t = LLVMGetGEPSourceElementType(p);
	for (int k = 2; k < LLVMGetNumOperands(p); k++) {
		if (LLVMGetTypeKind(t) != LLVMArrayTypeKind)
			return false;
		t = LLVMGetElementType(t);
	}
	if (LLVMGetTypeKind(t) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(t) != 32)
		return false;
	last = LLVMGetOperand(p, (unsigned)LLVMGetNumOperands(p) - 1);
	return (hd_is_opcode(last, LLVMSExt) ||
		(hd_is_opcode(last, LLVMZExt) && hd_is_below(n->digit, 31))) &&
	       LLVMGetOperand(last, 0) == n->digit;
}

static LLVMValueRef
first_counter(hd_unit *u, LLVMBuilderRef b, LLVMValueRef p)
{
	LLVMValueRef index[8];
	unsigned n = (unsigned)LLVMGetNumOperands(p) - 1;

	for (unsigned k = 0; k + 1 < n; k++)
		index[k] = LLVMGetOperand(p, k + 1);
	index[n - 1] = hd_i64(u, 0);
	return LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(p), LLVMGetOperand(p, 0),
			     index, n, "counters");
}

/* It is dead; LLVM would keep the warp operations. */
static bool
is_idle(LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMCall:
		return !LLVMGetFirstUse(i) &&
		       (is_op(i, HD_WARP_MATCH_ANY) || is_op(i, HD_WARP_BALLOT) ||
			hd_calls_prefix(i, "llvm.ctpop"));
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor:
	case LLVMICmp:
	case LLVMSelect:
	case LLVMTrunc:
	case LLVMZExt:
	case LLVMSExt:
	case LLVMGetElementPtr:
		return !LLVMGetFirstUse(i);
	default:
		return false;
	}
}

static void
forget(LLVMBasicBlockRef bb)
{
	LLVMValueRef i = LLVMGetLastInstruction(bb), before;

	for (; i; i = before) {
		before = LLVMGetPreviousInstruction(i);
		if (is_idle(i))
			LLVMInstructionEraseFromParent(i);
	}
}

/* All threads continue behind the update. */
static void
leave_out(hd_unit *u, LLVMBasicBlockRef then)
{
	LLVMBasicBlockRef from = hd_only_predecessor(then);
	LLVMValueRef br = LLVMGetBasicBlockTerminator(from);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	LLVMPositionBuilderBefore(b, br);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(br));
	LLVMBuildBr(b, LLVMGetSuccessor(LLVMGetBasicBlockTerminator(then), 0));
	LLVMInstructionEraseFromParent(br);
	LLVMDeleteBasicBlock(then);
	LLVMDisposeBuilder(b);
}

static void
rewrite(hd_unit *u, const numbers *n)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	LLVMValueRef p = LLVMGetOperand(n->store, 1), arg[5], r;
	LLVMUseRef use;

	LLVMPositionBuilderBefore(b, n->load);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(n->load));
	arg[0] = hd_i32(u, n->others ? HD_WARP_TAKE_OTHERS : HD_WARP_TAKE);
	arg[1] = LLVMGetOperand(n->match, 1);
	arg[2] = LLVMBuildPtrToInt(b, first_counter(u, b, p), u->i64, "");
	arg[3] = n->digit;
	arg[4] = n->before;
	r = hd_call(b, LLVMGetCalledValue(n->match), arg, 5, "");
	r = LLVMBuildTrunc(b, r, u->i32, "number");
	leave_out(u, LLVMGetInstructionParent(n->store));
	while ((use = LLVMGetFirstUse(n->load))) {
		LLVMValueRef x = LLVMGetUser(use);

		LLVMReplaceAllUsesWith(x, r);
		LLVMInstructionEraseFromParent(x);
	}
	LLVMInstructionEraseFromParent(n->load);
	forget(LLVMGetInstructionParent(n->match));
	LLVMDisposeBuilder(b);
}

static bool
take_one(hd_unit *u, LLVMValueRef fn)
{
	hd_each_block (bb, fn) {
		numbers n = {0};
		LLVMBasicBlockRef from = find_condition(&n, bb);

		if (!from || !find_update(&n, bb) || !find_load(&n, from) ||
		    LLVMGetInstructionParent(n.match) != from ||
		    LLVMGetNumOperands(LLVMGetOperand(n.store, 1)) > 8 ||
		    !is_indexed(&n, LLVMGetOperand(n.store, 1)))
			continue;
		hd_remark(u, n.load,
			  "the lanes of kernel '%s' number the elements of a "
			  "bucket one after the other",
			  hd_source_name(fn));
		rewrite(u, &n);
		return true;
	}
	return false;
}

bool
hd_pass_number_buckets(hd_unit *u, LLVMValueRef fn)
{
	bool any = false;

	while (take_one(u, fn))
		any = true;
	return any;
}
