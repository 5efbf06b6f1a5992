/* SPDX-License-Identifier: Apache-2.0 */
/* Warp operations, for lower_nvvm: one call for all of them.
 *
 *     %r = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 %mask, i32 %x, i32 %by, i32 %clamp)
 * becomes
 *     %v = zext i32 %x to i64
 *     %w = call i64 @hd.warp(i32 3, i32 %mask, i64 %v, i32 %by, i32 %clamp)
 *     %r = trunc i64 %w to i32
 *
 * Bit 32 of the result is the predicate of those that have one. Lane and warp numbers are
 * computed from the thread's coordinates.
 */
#include "pass/pass.h"
#include "frame.h"

/* How the operands of an intrinsic are arranged. */
enum form {
	MASK_VALUE_AB, /* shuffles */
	VALUE_AB,
	MASK_VALUE, /* votes, matches */
	VALUE_MASK, /* reductions */
	VALUE,
	MASK,
	NOTHING
};

static const struct op {
	const char *name; /* behind "llvm.nvvm." */
	int op;
	enum form form;
} ops[] = {
	{"shfl.sync.idx.", HD_WARP_SHFL_IDX, MASK_VALUE_AB},
	{"shfl.sync.up.", HD_WARP_SHFL_UP, MASK_VALUE_AB},
	{"shfl.sync.down.", HD_WARP_SHFL_DOWN, MASK_VALUE_AB},
	{"shfl.sync.bfly.", HD_WARP_SHFL_BFLY, MASK_VALUE_AB},
	{"shfl.idx.", HD_WARP_SHFL_IDX, VALUE_AB},
	{"shfl.up.", HD_WARP_SHFL_UP, VALUE_AB},
	{"shfl.down.", HD_WARP_SHFL_DOWN, VALUE_AB},
	{"shfl.bfly.", HD_WARP_SHFL_BFLY, VALUE_AB},
	{"vote.all.sync", HD_WARP_VOTE_ALL, MASK_VALUE},
	{"vote.any.sync", HD_WARP_VOTE_ANY, MASK_VALUE},
	{"vote.uni.sync", HD_WARP_VOTE_UNI, MASK_VALUE},
	{"vote.ballot.sync", HD_WARP_BALLOT, MASK_VALUE},
	{"vote.all", HD_WARP_VOTE_ALL, VALUE},
	{"vote.any", HD_WARP_VOTE_ANY, VALUE},
	{"vote.uni", HD_WARP_VOTE_UNI, VALUE},
	{"vote.ballot", HD_WARP_BALLOT, VALUE},
	{"match.any.sync.", HD_WARP_MATCH_ANY, MASK_VALUE},
	{"match.all.sync.", HD_WARP_MATCH_ALL, MASK_VALUE},
	{"redux.sync.add", HD_WARP_REDUCE_ADD, VALUE_MASK},
	{"redux.sync.umin", HD_WARP_REDUCE_UMIN, VALUE_MASK},
	{"redux.sync.umax", HD_WARP_REDUCE_UMAX, VALUE_MASK},
	{"redux.sync.min", HD_WARP_REDUCE_MIN, VALUE_MASK},
	{"redux.sync.max", HD_WARP_REDUCE_MAX, VALUE_MASK},
	{"redux.sync.and", HD_WARP_REDUCE_AND, VALUE_MASK},
	{"redux.sync.or", HD_WARP_REDUCE_OR, VALUE_MASK},
	{"redux.sync.xor", HD_WARP_REDUCE_XOR, VALUE_MASK},
	{"bar.warp.sync", HD_WARP_SYNC, MASK},
	{"activemask", HD_WARP_BALLOT, NOTHING},
};

static LLVMValueRef
warp_function(hd_unit *u)
{
	LLVMTypeRef arg[] = {u->i32, u->i32, u->i64, u->i32, u->i32};
	LLVMValueRef f = LLVMGetNamedFunction(u->m, "hd.warp");

	if (!f) {
		f = LLVMAddFunction(
			u->m, "hd.warp",
			LLVMFunctionType(u->i64, arg, HD_COUNT(arg), false));
		hd_add_attr(u, f, "convergent");
		hd_add_attr(u, f, "nounwind");
	}
	return f;
}

static LLVMValueRef
to_i64(hd_unit *u, LLVMBuilderRef b, LLVMValueRef v)
{
	if (LLVMTypeOf(v) == u->f32)
		v = LLVMBuildBitCast(b, v, u->i32, "");
	return LLVMTypeOf(v) == u->i64 ? v : LLVMBuildZExt(b, v, u->i64, "");
}

static LLVMValueRef
from_i64(hd_unit *u, LLVMBuilderRef b, LLVMValueRef v, LLVMTypeRef t)
{
	if (t == u->i64)
		return v;
	if (t == u->i1)
		return LLVMBuildICmp(b, LLVMIntNE, v, LLVMConstNull(u->i64), "");
	v = LLVMBuildTrunc(b, v, u->i32, "");
	return t == u->f32 ? LLVMBuildBitCast(b, v, t, "") : v;
}

/* { value, predicate }, or just the value */
static LLVMValueRef
unpack(hd_unit *u, LLVMBuilderRef b, LLVMValueRef v, LLVMTypeRef t)
{
	LLVMValueRef r, p;

	if (LLVMGetTypeKind(t) == LLVMVoidTypeKind)
		return v;
	if (LLVMGetTypeKind(t) != LLVMStructTypeKind)
		return from_i64(u, b, v, t);
	r = from_i64(u, b, v, LLVMStructGetTypeAtIndex(t, 0));
	p = LLVMBuildTrunc(b, LLVMBuildLShr(b, v, hd_i64(u, 32), ""), u->i1, "");
	r = LLVMBuildInsertValue(b, LLVMGetPoison(t), r, 0, "");
	return LLVMBuildInsertValue(b, r, p, 1, "");
}

static LLVMValueRef
build(hd_unit *u, LLVMBuilderRef b, LLVMValueRef i, const struct op *o)
{
	static const struct {
		int mask, value, a, b;
	} at[] = {
		[MASK_VALUE_AB] = {0, 1, 2, 3}, [VALUE_AB] = {-1, 0, 1, 2},
		[MASK_VALUE] = {0, 1, -1, -1},  [VALUE_MASK] = {1, 0, -1, -1},
		[VALUE] = {-1, 0, -1, -1},      [MASK] = {0, -1, -1, -1},
		[NOTHING] = {-1, -1, -1, -1},
	};
	int mask = at[o->form].mask, value = at[o->form].value;
	int a = at[o->form].a, c = at[o->form].b;
	LLVMValueRef arg[] = {
		hd_i32(u, mask < 0 ? o->op | HD_WARP_CONVERGED : o->op),
		mask < 0 ? hd_i32(u, 0) : LLVMGetOperand(i, (unsigned)mask),
		value < 0 ? hd_i64(u, 1)
			  : to_i64(u, b, LLVMGetOperand(i, (unsigned)value)),
		a < 0 ? hd_i32(u, 0) : LLVMGetOperand(i, (unsigned)a),
		c < 0 ? hd_i32(u, 0) : LLVMGetOperand(i, (unsigned)c),
	};

	return unpack(u, b, hd_call(b, warp_function(u), arg, HD_COUNT(arg), ""),
		      LLVMTypeOf(i));
}

void
hd_meet_before(hd_unit *u, LLVMValueRef insn)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	LLVMValueRef arg[] = {hd_i32(u, HD_WARP_SYNC | HD_WARP_CONVERGED), hd_i32(u, 0),
			      hd_i64(u, 1), hd_i32(u, 0), hd_i32(u, 0)};

	LLVMPositionBuilderBefore(b, insn);
	hd_call(b, warp_function(u), arg, HD_COUNT(arg), "meet");
	LLVMDisposeBuilder(b);
}

/* ---- lane and warp numbers */

static LLVMValueRef
read(hd_unit *u, LLVMBuilderRef b, const char *what, char dim)
{
	const char *name =
		hd_format(&u->scratch, "llvm.nvvm.read.ptx.sreg.%s.%c", what, dim);

	return hd_call(b, hd_intrinsic(u, name, NULL, 0), NULL, 0, "");
}

/* x + y * ntid.x + z * ntid.x * ntid.y */
static LLVMValueRef
linear_thread(hd_unit *u, LLVMBuilderRef b)
{
	LLVMValueRef row =
		LLVMBuildMul(b, read(u, b, "tid", 'z'), read(u, b, "ntid", 'y'), "");

	row = LLVMBuildAdd(b, row, read(u, b, "tid", 'y'), "");
	row = LLVMBuildMul(b, row, read(u, b, "ntid", 'x'), "");
	return LLVMBuildAdd(b, row, read(u, b, "tid", 'x'), "linear");
}

static LLVMValueRef
warp_count(hd_unit *u, LLVMBuilderRef b)
{
	LLVMValueRef n =
		LLVMBuildMul(b, read(u, b, "ntid", 'x'), read(u, b, "ntid", 'y'), "");

	n = LLVMBuildMul(b, n, read(u, b, "ntid", 'z'), "");
	n = LLVMBuildAdd(b, n, hd_i32(u, 31), "");
	return LLVMBuildLShr(b, n, hd_i32(u, 5), "nwarpid");
}

/* Bits of the lanes equal to, below or above this one. */
static LLVMValueRef
lane_mask(hd_unit *u, LLVMBuilderRef b, LLVMValueRef lane, const char *which)
{
	LLVMValueRef eq = LLVMBuildShl(b, hd_i32(u, 1), lane, "lane.eq");
	LLVMValueRef lt = LLVMBuildSub(b, eq, hd_i32(u, 1), "lane.lt");
	LLVMValueRef le = LLVMBuildOr(b, lt, eq, "lane.le");

	if (hd_has_prefix(which, "eq"))
		return eq;
	if (hd_has_prefix(which, "lt"))
		return lt;
	if (hd_has_prefix(which, "le"))
		return le;
	return LLVMBuildNot(b, hd_has_prefix(which, "gt") ? le : lt, "");
}

static LLVMValueRef
lane_register(hd_unit *u, LLVMBuilderRef b, const char *name)
{
	LLVMValueRef lane;

	if (strcmp(name, "nwarpid") == 0)
		return warp_count(u, b);
	if (strcmp(name, "warpid") == 0)
		return LLVMBuildLShr(b, linear_thread(u, b), hd_i32(u, 5), "warpid");
	if (!hd_has_prefix(name, "lane"))
		return NULL;
	lane = LLVMBuildAnd(b, linear_thread(u, b), hd_i32(u, 31), "laneid");
	if (strcmp(name, "laneid") == 0)
		return lane;
	return hd_has_prefix(name, "lanemask.")
		       ? lane_mask(u, b, lane, name + sizeof "lanemask." - 1)
		       : NULL;
}

/* The same for a thread alone: a warp operation for which it need not wait. */
void
hd_yield_before(hd_unit *u, LLVMValueRef insn)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	LLVMValueRef arg[] = {hd_i32(u, HD_WARP_SYNC), NULL, hd_i64(u, 1), hd_i32(u, 0),
			      hd_i32(u, 0)};

	LLVMPositionBuilderBefore(b, insn);
	arg[1] = lane_register(u, b, "lanemask.eq");
	hd_call(b, warp_function(u), arg, HD_COUNT(arg), "yield");
	LLVMDisposeBuilder(b);
}

LLVMValueRef
hd_lower_warp(hd_unit *u, LLVMBuilderRef b, LLVMValueRef i)
{
	static const char sreg[] = "read.ptx.sreg.";
	const char *name = hd_name(hd_callee(i)) + sizeof "llvm.nvvm." - 1;

	if (hd_has_prefix(name, sreg))
		return lane_register(u, b, name + sizeof sreg - 1);
	for (size_t k = 0; k < HD_COUNT(ops); k++)
		if (hd_has_prefix(name, ops[k].name))
			return build(u, b, i, &ops[k]);
	return NULL;
}
