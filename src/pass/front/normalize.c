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
#include "ana/scope.h"
#include "pass/pass.h"

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
expand_absolute(LLVMValueRef call, LLVMBuilderRef b)
{
	LLVMValueRef x = LLVMGetOperand(call, 0), less, minus;

	LLVMPositionBuilderBefore(b, call);
	less = LLVMBuildICmp(b, LLVMIntSLT, x, LLVMConstNull(LLVMTypeOf(x)), "");
	minus = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1))
			? LLVMBuildNSWNeg(b, x, "")
			: LLVMBuildNeg(b, x, "");
	hd_replace(call, LLVMBuildSelect(b, less, minus, x, ""));
}

static void
expand_minima(hd_unit *u, LLVMValueRef fn)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	LLVMValueRef next;

	hd_each_block (bb, fn)
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (hd_calls_prefix(i, "llvm.abs.i"))
				expand_absolute(i, b);
			else if (hd_is_opcode(i, LLVMCall))
				expand_minimum(i, b);
		}
	LLVMDisposeBuilder(b);
}

/* ---- loads that LLVM has put together */

/* Whether the ways that meet in a phi bring addresses in different arrays, and lead nowhere
 * else. */
static bool
mixes_arrays(LLVMValueRef phi)
{
	bool mixes = false;

	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMValueRef end =
			LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, k));

		if (!hd_is_opcode(end, LLVMBr) || LLVMIsConditional(end))
			return false;
		mixes |= hd_base_of(LLVMGetIncomingValue(phi, k)) !=
			 hd_base_of(LLVMGetIncomingValue(phi, 0));
	}
	return mixes;
}

/* The only use of a phi, if that is a load in its block with nothing before it that writes. */
static LLVMValueRef
load_of(LLVMValueRef phi)
{
	LLVMValueRef load = hd_only_user(phi);

	if (!load || !hd_is_opcode(load, LLVMLoad) || !hd_is_ordinary(load) ||
	    LLVMGetInstructionParent(load) != LLVMGetInstructionParent(phi))
		return NULL;
	for (LLVMValueRef i = phi; i != load; i = LLVMGetNextInstruction(i))
		if (hd_is_opcode(i, LLVMStore) || hd_is_opcode(i, LLVMAtomicRMW) ||
		    hd_is_opcode(i, LLVMAtomicCmpXchg) || hd_is_opcode(i, LLVMFence) ||
		    (hd_is_opcode(i, LLVMCall) && !hd_is_debug_call(i)))
			return NULL;
	return load;
}

/* x < 15 ? s[x + 1] : in[i + 1] is one load for LLVM, from an address that lanes choose; each
 * way's own load is from neighbours, or for one lane only. Phi and load go; what is there
 * instead, or the phi. */
static LLVMValueRef
part_load(LLVMValueRef phi, LLVMBuilderRef b)
{
	LLVMValueRef load = load_of(phi), values;

	if (!load || !mixes_arrays(phi))
		return phi;
	LLVMPositionBuilderBefore(b, phi);
	values = LLVMBuildPhi(b, LLVMTypeOf(load), "");
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
		LLVMValueRef part = LLVMInstructionClone(load);

		LLVMSetOperand(part, 0, LLVMGetIncomingValue(phi, k));
		LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(from));
		LLVMInsertIntoBuilder(b, part);
		LLVMAddIncoming(values, &part, &from, 1);
	}
	hd_replace(load, values);
	LLVMInstructionEraseFromParent(phi);
	return values;
}

static void
part_loads(hd_unit *u, LLVMValueRef fn)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	hd_each_block (bb, fn)
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb);
		     hd_is_opcode(i, LLVMPHI); i = LLVMGetNextInstruction(i))
			if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind)
				i = part_load(i, b);
	LLVMDisposeBuilder(b);
}

/* The same where it has become a choice of addresses, or arrays, which threads do not agree
 * on: the choice; NULL: there is none. Nobody else asks for it. */
static LLVMValueRef
choice_of(LLVMValueRef load)
{
	LLVMValueRef p = load, user;

	if (!hd_is_opcode(load, LLVMLoad) || !hd_is_ordinary(load))
		return NULL;
	do {
		user = p;
		p = LLVMGetOperand(p, 0);
	} while (hd_is_opcode(p, LLVMGetElementPtr) && hd_only_user(p) == user);
	return hd_is_opcode(p, LLVMSelect) && hd_only_user(p) == user &&
			       hd_base_of(LLVMGetOperand(p, 1)) !=
				       hd_base_of(LLVMGetOperand(p, 2)) &&
			       hd_may_differ(LLVMGetOperand(p, 0))
		       ? p
		       : NULL;
}

/* A load, or an address for it, at the end of a block. */
static LLVMValueRef
copy_for(LLVMBuilderRef b, LLVMValueRef v, LLVMValueRef choice, unsigned way)
{
	LLVMValueRef p, r;

	if (v == choice)
		return LLVMGetOperand(choice, way + 1);
	p = copy_for(b, LLVMGetOperand(v, 0), choice, way);
	r = LLVMInstructionClone(v);
	LLVMSetOperand(r, 0, p);
	LLVMInsertIntoBuilder(b, r);
	return r;
}

static void
remove_chain(LLVMValueRef p, LLVMValueRef choice)
{
	LLVMValueRef next = p == choice ? NULL : LLVMGetOperand(p, 0);

	LLVMInstructionEraseFromParent(p);
	if (next)
		remove_chain(next, choice);
}

/* Two ways again. */
static void
part_choice(hd_unit *u, LLVMValueRef load, LLVMValueRef choice, LLVMBuilderRef b)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(load), way[2],
			  rest = hd_split_block(u, load);
	LLVMValueRef values[2], phi, p = LLVMGetOperand(load, 0);

	for (unsigned k = 0; k < 2; k++) {
		way[k] = hd_new_block(u, LLVMGetBasicBlockParent(bb), "part");
		LLVMMoveBasicBlockBefore(way[k], rest);
		LLVMPositionBuilderAtEnd(b, way[k]);
		values[k] = copy_for(b, load, choice, k);
		LLVMBuildBr(b, rest);
	}
	LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(bb));
	LLVMPositionBuilderAtEnd(b, bb);
	LLVMBuildCondBr(b, LLVMGetOperand(choice, 0), way[0], way[1]);
	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(rest));
	phi = LLVMBuildPhi(b, LLVMTypeOf(load), "");
	LLVMAddIncoming(phi, values, way, 2);
	hd_replace(load, phi);
	remove_chain(p, choice);
}

static void
part_choices(hd_unit *u, LLVMValueRef fn)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb;
	     bb = LLVMGetNextBasicBlock(bb))
		hd_each_insn (i, bb) {
			LLVMValueRef choice = choice_of(i);

			if (!choice)
				continue;
			part_choice(u, i, choice, b);
			break; /* the rest is in another block */
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
	hd_each_function (fn, u->m) {
		expand_minima(u, fn);
		part_loads(u, fn);
		part_choices(u, fn);
	}
}

#define CHANGED "heddle-changed"

void
hd_mark_changed(hd_unit *u, LLVMValueRef fn)
{
	hd_add_string_attr(u, fn, CHANGED, "1");
}

bool
hd_is_changed(LLVMValueRef fn)
{
	return hd_string_attr(fn, CHANGED) != NULL;
}

static void
forget_changes(hd_unit *u)
{
	hd_leave_alone(u, NULL);
	hd_each_function (fn, u->m)
		LLVMRemoveStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
						 CHANGED, sizeof CHANGED - 1);
}

void
hd_run_changed(hd_unit *u, const char *pipeline)
{
	hd_leave_alone(u, hd_is_changed);
	hd_run_llvm(u, pipeline);
	forget_changes(u);
}

void
hd_normalize_changed(hd_unit *u)
{
	hd_leave_alone(u, hd_is_changed);
	hd_normalize(u);
	forget_changes(u);
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
