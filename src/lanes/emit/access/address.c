/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses of single lanes of gathers and scatters, and what inactive lanes use for theirs. */
#include "lanes/emit/access/access.h"

/* What an index is extended from, where that is available. */
static LLVMValueRef
before_cast(hd_emit *e, LLVMValueRef x)
{
	bool is_cast = hd_is_extension(x);

	return is_cast && hd_shape_of(e->c, x).kind != HD_AFFINE &&
			       hd_is_available(e, LLVMGetOperand(x, 0))
		       ? LLVMGetOperand(x, 0)
		       : x;
}

/* The row of a lane, which was computed elsewhere, and where all lanes are in theirs: the
 * operand of `add` that is the same for all, or -1. */
static int
place_in_row(hd_emit *e, LLVMValueRef add)
{
	if (!hd_is_opcode(add, LLVMAdd) || !LLVMGetNSW(add))
		return -1;
	for (unsigned k = 0; k < 2; k++) {
		LLVMValueRef row = LLVMGetOperand(add, !k);

		if (hd_is_lane_uniform(e->c, LLVMGetOperand(add, k)) &&
		    LLVMIsAInstruction(row) && hd_is_available(e, row) &&
		    hd_is_available(e, LLVMGetOperand(add, k)) &&
		    LLVMGetInstructionParent(row) != LLVMGetInstructionParent(add))
			return (int)k;
	}
	return -1;
}

/* sext(row + place) as sext(row) + sext(place), of which the first stays the same. */
static LLVMValueRef
index_in_row(hd_emit *e, LLVMValueRef add, unsigned place, int lane, LLVMTypeRef t)
{
	LLVMValueRef row = hd_lane_of(e, LLVMGetOperand(add, !place), lane),
		     at = hd_use(e, LLVMGetOperand(add, place));

	return LLVMBuildAdd(e->b, LLVMBuildSExt(e->b, row, t, ""),
			    LLVMBuildSExt(e->b, at, t, ""), "");
}

static LLVMValueRef
lane_index(hd_emit *e, LLVMValueRef x, int lane, const hd_idle_index *other)
{
	LLVMValueRef from = before_cast(e, x), r;
	bool is_signed = from != x && hd_is_opcode(x, LLVMSExt) && !other;
	int place = is_signed ? place_in_row(e, from) : -1;

	if (place >= 0)
		return index_in_row(e, from, (unsigned)place, lane, LLVMTypeOf(x));
	r = other && other->index == from
		    ? LLVMBuildExtractElement(e->b, other->lanes, hd_i64(e->u, lane),
					      "")
		    : hd_lane_of(e, from, lane);
	return from == x ? r
			 : LLVMBuildCast(e->b, LLVMGetInstructionOpcode(x), r,
					 LLVMTypeOf(x), "");
}

bool
hd_are_operands_available(hd_emit *e, LLVMValueRef i)
{
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		if (!hd_is_available(e, LLVMGetOperand(i, (unsigned)k)))
			return false;
	return true;
}

/* Of a varying address: computed from the lane's index once more, which addressing modes
 * do for nothing, rather than taken out of a vector of pointers. */
LLVMValueRef
hd_lane_address(hd_emit *e, LLVMValueRef p, int lane, const hd_idle_index *other,
		hd_here h)
{
	unsigned n = (unsigned)LLVMGetNumOperands(p);
	LLVMValueRef *op, r;

	if (hd_shape_of(e->c, p).kind == HD_AFFINE ||
	    !hd_is_opcode(p, LLVMGetElementPtr) || !hd_are_operands_available(e, p))
		return hd_lane_of(e, p, lane);
	op = HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, n);
	op[0] = hd_lane_address(e, LLVMGetOperand(p, 0), lane, other, h);
	for (unsigned k = 1; k < n; k++)
		op[k] = lane_index(e, LLVMGetOperand(p, k), lane, other);
	r = LLVMBuildGEP2(e->b, LLVMGetGEPSourceElementType(p), op[0], op + 1, n - 1,
			  "");
	if (LLVMIsAInstruction(r) && !h.mask)
		LLVMSetIsInBounds(r, LLVMIsInBounds(p));
	return r;
}

/* Idle lanes read and write the dummy: no branches. */
LLVMValueRef
hd_safe_address(hd_emit *e, LLVMValueRef p, int lane, hd_here h)
{
	LLVMValueRef at = hd_lane_address(e, p, lane, NULL, h);

	hd_check(!h.mask || e->dummy);
	if (!h.mask)
		return at;
	return LLVMBuildSelect(
		e->b, LLVMBuildExtractElement(e->b, h.mask, hd_i64(e->u, lane), ""), at,
		e->dummy, "");
}

/* The one index that makes the lanes' addresses differ, NULL if there are several, or none. */
static LLVMValueRef
only_index(hd_emit *e, LLVMValueRef p)
{
	LLVMValueRef index = NULL;

	while (hd_shape_of(e->c, p).kind != HD_AFFINE) {
		if (!hd_is_opcode(p, LLVMGetElementPtr) ||
		    !hd_are_operands_available(e, p))
			return NULL;
		for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(p); k++) {
			LLVMValueRef x = LLVMGetOperand(p, k);

			if (hd_is_lane_uniform(e->c, x))
				continue;
			if (index || hd_shape_of(e->c, x).kind != HD_VARYING)
				return NULL;
			index = before_cast(e, x);
		}
		p = LLVMGetOperand(p, 0);
	}
	return hd_is_lane_uniform(e->c, p) ? index : NULL;
}

/* If idle lanes may have another's. */
static LLVMValueRef
word_index(hd_emit *e, LLVMValueRef p, hd_here h)
{
	LLVMValueRef index =
		h.mask && !LLVMIsConstant(h.mask) ? only_index(e, p) : NULL;

	return index && LLVMTypeOf(index) == e->u->i32 ? index : NULL;
}

/* Inactive lanes may load from the address of an active one, that with the largest index: the
 * mask is not empty. That is decided for all lanes in a few instructions. */
bool
hd_find_idle_load(hd_emit *e, LLVMValueRef p, hd_idle_index *s, hd_here h)
{
	LLVMTypeRef t;
	LLVMValueRef x, least, any;

	hd_check(!h.mask ||
		 LLVMGetVectorSize(LLVMTypeOf(h.mask)) == (unsigned)e->c->w.lanes);
	s->index = word_index(e, p, h);
	if (!s->index)
		return false;
	x = hd_vector(e, s->index);
	t = LLVMTypeOf(x);
	least = hd_splat(e, hd_i32(e->u, INT32_MIN));
	any = LLVMBuildSelect(e->b, h.mask, x, least, "");
	any = hd_call(e->b, hd_intrinsic(e->u, "llvm.vector.reduce.smax", &t, 1), &any,
		      1, "");
	s->lanes = LLVMBuildSelect(e->b, h.mask, x, hd_splat(e, any), "");
	return true;
}

static LLVMValueRef
last_lane(hd_emit *e, hd_here h)
{
	LLVMTypeRef bits = LLVMIntTypeInContext(e->u->c, (unsigned)e->c->w.lanes);
	LLVMValueRef arg[] = {LLVMBuildBitCast(e->b, h.mask, bits, "who"),
			      LLVMConstInt(e->u->i1, 1, false)},
		     n;

	hd_check(h.mask);
	n = hd_call(e->b, hd_intrinsic(e->u, "llvm.ctlz", &bits, 1), arg, 2, "");
	return LLVMBuildSub(e->b,
			    LLVMConstInt(bits, (uint64_t)(e->c->w.lanes - 1), false), n,
			    "last");
}

static LLVMValueRef
as_lane(hd_emit *e, LLVMValueRef x, LLVMValueRef lane, hd_here h)
{
	LLVMValueRef one = LLVMBuildExtractElement(e->b, x, lane, "");

	return LLVMBuildSelect(e->b, h.mask, x, hd_splat(e, one), "");
}

/* Inactive lanes may store what the last active lane stores, to the same address: no lane comes
 * behind it, and other lanes that store there come behind the inactive ones before it.
 * LLVM makes branches, one for each lane, where an idle lane has a place of its own. */
bool
hd_find_idle_store(hd_emit *e, LLVMValueRef p, LLVMValueRef x, hd_idle_index *s,
		   hd_here h)
{
	LLVMValueRef last;

	if (hd_cpu_of(e->u).x86 || e->loop.now || !hd_does(e->u, HD_TRICK_idle))
		return false;
	s->index = word_index(e, p, h);
	if (!s->index)
		return false;
	last = last_lane(e, h);
	s->lanes = as_lane(e, hd_vector(e, s->index), last, h);
	s->value = hd_is_lane_uniform(e->c, x) ? NULL
					       : as_lane(e, hd_vector(e, x), last, h);
	return true;
}

LLVMValueRef
hd_lane_value(hd_emit *e, LLVMValueRef x, int lane, const hd_idle_index *other)
{
	return other->value ? LLVMBuildExtractElement(e->b, other->value,
						      hd_i64(e->u, lane), "")
			    : hd_lane_of(e, x, lane);
}
