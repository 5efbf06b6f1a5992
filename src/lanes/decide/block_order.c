/* SPDX-License-Identifier: Apache-2.0 */
/* The order in which blocks that lie side by side in the grid are walked.
 *
 * Block after block, a block of 32 x 8 threads reads eight short pieces of memory, and
 * then the eight that follow them. Where blocks do not know of each other, one row of all
 * of them comes first, then the next: long pieces, which processors read ahead.
 *
 *     for each tid.y: for each of the blocks: for each tid.x ...
 *
 * Only where all memory is read and written along the row: what lies in columns is better off
 * with small blocks. Loops may read around the place of their thread, which the next row does
 * again; what every row reads from one end to the other is better off with small blocks, too.
 *
 * If a kernel uses no more than blockIdx.x * blockDim.x + threadIdx.x, it cannot be seen where
 * one block ends and the next begins: the row is as long as all of them (long rows).
 * threadIdx.x then counts on from the first block on. */
#include "lanes/decide/decide.h"

/* Next to each other, or the same for all. */
static bool
is_along_row(const hd_code *c, LLVMValueRef p)
{
	enum { NEAR = 16 };
	hd_shape s = hd_shape_of(c, p);

	return (s.kind == HD_AFFINE || s.kind == HD_MAYBE) && llabs(s.stride) <= NEAR;
}

/* Around the place of a thread, or the same for all of its row. */
static bool
is_near_row(const hd_code *c, LLVMValueRef p)
{
	return is_along_row(c, p) && (hd_shape_of(c, p).stride == 0 ||
				      hd_mentions(p, HD_TID, 1, 2, HD_CHANGE_DEPTH));
}

static bool
suits(hd_layout *l, LLVMValueRef i, bool in_loop)
{
	const hd_code *c = l->c;
	LLVMValueRef p;
	int dim;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		p = LLVMGetOperand(i, 0);
		l->reads_around |= in_loop && hd_shape_of(c, p).stride != 0;
		return in_loop ? is_near_row(c, p) : is_along_row(c, p);
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
mentions_shared(const hd_layout *l)
{
	const hd_code *c = l->c;

	if (l->shared_bytes)
		return true;
	for (int n = 0; n < c->nn; n++)
		hd_each_node_insn (i, c, n)
			for (int k = 0; k < LLVMGetNumOperands(i); k++)
				if (hd_mentions_shared(LLVMGetOperand(i, (unsigned)k)))
					return true;
	return false;
}

static bool
walks_rows(hd_layout *l)
{
	const hd_code *c = l->c;
	hd_loops loops = hd_graph_loops(&c->u->scratch, c->g);
	hd_bits in_loop = hd_bits_new(&c->u->scratch, (size_t)c->nn);
	bool loads = false; /* in loops */

	if (!hd_does(c->u, HD_TRICK_walk) || c->w.lanes == 1 || c->nr > 1 || c->steps ||
	    c->warps || c->warp_vectors || mentions_shared(l))
		return false;
	for (size_t k = 0; k < loops.n; k++)
		hd_each_bit (n, &loops.at[k].in)
			hd_bit_set(&in_loop, n);
	l->reads_around = false;
	for (int n = 0; n < c->nn; n++)
		hd_each_node_insn (i, c, n) {
			bool looped = hd_bit(&in_loop, (size_t)n);

			if (!suits(l, i, looped))
				return false;
			loads |= looped && hd_is_opcode(i, LLVMLoad);
		}
	return !loads || l->reads_around;
}

/* Or it is unused. */
static bool
all_are_x(LLVMValueRef v)
{
	hd_each_use (use, v) {
		LLVMValueRef user = LLVMGetUser(use);

		if (!hd_is_x(user) &&
		    (!LLVMIsABinaryOperator(user) || LLVMGetFirstUse(user)))
			return false;
	}
	return true;
}

/* All that is made of a coordinate is x. Notes the factor; two that differ will not do. */
static bool
makes_x(LLVMValueRef v, bool *any, uint64_t *factor)
{
	if (hd_is_sreg(v, HD_TID, 0))
		return all_are_x(v);
	if (!hd_is_sreg(v, HD_CTAID, 0))
		return true;
	hd_each_use (use, v) {
		LLVMValueRef part = LLVMGetUser(use);

		if (!hd_is_block_part(part, 0) || !all_are_x(part) ||
		    (*any && hd_block_factor(part) != *factor))
			return false;
		*factor = hd_block_factor(part);
		*any = true;
	}
	return true;
}

/* Shapes must be known, for as many lanes as it has. */
void
hd_choose_block_order(hd_layout *l)
{
	const hd_code *c = l->c;
	bool any = false;
	uint64_t factor = 0;

	hd_check(c->w.shape);
	l->long_rows = l->walks_rows = walks_rows(l);
	for (int n = 0; n < c->nn && l->long_rows; n++)
		hd_each_node_insn (i, c, n)
			l->long_rows = l->long_rows && makes_x(i, &any, &factor);
	l->row_factor = (uint32_t)factor;
	hd_check(l->walks_rows || !l->long_rows);
	hd_check(!l->walks_rows || (c->nr == 1 && c->w.lanes > 1));
}

/* blockDim.x and gridDim.x in x, or multiplied with each other. */
static bool
is_part_of_size(LLVMValueRef v)
{
	bool is_width = hd_is_sreg(v, HD_NTID, 0);

	if (!is_width && !hd_is_sreg(v, HD_NCTAID, 0))
		return true;
	hd_each_use (use, v) {
		LLVMValueRef user = LLVMGetUser(use);
		bool product = hd_is_opcode(user, LLVMMul) &&
			       ((hd_is_sreg(LLVMGetOperand(user, 0), HD_NTID, 0) &&
				 hd_is_sreg(LLVMGetOperand(user, 1), HD_NCTAID, 0)) ||
				(hd_is_sreg(LLVMGetOperand(user, 1), HD_NTID, 0) &&
				 hd_is_sreg(LLVMGetOperand(user, 0), HD_NCTAID, 0)));

		if (!product && !(is_width && hd_is_block_part(user, 0)))
			return false;
	}
	return true;
}

static bool
stays_in_thread(LLVMValueRef i)
{
	int dim;

	return !LLVMIsACallInst(i) || hd_is_pure_call(i) || hd_is_debug_call(i) ||
	       hd_is_lifetime_call(i) || hd_sreg_read(i, &dim) != HD_NOT_SREG;
}

/* Whether it cannot be seen how a row of threads is divided into blocks, so that a launch may
 * do it in another way. */
bool
hd_is_divisible(const hd_layout *l)
{
	const hd_code *c = l->c;
	bool any = false;
	uint64_t factor = 0;

	if (!hd_does(c->u, HD_TRICK_pieces) || c->nr > 1 || c->steps || c->warps ||
	    c->warp_vectors || mentions_shared(l))
		return false;
	for (int n = 0; n < c->nn; n++)
		hd_each_node_insn (i, c, n)
			if (!stays_in_thread(i) || !makes_x(i, &any, &factor) ||
			    !is_part_of_size(i))
				return false;
	return any && !factor;
}
