/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels with much code behind many barriers are cut into functions, each with some of the
 * regions: what LLVM does with a function grows faster than the function.
 *
 *     region7:                             (in the loop over blocks)
 *       for each group: ...
 *       br label %region8
 * becomes
 *     next:
 *       switch i32 %region, label %block.next [ i32 7, label %piece1  i32 8, label %piece1 ]
 *     piece1:
 *       %region.next = call i32 @hd.kernel.k.piece(ptr %frame, ..., i32 %region)
 *       br label %next
 *
 * Values that cross regions live in allocas or the context already: allocas that some region
 * may read before it has written them are passed by their address, each piece has the others
 * for itself.
 */
#include "lanes/pieces/pieces.h"

enum { SMALL = 10000, PIECE = 1500 }; /* instructions */

/* Blocks of the kernel that lead to the first region. */
static void
redirect_entry(hd_cutting *c, LLVMBuilderRef b)
{
	hd_value_list from = {0};

	hd_each_use (use, LLVMBasicBlockAsValue(c->s->start[0]))
		if (hd_home_of(c, hd_block_using(use)) < 0)
			hd_push(&c->u->scratch, &from, LLVMGetUser(use));
	for (size_t k = 0; k < from.n; k++) {
		LLVMPositionBuilderBefore(b, from.at[k]);
		LLVMBuildStore(b, hd_i32(c->u, 0), c->next);
		for (unsigned s = 0; s < LLVMGetNumSuccessors(from.at[k]); s++)
			if (LLVMGetSuccessor(from.at[k], s) == c->s->start[0])
				LLVMSetSuccessor(from.at[k], s, c->dispatch);
	}
}

static void
make_pieces(hd_cutting *c)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c->u->c);
	LLVMValueRef way;
	unsigned size = 0;
	int first = 0;

	c->next = hd_alloca(c->e, c->u->i32, "region");
	c->dispatch = hd_block(c->e, "next");
	redirect_entry(c, b);
	LLVMPositionBuilderAtEnd(b, c->dispatch);
	LLVMSetCurrentDebugLocation2(b, c->e->at);
	way = LLVMBuildSwitch(b, LLVMBuildLoad2(b, c->u->i32, c->next, "region"),
			      c->s->done, (unsigned)c->s->n);
	for (int r = 0; r < c->s->n; r++) {
		size += c->region[r].size;
		if (size < PIECE && r + 1 < c->s->n)
			continue;
		hd_make_piece(c, way, first, r);
		first = r + 1;
		size = 0;
	}
	LLVMDisposeBuilder(b);
}

static void
cut_kernel(hd_emit *e, const hd_seams *s)
{
	hd_cutting c = {.u = e->u, .e = e, .s = s};
	unsigned size = 0;

	if (!hd_read_regions(&c))
		return;
	for (int r = 0; r < s->n; r++)
		size += c.region[r].size;
	if (size < SMALL)
		return;
	hd_find_slots(&c);
	hd_begin_piece_info(&c);
	make_pieces(&c);
	if (c.di) {
		LLVMDIBuilderFinalize(c.di);
		LLVMDisposeDIBuilder(c.di);
	}
}

static unsigned
size_of(LLVMValueRef fn)
{
	unsigned n = 0;

	hd_each_block (bb, fn)
		n += hd_count_insns(bb);
	return n;
}

/* Loops over rows are for jam_rows, which looks for them in the kernel. */
void
hd_cut_into_pieces(const hd_lower *l, LLVMValueRef made)
{
	if (size_of(made) < SMALL)
		return;
	hd_remove_dead_blocks(l, made);
	for (size_t k = 0; k < l->seams.n; k++) {
		const hd_seams *s = &l->seams.at[k];

		if (s->n > 1 && s->of->l->rows == 1)
			cut_kernel(s->of, s);
	}
}
