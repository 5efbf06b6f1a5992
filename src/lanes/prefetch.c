/* SPDX-License-Identifier: Apache-2.0 */
/* Large strides: in a loop over the grid, or from tile to tile, each group goes through
 * memory in steps that no hardware foresees. Ask for what it needs later. Other loops, over
 * the layers of a volume or the fields of a record, are short: what is asked for lies behind
 * their end, in pages that nobody has touched, which costs more than it brings. */
#include "lanes.h"

typedef struct change {
	LLVMValueRef
		by; /* of an index from one round to the next; NULL = it does not */
	LLVMValueRef phi; /* the loop's counter, NULL = none was met */
	bool unknown;
} change;

static const change unknown = {NULL, NULL, true}, none = {NULL, NULL, false};

static bool
is_available(hd_emit *e, LLVMValueRef v)
{
	int id = hd_id(e->c, v);

	return LLVMIsConstant(v) || (id >= 0 && hd_is_lane_uniform(e->c, v) &&
				     (e->c->def[id] < 0 || hd_is_at_hand(e, v) ||
				      hd_bit(&e->c->cross, (size_t)id)));
}

static LLVMValueRef
wide(hd_emit *e, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	return LLVMGetIntTypeWidth(t) < 64 ? LLVMBuildSExt(e->b, v, e->u->i64, "") : v;
}

/* What the k-th way into a phi adds to it; NULL: it is something else. */
static LLVMValueRef
step_of(LLVMValueRef phi, unsigned k)
{
	LLVMValueRef v = LLVMGetIncomingValue(phi, k);

	if (!hd_is_opcode(v, LLVMAdd) ||
	    (LLVMGetOperand(v, 0) != phi && LLVMGetOperand(v, 1) != phi))
		return NULL;
	return LLVMGetOperand(v, LLVMGetOperand(v, 0) == phi);
}

/* A counter goes on by the same step in each round. */
static change
change_of_counter(hd_emit *e, LLVMValueRef phi)
{
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMValueRef step = step_of(phi, k);

		if (step && is_available(e, step))
			return (change){wide(e, hd_use(e, step)), phi, false};
	}
	return unknown;
}

static change change_of(hd_emit *e, LLVMValueRef v, int depth);

static change
change_of_sum(hd_emit *e, LLVMValueRef v, int depth)
{
	change x = change_of(e, LLVMGetOperand(v, 0), depth);
	change y = change_of(e, LLVMGetOperand(v, 1), depth);

	if (x.unknown || y.unknown || (x.by && y.by))
		return unknown;
	return x.by ? x : y;
}

static change
change_of_product(hd_emit *e, LLVMValueRef v, int depth)
{
	LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
	change x = change_of(e, a, depth), y = change_of(e, b, depth), *which = &x;
	LLVMValueRef factor = b;

	if (y.by) {
		which = &y;
		factor = a;
	}
	if (x.unknown || y.unknown || (x.by && y.by))
		return unknown;
	if (!which->by)
		return none;
	if (!is_available(e, factor))
		return unknown;
	factor = wide(e, hd_use(e, factor));
	which->by = hd_is_opcode(v, LLVMShl)
			    ? LLVMBuildShl(e->b, x.by, factor, "")
			    : LLVMBuildMul(e->b, which->by, factor, "");
	return *which;
}

static change
change_of(hd_emit *e, LLVMValueRef v, int depth)
{
	if (!LLVMIsAInstruction(v))
		return none;
	if (depth-- == 0)
		return unknown;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMPHI:
		return change_of_counter(e, v);
	case LLVMSExt:
	case LLVMZExt:
		return change_of(e, LLVMGetOperand(v, 0), depth);
	case LLVMOr:
		return LLVMGetIsDisjoint(v) ? change_of_sum(e, v, depth) : unknown;
	case LLVMAdd:
		return change_of_sum(e, v, depth);
	case LLVMShl:
	case LLVMMul:
		return change_of_product(e, v, depth);
	case LLVMCall: { /* threadIdx and its kin stay the same */
		int dim;

		return hd_sreg_read(v, &dim) == HD_NOT_SREG ? unknown : none;
	}
	default:
		return unknown;
	}
}

/* gridDim times something */
static bool
has_grid(LLVMValueRef v, int depth)
{
	int dim;

	if (!LLVMIsAInstruction(v) || depth == 0)
		return false;
	if (hd_is_opcode(v, LLVMCall))
		return hd_sreg_read(v, &dim) == HD_NCTAID;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (has_grid(LLVMGetOperand(v, (unsigned)k), depth - 1))
			return true;
	return false;
}

static bool
is_over_grid(LLVMValueRef phi)
{
	enum { DEPTH = 4 };

	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMValueRef step = step_of(phi, k);

		if (step && has_grid(step, DEPTH))
			return true;
	}
	return false;
}

/* Each round of a loop with barriers is a whole tile; 0: not worth it. */
static int
rounds_ahead(hd_emit *e, LLVMValueRef phi)
{
	enum { SHORT = 3, TILES = 1 };
	hd_graph *g = e->c->region[e->region].g;
	hd_loops loops = hd_graph_loops(&e->u->scratch, g);
	int n = e->c->def[hd_id(e->c, phi)];

	for (size_t l = 0; l < loops.n; l++)
		if (loops.at[l].header == n)
			return is_over_grid(phi) ? SHORT : 0;
	return TILES;
}

/* What the hardware does on its own, and what is not worth a few instructions. */
static bool
is_foreseen(LLVMValueRef bytes)
{
	enum { PAGE = 4096 };

	return LLVMIsConstant(bytes) && (!LLVMIsAConstantInt(bytes) ||
					 llabs(LLVMConstIntGetSExtValue(bytes)) < PAGE);
}

void
hd_prefetch_ahead(hd_emit *e, LLVMValueRef i)
{
	enum { DEPTH = 12 };
	LLVMValueRef p = LLVMGetOperand(i, 0), arg[4], by;
	change x;
	uint64_t size;
	int rounds;

	if (!hd_does(e->u, HD_TRICK_prefetch) || !hd_is_opcode(p, LLVMGetElementPtr) ||
	    LLVMGetNumOperands(p) != 2)
		return;
	x = change_of(e, LLVMGetOperand(p, 1), DEPTH);
	if (x.unknown || !x.by || (rounds = rounds_ahead(e, x.phi)) == 0)
		return;
	size = hd_size_of(e->u, LLVMGetGEPSourceElementType(p));
	by = LLVMBuildMul(e->b, x.by, hd_i64(e->u, (int64_t)size), "");
	if (is_foreseen(by))
		return;
	by = LLVMBuildMul(e->b, by, hd_i64(e->u, rounds), "ahead");
	arg[0] = LLVMBuildGEP2(e->b, e->u->i8, hd_use(e, p), &by, 1, "");
	arg[1] = hd_i32(e->u, 0); /* to read, */
	arg[2] = hd_i32(e->u, 3); /* and to keep, */
	arg[3] = hd_i32(e->u, 1); /* data */
	hd_call(e->b, hd_intrinsic(e->u, "llvm.prefetch", &e->u->ptr, 1), arg, 4, "");
}

/* ---- before anything is emitted */

static bool
counts_in_large_steps(const hd_code *c, LLVMValueRef phi)
{
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMValueRef step = step_of(phi, k);

		if (step && !LLVMIsConstant(step) && hd_is_lane_uniform(c, step))
			return true;
	}
	return false;
}

/* Is there a loop over the grid that reads one piece of memory per round and group? */
bool
hd_has_large_strides(const hd_code *c)
{
	if (hd_string_attr(c->fn, HD_PARTS))
		return false;
	for (int v = 0; v < c->nv; v++) {
		LLVMValueRef p, x;

		if (c->def[v] < 0 || !hd_is_opcode(c->val[v], LLVMLoad))
			continue;
		p = LLVMGetOperand(c->val[v], 0);
		if (!hd_is_opcode(p, LLVMGetElementPtr) || LLVMGetNumOperands(p) != 2 ||
		    hd_is_lane_uniform(c, p))
			continue;
		x = LLVMGetOperand(p, 1);
		while (hd_is_opcode(x, LLVMSExt) || hd_is_opcode(x, LLVMZExt))
			x = LLVMGetOperand(x, 0);
		if (hd_is_opcode(x, LLVMPHI) && counts_in_large_steps(c, x))
			return true;
	}
	return false;
}
