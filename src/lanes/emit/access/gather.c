/* SPDX-License-Identifier: Apache-2.0 */
/* Gathers and scatters: each lane has an address of its own. AVX-512's instructions, or scalar
 * accesses lane by lane. */
#include "lanes/emit/access/access.h"

static bool
is_varying(const hd_code *c, LLVMValueRef p)
{
	return hd_shape_of(c, p).kind == HD_VARYING;
}

static bool
has_scatter(const hd_emit *e, LLVMValueRef store, hd_here h)
{
	LLVMValueRef p = hd_pointer_of(store);

	return hd_is_gatherable(e->c, store) &&
	       (h.mask || is_varying(e->c, p) || hd_points_to_shared(p));
}

static LLVMValueRef
mask_of(hd_emit *e, hd_here h)
{
	return h.mask ? h.mask : hd_splat(e, LLVMConstInt(e->u->i1, 1, false));
}

static LLVMValueRef
gather_from(hd_emit *e, LLVMTypeRef element, LLVMValueRef p, unsigned align, hd_here h)
{
	LLVMTypeRef t = hd_vector_type(e->c, element);
	LLVMValueRef arg[] = {p, hd_i32(e->u, align), mask_of(e, h), LLVMGetPoison(t)};
	LLVMTypeRef over[] = {t, LLVMTypeOf(p)};

	return hd_call(e->b, hd_intrinsic(e->u, "llvm.masked.gather", over, 2), arg, 4,
		       "");
}

static LLVMValueRef
gather_words(hd_emit *e, LLVMValueRef i, hd_here h)
{
	LLVMBuilderRef b = e->b;
	LLVMTypeRef words = hd_vector_type(e->c, e->u->i32),
		    t = hd_vector_type(e->c, LLVMTypeOf(i));
	LLVMValueRef p, at, by, r;
	hd_short_index spots;

	hd_note_access(e->l, i, HD_GATHERS);
	if (hd_has_gather_instruction(e->c, e->u->i32) &&
	    hd_find_short_index(e, hd_pointer_of(i), &spots, h) && spots.scale <= 2 &&
	    !spots.fits) {
		spots = hd_words_at(e, &spots, &by);
		r = hd_gather_at(e, e->u->i32, &spots, mask_of(e, h));
		return LLVMBuildTrunc(b, LLVMBuildLShr(b, r, by, ""), t, "");
	}
	p = hd_vector(e, hd_pointer_of(i));
	at = LLVMBuildPtrToInt(b, p, hd_vector_type(e->c, e->u->i64), "");
	by = LLVMBuildAnd(b, LLVMBuildTrunc(b, at, words, ""),
			  hd_splat(e, hd_i32(e->u, 3)), "");
	by = LLVMBuildShl(b, by, hd_splat(e, hd_i32(e->u, 3)), "shift");
	at = LLVMBuildAnd(b, at, hd_splat(e, hd_i64(e->u, -4)), "");
	r = gather_from(e, e->u->i32, LLVMBuildIntToPtr(b, at, LLVMTypeOf(p), ""), 4,
			h);
	return LLVMBuildTrunc(b, LLVMBuildLShr(b, r, by, ""), t, "");
}

static LLVMValueRef
gather_pointers(hd_emit *e, LLVMValueRef i, hd_here h)
{
	return gather_from(e, LLVMTypeOf(i), hd_vector(e, hd_pointer_of(i)),
			   LLVMGetAlignment(i), h);
}

static LLVMValueRef
gather_short(hd_emit *e, LLVMValueRef i, hd_here h)
{
	hd_check(h.spots && h.spots->index);
	return hd_gather_at(e, LLVMTypeOf(i), h.spots, mask_of(e, h));
}

static LLVMValueRef
scatter_pointers(hd_emit *e, LLVMValueRef i, hd_here h)
{
	LLVMValueRef x = hd_vector(e, LLVMGetOperand(i, 0)),
		     p = hd_vector(e, hd_pointer_of(i));
	LLVMValueRef arg[] = {x, p, hd_i32(e->u, LLVMGetAlignment(i)), mask_of(e, h)};
	LLVMTypeRef over[] = {LLVMTypeOf(x), LLVMTypeOf(p)};

	hd_call(e->b, hd_intrinsic(e->u, "llvm.masked.scatter", over, 2), arg, 4, "");
	return NULL;
}

static LLVMValueRef
scatter_short(hd_emit *e, LLVMValueRef i, hd_here h)
{
	hd_check(h.spots && h.spots->index);
	hd_scatter_at(e, hd_access_type(i), h.spots, mask_of(e, h),
		      hd_vector(e, LLVMGetOperand(i, 0)));
	return NULL;
}

/* By short indices if there is room for them, which may have to be asked. */
static LLVMValueRef
at_once(hd_emit *e, LLVMValueRef i, hd_access_fn *by_spots, hd_access_fn *by_pointers,
	hd_here h)
{
	hd_short_index spots;

	hd_note_access(e->l, i, HD_GATHERS);
	if (!hd_has_gather_instruction(e->c, hd_access_type(i)) ||
	    !hd_find_short_index(e, hd_pointer_of(i), &spots, h))
		return by_pointers(e, i, h);
	h.spots = &spots;
	if (!spots.fits)
		return by_spots(e, i, h);
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		hd_load_forms(e, LLVMGetOperand(i, (unsigned)k));
	return hd_either(e, i, spots.fits, by_spots, by_pointers, h);
}

/* The first `n`. */
static LLVMValueRef
gather(hd_emit *e, LLVMValueRef i, int n, hd_here h)
{
	LLVMValueRef p = hd_pointer_of(i),
		     r = LLVMGetPoison(hd_vector_type(e->c, LLVMTypeOf(i)));
	hd_idle_index other;
	bool safe = !LLVMGetVolatile(i) && hd_find_idle_load(e, p, &other, h);

	hd_check(n > 0 && n <= e->c->w.lanes);
	for (int l = 0; l < n; l++) {
		LLVMValueRef at = safe ? hd_lane_address(e, p, l, &other, h)
				       : hd_safe_address(e, p, l, h),
			     x = LLVMBuildLoad2(e->b, LLVMTypeOf(i), at, "");

		LLVMSetAlignment(x, LLVMGetAlignment(i));
		LLVMSetVolatile(x, LLVMGetVolatile(i));
		r = LLVMBuildInsertElement(e->b, r, x, hd_i64(e->u, l), "");
	}
	return r;
}

static void
scatter(hd_emit *e, LLVMValueRef i, int n, hd_here h)
{
	LLVMValueRef p = hd_pointer_of(i), x = LLVMGetOperand(i, 0), s;
	hd_idle_index other;
	bool safe = !LLVMGetVolatile(i) && hd_find_idle_store(e, p, x, &other, h);

	hd_check(n > 0 && n <= e->c->w.lanes);
	for (int l = 0; l < n; l++) {
		if (safe)
			s = LLVMBuildStore(e->b, hd_lane_value(e, x, l, &other),
					   hd_lane_address(e, p, l, &other, h));
		else
			s = LLVMBuildStore(e->b, hd_lane_of(e, x, l),
					   hd_safe_address(e, p, l, h));

		LLVMSetAlignment(s, LLVMGetAlignment(i));
		LLVMSetVolatile(s, LLVMGetVolatile(i));
	}
}

/* Only a short prefix of the lanes is active: one by one they are done sooner than an
 * instruction for all would be. */
static int
few_prefix_lanes(hd_emit *e, LLVMValueRef i, hd_here h)
{
	enum { FEW = 8 };
	unsigned n = e->loop.now ? 0 : hd_prefix_lanes(e, h);

	return n <= FEW && hd_fits_dummy(e->c, i) ? (int)n : 0;
}

static LLVMValueRef
load_any(hd_emit *e, LLVMValueRef i, hd_here h)
{
	if (hd_is_gatherable(e->c, i))
		return at_once(e, i, gather_short, gather_pointers, h);
	if (hd_has_gather(e->c, i))
		return gather_words(e, i, h);
	return hd_fits_dummy(e->c, i) && !hd_wants_lane_loop(e, i, h)
		       ? gather(e, i, e->c->w.lanes, h)
		       : hd_scalarize(e, i, hd_scalar_copy, h);
}

LLVMValueRef
hd_load_gather(hd_emit *e, LLVMValueRef i, hd_here h)
{
	int few = few_prefix_lanes(e, i, h);
	LLVMValueRef r;

	if (few)
		return gather(e, i, few, h);
	return hd_access_two_rows(e, i, load_any, &r, h) ? r : load_any(e, i, h);
}

static LLVMValueRef
store_any(hd_emit *e, LLVMValueRef i, hd_here h)
{
	if (has_scatter(e, i, h))
		at_once(e, i, scatter_short, scatter_pointers, h);
	else if (hd_fits_dummy(e->c, i) && !hd_wants_lane_loop(e, i, h))
		scatter(e, i, e->c->w.lanes, h);
	else
		hd_scalarize(e, i, hd_scalar_copy, h);
	return NULL;
}

void
hd_store_scatter(hd_emit *e, LLVMValueRef i, hd_here h)
{
	int few = few_prefix_lanes(e, i, h);
	LLVMValueRef r;

	if (few)
		scatter(e, i, few, h);
	else if (!hd_access_two_rows(e, i, store_any, &r, h))
		store_any(e, i, h);
}

/* ---- a[i] += x, lane by lane */

void
hd_store_update(hd_emit *e, LLVMValueRef store, hd_here h)
{
	LLVMValueRef p = LLVMGetOperand(store, 1), x = LLVMGetOperand(store, 0);
	unsigned load = hd_updated_operand(x, p);

	hd_check(!hd_is_division(LLVMGetInstructionOpcode(x)));
	for (int l = 0; l < e->c->w.lanes; l++) {
		LLVMValueRef at = hd_safe_address(e, p, l, h),
			     r = LLVMInstructionClone(x);
		LLVMValueRef old = LLVMBuildLoad2(e->b, LLVMTypeOf(x), at, ""), s;

		LLVMSetAlignment(old, LLVMGetAlignment(store));
		LLVMSetOperand(r, load, old);
		LLVMSetOperand(r, !load, hd_lane_of(e, LLVMGetOperand(x, !load), l));
		LLVMInsertIntoBuilder(e->b, r);
		s = LLVMBuildStore(e->b, r, at);
		LLVMSetAlignment(s, LLVMGetAlignment(store));
	}
}
