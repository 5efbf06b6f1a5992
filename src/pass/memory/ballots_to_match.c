/* SPDX-License-Identifier: Apache-2.0 */
/* ballots_to_match: ballots that tell, bit by bit, who has the same digit become one match.
 *
 *     for (int b = 0; b < 8; b++) {
 *             unsigned set = __ballot_sync(all, d >> b & 1);
 *             same &= d >> b & 1 ? set : ~set;
 *     }
 * becomes, if the loop has been unrolled,
 *     same &= __match_any_sync(all, d & 255) | (d & 255 ? 0 : ~__ballot_sync(all, 1));
 *
 * Radix sorts do so where the processor has no match. Lanes that do not take part are in ~set:
 * whoever has no bit at all finds them as well. Not on x86-64, where a comparison gives bits in
 * an instruction or two, and the ballots are as fast.
 *
 * needs:   normalize
 * ensures: normalize
 */
#include "frame.h"
#include "pass/pass.h"

enum { LEAST = 4, MOST = 32 }; /* bits of a digit */

typedef struct chain {
	LLVMValueRef ballot;       /* one of them */
	LLVMValueRef bit[MOST];    /* i1, or a word that is 0 or 1 */
	HD_VEC(LLVMValueRef) rest; /* what else is in the conjunction */
	int bits;
} chain;

/* ---- one bit */

static int
op_of(LLVMValueRef ballot)
{
	return (int)LLVMConstIntGetZExtValue(LLVMGetOperand(ballot, 0));
}

static LLVMValueRef
operand(LLVMValueRef v, unsigned k)
{
	return LLVMGetOperand(v, k);
}

/* The ballot whose result is this word, or NULL. */
static LLVMValueRef
ballot_of(LLVMValueRef word)
{
	LLVMValueRef b = hd_is_opcode(word, LLVMTrunc) ? operand(word, 0) : NULL;

	return b && LLVMIsACallInst(b) && hd_barrier_kind(b) == HD_BARRIER_WARP &&
			       (op_of(b) & ~HD_WARP_CONVERGED) == HD_WARP_BALLOT
		       ? b
		       : NULL;
}

/* What is voted on, if it can only be 0 or 1. */
static LLVMValueRef
bit_of(LLVMValueRef ballot)
{
	LLVMValueRef v = operand(ballot, 2);

	if (!hd_is_opcode(v, LLVMZExt))
		return NULL;
	v = operand(v, 0);
	if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 1)
		return v;
	return LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 32 &&
			       ((hd_is_opcode(v, LLVMAnd) &&
				 hd_is_int(operand(v, 1), 1)) ||
				(hd_is_opcode(v, LLVMLShr) &&
				 hd_is_int(operand(v, 1), 31)))
		       ? v
		       : NULL;
}

static bool
is_not(LLVMValueRef v, LLVMValueRef bit)
{
	return hd_is_opcode(v, LLVMXor) && operand(v, 0) == bit &&
	       hd_is_ones(operand(v, 1));
}

/* All ones where the bit is zero, else zero? */
static bool
is_spread_not(LLVMValueRef v, LLVMValueRef bit)
{
	if (hd_is_opcode(v, LLVMAdd))
		return operand(v, 0) == bit && hd_is_ones(operand(v, 1));
	if (hd_is_opcode(v, LLVMSExt))
		return LLVMTypeOf(bit) == LLVMTypeOf(operand(v, 0)) &&
		       is_not(operand(v, 0), bit);
	return hd_is_opcode(v, LLVMSelect) && operand(v, 0) == bit &&
	       LLVMIsNull(operand(v, 1)) && hd_is_ones(operand(v, 2));
}

/* bit ? set : ~set, in the two ways in which that is written. */
static bool
is_step(LLVMValueRef v, LLVMValueRef *ballot, LLVMValueRef *bit)
{
	if (hd_is_opcode(v, LLVMXor)) {
		for (unsigned k = 0; k < 2; k++) {
			*ballot = ballot_of(operand(v, k));
			*bit = *ballot ? bit_of(*ballot) : NULL;
			if (*bit && is_spread_not(operand(v, !k), *bit))
				return true;
		}
		return false;
	}
	if (!hd_is_opcode(v, LLVMSelect))
		return false;
	*ballot = ballot_of(operand(v, 1));
	*bit = *ballot ? bit_of(*ballot) : NULL;
	return *bit && *bit == operand(v, 0) && is_not(operand(v, 2), operand(v, 1));
}

/* ---- all bits */

static bool
goes_with(const chain *c, LLVMValueRef ballot)
{
	return !c->ballot || (op_of(c->ballot) == op_of(ballot) &&
			      operand(c->ballot, 1) == operand(ballot, 1));
}

static void
collect(hd_unit *u, LLVMValueRef root, LLVMValueRef v, chain *c)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(root);
	LLVMValueRef ballot, bit;

	if (hd_is_opcode(v, LLVMAnd) && (v == root || hd_only_user(v)) &&
	    LLVMGetInstructionParent(v) == bb) {
		collect(u, root, operand(v, 0), c);
		collect(u, root, operand(v, 1), c);
	} else if (c->bits < MOST && is_step(v, &ballot, &bit) &&
		   LLVMGetInstructionParent(ballot) == bb && goes_with(c, ballot)) {
		c->ballot = ballot;
		c->bit[c->bits++] = bit;
	} else {
		hd_push(&u->scratch, &c->rest, v);
	}
}

/* The last bit of a digit is x > 127 to LLVM, which then does not find it among the others. */
static LLVMValueRef
as_word(hd_unit *u, LLVMBuilderRef b, LLVMValueRef bit)
{
	LLVMValueRef x, most;
	unsigned n = 0;

	if (hd_is_opcode(bit, LLVMICmp) && LLVMGetICmpPredicate(bit) == LLVMIntUGT) {
		x = operand(bit, 0);
		most = operand(bit, 1);
		while (n < 31 && !hd_is_int(most, (1ull << n) - 1))
			n++;
		if (LLVMTypeOf(x) == u->i32 && n < 31 && hd_is_below(x, n + 1))
			return LLVMBuildLShr(b, x, hd_i32(u, n), "");
	}
	return LLVMBuildZExt(b, bit, u->i32, "");
}

static LLVMValueRef
digit_of(hd_unit *u, LLVMBuilderRef b, const chain *c)
{
	LLVMValueRef r = NULL;

	for (int k = 0; k < c->bits; k++) {
		LLVMValueRef x = as_word(u, b, c->bit[k]);

		x = LLVMBuildShl(b, x, hd_i32(u, (uint32_t)k), "");
		r = r ? LLVMBuildOr(b, r, x, "digit") : x;
	}
	return r;
}

static LLVMValueRef
call_like(hd_unit *u, LLVMBuilderRef b, LLVMValueRef ballot, int op, LLVMValueRef v,
	  int bits)
{
	LLVMValueRef arg[] = {
		hd_i32(u, (uint32_t)(op | (op_of(ballot) & HD_WARP_CONVERGED))),
		operand(ballot, 1), LLVMBuildZExt(b, v, u->i64, ""),
		hd_i32(u, (uint32_t)bits), hd_i32(u, 0)};

	return LLVMBuildTrunc(b, hd_call(b, LLVMGetCalledValue(ballot), arg, 5, ""),
			      u->i32, "");
}

static void
rewrite(hd_unit *u, LLVMValueRef root, const chain *c)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	LLVMValueRef digit, same, others, none;

	LLVMPositionBuilderBefore(b, root);
	digit = digit_of(u, b, c);
	same = call_like(u, b, c->ballot, HD_WARP_MATCH_ANY, digit, c->bits);
	others = call_like(u, b, c->ballot, HD_WARP_BALLOT,
			   LLVMConstInt(u->i1, 1, false), 0);
	none = LLVMBuildICmp(b, LLVMIntEQ, digit, hd_i32(u, 0), "");
	others = LLVMBuildSelect(b, none, LLVMBuildNot(b, others, ""), hd_i32(u, 0),
				 "others");
	same = LLVMBuildOr(b, same, others, "same");
	for (size_t k = 0; k < c->rest.n; k++)
		same = LLVMBuildAnd(b, same, c->rest.at[k], "");
	LLVMReplaceAllUsesWith(root, same);
	LLVMDisposeBuilder(b);
}

/* Dead ballots; LLVM would keep them. */
static void
forget(LLVMValueRef v)
{
	LLVMValueRef op[2];
	bool ballot;

	if (!LLVMIsAInstruction(v) || LLVMGetFirstUse(v))
		return;
	ballot = LLVMIsACallInst(v) && hd_barrier_kind(v) == HD_BARRIER_WARP;
	if (!ballot && !hd_is_opcode(v, LLVMAnd) && !hd_is_opcode(v, LLVMXor) &&
	    !hd_is_opcode(v, LLVMSelect) && !hd_is_opcode(v, LLVMTrunc))
		return;
	op[0] = operand(v, hd_is_opcode(v, LLVMSelect) ? 1 : 0);
	op[1] = hd_is_opcode(v, LLVMSelect)  ? operand(v, 2)
		: hd_is_opcode(v, LLVMTrunc) ? op[0]
					     : operand(v, 1);
	LLVMInstructionEraseFromParent(v);
	if (ballot)
		return;
	forget(op[0]);
	if (op[1] != op[0])
		forget(op[1]);
}

static bool
match_one(hd_unit *u, LLVMValueRef fn)
{
	hd_each_block (bb, fn)
		for (LLVMValueRef i = LLVMGetLastInstruction(bb); i;
		     i = LLVMGetPreviousInstruction(i)) {
			chain c = {0};

			if (!hd_is_opcode(i, LLVMAnd) || LLVMTypeOf(i) != u->i32)
				continue;
			collect(u, i, i, &c);
			if (c.bits < LEAST)
				continue;
			hd_remark(
				u, c.ballot,
				"kernel '%s' replaces ballots for the bits of a digit by "
				"one match",
				hd_source_name(fn));
			rewrite(u, i, &c);
			forget(i);
			return true;
		}
	return false;
}

bool
hd_pass_ballots_to_match(hd_unit *u)
{
	bool any = false;

	hd_each_function (fn, u->m) {
		bool changed = false;

		if (!hd_has_body(fn) || hd_has_attr(fn, "optnone"))
			continue;
		while (match_one(u, fn))
			changed = true;
		if (changed)
			hd_mark_changed(u, fn);
		any |= changed;
	}
	return any;
}
