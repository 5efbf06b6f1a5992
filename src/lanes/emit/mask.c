/* SPDX-License-Identifier: Apache-2.0 */
/* Masks: which lanes of a group are active. NULL stands for all of them. */
#include "lanes/emit/flow.h"

/* In the copy for the part of a row where guards on x hold: the way that all lanes go. */
int
hd_interior_way(const hd_emit *e, LLVMValueRef cond)
{
	return e->interior.on ? hd_guard_way(cond) : -1;
}

static bool
is_mask(const hd_emit *e, LLVMValueRef m)
{
	return LLVMTypeOf(m) == LLVMVectorType(e->u->i1, (unsigned)e->c->w.lanes);
}

/* select, not and: idle lanes may hold poison. */
LLVMValueRef
hd_mask_and(hd_emit *e, LLVMValueRef mask, LLVMValueRef cond, bool negate)
{
	LLVMValueRef c = hd_vector(e, cond);

	hd_check(is_mask(e, c) && (!mask || is_mask(e, mask)));
	if (negate)
		c = LLVMBuildNot(e->b, c, "");
	return mask ? LLVMBuildSelect(e->b, mask, c, LLVMConstNull(LLVMTypeOf(c)),
				      "mask")
		    : c;
}

static LLVMValueRef
reduce(hd_emit *e, LLVMValueRef mask, const char *how)
{
	LLVMTypeRef t = LLVMTypeOf(mask);

	return hd_call(e->b, hd_intrinsic(e->u, how, &t, 1), &mask, 1, "");
}

LLVMValueRef
hd_any(hd_emit *e, LLVMValueRef mask)
{
	hd_check(!mask || is_mask(e, mask));
	return mask ? reduce(e, mask, "llvm.vector.reduce.or")
		    : LLVMConstInt(e->u->i1, 1, false);
}

LLVMValueRef
hd_all(hd_emit *e, LLVMValueRef mask)
{
	hd_check(!mask || is_mask(e, mask));
	return mask ? reduce(e, mask, "llvm.vector.reduce.and")
		    : LLVMConstInt(e->u->i1, 1, false);
}

/* x in active lanes, y in the others; structs field by field. */
LLVMValueRef
hd_blend(hd_emit *e, LLVMValueRef mask, LLVMValueRef x, LLVMValueRef y)
{
	LLVMTypeRef t = LLVMTypeOf(x);
	LLVMValueRef r = LLVMGetPoison(t);

	hd_check(LLVMTypeOf(x) == LLVMTypeOf(y));
	hd_check(is_mask(e, mask));
	if (LLVMGetTypeKind(t) != LLVMStructTypeKind)
		return LLVMBuildSelect(e->b, mask, x, y, "blend");
	for (unsigned k = 0; k < LLVMCountStructElementTypes(t); k++) {
		LLVMValueRef f =
			hd_blend(e, mask, LLVMBuildExtractValue(e->b, x, k, ""),
				 LLVMBuildExtractValue(e->b, y, k, ""));

		r = LLVMBuildInsertValue(e->b, r, f, k, "");
	}
	return r;
}

/* ---- is a condition the same in all lanes? */

typedef struct decision {
	LLVMValueRef yes, no; /* true (false) in all lanes */
} decision;

static decision decide(hd_emit *e, LLVMValueRef cond);

/* Of `a || b`, b may be poison in lanes in which a says it all; that is theirs alone. */
static decision
decide_vector(hd_emit *e, LLVMValueRef cond)
{
	LLVMValueRef v = LLVMBuildFreeze(e->b, hd_vector(e, cond), "");

	return (decision){hd_all(e, v), LLVMBuildNot(e->b, hd_any(e, v), "")};
}

/* How far the last lane is from the first, if that is less than once around. */
static bool
has_way(hd_emit *e, LLVMTypeRef t, int64_t step, uint64_t *way)
{
	unsigned bits = LLVMGetIntTypeWidth(t);

	if (step == INT64_MIN ||
	    __builtin_mul_overflow((uint64_t)llabs(step), (unsigned)(e->c->w.lanes - 1),
				   way))
		return false;
	return bits >= 64 || !(*way >> bits);
}

/* Made of quotients and what is affine: where that does not hold, lanes lie in two rows, and
 * hardly agree on anything. */
static bool
is_made_of_quotients(const hd_code *c, LLVMValueRef v, int depth)
{
	if (hd_shape_of(c, v).kind != HD_MAYBE)
		return hd_shape_of(c, v).kind == HD_AFFINE;
	if (hd_is_quotient(c, v))
		return true;
	if (!depth || (!LLVMIsABinaryOperator(v) && !hd_is_extension(v) &&
		       !hd_is_opcode(v, LLVMSelect)))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!is_made_of_quotients(c, LLVMGetOperand(v, (unsigned)k), depth - 1))
			return false;
	return true;
}

static bool
is_affine_int(hd_emit *e, LLVMValueRef v)
{
	enum { DEPTH = 6 };
	uint64_t way;

	return hd_is_integer(LLVMTypeOf(v)) && is_made_of_quotients(e->c, v, DEPTH) &&
	       has_way(e, LLVMTypeOf(v), hd_shape_of(e->c, v).stride, &way);
}

/* As far as it holds. */
static LLVMValueRef
last_lane(hd_emit *e, LLVMValueRef v)
{
	LLVMValueRef s = hd_use(e, v);
	int64_t way = hd_shape_of(e->c, v).stride * (e->c->w.lanes - 1);

	hd_check(hd_shape_of(e->c, v).kind != HD_VARYING);
	return LLVMBuildAdd(e->b, s, LLVMConstInt(LLVMTypeOf(s), (uint64_t)way, true),
			    "");
}

/* Affine operands: the two end lanes decide, if no lane wraps around in between. */
static bool
is_affine_compare(hd_emit *e, LLVMValueRef c)
{
	return hd_is_opcode(c, LLVMICmp) && is_affine_int(e, LLVMGetOperand(c, 0)) &&
	       is_affine_int(e, LLVMGetOperand(c, 1));
}

static bool
is_equality(LLVMValueRef c)
{
	LLVMIntPredicate p = LLVMGetICmpPredicate(c);

	return p == LLVMIntEQ || p == LLVMIntNE;
}

static bool
is_signed(LLVMIntPredicate p)
{
	return p == LLVMIntSLT || p == LLVMIntSLE || p == LLVMIntSGT || p == LLVMIntSGE;
}

/* Does lane 0 .. lane W-1 run through without wrapping? */
static LLVMValueRef
is_monotone(hd_emit *e, LLVMValueRef v, bool sign)
{
	hd_shape s = hd_shape_of(e->c, v);
	LLVMValueRef first = hd_use(e, v), last = last_lane(e, v);
	LLVMIntPredicate p = s.stride > 0 ? (sign ? LLVMIntSGE : LLVMIntUGE)
					  : (sign ? LLVMIntSLE : LLVMIntULE);

	if (!s.stride)
		return LLVMConstInt(e->u->i1, 1, false);
	return LLVMBuildICmp(e->b, p, last, first, "monotone");
}

static LLVMValueRef
both_hold(hd_emit *e, LLVMValueRef c)
{
	return LLVMBuildAnd(e->b, hd_affine_check(e, LLVMGetOperand(c, 0)),
			    hd_affine_check(e, LLVMGetOperand(c, 1)), "");
}

/* Are there lanes that agree? The distance of the operands counts down by `step` from
 * lane to lane, modulo 2^n; if it is larger than all lanes together go, it never comes to
 * zero. */
static decision
decide_equal(hd_emit *e, LLVMValueRef c)
{
	LLVMValueRef x = LLVMGetOperand(c, 0), y = LLVMGetOperand(c, 1), distance, none;
	LLVMValueRef all = LLVMConstNull(e->u->i1);
	LLVMTypeRef t = LLVMTypeOf(x);
	int64_t step = hd_shape_of(e->c, x).stride - hd_shape_of(e->c, y).stride;
	uint64_t way;

	if (!has_way(e, t, step, &way))
		return decide_vector(e, c);
	distance = step > 0 ? LLVMBuildSub(e->b, hd_use(e, y), hd_use(e, x), "")
			    : LLVMBuildSub(e->b, hd_use(e, x), hd_use(e, y), "");
	none = LLVMBuildICmp(e->b, LLVMIntUGT, distance, LLVMConstInt(t, way, false),
			     "none");
	none = LLVMBuildAnd(e->b, none, both_hold(e, c), "");
	if (!step) { /* the same for all lanes: they are equal or not */
		all = LLVMBuildICmp(e->b, LLVMIntEQ, distance, LLVMConstNull(t), "all");
		all = LLVMBuildAnd(e->b, all, both_hold(e, c), "");
	}
	if (LLVMGetICmpPredicate(c) == LLVMIntEQ)
		return (decision){all, none};
	return (decision){none, all};
}

static decision
decide_compare(hd_emit *e, LLVMValueRef c)
{
	LLVMIntPredicate p = LLVMGetICmpPredicate(c);
	LLVMValueRef x = LLVMGetOperand(c, 0), y = LLVMGetOperand(c, 1), first, last,
		     ok;

	first = LLVMBuildICmp(e->b, p, hd_use(e, x), hd_use(e, y), "first");
	last = LLVMBuildICmp(e->b, p, last_lane(e, x), last_lane(e, y), "last");
	ok = LLVMBuildAnd(e->b, is_monotone(e, x, is_signed(p)),
			  is_monotone(e, y, is_signed(p)), "");
	ok = LLVMBuildAnd(e->b, ok, both_hold(e, c), "");
	return (decision){
		LLVMBuildAnd(e->b, ok, LLVMBuildAnd(e->b, first, last, ""), ""),
		LLVMBuildAnd(e->b, ok,
			     LLVMBuildNot(e->b, LLVMBuildOr(e->b, first, last, ""), ""),
			     "")};
}

/* `a && b` and `a || b` as clang and LLVM write them. */
static bool
is_logic(LLVMValueRef c, LLVMValueRef *a, LLVMValueRef *b, bool *both)
{
	if (hd_is_opcode(c, LLVMAnd) || hd_is_opcode(c, LLVMOr)) {
		*a = LLVMGetOperand(c, 0);
		*b = LLVMGetOperand(c, 1);
		*both = hd_is_opcode(c, LLVMAnd);
		return true;
	}
	if (!hd_is_opcode(c, LLVMSelect))
		return false;
	*a = LLVMGetOperand(c, 0);
	*both = hd_is_int(LLVMGetOperand(c, 2), 0);
	if (*both) {
		*b = LLVMGetOperand(c, 1);
		return true;
	}
	*b = LLVMGetOperand(c, 2);
	return hd_is_int(LLVMGetOperand(c, 1), 1);
}

/* No lane disagrees for sure, but some pair of answers may also be "mixed". */
static decision
decide_parts(hd_emit *e, LLVMValueRef cond, int depth)
{
	LLVMValueRef a, b;
	bool both;
	decision x, y;
	int way = hd_interior_way(e, cond);

	if (way >= 0)
		return (decision){LLVMConstInt(e->u->i1, way == 0, false),
				  LLVMConstInt(e->u->i1, way == 1, false)};
	if (hd_is_lane_uniform(e->c, cond)) {
		LLVMValueRef s = hd_use(e, cond);

		return (decision){s, LLVMBuildNot(e->b, s, "")};
	}
	if (is_affine_compare(e, cond))
		return is_equality(cond) ? decide_equal(e, cond)
					 : decide_compare(e, cond);
	if (!depth || !is_logic(cond, &a, &b, &both))
		return decide_vector(e, cond);
	x = decide_parts(e, a, depth - 1);
	y = decide_parts(e, b, depth - 1);
	if (both)
		return (decision){LLVMBuildAnd(e->b, x.yes, y.yes, ""),
				  LLVMBuildOr(e->b, x.no, y.no, "")};
	return (decision){LLVMBuildOr(e->b, x.yes, y.yes, ""),
			  LLVMBuildAnd(e->b, x.no, y.no, "")};
}

static decision
decide(hd_emit *e, LLVMValueRef cond)
{
	return decide_parts(e, cond, HD_LOGIC_DEPTH);
}

static bool
is_cheap_to_decide(hd_emit *e, LLVMValueRef cond, int depth)
{
	LLVMValueRef a, b;
	bool both;

	if (hd_is_lane_uniform(e->c, cond) || is_affine_compare(e, cond))
		return true;
	return depth && is_logic(cond, &a, &b, &both) &&
	       is_cheap_to_decide(e, a, depth - 1) &&
	       is_cheap_to_decide(e, b, depth - 1);
}

/* By comparing scalars. */
bool
hd_is_cheap_to_decide(hd_emit *e, LLVMValueRef cond)
{
	return is_cheap_to_decide(e, cond, HD_LOGIC_DEPTH);
}

/* x < n ? x : n: where they are equal, either side will do. */
static LLVMValueRef
is_either(hd_emit *e, LLVMValueRef choice)
{
	LLVMValueRef c = LLVMGetOperand(choice, 0), x = LLVMGetOperand(choice, 1),
		     y = LLVMGetOperand(choice, 2), a, b;

	if (!hd_is_opcode(c, LLVMICmp))
		return NULL;
	a = LLVMGetOperand(c, 0);
	b = LLVMGetOperand(c, 1);
	if (!(a == x && b == y) && !(a == y && b == x))
		return NULL;
	return LLVMBuildICmp(e->b, LLVMIntEQ, hd_vector(e, x), hd_vector(e, y), "");
}

static LLVMValueRef
all_active(hd_emit *e, LLVMValueRef v)
{
	hd_check(e->mask && is_mask(e, v));
	return hd_all(e, LLVMBuildSelect(e->b, e->mask, v,
					 LLVMConstAllOnes(LLVMTypeOf(v)), ""));
}

/* Lanes that are idle have no say. */
static decision
decide_active(hd_emit *e, LLVMValueRef cond, LLVMValueRef either)
{
	LLVMValueRef yes = hd_vector(e, cond), no = LLVMBuildNot(e->b, yes, "");

	if (either) {
		yes = LLVMBuildOr(e->b, yes, either, "");
		no = LLVMBuildOr(e->b, no, either, "");
	}
	return (decision){all_active(e, yes), all_active(e, no)};
}

void
hd_decide(hd_emit *e, LLVMValueRef cond, LLVMValueRef *all_true,
	  LLVMValueRef *all_false)
{
	decision d = e->mask ? decide_active(e, cond, NULL) : decide(e, cond);

	*all_true = d.yes;
	*all_false = d.no;
}

void
hd_decide_choice(hd_emit *e, LLVMValueRef choice, LLVMValueRef *first,
		 LLVMValueRef *second)
{
	LLVMValueRef cond = LLVMGetOperand(choice, 0);
	decision d = e->mask && !hd_is_lane_uniform(e->c, cond)
			     ? decide_active(e, cond, is_either(e, choice))
			     : decide(e, cond);

	*first = d.yes;
	*second = d.no;
}
