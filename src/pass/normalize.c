/* SPDX-License-Identifier: Apache-2.0 */
/* normalize: LLVM's clean-up passes, in an order that suits regions and lanes.
 *
 * jump-threading removes the flag-and-switch that clang makes of `break`; no PRE, since
 * it makes phis of values that could be recomputed after a barrier; lcssa last, so that
 * every value leaves a loop by a phi (where lanes that left earlier are blended).
 *
 * needs:   everything inlined
 * ensures: no switch instructions
 */
#include "pass.h"

/* A choice that the lowering sees through; LLVM finds the minimum again. */
static void
expand_minimum(LLVMValueRef call, LLVMBuilderRef b)
{
	static const struct {
		const char *name;
		LLVMIntPredicate first; /* is the result when this holds */
	} kinds[] = {{"llvm.smin.i", LLVMIntSLT},
		     {"llvm.smax.i", LLVMIntSGT},
		     {"llvm.umin.i", LLVMIntULT},
		     {"llvm.umax.i", LLVMIntUGT}};

	for (size_t k = 0; k < HD_COUNT(kinds); k++)
		if (hd_calls_prefix(call, kinds[k].name)) {
			LLVMValueRef x = LLVMGetOperand(call, 0),
				     y = LLVMGetOperand(call, 1);

			LLVMPositionBuilderBefore(b, call);
			hd_replace(call,
				   LLVMBuildSelect(
					   b,
					   LLVMBuildICmp(b, kinds[k].first, x, y, ""),
					   x, y, ""));
			return;
		}
}

static void
expand_minima(hd_unit *u, LLVMValueRef fn)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	LLVMValueRef next;

	hd_each_block (bb, fn)
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (hd_is_opcode(i, LLVMCall))
				expand_minimum(i, b);
		}
	LLVMDisposeBuilder(b);
}

void
hd_normalize(hd_unit *u)
{
	hd_run_llvm(
		u, "function("
		   "sroa,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,"
		   "jump-threading,simplifycfg,lower-switch,"
		   "loop-simplify,lcssa,loop(loop-rotate),loop-mssa(licm),"
		   "gvn<no-pre;no-load-pre>,sroa,instcombine<no-verify-fixpoint>,"
		   "simplifycfg,adce,lower-switch,loop-simplify,lcssa),"
		   "globaldce");
	hd_each_function (fn, u->m)
		expand_minima(u, fn);
}

bool
hd_pass_normalize(hd_unit *u)
{
	if (u->opt.debug_device || u->opt.opt_level == 0)
		hd_run_llvm(u, "function(lower-switch)");
	else
		hd_normalize(u);
	return true;
}
