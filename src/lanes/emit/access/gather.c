/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores whose lanes are all over memory. */
#include "lanes/emit/access/access.h"

static bool
is_varying(const hd_code *c, LLVMValueRef p)
{
	return hd_shape_of(c, p).kind == HD_VARYING;
}

static bool
has_scatter(const hd_emit *e, LLVMValueRef store)
{
	LLVMValueRef p = hd_pointer_of(store);

	return hd_is_gatherable(e->c, store) &&
	       (e->mask || is_varying(e->c, p) || hd_points_to_shared(p));
}

static LLVMValueRef
mask_of(hd_emit *e)
{
	return e->mask ? e->mask : hd_splat(e, LLVMConstInt(e->u->i1, 1, false));
}

static LLVMValueRef
gather_from(hd_emit *e, LLVMTypeRef element, LLVMValueRef p, unsigned align)
{
	LLVMTypeRef t = hd_vector_type(e->c, element);
	LLVMValueRef arg[] = {p, hd_i32(e->u, align), mask_of(e), LLVMGetPoison(t)};
	LLVMTypeRef over[] = {t, LLVMTypeOf(p)};

	return hd_call(e->b, hd_intrinsic(e->u, "llvm.masked.gather", over, 2), arg, 4,
		       "");
}

static LLVMValueRef
gather_words(hd_emit *e, LLVMValueRef i)
{
	LLVMBuilderRef b = e->b;
	LLVMTypeRef words = hd_vector_type(e->c, e->u->i32),
		    t = hd_vector_type(e->c, LLVMTypeOf(i));
	LLVMValueRef p, at, by, r;
	hd_spots spots;

	hd_note_way(e->c, i, HD_AT_ONCE);
	if (hd_has_spots(e->c, e->u->i32) &&
	    hd_find_spots(e, hd_pointer_of(i), &spots) && spots.scale <= 2 &&
	    !spots.fits) {
		spots = hd_words_at(e, &spots, &by);
		r = hd_gather_at(e, e->u->i32, &spots, mask_of(e));
		return LLVMBuildTrunc(b, LLVMBuildLShr(b, r, by, ""), t, "");
	}
	p = hd_vector(e, hd_pointer_of(i));
	at = LLVMBuildPtrToInt(b, p, hd_vector_type(e->c, e->u->i64), "");
	by = LLVMBuildAnd(b, LLVMBuildTrunc(b, at, words, ""),
			  hd_splat(e, hd_i32(e->u, 3)), "");
	by = LLVMBuildShl(b, by, hd_splat(e, hd_i32(e->u, 3)), "shift");
	at = LLVMBuildAnd(b, at, hd_splat(e, hd_i64(e->u, -4)), "");
	r = gather_from(e, e->u->i32, LLVMBuildIntToPtr(b, at, LLVMTypeOf(p), ""), 4);
	return LLVMBuildTrunc(b, LLVMBuildLShr(b, r, by, ""), t, "");
}

static LLVMValueRef
gather_pointers(hd_emit *e, LLVMValueRef i)
{
	return gather_from(e, LLVMTypeOf(i), hd_vector(e, hd_pointer_of(i)),
			   LLVMGetAlignment(i));
}

static LLVMValueRef
gather_spots(hd_emit *e, LLVMValueRef i)
{
	return hd_gather_at(e, LLVMTypeOf(i), e->spots, mask_of(e));
}

static LLVMValueRef
scatter_pointers(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef x = hd_vector(e, LLVMGetOperand(i, 0)),
		     p = hd_vector(e, hd_pointer_of(i));
	LLVMValueRef arg[] = {x, p, hd_i32(e->u, LLVMGetAlignment(i)), mask_of(e)};
	LLVMTypeRef over[] = {LLVMTypeOf(x), LLVMTypeOf(p)};

	hd_call(e->b, hd_intrinsic(e->u, "llvm.masked.scatter", over, 2), arg, 4, "");
	return NULL;
}

static LLVMValueRef
scatter_spots(hd_emit *e, LLVMValueRef i)
{
	hd_scatter_at(e, hd_access_type(i), e->spots, mask_of(e),
		      hd_vector(e, LLVMGetOperand(i, 0)));
	return NULL;
}

/* By short indices if there is room for them, which may have to be asked. */
static LLVMValueRef
at_once(hd_emit *e, LLVMValueRef i, hd_access_fn *by_spots, hd_access_fn *by_pointers)
{
	hd_spots spots;

	hd_note_way(e->c, i, HD_AT_ONCE);
	if (!hd_has_spots(e->c, hd_access_type(i)) ||
	    !hd_find_spots(e, hd_pointer_of(i), &spots))
		return by_pointers(e, i);
	e->spots = &spots;
	if (!spots.fits)
		return by_spots(e, i);
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		hd_touch(e, LLVMGetOperand(i, (unsigned)k));
	return hd_either(e, i, spots.fits, by_spots, by_pointers);
}

/* The first `n`. */
static LLVMValueRef
gather(hd_emit *e, LLVMValueRef i, int n)
{
	LLVMValueRef p = hd_pointer_of(i),
		     r = LLVMGetPoison(hd_vector_type(e->c, LLVMTypeOf(i)));
	hd_stand_in other;
	bool safe = !LLVMGetVolatile(i) && hd_stands_in(e, p, &other);

	for (int l = 0; l < n; l++) {
		LLVMValueRef at = safe ? hd_lane_address(e, p, l, &other)
				       : hd_safe_address(e, p, l),
			     x = LLVMBuildLoad2(e->b, LLVMTypeOf(i), at, "");

		LLVMSetAlignment(x, LLVMGetAlignment(i));
		LLVMSetVolatile(x, LLVMGetVolatile(i));
		r = LLVMBuildInsertElement(e->b, r, x, hd_i64(e->u, l), "");
	}
	return r;
}

static void
scatter(hd_emit *e, LLVMValueRef i, int n)
{
	LLVMValueRef p = hd_pointer_of(i), x = LLVMGetOperand(i, 0), s;
	hd_stand_in other;
	bool safe = !LLVMGetVolatile(i) && hd_last_stands_in(e, p, x, &other);

	for (int l = 0; l < n; l++) {
		if (safe)
			s = LLVMBuildStore(e->b, hd_lane_value(e, x, l, &other),
					   hd_lane_address(e, p, l, &other));
		else
			s = LLVMBuildStore(e->b, hd_lane_of(e, x, l),
					   hd_safe_address(e, p, l));

		LLVMSetAlignment(s, LLVMGetAlignment(i));
		LLVMSetVolatile(s, LLVMGetVolatile(i));
	}
}

/* Only the first lanes are here, and few of them: one by one they are done sooner than an
 * instruction for all would be. */
static int
few_lanes(hd_emit *e, LLVMValueRef i)
{
	enum { FEW = 8 };
	unsigned n = e->lane_now ? 0 : hd_first_lanes(e);

	return n <= FEW && hd_fits_dummy(e->c, i) ? (int)n : 0;
}

static LLVMValueRef
load_anywhere(hd_emit *e, LLVMValueRef i)
{
	if (hd_is_gatherable(e->c, i))
		return at_once(e, i, gather_spots, gather_pointers);
	if (hd_has_gather(e->c, i))
		return gather_words(e, i);
	return hd_fits_dummy(e->c, i) && !hd_wants_loop(e, i)
		       ? gather(e, i, e->c->lanes)
		       : hd_each_lane(e, i, hd_scalar_copy);
}

LLVMValueRef
hd_load_apart(hd_emit *e, LLVMValueRef i)
{
	int few = few_lanes(e, i);
	LLVMValueRef r;

	if (few)
		return gather(e, i, few);
	return hd_access_two_rows(e, i, load_anywhere, &r) ? r : load_anywhere(e, i);
}

static LLVMValueRef
store_anywhere(hd_emit *e, LLVMValueRef i)
{
	if (has_scatter(e, i))
		at_once(e, i, scatter_spots, scatter_pointers);
	else if (hd_fits_dummy(e->c, i) && !hd_wants_loop(e, i))
		scatter(e, i, e->c->lanes);
	else
		hd_each_lane(e, i, hd_scalar_copy);
	return NULL;
}

void
hd_store_apart(hd_emit *e, LLVMValueRef i)
{
	int few = few_lanes(e, i);
	LLVMValueRef r;

	if (few)
		scatter(e, i, few);
	else if (!hd_access_two_rows(e, i, store_anywhere, &r))
		store_anywhere(e, i);
}

/* ---- a[i] += x, lane by lane */

void
hd_update_apart(hd_emit *e, LLVMValueRef store)
{
	LLVMValueRef p = LLVMGetOperand(store, 1), x = LLVMGetOperand(store, 0);
	unsigned load = hd_updated_operand(x, p);

	for (int l = 0; l < e->c->lanes; l++) {
		LLVMValueRef at = hd_safe_address(e, p, l), r = LLVMInstructionClone(x);
		LLVMValueRef old = LLVMBuildLoad2(e->b, LLVMTypeOf(x), at, ""), s;

		LLVMSetAlignment(old, LLVMGetAlignment(store));
		LLVMSetOperand(r, load, old);
		LLVMSetOperand(r, !load, hd_lane_of(e, LLVMGetOperand(x, !load), l));
		LLVMInsertIntoBuilder(e->b, r);
		s = LLVMBuildStore(e->b, r, at);
		LLVMSetAlignment(s, LLVMGetAlignment(store));
	}
}
