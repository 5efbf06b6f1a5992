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
wide_load(hd_emit *e, LLVMValueRef i)
{
	LLVMTypeRef t = hd_vector_type(e->c, LLVMTypeOf(i));
	LLVMValueRef p = e->row, r;
	LLVMTypeRef over[] = {t, e->u->ptr};
	unsigned few = hd_first_lanes(e);

	if (few)
		return hd_load_first(e, LLVMTypeOf(i), align_of(e, i), few);

	if (e->mask && !hd_is_blendable(e->c, i)) {
		LLVMValueRef arg[] = {p, hd_i32(e->u, align_of(e, i)), e->mask,
				      LLVMGetPoison(t)};

		return hd_call(e->b, hd_intrinsic(e->u, "llvm.masked.load", over, 2),
			       arg, 4, "");
	}
	r = LLVMBuildLoad2(e->b, t, p, "");
	LLVMSetAlignment(r, align_of(e, i));
	return r;
}

static void
wide_store(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef x = hd_vector(e, LLVMGetOperand(i, 0)), p = e->row, r;
	LLVMTypeRef over[] = {LLVMTypeOf(x), e->u->ptr};
	unsigned few = hd_first_lanes(e);

	if (few) {
		hd_store_first(e, x, align_of(e, i), few);
		return;
	}
	if (e->mask && hd_is_blendable(e->c, i)) {
		r = LLVMBuildLoad2(e->b, LLVMTypeOf(x), p, "");
		LLVMSetAlignment(r, align_of(e, i));
		x = LLVMBuildSelect(e->b, e->mask, x, r, "");
	} else if (e->mask && !hd_cpu_of(e->u).masked_moves) {
		hd_store_some(e, x, align_of(e, i));
		return;
	} else if (e->mask) {
		LLVMValueRef arg[] = {x, p, hd_i32(e->u, align_of(e, i)), e->mask};

		hd_call(e->b, hd_intrinsic(e->u, "llvm.masked.store", over, 2), arg, 4,
			"");
		return;
	}
	r = LLVMBuildStore(e->b, x, p);
	LLVMSetAlignment(r, align_of(e, i));
}

/* ---- the choice */

static bool
needs_check(hd_emit *e, LLVMValueRef p)
{
	return hd_shape_of(e->c, p).kind == HD_MAYBE &&
	       (e->mask || !hd_is_promised(e->c, p));
}

/* ---- masks without hardware for them */

/* Where one byte of a page can be read, all of it can. */
static bool
may_read_whole_page(hd_emit *e, LLVMValueRef i)
{
	return hd_does(e->u, HD_TRICK_page) && e->mask && !hd_first_lanes(e) &&
	       !hd_is_blendable(e->c, i) && !hd_cpu_of(e->u).masked_moves &&
	       hd_has_unknown_size(hd_pointer_of(i));
}

static LLVMValueRef
read_whole(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef mask = e->mask, r;

	e->mask = NULL;
	r = wide_load(e, i);
	e->mask = mask;
	return r;
}

/* Somebody reads from these few bytes, or we would not be here: if they lie in one page,
 * all of them can be read. */
static LLVMValueRef
read_in_page(hd_emit *e, LLVMValueRef i)
{
	enum { PAGE = 4096 };
	int64_t bytes = (int64_t)hd_size_of(e->u, LLVMTypeOf(i)) * e->c->lanes;
	LLVMValueRef at, fits;

	hd_note_way(e->c, i, HD_IN_PAGE);
	at = LLVMBuildPtrToInt(e->b, e->row, e->u->i64, "");
	at = LLVMBuildAnd(e->b, at, hd_i64(e->u, PAGE - 1), "in.page");
	fits = LLVMBuildICmp(e->b, LLVMIntULE, at, hd_i64(e->u, PAGE - bytes), "");
	return hd_either(e, i, fits, read_whole, hd_load_apart);
}

static LLVMValueRef
row_load(hd_emit *e, LLVMValueRef i)
{
	return may_read_whole_page(e, i) ? read_in_page(e, i) : wide_load(e, i);
}

static LLVMValueRef
row_store(hd_emit *e, LLVMValueRef i)
{
	wide_store(e, i);
	return NULL;
}

static LLVMValueRef
store_lanes(hd_emit *e, LLVMValueRef i)
{
	hd_store_apart(e, i);
	return NULL;
}

/* The address is affine if a check says so. */
static LLVMValueRef
checked(hd_emit *e, LLVMValueRef i)
{
	bool load = hd_is_opcode(i, LLVMLoad);
	hd_access_fn *row = !load                                 ? row_store
			    : hd_is_every_other(e->c, i, e->mask) ? hd_load_every_other
								  : row_load;
	hd_val at = {e->row, NULL, hd_holds(e, hd_pointer_of(i))};

	if (e->mask)
		at = hd_here(e, hd_pointer_of(i));
	e->row = at.s;
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		hd_touch(e, LLVMGetOperand(i, (unsigned)k));
	return hd_either(e, i, at.ok, row, load ? hd_load_apart : store_lanes);
}

/* The same place for all lanes, if a check says so. */
static bool
may_be_one(hd_emit *e, LLVMValueRef i)
{
	hd_shape at = hd_shape_of(e->c, hd_pointer_of(i));

	return at.kind == HD_MAYBE && !at.stride && !e->mask && hd_is_ordinary(i);
}

static LLVMValueRef
read_one(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef r = LLVMBuildLoad2(e->b, LLVMTypeOf(i), e->row, "");

	LLVMSetAlignment(r, LLVMGetAlignment(i));
	return hd_splat(e, r);
}

static LLVMValueRef
read_one_or_apart(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef p = hd_pointer_of(i);

	hd_touch(e, p);
	e->row = hd_use(e, p);
	return hd_either(e, i, hd_holds(e, p), read_one, hd_load_apart);
}

static LLVMValueRef
emit_load(hd_emit *e, LLVMValueRef i)
{
	bool check = needs_check(e, hd_pointer_of(i)), pairs;

	if ((!e->mask || e->c->warp_vectors) && hd_is_contiguous(e->c, i))
		hd_prefetch_ahead(e, i);
	if (hd_shape_of(e->c, i).kind == HD_AFFINE)
		return hd_emit_clone(e, i);
	if (hd_has_window(e->c, i) && !hd_is_contiguous(e->c, i))
		return hd_load_window(e, i);
	pairs = hd_is_every_other(e->c, i, e->mask) && !(e->mask && check);
	if (may_be_one(e, i))
		return read_one_or_apart(e, i);
	if (!pairs && !hd_is_contiguous(e->c, i))
		return hd_load_apart(e, i);
	e->row = hd_use(e, hd_pointer_of(i));
	if (hd_is_readable(e, i) && hd_is_promised(e->c, hd_pointer_of(i)))
		return hd_load_readable(e, i);
	if (check)
		return checked(e, i);
	return pairs ? hd_load_every_other(e, i) : row_load(e, i);
}

/* Nothing is gained by knowing that it is contiguous. */
static bool
is_cut_up(hd_emit *e, LLVMValueRef i)
{
	return e->mask && !hd_first_lanes(e) && !hd_is_blendable(e->c, i) &&
	       !hd_cpu_of(e->u).masked_moves && !hd_can_store_some(e, i);
}

static void
store_row(hd_emit *e, LLVMValueRef i)
{
	e->row = hd_use(e, hd_pointer_of(i));
	if (needs_check(e, hd_pointer_of(i)))
		checked(e, i);
	else
		wide_store(e, i);
}

/* All lanes that are here, and there are some, store the same in one place. */
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
store_last(hd_emit *e, LLVMValueRef i)
{
	LLVMTypeRef bits = LLVMIntTypeInContext(e->u->c, (unsigned)e->c->lanes);
	LLVMBasicBlockRef some = hd_block(e, "some"), next = hd_block(e, "next");
	LLVMValueRef who = LLVMBuildBitCast(e->b, e->mask, bits, "who"), lane,
		     arg[] = {who, LLVMConstInt(e->u->i1, 1, false)}, s;

	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		hd_touch(e, LLVMGetOperand(i, (unsigned)k));
	LLVMBuildCondBr(e->b,
			LLVMBuildICmp(e->b, LLVMIntNE, who, LLVMConstNull(bits), "any"),
			some, next);
	LLVMPositionBuilderAtEnd(e->b, some);
	e->aside++;
	lane = hd_call(e->b, hd_intrinsic(e->u, "llvm.ctlz", &bits, 1), arg, 2, "");
	lane = LLVMBuildSub(e->b,
			    LLVMConstInt(bits, (uint64_t)(e->c->lanes - 1), false),
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
emit_store(hd_emit *e, LLVMValueRef i)
{
	if (hd_is_update(e->c, i, e->mask))
		hd_update_apart(e, i);
	else if (e->mask && is_one_store(e, i))
		hd_emit_clone(e, i);
	else if (e->mask && is_last_store(e, i))
		store_last(e, i);
	else if (hd_is_lane_uniform(e->c, hd_pointer_of(i)) && !e->mask &&
		 !LLVMGetVolatile(i))
		hd_scalar_copy(e, i, e->c->lanes - 1);
	else if (hd_has_window(e->c, i) && !hd_is_contiguous(e->c, i))
		hd_store_window(e, i);
	else if (hd_is_every_other(e->c, i, e->mask) &&
		 !needs_check(e, hd_pointer_of(i))) {
		e->row = hd_use(e, hd_pointer_of(i));
		hd_store_every_other(e, i);
	} else if (!hd_is_contiguous(e->c, i) || is_cut_up(e, i))
		hd_store_apart(e, i);
	else
		store_row(e, i);
}

void
hd_emit_memory(hd_emit *e, LLVMValueRef i)
{
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(i);

	LLVMSetCurrentDebugLocation2(e->b, loc ? loc : e->at);
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		hd_prefetch_stream(e, i);
		hd_prefetch_next_block(e, i);
		if (!hd_emit_channels(e, i) && !hd_emit_quad(e, i))
			hd_def(e, i, emit_load(e, i));
		break;
	case LLVMStore:
		hd_prefetch_next_block(e, i);
		if (!hd_emit_channels(e, i) && !hd_emit_quad(e, i))
			emit_store(e, i);
		break;
	default:
		hd_emit_atomic(e, i);
	}
}
