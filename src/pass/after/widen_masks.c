/* SPDX-License-Identifier: Apache-2.0 */
/* widen_masks: masks in the form in which NEON compares. A vector of i1 that feeds logic or
 * leaves its block is packed into bytes there and unpacked at every use; and the optimiser
 * folds every wider form back to i1. So the whole mask domain (compares, logic, phis) is
 * rebuilt last of all, in vectors of i32, where the result of a compare is the mask. The
 * question whether any (all) lanes are set becomes a maximum (minimum) across lanes. */
#include "pass/pass.h"

typedef struct widen {
	hd_unit *u;
	LLVMBuilderRef b;
	hd_map wide; /* mask -> its wide form */
	HD_VEC(LLVMValueRef) phis, users, dead;
} widen;

static bool
is_mask(LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	return LLVMGetTypeKind(t) == LLVMVectorTypeKind &&
	       hd_is_integer(LLVMGetElementType(t)) &&
	       LLVMGetIntTypeWidth(LLVMGetElementType(t)) == 1 &&
	       LLVMGetVectorSize(t) >= 4;
}

static LLVMTypeRef
wide_type(widen *w, LLVMValueRef mask)
{
	return LLVMVectorType(w->u->i32, LLVMGetVectorSize(LLVMTypeOf(mask)));
}

static LLVMValueRef
wide_constant(widen *w, LLVMValueRef k)
{
	LLVMTypeRef t = wide_type(w, k);
	unsigned n = LLVMGetVectorSize(t);
	LLVMValueRef *at = HD_NEW_ARRAY(&w->u->scratch, LLVMValueRef, n);

	if (LLVMIsUndef(k))
		return LLVMGetPoison(t);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef x = LLVMGetAggregateElement(k, i);

		at[i] = x && LLVMIsAConstantInt(x) && !LLVMIsNull(x)
				? LLVMConstAllOnes(w->u->i32)
				: LLVMConstNull(w->u->i32);
	}
	return LLVMConstVector(at, n);
}

static bool
is_logic(LLVMValueRef v)
{
	return hd_is_opcode(v, LLVMAnd) || hd_is_opcode(v, LLVMOr) ||
	       hd_is_opcode(v, LLVMXor) ||
	       (hd_is_opcode(v, LLVMSelect) && is_mask(LLVMGetOperand(v, 0)));
}

/* Lanes that a select leaves out may hold poison. */
static LLVMValueRef
wide_select(widen *w, LLVMValueRef c, LLVMValueRef x, LLVMValueRef y)
{
	LLVMBuilderRef b = w->b;

	x = LLVMBuildAnd(b, c, LLVMBuildFreeze(b, x, ""), "");
	if (LLVMIsConstant(y) && LLVMIsNull(y))
		return x;
	y = LLVMBuildAnd(b, LLVMBuildNot(b, c, ""), LLVMBuildFreeze(b, y, ""), "");
	return LLVMBuildOr(b, x, y, "");
}

static LLVMValueRef wide_of(widen *w, LLVMValueRef mask);

static LLVMValueRef
wide_logic(widen *w, LLVMValueRef v)
{
	LLVMValueRef x[3] = {0};

	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		x[k] = wide_of(w, LLVMGetOperand(v, (unsigned)k));
	LLVMPositionBuilderBefore(w->b, LLVMGetNextInstruction(v));
	if (hd_is_opcode(v, LLVMSelect))
		return wide_select(w, x[0], x[1], x[2]);
	return LLVMBuildBinOp(w->b, LLVMGetInstructionOpcode(v), x[0], x[1], "");
}

static void
position_behind(widen *w, LLVMValueRef v)
{
	LLVMValueRef i = LLVMIsAInstruction(v) ? LLVMGetNextInstruction(v) : NULL;

	if (!i) /* an argument, or the result of an invoke: none in kernels */
		hd_bug("a mask that no instruction defines");
	while (hd_is_opcode(i, LLVMPHI))
		i = LLVMGetNextInstruction(i);
	LLVMPositionBuilderBefore(w->b, i);
}

/* Made right behind its definition. */
static LLVMValueRef
wide_of(widen *w, LLVMValueRef mask)
{
	uintptr_t *known = hd_map_get(&w->wide, mask);
	LLVMValueRef r;

	if (known)
		return (LLVMValueRef)*known;
	if (LLVMIsConstant(mask))
		return wide_constant(w, mask);
	if (is_logic(mask)) {
		r = wide_logic(w, mask);
	} else {
		position_behind(w, mask);
		r = LLVMBuildSExt(w->b, mask, wide_type(w, mask), "");
	}
	*hd_map_put(&w->u->scratch, &w->wide, mask) = (uintptr_t)r;
	return r;
}

static bool
is_compare(LLVMValueRef v)
{
	return hd_is_opcode(v, LLVMICmp) || hd_is_opcode(v, LLVMFCmp);
}

static void
collect(widen *w, LLVMValueRef i)
{
	hd_arena *a = &w->u->scratch;

	if (is_mask(i) && hd_is_opcode(i, LLVMPHI)) {
		LLVMPositionBuilderBefore(w->b, i);
		*hd_map_put(a, &w->wide, i) =
			(uintptr_t)LLVMBuildPhi(w->b, wide_type(w, i), "mask");
		hd_push(a, &w->phis, i);
		return;
	}
	if (is_mask(i) && is_logic(i)) /* rebuilt on demand */
		return;
	for (int k = 0; k < LLVMGetNumOperands(i); k++) {
		LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);

		if (!LLVMValueIsBasicBlock(v) && is_mask(v) && !LLVMIsConstant(v)) {
			hd_push(a, &w->users, i);
			return;
		}
	}
}

static void
fill_phis(widen *w)
{
	for (size_t k = 0; k < w->phis.n; k++) {
		LLVMValueRef phi = w->phis.at[k],
			     wide = (LLVMValueRef)*hd_map_get(&w->wide, phi);

		for (unsigned q = 0; q < LLVMCountIncoming(phi); q++) {
			LLVMValueRef in = wide_of(w, LLVMGetIncomingValue(phi, q));
			LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, q);

			LLVMAddIncoming(wide, &in, &from, 1);
		}
	}
}

/* The question that `bits == 0` or `bits == ~0` asks. */
static void
rewrite_question(widen *w, LLVMValueRef compare, LLVMValueRef wide)
{
	LLVMTypeRef t = LLVMTypeOf(wide);
	bool all = !LLVMIsNull(LLVMGetOperand(compare, 1));
	LLVMValueRef x;

	LLVMPositionBuilderBefore(w->b, compare);
	x = hd_call(w->b,
		    hd_intrinsic(w->u,
				 all ? "llvm.vector.reduce.umin"
				     : "llvm.vector.reduce.umax",
				 &t, 1),
		    &wide, 1, "");
	/* any: x != 0; all: x == ~0, which is x != 0 for a minimum of masks */
	x = LLVMBuildICmp(w->b,
			  (LLVMGetICmpPredicate(compare) == LLVMIntNE) == all
				  ? LLVMIntEQ
				  : LLVMIntNE,
			  x, LLVMConstNull(w->u->i32), "");
	LLVMReplaceAllUsesWith(compare, x);
	hd_push(&w->u->scratch, &w->dead, compare);
}

static bool
is_question(LLVMValueRef i)
{
	LLVMValueRef k;

	if (!hd_is_opcode(i, LLVMICmp) || (LLVMGetICmpPredicate(i) != LLVMIntEQ &&
					   LLVMGetICmpPredicate(i) != LLVMIntNE))
		return false;
	k = LLVMGetOperand(i, 1);
	return hd_is_int(k, 0) || hd_is_ones(k);
}

/* The mask as an integer, of which it is only asked whether it is 0 or ~0. */
static bool
rewrite_bits(widen *w, LLVMValueRef i)
{
	HD_VEC(LLVMValueRef) asks = {0};
	LLVMValueRef wide;

	if (!hd_is_opcode(i, LLVMBitCast) || !hd_is_integer(LLVMTypeOf(i)))
		return false;
	hd_each_use (use, i) {
		LLVMValueRef user = LLVMGetUser(use);

		if (!is_question(user))
			return false;
		hd_push(&w->u->scratch, &asks, user);
	}
	wide = wide_of(w, LLVMGetOperand(i, 0));
	for (size_t k = 0; k < asks.n; k++)
		rewrite_question(w, asks.at[k], wide);
	return true;
}

static LLVMValueRef
as_bits(widen *w, LLVMValueRef x, LLVMTypeRef t)
{
	x = LLVMBuildFreeze(w->b, x, ""); /* lanes that are left out may hold poison */
	return LLVMTypeOf(x) == t ? x : LLVMBuildBitCast(w->b, x, t, "");
}

/* A choice between words is one instruction on bits; of a compare with zero in front of it
 * the back end does not get rid. */
static bool
rewrite_select(widen *w, LLVMValueRef i)
{
	LLVMValueRef mask, wide, x, y;
	LLVMTypeRef t = LLVMTypeOf(i);

	if (!hd_is_opcode(i, LLVMSelect) || !is_mask(mask = LLVMGetOperand(i, 0)) ||
	    LLVMIsConstant(mask) || is_compare(mask) || is_mask(i) ||
	    (LLVMGetElementType(t) != w->u->f32 && LLVMGetElementType(t) != w->u->i32))
		return false;
	wide = wide_of(w, mask);
	LLVMPositionBuilderBefore(w->b, i);
	x = as_bits(w, LLVMGetOperand(i, 1), LLVMTypeOf(wide));
	y = as_bits(w, LLVMGetOperand(i, 2), LLVMTypeOf(wide));
	x = LLVMBuildAnd(w->b, wide, x, "");
	y = LLVMBuildAnd(w->b, LLVMBuildNot(w->b, wide, ""), y, "");
	x = LLVMBuildOr(w->b, x, y, "");
	if (LLVMTypeOf(x) != t)
		x = LLVMBuildBitCast(w->b, x, t, "");
	LLVMReplaceAllUsesWith(i, x);
	hd_push(&w->u->scratch, &w->dead, i);
	return true;
}

static void
rewrite_user(widen *w, LLVMValueRef i)
{
	if (rewrite_bits(w, i) || rewrite_select(w, i))
		return;
	for (int k = 0; k < LLVMGetNumOperands(i); k++) {
		LLVMValueRef v = LLVMGetOperand(i, (unsigned)k), wide;

		if (LLVMValueIsBasicBlock(v) || !is_mask(v) || LLVMIsConstant(v))
			continue;
		if (is_compare(v) &&
		    LLVMGetInstructionParent(v) == LLVMGetInstructionParent(i))
			continue; /* already what the back end wants */
		wide = wide_of(w, v);
		if (hd_is_opcode(i, LLVMSExt) && LLVMTypeOf(i) == LLVMTypeOf(wide)) {
			LLVMReplaceAllUsesWith(i, wide);
			hd_push(&w->u->scratch, &w->dead, i);
			return;
		}
		LLVMPositionBuilderBefore(w->b, i);
		LLVMSetOperand(i, (unsigned)k,
			       LLVMBuildICmp(w->b, LLVMIntSLT, wide,
					     LLVMConstNull(LLVMTypeOf(wide)), ""));
	}
}

/* Dead phis that use each other in a cycle, which no pass removes. */
static void
forget_phis(widen *w)
{
	for (size_t k = 0; k < w->phis.n; k++) {
		LLVMValueRef phi = w->phis.at[k];

		LLVMReplaceAllUsesWith(phi, LLVMGetPoison(LLVMTypeOf(phi)));
		LLVMInstructionEraseFromParent(phi);
	}
}

static void
widen_function(hd_unit *u, LLVMValueRef fn)
{
	widen w = {.u = u, .b = LLVMCreateBuilderInContext(u->c)};

	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			collect(&w, i);
	fill_phis(&w);
	for (size_t k = 0; k < w.users.n; k++)
		rewrite_user(&w, w.users.at[k]);
	for (size_t k = 0; k < w.dead.n; k++)
		LLVMInstructionEraseFromParent(w.dead.at[k]);
	forget_phis(&w);
	LLVMDisposeBuilder(w.b);
}

bool
hd_pass_widen_masks(hd_unit *u)
{
	bool some = false;

	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && hd_string_attr(fn, HD_ENTRY)) {
			widen_function(u, fn);
			some = true;
		}
	if (some)
		hd_run_llvm(u, "function(dce,sink)");
	return some;
}
