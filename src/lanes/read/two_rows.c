/* SPDX-License-Identifier: Apache-2.0 */
/* Which addresses lie in two rows; see two_rows.c. They are sums of products in which occur
 *
 *     x / n and x % n, with the same x, which counts up from lane to lane, and the same n;
 *     LLVM writes y * 40 + x as y * 23 + t where y and x are t / 17 and t % 17: x itself
 *     may occur, too;
 *
 *     c ? a : b, with the same c, where a and b count up. */
#include "lanes/read/two_rows.h"

enum { DEPTH = 12 };

bool
hd_is_varying_division(const hd_code *c, LLVMValueRef v)
{
	return LLVMIsAInstruction(v) && hd_is_division(LLVMGetInstructionOpcode(v)) &&
	       hd_shape_of(c, v).kind == HD_VARYING;
}

/* So large that the lanes lie in two rows; what is no constant will be asked. */
static bool
is_row_length(const hd_code *c, LLVMValueRef by, int64_t far)
{
	return hd_is_small_int(by) ? LLVMConstIntGetSExtValue(by) > far
				   : hd_is_lane_uniform(c, by);
}

static void
note_leaf(const hd_code *c, LLVMValueRef v, hd_row_form *f)
{
	int id = hd_id(c, v);

	if (f->leaves && id >= 0 && c->def[id] >= 0)
		hd_bit_set(f->leaves, (size_t)id);
}

/* Sums of it are what they would be with numbers of any size, if it does not wrap around,
 * which will be asked unless it is known; false: that is too much to ask. */
static bool
count(const hd_code *c, LLVMValueRef v, hd_row_form *f)
{
	hd_bounds is = hd_bounds_of(c, v);

	if (is.known && is.low >= 0)
		return true;
	for (int k = 0; k < f->ncounted; k++)
		if (f->counted[k] == v)
			return true;
	if (f->ncounted == HD_MOST_ASKED)
		return false;
	f->counted[f->ncounted++] = v;
	return true;
}

static bool
of_division(const hd_code *c, LLVMValueRef i, hd_row_form *f)
{
	LLVMValueRef x = LLVMGetOperand(i, 0), by = LLVMGetOperand(i, 1);
	hd_shape s = hd_shape_of(c, x);
	unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(i));

	if ((bits != 32 && bits != 64) || s.kind != HD_AFFINE || s.stride < 1 ||
	    !is_row_length(c, by, s.stride * (f->lanes - 1)) ||
	    (f->x && (f->x != x || f->by != by)) || !count(c, x, f))
		return false;
	f->x = x;
	f->by = by;
	f->step = s.stride;
	f->stride = hd_is_rest(i) ? s.stride : 0;
	note_leaf(c, x, f);
	note_leaf(c, by, f);
	return true;
}

/* What counts up by itself. */
static bool
of_row(const hd_code *c, LLVMValueRef v, enum hd_numbers as, hd_row_form *f)
{
	if (as != HD_ADDRESS && !count(c, v, f))
		return false;
	f->stride = hd_shape_of(c, v).stride;
	note_leaf(c, v, f);
	return true;
}

static bool
is_in_row(const hd_code *c, LLVMValueRef v)
{
	return hd_shape_of(c, v).kind == HD_AFFINE &&
	       (hd_is_integer(LLVMTypeOf(v)) || hd_is_lane_uniform(c, v));
}

/* c ? a : b, where lanes disagree on c. */
static bool
of_choice(const hd_code *c, LLVMValueRef i, enum hd_numbers as, hd_row_form *f)
{
	LLVMValueRef cond = LLVMGetOperand(i, 0), a = LLVMGetOperand(i, 1),
		     b = LLVMGetOperand(i, 2);

	if ((f->cond && f->cond != cond) || !is_in_row(c, a) || !is_in_row(c, b) ||
	    hd_shape_of(c, a).stride != hd_shape_of(c, b).stride ||
	    !of_row(c, a, as, f) || !of_row(c, b, as, f))
		return false;
	f->cond = cond;
	note_leaf(c, cond, f);
	return true;
}

/* Does an operation give what it would with numbers of any size? */
static bool
is_exact(LLVMValueRef i, enum hd_numbers as)
{
	if (as == HD_ADDRESS || hd_is_opcode(i, LLVMOr))
		return true;
	return as == HD_SIGNED ? LLVMGetNSW(i) : LLVMGetNUW(i);
}

bool
hd_read_extended(LLVMValueRef i, enum hd_numbers *as)
{
	enum hd_numbers from =
		hd_is_opcode(i, LLVMSExt) || LLVMGetNNeg(i) ? HD_SIGNED : HD_UNSIGNED;

	if (*as != HD_ADDRESS && *as != from)
		return false;
	*as = from;
	return true;
}

static bool find(const hd_code *c, LLVMValueRef v, enum hd_numbers as, int depth,
		 hd_row_form *f);

/* n == 0 ? -1 : n == -1 ? -x : x / n: what divisions are where n may be anything; or a choice
 * of each lane. */
static bool
find_chosen(const hd_code *c, LLVMValueRef i, enum hd_numbers as, int depth,
	    hd_row_form *f)
{
	LLVMValueRef cond = LLVMGetOperand(i, 0), x = LLVMGetOperand(i, 2);

	if (!hd_is_lane_uniform(c, cond))
		return of_choice(c, i, as, f);
	if (!hd_is_opcode(x, LLVMSelect) && !hd_is_varying_division(c, x))
		return false;
	for (int k = 0; k < f->nunless; k++)
		if (f->unless[k] == cond)
			return find(c, x, as, depth, f);
	if (f->nunless == HD_MOST_ASKED)
		return false;
	f->unless[f->nunless++] = cond;
	note_leaf(c, cond, f);
	return find(c, x, as, depth, f);
}

static bool
find_both(const hd_code *c, LLVMValueRef i, enum hd_numbers as, int depth,
	  hd_row_form *f)
{
	int64_t x;

	if (!find(c, LLVMGetOperand(i, 0), as, depth, f))
		return false;
	x = f->stride;
	if (!find(c, LLVMGetOperand(i, 1), as, depth, f))
		return false;
	f->stride = hd_is_opcode(i, LLVMSub) ? x - f->stride : x + f->stride;
	return true;
}

/* By something that all lanes have in common; what counts up only by a constant. */
static bool
find_product(const hd_code *c, LLVMValueRef i, enum hd_numbers as, int depth,
	     hd_row_form *f)
{
	unsigned by = hd_is_lane_uniform(c, LLVMGetOperand(i, 1));
	LLVMValueRef k = LLVMGetOperand(i, by);

	if (!hd_is_lane_uniform(c, k) || !find(c, LLVMGetOperand(i, !by), as, depth, f))
		return false;
	if (!f->stride)
		return true;
	return hd_is_small_int(k) &&
	       !__builtin_mul_overflow(f->stride, LLVMConstIntGetSExtValue(k),
				       &f->stride);
}

static bool
find_shifted(const hd_code *c, LLVMValueRef i, enum hd_numbers as, int depth,
	     hd_row_form *f)
{
	LLVMValueRef k = LLVMGetOperand(i, 1);
	int64_t by;

	if (!hd_is_small_int(k))
		return false;
	by = LLVMConstIntGetSExtValue(k);
	return by >= 0 && by < 32 && find(c, LLVMGetOperand(i, 0), as, depth, f) &&
	       !__builtin_mul_overflow(f->stride, (int64_t)1 << by, &f->stride);
}

static bool
find_address(const hd_code *c, LLVMValueRef p, int depth, hd_row_form *f)
{
	int64_t sum;

	if (!find(c, LLVMGetOperand(p, 0), HD_ADDRESS, depth, f))
		return false;
	sum = f->stride;
	hd_each_index (x, c->u, p) {
		int64_t by;

		if (!x.v)
			continue;
		if (!find(c, x.v, LLVMTypeOf(x.v) == c->u->i64 ? HD_ADDRESS : HD_SIGNED,
			  depth, f) ||
		    __builtin_mul_overflow(f->stride, x.bytes, &by) ||
		    __builtin_add_overflow(sum, by, &sum))
			return false;
	}
	f->stride = sum;
	return true;
}

static bool
find(const hd_code *c, LLVMValueRef v, enum hd_numbers as, int depth, hd_row_form *f)
{
	f->stride = 0;
	if (hd_is_lane_uniform(c, v)) {
		note_leaf(c, v, f);
		return true;
	}
	if (hd_shape_of(c, v).kind == HD_AFFINE && hd_is_integer(LLVMTypeOf(v)))
		return of_row(c, v, as, f);
	if (hd_id(c, v) < 0 || !LLVMIsAInstruction(v) || !depth-- ||
	    (f->kept && hd_bit(f->kept, (size_t)hd_id(c, v))))
		return false;
	if (hd_is_varying_division(c, v))
		return of_division(c, v, f);
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMOr:
		return LLVMGetIsDisjoint(v) && find_both(c, v, as, depth, f);
	case LLVMAdd:
	case LLVMSub:
		return is_exact(v, as) && find_both(c, v, as, depth, f);
	case LLVMMul:
		return is_exact(v, as) && find_product(c, v, as, depth, f);
	case LLVMShl:
		return is_exact(v, as) && find_shifted(c, v, as, depth, f);
	case LLVMSExt:
	case LLVMZExt:
		return hd_read_extended(v, &as) &&
		       find(c, LLVMGetOperand(v, 0), as, depth, f);
	case LLVMSelect:
		return find_chosen(c, v, as, depth, f);
	case LLVMGetElementPtr:
		return find_address(c, v, depth, f);
	default:
		return false;
	}
}

static unsigned
lanes_at_once(const hd_code *c, LLVMValueRef access)
{
	unsigned n = (unsigned)hd_cpu_of(c->u).register_bytes /
		     (unsigned)hd_size_of(c->u, hd_access_type(access));

	return n < (unsigned)c->w.lanes ? n : (unsigned)c->w.lanes;
}

/* Elements that instructions with masks know. */
static bool
has_elements(const hd_code *c, LLVMValueRef access)
{
	LLVMTypeRef t = hd_access_type(access);
	LLVMTypeKind kind = LLVMGetTypeKind(t);
	uint64_t size = hd_size_of(c->u, t);

	return (size == 4 || size == 8) && kind != LLVMStructTypeKind &&
	       kind != LLVMArrayTypeKind && kind != LLVMVectorTypeKind &&
	       LLVMSizeOfTypeInBits(c->u->dl, t) == 8 * size && hd_is_ordinary(access);
}

bool
hd_find_row_form(const hd_code *c, LLVMValueRef access, hd_row_form *f)
{
	if (!hd_does(c->u, HD_TRICK_folds) || !hd_cpu_of(c->u).masked_moves ||
	    c->w.lanes < 4 || !has_elements(c, access) ||
	    hd_shape_of(c, hd_pointer_of(access)).kind == HD_AFFINE)
		return false;
	f->lanes = lanes_at_once(c, access);
	hd_check(f->lanes > 0 && c->w.lanes % (int)f->lanes == 0);
	return find(c, hd_pointer_of(access), HD_ADDRESS, DEPTH, f) &&
	       !f->x != !f->cond &&
	       f->stride == (int64_t)hd_size_of(c->u, hd_access_type(access));
}

bool
hd_is_in_two_rows(const hd_code *c, LLVMValueRef access)
{
	return hd_find_row_form(c, access, &(hd_row_form){0});
}

/* What such addresses are computed from must be at hand where they are used. */
void
hd_cross_two_rows(hd_code *c)
{
	hd_check(c->w.cross.n == (size_t)c->nv);
	for (int n = 0; n < c->nn; n++)
		hd_each_node_insn (i, c, n) {
			bool load = hd_is_opcode(i, LLVMLoad);
			hd_bits leaves;

			if (!load && !hd_is_opcode(i, LLVMStore))
				continue;
			leaves = hd_bits_new(&c->u->scratch, (size_t)c->nv);
			if (!hd_find_row_form(c, i, &(hd_row_form){.leaves = &leaves}))
				continue;
			hd_each_bit (id, &leaves)
				if (c->def[id] != n)
					hd_bit_set(&c->w.cross, id);
		}
}
