/* SPDX-License-Identifier: Apache-2.0 */
/* Loads, stores and atomics of a lane group, chosen by the shape of the address. */
#include "lanes.h"

static LLVMValueRef
pointer_of(LLVMValueRef i)
{
	return LLVMGetOperand(i, hd_is_opcode(i, LLVMStore) ? 1 : 0);
}

static LLVMTypeRef
access_type(LLVMValueRef i)
{
	return hd_is_opcode(i, LLVMStore) ? LLVMTypeOf(LLVMGetOperand(i, 0))
					  : LLVMTypeOf(i);
}

/* Lane after lane in memory, of a type that vectors lay out the same way. */
static bool
is_contiguous(hd_emit *e, LLVMValueRef i)
{
	LLVMTypeRef t = access_type(i);
	LLVMTypeKind kind = LLVMGetTypeKind(t);
	hd_shape s = hd_shape_of(e->c, pointer_of(i));
	uint64_t bits =
		kind == LLVMStructTypeKind ? 0 : LLVMSizeOfTypeInBits(e->u->dl, t);

	return s.kind != HD_VARYING && bits && bits % 8 == 0 &&
	       s.stride == (int64_t)(bits / 8) &&
	       s.stride == (int64_t)hd_size_of(e->u, t) && !LLVMGetVolatile(i) &&
	       LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
}

static unsigned
align_of(hd_emit *e, LLVMValueRef i)
{
	unsigned align = LLVMGetAlignment(i),
		 size = (unsigned)hd_size_of(e->u, access_type(i));

	return align < size ? align : size; /* lane 0 may be any lane of a row */
}

/* ---- one lane */

LLVMValueRef
hd_scalar_copy(hd_emit *e, LLVMValueRef i, int lane)
{
	LLVMValueRef r = LLVMInstructionClone(i);

	for (int k = 0; k < LLVMGetNumOperands(i); k++) {
		LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);

		LLVMSetOperand(r, (unsigned)k,
			       e->lane_now ? hd_looped_operand(e, v)
					   : hd_lane_of(e, v, lane));
	}
	LLVMInsertIntoBuilder(e->b, r);
	return r;
}

static LLVMValueRef
lane_index(hd_emit *e, LLVMValueRef x, int lane)
{
	bool is_cast = hd_is_opcode(x, LLVMSExt) || hd_is_opcode(x, LLVMZExt);

	if (!is_cast || hd_shape_of(e->c, x).kind == HD_AFFINE ||
	    !hd_is_at_hand(e, LLVMGetOperand(x, 0)))
		return hd_lane_of(e, x, lane);
	return LLVMBuildCast(e->b, LLVMGetInstructionOpcode(x),
			     hd_lane_of(e, LLVMGetOperand(x, 0), lane), LLVMTypeOf(x),
			     "");
}

static bool
are_operands_at_hand(hd_emit *e, LLVMValueRef i)
{
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		if (!hd_is_at_hand(e, LLVMGetOperand(i, (unsigned)k)))
			return false;
	return true;
}

/* Of a varying address: computed from the lane's index once more, which addressing modes
 * do for nothing, rather than taken out of a vector of pointers. */
static LLVMValueRef
lane_address(hd_emit *e, LLVMValueRef p, int lane)
{
	unsigned n = (unsigned)LLVMGetNumOperands(p);
	LLVMValueRef *op, r;

	if (hd_shape_of(e->c, p).kind == HD_AFFINE ||
	    !hd_is_opcode(p, LLVMGetElementPtr) || !are_operands_at_hand(e, p))
		return hd_lane_of(e, p, lane);
	op = HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, n);
	op[0] = lane_address(e, LLVMGetOperand(p, 0), lane);
	for (unsigned k = 1; k < n; k++)
		op[k] = lane_index(e, LLVMGetOperand(p, k), lane);
	r = LLVMBuildGEP2(e->b, LLVMGetGEPSourceElementType(p), op[0], op + 1, n - 1,
			  "");
	if (LLVMIsAInstruction(r) && !e->mask)
		LLVMSetIsInBounds(r, LLVMIsInBounds(p));
	return r;
}

/* Idle lanes read and write the dummy: no branches. */
LLVMValueRef
hd_safe_address(hd_emit *e, LLVMValueRef p, int lane)
{
	LLVMValueRef at = lane_address(e, p, lane);

	if (!e->mask)
		return at;
	return LLVMBuildSelect(
		e->b, LLVMBuildExtractElement(e->b, e->mask, hd_i64(e->u, lane), ""),
		at, e->dummy, "");
}

/* AVX-512 loads from anywhere in one instruction, faster than lane by lane. (AVX2 does too,
 * but on many processors no faster.) */
bool
hd_has_gather(const hd_code *c, LLVMValueRef load)
{
	uint64_t size = hd_size_of(c->u, LLVMTypeOf(load));

	return hd_register_bytes(c->u) == 64 && (size == 4 || size == 8) &&
	       LLVMSizeOfTypeInBits(c->u->dl, LLVMTypeOf(load)) == 8 * size &&
	       hd_shape_of(c, pointer_of(load)).kind == HD_VARYING &&
	       !LLVMGetVolatile(load) &&
	       LLVMGetOrdering(load) == LLVMAtomicOrderingNotAtomic;
}

static LLVMValueRef
gather_at_once(hd_emit *e, LLVMValueRef i)
{
	LLVMTypeRef t = hd_vector_type(e->c, LLVMTypeOf(i));
	LLVMValueRef p = hd_vector(e, pointer_of(i)),
		     all = hd_splat(e, LLVMConstInt(e->u->i1, 1, false));
	LLVMValueRef arg[] = {p, hd_i32(e->u, LLVMGetAlignment(i)),
			      e->mask ? e->mask : all, LLVMGetPoison(t)};
	LLVMTypeRef over[] = {t, LLVMTypeOf(p)};

	return hd_call(e->b, hd_intrinsic(e->u, "llvm.masked.gather", over, 2), arg, 4,
		       "");
}

static LLVMValueRef
gather(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef p = pointer_of(i),
		     r = LLVMGetPoison(hd_vector_type(e->c, LLVMTypeOf(i)));

	for (int l = 0; l < e->c->lanes; l++) {
		LLVMValueRef x = LLVMBuildLoad2(e->b, LLVMTypeOf(i),
						hd_safe_address(e, p, l), "");

		LLVMSetAlignment(x, LLVMGetAlignment(i));
		LLVMSetVolatile(x, LLVMGetVolatile(i));
		r = LLVMBuildInsertElement(e->b, r, x, hd_i64(e->u, l), "");
	}
	return r;
}

static void
scatter(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef p = pointer_of(i), x = LLVMGetOperand(i, 0);

	for (int l = 0; l < e->c->lanes; l++) {
		LLVMValueRef s = LLVMBuildStore(e->b, hd_lane_of(e, x, l),
						hd_safe_address(e, p, l));

		LLVMSetAlignment(s, LLVMGetAlignment(i));
		LLVMSetVolatile(s, LLVMGetVolatile(i));
	}
}

static bool
fits_dummy(hd_emit *e, LLVMValueRef i)
{
	LLVMTypeKind kind = LLVMGetTypeKind(access_type(i));

	return kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind &&
	       hd_size_of(e->u, access_type(i)) <= 64 &&
	       LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
}

/* ---- all lanes at once */

/* Nobody else is in the block's shared memory while this group runs, and around it is
 * room for a vector: idle lanes may be read, and written back. */
static bool
is_all_ours(hd_emit *e, LLVMValueRef i)
{
	return hd_does(e->u, HD_TRICK_blend) && hd_points_to_shared(pointer_of(i)) &&
	       hd_size_of(e->u, access_type(i)) * (uint64_t)e->c->lanes <= 512;
}

static LLVMValueRef
wide_load(hd_emit *e, LLVMValueRef i)
{
	LLVMTypeRef t = hd_vector_type(e->c, LLVMTypeOf(i));
	LLVMValueRef p = e->row, r;
	LLVMTypeRef over[] = {t, e->u->ptr};
	unsigned few = hd_first_lanes(e);

	if (few)
		return hd_load_first(e, LLVMTypeOf(i), align_of(e, i), few);

	if (e->mask && !is_all_ours(e, i)) {
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
	if (e->mask && is_all_ours(e, i)) {
		r = LLVMBuildLoad2(e->b, LLVMTypeOf(x), p, "");
		LLVMSetAlignment(r, align_of(e, i));
		x = LLVMBuildSelect(e->b, e->mask, x, r, "");
	} else if (e->mask && !hd_has_masked_moves(e->u)) {
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

static LLVMValueRef
lanes_load(hd_emit *e, LLVMValueRef i)
{
	if (hd_has_gather(e->c, i))
		return gather_at_once(e, i);
	return fits_dummy(e, i) && !hd_wants_loop(e, i)
		       ? gather(e, i)
		       : hd_each_lane(e, i, hd_scalar_copy);
}

static void
lanes_store(hd_emit *e, LLVMValueRef i)
{
	if (fits_dummy(e, i) && !hd_wants_loop(e, i))
		scatter(e, i);
	else
		hd_each_lane(e, i, hd_scalar_copy);
}

/* Flags on the way to this address promise that no lane wraps. They hold for every lane
 * that really uses it: an access without a mask needs no check. */
static bool
is_promised(hd_emit *e, LLVMValueRef v)
{
	LLVMOpcode o, from;
	LLVMValueRef x;

	if (hd_shape_of(e->c, v).kind != HD_MAYBE)
		return hd_shape_of(e->c, v).kind == HD_AFFINE;
	o = LLVMGetInstructionOpcode(v);
	if (o == LLVMSelect || o == LLVMPHI)
		return false;
	x = LLVMGetOperand(v, 0);
	if ((o == LLVMSExt || o == LLVMZExt) &&
	    hd_shape_of(e->c, x).kind == HD_AFFINE) {
		from = LLVMIsAInstruction(x) ? LLVMGetInstructionOpcode(x) : LLVMRet;
		if (o == LLVMZExt && LLVMGetNNeg(v))
			return true;
		return (from == LLVMAdd || from == LLVMSub || from == LLVMMul ||
			from == LLVMShl) &&
		       (o == LLVMSExt ? LLVMGetNSW(x) : LLVMGetNUW(x));
	}
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!is_promised(e, LLVMGetOperand(v, (unsigned)k)))
			return false;
	return true;
}

static bool
needs_check(hd_emit *e, LLVMValueRef p)
{
	return hd_shape_of(e->c, p).kind == HD_MAYBE && (e->mask || !is_promised(e, p));
}

typedef LLVMValueRef access_fn(hd_emit *e, LLVMValueRef i);

/* One way or, hardly ever, the other: both, and a phi if there is a result. */
static LLVMValueRef
either(hd_emit *e, LLVMValueRef i, LLVMValueRef usual, access_fn *one, access_fn *other)
{
	LLVMBasicBlockRef bb[2] = {hd_block(e, "wide"), hd_block(e, "lanes")};
	LLVMBasicBlockRef next = hd_block(e, "next"), end[2];
	LLVMValueRef r[2], phi;

	hd_set_odds(e->u, LLVMBuildCondBr(e->b, usual, bb[0], bb[1]), 1000, 1);
	e->aside++;
	for (int k = 0; k < 2; k++) {
		LLVMPositionBuilderAtEnd(e->b, bb[k]);
		e->cold += k;
		r[k] = k ? other(e, i) : one(e, i);
		e->cold -= k;
		end[k] = LLVMGetInsertBlock(e->b);
		LLVMBuildBr(e->b, next);
	}
	e->aside--;
	LLVMPositionBuilderAtEnd(e->b, next);
	if (!r[0])
		return NULL;
	phi = LLVMBuildPhi(e->b, LLVMTypeOf(r[0]), "");
	LLVMAddIncoming(phi, r, end, 2);
	return phi;
}

/* ---- masks without hardware for them */

/* An argument, or read from memory: not a variable whose size LLVM knows, as reading past
 * its end is undefined there. */
static bool
has_unknown_size(LLVMValueRef p)
{
	while (hd_is_opcode(p, LLVMGetElementPtr))
		p = LLVMGetOperand(p, 0);
	return LLVMIsAArgument(p) || LLVMIsALoadInst(p);
}

/* Where one byte of a page can be read, all of it can. */
static bool
may_read_whole_page(hd_emit *e, LLVMValueRef i)
{
	return hd_does(e->u, HD_TRICK_page) && e->mask && !hd_first_lanes(e) &&
	       !is_all_ours(e, i) && !hd_has_masked_moves(e->u) &&
	       has_unknown_size(pointer_of(i));
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

	at = LLVMBuildPtrToInt(e->b, e->row, e->u->i64, "");
	at = LLVMBuildAnd(e->b, at, hd_i64(e->u, PAGE - 1), "in.page");
	fits = LLVMBuildICmp(e->b, LLVMIntULE, at, hd_i64(e->u, PAGE - bytes), "");
	return either(e, i, fits, read_whole, lanes_load);
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
	lanes_store(e, i);
	return NULL;
}

/* The address is affine if a check says so. */
static LLVMValueRef
checked(hd_emit *e, LLVMValueRef i)
{
	bool load = hd_is_opcode(i, LLVMLoad);
	hd_val at = {e->row, NULL, hd_holds(e, pointer_of(i))};

	if (e->mask)
		at = hd_here(e, pointer_of(i));
	e->row = at.s;
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		hd_touch(e, LLVMGetOperand(i, (unsigned)k));
	return either(e, i, at.ok, load ? row_load : row_store,
		      load ? lanes_load : store_lanes);
}

static LLVMValueRef
emit_load(hd_emit *e, LLVMValueRef i)
{
	if (!e->mask && is_contiguous(e, i))
		hd_prefetch_ahead(e, i);
	if (hd_shape_of(e->c, i).kind == HD_AFFINE)
		return hd_emit_clone(e, i);
	if (hd_is_every_other(e, i) && !needs_check(e, pointer_of(i))) {
		e->row = hd_use(e, pointer_of(i));
		return hd_load_every_other(e, i);
	}
	if (!is_contiguous(e, i))
		return lanes_load(e, i);
	e->row = hd_use(e, pointer_of(i));
	return needs_check(e, pointer_of(i)) ? checked(e, i) : row_load(e, i);
}

/* Nothing is gained by knowing that it is contiguous. */
static bool
is_cut_up(hd_emit *e, LLVMValueRef i)
{
	return e->mask && !hd_first_lanes(e) && !is_all_ours(e, i) &&
	       !hd_has_masked_moves(e->u) && !hd_can_store_some(e, i);
}

static void
store_row(hd_emit *e, LLVMValueRef i)
{
	e->row = hd_use(e, pointer_of(i));
	if (needs_check(e, pointer_of(i)))
		checked(e, i);
	else
		wide_store(e, i);
}

/* All lanes that are here, and there are some, store the same in one place. */
static bool
is_one_store(hd_emit *e, LLVMValueRef i)
{
	return hd_is_lane_uniform(e->c, pointer_of(i)) &&
	       hd_is_lane_uniform(e->c, LLVMGetOperand(i, 0)) && !LLVMGetVolatile(i);
}

/* Lanes that write to one place do so in order: the last one's value stays. */
static void
emit_store(hd_emit *e, LLVMValueRef i)
{
	if (e->mask && is_one_store(e, i))
		hd_emit_clone(e, i);
	else if (hd_is_lane_uniform(e->c, pointer_of(i)) && !e->mask &&
		 !LLVMGetVolatile(i))
		hd_scalar_copy(e, i, e->c->lanes - 1);
	else if (hd_is_every_other(e, i) && !needs_check(e, pointer_of(i))) {
		e->row = hd_use(e, pointer_of(i));
		hd_store_every_other(e, i);
	} else if (!is_contiguous(e, i) || is_cut_up(e, i))
		lanes_store(e, i);
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
		hd_prefetch_next_block(e, i);
		hd_def(e, i, emit_load(e, i));
		break;
	case LLVMStore:
		hd_prefetch_next_block(e, i);
		emit_store(e, i);
		break;
	default:
		hd_emit_atomic(e, i);
	}
}
