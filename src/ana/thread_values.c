/* SPDX-License-Identifier: Apache-2.0 */
/* What values are for each thread of a block whose shape is known, and which threads come
 * to which basic block. Part of eliminate_barriers and forward_across_barriers. */
#include "ana/access.h"

#include "frame.h"

enum { MAX_DEPTH = 16, WORK = 1 << 21 };

static int64_t
sign_extend(uint64_t x, unsigned bits)
{
	return bits >= 64 ? (int64_t)x : (int64_t)(x << (64 - bits)) >> (64 - bits);
}

static uint64_t
zero_extend(int64_t x, unsigned bits)
{
	return bits >= 64 ? (uint64_t)x : (uint64_t)x & (((uint64_t)1 << bits) - 1);
}

/* x op y, both with this many bits; false: it is not defined, or not handled. */
static bool
compute(LLVMOpcode op, unsigned bits, int64_t x, int64_t y, int64_t *to)
{
	uint64_t ux = zero_extend(x, bits), uy = zero_extend(y, bits), r;

	hd_check(bits >= 1 && bits <= 64);
	if (op == LLVMShl || op == LLVMLShr || op == LLVMAShr) {
		if (uy >= bits)
			return false;
	} else if (hd_is_division(op)) {
		if (y == 0 ||
		    (y == -1 && x == sign_extend((uint64_t)1 << (bits - 1), bits)))
			return false;
	}
	switch (op) {
	case LLVMAdd:
		r = ux + uy;
		break;
	case LLVMSub:
		r = ux - uy;
		break;
	case LLVMMul:
		r = ux * uy;
		break;
	case LLVMAnd:
		r = ux & uy;
		break;
	case LLVMOr:
		r = ux | uy;
		break;
	case LLVMXor:
		r = ux ^ uy;
		break;
	case LLVMShl:
		r = ux << uy;
		break;
	case LLVMLShr:
		r = ux >> uy;
		break;
	case LLVMAShr:
		r = (uint64_t)(x >> uy);
		break;
	case LLVMUDiv:
		r = ux / uy;
		break;
	case LLVMURem:
		r = ux % uy;
		break;
	case LLVMSDiv:
		r = (uint64_t)(x / y);
		break;
	case LLVMSRem:
		r = (uint64_t)(x % y);
		break;
	default:
		return false;
	}
	*to = sign_extend(r, bits);
	return true;
}

static bool
compare(LLVMIntPredicate p, unsigned bits, int64_t x, int64_t y)
{
	uint64_t ux = zero_extend(x, bits), uy = zero_extend(y, bits);

	switch (p) {
	case LLVMIntEQ:
		return x == y;
	case LLVMIntNE:
		return x != y;
	case LLVMIntSLT:
		return x < y;
	case LLVMIntSLE:
		return x <= y;
	case LLVMIntSGT:
		return x > y;
	case LLVMIntSGE:
		return x >= y;
	case LLVMIntULT:
		return ux < uy;
	case LLVMIntULE:
		return ux <= uy;
	case LLVMIntUGT:
		return ux > uy;
	default:
		hd_check(p == LLVMIntUGE);
		return ux >= uy;
	}
}

bool
hd_compute_insn(LLVMValueRef i, unsigned bits, const int64_t *x, int64_t *to)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(i);

	switch (op) {
	case LLVMZExt:
		*to = (int64_t)zero_extend(x[0], bits);
		return true;
	case LLVMSExt:
	case LLVMFreeze:
		*to = x[0];
		return true;
	case LLVMTrunc:
		*to = sign_extend((uint64_t)x[0], LLVMGetIntTypeWidth(LLVMTypeOf(i)));
		return true;
	case LLVMICmp:
		*to = -compare(LLVMGetICmpPredicate(i), bits, x[0], x[1]);
		return true;
	case LLVMSelect:
		*to = x[0] ? x[1] : x[2];
		return true;
	default:
		return compute(op, bits, x[0], x[1], to);
	}
}

static bool
is_computed(LLVMValueRef i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);

	return (o >= LLVMAdd && o <= LLVMXor) || o == LLVMZExt || o == LLVMSExt ||
	       o == LLVMTrunc || o == LLVMICmp || o == LLVMSelect || o == LLVMFreeze;
}

/* ---- values */

static void
fill(hd_threads *t, int64_t *to, int64_t x)
{
	for (int k = 0; k < t->n; k++)
		to[k] = x;
}

static bool
fill_coordinates(hd_threads *t, LLVMValueRef call, int64_t *to)
{
	const int64_t width[3] = {t->block[0], t->block[1], t->block[2]};
	int dim;

	switch (hd_sreg_read(call, &dim)) {
	case HD_NTID:
		fill(t, to, width[dim]);
		return true;
	case HD_TID:
		for (int k = 0; k < t->n; k++)
			to[k] = dim == 0   ? k % width[0]
				: dim == 1 ? k / width[0] % width[1]
					   : k / (width[0] * width[1]);
		return true;
	default:
		return false;
	}
}

static const int64_t *find_values(hd_threads *t, LLVMValueRef v, int depth);

static bool
fill_insn(hd_threads *t, LLVMValueRef i, int64_t *to, int depth)
{
	const int64_t *op[3];
	int n = LLVMGetNumOperands(i);
	unsigned bits;

	if (hd_is_opcode(i, LLVMCall))
		return fill_coordinates(t, i, to);
	if (!is_computed(i) || n > 3 || depth == 0)
		return false;
	for (int k = 0; k < n; k++) {
		op[k] = find_values(t, LLVMGetOperand(i, (unsigned)k), depth - 1);
		if (!op[k])
			return false;
	}
	bits = LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(i, 0)));
	for (int k = 0; k < t->n; k++) {
		int64_t x[3] = {0};

		for (int j = 0; j < n; j++)
			x[j] = op[j][k];
		if (!hd_compute_insn(i, bits, x, &to[k]))
			return false;
	}
	return true;
}

static const int64_t *
find_values(hd_threads *t, LLVMValueRef v, int depth)
{
	enum { NONE = 1 };
	hd_arena *a = &t->u->scratch;
	uintptr_t *known = hd_map_put(a, &t->value, v);
	LLVMTypeRef type = LLVMTypeOf(v);
	int64_t *to;
	bool found;

	if (*known)
		return *known == NONE ? NULL : (const int64_t *)*known;
	*known = NONE;
	if (!hd_is_integer(type) || LLVMGetIntTypeWidth(type) > 64 ||
	    (!LLVMIsAConstantInt(v) && !LLVMIsAInstruction(v)))
		return NULL;
	to = HD_NEW_ARRAY(a, int64_t, (size_t)t->n);
	found = LLVMIsAInstruction(v) ? fill_insn(t, v, to, depth) : true;
	if (LLVMIsAConstantInt(v))
		fill(t, to, LLVMConstIntGetSExtValue(v));
	if (!found)
		return NULL;
	*hd_map_put(a, &t->value, v) = (uintptr_t)to;
	return to;
}

const int64_t *
hd_thread_values(hd_threads *t, LLVMValueRef v)
{
	return t->n ? find_values(t, v, MAX_DEPTH) : NULL;
}

/* ---- which threads reach a block */

/* The threads for which `cond` may be `side`. */
static void
restrict_to(hd_threads *t, hd_bits *come, LLVMValueRef cond, bool side, int depth)
{
	const int64_t *x = hd_thread_values(t, cond);
	bool both = hd_is_opcode(cond, side ? LLVMAnd : LLVMOr);

	hd_check(come->n == (size_t)t->n);
	if (x) {
		for (int k = 0; k < t->n; k++)
			if ((x[k] != 0) != side)
				hd_bit_clear(come, (size_t)k);
		return;
	}
	if (depth == 0)
		return;
	if (hd_is_opcode(cond, LLVMSelect) &&
	    hd_is_int(LLVMGetOperand(cond, side ? 2 : 1), !side)) {
		restrict_to(t, come, LLVMGetOperand(cond, 0), side, depth - 1);
		restrict_to(t, come, LLVMGetOperand(cond, side ? 1 : 2), side,
			    depth - 1);
	} else if (both) {
		restrict_to(t, come, LLVMGetOperand(cond, 0), side, depth - 1);
		restrict_to(t, come, LLVMGetOperand(cond, 1), side, depth - 1);
	}
}

/* Those that may go from one block to another. */
static hd_bits
threads_between(hd_threads *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
	hd_bits on = hd_bits_new(&t->u->scratch, (size_t)t->n);

	hd_bits_or(&on, t->come[hd_block_number(&t->blocks, from)]);
	if (hd_is_opcode(end, LLVMBr) && LLVMIsConditional(end) &&
	    LLVMGetSuccessor(end, 0) != LLVMGetSuccessor(end, 1))
		restrict_to(t, &on, LLVMGetCondition(end),
			    LLVMGetSuccessor(end, 0) == to, 4);
	return on;
}

/* Where a loop begins, all that come to what dominates it. */
static void
find_threads_at(hd_threads *t, LLVMBasicBlockRef bb, LLVMBasicBlockRef *block)
{
	const hd_graph *g = t->blocks.g;
	int n = hd_block_number(&t->blocks, bb);
	hd_bits *come = HD_NEW(&t->u->scratch, hd_bits);
	bool loop = false;

	*come = hd_bits_new(&t->u->scratch, (size_t)t->n);
	t->come[n] = come;
	if (n == g->entry) {
		for (int k = 0; k < t->n; k++)
			hd_bit_set(come, (size_t)k);
		return;
	}
	for (size_t k = 0; k < g->pred[n].n; k++)
		loop |= g->pos[g->pred[n].at[k]] >= g->pos[n];
	if (loop) {
		hd_check(t->come[g->idom[n]]); /* it came before, in this order */
		hd_bits_or(come, t->come[g->idom[n]]);
		return;
	}
	for (size_t k = 0; k < g->pred[n].n; k++) {
		hd_bits on;

		if (!t->come[g->pred[n].at[k]])
			continue; /* unreachable */
		on = threads_between(t, block[g->pred[n].at[k]], bb);
		hd_bits_or(come, &on);
	}
}

const hd_bits *
hd_threads_at(hd_threads *t, LLVMBasicBlockRef bb)
{
	const hd_graph *g = t->blocks.g;
	LLVMBasicBlockRef *block;

	if (t->come)
		return t->come[hd_block_number(&t->blocks, bb)];
	t->come = HD_NEW_ARRAY(&t->u->scratch, hd_bits *, (size_t)g->n);
	block = HD_NEW_ARRAY(&t->u->scratch, LLVMBasicBlockRef, (size_t)g->n);
	LLVMGetBasicBlocks(t->fn, block);
	for (int k = 0; k < g->nrpo; k++)
		find_threads_at(t, block[g->rpo[k]], block);
	return t->come[hd_block_number(&t->blocks, bb)];
}

hd_bits
hd_threads_on(hd_threads *t, LLVMBasicBlockRef bb, unsigned way)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
	hd_bits on = hd_bits_new(&t->u->scratch, (size_t)t->n);

	hd_check(hd_is_opcode(end, LLVMBr) && LLVMIsConditional(end) && way < 2);
	hd_bits_or(&on, hd_threads_at(t, bb));
	restrict_to(t, &on, LLVMGetCondition(end), way == 0, 4);
	return on;
}

hd_threads *
hd_threads_of(hd_unit *u, LLVMValueRef fn)
{
	hd_threads *t = HD_NEW(&u->scratch, hd_threads);
	const char *shape = hd_string_attr(fn, HD_KNOWN);

	*t = (hd_threads){.u = u, .fn = fn, .work = WORK};
	t->blocks = hd_number_blocks(&u->scratch, fn);
	if (shape && hd_read_shape(shape, t->block) &&
	    (uint64_t)t->block[0] * t->block[1] * t->block[2] <= HD_MAX_THREADS)
		t->n = (int)(t->block[0] * t->block[1] * t->block[2]);
	return t;
}
