/* SPDX-License-Identifier: Apache-2.0 */
/* order_blocks: blocks that write the same element do so in their order.
 *
 *     if (blockIdx.x == 0) a[3] = f();
 *     else                 a[3] = g();
 *
 * Whose value stays is open. On a GPU it is mostly the one of the later block; here it
 * would change from run to run. The kernel is marked, and the blocks of a small grid run
 * one after the other.
 *
 * A kernel is marked only where this is certain: two stores, which a comparison of
 * blockIdx with a constant keeps apart, to an address on which all threads of the launch
 * agree. So no program without such a race becomes slower.
 *
 * keeps:   the CFG
 */
#include "ana/address.h"
#include "pass/pass.h"

typedef struct store {
	LLVMValueRef insn;
	hd_address at;
} store;

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn;
	hd_blocks blocks;
	HD_VEC(store) all; /* to what a whole launch agrees on */
} state;

/* ---- what is written */

static bool
is_same_for_launch(const hd_address *at)
{
	return at->base &&
	       (LLVMIsAArgument(at->base) || LLVMIsAGlobalVariable(at->base)) &&
	       !at->anywhere && !at->wraps && !hd_is_shared_variable(at->base) &&
	       !at->n;
}

static void
add_store(state *s, LLVMValueRef i)
{
	store w = {i, hd_parts_of(s->u, LLVMGetOperand(i, 1))};

	if (hd_is_ordinary(i) && is_same_for_launch(&w.at))
		hd_push(&s->u->scratch, &s->all, w);
}

static bool
writes_the_same(const store *a, const store *b)
{
	return a->at.base == b->at.base && a->at.offset == b->at.offset &&
	       !hd_is_same_value(LLVMGetOperand(a->insn, 0),
				 LLVMGetOperand(b->insn, 0));
}

/* ---- who writes */

static bool
is_block_index(LLVMValueRef v)
{
	int dim;

	return LLVMIsAInstruction(v) && hd_sreg_read(v, &dim) == HD_CTAID;
}

/* Does every block always leave it by the same way, and not all by the same one? */
static bool
sorts_blocks(LLVMValueRef end)
{
	LLVMValueRef c;

	if (hd_is_opcode(end, LLVMSwitch))
		return is_block_index(LLVMGetOperand(end, 0));
	if (!hd_is_opcode(end, LLVMBr) || !LLVMIsConditional(end))
		return false;
	c = LLVMGetCondition(end);
	return hd_is_opcode(c, LLVMICmp) && is_block_index(LLVMGetOperand(c, 0)) &&
	       LLVMIsAConstantInt(LLVMGetOperand(c, 1));
}

/* The way out of `end` behind which the block lies for sure; -1: behind none. */
static int
way_to(const state *s, LLVMValueRef end, LLVMBasicBlockRef bb)
{
	for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
		LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
		int n = hd_block_number(&s->blocks, to);

		if (s->blocks.g->pred[n].n == 1 &&
		    hd_block_dominates(&s->blocks, to, bb))
			return (int)k;
	}
	return -1;
}

static bool
is_kept_apart(const state *s, const store *a, const store *b)
{
	LLVMBasicBlockRef x = LLVMGetInstructionParent(a->insn),
			  y = LLVMGetInstructionParent(b->insn);

	if (!hd_is_reached(&s->blocks, x) || !hd_is_reached(&s->blocks, y))
		return false;
	hd_each_block (bb, s->fn) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
		int i, j;

		if (!hd_is_reached(&s->blocks, bb) || !sorts_blocks(end))
			continue;
		i = way_to(s, end, x);
		j = way_to(s, end, y);
		if (i >= 0 && j >= 0 && i != j)
			return true;
	}
	return false;
}

/* ---- the pass */

static void
remark(const state *s, const store *a, const store *b)
{
	hd_remark(s->u, b->insn,
		  "kernel '%s' writes here what another block writes in "
		  "line %u; the blocks of small grids run in order",
		  hd_source_name(s->fn), hd_user_position(a->insn).line);
}

static bool
has_ordered_writes(state *s)
{
	s->blocks = hd_number_blocks(&s->u->scratch, s->fn);
	hd_each_block (bb, s->fn)
		hd_each_insn (i, bb)
			if (hd_is_opcode(i, LLVMStore))
				add_store(s, i);
	for (size_t i = 0; i < s->all.n; i++)
		for (size_t k = i + 1; k < s->all.n; k++) {
			const store *a = &s->all.at[i], *b = &s->all.at[k];

			if (writes_the_same(a, b) && is_kept_apart(s, a, b)) {
				remark(s, a, b);
				return true;
			}
		}
	return false;
}

/* Or a version of one. */
static bool
is_kernel(hd_unit *u, LLVMValueRef fn)
{
	return hd_has_body(fn) && (hd_is_kernel(u, fn) || hd_string_attr(fn, HD_KNOWN));
}

/* Marks the kernels of `to` by what is found in `from`, the same or a copy. */
static bool
mark(hd_unit *u, LLVMModuleRef from, LLVMModuleRef to)
{
	bool changed = false;

	hd_each_function (fn, from) {
		state s = {.u = u, .fn = fn};

		u->m = from;
		if (!is_kernel(u, fn) || !has_ordered_writes(&s))
			continue;
		u->m = to;
		hd_add_string_attr(u, LLVMGetNamedFunction(to, hd_name(fn)), HD_ORDERED,
				   "");
		changed = true;
	}
	u->m = to;
	return changed;
}

/* In unoptimised code variables live in memory: a copy without them is read. */
bool
hd_pass_order_blocks(hd_unit *u)
{
	LLVMModuleRef original = u->m, copy;
	bool changed;

	if (!u->opt.debug_device && u->opt.opt_level > 0)
		return mark(u, original, original);
	copy = LLVMCloneModule(original);
	u->m = copy;
	hd_run_llvm(u, "function(sroa,instsimplify)");
	changed = mark(u, copy, original);
	LLVMDisposeModule(copy);
	return changed;
}
