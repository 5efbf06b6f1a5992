/* SPDX-License-Identifier: Apache-2.0 */
/* What a group costs as vectors, and what its threads cost one after the other.
 *
 * Vectors do not pay where lanes gather without an instruction for it, since each is loaded for
 * itself and put into its vector, and where they go different ways, since all of them go
 * every way. Costs are instructions, roughly; how often a node runs is guessed: loops go
 * around eight times, and branches that lanes may disagree on are taken by half of the
 * threads, but by nearly all of the groups. */
#include "lanes/decide/access.h"

static const double ROUNDS = 8, TAKEN = 0.9, SLIGHTLY = 1.1;

typedef struct state {
	const hd_code *c;
	hd_loops loops;
	double *longer; /* loops: rounds of the slowest lane, by those of the others */
	int *inner;     /* the innermost loop of a node, -1 = none */
	bool *masked;
	double *lanes, *alone; /* how often a node runs */
	int reg;
	uint32_t row; /* threads, 0 = not known */
} state;

/* ---- how often */

/* Are there several groups in a row, or is it the place in the grid that is asked for? */
static bool
agree_mostly(const state *s, LLVMValueRef cmp)
{
	uint32_t lanes = (uint32_t)s->c->w.lanes;

	return !s->row || s->row > lanes ||
	       (s->row == lanes &&
		(hd_is_x(LLVMGetOperand(cmp, 0)) || hd_is_x(LLVMGetOperand(cmp, 1))));
}

/* A guard on the index: nearly all groups agree. */
static bool
is_guard(const state *s, LLVMValueRef cond)
{
	return hd_is_opcode(cond, LLVMICmp) && agree_mostly(s, cond) &&
	       hd_shape_of(s->c, LLVMGetOperand(cond, 0)).kind != HD_VARYING &&
	       hd_shape_of(s->c, LLVMGetOperand(cond, 1)).kind != HD_VARYING;
}

static bool
splits(const state *s, int n)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(s->c->node[n].bb);

	return hd_bit(&s->c->w.divergent, (size_t)n) &&
	       !is_guard(s, LLVMGetCondition(end));
}

static bool
leaves_loop(const state *s, int from, int to)
{
	return s->inner[from] >= 0 &&
	       !hd_bit(&s->loops.at[s->inner[from]].in, (size_t)to);
}

static bool
has_exit(const state *s, int n)
{
	const hd_ints *succ = &s->c->g->succ[n];

	for (size_t k = 0; k < succ->n; k++)
		if (leaves_loop(s, n, succ->at[k]))
			return true;
	return false;
}

static double
rounds(const state *s, int loop, bool lanes)
{
	return lanes ? ROUNDS * s->longer[loop] : ROUNDS;
}

/* Of those that come to `from`, how many go on to `to`. */
static double
share(const state *s, int from, int to, bool lanes)
{
	if (s->c->g->succ[from].n < 2)
		return 1;
	if (has_exit(s, from))
		return leaves_loop(s, from, to) ? 1 / rounds(s, s->inner[from], lanes)
						: 1;
	return lanes && splits(s, from) ? TAKEN : 0.5;
}

static bool
is_masked(const state *s, int n)
{
	const hd_graph *g = s->c->g;

	if (s->inner[n] >= 0 && s->longer[s->inner[n]] > SLIGHTLY)
		return true;
	if (g->pred[n].n == 1 && splits(s, g->pred[n].at[0]))
		return true;
	return n != g->entry && s->masked[g->idom[n]] &&
	       (s->inner[n] < 0 || s->inner[n] == s->inner[g->idom[n]]);
}

static void
count_runs(state *s)
{
	const hd_graph *g = s->c->g;

	for (int k = 0; k < g->nrpo; k++) {
		int n = g->rpo[k], l = s->inner[n];

		s->masked[n] = is_masked(s, n);
		s->lanes[n] = s->alone[n] = n == g->entry;
		for (size_t j = 0; j < g->pred[n].n; j++) {
			int p = g->pred[n].at[j];

			if (g->pos[p] >= k)
				continue;
			s->lanes[n] += s->lanes[p] * share(s, p, n, true);
			s->alone[n] += s->alone[p] * share(s, p, n, false);
		}
		/* groups that went both ways come to where these meet once */
		if (n != g->entry && s->lanes[n] > s->lanes[g->idom[n]])
			s->lanes[n] = s->lanes[g->idom[n]];
		if (l >= 0 && s->loops.at[l].header == n) {
			s->lanes[n] *= rounds(s, l, true);
			s->alone[n] *= rounds(s, l, false);
		}
	}
}

/* ---- how much */

static double
vectors(const state *s, uint64_t bytes)
{
	double n = (double)bytes * s->c->w.lanes / s->reg;

	return n < 1 ? 1 : n;
}

static double
access_cost(const state *s, LLVMValueRef i, bool masked)
{
	bool load = hd_is_opcode(i, LLVMLoad);
	LLVMValueRef p = LLVMGetOperand(i, load ? 0 : 1);
	LLVMTypeRef t = LLVMTypeOf(load ? i : LLVMGetOperand(i, 0));
	hd_shape at = hd_shape_of(s->c, p);
	uint64_t bytes = hd_size_of(s->c->u, t);
	double n = s->c->w.lanes;

	if (at.kind == HD_AFFINE && !at.stride)
		return 1;
	if (at.kind != HD_VARYING && at.stride == (int64_t)bytes) {
		if (!load && masked && s->reg == 16 && !hd_points_to_shared(p) &&
		    !hd_is_interleaved(s->c, p))
			return 4 * n;
		return vectors(s, bytes) + (masked ? 3 : 0);
	}
	if (!masked && hd_interleave_share(s->c, i) > 0)
		return 1.5 * vectors(s, bytes) * hd_interleave_share(s->c, i);
	if (hd_has_window(s->c, i))
		return (load ? 4 : 6) * vectors(s, bytes);
	if (hd_is_in_two_rows(s->c, i))
		return 4 * vectors(s, bytes);
	if ((load || !masked) && hd_is_in_aos(s->c, i))
		return (bytes == 4 ? 0.75 : 1) * n + (masked ? 0.5 * n : 0);
	if (load && hd_has_gather(s->c, i))
		return 1.2 * n;
	if (load && s->reg > 16) /* the index out of a vector, the element into one */
		return 3.5 * n;
	return (load + (masked ? 5 : 3)) * n;
}

static double
slowness(LLVMValueRef i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);

	return o == LLVMFDiv || o == LLVMFRem || o == LLVMCall ? 4 : 1;
}

/* Does one thread after the other read what lies side by side, in steps? Each line of the
 * cache is then read many times. */
static bool
is_strided(const state *s, LLVMValueRef i)
{
	bool load = hd_is_opcode(i, LLVMLoad);
	LLVMValueRef p = LLVMGetOperand(i, load ? 0 : 1);
	hd_shape at = hd_shape_of(s->c, p);
	int id = hd_id(s->c, p), n = id < 0 ? -1 : s->c->def[id];
	enum { DEPTH = 6 };

	if (at.kind == HD_VARYING || !at.stride || n < 0 || s->inner[n] < 0 ||
	    hd_points_to_shared(p) || hd_is_interleaved(s->c, p))
		return false;
	return !hd_is_opcode(p, LLVMGetElementPtr) ||
	       !hd_counts_slowly(LLVMGetOperand(p, (unsigned)LLVMGetNumOperands(p) - 1),
				 DEPTH);
}

/* Integers, by what is not a constant. */
static bool
divides(LLVMValueRef i)
{
	return hd_is_division(LLVMGetInstructionOpcode(i)) &&
	       !LLVMIsAConstant(LLVMGetOperand(i, 1));
}

static bool
calls_function(LLVMValueRef i)
{
	return hd_is_opcode(i, LLVMCall) && !hd_calls_prefix(i, "llvm.") &&
	       !hd_calls_prefix(i, HD_ALL);
}

/* Of an address, as GEPs are. */
static bool
counts_lanes(LLVMValueRef i)
{
	return hd_is_lane_count(i) ||
	       (hd_is_opcode(i, LLVMMul) && hd_is_lane_count(LLVMGetOperand(i, 1)));
}

static double
lanes_cost(const state *s, LLVMValueRef i, bool masked)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	int id = hd_id(s->c, i);
	bool same = id >= 0 && s->c->w.shape[id].kind != HD_VARYING;
	uint64_t bytes;

	if (o == LLVMLoad || o == LLVMStore)
		return access_cost(s, i, masked);
	if (o == LLVMGetElementPtr || hd_is_debug_call(i) || counts_lanes(i) ||
	    hd_barrier_kind(i) != HD_NO_BARRIER)
		return 0;
	if (hd_is_group_atomic(s->c, i)) {
		if (!hd_is_integer(LLVMTypeOf(i)))
			return 6 + 3 * s->c->w.lanes; /* one waits for the other */
		return 6 + (LLVMGetFirstUse(i) ? 8 : 2) * vectors(s, 4);
	}
	if (o == LLVMAtomicRMW || o == LLVMAtomicCmpXchg)
		return 6 * s->c->w.lanes;
	if (same || id < 0)
		return o == LLVMPHI ? 0 : 1;
	if (calls_function(i))
		return 10 * s->c->w.lanes;
	if (divides(i))
		return (hd_divides_as_floats(s->c, i) ? 3 : 8) * s->c->w.lanes;
	bytes = hd_size_of(s->c->u, LLVMTypeOf(i));
	if (bytes < 4 && (masked || LLVMTypeOf(i) == s->c->u->i1))
		bytes = 4; /* as wide as the masks */
	return vectors(s, bytes) * (o == LLVMPHI && !masked ? 0.25 : slowness(i));
}

/* For all threads of a group. What is the same for all of them is moved out of the loop
 * over them. */
static double
scalar_cost(const state *s, LLVMValueRef i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	int id = hd_id(s->c, i);
	double n = s->c->w.lanes;

	if (o == LLVMGetElementPtr || hd_is_debug_call(i) || counts_lanes(i) ||
	    hd_barrier_kind(i) != HD_NO_BARRIER)
		return 0;
	if (o == LLVMLoad || o == LLVMStore)
		return is_strided(s, i) ? 4 * n : n;
	if (o == LLVMAtomicRMW || o == LLVMAtomicCmpXchg)
		return 4 * n;
	if (id >= 0 && hd_is_lane_uniform(s->c, i))
		return 1;
	if (calls_function(i))
		return 8 * n;
	if (divides(i))
		return 5 * n;
	if (o == LLVMPHI || o == LLVMSExt || o == LLVMZExt)
		return 0.25 * n;
	return n * slowness(i);
}

/* Lanes leave a loop when each has found something, or after as many rounds as it has
 * read before. */
static double
longer(const state *s, const hd_loop *l)
{
	double most = 1;

	for (size_t k = 0; k < l->exiting.n; k++) {
		int n = l->exiting.at[k];
		LLVMValueRef end = LLVMGetBasicBlockTerminator(s->c->node[n].bb);
		LLVMValueRef cond = LLVMGetCondition(end);

		if (!hd_bit(&s->c->w.divergent, (size_t)n))
			continue;
		if (is_guard(s, cond))
			most = most < SLIGHTLY ? SLIGHTLY : most;
		else
			most = most < 4 ? 4 : most;
	}
	return most;
}

static void
find_loops(state *s)
{
	hd_arena *a = &s->c->u->scratch;

	s->loops = hd_graph_loops(a, s->c->g);
	s->longer = HD_NEW_ARRAY(a, double, s->loops.n + 1);
	s->inner = HD_NEW_ARRAY(a, int, (size_t)s->c->nn);
	for (int n = 0; n < s->c->nn; n++)
		s->inner[n] = -1;
	for (size_t l = 0; l < s->loops.n; l++) {
		hd_each_bit (n, &s->loops.at[l].in)
			s->inner[n] = (int)l;
		s->longer[l] = longer(s, &s->loops.at[l]);
	}
}

/* ---- one load after the other */

/* What depends on something in `on`, in this loop: until nothing is added. */
static void
add_dependents(const state *s, const hd_loop *l, hd_bits *on)
{
	bool changed = true;

	while (changed) {
		changed = false;
		hd_each_bit (n, &l->in)
			hd_each_node_insn (i, s->c, n) {
				int id = hd_id(s->c, i);

				if (id < 0 || hd_bit(on, (size_t)id))
					continue;
				for (int k = 0; k < LLVMGetNumOperands(i); k++) {
					int v = hd_id(s->c,
						      LLVMGetOperand(i, (unsigned)k));

					if (v < 0 || !hd_bit(on, (size_t)v))
						continue;
					hd_bit_set(on, (size_t)id);
					changed = true;
				}
			}
	}
}

/* Does each round read where the one before has told it to? */
static bool
is_pointer_chase(const state *s, const hd_loop *l)
{
	hd_arena *a = &s->c->u->scratch;
	hd_bits read = hd_bits_new(a, (size_t)s->c->nv),
		carried = hd_bits_new(a, (size_t)s->c->nv);
	bool is = false;

	hd_each_bit (n, &l->in)
		hd_each_node_insn (i, s->c, n)
			if (hd_is_opcode(i, LLVMLoad))
				hd_bit_set(&read, (size_t)hd_id(s->c, i));
	add_dependents(s, l, &read);
	hd_each_node_insn (i, s->c, l->header)
		if (hd_is_opcode(i, LLVMPHI) && hd_bit(&read, (size_t)hd_id(s->c, i)))
			hd_bit_set(&carried, (size_t)hd_id(s->c, i));
	add_dependents(s, l, &carried);
	hd_each_bit (n, &l->in)
		hd_each_node_insn (i, s->c, n) {
			int p = hd_is_opcode(i, LLVMLoad)
					? hd_id(s->c, LLVMGetOperand(i, 0))
					: -1;

			is |= p >= 0 && hd_bit(&carried, (size_t)p);
		}
	return is;
}

/* Short rounds that wait for each other's loads: a group has as many of them under way as
 * it has lanes, one thread after the other only a few. */
static double
load_latency(const state *s)
{
	enum { WAIT = 50 }; /* instructions */
	double sum = 0;

	for (size_t l = 0; l < s->loops.n; l++) {
		int size = 0;

		hd_each_bit (n, &s->loops.at[l].in)
			hd_each_node_insn (i, s->c, n)
				size += !hd_is_debug_call(i);
		if (size < WAIT && is_pointer_chase(s, &s->loops.at[l]))
			sum += s->alone[s->loops.at[l].header] * (WAIT - size);
	}
	return sum * s->c->w.lanes;
}

/* Branches that diverge are mispredicted: once at the end of a loop, and every
 * fourth time otherwise. */
static double
mispredictions(const state *s, int n)
{
	enum { MISSED = 20 }; /* instructions */

	if (!splits(s, n))
		return 0;
	return s->alone[n] * s->c->w.lanes * MISSED / (has_exit(s, n) ? ROUNDS : 4);
}

typedef struct costs {
	double lanes, gathers, alone; /* gathers: of the former */
} costs;

static bool
is_gather(const hd_code *c, LLVMValueRef i)
{
	return hd_is_opcode(i, LLVMLoad) && hd_has_gather(c, i) &&
	       hd_shape_of(c, LLVMGetOperand(i, 0)).kind == HD_VARYING;
}

static costs
find_costs(const hd_layout *l)
{
	const hd_code *c = l->c;
	hd_arena *a = &c->u->scratch;
	size_t nn = (size_t)c->nn;
	state s = {.c = c,
		   .masked = HD_NEW_ARRAY(a, bool, nn),
		   .lanes = HD_NEW_ARRAY(a, double, nn),
		   .alone = HD_NEW_ARRAY(a, double, nn),
		   .reg = hd_cpu_of(c->u).register_bytes};
	const char *shape = hd_string_attr(c->fn, HD_BLOCK);
	uint32_t block[3];
	costs sum = {0};

	if (shape && !l->long_rows && hd_read_shape(shape, block))
		s.row = block[0];
	hd_check(c->w.shape && s.reg > 0);
	find_loops(&s);
	count_runs(&s);
	for (int k = 0; k < c->g->nrpo; k++) {
		int n = c->g->rpo[k];

		hd_each_node_insn (i, c, n) {
			double cost = s.lanes[n] * lanes_cost(&s, i, s.masked[n]);

			sum.lanes += cost;
			sum.gathers += is_gather(c, i) ? cost : 0;
			sum.alone += s.alone[n] * scalar_cost(&s, i);
		}
		if (hd_bit(&c->w.divergent, (size_t)n))
			sum.lanes += s.lanes[n] * (4 + 2 * vectors(&s, 4));
		sum.alone += s.alone[n] * c->w.lanes + mispredictions(&s, n);
	}
	sum.alone += load_latency(&s);
	return sum;
}

/* How much faster than one thread after the other. Shapes must be known, for as many lanes
 * as it has. */
double
hd_gain_of_vectors(const hd_layout *l)
{
	costs sum = find_costs(l);

	hd_check(sum.lanes > 0);
	return sum.alone / sum.lanes;
}

/* They take three times as long on some processors as on others. */
static bool
mostly_gathers(const hd_layout *l)
{
	costs sum = find_costs(l);

	return sum.gathers * 2 > sum.lanes;
}

/* Are there branches, besides those on a lane's place, on which lanes may disagree more or less
 * often than was guessed above, or loads that are more or less slow? */
bool
hd_is_gain_unsure(const hd_layout *l)
{
	const hd_code *c = l->c;

	hd_each_bit (n, &c->w.divergent) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(c->node[n].bb),
			     cond = LLVMGetCondition(end);

		if (!hd_is_opcode(cond, LLVMICmp) ||
		    hd_shape_of(c, LLVMGetOperand(cond, 0)).kind != HD_AFFINE ||
		    hd_shape_of(c, LLVMGetOperand(cond, 1)).kind != HD_AFFINE)
			return true;
	}
	return mostly_gathers(l);
}
