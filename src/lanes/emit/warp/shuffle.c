/* SPDX-License-Identifier: Apache-2.0 */
/* Shuffles of groups that are warps; see warp.c. */
#include "lanes/emit/warp/warp.h"

/* ---- shuffles by amounts that are known now */

/* The source of lane `me`, as the PTX manual defines it: `b` holds the clamp (low five
 * bits) and the segment mask (from bit 8). */
static uint32_t
source(int op, uint32_t me, uint32_t a, uint32_t b, bool *in)
{
	uint32_t by = a & 31, clamp = b & 31, segment = b >> 8 & 31;
	uint32_t last = (me & segment) | (clamp & ~segment), from;

	switch (op) {
	case HD_WARP_SHFL_UP:
		from = me - by;
		*in = (int32_t)from >= (int32_t)last;
		break;
	case HD_WARP_SHFL_DOWN:
		from = me + by;
		*in = from <= last;
		break;
	case HD_WARP_SHFL_BFLY:
		from = me ^ by;
		*in = from <= last;
		break;
	default:
		from = (me & segment) | (by & ~segment);
		*in = from <= last;
	}
	return *in ? from : me;
}

static bool
has_known_sources(LLVMValueRef i)
{
	return LLVMIsAConstantInt(LLVMGetOperand(i, 3)) &&
	       LLVMIsAConstantInt(LLVMGetOperand(i, 4));
}

/* A source that is not there gives zero, as on GPUs; who it is that lanes name in their masks
 * makes no difference. */
static LLVMValueRef
shuffle(hd_emit *e, LLVMValueRef i, int op, LLVMValueRef who)
{
	hd_unit *u = e->u;
	uint32_t a = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(i, 3));
	uint32_t b = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(i, 4));
	LLVMValueRef from[HD_WARP], in[HD_WARP], order, x, moved, pred;
	LLVMTypeRef t = hd_vector_type(e->c, u->i64);

	for (uint32_t k = 0; k < HD_WARP; k++) {
		bool valid;

		from[k] = hd_i32(u, source(op, k, a, b, &valid));
		in[k] = LLVMConstInt(u->i64, (uint64_t)valid << 32, false);
	}
	order = LLVMConstVector(from, HD_WARP);
	pred = LLVMConstVector(in, HD_WARP);
	who = hd_warp_lanes(e, who);
	x = hd_warp_words(e, LLVMGetOperand(i, 2));
	moved = LLVMBuildShuffleVector(e->b, x, LLVMGetPoison(LLVMTypeOf(x)), order,
				       "shuffled");
	who = LLVMBuildShuffleVector(
		e->b, who, LLVMGetPoison(LLVMVectorType(e->u->i1, HD_WARP)), order, "");
	x = LLVMBuildSelect(e->b, who, moved, LLVMConstNull(LLVMTypeOf(x)), "");
	return LLVMBuildOr(e->b, LLVMBuildZExt(e->b, x, t, ""), pred, "");
}

/* ---- shuffles by amounts that are not */

/* The same as source(), on vectors; *in: is it in range? */
static LLVMValueRef
sources(hd_emit *e, LLVMValueRef i, int op, LLVMValueRef *in)
{
	LLVMBuilderRef b = e->b;
	LLVMValueRef me[HD_WARP], lane, low = hd_splat(e, hd_i32(e->u, 31)), by,
					segment, last, from, other;
	LLVMIntPredicate order = LLVMIntULE;

	for (uint32_t k = 0; k < HD_WARP; k++)
		me[k] = hd_i32(e->u, k);
	lane = LLVMConstVector(me, HD_WARP);
	by = LLVMBuildAnd(b, hd_vector(e, LLVMGetOperand(i, 3)), low, "");
	last = hd_vector(e, LLVMGetOperand(i, 4));
	segment = LLVMBuildLShr(b, last, hd_splat(e, hd_i32(e->u, 8)), "");
	segment = LLVMBuildAnd(b, segment, low, "segment");
	other = LLVMBuildXor(b, segment, low, "");
	last = LLVMBuildOr(b, LLVMBuildAnd(b, lane, segment, ""),
			   LLVMBuildAnd(b, last, other, ""), "last");
	switch (op) {
	case HD_WARP_SHFL_UP:
		from = LLVMBuildSub(b, lane, by, "");
		order = LLVMIntSGE;
		break;
	case HD_WARP_SHFL_DOWN:
		from = LLVMBuildAdd(b, lane, by, "");
		break;
	case HD_WARP_SHFL_BFLY:
		from = LLVMBuildXor(b, lane, by, "");
		break;
	default:
		from = LLVMBuildOr(b, LLVMBuildAnd(b, lane, segment, ""),
				   LLVMBuildAnd(b, by, other, ""), "");
	}
	*in = LLVMBuildFreeze(b, LLVMBuildICmp(b, order, from, last, ""), "in");
	from = LLVMBuildSelect(b, *in, from, lane, "from");
	return LLVMBuildAnd(b, LLVMBuildFreeze(b, from, ""), low, "");
}

/* All lanes by the same amount: one unaligned load. What lies around is not
 * looked at. */
static LLVMValueRef
moved_together(hd_emit *e, LLVMValueRef i, int op, LLVMValueRef x)
{
	LLVMValueRef by = LLVMBuildAnd(e->b, hd_use(e, LLVMGetOperand(i, 3)),
				       hd_i32(e->u, 31), ""),
		     at = hd_warp_field(e, 4 * HD_WARP), r;

	if (op == HD_WARP_SHFL_UP)
		by = LLVMBuildNeg(e->b, by, "");
	by = LLVMBuildSExt(e->b, by, e->u->i64, "");
	LLVMSetAlignment(LLVMBuildStore(e->b, x, at), 64);
	r = LLVMBuildLoad2(e->b, LLVMTypeOf(x),
			   LLVMBuildGEP2(e->b, e->u->i32, at, &by, 1, ""), "moved");
	LLVMSetAlignment(r, 4);
	return r;
}

/* One of two vectors of sixteen words. */
static LLVMValueRef
half_of(hd_emit *e, LLVMValueRef x, int half)
{
	enum { HALF = HD_WARP / 2 };
	LLVMValueRef k[HALF];

	for (int l = 0; l < HALF; l++)
		k[l] = hd_i32(e->u, half * HALF + l);
	return LLVMBuildShuffleVector(e->b, x, LLVMGetPoison(LLVMTypeOf(x)),
				      LLVMConstVector(k, HALF), "");
}

/* AVX-512 takes words out of two registers in any order. */
static LLVMValueRef
moved_in_registers(hd_emit *e, LLVMValueRef from, LLVMValueRef x)
{
	static const char name[] = "llvm.x86.avx512.vpermi2var.d.512";
	LLVMValueRef low = half_of(e, x, 0), high = half_of(e, x, 1), r[2], k[HD_WARP];

	for (int half = 0; half < 2; half++) {
		LLVMValueRef arg[] = {low, half_of(e, from, half), high};

		r[half] = hd_call(e->b, hd_intrinsic(e->u, name, NULL, 0), arg, 3, "");
	}
	for (int l = 0; l < HD_WARP; l++)
		k[l] = hd_i32(e->u, l);
	return LLVMBuildShuffleVector(e->b, r[0], r[1], LLVMConstVector(k, HD_WARP),
				      "moved");
}

static LLVMValueRef
moved_alone(hd_emit *e, LLVMValueRef from, LLVMValueRef x)
{
	LLVMValueRef at = hd_warp_field(e, 4 * HD_WARP),
		     r = LLVMGetPoison(LLVMTypeOf(x));

	LLVMSetAlignment(LLVMBuildStore(e->b, x, at), 64);
	for (int k = 0; k < HD_WARP; k++) {
		LLVMValueRef lane = hd_i64(e->u, k), p;

		p = LLVMBuildExtractElement(e->b, from, lane, "");
		p = LLVMBuildZExt(e->b, p, e->u->i64, "");
		p = LLVMBuildGEP2(e->b, e->u->i32, at, &p, 1, "");
		r = LLVMBuildInsertElement(
			e->b, r, LLVMBuildLoad2(e->b, e->u->i32, p, ""), lane, "");
	}
	return r;
}

static LLVMValueRef
computed_shuffle(hd_emit *e, LLVMValueRef i, int op, LLVMValueRef who)
{
	LLVMBuilderRef b = e->b;
	LLVMTypeRef t = hd_vector_type(e->c, e->u->i64);
	LLVMValueRef in, from, x, moved;
	bool together = hd_is_lane_uniform(e->c, LLVMGetOperand(i, 3)) &&
			(op == HD_WARP_SHFL_UP || op == HD_WARP_SHFL_DOWN);

	from = sources(e, i, op, &in);
	x = hd_warp_words(e, LLVMGetOperand(i, 2));
	if (hd_cpu_of(e->u).register_bytes == 64)
		moved = moved_in_registers(e, from, x);
	else
		moved = together ? moved_together(e, i, op, x)
				 : moved_alone(e, from, x);
	if (who != LLVMConstAllOnes(e->u->i32)) {
		LLVMValueRef bit = LLVMBuildLShr(b, hd_splat(e, who), from, "");

		bit = LLVMBuildTrunc(b, bit, LLVMVectorType(e->u->i1, HD_WARP), "");
		moved = LLVMBuildSelect(b, bit, moved, LLVMConstNull(LLVMTypeOf(x)),
					"");
	}
	x = LLVMBuildSelect(b, in, moved, x, "");
	in = LLVMBuildShl(b, LLVMBuildZExt(b, in, t, ""), hd_splat(e, hd_i64(e->u, 32)),
			  "");
	return LLVMBuildOr(b, LLVMBuildZExt(b, x, t, ""), in, "");
}

/* For the lanes in `who`, as bits. */
LLVMValueRef
hd_emit_shuffle(hd_emit *e, LLVMValueRef i, int op, LLVMValueRef who)
{
	hd_check(e->c->warp_vectors && e->c->w.lanes == HD_WARP);
	return has_known_sources(i) ? shuffle(e, i, op, who)
				    : computed_shuffle(e, i, op, who);
}
