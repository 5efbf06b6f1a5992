/* SPDX-License-Identifier: Apache-2.0 */
/* What instructions do besides giving a value. */
#include "lanes/read/read.h"

/* Intrinsics that work on vectors element by element; a flag stays a scalar. */
bool
hd_is_elementwise(LLVMValueRef i)
{
	static const char *const names[] = {
		"llvm.fabs.",       "llvm.sqrt.",      "llvm.fma.",
		"llvm.floor.",      "llvm.ceil.",      "llvm.trunc.",
		"llvm.rint.",       "llvm.nearbyint.", "llvm.round.",
		"llvm.roundeven.",  "llvm.copysign.",  "llvm.minnum.",
		"llvm.maxnum.",     "llvm.minimum.",   "llvm.maximum.",
		"llvm.smin.",       "llvm.smax.",      "llvm.umin.",
		"llvm.umax.",       "llvm.abs.",       "llvm.ctpop.",
		"llvm.ctlz.",       "llvm.cttz.",      "llvm.bswap.",
		"llvm.bitreverse.", "llvm.fshl.",      "llvm.fshr.",
		"llvm.sadd.sat.",   "llvm.uadd.sat.",  "llvm.ssub.sat.",
		"llvm.usub.sat.",
	};

	for (size_t k = 0; k < HD_COUNT(names); k++)
		if (hd_calls_prefix(i, names[k]))
			return true;
	return hd_calls_prefix(i, "llvm.fptosi.sat.") ||
	       hd_calls_prefix(i, "llvm.fptoui.sat.");
}

/* No visible effect. */
bool
hd_is_pure_call(LLVMValueRef i)
{
	return hd_is_elementwise(i) ||
	       (hd_barrier_kind(i) == HD_BARRIER_WARP && !hd_is_rank_op(i)) ||
	       hd_is_debug_call(i) || hd_is_lifetime_call(i) ||
	       hd_calls_prefix(i, "llvm.assume") || hd_calls_prefix(i, HD_ALL) ||
	       hd_is_lane_count(i) ||
	       hd_calls_prefix(i, "llvm.experimental.noalias.scope");
}

bool
hd_has_effect(LLVMValueRef i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	int dim;

	if (o == LLVMStore || o == LLVMAtomicRMW || o == LLVMAtomicCmpXchg ||
	    o == LLVMFence)
		return true;
	return o == LLVMCall && hd_sreg_read(i, &dim) == HD_NOT_SREG &&
	       !hd_is_pure_call(i);
}

bool
hd_is_pure_node(const hd_code *c, int n)
{
	hd_each_node_insn (i, c, n)
		if (hd_has_effect(i))
			return false;
	return true;
}

/* Functions find the thread's place in the frame, which has that of the first row. */
bool
hd_asks_for_thread(const hd_code *c)
{
	int dim;

	for (int v = 0; v < c->nv; v++)
		if (c->def[v] >= 0 && hd_is_opcode(c->val[v], LLVMCall) &&
		    !hd_is_pure_call(c->val[v]) && !hd_is_debug_call(c->val[v]) &&
		    !hd_is_lifetime_call(c->val[v]) &&
		    hd_barrier_kind(c->val[v]) == HD_NO_BARRIER &&
		    hd_sreg_read(c->val[v], &dim) == HD_NOT_SREG)
			return true;
	return false;
}

bool
hd_mentions_shared(LLVMValueRef k)
{
	if (hd_is_shared_variable(k))
		return true;
	if (LLVMIsAGlobalValue(k) || !LLVMIsAConstant(k))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(k); i++)
		if (hd_mentions_shared(LLVMGetOperand(k, (unsigned)i)))
			return true;
	return false;
}
