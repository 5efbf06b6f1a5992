/* SPDX-License-Identifier: Apache-2.0 */
/* What all threads of a block agree on. Lattice: uniform < varying, optimistic fixpoint
 * over values, divergent branches, joins and loop exits. */
#include "lanes/read/read.h"

typedef struct state {
	hd_code *c;
	hd_loops loops;
	hd_bits join;        /* nodes where threads from different ways meet */
	hd_bits loop_done;   /* loops already known to diverge */
	hd_bits branch_done; /* divergent branches already spread */
} state;

/* ---- memory: is what a load reads the same for all threads of a region? */

static bool
may_alias(LLVMValueRef a, LLVMValueRef b)
{
	bool arg_a, arg_b;

	if (a == b || !a || !b)
		return true;
	arg_a = LLVMIsAArgument(a) != NULL;
	arg_b = LLVMIsAArgument(b) != NULL;
	if (arg_a && arg_b)
		return true;
	if (arg_a || arg_b) /* an argument cannot point to shared or private memory */
		return !hd_is_shared_variable(arg_a ? b : a) &&
		       !LLVMIsAInstruction(arg_a ? b : a);
	return false;
}

/* The object an instruction may write: *known false = could be anything. */
static bool
writes(LLVMValueRef i, LLVMValueRef *root)
{
	*root = NULL;
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMStore:
		*root = hd_pointer_root(LLVMGetOperand(i, 1));
		return true;
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		*root = hd_pointer_root(LLVMGetOperand(i, 0));
		return true;
	case LLVMCall:
		if (hd_calls_prefix(i, "llvm.memcpy.") ||
		    hd_calls_prefix(i, "llvm.memset.") ||
		    hd_calls_prefix(i, "llvm.memmove.")) {
			*root = hd_pointer_root(LLVMGetOperand(i, 0));
			return true;
		}
		return !hd_calls_prefix(i, "llvm.") && !hd_calls_prefix(i, HD_ALL) &&
		       (hd_barrier_kind(i) == HD_NO_BARRIER || hd_is_rank_op(i));
	default:
		return false;
	}
}

static bool
node_writes(const hd_code *c, int n, LLVMValueRef root)
{
	hd_each_node_insn (i, c, n) {
		LLVMValueRef to;

		if (writes(i, &to) && may_alias(root, to))
			return true;
	}
	return false;
}

static bool
is_stable_load(const hd_code *c, LLVMValueRef load, int n)
{
	LLVMValueRef root = hd_pointer_root(LLVMGetOperand(load, 0));

	if (!hd_is_ordinary(load))
		return false;
	if (root && ((LLVMIsAGlobalVariable(root) && LLVMIsGlobalConstant(root)) ||
		     hd_is_parameter_struct(root))) /* read-only memory */
		return true;
	for (int r = 0; r < c->nr; r++) {
		const hd_graph *g = c->region[r].g;

		if (g->pos[n] < 0)
			continue;
		for (int k = 0; k < g->nrpo; k++)
			if (node_writes(c, g->rpo[k], root))
				return false;
	}
	return true;
}

/* ---- values */

static bool
phi_varies(const state *s, LLVMValueRef i, int n)
{
	LLVMValueRef first = NULL;
	bool same = true;

	for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
		LLVMValueRef v = LLVMGetIncomingValue(i, k);

		if (LLVMIsUndef(v))
			continue;
		if (!hd_is_uniform(s->c, v))
			return true;
		same &= !first || first == v;
		first = v;
	}
	/* The same instruction's value may still be of another iteration: threads that left
	 * a loop earlier. */
	same &= !first || hd_id(s->c, first) < 0 || s->c->def[hd_id(s->c, first)] < 0;
	return !same && hd_bit(&s->join, (size_t)n);
}

static bool
operands_vary(const hd_code *c, LLVMValueRef i)
{
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		if (!hd_is_uniform(c, LLVMGetOperand(i, (unsigned)k)))
			return true;
	return false;
}

static bool
call_varies(const hd_code *c, LLVMValueRef i)
{
	int dim;
	enum hd_sreg sreg = hd_sreg_read(i, &dim);

	if (sreg != HD_NOT_SREG)
		return sreg == HD_TID;
	if (hd_calls_prefix(i, HD_LAUNCH))
		return false;
	return !hd_calls_prefix(i, "llvm.") || operands_vary(c, i);
}

static bool
varies(const state *s, LLVMValueRef i, int n)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMPHI:
		return phi_varies(s, i, n);
	case LLVMCall:
		return call_varies(s->c, i);
	case LLVMLoad:
		return operands_vary(s->c, i) || !is_stable_load(s->c, i, n);
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
	case LLVMAlloca:
		return true;
	default:
		return operands_vary(s->c, i);
	}
}

static bool
update_values(state *s)
{
	hd_code *c = s->c;
	bool changed = false;

	for (int k = 0; k < c->g->nrpo; k++) {
		int n = c->g->rpo[k];

		hd_each_node_insn (i, c, n) {
			int id = hd_id(c, i);

			if (id < 0 || hd_bit(&c->varying, (size_t)id) ||
			    !varies(s, i, n))
				continue;
			hd_bit_set(&c->varying, (size_t)id);
			changed = true;
		}
	}
	return changed;
}

/* ---- control flow */

static void
spread(state *s, const hd_ints *from)
{
	hd_labels l = hd_spread_labels(&s->c->u->scratch, s->c->g, from);

	hd_bits_or(&s->join, &l.join);
}

static bool
update_branches(state *s)
{
	hd_code *c = s->c;
	bool changed = false;

	for (int n = 0; n < c->nn; n++) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(c->node[n].bb);

		if (c->g->succ[n].n < 2 || hd_bit(&c->divergent, (size_t)n) ||
		    hd_is_uniform(c, LLVMGetCondition(t)))
			continue;
		hd_bit_set(&c->divergent, (size_t)n);
		spread(s, &c->g->succ[n]);
		changed = true;
	}
	return changed;
}

static bool
update_loops(state *s)
{
	hd_code *c = s->c;
	bool changed = false;

	for (size_t k = 0; k < s->loops.n; k++) {
		hd_loop *l = &s->loops.at[k];

		if (hd_bit(&s->loop_done, k) ||
		    !hd_loop_diverges(&c->u->scratch, c->g, l, &c->divergent))
			continue;
		hd_bit_set(&s->loop_done, k);
		for (size_t j = 0; j < l->targets.n; j++)
			hd_bit_set(&s->join, (size_t)l->targets.at[j]);
		spread(s, &l->targets);
		changed = true;
	}
	return changed;
}

void
hd_find_uniform(hd_code *c)
{
	hd_arena *a = &c->u->mem;
	state s = {.c = c, .join = hd_bits_new(a, (size_t)c->nn)};
	bool reducible = hd_graph_is_reducible(c->g);

	hd_check(c->nr > 1);
	c->varying = hd_bits_new(a, (size_t)c->nv);
	c->divergent = hd_bits_new(a, (size_t)c->nn);
	if (reducible)
		s.loops = hd_graph_loops(a, c->g);
	s.loop_done = hd_bits_new(a, s.loops.n);
	if (!reducible) /* nothing is known about joins: assume the worst */
		for (int n = 0; n < c->nn; n++)
			hd_bit_set(&s.join, (size_t)n);
	while (update_values(&s) || update_branches(&s) || update_loops(&s))
		continue;
}
