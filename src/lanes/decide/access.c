/* SPDX-License-Identifier: Apache-2.0 */
/* Which accesses are vectors, and what may be read or written in idle lanes. */
#include "lanes/decide/access.h"

/* Lane after lane in memory, of a type that vectors lay out the same way. */
bool
hd_is_contiguous(const hd_code *c, LLVMValueRef i)
{
	LLVMTypeRef t = hd_access_type(i);
	LLVMTypeKind kind = LLVMGetTypeKind(t);
	hd_shape s = hd_shape_of(c, hd_pointer_of(i));
	uint64_t bits =
		kind == LLVMStructTypeKind ? 0 : LLVMSizeOfTypeInBits(c->u->dl, t);

	return s.kind != HD_VARYING && bits && bits % 8 == 0 &&
	       s.stride == (int64_t)(bits / 8) &&
	       s.stride == (int64_t)hd_size_of(c->u, t) && hd_is_ordinary(i);
}

/* No other group uses the block's shared memory while this one runs, and around it is room for
 * a vector: inactive lanes may be read, and written back. Interleaved private arrays are the
 * group's own. */
bool
hd_is_blendable(const hd_code *c, LLVMValueRef i)
{
	LLVMValueRef p = hd_pointer_of(i);

	return hd_does(c->u, HD_TRICK_blend) &&
	       (hd_points_to_shared(p) || hd_is_interleaved(c, p)) &&
	       hd_size_of(c->u, hd_access_type(i)) * (uint64_t)c->w.lanes <= 512;
}

/* Do its flags say that no lane wraps around that extends it? Bits that are put together
 * never do. */
static bool
does_promise(const hd_code *c, LLVMValueRef x, bool sign)
{
	LLVMOpcode o = LLVMIsAInstruction(x) ? LLVMGetInstructionOpcode(x) : LLVMRet;

	if (o == LLVMOr && LLVMGetIsDisjoint(x)) {
		for (unsigned k = 0; k < 2; k++)
			if (!hd_is_lane_uniform(c, LLVMGetOperand(x, k)) &&
			    !does_promise(c, LLVMGetOperand(x, k), sign))
				return false;
		return true;
	}
	return (o == LLVMAdd || o == LLVMSub || o == LLVMMul || o == LLVMShl) &&
	       (sign ? LLVMGetNSW(x) : LLVMGetNUW(x));
}

/* Flags on the way to this address promise that no lane wraps. They hold for every lane
 * that really uses it: an access without a mask needs no check. */
bool
hd_is_nowrap(const hd_code *c, LLVMValueRef v)
{
	LLVMOpcode o;
	LLVMValueRef x;

	if (hd_shape_of(c, v).kind != HD_MAYBE)
		return hd_shape_of(c, v).kind == HD_AFFINE;
	o = LLVMGetInstructionOpcode(v);
	if (o == LLVMSelect || o == LLVMPHI || hd_is_division(o))
		return false;
	x = LLVMGetOperand(v, 0);
	if ((o == LLVMSExt || o == LLVMZExt) && hd_shape_of(c, x).kind == HD_AFFINE)
		return (o == LLVMZExt && LLVMGetNNeg(v)) ||
		       does_promise(c, x, o == LLVMSExt);
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!hd_is_nowrap(c, LLVMGetOperand(v, (unsigned)k)))
			return false;
	return true;
}

/* An argument, or read from memory: not a variable whose size LLVM knows, as reading past
 * its end is undefined there. */
bool
hd_has_unknown_size(LLVMValueRef p)
{
	p = hd_base_of(p);
	return LLVMIsAArgument(p) || LLVMIsALoadInst(p);
}

bool
hd_divides_as_floats(const hd_code *c, LLVMValueRef i)
{
	LLVMTypeRef t = LLVMTypeOf(i);

	return hd_is_division(LLVMGetInstructionOpcode(i)) && hd_is_integer(t) &&
	       LLVMGetIntTypeWidth(t) <= 32 && c->w.lanes >= 4 && hd_cpu_of(c->u).x86 &&
	       !LLVMIsAConstant(LLVMGetOperand(i, 1)) && hd_does(c->u, HD_TRICK_divide);
}

bool
hd_is_stride2(const hd_code *c, LLVMValueRef i, bool masked)
{
	enum { MOST = 4, ROOM = 512 };
	LLVMTypeRef t = hd_access_type(i);
	hd_shape at = hd_shape_of(c, hd_pointer_of(i));
	int64_t size = (int64_t)hd_size_of(c->u, t);
	bool ours = hd_does(c->u, HD_TRICK_blend) &&
		    hd_points_to_shared(hd_pointer_of(i)) &&
		    2 * size * c->w.lanes <= ROOM;

	return hd_does(c->u, HD_TRICK_pairs) && at.kind != HD_VARYING &&
	       at.stride == 2 * size && size <= MOST &&
	       LLVMSizeOfTypeInBits(c->u->dl, t) == 8 * (uint64_t)size &&
	       hd_is_ordinary(i) && (ours || (hd_is_opcode(i, LLVMLoad) && !masked));
}

bool
hd_fits_dummy(const hd_code *c, LLVMValueRef i)
{
	LLVMTypeKind kind = LLVMGetTypeKind(hd_access_type(i));

	hd_check(hd_is_opcode(i, LLVMLoad) || hd_is_opcode(i, LLVMStore));
	return kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind &&
	       hd_size_of(c->u, hd_access_type(i)) <= 64 &&
	       LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
}

static bool
is_near(LLVMValueRef load, LLVMValueRef store)
{
	LLVMValueRef i = LLVMGetNextInstruction(load);

	for (; i && i != store; i = LLVMGetNextInstruction(i))
		if (hd_is_opcode(i, LLVMLoad) || hd_is_opcode(i, LLVMStore) ||
		    hd_is_opcode(i, LLVMCall) || hd_is_opcode(i, LLVMAtomicRMW) ||
		    hd_is_opcode(i, LLVMAtomicCmpXchg) || hd_is_opcode(i, LLVMFence))
			return false;
	return i;
}

/* Which operand of what is stored to p has been read from there. */
unsigned
hd_updated_operand(LLVMValueRef x, LLVMValueRef p)
{
	LLVMValueRef first = LLVMGetOperand(x, 0);

	hd_check(LLVMIsABinaryOperator(x));
	return !hd_is_opcode(first, LLVMLoad) || LLVMGetOperand(first, 0) != p;
}

static bool
is_in_private_array(LLVMValueRef p)
{
	LLVMValueRef root = hd_pointer_root(p);

	return root && LLVMIsAAllocaInst(root);
}

/* Nothing is gained from vectors of what is read and written one by one, if nothing else needs
 * it. AVX-512 does all lanes at once, but in small arrays the next gather waits for what this
 * scatter has written. */
bool
hd_is_update(const hd_layout *l, LLVMValueRef store, bool masked)
{
	const hd_code *c = l->c;
	LLVMValueRef p = LLVMGetOperand(store, 1), x = LLVMGetOperand(store, 0), load;

	hd_check(hd_is_opcode(store, LLVMStore));
	if (c->w.lanes == 1 || c->warp_vectors || (masked && l->compact) ||
	    hd_shape_of(c, p).kind != HD_VARYING || LLVMGetVolatile(store) ||
	    (hd_is_gatherable(c, store) && !is_in_private_array(p)) ||
	    !hd_fits_dummy(c, store) || !LLVMIsABinaryOperator(x) ||
	    hd_is_division(LLVMGetInstructionOpcode(x)) || hd_only_user(x) != store)
		return false;
	load = LLVMGetOperand(x, hd_updated_operand(x, p));
	return hd_is_opcode(load, LLVMLoad) && LLVMGetOperand(load, 0) == p &&
	       hd_is_ordinary(load) && hd_only_user(load) == x &&
	       LLVMGetInstructionParent(load) == LLVMGetInstructionParent(store) &&
	       is_near(load, store);
}

bool
hd_is_in_update(const hd_layout *l, LLVMValueRef i, bool masked)
{
	LLVMValueRef x = hd_is_opcode(i, LLVMLoad) ? hd_only_user(i) : i, store, p;

	if (!x || !LLVMIsABinaryOperator(x))
		return false;
	store = hd_only_user(x);
	if (!store || !hd_is_opcode(store, LLVMStore) ||
	    LLVMGetOperand(store, 0) != x || !hd_is_update(l, store, masked))
		return false;
	p = LLVMGetOperand(store, 1); /* the other operand may have been read, too */
	return i == x || i == LLVMGetOperand(x, hd_updated_operand(x, p));
}
