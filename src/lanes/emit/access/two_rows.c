/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores of lanes that lie in two rows, as where threads with one index go over
 * a window or a tile with its border:
 *
 *     for (i = t; i < 17 * 17; i += 256) ... window[y + i / 17][x + i % 17] ...
 *
 * A group's lanes lie in one row up to some lane, and in the next one from there on. Or each
 * of them chooses a row: a[flag ? t : t + n]. Two accesses under masks are for them, in the
 * place of one lane by lane.
 *
 * The address (row_form.c) is computed for lane 0, and once more as if lane 0 lay in the other
 * row: with the next quotient and n less of the rest, or with the other choice. */
#include "lanes/emit/access/access.h"

/* ---- the address of one lane */

/* The lane, and the quotient and the rest, or the choice, that it is to have. */
typedef struct place {
	int lane;
	LLVMValueRef quotient, rest;
	unsigned choice;
} place;

static LLVMValueRef number(hd_emit *e, LLVMValueRef v, enum hd_numbers as,
			   const place *at);

static LLVMValueRef
extended(hd_emit *e, LLVMValueRef s, enum hd_numbers as)
{
	return LLVMBuildIntCast2(e->b, s, e->u->i64, as != HD_UNSIGNED, "");
}

static LLVMValueRef
number_of_op(hd_emit *e, LLVMValueRef i, enum hd_numbers as, const place *at)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	LLVMValueRef x = number(e, LLVMGetOperand(i, 0), as, at),
		     y = number(e, LLVMGetOperand(i, 1), as, at);

	return LLVMBuildBinOp(e->b, o == LLVMOr ? LLVMAdd : o, x, y, "");
}

/* Its own choice, or a division by a number that divides. */
static LLVMValueRef
chosen(hd_emit *e, LLVMValueRef select, const place *at)
{
	bool all = hd_is_lane_uniform(e->c, LLVMGetOperand(select, 0));

	return LLVMGetOperand(select, all ? 2 : 1 + at->choice);
}

static LLVMValueRef
address(hd_emit *e, LLVMValueRef p, const place *at)
{
	LLVMValueRef r;

	if (hd_is_lane_uniform(e->c, p))
		return hd_use(e, p);
	if (hd_is_opcode(p, LLVMSelect))
		return hd_use(e, LLVMGetOperand(p, 1 + at->choice));
	r = address(e, LLVMGetOperand(p, 0), at);
	hd_each_index (x, e->u, p) {
		LLVMValueRef by;

		if (!x.v) {
			r = hd_offset(e->u, e->b, r, x.bytes, "");
			continue;
		}
		by = number(e, x.v,
			    LLVMTypeOf(x.v) == e->u->i64 ? HD_ADDRESS : HD_SIGNED, at);
		by = LLVMBuildMul(e->b, by, hd_i64(e->u, x.bytes), "");
		r = LLVMBuildGEP2(e->b, e->u->i8, r, &by, 1, "");
	}
	return r;
}

/* In 64 bits, where it has its place as an index. */
static LLVMValueRef
number(hd_emit *e, LLVMValueRef v, enum hd_numbers as, const place *at)
{
	if (hd_shape_of(e->c, v).kind == HD_AFFINE)
		return extended(e, hd_lane_of(e, v, at->lane), as);
	if (hd_is_varying_division(e->c, v))
		return hd_is_rest(v) ? at->rest : at->quotient;
	if (hd_is_opcode(v, LLVMSelect))
		return number(e, chosen(e, v, at), as, at);
	if (hd_is_extension(v)) {
		hd_read_extended(v, &as);
		return number(e, LLVMGetOperand(v, 0), as, at);
	}
	return number_of_op(e, v, as, at);
}

/* ---- both rows */

/* Of the lanes that one instruction takes. */
typedef struct part {
	LLVMValueRef
		row[2];     /* where lane 0 is, and where it would be in the next row */
	LLVMValueRef in[2]; /* masks */
} part;

enum { MOST_PARTS = HD_WARP };

struct hd_two_rows {
	unsigned parts, lanes;
	part part[MOST_PARTS];
};

/* { 0, step, 2 * step, ... } */
static LLVMValueRef
ramp(LLVMTypeRef t, unsigned n, int64_t step)
{
	LLVMValueRef k[HD_WARP];

	for (unsigned l = 0; l < n; l++)
		k[l] = LLVMConstInt(t, (uint64_t)(l * step), false);
	return LLVMConstVector(k, n);
}

static LLVMValueRef
repeat(hd_emit *e, LLVMValueRef s, unsigned n)
{
	LLVMTypeRef t = LLVMVectorType(LLVMTypeOf(s), n);
	LLVMValueRef v =
		LLVMBuildInsertElement(e->b, LLVMGetPoison(t), s, hd_i64(e->u, 0), "");

	return LLVMBuildShuffleVector(e->b, v, LLVMGetPoison(t),
				      LLVMConstNull(LLVMVectorType(e->u->i32, n)), "");
}

/* How far it is from the first lane of a part to the last. */
static int64_t
way(const hd_row_form *f)
{
	return f->step * (f->lanes - 1);
}

/* What is divided by, or one where rows are too short; `longer`: whether they are not, NULL:
 * they never are. */
static LLVMValueRef
row_length(hd_emit *e, const hd_row_form *f, LLVMValueRef *longer)
{
	LLVMTypeRef t;

	*longer = NULL;
	if (!f->by || LLVMIsConstant(f->by))
		return f->by;
	t = LLVMTypeOf(f->by);
	*longer = LLVMBuildICmp(e->b, LLVMIntSGT, hd_use(e, f->by),
				LLVMConstInt(t, (uint64_t)way(f), false), "longer");
	return LLVMBuildSelect(e->b, *longer, hd_use(e, f->by),
			       LLVMConstInt(t, 1, false), "");
}

/* Lane 0 in its row, and as if it lay in the next one. */
static part
divide(hd_emit *e, LLVMValueRef i, const hd_row_form *f, LLVMValueRef by, int first)
{
	LLVMBuilderRef b = e->b;
	LLVMTypeRef t = LLVMTypeOf(f->x);
	LLVMValueRef x = hd_lane_of(e, f->x, first), p = hd_pointer_of(i), quotient,
		     rest, left;
	place at = {.lane = first};
	part r;

	quotient = LLVMBuildUDiv(b, x, by, "quotient");
	rest = LLVMBuildSub(b, x, LLVMBuildMul(b, quotient, by, ""), "rest");
	left = LLVMBuildSub(b, by, rest, "left");
	at.quotient = extended(e, quotient, HD_UNSIGNED);
	at.rest = extended(e, rest, HD_UNSIGNED);
	r.row[0] = address(e, p, &at);
	at.quotient = LLVMBuildAdd(b, at.quotient, hd_i64(e->u, 1), "");
	at.rest = LLVMBuildSub(b, at.rest, extended(e, by, HD_UNSIGNED), "");
	r.row[1] = address(e, p, &at);
	r.in[0] = LLVMBuildICmp(b, LLVMIntULT, ramp(t, f->lanes, f->step),
				repeat(e, left, f->lanes), "in.row");
	return r;
}

static part
choose(hd_emit *e, LLVMValueRef i, const hd_row_form *f, int first)
{
	part r;

	for (unsigned k = 0; k < 2; k++) {
		place at = {.lane = first, .choice = k};

		r.row[k] = address(e, hd_pointer_of(i), &at);
	}
	r.in[0] = hd_some_lanes(e, hd_vector(e, f->cond), (unsigned)first, f->lanes);
	return r;
}

static part
find_part(hd_emit *e, LLVMValueRef i, const hd_row_form *f, LLVMValueRef by, int first,
	  hd_here h)
{
	part r = f->x ? divide(e, i, f, by, first) : choose(e, i, f, first);

	r.in[1] = LLVMBuildNot(e->b, r.in[0], "in.other");
	for (int k = 0; k < 2 && h.mask; k++)
		r.in[k] = LLVMBuildAnd(
			e->b, r.in[k],
			hd_some_lanes(e, h.mask, (unsigned)first, f->lanes), "");
	return r;
}

/* No lane, not even an idle one, wraps around or has a sign. */
static LLVMValueRef
is_counted(hd_emit *e, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	LLVMValueRef last = hd_lane_of(e, v, e->c->w.lanes - 1);

	return LLVMBuildICmp(e->b, LLVMIntSGE,
			     LLVMBuildOr(e->b, hd_use(e, v), last, ""),
			     LLVMConstNull(t), "counted");
}

static LLVMValueRef
both(hd_emit *e, LLVMValueRef x, LLVMValueRef y)
{
	return x && y ? LLVMBuildAnd(e->b, x, y, "") : x ? x : y;
}

static LLVMValueRef
load_parts(hd_emit *e, LLVMValueRef i, hd_here h)
{
	const struct hd_two_rows *two = h.two_rows;
	LLVMTypeRef t = LLVMVectorType(LLVMTypeOf(i), two->lanes);
	LLVMTypeRef over[] = {t, e->u->ptr};
	LLVMValueRef fn = hd_intrinsic(e->u, "llvm.masked.load", over, 2),
		     r[MOST_PARTS];

	hd_check(two && two->parts * two->lanes == (unsigned)e->c->w.lanes);
	for (unsigned k = 0; k < two->parts; k++) {
		const part *p = &two->part[k];

		r[k] = LLVMGetPoison(t);
		for (int n = 0; n < 2; n++) {
			LLVMValueRef arg[] = {p->row[n],
					      hd_i32(e->u, LLVMGetAlignment(i)),
					      p->in[n], r[k]};

			r[k] = hd_call(e->b, fn, arg, 4, "");
		}
	}
	return hd_join_parts(e, r, two->parts);
}

/* In the order of lanes, if they should meet. */
static LLVMValueRef
store_parts(hd_emit *e, LLVMValueRef i, hd_here h)
{
	const struct hd_two_rows *two = h.two_rows;
	LLVMValueRef x = hd_vector(e, LLVMGetOperand(i, 0)), fn;
	LLVMTypeRef over[] = {LLVMVectorType(hd_access_type(i), two->lanes), e->u->ptr};

	hd_check(two && two->parts * two->lanes == (unsigned)e->c->w.lanes);
	fn = hd_intrinsic(e->u, "llvm.masked.store", over, 2);
	for (unsigned k = 0; k < two->parts; k++) {
		const part *p = &two->part[k];
		LLVMValueRef some = hd_some_lanes(e, x, k * two->lanes, two->lanes);

		for (int n = 0; n < 2; n++) {
			LLVMValueRef arg[] = {some, p->row[n],
					      hd_i32(e->u, LLVMGetAlignment(i)),
					      p->in[n]};

			hd_call(e->b, fn, arg, 4, "");
		}
	}
	return NULL;
}

bool
hd_access_two_rows(hd_emit *e, LLVMValueRef i, hd_access_fn *apart, LLVMValueRef *r,
		   hd_here h)
{
	hd_access_fn *rows = hd_is_opcode(i, LLVMLoad) ? load_parts : store_parts;
	hd_row_form f = {.kept = &e->l->keep};
	struct hd_two_rows two = {0};
	LLVMValueRef by, ok;

	if (e->loop.now || !hd_find_row_form(e->c, i, &f))
		return false;
	hd_note_access(e->l, i, HD_TWO_ROWS);
	by = row_length(e, &f, &ok);
	two.lanes = f.lanes;
	for (int first = 0; first < e->c->w.lanes; first += (int)f.lanes)
		two.part[two.parts++] = find_part(e, i, &f, by, first, h);
	h.two_rows = &two;
	for (int k = 0; k < f.ncounted; k++)
		ok = both(e, ok, is_counted(e, f.counted[k]));
	for (int k = 0; k < f.nunless; k++)
		ok = both(e, ok, LLVMBuildNot(e->b, hd_use(e, f.unless[k]), ""));
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		hd_load_forms(e, LLVMGetOperand(i, (unsigned)k));
	*r = ok ? hd_either(e, i, ok, rows, apart, h) : rows(e, i, h);
	return true;
}
