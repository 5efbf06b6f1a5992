/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a function: nodes, value numbers, liveness. The IR is not touched. */
#include "lanes/read/read.h"

/* ---- nodes */

static int
count_nodes(const hd_code *c)
{
	int n = 0;

	hd_each_block (bb, c->fn) {
		n++;
		hd_each_insn (i, bb)
			n += hd_ends_node(c, i) != HD_NO_BARRIER;
	}
	return n;
}

static void
add_node(hd_code *c, LLVMBasicBlockRef bb, LLVMValueRef first, LLVMValueRef end)
{
	c->node[c->nn++] = (hd_node){bb, first, end,
				     end ? hd_ends_node(c, end) : HD_NO_BARRIER, -1};
}

static void
cut_nodes(hd_code *c)
{
	hd_arena *a = &c->u->mem;

	c->node = HD_NEW_ARRAY(a, hd_node, (size_t)count_nodes(c));
	hd_each_block (bb, c->fn) {
		LLVMValueRef first = LLVMGetFirstInstruction(bb);

		*hd_map_put(a, &c->first_node, bb) = (uintptr_t)c->nn + 1;
		hd_each_insn (i, bb)
			if (c->is_kernel && hd_ends_node(c, i) != HD_NO_BARRIER) {
				add_node(c, bb, first, i);
				first = LLVMGetNextInstruction(i);
			}
		*hd_map_put(a, &c->last_node, bb) = (uintptr_t)c->nn + 1;
		add_node(c, bb, first, NULL);
	}
}

static void
connect_nodes(hd_code *c)
{
	hd_arena *a = &c->u->mem;

	c->g = hd_graph_new(a, c->nn, 0);
	for (int n = 0; n < c->nn; n++) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(c->node[n].bb);

		if (c->node[n].barrier) {
			hd_graph_edge(a, c->g, n, n + 1);
			continue;
		}
		if (!hd_is_opcode(t, LLVMBr))
			continue;
		for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++) {
			LLVMBasicBlockRef to = LLVMGetSuccessor(t, k);

			hd_graph_edge(a, c->g, n,
				      (int)*hd_map_get(&c->first_node, to) - 1);
		}
	}
	hd_graph_order(a, c->g);
}

/* ---- numbers */

static bool
is_array(LLVMValueRef i)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetAllocatedType(i));

	return kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind;
}

/* What programs write one past an array must not hit what the runtime, or the compiler, keeps
 * beside it. */
uint32_t
hd_private_pad(const hd_private *p, int lanes)
{
	enum { PAD = 64 };
	uint32_t row = p->word * (uint32_t)lanes;

	return !p->padded ? 0 : row > PAD ? row : PAD;
}

/* Fixed-size allocas of the entry block are private variables; others are values. */
static bool
is_private(LLVMValueRef i)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(i);

	return hd_is_opcode(i, LLVMAlloca) &&
	       LLVMIsAConstantInt(LLVMGetOperand(i, 0)) &&
	       bb == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(bb));
}

static void
add_private(hd_code *c, LLVMValueRef i)
{
	hd_unit *u = c->u;
	uint64_t count = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0));
	uint64_t size = hd_size_of(u, LLVMGetAllocatedType(i)) * count;
	unsigned align = LLVMGetAlignment(i) ? LLVMGetAlignment(i) : 16;
	LLVMValueRef mark = LLVMGetMetadata(i, LLVMGetMDKindIDInContext(
						       u->c, HD_WORD, strlen(HD_WORD))),
		     word = NULL;

	if (mark)
		LLVMGetMDNodeOperands(mark, &word);
	size = (size + align - 1) / align * align; /* each lane's, behind the last's */
	if (size > INT32_MAX)
		hd_error(i, "a private variable of %llu bytes is too large",
			 (unsigned long long)size);
	c->priv[c->np] = (hd_private){
		.insn = i,
		.size = (uint32_t)size,
		.align = align,
		.word = word ? (uint32_t)LLVMConstIntGetZExtValue(word) : 0,
		.padded = is_array(i),
	};
	*hd_map_put(&u->mem, &c->priv_ids, i) = (uintptr_t)++c->np;
}

static void
add_value(hd_code *c, LLVMValueRef v, int def)
{
	c->val[c->nv] = v;
	c->def[c->nv] = def;
	*hd_map_put(&c->u->mem, &c->ids, v) = (uintptr_t)++c->nv;
}

static void
number_values(hd_code *c)
{
	hd_arena *a = &c->u->mem;
	size_t room = LLVMCountParams(c->fn), allocas = 0;

	hd_each_block (bb, c->fn)
		hd_each_insn (i, bb) {
			room++;
			allocas += hd_is_opcode(i, LLVMAlloca);
		}
	c->val = HD_NEW_ARRAY(a, LLVMValueRef, room);
	c->def = HD_NEW_ARRAY(a, int, room);
	c->priv = HD_NEW_ARRAY(a, hd_private, allocas);
	for (unsigned k = 0; k < LLVMCountParams(c->fn); k++)
		add_value(c, LLVMGetParam(c->fn, k), -1);
	for (int n = 0; n < c->nn; n++) {
		/* a barrier's result is born in the region behind it */
		if (n > 0 && c->node[n - 1].barrier > HD_BARRIER) {
			add_value(c, c->node[n - 1].end, n);
			c->reduces |= c->node[n - 1].barrier != HD_BARRIER_WARP;
			c->warps |= c->node[n - 1].barrier == HD_BARRIER_WARP;
		}
		hd_each_node_insn (i, c, n) {
			if (is_private(i)) {
				add_private(c, i);
			} else if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind) {
				add_value(c, i, n);
				c->dynamic_allocas |= hd_is_opcode(i, LLVMAlloca);
			}
		}
	}
}

/* ---- liveness */

static void
read_value(hd_code *c, hd_bits *gen, LLVMValueRef v, int n)
{
	int id = hd_id(c, v);

	if (id < 0 || c->def[id] < 0 || c->def[id] == n)
		return;
	hd_bit_set(&c->cross, (size_t)id);
	hd_bit_set(&gen[n], (size_t)id);
}

/* A phi reads at the end of its predecessor, even its own block's values. */
static void
read_phi(hd_code *c, hd_bits *gen, LLVMValueRef phi)
{
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
		int p = (int)*hd_map_get(&c->last_node, from) - 1;
		int id = hd_id(c, LLVMGetIncomingValue(phi, k));

		read_value(c, gen, LLVMGetIncomingValue(phi, k), p);
		if (id >= 0) /* read on the edge, which is a block of its own */
			hd_bit_set(&c->cross, (size_t)id);
	}
}

/* What is decided here from whether lanes agree, or NULL: see hd_decide. */
static LLVMValueRef
condition_of(LLVMValueRef i)
{
	if (hd_is_opcode(i, LLVMBr))
		return LLVMIsConditional(i) ? LLVMGetCondition(i) : NULL;
	if (hd_is_opcode(i, LLVMSelect) || hd_is_extension(i) ||
	    hd_calls_prefix(i, HD_ALL))
		return LLVMGetOperand(i, 0);
	return NULL;
}

static bool
has(const hd_ints *ids, int id)
{
	for (size_t k = 0; k < ids->n; k++)
		if (ids->at[k] == id)
			return true;
	return false;
}

/* Whether lanes agree on a condition is decided from what it is made of: that has to be
 * there as well. Each part once, however many ways lead to it. */
static void
add_parts(const hd_code *c, LLVMValueRef cond, hd_ints *ids)
{
	int id = hd_id(c, cond);
	LLVMOpcode o;

	if (id < 0 || has(ids, id))
		return;
	hd_push(&c->u->scratch, ids, id);
	if (!LLVMIsAInstruction(cond) || LLVMTypeOf(cond) != c->u->i1)
		return;
	o = LLVMGetInstructionOpcode(cond);
	if (o != LLVMICmp && o != LLVMAnd && o != LLVMOr && o != LLVMSelect &&
	    o != LLVMFreeze)
		return;
	for (int k = 0; k < LLVMGetNumOperands(cond); k++)
		add_parts(c, LLVMGetOperand(cond, (unsigned)k), ids);
}

/* The values that it is computed from. */
hd_ints
hd_inputs(const hd_code *c, LLVMValueRef i)
{
	hd_ints ids = {0};

	if (hd_shape_of(c, i).kind == HD_MAYBE && condition_of(i))
		add_parts(c, condition_of(i), &ids);
	for (int k = 0; k < LLVMGetNumOperands(i); k++) {
		int id = hd_id(c, LLVMGetOperand(i, (unsigned)k));

		if (id >= 0)
			hd_push(&c->u->scratch, &ids, id);
	}
	return ids;
}

/* At the end of a node its edges may ask again, each in a block of its own. */
static void
read_condition(hd_code *c, hd_bits *gen, LLVMValueRef i, int n)
{
	hd_ints parts = {0};

	add_parts(c, condition_of(i), &parts);
	for (size_t k = 0; k < parts.n; k++) {
		read_value(c, gen, c->val[parts.at[k]], n);
		if (LLVMIsATerminatorInst(i))
			hd_bit_set(&c->cross, (size_t)parts.at[k]);
	}
}

static void
gather_reads(hd_code *c, hd_bits *gen, int n)
{
	hd_each_node_insn (i, c, n) {
		if (hd_is_opcode(i, LLVMPHI)) {
			read_phi(c, gen, i);
			continue;
		}
		if (hd_is_debug_call(i))
			continue;
		if (condition_of(i))
			read_condition(c, gen, i, n);
		for (int k = 0; k < LLVMGetNumOperands(i); k++)
			read_value(c, gen, LLVMGetOperand(i, (unsigned)k), n);
	}
	for (int k = 0; c->node[n].barrier && k < hd_arg_count(c->node[n].end); k++)
		read_value(c, gen, LLVMGetOperand(c->node[n].end, (unsigned)k), n);
}

static void
find_liveness(hd_code *c)
{
	hd_arena *a = &c->u->mem;
	hd_bits *gen = HD_NEW_ARRAY(a, hd_bits, (size_t)c->nn);
	hd_bits out = hd_bits_new(a, (size_t)c->nv);
	bool changed = true;

	c->cross = hd_bits_new(a, (size_t)c->nv);
	c->live_in = HD_NEW_ARRAY(a, hd_bits, (size_t)c->nn);
	for (int n = 0; n < c->nn; n++) {
		gen[n] = hd_bits_new(a, (size_t)c->nv);
		c->live_in[n] = hd_bits_new(a, (size_t)c->nv);
	}
	hd_check(c->g->nrpo > 0 && c->nv >= (int)LLVMCountParams(c->fn));
	for (int n = 0; n < c->nn; n++) {
		gather_reads(c, gen, n);
		/* its result is stored in front of the node where it is born */
		if (c->node[n].barrier > HD_BARRIER)
			hd_bit_set(&c->cross, (size_t)hd_id(c, c->node[n].end));
	}
	while (changed) {
		changed = false;
		for (int k = c->g->nrpo - 1; k >= 0; k--) {
			int n = c->g->rpo[k];

			memcpy(out.word, gen[n].word, (out.n + 63) / 64 * 8);
			for (size_t s = 0; s < c->g->succ[n].n; s++)
				hd_bits_or(&out, &c->live_in[c->g->succ[n].at[s]]);
			hd_each_bit (v, &out)
				if (c->def[v] == n)
					hd_bit_clear(&out, v);
			changed |= hd_bits_or(&c->live_in[n], &out);
		}
	}
}

hd_code *
hd_read_code(hd_lower *l, LLVMValueRef fn, enum hd_reading as)
{
	hd_code *c = HD_NEW(&l->u->mem, hd_code);

	hd_check(LLVMCountBasicBlocks(fn) > 0);
	c->u = l->u;
	c->l = l;
	c->fn = fn;
	c->is_kernel = as != HD_FUNCTION;
	c->warp_vectors = as == HD_KERNEL_OF_WARPS;
	c->w.lanes = 1;
	c->joined = hd_string_attr(fn, HD_ROWS) ? atoi(hd_string_attr(fn, HD_ROWS)) : 1;
	if (hd_string_attr(fn, HD_KNOWN))
		hd_check(hd_read_shape(hd_string_attr(fn, HD_KNOWN), c->block));
	cut_nodes(c);
	hd_check(c->nn >= (int)LLVMCountBasicBlocks(fn));
	connect_nodes(c);
	number_values(c);
	find_liveness(c);
	return c;
}

/* What a "maybe" is made of is asked for again where it is used; see hd_form_here. */
static void
cross_too(hd_code *c, int v)
{
	LLVMValueRef i = c->val[v];
	hd_ints inputs;

	if (c->w.shape[v].kind != HD_MAYBE || hd_is_opcode(i, LLVMPHI))
		return;
	inputs = hd_inputs(c, i);
	for (size_t k = 0; k < inputs.n; k++) {
		int op = inputs.at[k];

		if (c->def[op] < 0 || hd_bit(&c->w.cross, (size_t)op))
			continue;
		hd_bit_set(&c->w.cross, (size_t)op);
		cross_too(c, op);
	}
}

void
hd_cross_maybes(hd_code *c)
{
	hd_check(c->w.shape && c->w.cross.n == (size_t)c->nv);
	for (int v = 0; v < c->nv; v++)
		if (hd_bit(&c->w.cross, (size_t)v))
			cross_too(c, v);
}
