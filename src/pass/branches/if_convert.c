/* SPDX-License-Identifier: Apache-2.0 */
/* Part of move_common_accesses: a few numbers that one side of a branch computes are
 * computed by all, and a choice takes the place of the branch.
 *
 *     if (x < y)                t = x < y ? 2 * x : t;
 *             t = 2 * x;   ->
 *
 * LLVM does it by itself for two or four instructions, and hardly ever where the condition is
 * on floating-point numbers: for one thread a branch may be better. For a group of lanes that
 * may disagree it mostly is not. */
#include "ana/scope.h"
#include "pass/pass.h"

enum { BUDGET = 16, DIVISION = 6, CONVERSION = 3 };

/* What LLVM has instructions for, or a few. */
static int
cost_of_call(LLVMValueRef i)
{
	static const char *const cheap[] = {
		"abs.",    "fabs.",      "smin.", "smax.",  "umin.",    "umax.",
		"minnum.", "maxnum.",    "fma.",  "floor.", "ceil.",    "trunc.",
		"rint.",   "nearbyint.", "fshl.", "fshr.",  "copysign."};
	const char *name;

	if (!hd_calls_prefix(i, "llvm."))
		return BUDGET + 1;
	name = hd_name(hd_callee(i)) + sizeof "llvm." - 1;
	if (hd_has_prefix(name, "fptoui.sat.") || hd_has_prefix(name, "fptosi.sat."))
		return CONVERSION;
	for (size_t k = 0; k < HD_COUNT(cheap); k++)
		if (hd_has_prefix(name, cheap[k]))
			return 1;
	return BUDGET + 1;
}

static int
cost_of(LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMCall:
		return cost_of_call(i);
	case LLVMFDiv:
	case LLVMFRem:
		return BUDGET + 1;
	case LLVMFCmp:
	case LLVMFNeg:
		return 1;
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMURem:
	case LLVMSRem:
		return hd_may_trap(i) ? BUDGET + 1 : DIVISION;
	case LLVMGetElementPtr:
	case LLVMTrunc:
	case LLVMZExt:
	case LLVMSExt:
		return 0;
	default:
		return hd_is_arithmetic(i) ? 1 : BUDGET + 1;
	}
}

/* Nothing but a little arithmetic on the way to `to`? */
static bool
is_light(LLVMBasicBlockRef bb, LLVMBasicBlockRef to)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
	int cost = 0;

	if (!hd_is_opcode(end, LLVMBr) || LLVMIsConditional(end) ||
	    LLVMGetSuccessor(end, 0) != to)
		return false;
	for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != end;
	     i = LLVMGetNextInstruction(i)) {
		if (hd_is_debug_call(i))
			continue;
		if (hd_is_opcode(i, LLVMPHI) || (cost += cost_of(i)) > BUDGET)
			return false;
	}
	return true;
}

/* How many phis of `to` tell the ways apart? */
static int
count_choices(LLVMBasicBlockRef to, LLVMBasicBlockRef x, LLVMBasicBlockRef y)
{
	int n = 0;

	hd_each_phi (phi, to)
		n += hd_incoming(phi, x) != hd_incoming(phi, y);
	return n;
}

static void
move_all(LLVMBuilderRef b, LLVMBasicBlockRef from, LLVMValueRef before)
{
	hd_each_insn (i, from)
		if (i != LLVMGetBasicBlockTerminator(from))
			hd_move_before(b, i, before);
}

/* A branch to `to`, straight or by way of sides of which not much is to be done. */
typedef struct fork {
	LLVMValueRef branch;
	LLVMBasicBlockRef from[2]; /* where the ways come from: a side, or the branch */
	LLVMBasicBlockRef to;
} fork;

static void
replace_phi(LLVMBuilderRef b, const fork *f, LLVMValueRef phi)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(f->branch);
	LLVMValueRef x = hd_incoming(phi, f->from[0]), y = hd_incoming(phi, f->from[1]);
	LLVMValueRef v = x, renewed;

	LLVMPositionBuilderBefore(b, f->branch);
	if (x != y)
		v = LLVMBuildSelect(b, LLVMGetCondition(f->branch), x, y, "");
	LLVMPositionBuilderBefore(b, phi);
	renewed = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
	LLVMAddIncoming(renewed, &v, &bb, 1);
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
		LLVMValueRef old = LLVMGetIncomingValue(phi, k);

		if (from != f->from[0] && from != f->from[1])
			LLVMAddIncoming(renewed, &old, &from, 1);
	}
	hd_replace(phi, renewed);
}

/* All is computed in front of the branch, which goes straight on from now on. */
static void
fold(hd_unit *u, const fork *f)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(f->branch);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	for (int k = 0; k < 2; k++)
		if (f->from[k] != bb)
			move_all(b, f->from[k], f->branch);
	hd_each_phi (phi, f->to)
		replace_phi(b, f, phi);
	LLVMPositionBuilderBefore(b, f->branch);
	LLVMBuildBr(b, f->to);
	LLVMInstructionEraseFromParent(f->branch);
	for (int k = 0; k < 2; k++)
		if (f->from[k] != bb)
			LLVMDeleteBasicBlock(f->from[k]);
	LLVMDisposeBuilder(b);
}

/* Where the ways of a branch meet again, if they do so at once. */
static LLVMBasicBlockRef
meeting_place(LLVMValueRef branch)
{
	LLVMBasicBlockRef way[2] = {LLVMGetSuccessor(branch, 0),
				    LLVMGetSuccessor(branch, 1)};
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(branch);

	for (int k = 0; k < 2; k++)
		if (hd_only_predecessor(way[k]) == bb && is_light(way[k], way[1 - k]))
			return way[1 - k];
	if (hd_only_predecessor(way[0]) != bb || hd_only_predecessor(way[1]) != bb)
		return NULL;
	if (!LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(way[0])))
		return NULL;
	bb = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(way[0]), 0);
	return is_light(way[0], bb) && is_light(way[1], bb) ? bb : NULL;
}

static bool
fold_at(hd_unit *u, LLVMBasicBlockRef bb)
{
	enum { MOST = 2 };
	fork f = {LLVMGetBasicBlockTerminator(bb), {bb, bb}, NULL};

	if (!hd_is_opcode(f.branch, LLVMBr) || !LLVMIsConditional(f.branch) ||
	    !hd_may_differ(LLVMGetCondition(f.branch)))
		return false;
	f.to = meeting_place(f.branch);
	if (!f.to || f.to == bb)
		return false;
	for (unsigned k = 0; k < 2; k++)
		if (LLVMGetSuccessor(f.branch, k) != f.to)
			f.from[k] = LLVMGetSuccessor(f.branch, k);
	if (count_choices(f.to, f.from[0], f.from[1]) > MOST)
		return false;
	fold(u, &f);
	return true;
}

bool
hd_fold_sides(hd_unit *u, LLVMValueRef fn)
{
	bool any = false, more;

	do {
		more = false;
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb && !more;
		     bb = LLVMGetNextBasicBlock(bb))
			more = fold_at(u, bb);
		any |= more;
	} while (more);
	return any;
}
