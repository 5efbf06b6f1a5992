/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs over small numbers: orders and dominators. LLVM-C has none of these. */
#include "ir.h"

hd_graph *
hd_graph_new(hd_arena *a, int n, int entry)
{
	hd_graph *g = HD_NEW(a, hd_graph);

	g->n = n;
	g->entry = entry;
	g->succ = HD_NEW_ARRAY(a, hd_ints, (size_t)n);
	g->pred = HD_NEW_ARRAY(a, hd_ints, (size_t)n);
	g->rpo = HD_NEW_ARRAY(a, int, (size_t)n);
	g->pos = HD_NEW_ARRAY(a, int, (size_t)n);
	g->idom = HD_NEW_ARRAY(a, int, (size_t)n);
	return g;
}

void
hd_graph_edge(hd_arena *a, hd_graph *g, int from, int to)
{
	hd_check(from >= 0 && from < g->n && to >= 0 && to < g->n);
	hd_push(a, &g->succ[from], to);
}

/* Depth-first without recursion: kernels can have thousands of blocks in a row. */
static int
post_order(hd_arena *a, hd_graph *g, int *post)
{
	struct {
		int node;
		size_t next;
	} *stack = hd_alloc_array(a, (size_t)g->n, sizeof *stack);
	int depth = 0, count = 0;

	for (int n = 0; n < g->n; n++)
		g->pos[n] = -1;
	stack[depth].node = g->entry;
	stack[depth++].next = 0;
	g->pos[g->entry] = 0;
	while (depth) {
		int n = stack[depth - 1].node;

		if (stack[depth - 1].next == g->succ[n].n) {
			post[count++] = n;
			depth--;
			continue;
		}
		n = g->succ[n].at[stack[depth - 1].next++];
		if (g->pos[n] >= 0)
			continue;
		g->pos[n] = 0;
		stack[depth].node = n;
		stack[depth++].next = 0;
	}
	return count;
}

static int
meet(const hd_graph *g, int a, int b)
{
	while (a != b) {
		while (g->pos[a] > g->pos[b])
			a = g->idom[a];
		while (g->pos[b] > g->pos[a])
			b = g->idom[b];
	}
	return a;
}

/* Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm. */
static void
dominators(hd_graph *g)
{
	bool changed = true;

	for (int n = 0; n < g->n; n++)
		g->idom[n] = -1;
	g->idom[g->entry] = g->entry;
	while (changed) {
		changed = false;
		for (int i = 1; i < g->nrpo; i++) {
			int n = g->rpo[i], d = -1;

			for (size_t k = 0; k < g->pred[n].n; k++) {
				int p = g->pred[n].at[k];

				if (g->idom[p] >= 0)
					d = d < 0 ? p : meet(g, d, p);
			}
			changed |= g->idom[n] != d;
			g->idom[n] = d;
		}
	}
}

void
hd_graph_order(hd_arena *a, hd_graph *g)
{
	int *post = HD_NEW_ARRAY(a, int, (size_t)g->n);

	g->nrpo = post_order(a, g, post);
	for (int i = 0; i < g->nrpo; i++) {
		g->rpo[i] = post[g->nrpo - 1 - i];
		g->pos[g->rpo[i]] = i;
	}
	for (int i = 0; i < g->nrpo; i++) {
		int n = g->rpo[i];

		for (size_t k = 0; k < g->succ[n].n; k++)
			hd_push(a, &g->pred[g->succ[n].at[k]], n);
	}
	dominators(g);
}

bool
hd_graph_dominates(const hd_graph *g, int a, int b)
{
	while (g->pos[b] > g->pos[a])
		b = g->idom[b];
	return a == b;
}

bool
hd_graph_is_reducible(const hd_graph *g)
{
	for (int i = 0; i < g->nrpo; i++) {
		int n = g->rpo[i];

		for (size_t k = 0; k < g->succ[n].n; k++) {
			int s = g->succ[n].at[k];

			if (g->pos[s] <= i && !hd_graph_dominates(g, s, n))
				return false;
		}
	}
	return true;
}

/* The loop of one header: everything that reaches a latch without passing the header.
 */
static hd_loop
loop_of(hd_arena *a, const hd_graph *g, int header)
{
	hd_loop l = {.header = header, .in = hd_bits_new(a, (size_t)g->n)};
	hd_ints work = {0};

	hd_bit_set(&l.in, (size_t)header);
	for (size_t k = 0; k < g->pred[header].n; k++) {
		int p = g->pred[header].at[k];

		if (g->pos[p] < g->pos[header])
			continue;
		hd_push(a, &l.latches, p);
		hd_push(a, &work, p);
	}
	while (work.n) {
		int n = hd_pop(&work);

		if (hd_bit(&l.in, (size_t)n))
			continue;
		hd_bit_set(&l.in, (size_t)n);
		for (size_t k = 0; k < g->pred[n].n; k++)
			hd_push(a, &work, g->pred[n].at[k]);
	}
	hd_each_bit (n, &l.in)
		for (size_t k = 0; k < g->succ[n].n; k++)
			if (!hd_bit(&l.in, (size_t)g->succ[n].at[k])) {
				hd_push(a, &l.exiting, (int)n);
				hd_push(a, &l.targets, g->succ[n].at[k]);
			}
	return l;
}

hd_loops
hd_graph_loops(hd_arena *a, const hd_graph *g)
{
	hd_loops loops = {0};

	for (int i = 0; i < g->nrpo; i++) {
		hd_loop l = loop_of(a, g, g->rpo[i]);

		if (l.latches.n)
			hd_push(a, &loops, l);
	}
	return loops;
}

bool
hd_is_innermost(const hd_loops *loops, const hd_loop *l)
{
	for (size_t k = 0; k < loops->n; k++)
		if (&loops->at[k] != l && hd_bit(&l->in, (size_t)loops->at[k].header))
			return false;
	return true;
}

/* ---- basic blocks */

int
hd_block_number(const hd_blocks *b, LLVMBasicBlockRef bb)
{
	uintptr_t *p = hd_map_get(&b->number, bb);

	hd_check(p); /* it was there when blocks were numbered */
	return (int)*p - 1;
}

bool
hd_is_reached(const hd_blocks *b, LLVMBasicBlockRef bb)
{
	return b->g->pos[hd_block_number(b, bb)] >= 0;
}

bool
hd_block_dominates(const hd_blocks *b, LLVMBasicBlockRef x, LLVMBasicBlockRef y)
{
	return hd_graph_dominates(b->g, hd_block_number(b, x), hd_block_number(b, y));
}

hd_blocks
hd_number_blocks(hd_arena *a, LLVMValueRef fn)
{
	hd_blocks r = {0};
	int n = 0;

	hd_each_block (bb, fn)
		*hd_map_put(a, &r.number, bb) = (uintptr_t)++n;
	r.g = hd_graph_new(a, n, 0);
	hd_each_block (bb, fn) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);

		for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++)
			hd_graph_edge(a, r.g, hd_block_number(&r, bb),
				      hd_block_number(&r, LLVMGetSuccessor(t, k)));
	}
	hd_graph_order(a, r.g);
	return r;
}

hd_graph *
hd_graph_from_end(hd_arena *a, const hd_blocks *b, LLVMValueRef fn)
{
	const hd_graph *g = b->g;
	hd_graph *back = hd_graph_new(a, g->n + 1, g->n);

	hd_each_block (bb, fn)
		if (hd_is_opcode(LLVMGetBasicBlockTerminator(bb), LLVMRet))
			hd_graph_edge(a, back, g->n, hd_block_number(b, bb));
	for (int k = 0; k < g->n; k++)
		for (size_t j = 0; j < g->succ[k].n; j++)
			hd_graph_edge(a, back, g->succ[k].at[j], k);
	hd_graph_order(a, back);
	return back;
}
