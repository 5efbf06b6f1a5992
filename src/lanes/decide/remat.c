/* SPDX-License-Identifier: Apache-2.0 */
/* What survives a barrier, and what is rematerialised behind it. Of the values that are live
 * behind it, some are kept in the context and the rest are recomputed from those: a minimum
 * cut of the computation, as in Moses et al. (High-performance GPU-to-CPU transpilation),
 * section III-B1. Uniform values cost nothing: the block keeps them once. Private variables
 * are kept when their contents may live across a barrier. */
#include "lanes/decide/decide.h"

/* ---- values */

static bool
is_cheap(LLVMOpcode o)
{
	if (hd_is_division(o) || o == LLVMFDiv || o == LLVMFRem)
		return false;
	return (o >= LLVMAdd && o <= LLVMXor) || (o >= LLVMTrunc && o <= LLVMBitCast) ||
	       o == LLVMGetElementPtr || o == LLVMICmp || o == LLVMFCmp ||
	       o == LLVMSelect || o == LLVMFNeg || o == LLVMExtractElement ||
	       o == LLVMInsertElement || o == LLVMShuffleVector ||
	       o == LLVMExtractValue || o == LLVMInsertValue;
}

static bool
is_recomputable(LLVMValueRef v)
{
	int dim;

	if (!LLVMIsAInstruction(v))
		return false;
	return hd_sreg_read(v, &dim) != HD_NOT_SREG ||
	       is_cheap(LLVMGetInstructionOpcode(v));
}

/* The block keeps it once, in a register. */
static bool
is_free(const hd_code *c, int id)
{
	return !c->steps && !hd_bit(&c->varying, (size_t)id);
}

typedef struct state {
	const hd_code *c;
	hd_cut *cut;
	hd_bits seen;
} state;

/* A "maybe" has three forms, and is better recomputed. */
static int
cost(const hd_code *c, LLVMValueRef v)
{
	if (hd_shape_of(c, v).kind == HD_MAYBE)
		return 1 << 24;
	return (int)hd_size_of(c->u, hd_keep_type(c, v));
}

static void
add_to_cut(state *s, int id)
{
	const hd_code *c = s->c;
	LLVMValueRef v = c->val[id];
	hd_ints inputs;
	int dim;

	if (c->def[id] < 0 || is_free(c, id) || hd_bit(&s->seen, (size_t)id))
		return;
	hd_bit_set(&s->seen, (size_t)id);
	hd_cut_node(s->cut, id, cost(c, v));
	if (!is_recomputable(v)) {
		hd_cut_source(s->cut, id);
		return;
	}
	if (hd_sreg_read(v, &dim) != HD_NOT_SREG)
		return;
	inputs = hd_inputs(c, v);
	for (size_t k = 0; k < inputs.n; k++) {
		int op = inputs.at[k];

		add_to_cut(s, op);
		if (hd_bit(&s->seen, (size_t)op))
			hd_cut_edge(s->cut, op, id);
	}
}

/* Mark what recomputing `id` starts from. */
static void
keep_leaves(hd_layout *l, int id, hd_bits *done)
{
	const hd_code *c = l->c;
	hd_ints inputs;
	int dim;

	if (c->def[id] < 0 || hd_bit(&l->keep, (size_t)id) || hd_bit(done, (size_t)id))
		return;
	hd_bit_set(done, (size_t)id);
	if (is_free(c, id) && hd_sreg_read(c->val[id], &dim) == HD_NOT_SREG) {
		hd_bit_set(&l->keep, (size_t)id);
		return;
	}
	if (!is_recomputable(c->val[id]))
		hd_bug("a value that cannot be recomputed was not kept: %s",
		       hd_name(c->val[id]));
	inputs = hd_inputs(c, c->val[id]);
	for (size_t k = 0; k < inputs.n; k++)
		keep_leaves(l, inputs.at[k], done);
}

/* A barrier's own result is born behind it. */
static bool
is_live_value(const hd_code *c, const hd_region *r, size_t id)
{
	return c->val[id] != r->barrier;
}

static void
keep_for_region(hd_layout *l, const hd_region *r)
{
	const hd_code *c = l->c;
	hd_arena *a = &c->u->scratch;
	state s = {c, hd_cut_new(a, c->nv), hd_bits_new(a, (size_t)c->nv)};
	hd_bits done = hd_bits_new(a, (size_t)c->nv), cut;

	hd_each_bit (id, &c->live_in[r->entry]) {
		if (!is_live_value(c, r, id))
			continue;
		add_to_cut(&s, (int)id);
		if (hd_bit(&s.seen, id))
			hd_cut_sink(s.cut, (int)id);
	}
	cut = hd_cut_solve(s.cut);
	hd_bits_or(&l->keep, &cut);
	hd_each_bit (id, &c->live_in[r->entry])
		if (is_live_value(c, r, id))
			keep_leaves(l, (int)id, &done);
	hd_each_bit (id, &l->keep)
		hd_check(c->def[id] >= 0); /* arguments are there anyway */
}

/* ---- private variables */

static int
node_of(const hd_code *c, LLVMValueRef i)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(i);
	int n = (int)*hd_map_get(&c->last_node, bb) - 1;

	for (LLVMValueRef j = i; j; j = LLVMGetNextInstruction(j))
		if (c->is_kernel && hd_ends_node(c, j) != HD_NO_BARRIER)
			n--;
	return n;
}

/* Nodes that touch what `p` points to; false when its address escapes. */
static bool
find_users(const hd_code *c, LLVMValueRef p, hd_bits *nodes, int depth)
{
	if (depth > 32)
		return false;
	hd_each_use (use, p) {
		LLVMValueRef i = LLVMGetUser(use);
		LLVMOpcode o = LLVMGetInstructionOpcode(i);

		if (o == LLVMGetElementPtr || o == LLVMBitCast) {
			if (!find_users(c, i, nodes, depth + 1))
				return false;
			continue;
		}
		if (hd_is_lifetime_call(i) || hd_is_debug_call(i))
			continue;
		if (o != LLVMLoad && !(o == LLVMStore && LLVMGetOperand(i, 1) == p) &&
		    !hd_calls_prefix(i, "llvm.memcpy.") &&
		    !hd_calls_prefix(i, "llvm.memset.") &&
		    !hd_calls_prefix(i, "llvm.memmove."))
			return false;
		hd_bit_set(nodes, (size_t)node_of(c, i));
	}
	return true;
}

static void
flood(hd_arena *a, hd_bits *set, const hd_ints *edges)
{
	hd_ints work = {0};

	hd_each_bit (n, set)
		hd_push(a, &work, (int)n);
	while (work.n) {
		int n = hd_pop(&work);

		for (size_t k = 0; k < edges[n].n; k++) {
			int s = edges[n].at[k];

			if (hd_bit(set, (size_t)s))
				continue;
			hd_bit_set(set, (size_t)s);
			hd_push(a, &work, s);
		}
	}
}

static bool
lives_across(const hd_code *c, const hd_private *p)
{
	hd_arena *a = &c->u->scratch;
	hd_bits after = hd_bits_new(a, (size_t)c->nn),
		before = hd_bits_new(a, (size_t)c->nn);

	if (!find_users(c, p->insn, &after, 0))
		return true;
	hd_bits_or(&before, &after);
	flood(a, &after, c->g->succ);
	flood(a, &before, c->g->pred);
	for (int n = 0; n < c->nn; n++)
		if (c->node[n].barrier && hd_bit(&after, (size_t)n) &&
		    hd_bit(&before, (size_t)n + 1))
			return true;
	return false;
}

/* ---- the group's part of the context */

static uint32_t
place(hd_layout *l, uint64_t size, unsigned align)
{
	uint32_t at = (l->group_bytes + align - 1) / align * align;

	hd_check(align > 0 && size <= UINT32_MAX - l->group_bytes);
	l->group_bytes = at + (uint32_t)size;
	return at;
}

/* Those that fill registers first, so that none lies in two cache lines; then the others. */
static uint32_t
place_values(hd_layout *l, bool large, uint32_t most)
{
	const hd_code *c = l->c;
	uint32_t reg = (uint32_t)hd_cpu_of(c->u).register_bytes;

	for (int v = 0; v < c->nv; v++) {
		uint64_t size = hd_size_of(c->u, hd_keep_type(c, c->val[v]));

		if (!hd_bit(&l->keep, (size_t)v) || is_free(c, v) ||
		    large != (c->w.lanes > 1 && size >= reg))
			continue;
		l->keep_at[v] =
			place(l, size, large ? reg : hd_keep_align(c, c->val[v]));
		most = large && reg > most ? reg : most;
	}
	return most;
}

static void
lay_out(hd_layout *l)
{
	const hd_code *c = l->c;
	uint32_t most = 16;

	if (c->warps)
		l->group_bytes = sizeof(hd_lane);
	else
		l->group_bytes = c->steps || c->returned ? hd_state_bytes(c) : 0;
	most = place_values(l, true, most);
	place_values(l, false, most);
	for (int k = 0; k < c->np; k++)
		if (l->priv_at[k] != HD_ON_STACK) {
			l->priv_at[k] =
				place(l,
				      (uint64_t)c->priv[k].size * (uint64_t)c->w.lanes +
					      hd_private_pad(&c->priv[k], c->w.lanes),
				      c->priv[k].align);
			if (c->priv[k].align > most)
				most = c->priv[k].align;
		}
	l->group_bytes = (l->group_bytes + most - 1) / most * most;
	hd_check(l->group_bytes % 16 == 0);
	hd_check(c->nr > 1 || c->steps || c->returned || !l->group_bytes);
}

static void
reject_dynamic_allocas(const hd_layout *l)
{
	const hd_code *c = l->c;

	hd_each_bit (v, &l->keep)
		if (hd_is_opcode(c->val[v], LLVMAlloca))
			hd_error(c->val[v],
				 "a private array of variable size cannot live "
				 "across a barrier; give it a constant size");
}

void
hd_find_kept(hd_layout *l)
{
	const hd_code *c = l->c;

	l->keep = hd_bits_new(&c->u->mem, (size_t)c->nv);
	l->keep_at = HD_NEW_ARRAY(&c->u->mem, uint32_t, (size_t)c->nv);
	for (int r = 1; r < c->nr; r++)
		if (c->region[r].g->nrpo && c->g->pos[c->region[r].entry] >= 0)
			keep_for_region(l, &c->region[r]);
	l->priv_at = HD_NEW_ARRAY(&c->u->mem, uint32_t, (size_t)c->np + 1);
	for (int k = 0; k < c->np; k++)
		l->priv_at[k] =
			c->nr > 1 && lives_across(c, &c->priv[k]) ? 0 : HD_ON_STACK;
	reject_dynamic_allocas(l);
	lay_out(l);
	hd_each_bit (v, &l->keep)
		hd_check(is_free(c, (int)v) || l->keep_at[v] < l->group_bytes);
}
