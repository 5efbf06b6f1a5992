/* SPDX-License-Identifier: Apache-2.0 */
/* sink_cold: what only unlikely code needs is computed there.
 *
 * Where lanes lie side by side, as they nearly always do, one scalar is all there is to an
 * address; beside the load stands code for when they do not, which needs a vector of them.
 * LLVM sinks what one place needs. Where several do, in different unlikely places, each of
 * them gets its own copy, and the usual way none. */
#include "pass/pass.h"

enum {
	UNLIKELY = 20,   /* times as often, the other way */
	MOST_COPIES = 6, /* of an instruction */
};

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn;
	hd_blocks blocks;
	hd_loops loops;
	LLVMBasicBlockRef *block;
	int *inner;   /* per block: its innermost loop, or -1 */
	hd_bits cold; /* blocks that are hardly ever come to */
} state;

/* ---- which blocks */

/* The last two operands are the weights of both ways. */
static uint64_t
weight(const state *s, LLVMValueRef md, unsigned n, unsigned k)
{
	LLVMValueRef *op = HD_NEW_ARRAY(&s->u->scratch, LLVMValueRef, n), w;

	LLVMGetMDNodeOperands(md, op);
	w = op[n - 2 + k];
	return w && LLVMIsAConstantInt(w) ? LLVMConstIntGetZExtValue(w) : 1;
}

/* Is the k-th way of a branch hardly ever taken? */
static bool
is_unlikely(const state *s, LLVMValueRef branch, unsigned k)
{
	LLVMValueRef md =
		LLVMGetMetadata(branch, LLVMGetMDKindIDInContext(s->u->c, "prof", 4));
	unsigned n = md ? LLVMGetMDNodeNumOperands(md) : 0;

	return n >= 3 && LLVMGetNumSuccessors(branch) == 2 &&
	       weight(s, md, n, k) * UNLIKELY <= weight(s, md, n, 1 - k);
}

static bool
has_likely_way(const state *s, int n)
{
	const hd_ints *pred = &s->blocks.g->pred[n];

	for (size_t j = 0; j < pred->n; j++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(s->block[pred->at[j]]);

		if (hd_bit(&s->cold, (size_t)pred->at[j]))
			continue;
		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
			if (LLVMGetSuccessor(end, k) == s->block[n] &&
			    !is_unlikely(s, end, k))
				return true;
	}
	return false;
}

/* All that are only come to by unlikely ways. */
static bool
find_cold(state *s)
{
	const hd_graph *g = s->blocks.g;
	bool changed = true, any = false;

	s->cold = hd_bits_new(&s->u->scratch, (size_t)g->n);
	for (int k = 1; k < g->nrpo; k++)
		hd_bit_set(&s->cold, (size_t)g->rpo[k]);
	while (changed) {
		changed = false;
		for (int k = 1; k < g->nrpo; k++)
			if (hd_bit(&s->cold, (size_t)g->rpo[k]) &&
			    has_likely_way(s, g->rpo[k])) {
				hd_bit_clear(&s->cold, (size_t)g->rpo[k]);
				changed = true;
			}
	}
	for (int k = 1; k < g->nrpo; k++)
		any |= hd_bit(&s->cold, (size_t)g->rpo[k]);
	return any;
}

static void
find_loops(state *s)
{
	int n = s->blocks.g->n;

	s->loops = hd_graph_loops(&s->u->scratch, s->blocks.g);
	s->inner = HD_NEW_ARRAY(&s->u->scratch, int, (size_t)n);
	for (int k = 0; k < n; k++)
		s->inner[k] = -1;
	for (size_t l = 0; l < s->loops.n; l++)
		hd_each_bit (k, &s->loops.at[l].in)
			s->inner[k] = (int)l;
}

/* ---- which instructions */

static bool
is_plain(LLVMValueRef i)
{
	return hd_is_arithmetic(i) || hd_is_opcode(i, LLVMFCmp) ||
	       hd_is_opcode(i, LLVMInsertElement) || hd_is_opcode(i, LLVMShuffleVector);
}

static bool
is_vector(LLVMValueRef i)
{
	return LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVectorTypeKind;
}

/* The unlikely blocks that need it, no loops of their own: how many, 0 = it stays. */
static int
find_places(const state *s, LLVMValueRef i, LLVMBasicBlockRef place[MOST_COPIES])
{
	int here = hd_block_number(&s->blocks, LLVMGetInstructionParent(i)), n = 0;

	hd_each_use (use, i) {
		LLVMBasicBlockRef bb = LLVMGetInstructionParent(LLVMGetUser(use));
		int to = hd_block_number(&s->blocks, bb), k = 0;

		if (hd_is_opcode(LLVMGetUser(use), LLVMPHI) ||
		    !hd_bit(&s->cold, (size_t)to) || s->inner[to] != s->inner[here])
			return 0;
		while (k < n && place[k] != bb)
			k++;
		if (k == MOST_COPIES)
			return 0;
		if (k == n)
			place[n++] = bb;
	}
	return n;
}

/* ---- the work */

static void
move_to(LLVMBuilderRef b, LLVMValueRef i, LLVMBasicBlockRef bb)
{
	LLVMValueRef made = LLVMInstructionClone(i);
	LLVMUseRef use, next;

	LLVMPositionBuilderBefore(b, hd_first_behind_phis(bb));
	LLVMInsertIntoBuilder(b, made);
	LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(i));
	for (use = LLVMGetFirstUse(i); use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);

		next = LLVMGetNextUse(use);
		if (LLVMGetInstructionParent(user) != bb)
			continue;
		for (int k = 0; k < LLVMGetNumOperands(user); k++)
			if (LLVMGetOperand(user, (unsigned)k) == i)
				LLVMSetOperand(user, (unsigned)k, made);
		next = LLVMGetFirstUse(i); /* the list is another one now */
	}
}

/* From the end of a likely block on, so that what it takes comes along. */
static void
empty_block(state *s, LLVMBuilderRef b, LLVMBasicBlockRef bb)
{
	LLVMBasicBlockRef place[MOST_COPIES];
	LLVMValueRef before;

	for (LLVMValueRef i = LLVMGetLastInstruction(bb); i; i = before) {
		int n;

		before = LLVMGetPreviousInstruction(i);
		if (!is_vector(i) || !is_plain(i) || !LLVMGetFirstUse(i))
			continue;
		n = find_places(s, i, place);
		for (int k = 0; k < n; k++)
			move_to(b, i, place[k]);
		if (n)
			LLVMInstructionEraseFromParent(i);
	}
}

static bool
change(hd_unit *u, LLVMValueRef fn)
{
	state s = {.u = u, .fn = fn, .blocks = hd_number_blocks(&u->scratch, fn)};
	LLVMBuilderRef b;

	s.block =
		HD_NEW_ARRAY(&u->scratch, LLVMBasicBlockRef, LLVMCountBasicBlocks(fn));
	LLVMGetBasicBlocks(fn, s.block);
	if (!hd_graph_is_reducible(s.blocks.g) || !find_cold(&s))
		return false;
	find_loops(&s);
	b = LLVMCreateBuilderInContext(u->c);
	for (int k = s.blocks.g->nrpo; k-- > 0;) {
		int n = s.blocks.g->rpo[k];

		if (!hd_bit(&s.cold, (size_t)n))
			empty_block(&s, b, s.block[n]);
	}
	LLVMDisposeBuilder(b);
	return true;
}

bool
hd_pass_sink_cold(hd_unit *u)
{
	bool changed = false;

	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && hd_string_attr(fn, HD_ENTRY))
			changed |= change(u, fn);
	return changed;
}
