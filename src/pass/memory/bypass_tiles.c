/* SPDX-License-Identifier: Apache-2.0 */
/* bypass_tiles: tiles in shared memory that hold what was read from an array.
 *
 *     s[ty][tx] = p[i];
 *     __syncthreads();
 *     ... ty > 0 ? s[ty - 1][tx] : p[i - n] ...
 * gets a version beside it that has
 *     ... ty > 0 ? p[i - n] : p[i - n] ...
 *
 * GPUs stage such elements because many threads read each of them; a CPU's caches do that,
 * and without the tile and its barrier, blocks that lie side by side are walked row by row.
 * What is needed: the block's shape, so that it is known who has stored what a thread reads;
 * one store that all threads come to, of an element whose address for another thread can be
 * computed; other stores, such as those of a tile's border, are read by who stored them; and
 * an array that the kernel does not write. That others which it writes do not overlap it is
 * asked when the kernel is launched ("heddle-apart").
 *
 * needs:   specialize_launches, normalize
 */
#include "pass/memory/tiles.h"
#include "pass/pass.h"

typedef struct state {
	hd_unit *u;
	LLVMBuilderRef b;
	LLVMValueRef fn;
} state;

/* ---- what a thread has put into a tile itself */

static LLVMValueRef
variable(state *s, LLVMTypeRef t, LLVMValueRef begin)
{
	LLVMValueRef v;

	LLVMPositionBuilderBefore(
		s->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(s->fn)));
	v = LLVMBuildAlloca(s->b, t, "");
	if (begin)
		LLVMBuildStore(s->b, begin, v);
	return v;
}

static void
set_after(state *s, LLVMValueRef i, LLVMValueRef x, LLVMValueRef variable)
{
	LLVMPositionBuilderBefore(s->b, LLVMGetNextInstruction(i));
	LLVMBuildStore(s->b, x, variable);
}

static void
keep(state *s, hd_put *x)
{
	LLVMValueRef v = LLVMGetOperand(x->a->insn, 0), no, yes;

	if (x->value)
		return;
	no = LLVMConstInt(s->u->i1, 0, false);
	yes = LLVMConstInt(s->u->i1, 1, false);
	x->value = variable(s, LLVMTypeOf(v), NULL);
	x->done = variable(s, s->u->i1, no);
	set_after(s, x->a->insn, v, x->value);
	set_after(s, x->a->insn, yes, x->done);
	if (!x->twin)
		return;
	x->read = variable(s, s->u->i1, no);
	set_after(s, x->twin, yes, x->read);
}

static LLVMValueRef
is_set(state *s, LLVMValueRef variable)
{
	return LLVMBuildLoad2(s->b, s->u->i1, variable, "");
}

/* One of several: the one that was put there. */
static LLVMValueRef
own_value(state *s, const hd_get *g)
{
	LLVMTypeRef t = LLVMTypeOf(g->a->insn);
	LLVMValueRef v = NULL;

	for (size_t k = 0; k < g->own.n; k++) {
		LLVMValueRef x = LLVMBuildLoad2(s->b, t, g->own.at[k]->value, "");

		v = v ? LLVMBuildSelect(s->b, is_set(s, g->own.at[k]->done), x, v, "")
		      : x;
	}
	return v;
}

/* ---- loads */

/* Where a thread has put something there itself, the array may have no such element; unless
 * that is what it has read. */
static LLVMValueRef
may_read_array(state *s, const hd_get *g)
{
	LLVMValueRef all = LLVMConstInt(s->u->i1, 1, false);

	for (size_t k = 0; k < g->own.n; k++) {
		const hd_put *x = g->own.at[k];
		LLVMValueRef may = LLVMBuildNot(s->b, is_set(s, x->done), "");

		if (x->twin && memcmp(x->d, g->d, sizeof g->d) == 0)
			may = LLVMBuildOr(s->b, may, is_set(s, x->read), "");
		all = LLVMBuildAnd(s->b, all, may, "");
	}
	return all;
}

/* if (it may) from the array; else what the thread has put there. */
static LLVMValueRef
either(state *s, const hd_tile *t, const hd_get *g)
{
	LLVMValueRef load = g->a->insn, may = may_read_array(s, g), x[2], end, phi;
	LLVMBasicBlockRef from = LLVMGetInstructionParent(load),
			  next = hd_split_block(s->u, load), way[2];

	for (int k = 0; k < 2; k++) {
		way[k] = LLVMInsertBasicBlockInContext(s->u->c, next, "");
		LLVMPositionBuilderAtEnd(s->b, way[k]);
		x[k] = k ? own_value(s, g) : hd_load_of_thread(s->u, s->b, t, g->d);
		LLVMBuildBr(s->b, next);
	}
	end = LLVMGetBasicBlockTerminator(from);
	LLVMInstructionEraseFromParent(end);
	LLVMPositionBuilderAtEnd(s->b, from);
	LLVMBuildCondBr(s->b, may, way[0], way[1]);
	LLVMPositionBuilderBefore(s->b, LLVMGetFirstInstruction(next));
	phi = LLVMBuildPhi(s->b, LLVMTypeOf(load), "");
	LLVMAddIncoming(phi, x, way, 2);
	return phi;
}

static void
replace_load(state *s, const hd_tile *t, const hd_get *g)
{
	bool own = !g->d[0] && !g->d[1] && !g->d[2];
	LLVMValueRef load = g->a->insn, v;

	for (size_t k = 0; k < g->own.n; k++)
		keep(s, g->own.at[k]);
	LLVMPositionBuilderBefore(s->b, load);
	LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(load));
	if (!g->from_main)
		v = own_value(s, g);
	else if (g->own.n)
		v = either(s, t, g);
	else
		v = own ? t->source : hd_load_of_thread(s->u, s->b, t, g->d);
	LLVMReplaceAllUsesWith(load, v);
	LLVMInstructionEraseFromParent(load);
}

static void
replace_tile(state *s, hd_tile *t)
{
	hd_remark(s->u, t->main->a->insn,
		  "kernel '%s' has a version without this shared-memory "
		  "store: threads read the array instead",
		  hd_source_name(s->fn));
	for (size_t k = 0; k < t->get.n; k++)
		replace_load(s, t, &t->get.at[k]);
	for (size_t k = 0; k < t->put.n; k++)
		LLVMInstructionEraseFromParent(t->put.at[k].a->insn);
	for (unsigned k = 0; k < LLVMCountParams(s->fn); k++)
		if (LLVMGetParam(s->fn, k) == t->array)
			hd_add_param_attr(s->u, s->fn, k, "noalias");
}

/* ---- the pass */

static bool
change(hd_unit *u, LLVMValueRef fn)
{
	LLVMValueRef known = hd_known_version(fn);
	hd_tiles look = {.u = u, .fn = known};
	state s = {.u = u};

	if (!known || !hd_find_tiles(&look))
		return false;
	s.fn = hd_clone_function(
		u, known, hd_format(&u->scratch, "%s" HD_DIRECT_SUFFIX, hd_name(fn)));
	look = (hd_tiles){.u = u, .fn = s.fn};
	hd_add_string_attr(u, s.fn, HD_APART, hd_find_tiles(&look));
	s.b = LLVMCreateBuilderInContext(u->c);
	for (size_t k = 0; k < look.tiles.n; k++)
		if (look.tiles.at[k]->main)
			replace_tile(&s, look.tiles.at[k]);
	LLVMDisposeBuilder(s.b);
	hd_mark_changed(u, s.fn);
	return true;
}

bool
hd_pass_bypass_tiles(hd_unit *u)
{
	HD_VEC(LLVMValueRef) kernels = {0};
	bool any = false;

	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && hd_is_kernel(u, fn))
			hd_push(&u->scratch, &kernels, fn);
	for (size_t k = 0; k < kernels.n; k++)
		any |= change(u, kernels.at[k]);
	return any;
}
