/* SPDX-License-Identifier: Apache-2.0 */
/* Unroll and jam: how many rows of a block are worked on at once.
 *
 * In a tile of two dimensions threads above each other read the same data again and again:
 *
 *     for (k = 0; k < 16; k++) s += a[ty][k] * b[k][tx];
 *
 * With four rows in one loop, b[k][tx] is read once for the four of them:
 *
 *     for each tid.y in steps of 4: for each tid.x: for each of 4 rows: ...
 *
 * where jam_rows moves the loop over the rows inwards. Crash reports then name the first of
 * the rows. */
#include "lanes/decide/decide.h"

enum { MOST_ROWS = 4 };

/* Does an operand come from threadIdx.y, as far as values tell? */
static bool
takes_from(const hd_code *c, const hd_bits *below, LLVMValueRef i)
{
	for (int k = 0; k < LLVMGetNumOperands(i); k++) {
		int id = hd_id(c, LLVMGetOperand(i, (unsigned)k));

		if (id >= 0 && hd_bit(below, (size_t)id))
			return true;
	}
	return false;
}

static hd_bits
find_dependent(const hd_code *c)
{
	hd_bits below = hd_bits_new(&c->u->scratch, (size_t)c->nv);
	bool changed = true;

	while (changed) {
		changed = false;
		for (int v = 0; v < c->nv; v++) {
			if (c->def[v] < 0 || hd_bit(&below, (size_t)v))
				continue;
			if (hd_is_sreg(c->val[v], HD_TID, 1) ||
			    takes_from(c, &below, c->val[v])) {
				hd_bit_set(&below, (size_t)v);
				changed = true;
			}
		}
	}
	return below;
}

/* In a loop, many values at addresses that do not depend on the row. */
static bool
reads_again(const hd_code *c, const hd_bits *below, int n)
{
	hd_each_node_insn (i, c, n) {
		int p;

		if (!hd_is_opcode(i, LLVMLoad) || hd_is_lane_uniform(c, i))
			continue;
		p = hd_id(c, LLVMGetOperand(i, 0));
		if (p >= 0 && !hd_bit(below, (size_t)p))
			return true;
	}
	return false;
}

/* The regions with a loop that does. */
static hd_bits
find_regions_that_gain(const hd_code *c, bool *any)
{
	hd_bits below = find_dependent(c);
	hd_bits gain = hd_bits_new(&c->u->mem, (size_t)c->nr);

	for (int r = 0; r < c->nr; r++) {
		hd_loops loops = hd_graph_loops(&c->u->scratch, c->region[r].g);

		for (size_t l = 0; l < loops.n; l++)
			hd_each_bit (n, &loops.at[l].in)
				if (reads_again(c, &below, (int)n)) {
					hd_bit_set(&gain, (size_t)r);
					*any = true;
				}
	}
	return gain;
}

/* As many as leave half of the registers for other things. */
void
hd_choose_jam(hd_layout *l)
{
	const hd_code *c = l->c;
	int bytes = hd_most_loop_bytes(c) * c->w.lanes;
	bool any = false;

	hd_check(c->w.shape);
	l->rows = 1;
	if (!hd_does(c->u, HD_TRICK_jam) || c->w.lanes == 1 || c->nr == 1 || c->steps ||
	    c->warps || c->warp_vectors || c->returned || c->dynamic_allocas ||
	    c->block[1] < 2 || hd_asks_for_thread(c))
		return;
	l->jam = find_regions_that_gain(c, &any);
	if (any)
		l->rows = MOST_ROWS;
	while (l->rows > 1 && (c->block[1] % (unsigned)l->rows ||
			       l->rows * bytes > hd_cpu_of(c->u).file_bytes / 2))
		l->rows /= 2;
	hd_check(l->rows == 1 || c->block[1] % (unsigned)l->rows == 0);
}
