/* SPDX-License-Identifier: Apache-2.0 */
/* The tail of a row: threads that are inactive between two barriers.
 *
 *     if (t < k)
 *             s[t] += s[t + k];
 *     __syncthreads();
 *
 * Where a guard on threadIdx.x fails for a group, it does for all that follow, and their
 * part of the region is left out: while it runs, or, if k is a constant, from the loop over
 * the groups itself. */
#include "lanes/decide/plan.h"

/* threadIdx.x, which grows along the row. */
static bool
is_tid_x(LLVMValueRef v)
{
	while (hd_is_extension(v))
		v = LLVMGetOperand(v, 0);
	return hd_is_sreg(v, HD_TID, 0);
}

/* A constant of which the row's first group has a lane, so that no later group has. */
static bool
is_in_first_group(const hd_code *c, LLVMValueRef k)
{
	return LLVMIsAConstantInt(k) &&
	       LLVMConstIntGetZExtValue(k) < (unsigned)c->w.lanes;
}

/* Which way all threads go from some place in the row on: -1 = unknown. */
static int
way_at_row_end(const hd_code *c, LLVMValueRef cond)
{
	LLVMValueRef x, y;
	bool left;

	if (!hd_is_opcode(cond, LLVMICmp))
		return -1;
	x = LLVMGetOperand(cond, 0);
	y = LLVMGetOperand(cond, 1);
	left = is_tid_x(x) && hd_is_uniform(c, y);
	if (!left && !(is_tid_x(y) && hd_is_uniform(c, x)))
		return -1;
	switch (LLVMGetICmpPredicate(cond)) {
	case LLVMIntEQ:
		return is_in_first_group(c, left ? y : x) ? 1 : -1;
	case LLVMIntNE:
		return is_in_first_group(c, left ? y : x) ? 0 : -1;
	default:
		return hd_way_for_large(LLVMGetICmpPredicate(cond), left);
	}
}

/* Does a group leave nothing behind in this node? */
static bool
leaves_nothing(const hd_plan *p, int n)
{
	const hd_code *c = p->c;

	if (hd_touches_memory(p, n) || c->node[n].barrier > HD_BARRIER)
		return false;
	hd_each_node_insn (i, c, n) {
		int id = hd_id(c, i);

		if (id >= 0 && hd_bit(&p->l->keep, (size_t)id) &&
		    hd_bit(&c->varying, (size_t)id))
			return false;
	}
	return true;
}

/* The way of a branch to which the whole block comes, on which a group does nothing, and
 * behind which all groups of the row go the same way: -1 = there is none. */
int
hd_row_exit_way(const hd_plan *p, int n)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(p->c->node[n].bb);
	int way;

	hd_check(n >= 0 && n < p->g->n);
	if (!hd_does(p->c->u, HD_TRICK_stop) || p->inner[n] >= 0 || p->c->returned ||
	    p->c->steps || p->c->nr == 1) /* uniformity of the block was not computed */
		return -1;
	way = way_at_row_end(p->c, LLVMGetCondition(t));
	for (int k = 0; way >= 0 && k < p->g->nrpo; k++) {
		int m = p->g->rpo[k];
		bool before = hd_reaches(p, m, n);

		if (before && m != n && hd_bit(&p->c->divergent, (size_t)m))
			return -1;
		if ((before || hd_reaches(p, p->g->succ[n].at[way], m)) &&
		    !leaves_nothing(p, m))
			return -1;
	}
	if (way >= 0)
		hd_remark_row_exit(p->c, t);
	return way;
}

/* The first thread of a row for which a condition with a way to stop surely goes there:
 * UINT32_MAX = not known. */
static uint32_t
first_to_stop(LLVMValueRef cond)
{
	LLVMValueRef x = LLVMGetOperand(cond, 0), y = LLVMGetOperand(cond, 1);
	bool left = is_tid_x(x);
	LLVMValueRef k = left ? y : x;
	int64_t at;

	if (!LLVMIsAConstantInt(k) || LLVMGetIntTypeWidth(LLVMTypeOf(k)) > 64)
		return UINT32_MAX;
	at = LLVMConstIntGetSExtValue(k);
	switch (LLVMGetICmpPredicate(cond)) {
	case LLVMIntULT: /* t < k; k < t */
	case LLVMIntSLT:
	case LLVMIntUGE:
	case LLVMIntSGE:
		at += !left;
		break;
	case LLVMIntUGT:
	case LLVMIntSGT:
	case LLVMIntULE:
	case LLVMIntSLE:
		at += left;
		break;
	default: /* that is the one thread with something to do */
		at++;
	}
	return at >= 0 && at < UINT32_MAX ? (uint32_t)at : UINT32_MAX;
}

/* From which thread of a row on all are inactive in a region, as the first branch that
 * all come to tells: UINT32_MAX = unknown. */
static uint32_t
row_end(const hd_layout *l, int r)
{
	const hd_code *c = l->c;
	hd_region *region = &c->region[r];
	hd_plan p = {.l = l, .c = c, .g = region->g};
	int n = region->entry;
	LLVMValueRef t;

	hd_find_loops(&p);
	while (p.g->succ[n].n == 1 && p.inner[n] < 0)
		n = p.g->succ[n].at[0];
	t = LLVMGetBasicBlockTerminator(p.c->node[n].bb);
	if (p.c->node[n].barrier || p.g->succ[n].n != 2 || !hd_is_opcode(t, LLVMBr) ||
	    hd_row_exit_way(&p, n) < 0)
		return UINT32_MAX;
	return first_to_stop(LLVMGetCondition(t));
}

/* How many threads of a row have something to do in region r, whole groups, and at least
 * one, which says where to go on: 0 = all. -1: all regions are in here. */
uint32_t
hd_active_threads(const hd_layout *l, int r)
{
	const hd_code *c = l->c;
	uint32_t lanes = (uint32_t)c->w.lanes, end;

	if (r < 0 || lanes == 1 || c->block[0] == 0 || c->block[1] * c->block[2] != 1)
		return 0;
	end = row_end(l, r);
	if (end >= c->block[0])
		return 0;
	end = end ? (end + lanes - 1) / lanes * lanes : lanes;
	hd_check(end % lanes == 0);
	return end < c->block[0] ? end : 0;
}

/* Steps of a tree, and what comes before them, are short: with several groups in a round,
 * the next can begin while this one ends. How many: 0 = LLVM decides. */
uint32_t
hd_groups_to_unroll(const hd_layout *l, int r, uint32_t busy)
{
	enum { MOST_GROUPS = 8, MOST_INSNS = 128 };
	const hd_code *c = l->c;
	uint32_t threads = busy ? busy : c->block[0], insns = 0;
	uint32_t groups = threads / (uint32_t)c->w.lanes;

	if (r < 0 || c->w.lanes == 1 || c->nr == 1 || l->rows > 1 ||
	    c->block[1] * c->block[2] != 1 || threads % (uint32_t)c->w.lanes ||
	    c->region[r].g->nrpo > 1)
		return 0;
	while (groups > MOST_GROUPS && groups % 2 == 0)
		groups /= 2;
	if (groups > MOST_GROUPS || groups < 2)
		return 0;
	hd_each_node_insn (i, c, c->region[r].entry) {
		(void)i;
		insns++;
	}
	return insns * groups <= MOST_INSNS ? groups : 0;
}

/* Only of threadIdx.y and constants. */
static bool
is_of_row(LLVMValueRef v, int depth)
{
	if (hd_is_sreg(v, HD_TID, 1))
		return true;
	if (!LLVMIsAInstruction(v) || hd_is_opcode(v, LLVMCall) ||
	    hd_is_opcode(v, LLVMLoad) || hd_is_opcode(v, LLVMPHI) || depth == 0)
		return LLVMIsAConstantInt(v);
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!is_of_row(LLVMGetOperand(v, (unsigned)k), depth - 1))
			return false;
	return true;
}

/* The rows of a tile, a group of 16 or more lanes each, that ask which row they are: in
 * straight code these are constants. (Fewer lanes were not measured.) */
bool
hd_unrolls_rows(const hd_layout *l, int r)
{
	enum { MOST_ROWS = 16, MOST_INSNS = 640, DEPTH = 4 };
	const hd_code *c = l->c;
	uint32_t rows = c->block[1], insns = 0;
	bool asks = false;

	if (!hd_does(c->u, HD_TRICK_steps) || r < 0 || c->w.lanes < 16 || c->nr == 1 ||
	    l->rows > 1 || c->joined > 1 || l->walks_rows ||
	    c->block[0] != (uint32_t)c->w.lanes || rows < 2 || rows > MOST_ROWS ||
	    c->block[2] != 1)
		return false;
	for (int k = 0; k < c->region[r].g->nrpo; k++)
		hd_each_node_insn (i, c, c->region[r].g->rpo[k]) {
			asks |= hd_is_opcode(i, LLVMICmp) && is_of_row(i, DEPTH);
			insns++;
		}
	return asks && insns * rows <= MOST_INSNS;
}
