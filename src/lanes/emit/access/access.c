/* SPDX-License-Identifier: Apache-2.0 */
/* Loads, stores and atomics of a lane group, chosen by the shape of the address. */
#include "lanes/emit/access/access.h"

static unsigned
align_of(hd_emit *e, LLVMValueRef i)
{
	unsigned align = LLVMGetAlignment(i),
		 size = (unsigned)hd_size_of(e->u, hd_access_type(i));

	return align < size ? align : size; /* lane 0 may be any lane of a row */
}

/* ---- all lanes at once */

static LLVMValueRef
wide_load(hd_emit *e, LLVMValueRef i, hd_here h)
{
	LLVMTypeRef t = hd_vector_type(e->c, LLVMTypeOf(i));
	LLVMValueRef p = h.row, r;
	LLVMTypeRef over[] = {t, e->u->ptr};
	unsigned few = hd_prefix_lanes(e, h);

	hd_check(p && hd_is_opcode(i, LLVMLoad));
	if (few)
		return hd_load_prefix(e, LLVMTypeOf(i), align_of(e, i), few, h);

	if (h.mask && !hd_is_blendable(e->c, i)) {
		LLVMValueRef arg[] = {p, hd_i32(e->u, align_of(e, i)), h.mask,
				      LLVMGetPoison(t)};

		return hd_call(e->b, hd_intrinsic(e->u, "llvm.masked.load", over, 2),
			       arg, 4, "");
	}
	r = LLVMBuildLoad2(e->b, t, p, "");
	LLVMSetAlignment(r, align_of(e, i));
	return r;
}

static void
wide_store(hd_emit *e, LLVMValueRef i, hd_here h)
{
	LLVMValueRef x = hd_vector(e, LLVMGetOperand(i, 0)), p = h.row, r;
	LLVMTypeRef over[] = {LLVMTypeOf(x), e->u->ptr};
	unsigned few = hd_prefix_lanes(e, h);

	hd_check(p && hd_is_opcode(i, LLVMStore));
	if (few) {
		hd_store_prefix(e, x, align_of(e, i), few, h);
		return;
	}
	if (h.mask && hd_is_blendable(e->c, i)) {
		r = LLVMBuildLoad2(e->b, LLVMTypeOf(x), p, "");
		LLVMSetAlignment(r, align_of(e, i));
		x = LLVMBuildSelect(e->b, h.mask, x, r, "");
	} else if (h.mask && !hd_cpu_of(e->u).masked_moves) {
		hd_store_selected(e, x, align_of(e, i), h);
		return;
	} else if (h.mask) {
		LLVMValueRef arg[] = {x, p, hd_i32(e->u, align_of(e, i)), h.mask};

		hd_call(e->b, hd_intrinsic(e->u, "llvm.masked.store", over, 2), arg, 4,
			"");
		return;
	}
	r = LLVMBuildStore(e->b, x, p);
	LLVMSetAlignment(r, align_of(e, i));
}

/* ---- the choice */

static bool
needs_check(hd_emit *e, LLVMValueRef p, hd_here h)
{
	return hd_shape_of(e->c, p).kind == HD_MAYBE &&
	       (h.mask || !hd_is_nowrap(e->c, p));
}

/* ---- masks without hardware for them */

/* Where one byte of a page can be read, all of it can. */
static bool
may_read_whole_page(hd_emit *e, LLVMValueRef i, hd_here h)
{
	return hd_does(e->u, HD_TRICK_page) && h.mask && !hd_prefix_lanes(e, h) &&
	       !hd_is_blendable(e->c, i) && !hd_cpu_of(e->u).masked_moves &&
	       hd_has_unknown_size(hd_pointer_of(i));
}

static LLVMValueRef
read_whole(hd_emit *e, LLVMValueRef i, hd_here h)
{
	h.mask = NULL;
	return wide_load(e, i, h);
}

/* The mask is not empty, so one of these few bytes can be read: if they lie in one page,
 * all of them can be read. */
static LLVMValueRef
read_in_page(hd_emit *e, LLVMValueRef i, hd_here h)
{
	enum { PAGE = 4096 };
	int64_t bytes = (int64_t)hd_size_of(e->u, LLVMTypeOf(i)) * e->c->w.lanes;
	LLVMValueRef at, fits;

	hd_check(h.row && h.mask);
	hd_note_access(e->l, i, HD_IN_PAGE);
	at = LLVMBuildPtrToInt(e->b, h.row, e->u->i64, "");
	at = LLVMBuildAnd(e->b, at, hd_i64(e->u, PAGE - 1), "in.page");
	fits = LLVMBuildICmp(e->b, LLVMIntULE, at, hd_i64(e->u, PAGE - bytes), "");
	return hd_either(e, i, fits, read_whole, hd_load_gather, h);
}

static LLVMValueRef
row_load(hd_emit *e, LLVMValueRef i, hd_here h)
{
	return may_read_whole_page(e, i, h) ? read_in_page(e, i, h)
					    : wide_load(e, i, h);
}

static LLVMValueRef
row_store(hd_emit *e, LLVMValueRef i, hd_here h)
{
	wide_store(e, i, h);
	return NULL;
}

static LLVMValueRef
store_lanes(hd_emit *e, LLVMValueRef i, hd_here h)
{
	hd_store_scatter(e, i, h);
	return NULL;
}

/* The address is affine if a check says so. */
static LLVMValueRef
checked(hd_emit *e, LLVMValueRef i, hd_here h)
{
	bool load = hd_is_opcode(i, LLVMLoad);
	hd_access_fn *row = !load                            ? row_store
			    : hd_is_stride2(e->c, i, h.mask) ? hd_load_stride2
							     : row_load;
	hd_val at = {h.row, NULL, hd_affine_check(e, hd_pointer_of(i))};

	hd_check(hd_shape_of(e->c, hd_pointer_of(i)).kind == HD_MAYBE);
	if (h.mask)
		at = hd_form_here(e, hd_pointer_of(i));
	h.row = at.s;
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		hd_load_forms(e, LLVMGetOperand(i, (unsigned)k));
	return hd_either(e, i, at.ok, row, load ? hd_load_gather : store_lanes, h);
}

/* The same place for all lanes, if a check says so. */
static bool
may_be_one(hd_emit *e, LLVMValueRef i, hd_here h)
{
	hd_shape at = hd_shape_of(e->c, hd_pointer_of(i));

	return at.kind == HD_MAYBE && !at.stride && !h.mask && hd_is_ordinary(i);
}

static LLVMValueRef
read_one(hd_emit *e, LLVMValueRef i, hd_here h)
{
	LLVMValueRef r = LLVMBuildLoad2(e->b, LLVMTypeOf(i), h.row, "");

	hd_check(h.row != NULL);
	LLVMSetAlignment(r, LLVMGetAlignment(i));
	return hd_splat(e, r);
}

static LLVMValueRef
read_one_or_apart(hd_emit *e, LLVMValueRef i, hd_here h)
{
	LLVMValueRef p = hd_pointer_of(i);

	hd_load_forms(e, p);
	h.row = hd_use(e, p);
	return hd_either(e, i, hd_affine_check(e, p), read_one, hd_load_gather, h);
}

static LLVMValueRef
emit_load(hd_emit *e, LLVMValueRef i, hd_here h)
{
	bool check = needs_check(e, hd_pointer_of(i), h), pairs;

	if ((!h.mask || e->c->warp_vectors) && hd_is_contiguous(e->c, i))
		hd_prefetch_ahead(e, i, h);
	if (hd_shape_of(e->c, i).kind == HD_AFFINE)
		return hd_emit_clone(e, i);
	if (hd_has_window(e->c, i) && !hd_is_contiguous(e->c, i))
		return hd_load_window(e, i);
	pairs = hd_is_stride2(e->c, i, h.mask) && !(h.mask && check);
	if (may_be_one(e, i, h))
		return read_one_or_apart(e, i, h);
	if (!pairs && !hd_is_contiguous(e->c, i))
		return hd_load_gather(e, i, h);
	h.row = hd_use(e, hd_pointer_of(i));
	if (hd_can_overread(e, i, h) && hd_is_nowrap(e->c, hd_pointer_of(i)))
		return hd_load_overread(e, i, h);
	if (check)
		return checked(e, i, h);
	return pairs ? hd_load_stride2(e, i, h) : row_load(e, i, h);
}

/* Nothing is gained by knowing that it is contiguous. */
static bool
is_cut_up(hd_emit *e, LLVMValueRef i, hd_here h)
{
	return h.mask && !hd_prefix_lanes(e, h) && !hd_is_blendable(e->c, i) &&
	       !hd_cpu_of(e->u).masked_moves && !hd_can_store_selected(e, i);
}

static void
store_row(hd_emit *e, LLVMValueRef i, hd_here h)
{
	h.row = hd_use(e, hd_pointer_of(i));
	if (needs_check(e, hd_pointer_of(i), h))
		checked(e, i, h);
	else
		wide_store(e, i, h);
}

/* The active lanes, and there are some, store the same value to the same address. */
static bool
is_one_store(hd_emit *e, LLVMValueRef i)
{
	return hd_is_lane_uniform(e->c, hd_pointer_of(i)) &&
	       hd_is_lane_uniform(e->c, LLVMGetOperand(i, 0)) && !LLVMGetVolatile(i);
}

/* Of lanes that write to one place, only what the last one writes can be seen. */
static bool
is_last_store(hd_emit *e, LLVMValueRef i)
{
	return hd_is_lane_uniform(e->c, hd_pointer_of(i)) && hd_is_ordinary(i) &&
	       LLVMGetTypeKind(hd_access_type(i)) != LLVMStructTypeKind;
}

/* The value of a lane that is only known when the program runs. */
static LLVMValueRef
value_of_lane(hd_emit *e, LLVMValueRef v, LLVMValueRef lane)
{
	hd_shape s = hd_shape_of(e->c, v);
	LLVMTypeRef t = LLVMTypeOf(v);
	LLVMValueRef by;

	if (s.kind != HD_AFFINE || !hd_is_integer(t))
		return LLVMBuildExtractElement(e->b, hd_vector(e, v), lane, "");
	by = LLVMBuildIntCast2(e->b, lane, t, false, "");
	by = LLVMBuildMul(e->b, by, LLVMConstInt(t, (uint64_t)s.stride, true), "");
	return LLVMBuildAdd(e->b, hd_use(e, v), by, "");
}

static void
store_last(hd_emit *e, LLVMValueRef i, hd_here h)
{
	LLVMTypeRef bits = LLVMIntTypeInContext(e->u->c, (unsigned)e->c->w.lanes);
	LLVMBasicBlockRef some = hd_block(e, "some"), next = hd_block(e, "next");
	LLVMValueRef who = LLVMBuildBitCast(e->b, h.mask, bits, "who"), lane,
		     arg[] = {who, LLVMConstInt(e->u->i1, 1, false)}, s;

	hd_check(h.mask);
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		hd_load_forms(e, LLVMGetOperand(i, (unsigned)k));
	LLVMBuildCondBr(e->b,
			LLVMBuildICmp(e->b, LLVMIntNE, who, LLVMConstNull(bits), "any"),
			some, next);
	LLVMPositionBuilderAtEnd(e->b, some);
	e->aside++;
	lane = hd_call(e->b, hd_intrinsic(e->u, "llvm.ctlz", &bits, 1), arg, 2, "");
	lane = LLVMBuildSub(e->b,
			    LLVMConstInt(bits, (uint64_t)(e->c->w.lanes - 1), false),
			    lane, "last");
	s = LLVMBuildStore(e->b, value_of_lane(e, LLVMGetOperand(i, 0), lane),
			   hd_use(e, hd_pointer_of(i)));
	LLVMSetAlignment(s, LLVMGetAlignment(i));
	e->aside--;
	LLVMBuildBr(e->b, next);
	LLVMPositionBuilderAtEnd(e->b, next);
}

/* Lanes that write to one place do so in order: the last one's value stays. */
static void
emit_store(hd_emit *e, LLVMValueRef i, hd_here h)
{
	if (hd_is_update(e->l, i, h.mask))
		hd_store_update(e, i, h);
	else if (h.mask && is_one_store(e, i))
		hd_emit_clone(e, i);
	else if (h.mask && is_last_store(e, i))
		store_last(e, i, h);
	else if (hd_is_lane_uniform(e->c, hd_pointer_of(i)) && !h.mask &&
		 !LLVMGetVolatile(i))
		hd_scalar_copy(e, i, e->c->w.lanes - 1);
	else if (hd_has_window(e->c, i) && !hd_is_contiguous(e->c, i))
		hd_store_window(e, i, h);
	else if (hd_is_stride2(e->c, i, h.mask) &&
		 !needs_check(e, hd_pointer_of(i), h)) {
		h.row = hd_use(e, hd_pointer_of(i));
		hd_store_stride2(e, i, h);
	} else if (!hd_is_contiguous(e->c, i) || is_cut_up(e, i, h))
		hd_store_scatter(e, i, h);
	else
		store_row(e, i, h);
}

void
hd_emit_memory(hd_emit *e, LLVMValueRef i)
{
	hd_here h = hd_here_of(e);
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(i);

	LLVMSetCurrentDebugLocation2(e->b, loc ? loc : e->at);
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		hd_prefetch_stream(e, i);
		hd_prefetch_next_block(e, i, h);
		if (!hd_emit_interleaved(e, i, h) && !hd_emit_aos(e, i, h))
			hd_def(e, i, emit_load(e, i, h));
		break;
	case LLVMStore:
		hd_prefetch_next_block(e, i, h);
		if (!hd_emit_interleaved(e, i, h) && !hd_emit_aos(e, i, h))
			emit_store(e, i, h);
		break;
	default:
		hd_emit_atomic(e, i);
	}
}
