/* SPDX-License-Identifier: Apache-2.0 */
/* transpose_blocks: where neighbours in memory are neighbours along y or z, blocks are turned.
 *
 *     int i = blockIdx.x * blockDim.x + threadIdx.x, j = ... y; ... a[i * n + j]
 *
 * A GPU would read one element from each line for a warp, and so would the lanes of a group,
 * which lie along x. If threads know nothing of each other, x may be y: all coordinates of the
 * kernel are exchanged, and the runtime exchanges those of the launch (HD_TURNED; frame.h).
 * Threads see the values that they saw before.
 *
 * Only for blocks that are known and wide enough in the other direction, and only if each
 * element is written by one thread: who comes last among several would be another one.
 *
 * needs:   normalize
 */
#include "lanes/read/read.h"
#include "ana/address.h"
#include "pass/loops/strided_loop.h"

enum { DEPTH = 12 };

/* What something grows by from a thread to the next one. */
typedef struct growth {
	bool unknown;
	bool large;  /* by something that is no constant */
	bool mostly; /* not everywhere: at edges and where it begins again it does not */
	int64_t by;
} growth;

static const growth none = {0}, unknown = {.unknown = true};

static growth growth_of(LLVMValueRef v, int dim, int depth);

static bool
is_none(growth g)
{
	return !g.unknown && !g.large && !g.by;
}

static growth
sum(growth x, growth y, int64_t by)
{
	return (growth){x.unknown || y.unknown, x.large || y.large,
			x.mostly || y.mostly, x.by + by * y.by};
}

static growth
times(growth x, LLVMValueRef by)
{
	if (is_none(x) || x.unknown)
		return x;
	if (!LLVMIsAConstantInt(by))
		return (growth){.large = true, .mostly = x.mostly};
	x.by *= LLVMConstIntGetSExtValue(by);
	return x;
}

static growth
growth_of_product(LLVMValueRef a, LLVMValueRef b, int dim, int depth)
{
	growth x = growth_of(a, dim, depth), y = growth_of(b, dim, depth);

	if (!is_none(x) && !is_none(y))
		return unknown;
	return is_none(x) ? times(y, a) : times(x, b);
}

static growth
growth_of_phi(LLVMValueRef v, int dim, int depth)
{
	LLVMValueRef start, step;

	if (!hd_is_recurrence(v, &start, &step))
		return unknown;
	return is_none(growth_of(step, dim, depth)) ? growth_of(start, dim, depth)
						    : unknown;
}

/* Of the one or the other: x % n, x < 0 ? 0 : x. */
static growth
growth_of_choice(LLVMValueRef a, LLVMValueRef b, int dim, int depth)
{
	growth x = growth_of(a, dim, depth), y = growth_of(b, dim, depth);

	if (is_none(x) && is_none(y))
		return none;
	if (!is_none(x) && !is_none(y) && (x.large != y.large || x.by != y.by))
		return unknown;
	x = is_none(x) ? y : x;
	x.mostly = true;
	return x;
}

static bool
is_limit(LLVMValueRef call)
{
	return hd_calls_prefix(call, "llvm.smin.") ||
	       hd_calls_prefix(call, "llvm.smax.") ||
	       hd_calls_prefix(call, "llvm.umin.") ||
	       hd_calls_prefix(call, "llvm.umax.");
}

/* Of something that is computed or read from operands: none if they are the same. */
static growth
growth_of_others(LLVMValueRef v, int dim, int depth)
{
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!is_none(growth_of(LLVMGetOperand(v, (unsigned)k), dim, depth)))
			return unknown;
	return none;
}

static growth
growth_of(LLVMValueRef v, int dim, int depth)
{
	LLVMValueRef a, b;

	if (!LLVMIsAInstruction(v))
		return none;
	if (!depth--)
		return unknown;
	if (hd_sreg_read(v, &(int){0}) != HD_NOT_SREG)
		return (growth){.by = hd_is_sreg(v, HD_TID, dim)};
	if (LLVMGetNumOperands(v) < 1)
		return unknown;
	a = LLVMGetOperand(v, 0);
	b = LLVMGetOperand(v, LLVMGetNumOperands(v) > 1);
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMAdd:
	case LLVMSub:
		return sum(growth_of(a, dim, depth), growth_of(b, dim, depth),
			   hd_is_opcode(v, LLVMSub) ? -1 : 1);
	case LLVMOr:
		return LLVMGetIsDisjoint(v) ? sum(growth_of(a, dim, depth),
						  growth_of(b, dim, depth), 1)
					    : growth_of_others(v, dim, depth);
	case LLVMMul:
		return growth_of_product(a, b, dim, depth);
	case LLVMShl:
		return LLVMIsAConstantInt(b) && LLVMConstIntGetZExtValue(b) < 31
			       ? times(growth_of(a, dim, depth),
				       LLVMConstInt(LLVMTypeOf(b),
						    1ull << LLVMConstIntGetZExtValue(b),
						    false))
			       : growth_of_others(v, dim, depth);
	case LLVMSExt:
	case LLVMZExt:
	case LLVMTrunc:
		return growth_of(a, dim, depth);
	case LLVMSRem:
	case LLVMURem:
		return growth_of_choice(a, b, dim, depth);
	case LLVMSelect:
		return growth_of_choice(b, LLVMGetOperand(v, 2), dim, depth);
	case LLVMCall:
		return is_limit(v) ? growth_of_choice(a, b, dim, depth)
				   : growth_of_others(v, dim, depth);
	case LLVMPHI:
		return growth_of_phi(v, dim, depth);
	default:
		return growth_of_others(v, dim, depth);
	}
}

/* In bytes. */
static growth
growth_of_pointer(hd_unit *u, LLVMValueRef p, int dim)
{
	growth all = none;

	while (hd_is_opcode(p, LLVMGetElementPtr)) {
		growth g;

		if (LLVMGetNumOperands(p) != 2)
			return unknown;
		g = growth_of(LLVMGetOperand(p, 1), dim, DEPTH);
		all = sum(all, g,
			  (int64_t)hd_size_of(u, LLVMGetGEPSourceElementType(p)));
		p = LLVMGetOperand(p, 0);
	}
	return sum(all, growth_of(p, dim, DEPTH), 1);
}

/* ---- which way */

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn;
	uint32_t block[3];
	double cost[3]; /* of reading and writing with lanes in this direction */
} state;

static double
cost_of(growth g, uint64_t size)
{
	enum { LINE = 64 };

	if (is_none(g))
		return 0;
	if (g.unknown || g.large || llabs(g.by) > LINE)
		return 8;
	return (uint64_t)llabs(g.by) <= size ? 1 : 2;
}

/* False: threads would write in another order, as far as one can see. */
static bool
add_access(state *s, LLVMValueRef i, double times)
{
	bool stores = hd_is_opcode(i, LLVMStore);
	LLVMValueRef p = LLVMGetOperand(i, stores), root = hd_pointer_root(p);
	uint64_t size = hd_size_of(s->u, LLVMTypeOf(stores ? LLVMGetOperand(i, 0) : i));

	if (root && LLVMIsAAllocaInst(root))
		return true;
	for (int d = 0; d < 3; d++) {
		growth g = growth_of_pointer(s->u, p, d);

		if (stores && s->block[d] > 1 && (is_none(g) || g.unknown || g.mostly))
			return false;
		s->cost[d] += times * cost_of(g, size);
	}
	return true;
}

static bool
add_accesses(state *s)
{
	enum { ROUNDS = 8 };
	hd_blocks blocks = hd_number_blocks(&s->u->scratch, s->fn);
	hd_loops loops;

	if (!hd_graph_is_reducible(blocks.g))
		return false;
	loops = hd_graph_loops(&s->u->scratch, blocks.g);
	hd_each_block (bb, s->fn) {
		double times = 1;

		for (size_t l = 0; l < loops.n; l++)
			if (hd_bit(&loops.at[l].in,
				   (size_t)hd_block_number(&blocks, bb)))
				times *= ROUNDS;
		hd_each_insn (i, bb) {
			if (!hd_minds_itself(i))
				return false;
			if ((hd_is_opcode(i, LLVMLoad) || hd_is_opcode(i, LLVMStore)) &&
			    !add_access(s, i, times))
				return false;
		}
	}
	return true;
}

/* The direction that lanes should have: 0 = x is good enough. */
static int
best_direction(const state *s)
{
	enum { LEAST = 4 };
	int best = 0;

	hd_check(s->cost[0] >= 0 && s->cost[1] >= 0 && s->cost[2] >= 0);
	for (int d = 1; d < 3; d++)
		if (s->block[d] >= LEAST && s->cost[d] < s->cost[best])
			best = d;
	return 2 * s->cost[best] < s->cost[0] ? best : 0;
}

/* ---- the work */

static LLVMValueRef
coordinate(hd_unit *u, enum hd_sreg what, int dim)
{
	static const char *const names[] = {[HD_TID] = "tid",
					    [HD_NTID] = "ntid",
					    [HD_CTAID] = "ctaid",
					    [HD_NCTAID] = "nctaid"};
	const char *name = hd_format(&u->scratch, "llvm.nvvm.read.ptx.sreg.%s.%c",
				     names[what], 'x' + dim);

	return hd_intrinsic(u, name, NULL, 0);
}

/* x and `with` change places. */
static void
turn(state *s, int with)
{
	hd_unit *u = s->u;
	uint32_t x = s->block[0];

	/* twice would be what the launch has, and the runtime would turn that */
	hd_check((with == 1 || with == 2) && !hd_string_attr(s->fn, HD_TURNED));
	hd_each_block (bb, s->fn)
		hd_each_insn (i, bb) {
			int dim;
			enum hd_sreg what = hd_sreg_read(i, &dim);

			if (what != HD_NOT_SREG && (dim == 0 || dim == with))
				LLVMSetOperand(i, 0, coordinate(u, what, with - dim));
		}
	s->block[0] = s->block[with];
	s->block[with] = x;
	hd_add_string_attr(u, s->fn, HD_BLOCK,
			   hd_format(&u->scratch, "%u,%u,%u", s->block[0], s->block[1],
				     s->block[2]));
	hd_add_string_attr(u, s->fn, HD_TURNED, with == 1 ? "y" : "z");
}

static bool
change(hd_unit *u, LLVMValueRef fn)
{
	const char *shape = hd_string_attr(fn, HD_BLOCK);
	state s = {.u = u, .fn = fn};
	int best;

	if (!shape || !hd_read_shape(shape, s.block) || !add_accesses(&s))
		return false;
	best = best_direction(&s);
	if (!best)
		return false;
	hd_remark(u, fn,
		  "kernel '%s': lanes lie along %c, where neighbouring "
		  "threads access neighbouring memory",
		  hd_source_name(fn), 'x' + best);
	turn(&s, best);
	return true;
}

bool
hd_pass_transpose_blocks(hd_unit *u)
{
	bool any = false;

	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && hd_is_kernel(u, fn))
			any |= change(u, fn);
	return any;
}
