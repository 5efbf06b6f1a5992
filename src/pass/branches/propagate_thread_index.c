/* SPDX-License-Identifier: Apache-2.0 */
/* propagate_thread_index: where threadIdx.x is known, what depends on it is computed from that.
 *
 *     i = y * n + threadIdx.x; ...; if (threadIdx.x == 31) s[32] = in[i + 1];
 * becomes
 *     if (threadIdx.x == 31) s[32] = in[y * n + 31 + 1];
 *
 * Such code runs for one lane of a group at most. All that it does is the same for all
 * lanes now, and needs no vectors.
 *
 * needs:   normalize
 */
#include "ana/barrier.h"
#include "pass/pass.h"

enum { MOST_CLONES = 24 }; /* for one branch */

typedef struct state {
	hd_unit *u;
	LLVMBuilderRef b;
	hd_blocks blocks;
	hd_map known; /* value -> what it is where threadIdx.x is `tid` */
	LLVMValueRef tid;
	LLVMBasicBlockRef start; /* where that begins */
	int room;                /* for more clones */
	uint32_t width;          /* of a row of threads, 0 = not known */
} state;

static bool
is_inside(const state *s, LLVMBasicBlockRef bb)
{
	return hd_block_dominates(&s->blocks, s->start, bb);
}

/* Is it computed from threadIdx.x, and in few steps? */
static bool
depends(LLVMValueRef v, int depth)
{
	if (hd_is_sreg(v, HD_TID, 0))
		return true;
	if (!hd_is_arithmetic(v) || !depth)
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (depends(LLVMGetOperand(v, (unsigned)k), depth - 1))
			return true;
	return false;
}

/* ---- the thread's number */

/* a == k: threadIdx.x, if a is that plus something. NULL: cannot be said. */
static LLVMValueRef
solve(state *s, LLVMValueRef a, LLVMValueRef k)
{
	LLVMValueRef x, y;

	if (hd_is_sreg(a, HD_TID, 0))
		return k;
	if (!hd_is_arithmetic(a))
		return NULL;
	x = LLVMGetOperand(a, 0);
	y = LLVMGetNumOperands(a) > 1 ? LLVMGetOperand(a, 1) : NULL;
	switch (LLVMGetInstructionOpcode(a)) {
	case LLVMZExt:
	case LLVMSExt:
		return depends(x, 4) && !LLVMIsAConstant(x)
			       ? solve(s, x, LLVMBuildTrunc(s->b, k, LLVMTypeOf(x), ""))
			       : NULL;
	case LLVMAdd:
		if (depends(x, 4) && !depends(y, 4))
			return solve(s, x, LLVMBuildSub(s->b, k, y, ""));
		if (depends(y, 4) && !depends(x, 4))
			return solve(s, y, LLVMBuildSub(s->b, k, x, ""));
		return NULL;
	case LLVMSub:
		if (depends(x, 4) && !depends(y, 4))
			return solve(s, x, LLVMBuildAdd(s->b, k, y, ""));
		return NULL;
	default:
		return NULL;
	}
}

/* ---- what follows from it */

static LLVMValueRef
pinned(state *s, LLVMValueRef v)
{
	uintptr_t *slot;
	LLVMValueRef r;

	if (hd_is_sreg(v, HD_TID, 0))
		return s->tid;
	if (!depends(v, 6) || is_inside(s, LLVMGetInstructionParent(v)))
		return v;
	slot = hd_map_get(&s->known, v);
	if (slot)
		return (LLVMValueRef)*slot;
	if (s->room-- <= 0)
		return v;
	r = LLVMInstructionClone(v);
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		LLVMSetOperand(r, (unsigned)k,
			       pinned(s, LLVMGetOperand(v, (unsigned)k)));
	LLVMInsertIntoBuilder(s->b, r);
	*hd_map_put(&s->u->scratch, &s->known, v) = (uintptr_t)r;
	return r;
}

static bool
pin_operands(state *s, LLVMValueRef i)
{
	bool changed = false;

	if (hd_is_opcode(i, LLVMPHI) || hd_barrier_kind(i))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(i); k++) {
		LLVMValueRef v = LLVMGetOperand(i, (unsigned)k), r;

		if (!LLVMIsAInstruction(v) || LLVMValueIsBasicBlock(v))
			continue;
		r = pinned(s, v);
		if (r == v)
			continue;
		LLVMSetOperand(i, (unsigned)k, r);
		changed = true;
	}
	return changed;
}

static bool
has_barrier(const state *s, LLVMValueRef fn)
{
	hd_each_block (bb, fn)
		if (hd_is_reached(&s->blocks, bb) && is_inside(s, bb) &&
		    hd_barriers_in(bb))
			return true;
	return false;
}

/* From the block on to which one comes only if a is k. */
static bool
pin(state *s, LLVMValueRef fn, LLVMBasicBlockRef from, LLVMValueRef a, LLVMValueRef k)
{
	LLVMValueRef first;
	bool changed = false;

	if (!depends(a, 4)) {
		LLVMValueRef t = a;

		a = k;
		k = t;
	}
	if (!depends(a, 4) || depends(k, 4) || !hd_is_integer(LLVMTypeOf(a)))
		return false;
	s->start = from;
	if (has_barrier(s, fn))
		return false;
	first = hd_first_behind_phis(from);
	LLVMPositionBuilderBefore(s->b, first);
	s->tid = solve(s, a, k);
	if (!s->tid || LLVMTypeOf(s->tid) != s->u->i32)
		return false;
	s->known = (hd_map){0};
	s->room = MOST_CLONES;
	for (LLVMValueRef i = first; i; i = LLVMGetNextInstruction(i))
		changed |= pin_operands(s, i);
	hd_each_block (bb, fn)
		if (bb != from && hd_is_reached(&s->blocks, bb) && is_inside(s, bb))
			hd_each_insn (i, bb)
				changed |= pin_operands(s, i);
	return changed;
}

/* x > 0 does not hold for 0 alone, nor does x < 15 for any but the last of 16 threads. The
 * successor that is for one thread only, and that thread's number; -1: there is none. */
static int
side_of_one(const state *s, LLVMValueRef cond, int64_t *tid)
{
	LLVMValueRef k = LLVMGetOperand(cond, 1);
	int64_t x, last = (int64_t)s->width - 1;
	int side;

	if (!hd_is_sreg(LLVMGetOperand(cond, 0), HD_TID, 0) || !LLVMIsAConstantInt(k))
		return -1;
	x = LLVMConstIntGetSExtValue(k);
	switch (LLVMGetICmpPredicate(cond)) {
	case LLVMIntSGT:
	case LLVMIntUGT:
		x++;
		side = 1;
		break;
	case LLVMIntSLT:
	case LLVMIntULT:
		side = 0;
		break;
	default:
		return -1;
	}
	/* threads before x go one way, the others the other way */
	if (x == 1) {
		*tid = 0;
		return side;
	}
	if (last > 0 && x == last) {
		*tid = last;
		return 1 - side;
	}
	return -1;
}

static bool
pin_side(state *s, LLVMValueRef fn, LLVMBasicBlockRef bb)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(bb), cond, k;
	LLVMBasicBlockRef to;
	int side;
	int64_t tid = 0;

	if (!hd_is_opcode(t, LLVMBr) || !LLVMIsConditional(t))
		return false;
	cond = LLVMGetCondition(t);
	if (!hd_is_opcode(cond, LLVMICmp))
		return false;
	k = LLVMGetOperand(cond, 1);
	if (LLVMGetICmpPredicate(cond) == LLVMIntEQ) {
		side = 0;
	} else if (LLVMGetICmpPredicate(cond) == LLVMIntNE) {
		side = 1;
	} else {
		side = side_of_one(s, cond, &tid);
		k = hd_i32(s->u, tid);
	}
	if (side < 0)
		return false;
	to = LLVMGetSuccessor(t, (unsigned)side);
	if (s->blocks.g->pred[hd_block_number(&s->blocks, to)].n != 1)
		return false;
	return pin(s, fn, to, LLVMGetOperand(cond, 0), k);
}

bool
hd_pass_propagate_thread_index(hd_unit *u, LLVMValueRef fn)
{
	state s = {.u = u};
	const char *shape = hd_string_attr(fn, HD_KNOWN);
	uint32_t block[3];
	bool changed = false;

	if (shape && hd_read_shape(shape, block))
		s.width = block[0];
	s.blocks = hd_number_blocks(&u->scratch, fn);
	s.b = LLVMCreateBuilderInContext(u->c);
	hd_each_block (bb, fn)
		if (hd_is_reached(&s.blocks, bb))
			changed |= pin_side(&s, fn, bb);
	LLVMDisposeBuilder(s.b);
	return changed;
}
