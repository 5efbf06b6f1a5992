/* SPDX-License-Identifier: Apache-2.0 */
/* unguard_loops: loops around a place have a copy for threads that are not at an edge.
 *
 *     for (d = -r; d <= r; d++)
 *             if (x + d >= 0 && x + d < n) sum += a[x + d];
 * becomes
 *     if (x >= r && x < n - r, for all lanes of the group)
 *             for (d = -r; d <= r; d++) sum += a[x + d];
 *     else as it was
 *
 * x is what differs between threads; d is counted by the loop or by one inside of it, from
 * and to what is the same for all threads of the block. On which side of a comparison most
 * threads are is a guess, as in unguard_blocks, that costs time if it is wrong, never more.
 * Kernels with barriers are left to unguard_blocks.
 *
 * needs:   normalize (loops have one way in, and values leave them by phis)
 * ensures: normalize
 */
#include "pass/loops/strided_loop.h"
#include "ana/window.h"

#include <limits.h>

enum {
	MOST_INSNS = 160, /* of a loop, with those inside */
	MOST_TESTS = 12,
	MOST_PLACES = 4,
};

/* From where to where a place may lie, as 64-bit numbers. */
typedef struct place {
	LLVMValueRef v, low, high;
} place;

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn;
	hd_ways ways;
	hd_loop *l;
	LLVMBasicBlockRef before, header;
	hd_map in;  /* blocks of the loop */
	hd_map map; /* of the loop -> of the copy */
	LLVMBuilderRef b;
	hd_window_test test[MOST_TESTS];
	int n;
	place place[MOST_PLACES];
	int places;
	LLVMValueRef all; /* that does not depend on the thread */
} state;

static bool
find_tests(state *s)
{
	s->n = 0;
	hd_each_bit (n, &s->l->in)
		hd_each_insn (i, s->ways.block[n])
			if (hd_is_opcode(i, LLVMICmp) && s->n < MOST_TESTS &&
			    hd_read_window_test(&s->in, &s->test[s->n], i))
				s->n++;
	return s->n > 0;
}

/* ---- which loops */

/* One way in, and nothing in it that threads do together. */
static bool
find_blocks(state *s)
{
	const hd_loop *l = s->l;
	const hd_ints *pred = &s->ways.blocks.g->pred[l->header];
	int room = MOST_INSNS, outside = -1;

	for (size_t k = 0; k < pred->n; k++)
		if (!hd_bit(&l->in, (size_t)pred->at[k])) {
			if (outside >= 0)
				return false;
			outside = pred->at[k];
		}
	if (outside < 0)
		return false;
	s->in = (hd_map){0};
	hd_each_bit (n, &l->in) {
		*hd_map_put(&s->u->scratch, &s->in, s->ways.block[n]) = 1;
		hd_each_insn (i, s->ways.block[n])
			if (room-- == 0 ||
			    (hd_is_opcode(i, LLVMCall) && !hd_calls_prefix(i, "llvm.")))
				return false;
	}
	s->header = s->ways.block[l->header];
	s->before = s->ways.block[outside];
	return LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(s->before)) == 1;
}

/* Do its values leave by phis only? */
static bool
leaves_by_phis(const state *s)
{
	hd_each_bit (n, &s->l->in)
		hd_each_insn (i, s->ways.block[n])
			hd_each_use (use, i) {
				LLVMValueRef user = LLVMGetUser(use);

				if (!hd_is_in_loop(&s->in, user) &&
				    !hd_is_opcode(user, LLVMPHI))
					return false;
			}
	return true;
}

/* ---- the question */

static LLVMValueRef
wide(state *s, LLVMValueRef v)
{
	return LLVMBuildSExt(s->b, v, s->u->i64, "");
}

static LLVMValueRef
extreme(state *s, LLVMIntPredicate p, LLVMValueRef x, LLVMValueRef y)
{
	return LLVMBuildSelect(s->b, LLVMBuildICmp(s->b, p, x, y, ""), x, y, "");
}

static void
also(state *s, LLVMIntPredicate p, LLVMValueRef x, LLVMValueRef y)
{
	s->all = LLVMBuildAnd(s->b, s->all, LLVMBuildICmp(s->b, p, x, y, ""), "");
}

/* The first and the last number that a loop counts. */
static void
count_range(state *s, LLVMValueRef phi, LLVMValueRef end[2])
{
	hd_unit *u = s->u;
	hd_window_count c;

	hd_check(hd_is_counted(&s->in, phi, &c));
	end[0] = wide(s, c.start);
	end[1] = wide(s, c.limit);
	for (int k = 0; k < 2 && c.positive; k++)
		also(s, LLVMIntSGE, end[k], hd_i64(u, 0));
	end[1] = LLVMBuildAdd(s->b, end[1], hd_i64(u, c.beyond), "");
	if (c.ends_at)
		also(s, LLVMIntSLE, end[0], end[1]);
	else
		end[1] = extreme(s, LLVMIntSGT, end[0], end[1]);
}

/* The least and the greatest of what is added to the place. */
static void
range(state *s, const hd_window_sum *f, LLVMValueRef end[2])
{
	end[0] = end[1] = hd_i64(s->u, f->constant);
	for (int k = 0; k < f->n; k++) {
		int64_t by = f->term[k].factor;
		LLVMValueRef v[2];

		if (f->term[k].counted)
			count_range(s, f->term[k].v, v);
		else
			v[0] = v[1] = wide(s, f->term[k].v);
		for (int j = 0; j < 2; j++) {
			LLVMValueRef x = v[by < 0 ? 1 - j : j];

			x = LLVMBuildMul(s->b, x, hd_i64(s->u, by), "");
			end[j] = LLVMBuildAdd(s->b, end[j], x, "");
		}
	}
}

static place *
place_of(state *s, LLVMValueRef v)
{
	for (int k = 0; k < s->places; k++)
		if (s->place[k].v == v)
			return &s->place[k];
	if (s->places == MOST_PLACES)
		return NULL;
	s->place[s->places] = (place){v, hd_i64(s->u, INT_MIN), hd_i64(s->u, INT_MAX)};
	return &s->place[s->places++];
}

/* The place plus what is added lies from `low` to `high`: NULL = anywhere. */
static void
narrow(state *s, place *p, const LLVMValueRef add[2], LLVMValueRef low,
       LLVMValueRef high)
{
	if (low)
		p->low = extreme(s, LLVMIntSGT, p->low,
				 LLVMBuildSub(s->b, low, add[0], ""));
	if (high)
		p->high = extreme(s, LLVMIntSLT, p->high,
				  LLVMBuildSub(s->b, high, add[1], ""));
}

/* Where the comparison says the same in all turns; false: there are too many places. */
static bool
ask(state *s, const hd_window_test *t)
{
	hd_unit *u = s->u;
	place *p = place_of(s, t->a.place);
	LLVMValueRef a[2], b[2], least = hd_i64(u, hd_is_unsigned(t->p) ? 0 : INT_MIN),
				 most = hd_i64(u, INT_MAX), one = hd_i64(u, 1);

	if (!p)
		return false;
	range(s, &t->a, a);
	range(s, &t->b, b);
	if (t->a.wraps || hd_is_unsigned(t->p))
		narrow(s, p, a, least, most);
	if (t->b.wraps || hd_is_unsigned(t->p)) {
		also(s, LLVMIntSGE, b[0], least);
		also(s, LLVMIntSLE, b[1], most);
	}
	if (t->less)
		narrow(s, p, a, NULL, LLVMBuildSub(s->b, b[0], one, ""));
	else
		narrow(s, p, a, LLVMBuildAdd(s->b, b[1], one, ""), NULL);
	return true;
}

/* Is the place from here to there? As 32-bit numbers, which groups of lanes compare. */
static LLVMValueRef
is_between(state *s, const place *p)
{
	hd_unit *u = s->u;
	LLVMValueRef low, high;

	also(s, LLVMIntSLE, p->low, hd_i64(u, INT_MAX));
	also(s, LLVMIntSGE, p->high, hd_i64(u, INT_MIN));
	low = LLVMBuildTrunc(s->b, p->low, u->i32, "");
	high = LLVMBuildTrunc(s->b, p->high, u->i32, "");
	return LLVMBuildAnd(s->b, LLVMBuildICmp(s->b, LLVMIntSGE, p->v, low, ""),
			    LLVMBuildICmp(s->b, LLVMIntSLE, p->v, high, ""), "");
}

/* ---- the copy */

static bool
is_copied(void *state, LLVMValueRef i)
{
	return hd_is_in_loop(&((struct state *)state)->in, i);
}

static LLVMValueRef
all_lanes(hd_unit *u)
{
	LLVMValueRef fn = LLVMGetNamedFunction(u->m, HD_ALL);

	if (fn)
		return fn;
	fn = LLVMAddFunction(u->m, HD_ALL, LLVMFunctionType(u->i1, &u->i1, 1, false));
	hd_add_attr(u, fn, "nounwind");
	hd_add_attr(u, fn, "willreturn");
	hd_add_attr(u, fn, "memory"); /* none */
	return fn;
}

static LLVMValueRef
build_question(state *s)
{
	LLVMValueRef inside = NULL;
	int n = 0;

	s->all = LLVMConstInt(s->u->i1, 1, false);
	s->places = 0;
	for (int k = 0; k < s->n; k++)
		if (ask(s, &s->test[k]))
			s->test[n++] = s->test[k];
	s->n = n;
	for (int k = 0; k < s->places; k++) {
		LLVMValueRef x = is_between(s, &s->place[k]);

		inside = inside ? LLVMBuildAnd(s->b, inside, x, "") : x;
	}
	inside = LLVMBuildAnd(s->b, s->all, inside, "");
	return hd_call(s->b, all_lanes(s->u), &inside, 1, "inside");
}

static void
copy_loop(state *s)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(s->before), inside;
	const hd_ints *to = &s->l->targets;

	LLVMPositionBuilderBefore(s->b, end);
	LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(end));
	inside = build_question(s);
	s->map = (hd_map){0};
	hd_clone_insns(s->u, s->fn, s->fn, &s->map, is_copied, s);
	for (size_t k = 0; k < to->n; k++) {
		bool again = false;

		for (size_t j = 0; j < k; j++)
			again |= to->at[j] == to->at[k];
		if (!again)
			hd_leave_copies(&s->map, s->ways.block[to->at[k]]);
	}
	for (int k = 0; k < s->n; k++)
		LLVMReplaceAllUsesWith(
			hd_mapped(&s->map, s->test[k].cmp),
			LLVMConstInt(s->u->i1, hd_says(s->test[k].p, s->test[k].less),
				     false));
	hd_set_odds(s->u,
		    LLVMBuildCondBr(s->b, inside, hd_mapped_block(&s->map, s->header),
				    s->header),
		    100, 1);
	LLVMInstructionEraseFromParent(end);
}

/* ---- the pass */

/* The largest loop that gains; one at a time, as the blocks are others afterwards. */
static bool
change_one(hd_unit *u, LLVMValueRef fn, LLVMBuilderRef b, hd_map *done)
{
	state s = {.u = u, .fn = fn, .b = b}, best;
	size_t most = 0;

	if (!hd_find_ways(&s.ways, u, fn))
		return false;
	for (size_t k = 0; k < s.ways.loops.n; k++) {
		s.l = &s.ways.loops.at[k];
		if (hd_bits_count(&s.l->in) <= most ||
		    hd_map_get(done, s.ways.block[s.l->header]) || !find_blocks(&s) ||
		    !find_tests(&s) || !leaves_by_phis(&s))
			continue;
		most = hd_bits_count(&s.l->in);
		best = s;
	}
	if (!most)
		return false;
	hd_remark(u, best.test[0].cmp,
		  "kernel '%s' has a copy of the loop without this guard, "
		  "for interior threads",
		  hd_source_name(fn));
	copy_loop(&best);
	hd_each_bit (n, &best.l->in) {
		LLVMBasicBlockRef bb = best.ways.block[n];

		*hd_map_put(&u->scratch, done, bb) = 1;
		*hd_map_put(&u->scratch, done, hd_mapped_block(&best.map, bb)) = 1;
	}
	return true;
}

static bool
suits(hd_unit *u, LLVMValueRef fn)
{
	if (!hd_has_body(fn) || !hd_is_kernel(u, fn))
		return false;
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (hd_barrier_kind(i) != HD_NO_BARRIER)
				return false;
	return true;
}

bool
hd_pass_unguard_loops(hd_unit *u)
{
	LLVMBuilderRef b;
	bool any = false;

	b = LLVMCreateBuilderInContext(u->c);
	hd_each_function (fn, u->m) {
		hd_map done = {0};

		if (!suits(u, fn))
			continue;
		while (change_one(u, fn, b, &done)) {
			hd_mark_changed(u, fn);
			any = true;
		}
	}
	LLVMDisposeBuilder(b);
	return any;
}
