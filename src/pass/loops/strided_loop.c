/* SPDX-License-Identifier: Apache-2.0 */
/* Finding loops in which the threads of a block share out elements. */
#include "pass/loops/strided_loop.h"
#include "lanes/read/read.h"

#include "ana/address.h"

enum { LARGE = 80, DEPTH = 6 }; /* instructions of a loop; of an expression */

bool
hd_find_ways(hd_ways *w, hd_unit *u, LLVMValueRef fn)
{
	hd_arena *a = &u->scratch;

	w->u = u;
	w->n = (int)LLVMCountBasicBlocks(fn);
	w->block = HD_NEW_ARRAY(a, LLVMBasicBlockRef, (size_t)w->n);
	LLVMGetBasicBlocks(fn, w->block);
	w->blocks = hd_number_blocks(a, fn);
	if (!hd_graph_is_reducible(w->blocks.g))
		return false;
	w->loops = hd_graph_loops(a, w->blocks.g);
	w->back = hd_graph_new(a, w->n + 1, w->n);
	for (int k = 0; k < w->n; k++) {
		const hd_ints *succ = &w->blocks.g->succ[k];

		if (hd_is_opcode(LLVMGetBasicBlockTerminator(w->block[k]), LLVMRet))
			hd_graph_edge(a, w->back, w->n, k);
		for (size_t j = 0; j < succ->n; j++)
			hd_graph_edge(a, w->back, succ->at[j], k);
	}
	hd_graph_order(a, w->back);
	return true;
}

/* ---- do all threads of a block come here? */

static bool
is_uniform(LLVMValueRef v)
{
	return hd_depends_on(v, HD_TID) == HD_NO;
}

static bool
is_after(const hd_ways *w, int a, int b) /* on every way from b to the end */
{
	return w->back->pos[a] >= 0 && w->back->pos[b] >= 0 &&
	       hd_graph_dominates(w->back, a, b);
}

/* Is it this branch that decides whether a thread comes to n? */
static bool
decides(const hd_ways *w, int branch, int n)
{
	const hd_ints *succ = &w->blocks.g->succ[branch];
	bool some = false;

	for (size_t k = 0; k < succ->n; k++)
		some |= is_after(w, n, succ->at[k]);
	return succ->n > 1 && w->blocks.g->pos[branch] >= 0 && some &&
	       (n == branch || !is_after(w, n, branch));
}

/* Does one way of a branch end the thread at once? */
static bool
returns(LLVMValueRef branch)
{
	for (unsigned k = 0; k < LLVMGetNumSuccessors(branch); k++) {
		LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetSuccessor(branch, k));

		while (hd_is_debug_call(i))
			i = LLVMGetNextInstruction(i);
		if (hd_is_opcode(i, LLVMRet))
			return true;
	}
	return false;
}

static bool
all_come(const hd_ways *w, int n, enum hd_sreg what, bool may_return)
{
	hd_bits seen = hd_bits_new(&w->u->scratch, (size_t)w->n);
	hd_ints todo = {0};

	if (w->back->pos[n] < 0)
		return false;
	hd_push(&w->u->scratch, &todo, n);
	while (todo.n) {
		int at = hd_pop(&todo);

		for (int k = 0; k < w->n; k++) {
			LLVMValueRef t = LLVMGetBasicBlockTerminator(w->block[k]);

			if (hd_bit(&seen, (size_t)k) || !decides(w, k, at))
				continue;
			if (!hd_is_opcode(t, LLVMBr) || !LLVMIsConditional(t) ||
			    (hd_depends_on(LLVMGetCondition(t), what) != HD_NO &&
			     !(may_return && returns(t))))
				return false;
			hd_bit_set(&seen, (size_t)k);
			hd_push(&w->u->scratch, &todo, k);
		}
	}
	return true;
}

bool
hd_all_come(const hd_ways *w, int n, enum hd_sreg what)
{
	return all_come(w, n, what, false);
}

bool
hd_all_come_or_return(const hd_ways *w, int n)
{
	return all_come(w, n, HD_TID, true);
}

/* ---- the index */

static LLVMValueRef
extend(LLVMBuilderRef b, LLVMValueRef v, LLVMValueRef like)
{
	LLVMTypeRef t = LLVMTypeOf(like);

	return hd_is_opcode(like, LLVMZExt) ? LLVMBuildZExt(b, v, t, "")
					    : LLVMBuildSExt(b, v, t, "");
}

/* `b` NULL: only look whether it can be done. */
static LLVMValueRef
first_of(hd_unit *u, LLVMBuilderRef b, LLVMValueRef v, hd_strided_loop *s, int depth)
{
	LLVMValueRef x;

	if (hd_is_sreg(v, HD_TID, 0))
		return LLVMConstNull(LLVMTypeOf(v));
	if (!depth || !LLVMIsAInstruction(v))
		return NULL;
	if (hd_is_extension(v)) {
		x = first_of(u, b, LLVMGetOperand(v, 0), s, depth - 1);
		if (!x || s->narrow)
			return NULL;
		s->narrow = x;
		s->narrow_is_signed = hd_is_opcode(v, LLVMSExt);
		return b ? extend(b, x, v) : v;
	}
	if (!hd_is_opcode(v, LLVMAdd) &&
	    !(hd_is_opcode(v, LLVMOr) && LLVMGetIsDisjoint(v)))
		return NULL;
	for (unsigned k = 0; k < 2; k++) {
		LLVMValueRef other = LLVMGetOperand(v, 1 - k);

		if (!is_uniform(other))
			continue;
		x = first_of(u, b, LLVMGetOperand(v, k), s, depth - 1);
		if (!x)
			return NULL;
		return b ? LLVMBuildAdd(b, x, other, "") : v;
	}
	return NULL;
}

LLVMValueRef
hd_first_of(hd_unit *u, LLVMBuilderRef b, LLVMValueRef v, hd_strided_loop *s)
{
	s->narrow = NULL;
	return first_of(u, b, v, s, DEPTH);
}

/* `cond`, which holds where the loop goes on: x < limit */
static bool
is_less(LLVMValueRef cond, LLVMValueRef x, LLVMValueRef *limit, LLVMIntPredicate *less)
{
	unsigned k;

	if (!hd_is_opcode(cond, LLVMICmp))
		return false;
	switch (LLVMGetICmpPredicate(cond)) {
	case LLVMIntSLT:
	case LLVMIntULT:
		k = 0;
		break;
	case LLVMIntSGT:
	case LLVMIntUGT:
		k = 1;
		break;
	default:
		return false;
	}
	bool is_signed = LLVMGetICmpPredicate(cond) == LLVMIntSLT ||
			 LLVMGetICmpPredicate(cond) == LLVMIntSGT;

	*less = is_signed ? LLVMIntSLT : LLVMIntULT;
	*limit = LLVMGetOperand(cond, 1 - k);
	return LLVMGetOperand(cond, k) == x;
}

/* blockDim.x, or a constant that stands for it */
static bool
is_block(LLVMValueRef step)
{
	int dim;

	while (hd_is_extension(step))
		step = LLVMGetOperand(step, 0);
	return LLVMIsAConstantInt(step) ||
	       (LLVMIsAInstruction(step) && hd_sreg_read(step, &dim) == HD_NTID);
}

/* ---- the loop */

static bool
find_blocks(const hd_ways *w, const hd_loop *l, hd_strided_loop *s)
{
	const hd_ints *pred = &w->blocks.g->pred[l->header];
	LLVMValueRef t;

	if (!hd_is_innermost(&w->loops, l) || l->latches.n != 1 || l->exiting.n != 1 ||
	    l->exiting.at[0] != l->latches.at[0] || pred->n != 2)
		return false;
	s->l = l;
	s->header = w->block[l->header];
	s->latch = w->block[l->latches.at[0]];
	s->exit = w->block[l->targets.at[0]];
	s->preheader = w->block[pred->at[pred->at[0] == l->latches.at[0]]];
	t = LLVMGetBasicBlockTerminator(s->preheader);
	pred = &w->blocks.g->pred[hd_block_number(&w->blocks, s->preheader)];
	if (LLVMGetNumSuccessors(t) != 1 || pred->n != 1 ||
	    w->blocks.g->pred[l->targets.at[0]].n != 1)
		return false;
	s->guard = w->block[pred->at[0]];
	return true;
}

/* Does the latch go on, and the guard in, as long as the index is below one limit? */
static bool
find_index(const hd_ways *w, hd_strided_loop *s)
{
	LLVMValueRef g = LLVMGetBasicBlockTerminator(s->guard), next,
		     t = LLVMGetBasicBlockTerminator(s->latch), limit;
	LLVMIntPredicate less;

	if (!hd_is_opcode(g, LLVMBr) || !LLVMIsConditional(g) ||
	    !hd_is_opcode(t, LLVMBr) || LLVMGetSuccessor(t, 0) != s->header ||
	    LLVMGetSuccessor(g, 0) != s->preheader ||
	    LLVMGetSuccessor(g, 1) == s->preheader)
		return false;
	s->skip = LLVMGetSuccessor(g, 1);
	hd_each_insn (i, s->header) {
		if (!hd_is_recurrence(i, &s->start, &s->step))
			continue;
		next = hd_incoming(i, s->latch);
		if (is_less(LLVMGetCondition(t), next, &s->limit, &s->less) &&
		    is_less(LLVMGetCondition(g), s->start, &limit, &less) &&
		    limit == s->limit && less == s->less) {
			s->i = i;
			s->over_grid = !is_block(s->step);
			return LLVMGetIntTypeWidth(LLVMTypeOf(i)) >= 32 &&
			       LLVMGetIntTypeWidth(LLVMTypeOf(i)) <= 64 &&
			       is_uniform(s->limit) && is_uniform(s->step) &&
			       hd_first_of(w->u, NULL, s->start, s) != NULL;
		}
	}
	return false;
}

/* An access through a pointer: what it walks, and whose memory it is. */
static bool
note_access(const hd_ways *w, hd_strided_loop *s, LLVMValueRef p, hd_map *seen)
{
	LLVMValueRef root = hd_pointer_root(p);
	hd_address a = hd_parts_of(w->u, p);

	if (root && LLVMIsAAllocaInst(root)) {
		uintptr_t *was = hd_map_put(&w->u->scratch, seen, root);

		if (!*was)
			s->private_bytes +=
				hd_size_of(w->u, LLVMGetAllocatedType(root));
		*was = 1;
		return LLVMIsAConstantInt(LLVMGetOperand(root, 0));
	}
	for (int k = 0; a.base && k < a.n; k++) {
		int64_t scale = a.term[k].scale;

		if (a.term[k].v != s->i || scale <= 0)
			continue;
		s->least = !s->least || scale < s->least ? scale : s->least;
		s->most = scale > s->most ? scale : s->most;
	}
	return true;
}

bool
hd_keeps_to_itself(LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMCall:
		return hd_is_plain_call(i);
	case LLVMLoad:
	case LLVMStore:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
	case LLVMFence:
	case LLVMAlloca:
	case LLVMInvoke:
	case LLVMSwitch:
		return false;
	default:
		return true;
	}
}

bool
hd_minds_itself(LLVMValueRef i)
{
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		if (hd_mentions_shared(LLVMGetOperand(i, (unsigned)k)))
			return false;
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
	case LLVMStore:
		return hd_is_ordinary(i);
	case LLVMAlloca:
		return LLVMIsAConstantInt(LLVMGetOperand(i, 0));
	case LLVMCall:
		return hd_barrier_kind(i) == HD_NO_BARRIER &&
		       (hd_is_plain_call(i) || hd_is_pure_call(i));
	default:
		return hd_keeps_to_itself(i);
	}
}

/* Nothing in it may wait for other threads, or be seen from outside in some order. */
static bool
note_insn(const hd_ways *w, hd_strided_loop *s, LLVMValueRef i, hd_map *seen)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
	case LLVMStore:
		if (!hd_is_ordinary(i))
			return false;
		return note_access(w, s, LLVMGetOperand(i, hd_is_opcode(i, LLVMStore)),
				   seen);
	case LLVMAtomicRMW:
		return !LLVMGetVolatile(i) &&
		       note_access(w, s, LLVMGetOperand(i, 0), seen);
	default:
		return hd_keeps_to_itself(i);
	}
}

bool
hd_is_strided_loop(const hd_ways *w, const hd_loop *l, hd_strided_loop *s)
{
	hd_map seen = {0};
	int size = 0;

	*s = (hd_strided_loop){0};
	if (!find_blocks(w, l, s) || !find_index(w, s) ||
	    !hd_all_come(w, hd_block_number(&w->blocks, s->guard), HD_TID))
		return false;
	hd_each_bit (n, &l->in)
		hd_each_insn (i, w->block[n]) {
			if (!note_insn(w, s, i, &seen) || ++size > LARGE)
				return false;
		}
	return s->least > 0;
}

/* ---- the preheader, and the way around the loop */

static bool
is_plain(LLVMValueRef i)
{
	int dim;

	return hd_is_arithmetic(i) || hd_is_debug_call(i) ||
	       hd_sreg_read(i, &dim) != HD_NOT_SREG;
}

static bool
is_inside(const hd_ways *w, const hd_strided_loop *s, LLVMBasicBlockRef bb)
{
	return bb == s->preheader ||
	       hd_bit(&s->l->in, (size_t)hd_block_number(&w->blocks, bb));
}

/* Is it used in the preheader and the loop alone? What comes behind the detour may have come
 * by neither. */
static bool
stays_inside(const hd_ways *w, const hd_strided_loop *s, LLVMValueRef v)
{
	hd_each_use (use, v) {
		LLVMValueRef user = LLVMGetUser(use);

		if (!hd_is_opcode(user, LLVMPHI)) {
			if (!is_inside(w, s, LLVMGetInstructionParent(user)))
				return false;
			continue;
		}
		for (unsigned k = 0; k < LLVMCountIncoming(user); k++)
			if (LLVMGetIncomingValue(user, k) == v &&
			    !is_inside(w, s, LLVMGetIncomingBlock(user, k)))
				return false;
	}
	return true;
}

/* All threads run it now, those too that have no element. */
bool
hd_is_plain_preheader(const hd_ways *w, const hd_strided_loop *s)
{
	hd_each_insn (i, s->preheader)
		if (!LLVMIsATerminatorInst(i) &&
		    (!is_plain(i) || !stays_inside(w, s, i)))
			return false;
	return true;
}

LLVMValueRef
hd_bring_up(const hd_strided_loop *s, LLVMBuilderRef b, LLVMValueRef v)
{
	LLVMValueRef made;

	if (!LLVMIsAInstruction(v) || LLVMGetInstructionParent(v) != s->preheader)
		return v;
	hd_check(!hd_is_opcode(v, LLVMPHI));
	made = LLVMInstructionClone(v);
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!hd_is_opcode(v, LLVMCall))
			LLVMSetOperand(
				made, (unsigned)k,
				hd_bring_up(s, b, LLVMGetOperand(v, (unsigned)k)));
	LLVMInsertIntoBuilder(b, made);
	return made;
}

/* Phis whose value came from the guard get it from another block. */
static void
move_incoming(LLVMBuilderRef b, LLVMBasicBlockRef bb, LLVMBasicBlockRef guard,
	      LLVMBasicBlockRef to)
{
	hd_each_phi (phi, bb)
		hd_replace(phi, hd_renew_phi(b, phi, guard, to));
}

void
hd_detour(LLVMBuilderRef b, const hd_strided_loop *s, LLVMValueRef choice,
	  LLVMBasicBlockRef way, LLVMBasicBlockRef old)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(s->guard);

	LLVMPositionBuilderAtEnd(b, old);
	LLVMBuildCondBr(b, LLVMGetCondition(t), s->preheader, s->skip);
	LLVMPositionBuilderBefore(b, t);
	LLVMBuildCondBr(b, choice, way, old);
	LLVMInstructionEraseFromParent(t);
	move_incoming(b, s->preheader, s->guard, old);
	move_incoming(b, s->skip, s->guard, old);
}
