/* SPDX-License-Identifier: Apache-2.0 */
/* Large strides: in a loop over the grid, or from tile to tile, each group goes through
 * memory in steps that no hardware foresees. Ask for what it needs later. Other loops, over
 * the layers of a volume or the fields of a record, are short: what is asked for lies behind
 * their end, in untouched pages, which costs more than it brings.
 *
 * Blocks of several rows read and write a short piece of memory for each row of each array:
 * more pieces than processors keep track of. Each group asks for the lines that the same
 * group of the next block will need, and in loops with large strides that are not over the
 * grid for those that the next group will need in the same round. Blocks of one row with
 * barriers ask for what a block needs that comes a little later: what they do between
 * barriers leaves processors no time to read ahead. Rows that are walked from block to block
 * are read ahead by every processor; an x86 has to read what it writes, too, and is asked
 * to where that takes more than one step for all blocks.
 *
 * Warps that go through a row each, from where memory says that it begins, are through before
 * processors have seen that they go along it. */
#include "lanes/emit/access/access.h"

static bool
is_over_grid(LLVMValueRef phi)
{
	enum { NEAR = 4 };

	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMValueRef step = hd_step_of(phi, k);

		if (step && hd_mentions(step, HD_NCTAID, 0, 2, NEAR))
			return true;
	}
	return false;
}

/* Each round of a loop with barriers is a whole tile; where rows are one, each is a line or two
 * that all of them wait for; 0: not worth it. The others were measured, on a Neoverse-V1 and on
 * a Xeon with AVX-512, those of joined rows on a Neoverse-N1; a Xeon was slower with any. */
static int
rounds_ahead(hd_emit *e, LLVMValueRef phi)
{
	enum { ROUNDS_X86 = 10, ROUNDS_OTHERS = 3, TILES = 1, ROUNDS_JOINED = 6 };
	hd_graph *g = e->c->region[e->reg.number].g;
	hd_loops loops = hd_graph_loops(&e->u->scratch, g);
	int n = e->c->def[hd_id(e->c, phi)];

	for (size_t l = 0; l < loops.n; l++)
		if (loops.at[l].header == n)
			return is_over_grid(phi)  ? hd_cpu_of(e->u).x86 ? ROUNDS_X86
									: ROUNDS_OTHERS
			       : e->c->joined > 1 ? ROUNDS_JOINED
						  : 0;
	return TILES;
}

/* What the hardware does on its own, and what is not worth a few instructions. */
static bool
is_hardware_prefetched(LLVMValueRef bytes)
{
	enum { PAGE = 4096 };

	return LLVMIsConstant(bytes) && (!LLVMIsAConstantInt(bytes) ||
					 llabs(LLVMConstIntGetSExtValue(bytes)) < PAGE);
}

enum { LINE = 64 };

/* Does each lane go its own ways in memory, other than the block's? */
static bool
has_gathers(const hd_code *c)
{
	for (int v = 0; v < c->nv; v++) {
		LLVMValueRef i = c->val[v], p;

		if (c->def[v] < 0 || !hd_is_opcode(i, LLVMLoad))
			continue;
		p = LLVMGetOperand(i, 0);
		if (hd_shape_of(c, p).kind == HD_VARYING && !hd_points_to_shared(p))
			return true;
	}
	return false;
}

/* Whole lines, one behind the other, round by round: a Neoverse reads ahead then, unless other
 * accesses in between make it lose the thread. */
static bool
is_untracked_stream(const hd_emit *e, LLVMValueRef bytes)
{
	return !hd_cpu_of(e->u).x86 && LLVMIsAConstantInt(bytes) &&
	       llabs(LLVMConstIntGetSExtValue(bytes)) >= LINE && has_gathers(e->c);
}

/* Blocks that overlap have read the first of these lines already. (An x86 is a tenth faster if
 * it is not asked for the rest, but 1.6 times slower while others keep the memory busy.) */
static uint64_t
first_new_line(LLVMValueRef bytes_ahead, uint64_t bytes, uint64_t size)
{
	int64_t ahead = LLVMIsAConstantInt(bytes_ahead)
				? LLVMConstIntGetSExtValue(bytes_ahead)
				: 0;

	return ahead > 0 && (uint64_t)ahead < bytes && bytes <= LINE ? bytes - size : 0;
}

/* All lines that a group reads or writes from there on, where lane 0 is. */
static void
prefetch_lines(hd_emit *e, LLVMValueRef i, LLVMValueRef bytes_ahead, bool writes)
{
	LLVMValueRef arg[4], first = hd_use(e, hd_pointer_of(i));
	uint64_t size = hd_size_of(e->u, hd_access_type(i));
	uint64_t bytes = size * (uint64_t)e->c->w.lanes;

	hd_check(LLVMTypeOf(bytes_ahead) == e->u->i64);
	hd_note_access(e->l, i, HD_PREFETCHED);
	first = LLVMBuildGEP2(e->b, e->u->i8, first, &bytes_ahead, 1, "ahead");
	for (uint64_t at = first_new_line(bytes_ahead, bytes, size); at < bytes;
	     at += LINE) {
		LLVMValueRef offset = hd_i64(e->u, (int64_t)at);

		arg[0] = LLVMBuildGEP2(e->b, e->u->i8, first, &offset, 1, "");
		arg[1] = hd_i32(e->u, writes); /* or only reads it, */
		arg[2] = hd_i32(e->u, 3);      /* wants to keep it, */
		arg[3] = hd_i32(e->u, 1);      /* data */
		hd_call(e->b, hd_intrinsic(e->u, "llvm.prefetch", &e->u->ptr, 1), arg,
			4, "");
	}
}

/* A row of a sparse matrix, for a warp: the next one lies behind it. (Others than Neoverse
 * processors were not measured.) */
static bool
is_for_a_row(const hd_code *c, LLVMValueRef phi)
{
	enum { NEAR = 3 };

	if (!c->warp_vectors || hd_cpu_of(c->u).x86)
		return false;
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
		if (!hd_step_of(phi, k) &&
		    hd_is_read(LLVMGetIncomingValue(phi, k), NEAR))
			return true;
	return false;
}

/* Under a mask only what a warp needs for its next row, as rows end with some of the lanes. */
void
hd_prefetch_ahead(hd_emit *e, LLVMValueRef i, hd_here h)
{
	enum { /* bytes, about; twice or half as much is as good */
	       ROW = 512,
	       STREAM = 2048
	};
	LLVMValueRef p = LLVMGetOperand(i, 0), by;
	hd_change x;
	uint64_t size;
	int rounds;

	if (!hd_does(e->u, HD_TRICK_prefetch) || !hd_is_opcode(p, LLVMGetElementPtr) ||
	    LLVMGetNumOperands(p) != 2)
		return;
	x = hd_change_of(e, LLVMGetOperand(p, 1), HD_OVER_ROUNDS);
	if (x.unknown || !x.by)
		return;
	rounds = rounds_ahead(e, x.phi);
	size = hd_size_of(e->u, LLVMGetGEPSourceElementType(p));
	by = LLVMBuildMul(e->b, x.by, hd_i64(e->u, (int64_t)size), "");
	if (is_hardware_prefetched(by)) {
		if (is_for_a_row(e->c, x.phi))
			prefetch_lines(e, i, hd_i64(e->u, ROW), false);
		else if (!h.mask && is_untracked_stream(e, by))
			prefetch_lines(e, i, hd_i64(e->u, STREAM), false);
		return;
	}
	if (h.mask || (e->c->joined > 1 && hd_cpu_of(e->u).x86))
		return;
	if (rounds)
		prefetch_lines(e, i,
			       LLVMBuildMul(e->b, by, hd_i64(e->u, rounds), "ahead"),
			       false);
	else
		prefetch_lines(e, i,
			       hd_i64(e->u, (int64_t)hd_size_of(e->u, LLVMTypeOf(i)) *
						    e->c->w.lanes),
			       false);
}

/* Where rows are a power of two apart, those of a block lie in one place of a cache, which
 * holds about a dozen lines. What is to be written must still be there then, as nobody writes
 * past a line that is not; so not more than a few rows ahead: those of this block, and at its
 * end the first ones of the next. What is only read may come from further away. */
static LLVMValueRef
rows_ahead(hd_emit *e, LLVMValueRef index, LLVMValueRef next_block)
{
	enum { AHEAD = 8 };
	int64_t rows = e->c->block[1];
	hd_change y;
	LLVMValueRef here, there, inside;

	if (rows <= AHEAD || e->l->rows > 1)
		return next_block;
	y = hd_change_of(e, index, HD_OVER_ROWS);
	if (y.unknown || !y.by)
		return next_block;
	here = LLVMBuildMul(e->b, y.by, hd_i64(e->u, AHEAD), "");
	there = LLVMBuildMul(e->b, y.by, hd_i64(e->u, rows - AHEAD), "");
	there = LLVMBuildSub(e->b, next_block, there, "");
	inside = LLVMBuildICmp(e->b, LLVMIntULT, e->blk.tid[1],
			       hd_i32(e->u, (int)(rows - AHEAD)), "");
	return LLVMBuildSelect(e->b, inside, here, there, "rows.ahead");
}

/* Neoverse processors read ahead along single rows, unless others are written meanwhile, and
 * write past lines that they see being written as a whole, one after the other; a loop in the
 * kernel goes from row to row. */
static bool
is_left_to_hardware(const hd_layout *l, LLVMValueRef p, uintptr_t use)
{
	if (hd_cpu_of(l->c->u).x86)
		return false;
	return hd_follows_rows(p) ? (use & (HD_TO_READ | HD_TO_WRITE | HD_IN_ROUNDS)) ==
					    HD_TO_WRITE
				  : !(use & HD_TO_WRITE) && !l->writes_rows;
}

void
hd_prefetch_next_block(hd_emit *e, LLVMValueRef i, hd_here h)
{
	enum {
		BLOCKS_AHEAD = 2, /* of one row; of several the next */
		BYTES_AHEAD = 512
	};
	LLVMValueRef p = LLVMGetOperand(i, hd_is_opcode(i, LLVMStore)), index, by;
	uintptr_t *use = hd_map_get(&e->l->first_access, i);
	int64_t size;
	hd_change x;

	if (h.mask || !use || is_left_to_hardware(e->l, p, *use))
		return;
	if (e->l->walks_rows) {
		if ((*use & HD_TO_WRITE) && !e->l->long_rows)
			prefetch_lines(e, i, hd_i64(e->u, BYTES_AHEAD), true);
		return;
	}
	index = LLVMGetOperand(p, 1);
	x = hd_change_of(e, index, HD_OVER_BLOCKS);
	if (x.unknown || !x.by)
		return;
	size = (int64_t)hd_size_of(e->u, LLVMGetGEPSourceElementType(p));
	by = x.by;
	if (!hd_follows_rows(p))
		size *= BLOCKS_AHEAD;
	else if (*use & HD_TO_WRITE)
		by = rows_ahead(e, index, by);
	prefetch_lines(e, i, LLVMBuildMul(e->b, by, hd_i64(e->u, size), "ahead"),
		       *use & HD_HERE);
}

/* Where the row goes on: for the groups that follow, or in the next block. */
static LLVMValueRef
bytes_ahead(hd_emit *e, LLVMValueRef p)
{
	enum { BYTES_AHEAD = 192 };
	hd_change x;

	if (e->l->walks_rows)
		return hd_i64(e->u, BYTES_AHEAD);
	x = hd_change_of(e, LLVMGetOperand(p, 1), HD_OVER_BLOCKS);
	if (x.unknown || !x.by)
		return NULL;
	return LLVMBuildMul(
		e->b, x.by,
		hd_i64(e->u, (int64_t)hd_size_of(e->u, LLVMGetGEPSourceElementType(p))),
		"ahead");
}

/* What hd_prefetch_next_block asks for is on its way. */
void
hd_prefetch_stream(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef ahead = NULL;

	if (hd_map_get(&e->l->streams, i) &&
	    (e->l->walks_rows || !hd_map_get(&e->l->first_access, i)))
		ahead = bytes_ahead(e, hd_pointer_of(i));
	if (ahead)
		prefetch_lines(e, i, ahead, false);
}
