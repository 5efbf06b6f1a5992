/* SPDX-License-Identifier: Apache-2.0 */
/* The order in which blocks that lie side by side in the grid are walked.
 *
 * Block after block, a block of 32 x 8 threads reads eight short pieces of memory, and
 * then the eight that follow them. Where blocks do not know of each other, one row of all
 * of them comes first, then the next: long pieces, which processors read ahead.
 *
 *     for each tid.y: for each of the blocks: for each tid.x ...
 *
 * Only where all memory is read and written along the row, once: what is read again, or
 * lies in columns, is better off with small blocks. */
#include "lanes.h"

/* Next to each other, or the same for all. */
static bool
is_along_row(const hd_code *c, LLVMValueRef p)
{
	enum { NEAR = 16 };
	hd_shape s = hd_shape_of(c, p);

	return (s.kind == HD_AFFINE || s.kind == HD_MAYBE) && llabs(s.stride) <= NEAR;
}

static bool
suits(const hd_code *c, LLVMValueRef i, bool in_loop)
{
	int dim;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		return !in_loop && is_along_row(c, LLVMGetOperand(i, 0));
	case LLVMStore:
		return !in_loop && is_along_row(c, LLVMGetOperand(i, 1));
	case LLVMCall:
		return hd_is_pure_call(i) || hd_is_debug_call(i) ||
		       hd_is_lifetime_call(i) || hd_sreg_read(i, &dim) != HD_NOT_SREG;
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
	case LLVMFence:
		return false;
	default:
		return true;
	}
}

static bool
mentions_shared(const hd_code *c)
{
	LLVMValueRef dynamic = LLVMGetNamedGlobal(c->u->m, HD_DYNAMIC_SHARED);

	return c->shared_bytes || (dynamic && LLVMGetFirstUse(dynamic));
}

bool
hd_walks_rows(const hd_code *c)
{
	hd_loops loops = hd_graph_loops(&c->u->scratch, c->g);
	hd_bits in_loop = hd_bits_new(&c->u->scratch, (size_t)c->nn);

	if (!hd_does(c->u, HD_TRICK_walk) || c->lanes == 1 || c->nr > 1 || c->steps ||
	    c->warps || c->warp_vectors || mentions_shared(c))
		return false;
	for (size_t l = 0; l < loops.n; l++)
		hd_each_bit (n, &loops.at[l].in)
			hd_bit_set(&in_loop, n);
	for (int n = 0; n < c->nn; n++)
		hd_each_node_insn (i, c, n)
			if (!suits(c, i, hd_bit(&in_loop, (size_t)n)))
				return false;
	return true;
}

static LLVMValueRef
minimum(hd_emit *e, LLVMValueRef x, LLVMValueRef y)
{
	LLVMValueRef less = LLVMBuildICmp(e->b, LLVMIntULT, x, y, "");

	return LLVMBuildSelect(e->b, less, x, y, "");
}

/* How many blocks from the one at hand on, which ends before `left` blocks and the row do;
 * their threads of one row are not more than a first-level cache holds a few of. */
LLVMValueRef
hd_run_of_blocks(hd_emit *e, LLVMValueRef left)
{
	enum { THREADS = 8192 };
	LLVMBuilderRef b = e->b;
	hd_unit *u = e->u;
	LLVMValueRef row = LLVMBuildSub(b, e->nctaid[0], e->ctaid[0], ""), run, most;

	run = minimum(e, left, LLVMBuildZExt(b, row, u->i64, ""));
	most = LLVMBuildUDiv(b, hd_i32(u, THREADS), e->ntid[0], "");
	most = LLVMBuildAdd(b, most, hd_i32(u, 1), "");
	run = minimum(e, run, LLVMBuildZExt(b, most, u->i64, ""));
	return LLVMBuildTrunc(b, run, u->i32, "run");
}
