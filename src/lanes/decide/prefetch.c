/* SPDX-License-Identifier: Apache-2.0 */
/* Which accesses are worth a software prefetch; emit/access/prefetch.c makes them. */
#include "lanes/decide/decide.h"

/* Of a block with several rows. */
bool
hd_follows_rows(LLVMValueRef p)
{
	return hd_mentions(LLVMGetOperand(p, 1), HD_TID, 1, 2, HD_CHANGE_DEPTH);
}

static bool
counts_in_large_steps(const hd_code *c, LLVMValueRef phi)
{
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMValueRef step = hd_step_of(phi, k);

		if (step && !LLVMIsConstant(step) && hd_is_lane_uniform(c, step))
			return true;
	}
	return false;
}

/* Is there a loop over the grid that reads one piece of memory per round and group? */
bool
hd_has_large_strides(const hd_code *c)
{
	if (hd_string_attr(c->fn, HD_PARTS))
		return false;
	for (int v = 0; v < c->nv; v++) {
		LLVMValueRef p, x;

		if (c->def[v] < 0 || !hd_is_opcode(c->val[v], LLVMLoad))
			continue;
		p = LLVMGetOperand(c->val[v], 0);
		if (!hd_is_opcode(p, LLVMGetElementPtr) || LLVMGetNumOperands(p) != 2 ||
		    hd_is_lane_uniform(c, p))
			continue;
		x = LLVMGetOperand(p, 1);
		while (hd_is_extension(x))
			x = LLVMGetOperand(x, 0);
		if (hd_is_opcode(x, LLVMPHI) && counts_in_large_steps(c, x))
			return true;
	}
	return false;
}

/* Of a row along which threads and blocks lie side by side. */
static bool
is_piece_of_row(const hd_layout *l, LLVMValueRef p, LLVMTypeRef t)
{
	const hd_code *c = l->c;
	hd_shape s = hd_shape_of(c, p);

	if (!hd_is_opcode(p, LLVMGetElementPtr) || LLVMGetNumOperands(p) != 2 ||
	    s.kind == HD_VARYING || s.stride != (int64_t)hd_size_of(c->u, t) ||
	    hd_map_get(&l->shared, LLVMGetOperand(p, 0)) ||
	    hd_private_of(c, LLVMGetOperand(p, 0)))
		return false;
	return (hd_follows_rows(p) || c->nr > 1) &&
	       hd_mentions(LLVMGetOperand(p, 1), HD_CTAID, 0, 0, HD_CHANGE_DEPTH);
}

/* The first accesses of an array, one on each of the ways that do not meet before. Those that
 * follow the rows of blocks are apart from those that all rows of blocks have in common; not on
 * x86, which was slower with both. */
typedef struct access {
	LLVMValueRef i;
	int node;
	bool by_rows;
} access;

typedef HD_VEC(access) accesses;

static bool
leads_to(const hd_code *c, int from, int to, hd_bits *seen)
{
	if (from == to)
		return true;
	hd_bit_set(seen, (size_t)from);
	for (size_t k = 0; k < c->g->succ[from].n; k++) {
		int next = c->g->succ[from].at[k];

		if (!hd_bit(seen, (size_t)next) && leads_to(c, next, to, seen))
			return true;
	}
	return false;
}

/* The one on the way to this one, or NULL. */
static LLVMValueRef
on_the_way(const hd_code *c, const accesses *first, const access *to)
{
	for (size_t k = 0; k < first->n; k++) {
		hd_bits seen = hd_bits_new(&c->u->scratch, (size_t)c->nn);

		if (first->at[k].by_rows == to->by_rows &&
		    leads_to(c, first->at[k].node, to->node, &seen))
			return first->at[k].i;
	}
	return NULL;
}

static bool
is_by_rows(LLVMValueRef p)
{
	return hd_mentions(LLVMGetOperand(p, 1), HD_CTAID, 1, 2, HD_CHANGE_DEPTH);
}

/* The first access of a piece of each array, where there are many: one line of it is
 * enough. What all blocks above each other read is not asked for to be written, although
 * other parts of the array are: one processor would take it from the next. */
static void
note_access(hd_layout *l, hd_map *arrays, LLVMValueRef i, int n, bool in_loop)
{
	const hd_code *c = l->c;
	bool writes = hd_is_opcode(i, LLVMStore);
	LLVMValueRef p = LLVMGetOperand(i, writes), before;
	hd_arena *a = &c->u->mem;
	uintptr_t *at;
	accesses *first;
	access new = {.i = i, .node = n};

	hd_check(n >= 0 && n < c->nn);
	if (!is_piece_of_row(l, p, LLVMTypeOf(writes ? LLVMGetOperand(i, 0) : i)))
		return;
	at = hd_map_put(a, arrays, LLVMGetOperand(p, 0));
	if (!*at)
		*at = (uintptr_t)HD_NEW(a, accesses);
	first = (accesses *)*at;
	new.by_rows = !hd_cpu_of(c->u).x86 &&is_by_rows(p);
	before = on_the_way(c, first, &new);
	if (!before || !hd_follows_rows(p)) {
		hd_push(a, first, new);
		*hd_map_put(a, &l->first_access, i) =
			HD_TO_READ | (in_loop ? HD_IN_ROUNDS : 0);
		before = i;
	}
	if (writes) {
		uintptr_t *use = hd_map_put(a, &l->first_access, before);

		*use = HD_TO_WRITE | (*use & (HD_IN_ROUNDS | HD_HERE)) |
		       (is_by_rows(hd_pointer_of(before)) == is_by_rows(p) ? HD_HERE
									   : 0) |
		       (hd_is_opcode(before, LLVMLoad) ? HD_TO_READ : 0);
		l->writes_rows = true;
	}
}

void
hd_find_first_accesses(hd_layout *l)
{
	const hd_code *c = l->c;
	hd_bits in_long = hd_bits_new(&c->u->scratch, (size_t)c->nn);
	hd_bits in_short = hd_bits_new(&c->u->scratch, (size_t)c->nn);
	hd_map first = {0};
	hd_loops loops;

	if (!hd_does(c->u, HD_TRICK_prefetch) || c->w.lanes == 1)
		return;
	loops = hd_graph_loops(&c->u->scratch, c->g);
	for (size_t k = 0; k < loops.n; k++)
		hd_each_bit (n, &loops.at[k].in)
			hd_bit_set(hd_short_rounds(c, &loops.at[k]) ? &in_short
								    : &in_long,
				   n);
	for (int n = 0; n < c->nn; n++) {
		if (hd_bit(&in_long, (size_t)n))
			continue;
		hd_each_node_insn (i, c, n)
			if (hd_is_opcode(i, LLVMLoad) || hd_is_opcode(i, LLVMStore))
				note_access(l, &first, i, n,
					    hd_bit(&in_short, (size_t)n));
	}
}
