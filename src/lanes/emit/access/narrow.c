/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses along the row by some of the lanes.
 *
 * By the first ones alone, where that is known when code is made: vectors of as many
 * elements, without a mask. What was written by fewer lanes can be read back by them without
 * a way through memory; what has not been written is not read.
 *
 * By others, where the processor has no stores under masks: mostly they lie side by side, as
 * at the borders of tiles, and are written in pieces of which the last may overlap the one
 * before it. Otherwise active lanes are taken one by one. */
#include "lanes/emit/access/access.h"

/* How many lanes are active, if the mask is a constant prefix: 0 = it is not. */
unsigned
hd_prefix_lanes(hd_emit *e, hd_here h)
{
	unsigned lanes = (unsigned)e->c->w.lanes, n = 0;

	if (!h.mask || !LLVMIsConstant(h.mask))
		return 0;
	for (unsigned k = 0; k < lanes; k++) {
		LLVMValueRef x = LLVMGetAggregateElement(h.mask, k);

		if (!x || !LLVMIsAConstantInt(x) || (!LLVMIsNull(x) && n < k))
			return 0;
		n += !LLVMIsNull(x);
	}
	return n;
}

/* The first elements of a vector that has `from`; those beyond its end are poison. */
static LLVMValueRef
resized(hd_emit *e, LLVMValueRef x, unsigned from, unsigned to)
{
	LLVMValueRef *at = HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, to);

	for (unsigned k = 0; k < to; k++)
		at[k] = k < from ? hd_i32(e->u, k) : LLVMGetPoison(e->u->i32);
	return LLVMBuildShuffleVector(e->b, x, LLVMGetPoison(LLVMTypeOf(x)),
				      LLVMConstVector(at, to), "");
}

LLVMValueRef
hd_load_prefix(hd_emit *e, LLVMTypeRef t, unsigned align, unsigned n, hd_here h)
{
	LLVMValueRef r = LLVMBuildLoad2(e->b, LLVMVectorType(t, n), h.row, "");

	hd_check(h.row && n > 0 && n <= (unsigned)e->c->w.lanes);
	LLVMSetAlignment(r, align);
	return resized(e, r, n, (unsigned)e->c->w.lanes);
}

void
hd_store_prefix(hd_emit *e, LLVMValueRef x, unsigned align, unsigned n, hd_here h)
{
	hd_check(h.row && n > 0 && n <= (unsigned)e->c->w.lanes);
	x = LLVMBuildStore(e->b, resized(e, x, (unsigned)e->c->w.lanes, n), h.row);
	LLVMSetAlignment(x, align);
}

/* ---- some lanes */

bool
hd_can_store_selected(hd_emit *e, LLVMValueRef store)
{
	LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(store, 0));
	LLVMTypeKind kind = LLVMGetTypeKind(t);
	uint64_t bytes = hd_size_of(e->u, t);

	return (kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind ||
		kind == LLVMDoubleTypeKind || kind == LLVMHalfTypeKind ||
		kind == LLVMBFloatTypeKind || kind == LLVMPointerTypeKind) &&
	       (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) &&
	       e->c->w.lanes >= 4 && hd_is_ordinary(store);
}

typedef struct some {
	LLVMTypeRef t;
	LLVMValueRef from; /* alloca: what all lanes would store */
	LLVMValueRef bits, first, end;
	unsigned align, piece;
	LLVMBasicBlockRef start, done;
} some;

static void
copy(hd_emit *e, const some *s, LLVMTypeRef t, LLVMValueRef at, hd_here h)
{
	LLVMValueRef p = LLVMBuildGEP2(e->b, s->t, s->from, &at, 1, ""), x;

	x = LLVMBuildLoad2(e->b, t, p, "");
	LLVMSetAlignment(x, (unsigned)hd_size_of(e->u, s->t));
	p = LLVMBuildGEP2(e->b, s->t, h.row, &at, 1, "");
	LLVMSetAlignment(LLVMBuildStore(e->b, x, p), s->align);
}

/* As many as there would be of all lanes: the last ones may lie on each other. */
static void
copy_pieces(hd_emit *e, const some *s, LLVMBasicBlockRef body, hd_here h)
{
	LLVMBuilderRef b = e->b;
	LLVMValueRef last, at, less;

	LLVMPositionBuilderAtEnd(b, body);
	last = LLVMBuildSub(b, s->end, hd_i64(e->u, s->piece), "");
	for (unsigned k = 0; k < (unsigned)e->c->w.lanes; k += s->piece) {
		at = LLVMBuildAdd(b, s->first, hd_i64(e->u, k), "");
		less = LLVMBuildICmp(b, LLVMIntULT, at, last, "");
		copy(e, s, LLVMVectorType(s->t, s->piece),
		     LLVMBuildSelect(b, less, at, last, ""), h);
	}
	LLVMBuildBr(b, s->done);
}

static void
copy_lanes(hd_emit *e, const some *s, LLVMBasicBlockRef head, hd_here h)
{
	LLVMBuilderRef b = e->b;
	LLVMBasicBlockRef body = hd_block(e, "lane");
	LLVMValueRef left, rest, arg[2] = {NULL, LLVMConstNull(e->u->i1)};

	LLVMPositionBuilderAtEnd(b, head);
	left = LLVMBuildPhi(b, e->u->i64, "left");
	LLVMBuildCondBr(b,
			LLVMBuildICmp(b, LLVMIntNE, left, LLVMConstNull(e->u->i64), ""),
			body, s->done);
	LLVMPositionBuilderAtEnd(b, body);
	arg[0] = left;
	copy(e, s, s->t,
	     hd_call(b, hd_intrinsic(e->u, "llvm.cttz", &e->u->i64, 1), arg, 2, ""), h);
	rest = LLVMBuildSub(b, left, hd_i64(e->u, 1), "");
	rest = LLVMBuildAnd(b, left, rest, "");
	hd_loop_hint(e->u, LLVMBuildBr(b, head), "unroll.disable", 1);
	LLVMAddIncoming(left, (LLVMValueRef[]){s->bits, rest},
			(LLVMBasicBlockRef[]){s->start, body}, 2);
}

/* Of x, what belongs to lanes in the mask, to where h.row says. */
void
hd_store_selected(hd_emit *e, LLVMValueRef x, unsigned align, hd_here h)
{
	hd_unit *u = e->u;
	LLVMBuilderRef b = e->b;
	unsigned lanes = (unsigned)e->c->w.lanes;
	some s = {.t = LLVMGetElementType(LLVMTypeOf(x)),
		  .from = hd_alloca(e, LLVMTypeOf(x), "some"),
		  .align = align,
		  .done = hd_block(e, "stored")};
	LLVMBasicBlockRef pieces = hd_block(e, "pieces"), single = hd_block(e, "lanes");
	LLVMValueRef count, run, enough, arg[2] = {NULL, LLVMConstNull(u->i1)};

	hd_check(h.row && h.mask);
	s.piece = 16 / (unsigned)hd_size_of(u, s.t);
	while (s.piece >= lanes)
		s.piece /= 2;
	LLVMBuildStore(b, x, s.from);
	s.bits = LLVMBuildBitCast(b, h.mask, LLVMIntTypeInContext(u->c, lanes), "");
	s.bits = arg[0] = LLVMBuildZExt(b, s.bits, u->i64, "bits");
	s.first = hd_call(b, hd_intrinsic(u, "llvm.cttz", &u->i64, 1), arg, 2, "first");
	count = hd_call(b, hd_intrinsic(u, "llvm.ctpop", &u->i64, 1), arg, 1, "count");
	s.end = LLVMBuildAdd(b, s.first, count, "end");
	run = LLVMBuildLShr(b, s.bits, LLVMBuildAnd(b, s.first, hd_i64(u, 63), ""), "");
	run = LLVMBuildAnd(b, run, LLVMBuildAdd(b, run, hd_i64(u, 1), ""), "");
	run = LLVMBuildICmp(b, LLVMIntEQ, run, LLVMConstNull(u->i64), "side.by.side");
	enough = LLVMBuildICmp(b, LLVMIntUGE, count, hd_i64(u, s.piece), "");
	s.start = LLVMGetInsertBlock(b);
	LLVMBuildCondBr(b, LLVMBuildAnd(b, run, enough, ""), pieces, single);
	copy_pieces(e, &s, pieces, h);
	copy_lanes(e, &s, single, h);
	LLVMPositionBuilderAtEnd(b, s.done);
}
