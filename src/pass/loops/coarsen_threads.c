/* SPDX-License-Identifier: Apache-2.0 */
/* coarsen_threads: threads above each other that read the same become one thread.
 *
 *     for (k = 0; k < n; k++) s += a[y * n + k] * b[k * n + x];
 * becomes, for the threads of four rows of a block,
 *     for (k = 0; k < n; k++) { f = b[k * n + x];
 *             s0 += a[y * n + k] * f; s1 += a[(y + 1) * n + k] * f; ... }
 *
 * Nobody waits for anybody, so that threads may go step by step together; all that depends on
 * threadIdx.y is there four times, and the rest once. They must go the same way: comparisons
 * that depend on y, such as y < n, are asked for all four in advance, and where they do not
 * agree the rows come one after the other. Only blocks of known shape: their version is marked
 * (HD_ROWS), and lower_lanes takes steps of four rows. jam_rows does the same for kernels with
 * barriers, whose threads are loops by then.
 *
 * needs:   normalize, split_conditions, contract_fma
 */
#include "lanes/read/read.h"
#include "pass/loops/strided_loop.h"

enum { MOST_ROWS = 8, MOST_INSNS = 200, MOST_TESTS = 8, DEPTH = 10 };

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn;
	LLVMBuilderRef b;
	hd_map along, below; /* values that depend on threadIdx.x, on threadIdx.y */
	LLVMValueRef test[MOST_TESTS];
	int tests;
	int rows;
	hd_map row
		[MOST_ROWS]; /* what stands for those values there; not in the first */
	HD_VEC(LLVMValueRef) apart; /* those values */
	hd_map in;                  /* blocks that are copied */
} state;

static bool
is_along(const state *s, LLVMValueRef v)
{
	return hd_map_get(&s->along, v) != NULL;
}

static bool
is_below(const state *s, LLVMValueRef v)
{
	return hd_map_get(&s->below, v) != NULL;
}

/* ---- what depends on a coordinate, if all go the same way */

static bool
has_operand_in(const hd_map *found, LLVMValueRef i)
{
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		if (hd_map_get(found, LLVMGetOperand(i, (unsigned)k)))
			return true;
	return false;
}

/* Private variables differ, too. */
static hd_map
find_dependent(hd_unit *u, LLVMValueRef fn, int dim)
{
	hd_map found = {0};
	bool changed = true;

	while (changed) {
		changed = false;
		hd_each_block (bb, fn)
			hd_each_insn (i, bb) {
				if (hd_map_get(&found, i) || hd_is_debug_call(i) ||
				    (!hd_is_sreg(i, HD_TID, dim) &&
				     !hd_is_opcode(i, LLVMAlloca) &&
				     !has_operand_in(&found, i)))
					continue;
				*hd_map_put(&u->scratch, &found, i) = 1;
				changed = true;
			}
	}
	return found;
}

/* ---- which kernels */

static bool
is_safe_division(LLVMValueRef v)
{
	LLVMValueRef by;

	if (!hd_is_division(LLVMGetInstructionOpcode(v)))
		return false;
	by = LLVMGetOperand(v, 1);
	return LLVMIsAConstantInt(by) && !LLVMIsNull(by) && !hd_is_ones(by);
}

/* Can it be computed at the beginning, and is it the same along a row? */
static bool
is_known_early(const state *s, LLVMValueRef v, int depth)
{
	int dim;

	if (LLVMIsConstant(v) || LLVMIsAArgument(v))
		return true;
	if (!depth || !LLVMIsAInstruction(v) || is_along(s, v))
		return false;
	if (hd_sreg_read(v, &dim) != HD_NOT_SREG)
		return true;
	if (!hd_is_arithmetic(v) && !is_safe_division(v))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!is_known_early(s, LLVMGetOperand(v, (unsigned)k), depth - 1))
			return false;
	return true;
}

static bool
note_test(state *s, LLVMValueRef cmp)
{
	for (int k = 0; k < s->tests; k++)
		if (s->test[k] == cmp)
			return true;
	if (s->tests == MOST_TESTS || !is_known_early(s, cmp, DEPTH))
		return false;
	s->test[s->tests++] = cmp;
	return true;
}

/* Is a condition made of comparisons that can be asked in advance? */
static bool
is_foreseen(state *s, LLVMValueRef cond, int depth)
{
	if (!is_below(s, cond))
		return true;
	if (!depth)
		return false;
	if (hd_is_opcode(cond, LLVMICmp))
		return note_test(s, cond);
	if (LLVMTypeOf(cond) != s->u->i1 || !hd_is_arithmetic(cond) ||
	    LLVMIsACastInst(cond))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(cond); k++)
		if (!is_foreseen(s, LLVMGetOperand(cond, (unsigned)k), depth - 1))
			return false;
	return true;
}

static bool
is_joinable(state *s, LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMAlloca:
		return hd_minds_itself(i) &&
		       LLVMGetInstructionParent(i) == LLVMGetEntryBasicBlock(s->fn);
	case LLVMBr:
		return !LLVMIsConditional(i) ||
		       is_foreseen(s, LLVMGetCondition(i), DEPTH);
	default:
		return hd_minds_itself(i);
	}
}

/* A vector that all rows read. */
static bool
is_shared_read(const state *s, LLVMValueRef i)
{
	LLVMValueRef p;

	if (!hd_is_opcode(i, LLVMLoad))
		return false;
	p = LLVMGetOperand(i, 0);
	return is_along(s, p) && !is_below(s, p);
}

/* Bytes of what each thread takes around a loop. */
static uint64_t
loop_bytes(const state *s, LLVMBasicBlockRef header)
{
	uint64_t bytes = 0;

	hd_each_phi (phi, header)
		if (is_along(s, phi) && is_below(s, phi))
			bytes += hd_size_of(s->u, LLVMTypeOf(phi));
	return bytes;
}

/* Half of the registers are for that, in groups of as many lanes as there are at least. */
static void
limit_rows(state *s, LLVMBasicBlockRef header)
{
	uint64_t file = (uint64_t)hd_cpu_of(s->u).file_bytes, lanes = file / 64;

	while (s->rows > 1 &&
	       (uint64_t)s->rows * loop_bytes(s, header) * lanes > file / 2)
		s->rows /= 2;
}

/* The first such load in a loop; NULL: there is none, or it cannot be done. */
static LLVMValueRef
find_gain(state *s)
{
	hd_blocks blocks = hd_number_blocks(&s->u->scratch, s->fn);
	LLVMValueRef found = NULL;
	hd_loops loops;
	int room = MOST_INSNS;

	if (!hd_graph_is_reducible(blocks.g))
		return NULL;
	hd_each_block (bb, s->fn)
		hd_each_insn (i, bb)
			if (--room < 0 || !is_joinable(s, i))
				return NULL;
	loops = hd_graph_loops(&s->u->scratch, blocks.g);
	for (size_t l = 0; l < loops.n; l++)
		hd_each_block (bb, s->fn) {
			int n = hd_block_number(&blocks, bb);

			if (n == loops.at[l].header)
				limit_rows(s, bb);
			hd_each_insn (i, bb)
				if (!found && is_shared_read(s, i) &&
				    hd_bit(&loops.at[l].in, (size_t)n))
					found = i;
		}
	return s->rows > 1 ? found : NULL;
}

static void
find_all(state *s)
{
	s->along = find_dependent(s->u, s->fn, 0);
	s->below = find_dependent(s->u, s->fn, 1);
	s->tests = 0;
}

/* Eight where there are registers for them in groups of one vector each, with AVX-512. */
static int
rows_of(hd_unit *u, LLVMValueRef fn)
{
	const char *shape = hd_string_attr(fn, HD_BLOCK);
	uint32_t block[3];
	int rows = hd_cpu_of(u).register_bytes == 64 ? MOST_ROWS : MOST_ROWS / 2;

	if (!shape || !hd_read_shape(shape, block))
		return 1;
	while (block[1] % (uint32_t)rows)
		rows /= 2;
	hd_check(rows >= 1);
	return rows;
}

/* ---- rows one after the other, where they do not agree */

static LLVMValueRef
early(state *s, hd_map *made, LLVMValueRef v, int row)
{
	uintptr_t *known = hd_map_get(made, v);
	LLVMValueRef i;

	if (!LLVMIsAInstruction(v))
		return v;
	if (known)
		return (LLVMValueRef)*known;
	i = LLVMInstructionClone(v);
	for (int k = 0; !hd_is_opcode(v, LLVMCall) && k < LLVMGetNumOperands(v); k++)
		LLVMSetOperand(i, (unsigned)k,
			       early(s, made, LLVMGetOperand(v, (unsigned)k), row));
	LLVMInsertIntoBuilder(s->b, i);
	if (hd_is_sreg(v, HD_TID, 1))
		i = LLVMBuildAdd(s->b, i, hd_i32(s->u, row), "");
	*hd_map_put(&s->u->scratch, made, v) = (uintptr_t)i;
	return i;
}

/* Do all rows give the same answers? */
static LLVMValueRef
build_question(state *s)
{
	hd_map made[MOST_ROWS] = {0};
	LLVMValueRef all = LLVMConstInt(s->u->i1, 1, false);

	hd_check(s->rows > 1 && s->rows <= MOST_ROWS);
	for (int k = 0; k < s->tests; k++)
		for (int row = 1; row < s->rows; row++) {
			LLVMValueRef x = early(s, &made[0], s->test[k], 0),
				     y = early(s, &made[row], s->test[k], row);

			all = LLVMBuildAnd(s->b, all,
					   LLVMBuildICmp(s->b, LLVMIntEQ, x, y, ""),
					   "agree");
		}
	return all;
}

static bool
is_copied(void *state, LLVMValueRef i)
{
	return hd_map_get(&((struct state *)state)->in, LLVMGetInstructionParent(i)) !=
	       NULL;
}

/* A copy for the thread of a row: it counts on from the first, and goes on to `next`. */
static void
count_rows(state *s, const hd_map *map, LLVMValueRef row, LLVMBasicBlockRef next)
{
	hd_each_block (bb, s->fn) {
		if (!hd_map_get(&s->in, bb))
			continue;
		hd_each_insn (i, bb) {
			LLVMValueRef copy = hd_mapped(map, i), y;

			hd_check(copy != i);
			if (hd_is_opcode(i, LLVMRet)) {
				LLVMPositionBuilderBefore(s->b, copy);
				LLVMBuildBr(s->b, next);
				LLVMInstructionEraseFromParent(copy);
			} else if (hd_is_sreg(i, HD_TID, 1)) {
				LLVMPositionBuilderBefore(s->b,
							  LLVMGetNextInstruction(copy));
				y = LLVMBuildAdd(s->b, row, row, "");
				LLVMReplaceAllUsesWith(copy, y);
				LLVMSetOperand(y, 0, copy);
			}
		}
	}
}

/* Behind the private variables: all at once from `start` on, or else a loop. */
static void
divide(state *s, LLVMBasicBlockRef start)
{
	hd_unit *u = s->u;
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(s->fn),
			  head = hd_new_block(u, s->fn, "each.row"),
			  next = hd_new_block(u, s->fn, "next.row"),
			  end = hd_new_block(u, s->fn, "rows.end"), bb[2];
	LLVMValueRef row, from[2];
	hd_map map = {0};

	hd_each_block (x, s->fn)
		if (x != entry && x != head && x != next && x != end)
			*hd_map_put(&u->scratch, &s->in, x) = 1;
	hd_clone_insns(u, s->fn, s->fn, &map, is_copied, s);
	LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(entry));
	LLVMPositionBuilderAtEnd(s->b, entry);
	hd_set_odds(u, LLVMBuildCondBr(s->b, build_question(s), start, head), 100, 1);
	LLVMPositionBuilderAtEnd(s->b, head);
	row = LLVMBuildPhi(s->b, u->i32, "row");
	LLVMBuildBr(s->b, hd_mapped_block(&map, start));
	count_rows(s, &map, row, next);
	LLVMPositionBuilderAtEnd(s->b, next);
	from[0] = hd_i32(u, 0);
	from[1] = LLVMBuildAdd(s->b, row, hd_i32(u, 1), "");
	bb[0] = entry;
	bb[1] = next;
	LLVMAddIncoming(row, from, bb, 2);
	LLVMBuildCondBr(s->b,
			LLVMBuildICmp(s->b, LLVMIntEQ, from[1], hd_i32(u, s->rows), ""),
			end, head);
	LLVMPositionBuilderAtEnd(s->b, end);
	LLVMBuildRetVoid(s->b);
}

/* ---- rows at once */

static LLVMValueRef
copy_for_row(state *s, LLVMValueRef i, LLVMValueRef last, int row)
{
	LLVMValueRef copy;

	if (hd_is_opcode(i, LLVMPHI)) { /* its blocks stay, its values come later */
		LLVMPositionBuilderBefore(s->b, i);
		copy = LLVMBuildPhi(s->b, LLVMTypeOf(i), "");
		for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
			LLVMBasicBlockRef bb = LLVMGetIncomingBlock(i, k);
			LLVMValueRef v = LLVMGetIncomingValue(i, k);

			LLVMAddIncoming(copy, &v, &bb, 1);
		}
		return copy;
	}
	LLVMPositionBuilderBefore(s->b, LLVMGetNextInstruction(last));
	if (hd_is_sreg(i, HD_TID, 1))
		return LLVMBuildAdd(s->b, i, hd_i32(s->u, row), "");
	copy = LLVMInstructionClone(i);
	LLVMInsertIntoBuilder(s->b, copy);
	return copy;
}

static void
copy_rows(state *s)
{
	for (size_t k = 0; k < s->apart.n; k++) {
		LLVMValueRef i = s->apart.at[k], last = i;

		for (int row = 1; row < s->rows; row++) {
			last = copy_for_row(s, i, last, row);
			*hd_map_put(&s->u->scratch, &s->row[row], i) = (uintptr_t)last;
		}
	}
}

static void
connect_row(state *s, const hd_map *row)
{
	for (size_t n = 0; n < s->apart.n; n++) {
		LLVMValueRef i = s->apart.at[n], copy = hd_mapped(row, i);

		hd_check(copy != i);
		for (int k = 0; k < LLVMGetNumOperands(i); k++)
			if (!hd_is_sreg(i, HD_TID, 1))
				LLVMSetOperand(
					copy, (unsigned)k,
					hd_mapped(row, LLVMGetOperand(i, (unsigned)k)));
	}
}

static void
join(state *s, LLVMBasicBlockRef start)
{
	hd_each_block (bb, s->fn)
		hd_each_insn (i, bb)
			if (is_below(s, i) && !LLVMIsATerminatorInst(i))
				hd_push(&s->u->scratch, &s->apart, i);
	hd_check(s->apart.n);
	if (s->tests)
		divide(s, start);
	copy_rows(s);
	for (int row = 1; row < s->rows; row++)
		connect_row(s, &s->row[row]);
}

/* ---- the pass */

static bool
change(hd_unit *u, LLVMValueRef fn)
{
	state s = {.u = u, .fn = fn, .rows = rows_of(u, fn)};
	LLVMBasicBlockRef start;
	LLVMValueRef at;

	if (s.rows == 1 || hd_known_version(fn))
		return false;
	find_all(&s);
	at = find_gain(&s);
	if (!at)
		return false;
	s.fn = hd_add_known_version(u, fn);
	if (!s.fn)
		return false;
	hd_remark(u, at,
		  "%d rows of a block of '%s' become one thread: they read "
		  "the same data",
		  s.rows, hd_source_name(fn));
	hd_add_string_attr(u, s.fn, HD_ROWS, hd_format(&u->scratch, "%d", s.rows));
	start = hd_split_block(u, hd_first_behind_allocas(s.fn)); /* makes other phis */
	find_all(&s);
	hd_check(find_gain(&s));
	s.b = LLVMCreateBuilderInContext(u->c);
	join(&s, start);
	LLVMDisposeBuilder(s.b);
	hd_mark_changed(u, s.fn);
	return true;
}

bool
hd_pass_coarsen_threads(hd_unit *u)
{
	HD_VEC(LLVMValueRef) kernels = {0};
	bool any = false;

	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && hd_is_kernel(u, fn))
			hd_push(&u->scratch, &kernels, fn);
	for (size_t k = 0; k < kernels.n; k++)
		any |= change(u, kernels.at[k]);
	return any;
}
