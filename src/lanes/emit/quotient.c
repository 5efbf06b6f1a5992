/* SPDX-License-Identifier: Apache-2.0 */
/* x / n and x % n in lanes that count up: one scalar division (read/quotient.c). */
#include "lanes/emit/access/access.h"

/* Groups in a row: where more of them lie in two rows, little is gained. */
enum { GROUPS = 2 };

/* Are there rows of only a few groups in this launch, or none that make sense? */
LLVMValueRef
hd_has_short_rows(hd_emit *e)
{
	LLVMValueRef any = LLVMConstNull(e->u->i1);

	for (int v = 0; v < e->c->nv; v++) {
		LLVMValueRef by, least;

		if (!hd_may_be_short(e->c, v))
			continue;
		by = hd_emit_row_invariant(e, LLVMGetOperand(e->c->val[v], 1));
		least = LLVMConstInt(
			LLVMTypeOf(by),
			(uint64_t)(GROUPS * hd_lane_span(e->c, e->c->val[v])), false);
		any = LLVMBuildOr(e->b, any,
				  LLVMBuildICmp(e->b, LLVMIntSLT, by, least, ""),
				  "short.rows");
	}
	return any;
}

/* The first lane's. */
typedef struct first {
	LLVMValueRef quotient, rest, by;
	LLVMValueRef known; /* does it tell the others? */
} first;

static first
divide(hd_emit *e, LLVMValueRef i, LLVMValueRef x, LLVMValueRef by)
{
	LLVMTypeRef t = LLVMTypeOf(i);
	LLVMValueRef far = LLVMConstInt(t, (uint64_t)hd_lane_span(e->c, i), false),
		     last, low;
	LLVMValueRef longer = LLVMBuildICmp(e->b, LLVMIntSGT, by, far, "");
	first r;

	hd_check(hd_is_quotient(e->c, i));
	last = LLVMBuildAdd(e->b, x, far, "");
	low = LLVMBuildICmp(e->b, LLVMIntSGE, LLVMBuildOr(e->b, x, last, ""),
			    LLVMConstNull(t), "");
	r.known = LLVMBuildAnd(e->b, longer, low, "");
	r.by = LLVMBuildSelect(e->b, longer, by, LLVMConstInt(t, 1, false), "");
	r.quotient = LLVMBuildUDiv(e->b, x, r.by, "quotient");
	r.rest =
		LLVMBuildSub(e->b, x, LLVMBuildMul(e->b, r.quotient, r.by, ""), "rest");
	return r;
}

/* Lane 0, and whether all lanes lie in its row. */
hd_val
hd_quotient_form(hd_emit *e, LLVMValueRef i, const hd_val *op)
{
	first f = divide(e, i, op[0].s, op[1].s);
	LLVMValueRef left = LLVMBuildSub(e->b, f.by, f.rest, "left"), inside;
	hd_val r = {.s = hd_is_rest(i) ? f.rest : f.quotient};

	inside = LLVMBuildICmp(
		e->b, LLVMIntSGT, left,
		LLVMConstInt(LLVMTypeOf(i), (uint64_t)hd_lane_span(e->c, i), false),
		"in.row");
	r.ok = LLVMBuildAnd(e->b, f.known, inside, "");
	r.ok = LLVMBuildAnd(e->b, r.ok, LLVMBuildAnd(e->b, op[0].ok, op[1].ok, ""), "");
	return r;
}

/* All lanes: some of them may lie in the next row. */
static LLVMValueRef
in_two_rows(hd_emit *e, LLVMValueRef i, hd_here h)
{
	LLVMValueRef x = LLVMGetOperand(i, 0);
	first f = divide(e, i, hd_use(e, x), hd_use(e, LLVMGetOperand(i, 1)));
	LLVMValueRef rest = hd_affine_vector(e, f.rest, hd_shape_of(e->c, x).stride);
	LLVMValueRef by = hd_splat(e, f.by), quotient = hd_splat(e, f.quotient), next;
	LLVMValueRef one = LLVMConstInt(LLVMTypeOf(i), 1, false);

	(void)h;
	next = LLVMBuildICmp(e->b, LLVMIntUGE, rest, by, "next.row");
	if (hd_is_rest(i))
		return LLVMBuildSelect(e->b, next, LLVMBuildSub(e->b, rest, by, ""),
				       rest, "");
	return LLVMBuildSelect(e->b, next,
			       LLVMBuildAdd(e->b, quotient, hd_splat(e, one), ""),
			       quotient, "");
}

LLVMValueRef
hd_quotient_vector(hd_emit *e, LLVMValueRef i, hd_access_fn *one_by_one, hd_here h)
{
	LLVMValueRef x = LLVMGetOperand(i, 0), by = LLVMGetOperand(i, 1), known;

	hd_load_forms(e, x);
	hd_load_forms(e, by);
	known = divide(e, i, hd_use(e, x), hd_use(e, by)).known;
	known = LLVMBuildAnd(e->b, known, hd_affine_check(e, x), "");
	return hd_either(e, i, known, in_two_rows, one_by_one, h);
}
