/* SPDX-License-Identifier: Apache-2.0 */
/* The plan of a region: loops, an order that keeps them together, which branches are
 * linearised, which nodes have a mask. */
#include "lanes/decide/plan.h"

bool
hd_is_header(const hd_plan *p, int n)
{
	hd_check(n >= 0 && n < p->g->n);
	return p->inner[n] >= 0 && p->loops.at[p->inner[n]].header == n;
}

/* ---- questions about the region */

bool
hd_touches_memory(const hd_plan *p, int n)
{
	hd_each_node_insn (i, p->c, n)
		if (hd_is_opcode(i, LLVMLoad) || hd_has_effect(i))
			return true;
	return false;
}

/* Is a division done once, for all lanes? */
static bool
divides(const hd_plan *p, int n)
{
	hd_each_node_insn (i, p->c, n)
		if (hd_is_division(LLVMGetInstructionOpcode(i)) &&
		    hd_shape_of(p->c, i).kind == HD_AFFINE)
			return true;
	return false;
}

/* Vector instructions of the processor, about, that are better left out when the mask is
 * empty. */
static bool
is_long(const hd_plan *p, int n)
{
	enum { LONG = 40, LEAST = 4 }; /* a comparison is as long as what it compares */
	const hd_code *c = p->c;
	uint64_t reg = (uint64_t)hd_cpu_of(c->u).register_bytes, all = 0;

	hd_each_node_insn (i, c, n) {
		LLVMTypeRef t = LLVMTypeOf(i);
		uint64_t bytes;

		if (LLVMGetTypeKind(t) == LLVMVoidTypeKind ||
		    hd_is_opcode(i, LLVMPHI) || hd_shape_of(c, i).kind == HD_AFFINE)
			continue;
		bytes = hd_size_of(c->u, t);
		all += ((bytes < LEAST ? LEAST : bytes) * (uint64_t)c->w.lanes + reg -
			1) /
		       reg;
	}
	return all > LONG;
}

/* Without a lane there is nothing to compute addresses, divisors and uniform conditions
 * from, or no reason to. */
bool
hd_needs_active_lane(const hd_plan *p, int n)
{
	return p->c->node[n].barrier || hd_touches_memory(p, n) || divides(p, n) ||
	       is_long(p, n) ||
	       (p->g->succ[n].n > 1 && !hd_bit(&p->divergent, (size_t)n));
}

/* Is there a way from `from` to `to` that does not pass `avoid`? */
static bool
reaches(const hd_plan *p, int from, int to, int avoid)
{
	hd_arena *a = &p->c->u->scratch;
	hd_bits seen = hd_bits_new(a, (size_t)p->g->n);
	hd_ints work = {0};

	if (from == avoid)
		return false;
	hd_push(a, &work, from);
	hd_bit_set(&seen, (size_t)from);
	while (work.n) {
		int n = hd_pop(&work);

		if (n == to)
			return true;
		for (size_t k = 0; k < p->g->succ[n].n; k++) {
			int s = p->g->succ[n].at[k];

			if (s == avoid || hd_bit(&seen, (size_t)s))
				continue;
			hd_bit_set(&seen, (size_t)s);
			hd_push(a, &work, s);
		}
	}
	return false;
}

bool
hd_reaches(const hd_plan *p, int from, int to)
{
	return reaches(p, from, to, -1);
}

/* Can the region be left from `from` without passing `avoid`? */
static bool
escapes(const hd_plan *p, int from, int avoid)
{
	for (int k = 0; k < p->g->nrpo; k++) {
		int n = p->g->rpo[k];

		if (p->g->succ[n].n == 0 && n != avoid && reaches(p, from, n, avoid))
			return true;
	}
	return false;
}

/* ---- the plan */

void
hd_find_loops(hd_plan *p)
{
	hd_arena *a = &p->c->u->scratch;

	hd_check(p->l && p->l->c == p->c);
	p->loops = hd_graph_loops(a, p->g);
	p->inner = HD_NEW_ARRAY(a, int, (size_t)p->g->n);
	p->parent = HD_NEW_ARRAY(a, int, p->loops.n + 1);
	for (int n = 0; n < p->g->n; n++)
		p->inner[n] = -1;
	for (size_t l = 0; l < p->loops.n; l++) {
		p->parent[l] = p->inner[p->loops.at[l].header];
		hd_each_bit (n, &p->loops.at[l].in)
			p->inner[n] = (int)l;
	}
}

static bool
is_ready(const hd_plan *p, int n, const hd_bits *done)
{
	for (size_t k = 0; k < p->g->pred[n].n; k++) {
		int m = p->g->pred[n].at[k];

		if (!hd_bit(done, (size_t)m) && p->g->pos[m] < p->g->pos[n])
			return false;
	}
	return true;
}

static bool
is_finished(const hd_plan *p, int l, const hd_bits *done)
{
	hd_each_bit (n, &p->loops.at[l].in)
		if (!hd_bit(done, n))
			return false;
	return true;
}

/* Once a loop has started, only its nodes are taken until it is done. */
static void
find_order(hd_plan *p)
{
	hd_arena *a = &p->c->u->scratch;
	hd_bits done = hd_bits_new(a, (size_t)p->g->n);
	int loop = -1;

	p->order = HD_NEW_ARRAY(a, int, (size_t)p->g->nrpo);
	p->pos = HD_NEW_ARRAY(a, int, (size_t)hd_place_count(p));
	for (int at = 0; at < p->g->nrpo; at++) {
		int n = -1;

		while (loop >= 0 && is_finished(p, loop, &done))
			loop = p->parent[loop];
		for (int k = 0; n < 0 && k < p->g->nrpo; k++) {
			int m = p->g->rpo[k];

			if (!hd_bit(&done, (size_t)m) && is_ready(p, m, &done) &&
			    (loop < 0 || hd_bit(&p->loops.at[loop].in, (size_t)m)))
				n = m;
		}
		hd_check(n >= 0);
		hd_bit_set(&done, (size_t)n);
		hd_check(p->g->pos[n] >= 0);
		p->order[at] = n;
		p->pos[n] = at * 256;
		if (p->inner[n] >= 0)
			loop = p->inner[n];
	}
}

static int
depth_of(const hd_plan *p, int l)
{
	int d = 0;

	for (; l >= 0; l = p->parent[l])
		d++;
	return d;
}

/* A loop begins before its header and ends behind its last node, inner loops first. */
static void
place_loops(hd_plan *p)
{
	for (size_t l = 0; l < p->loops.n; l++) {
		int last = 0;

		hd_each_bit (n, &p->loops.at[l].in)
			if (p->pos[n] > last)
				last = p->pos[n];
		p->pos[hd_loop_end(p, (int)l)] = last + 254 - depth_of(p, (int)l);
		p->pos[hd_loop_begin(p, (int)l)] = p->pos[p->loops.at[l].header] - 1;
	}
}

/* Is it behind a loop, or behind much else? */
static bool
is_late(const hd_plan *p, int n)
{
	enum { MUCH = 64 };
	size_t insns = 0;

	for (size_t l = 0; l < p->loops.n; l++)
		if (reaches(p, p->loops.at[l].header, n, -1))
			return true;
	for (int k = 0; k < p->g->nrpo; k++)
		if (reaches(p, p->g->rpo[k], n, -1))
			hd_each_node_insn (i, p->c, p->g->rpo[k])
				insns++;
	return insns > MUCH;
}

/* `lane == 0`: never all lanes, and one of them in some group for sure. */
static bool
is_for_one(const hd_plan *p, LLVMValueRef cond)
{
	LLVMIntPredicate is = LLVMGetICmpPredicate(cond);
	hd_shape x = hd_shape_of(p->c, LLVMGetOperand(cond, 0)),
		 y = hd_shape_of(p->c, LLVMGetOperand(cond, 1));

	return (is == LLVMIntEQ || is == LLVMIntNE) && x.kind == HD_AFFINE &&
	       x.stride && y.kind == HD_AFFINE && !y.stride;
}

/* Guards (`x < n`) say the same to all lanes but those at the end of a row. */
static bool
is_guard(const hd_plan *p, LLVMValueRef cond, int depth)
{
	if (hd_is_opcode(cond, LLVMAnd) || hd_is_opcode(cond, LLVMOr))
		return depth && is_guard(p, LLVMGetOperand(cond, 0), depth - 1) &&
		       is_guard(p, LLVMGetOperand(cond, 1), depth - 1);
	if (!LLVMIsAICmpInst(cond))
		return hd_is_lane_uniform(p->c, cond);
	for (unsigned k = 0; k < 2; k++)
		if (hd_shape_of(p->c, LLVMGetOperand(cond, k)).kind == HD_VARYING)
			return false;
	return !is_for_one(p, cond);
}

/* Does some way from the branch at d miss n? Else its lanes meet there again. */
static bool
is_missed(const hd_plan *p, int d, int n)
{
	hd_check(p->g->succ[d].n > 1);
	for (size_t k = 0; k < p->g->succ[d].n; k++)
		if (escapes(p, p->g->succ[d].at[k], n))
			return true;
	return false;
}

/* The nodes between a branch and where its lanes meet again, which may be in a later round
 * of a loop. */
static hd_bits
between(const hd_plan *p, int d)
{
	hd_arena *a = &p->c->u->scratch;
	hd_bits in = hd_bits_new(a, (size_t)p->g->n);
	hd_ints work = {0};

	hd_push(a, &work, d);
	while (work.n) {
		int n = hd_pop(&work);

		for (size_t k = 0; k < p->g->succ[n].n; k++) {
			int s = p->g->succ[n].at[k];

			if (hd_bit(&in, (size_t)s) || !is_missed(p, d, s))
				continue;
			hd_bit_set(&in, (size_t)s);
			hd_push(a, &work, s);
		}
	}
	return in;
}

/* In front of a loop of a warp that has more to do behind it: rounds for some lanes only are
 * what most rows end with, and no reason to start again. */
static bool
is_for_rounds(const hd_plan *p, int n)
{
	hd_bits in;

	if (!p->c->warp_vectors)
		return false;
	in = between(p, n);
	hd_each_bit (m, &in)
		if (p->inner[m] >= 0)
			return true;
	return false;
}

/* Lanes that disagree do again all that came before: what they have read, or `lane == 0`, is
 * asked early or not at all. */
static bool
may_ask(const hd_plan *p, int n)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(p->c->node[n].bb);

	if (!p->may_bail || p->inner[n] >= 0 || is_for_rounds(p, n) ||
	    (is_late(p, n) && !is_guard(p, LLVMGetCondition(end), HD_LOGIC_DEPTH)))
		return false;
	for (int k = 0; k < p->g->nrpo; k++) {
		int m = p->g->rpo[k];

		if (!hd_is_pure_node(p->c, m) && reaches(p, m, n, -1))
			return false;
	}
	return true;
}

static void
find_divergent(hd_plan *p)
{
	hd_arena *a = &p->c->u->scratch;

	p->divergent = hd_bits_new(a, (size_t)p->g->n);
	p->dynamic = hd_bits_new(a, (size_t)p->g->n);
	p->loop_divergent = hd_bits_new(a, p->loops.n);
	hd_each_bit (n, &p->c->w.divergent) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(p->c->node[n].bb);

		if (p->g->pos[n] < 0 || p->g->succ[n].n < 2 ||
		    (p->interior && hd_guard_way(LLVMGetCondition(end)) >= 0))
			continue;
		hd_bit_set(may_ask(p, (int)n) ? &p->dynamic : &p->divergent, n);
	}
	for (size_t l = 0; l < p->loops.n; l++)
		if (hd_loop_diverges(a, p->g, &p->loops.at[l], &p->divergent))
			hd_bit_set(&p->loop_divergent, l);
}

/* The end of a divergent loop asks the mask of its head whether it goes on, and what is behind
 * it is asked whether its mask is empty. That is also so where lanes only disagree on how
 * they come to its head, and leave it together. */
static void
find_partial(hd_plan *p, bool masked)
{
	p->partial = hd_bits_new(&p->c->u->scratch, (size_t)p->g->n);
	for (int k = 0; masked && k < p->g->nrpo; k++)
		hd_bit_set(&p->partial, (size_t)p->g->rpo[k]);
	hd_each_bit (d, &p->divergent) {
		hd_bits in = between(p, (int)d);

		hd_bits_or(&p->partial, &in);
	}
	hd_each_bit (l, &p->loop_divergent) {
		int header = p->loops.at[l].header;

		if (hd_bit(&p->partial, (size_t)header))
			continue;
		for (int k = 0; k < p->g->nrpo; k++)
			if (reaches(p, header, p->g->rpo[k], -1))
				hd_bit_set(&p->partial, (size_t)p->g->rpo[k]);
	}
}

/* Behind a branch on which lanes disagree, where its ways meet, and around the loops that it
 * is in. */
static void
find_meeting(hd_plan *p)
{
	hd_arena *a = &p->c->u->scratch;

	p->meeting = hd_bits_new(a, (size_t)p->g->n);
	hd_each_bit (d, &p->divergent) {
		const hd_ints *succ = &p->g->succ[d];
		hd_labels l = hd_spread_labels(a, p->g, succ);

		hd_bits_or(&p->meeting, &l.join);
		for (size_t k = 0; k < succ->n; k++)
			hd_bit_set(&p->meeting, (size_t)succ->at[k]);
		for (size_t i = 0; i < p->loops.n; i++) {
			const hd_loop *loop = &p->loops.at[i];

			if (!hd_bit(&loop->in, d))
				continue;
			hd_bit_set(&p->meeting, (size_t)loop->header);
			for (size_t k = 0; k < loop->targets.n; k++)
				hd_bit_set(&p->meeting, (size_t)loop->targets.at[k]);
		}
	}
}

/* With warps in vectors: a barrier, or an operation whose mask may name others. */
static bool
may_wait(const hd_plan *p, int n)
{
	if (p->c->node[n].barrier)
		return true;
	hd_each_node_insn (i, p->c, n)
		if (hd_waits_for_lanes(i))
			return true;
	return false;
}

static void
find_waits(hd_plan *p)
{
	bool changed = p->c->warp_vectors;

	p->waits = hd_bits_new(&p->c->u->scratch, (size_t)p->g->n);
	while (changed) {
		changed = false;
		for (int k = p->g->nrpo - 1; k >= 0; k--) {
			int n = p->g->rpo[k];
			bool waits = may_wait(p, n);

			for (size_t s = 0; s < p->g->succ[n].n; s++)
				waits |= hd_bit(&p->waits, (size_t)p->g->succ[n].at[s]);
			if (waits && !hd_bit(&p->waits, (size_t)n)) {
				hd_bit_set(&p->waits, (size_t)n);
				changed = true;
			}
		}
	}
}

void
hd_plan_flow(hd_plan *p, bool masked)
{
	hd_find_loops(p);
	find_order(p);
	place_loops(p);
	find_divergent(p);
	find_partial(p, masked);
	find_meeting(p);
	find_waits(p);
}

/* Where control really goes: the end of the innermost divergent loop that this edge
 * leaves or repeats, the beginning of a loop that it enters, else the node itself. */
int
hd_target(const hd_plan *p, int loop, int s)
{
	for (int l = loop; l >= 0; l = p->parent[l]) {
		const hd_loop *at = &p->loops.at[l];

		if (hd_bit(&p->loop_divergent, (size_t)l) &&
		    (!hd_bit(&at->in, (size_t)s) || s == at->header))
			return hd_loop_end(p, l);
		if (s == at->header)
			return s;
		if (hd_bit(&at->in, (size_t)s))
			break;
	}
	return hd_is_header(p, s) ? hd_loop_begin(p, p->inner[s]) : s;
}

/* Does every lane that leaves the loop go to s? Then the mask behind it is the one it was
 * entered with, and masks of exits need not be collected. */
bool
hd_has_one_target(const hd_plan *p, int l, int s)
{
	const hd_ints *to = &p->loops.at[l].targets;

	hd_check(l >= 0 && (size_t)l < p->loops.n);
	for (size_t k = 0; k < to->n; k++)
		if (to->at[k] != s)
			return false;
	return hd_bit(&p->loop_divergent, (size_t)l) && p->inner[s] == p->parent[l] &&
	       !hd_is_header(p, s);
}
