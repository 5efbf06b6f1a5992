/* SPDX-License-Identifier: Apache-2.0 */
/* Cutting at barriers, and what the block does between regions: all groups of a block
 * take the same way (one continuation for the block), or groups step on their own. */
#include "lanes/read/read.h"

static void
build_region(hd_code *c, int r)
{
	hd_arena *a = &c->u->mem;
	hd_region *region = &c->region[r];

	hd_check(region->entry >= 0 && region->entry < c->nn);
	region->g = hd_graph_new(a, c->nn, region->entry);
	for (int n = 0; n < c->nn; n++)
		for (size_t k = 0; !c->node[n].barrier && k < c->g->succ[n].n; k++)
			hd_graph_edge(a, region->g, n, c->g->succ[n].at[k]);
	hd_graph_order(a, region->g);
	for (int k = 0; k < region->g->nrpo; k++) {
		int n = region->g->rpo[k];
		LLVMValueRef t = LLVMGetBasicBlockTerminator(c->node[n].bb);

		if (c->node[n].barrier)
			hd_push(a, &region->exits, n);
		else if (hd_is_opcode(t, LLVMRet))
			region->returns = true;
	}
}

/* ---- which exit a thread takes: does it depend on the thread? */

/* From here on, threads of one region are apart. Can they be so at its exits? */
static void
check_exits(hd_code *c, const hd_region *r, const hd_ints *from)
{
	hd_labels l = hd_spread_labels(&c->u->scratch, r->g, from);
	int at_barrier = -1;

	for (size_t k = 0; k < r->exits.n; k++) {
		int label = l.label[r->exits.at[k]];

		if (label < 0)
			continue;
		if (at_barrier >= 0 && label != at_barrier)
			c->steps = true;
		at_barrier = label;
	}
	for (int k = 0; at_barrier >= 0 && k < r->g->nrpo; k++) {
		int n = r->g->rpo[k];
		LLVMValueRef t = LLVMGetBasicBlockTerminator(c->node[n].bb);

		if (!c->node[n].barrier && hd_is_opcode(t, LLVMRet) &&
		    l.label[n] >= 0 && l.label[n] != at_barrier)
			c->returned = true;
	}
}

static void
check_region(hd_code *c, const hd_region *r)
{
	hd_arena *a = &c->u->scratch;
	hd_loops loops;

	hd_check(c->varying.n == (size_t)c->nv);
	if (r->exits.n + r->returns < 2)
		return;
	if (!hd_graph_is_reducible(r->g)) {
		c->steps = true;
		return;
	}
	hd_each_bit (d, &c->divergent)
		if (r->g->pos[d] >= 0)
			check_exits(c, r, &r->g->succ[d]);
	loops = hd_graph_loops(a, r->g);
	for (size_t k = 0; k < loops.n; k++)
		if (hd_loop_diverges(a, r->g, &loops.at[k], &c->divergent))
			check_exits(c, r, &loops.at[k].targets);
}

void
hd_find_regions(hd_code *c)
{
	hd_arena *a = &c->u->mem;
	int nr = 1;

	for (int n = 0; n < c->nn; n++)
		if (c->node[n].barrier)
			c->node[n].region = nr++;
	c->nr = nr;
	c->region = HD_NEW_ARRAY(a, hd_region, (size_t)nr);
	for (int n = 0; n < c->nn; n++)
		if (c->node[n].barrier) {
			c->region[c->node[n].region].entry = n + 1;
			c->region[c->node[n].region].barrier = c->node[n].end;
		}
	for (int r = 0; r < nr; r++)
		build_region(c, r);
	if (nr == 1) {
		c->varying = hd_bits_new(a, (size_t)c->nv);
		c->divergent = hd_bits_new(a, (size_t)c->nn);
		return;
	}
	c->steps = c->warps;
	hd_find_uniform(c);
	for (int r = 0; r < nr; r++)
		check_region(c, &c->region[r]);
}
