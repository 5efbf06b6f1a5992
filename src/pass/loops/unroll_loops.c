/* SPDX-License-Identifier: Apache-2.0 */
/* unroll_loops: short loops with barriers, over private arrays or channels, that some threads
 * of a block leave before others, or that only compute, become straight code.
 *
 *     for (int k = 128; k > 0; k >>= 1) {
 *             if (t < k) s[t] += s[t + k];
 *             __syncthreads();
 *     }
 *
 * Each step becomes a region of its own, whose guard compares with a constant: groups
 * without work are known, and so are masks and strides. And what threads keep in small
 * arrays is kept in registers, as on a GPU (array_loops.c); early_exit_loops.c has the
 * third kind, known_loops.c the fourth, channel_loops.c the fifth. Of loops along rows of
 * each thread's own, four rounds become one (row_loops.c). LLVM unrolls; which loops, and
 * whether they are short, is found here.
 *
 * needs:   normalize
 * ensures: normalize
 */
#include "pass/loops/unroll.h"
#include "pass/pass.h"

enum { MOST_STEPS = 16, MOST_INSNS = 1024 };
enum { STEPS, TURNS, KNOWN, CHANNELS, ARRAYS, KINDS };

typedef struct state {
	hd_steps s;
	unsigned kind;
	hd_map hint; /* put at a loop for the time being -> what was there */
} state;

/* ---- which loops */

static bool
has_barrier(hd_steps *s, const hd_loop *l, unsigned *size)
{
	bool any = false;

	*size = 0;
	hd_each_block (bb, s->fn) {
		if (!hd_bit(&l->in, (size_t)hd_block_number(&s->blocks, bb)))
			continue;
		hd_each_insn (i, bb) {
			any |= hd_barrier_kind(i) != HD_NO_BARRIER;
			*size += !hd_is_debug_call(i);
		}
	}
	return any;
}

/* Is there no loop with a barrier in this one? */
static bool
is_innermost(hd_steps *s, const hd_loop *l)
{
	unsigned size;

	for (size_t k = 0; k < s->loops.n; k++)
		if (&s->loops.at[k] != l &&
		    hd_bit(&l->in, (size_t)s->loops.at[k].header) &&
		    has_barrier(s, &s->loops.at[k], &size))
			return false;
	return true;
}

static bool
is_short(hd_steps *s, hd_loop *l)
{
	unsigned size, steps;

	if (!has_barrier(s, l, &size) || !is_innermost(s, l))
		return false;
	steps = hd_count_steps(s, l, MOST_STEPS);
	return steps && steps * size <= MOST_INSNS;
}

/* ---- the work */

static bool
is_candidate(LLVMValueRef fn)
{
	return hd_has_body(fn) && !hd_has_attr(fn, "optnone");
}

static void
put_hint(state *s, LLVMValueRef end, const char *name, int value)
{
	LLVMValueRef old = LLVMGetMetadata(end, s->kind);

	hd_loop_hint(s->s.u, end, name, value);
	*hd_map_put(&s->s.u->mem, &s->hint, LLVMGetMetadata(end, s->kind)) =
		(uintptr_t)old;
}

/* What is chosen is unrolled, rows by four rounds, and nothing else is. */
static void
put_hints(state *s, const hd_bits *chosen, const hd_bits *rows)
{
	enum { ROUNDS = 4 };
	hd_loops *loops = &s->s.loops;

	for (size_t k = 0; k < loops->n; k++)
		for (size_t j = 0; j < loops->at[k].latches.n; j++) {
			int n = loops->at[k].latches.at[j];
			LLVMValueRef end =
				LLVMGetBasicBlockTerminator(hd_steps_block(&s->s, n));

			if (hd_bit(chosen, k))
				put_hint(s, end, "unroll.full", 1);
			else if (hd_bit(rows, k))
				put_hint(s, end, "unroll.count", ROUNDS);
			else
				put_hint(s, end, "unroll.disable", 1);
		}
}

static void
remark(const hd_steps *s, const hd_loop *l, const char *why)
{
	LLVMBasicBlockRef end = hd_steps_block(s, l->latches.at[0]);

	hd_remark(s->u, LLVMGetBasicBlockTerminator(end),
		  "kernel '%s' unrolls this loop: %s", hd_source_name(s->fn), why);
}

/* Is it in none that is chosen as well? */
static bool
is_outermost(const hd_steps *s, const hd_bits *chosen, size_t k)
{
	hd_each_bit (j, chosen)
		if (j != k && hd_bit(&s->loops.at[j].in, (size_t)s->loops.at[k].header))
			return false;
	return true;
}

/* Arrays come last: the loops around theirs are chosen with them. */
static void
tell(const hd_steps *s, const hd_bits kind[KINDS], const hd_bits *chosen)
{
	static const char *const why[KINDS] = {
		[STEPS] = "the guards between its barriers become constants",
		[TURNS] = "only its last iteration is divergent",
		[KNOWN] = "it is short and only computes",
		[CHANNELS] = "it goes over interleaved channels",
		[ARRAYS] = "its private array becomes registers",
	};

	if (!hd_is_kernel(s->u, s->fn) && !hd_string_attr(s->fn, HD_KNOWN))
		return;
	hd_each_bit (k, chosen) {
		int n = 0;

		while (n < ARRAYS && !hd_bit(&kind[n], k))
			n++;
		if (n < ARRAYS || is_outermost(s, chosen, k))
			remark(s, &s->loops.at[k], why[n]);
	}
}

static void
choose_steps(hd_steps *s, hd_bits *chosen)
{
	for (size_t k = 0; k < s->loops.n; k++)
		if (is_short(s, &s->loops.at[k]))
			hd_bit_set(chosen, k);
}

static bool
mark_loops(state *s)
{
	hd_unit *u = s->s.u;
	hd_bits kind[KINDS], chosen, rows;
	bool any = false;

	s->s.blocks = hd_number_blocks(&u->scratch, s->s.fn);
	if (!hd_graph_is_reducible(s->s.blocks.g))
		return false;
	s->s.loops = hd_graph_loops(&u->scratch, s->s.blocks.g);
	chosen = hd_bits_new(&u->scratch, s->s.loops.n);
	rows = hd_bits_new(&u->scratch, s->s.loops.n);
	for (int n = 0; n < KINDS; n++)
		kind[n] = hd_bits_new(&u->scratch, s->s.loops.n);
	if (hd_does(u, HD_TRICK_steps) && !hd_known_version(s->s.fn))
		choose_steps(&s->s, &kind[STEPS]);
	hd_bits_or(&kind[ARRAYS], &kind[STEPS]);
	if (hd_does(u, HD_TRICK_arrays))
		hd_choose_array_loops(&s->s, &kind[ARRAYS]);
	if (hd_does(u, HD_TRICK_turns))
		hd_choose_turns(&s->s, &kind[TURNS]);
	if (hd_does(u, HD_TRICK_series))
		hd_choose_known_loops(&s->s, &kind[KNOWN]);
	if (hd_does(u, HD_TRICK_channels))
		hd_choose_channel_loops(&s->s, &kind[CHANNELS]);
	for (int n = 0; n < KINDS; n++)
		hd_bits_or(&chosen, &kind[n]);
	if (hd_does(u, HD_TRICK_quads))
		hd_choose_row_loops(&s->s, &rows);
	for (size_t k = 0; k < s->s.loops.n; k++)
		any |= hd_bit(&chosen, k) || hd_bit(&rows, k);
	if (any)
		put_hints(s, &chosen, &rows);
	tell(&s->s, kind, &chosen);
	return any;
}

static void
take_hints_away(state *s, LLVMValueRef fn)
{
	hd_each_block (bb, fn) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
		LLVMValueRef hint = LLVMGetMetadata(end, s->kind);
		uintptr_t *old = hint ? hd_map_get(&s->hint, hint) : NULL;

		if (old)
			LLVMSetMetadata(end, s->kind, (LLVMValueRef)*old);
	}
}

bool
hd_pass_unroll_loops(hd_unit *u)
{
	state s = {.s.u = u, .kind = LLVMGetMDKindIDInContext(u->c, "llvm.loop", 9)};
	bool any = false;

	hd_each_function (fn, u->m) {
		s.s.fn = fn;
		if (!is_candidate(fn) || !mark_loops(&s))
			continue;
		hd_mark_changed(u, fn);
		any = true;
	}
	if (!any)
		return false;
	hd_leave_alone(u, hd_is_changed);
	hd_run_llvm(u, "function(loop-unroll<O2;no-peeling;no-runtime;no-partial>)");
	hd_each_function (fn, u->m)
		if (hd_is_changed(fn))
			take_hints_away(&s, fn);
	hd_leave_alone(u, NULL);
	return true;
}
