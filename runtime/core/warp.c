/* SPDX-License-Identifier: Apache-2.0 */
/* Warps of kernels whose groups have one lane: the reference for all faster ways.
 *
 * Threads run until they wait. Then every warp operation whose threads have all arrived is
 * worked out and its threads go on; when no thread can, the block's barrier opens; and when
 * that is not possible either, the program waits for a thread that never comes. */
#include "fiber.h"

#include <stdio.h>

enum { WARP = HD_WARP };

HD_EXPORT void hd_abi_warp_begin(hd_frame *frame, void *context, int32_t stride);
HD_EXPORT int32_t hd_abi_warp_step(hd_frame *frame, void *context, int32_t stride);
HD_EXPORT void hd_abi_turns_begin(hd_frame *frame, void *context, int32_t stride);
HD_EXPORT int32_t hd_abi_turns_step(hd_frame *frame, void *context, int32_t stride);
HD_EXPORT void hd_abi_warp_vector(hd_frame *frame, hd_warp_args *args, int32_t op,
				  uint32_t active, uint32_t gone);
HD_EXPORT void hd_abi_warp_missing(hd_frame *frame, uint32_t mask, uint32_t active);

typedef struct warp {
	hd_lane *lane[WARP];
	uint32_t present; /* lanes that exist */
	uint32_t alive;   /* and have not returned */
	uint32_t waiting; /* at a warp operation */
} warp;

static uint32_t
thread_count(const hd_frame *f)
{
	return f->block[0] * f->block[1] * f->block[2];
}

static hd_lane *
lane_at(void *context, int32_t stride, uint32_t thread)
{
	return (hd_lane *)((char *)context + (size_t)thread * (size_t)stride);
}

void
hd_abi_warp_begin(hd_frame *frame, void *context, int32_t stride)
{
	for (uint32_t t = 0, n = thread_count(frame); t < n; t++)
		*lane_at(context, stride, t) = (hd_lane){0};
}

static bool
has(uint32_t set, uint32_t i)
{
	return set >> i & 1;
}

/* ---- results */

/* As the PTX manual defines it: `b` holds the clamp (low five bits) and the segment mask
 * (from bit 8). A source that is not there is undefined; it gives zero, as on GPUs. */
static int64_t
shuffle(const warp *w, uint32_t who, uint32_t me)
{
	const hd_lane *l = w->lane[me];
	uint32_t by = (uint32_t)l->a & 31, clamp = (uint32_t)l->b & 31;
	uint32_t segment = (uint32_t)l->b >> 8 & 31, from;
	uint32_t last = (me & segment) | (clamp & ~segment);
	bool in;

	switch (l->op & ~HD_WARP_CONVERGED) {
	case HD_WARP_SHFL_UP:
		from = me - by;
		in = (int32_t)from >= (int32_t)last;
		break;
	case HD_WARP_SHFL_DOWN:
		from = me + by;
		in = from <= last;
		break;
	case HD_WARP_SHFL_BFLY:
		from = me ^ by;
		in = from <= last;
		break;
	default:
		from = (me & segment) | (by & ~segment);
		in = from <= last;
	}
	if (!in)
		from = me;
	return (int64_t)((has(who, from) ? (uint32_t)w->lane[from]->value : 0) |
			 (uint64_t)in << 32);
}

static uint32_t
ballot(const warp *w, uint32_t who)
{
	uint32_t yes = 0;

	for (uint32_t i = 0; i < WARP; i++)
		if (has(who, i) && w->lane[i]->value)
			yes |= 1u << i;
	return yes;
}

static uint32_t
equal_to(const warp *w, uint32_t who, int64_t value)
{
	uint32_t same = 0;

	for (uint32_t i = 0; i < WARP; i++)
		if (has(who, i) && w->lane[i]->value == value)
			same |= 1u << i;
	return same;
}

static uint32_t
reduce_two(int op, uint32_t x, uint32_t y)
{
	switch (op) {
	case HD_WARP_REDUCE_ADD:
		return x + y;
	case HD_WARP_REDUCE_UMIN:
		return x < y ? x : y;
	case HD_WARP_REDUCE_UMAX:
		return x > y ? x : y;
	case HD_WARP_REDUCE_MIN:
		return (int32_t)x < (int32_t)y ? x : y;
	case HD_WARP_REDUCE_MAX:
		return (int32_t)x > (int32_t)y ? x : y;
	case HD_WARP_REDUCE_AND:
		return x & y;
	case HD_WARP_REDUCE_OR:
		return x | y;
	default:
		return x ^ y;
	}
}

static uint32_t
reduce(const warp *w, uint32_t who, int op)
{
	uint32_t first = who ? (uint32_t)__builtin_ctz(who) : 0;
	uint32_t sum = who ? (uint32_t)w->lane[first]->value : 0;

	for (uint32_t i = first + 1; i < WARP; i++)
		if (has(who, i))
			sum = reduce_two(op, sum, (uint32_t)w->lane[i]->value);
	return sum;
}

/* The lanes with the same counter. Their values are where the counters begin. */
static uint32_t
sharers(const warp *w, uint32_t who, uint32_t me)
{
	const hd_lane *l = w->lane[me];
	uint32_t same = 0;

	for (uint32_t i = 0; i < WARP; i++)
		if (has(who, i) && w->lane[i]->a == l->a)
			same |= 1u << i;
	if ((l->op & ~HD_WARP_CONVERGED) == HD_WARP_TAKE_OTHERS && l->a == 0)
		same |= ~who;
	return same;
}

static uint32_t *
counter_of(const hd_lane *l)
{
	return (uint32_t *)(uintptr_t)l->value + l->a;
}

/* After all results: the first of the lanes that share a counter counts them. */
static void
count(const warp *w, uint32_t who, uint32_t me)
{
	int op = w->lane[me]->op & ~HD_WARP_CONVERGED;
	uint32_t same;

	if (op != HD_WARP_TAKE && op != HD_WARP_TAKE_OTHERS)
		return;
	same = sharers(w, who, me);
	if (!(same & (uint32_t)w->lane[me]->b))
		*counter_of(w->lane[me]) += (uint32_t)__builtin_popcount(same);
}

static int64_t
result(const warp *w, uint32_t who, uint32_t me)
{
	int op = w->lane[me]->op & ~HD_WARP_CONVERGED;
	uint32_t yes;

	switch (op) {
	case HD_WARP_SYNC:
		return 0;
	case HD_WARP_SHFL_IDX:
	case HD_WARP_SHFL_UP:
	case HD_WARP_SHFL_DOWN:
	case HD_WARP_SHFL_BFLY:
		return shuffle(w, who, me);
	case HD_WARP_VOTE_ALL:
		return ballot(w, who) == who;
	case HD_WARP_VOTE_ANY:
		return ballot(w, who) != 0;
	case HD_WARP_VOTE_UNI:
		yes = ballot(w, who);
		return yes == who || yes == 0;
	case HD_WARP_BALLOT:
		return ballot(w, who);
	case HD_WARP_MATCH_ANY:
		return equal_to(w, who, w->lane[me]->value);
	case HD_WARP_MATCH_ALL:
		yes = equal_to(w, who, w->lane[me]->value);
		return yes == who ? (int64_t)(who | (uint64_t)1 << 32) : 0;
	case HD_WARP_TAKE:
	case HD_WARP_TAKE_OTHERS:
		yes = sharers(w, who, me) & (uint32_t)w->lane[me]->b;
		return *counter_of(w->lane[me]) + (uint32_t)__builtin_popcount(yes);
	default:
		return reduce(w, who, op);
	}
}

/* ---- which threads have arrived */

static warp
look(void *context, int32_t stride, uint32_t first, uint32_t count)
{
	warp w = {0};

	for (uint32_t i = 0; i < WARP && first + i < count; i++) {
		w.lane[i] = lane_at(context, stride, first + i);
		w.present |= 1u << i;
		if (w.lane[i]->wait != HD_WAIT_FOREVER)
			w.alive |= 1u << i;
		if (w.lane[i]->wait == HD_WAIT_WARP)
			w.waiting |= 1u << i;
	}
	return w;
}

/* The waiting lanes that stand at the same operation as `me`. */
static uint32_t
together(const warp *w, uint32_t me)
{
	const hd_lane *l = w->lane[me];
	uint32_t same = 0;

	for (uint32_t i = 0; i < WARP; i++) {
		const hd_lane *o = w->lane[i];

		if (!has(w->waiting, i) || o->op != l->op || o->mask != l->mask)
			continue;
		if ((l->op & HD_WARP_CONVERGED) && o->state != l->state)
			continue;
		same |= 1u << i;
	}
	return same;
}

static void
finish(warp *w, uint32_t who)
{
	for (uint32_t i = 0; i < WARP; i++)
		if (has(who, i))
			w->lane[i]->result = result(w, who, i);
	for (uint32_t i = 0; i < WARP; i++)
		if (has(who, i)) {
			count(w, who, i);
			w->lane[i]->wait = HD_WAIT_NOT;
		}
	w->waiting &= ~who;
}

/* The threads that wait deepest inside of branches (src/pass/sync/meet_depths.c), of those that
 * just meet; and all others. */
static uint32_t
deepest(const warp *w)
{
	enum { MEET = HD_WARP_SYNC | HD_WARP_CONVERGED };
	uint32_t all = w->waiting;
	int32_t most = 0;

	for (uint32_t i = 0; i < WARP; i++)
		if (has(w->waiting, i) && w->lane[i]->op == MEET &&
		    w->lane[i]->a > most)
			most = w->lane[i]->a;
	for (uint32_t i = 0; i < WARP; i++)
		if (has(w->waiting, i) && w->lane[i]->op == MEET &&
		    w->lane[i]->a < most)
			all &= ~(1u << i);
	return all;
}

/* Operations with a mask first: their threads may yet come to one without. */
static bool
finish_some(warp *w, bool converged)
{
	uint32_t first = deepest(w);
	bool some = false;

	for (uint32_t i = 0; i < WARP; i++) {
		uint32_t here;

		if (!has(w->waiting & first, i) ||
		    converged != !!(w->lane[i]->op & HD_WARP_CONVERGED))
			continue;
		here = together(w, i);
		if (!converged && ((w->lane[i]->mask & w->alive) ^ here))
			continue; /* a thread is missing, or not named */
		finish(w, here);
		some = true;
	}
	return some;
}

static bool
is_shuffle(int op)
{
	return op == HD_WARP_SHFL_IDX || op == HD_WARP_SHFL_UP ||
	       op == HD_WARP_SHFL_DOWN || op == HD_WARP_SHFL_BFLY;
}

/* Which threads take part, of those at the same place, when masks differ or do not name all
 * of them: CUDA leaves it open. On GPUs it is all where the masks are the same, and values
 * always come from the threads that are there. */
static uint32_t
partners(const warp *w, uint32_t here, uint32_t me)
{
	const hd_lane *l = w->lane[me];

	for (uint32_t i = 0; !is_shuffle(l->op) && i < WARP; i++)
		if (has(here, i) && w->lane[i]->mask != l->mask)
			return l->mask & here;
	return here;
}

/* Masks that differ, though all threads that they name are at the same place. */
static bool
finish_mixed(warp *w, uint32_t me)
{
	const hd_lane *l = w->lane[me];
	uint32_t here = 0, named = 0;

	if (!has(w->waiting, me) || l->op & HD_WARP_CONVERGED)
		return false;
	for (uint32_t i = 0; i < WARP; i++)
		if (has(w->waiting, i) && w->lane[i]->op == l->op &&
		    w->lane[i]->state == l->state) {
			here |= 1u << i;
			named |= w->lane[i]->mask;
		}
	if (named & w->alive & ~here)
		return false;
	for (uint32_t i = 0; i < WARP; i++)
		if (has(here, i))
			w->lane[i]->result = result(w, partners(w, here, i), i);
	for (uint32_t i = 0; i < WARP; i++)
		if (has(here, i)) {
			count(w, partners(w, here, i), i);
			w->lane[i]->wait = HD_WAIT_NOT;
		}
	w->waiting &= ~here;
	return true;
}

/* ---- the block */

static bool
open_barrier(void *context, int32_t stride, uint32_t count)
{
	for (uint32_t t = 0; t < count; t++) {
		hd_lane *l = lane_at(context, stride, t);

		if (l->wait == HD_WAIT_WARP)
			return false;
	}
	for (uint32_t t = 0; t < count; t++) {
		hd_lane *l = lane_at(context, stride, t);

		if (l->wait == HD_WAIT_BLOCK)
			l->wait = HD_WAIT_NOT;
	}
	return true;
}

_Noreturn static void
report_deadlock(void *context, int32_t stride, uint32_t count)
{
	for (uint32_t t = 0; t < count; t++) {
		hd_lane *l = lane_at(context, stride, t);

		if (l->wait != HD_WAIT_WARP)
			continue;
		fflush(stdout);
		fprintf(stderr,
			"heddle: deadlock: thread %u of a block waits at a warp operation "
			"with mask 0x%08x for threads that never get there\n",
			t, l->mask);
		break;
	}
	hd_kernel_fail(HD_ERR_LAUNCH);
}

static bool
finish_all_mixed(void *context, int32_t stride, uint32_t count)
{
	bool some = false;

	for (uint32_t first = 0; first < count; first += WARP) {
		warp w = look(context, stride, first, count);

		for (uint32_t i = 0; i < WARP; i++)
			some |= finish_mixed(&w, i);
	}
	return some;
}

/* All threads run or wait: those that can go on do. */
int32_t
hd_abi_warp_step(hd_frame *frame, void *context, int32_t stride)
{
	uint32_t count = thread_count(frame);
	bool some = false, left = false;

	for (uint32_t first = 0; first < count; first += WARP) {
		warp w = look(context, stride, first, count);

		left |= w.alive != 0;
		some |= finish_some(&w, false) || finish_some(&w, true);
	}
	if (!left)
		return HD_STEP_DONE;
	if (frame->kernel->flags & HD_KERNEL_POLLS && hd_coop_is_valid(frame))
		hd_coop_yield(hd_fiber_current());
	if (some)
		return HD_STEP_WARP;
	if (finish_all_mixed(context, stride, count))
		return HD_STEP_WARP;
	if (!open_barrier(context, stride, count))
		report_deadlock(context, stride, count);
	return HD_STEP_BLOCK;
}

/* ---- one warp after the other */

/* From barrier to barrier: the order that groups have which are warps. Programs whose warps
 * race with each other then give the same with one lane. */
static void
park(hd_frame *frame, void *context, int32_t stride)
{
	for (uint32_t t = WARP, n = thread_count(frame); t < n; t++) {
		hd_lane *l = lane_at(context, stride, t);

		if (l->wait == HD_WAIT_NOT)
			l->wait = HD_WAIT_TURN;
	}
}

static bool
takes_turn(warp *w)
{
	bool some = false;

	for (uint32_t i = 0; i < WARP; i++)
		if (has(w->present, i) && w->lane[i]->wait == HD_WAIT_TURN) {
			w->lane[i]->wait = HD_WAIT_NOT;
			some = true;
		}
	return some;
}

void
hd_abi_turns_begin(hd_frame *frame, void *context, int32_t stride)
{
	hd_abi_warp_begin(frame, context, stride);
	park(frame, context, stride);
}

int32_t
hd_abi_turns_step(hd_frame *frame, void *context, int32_t stride)
{
	int32_t said;

	for (uint32_t first = 0, n = thread_count(frame); first < n; first += WARP) {
		warp w = look(context, stride, first, n);

		if (finish_some(&w, false) || finish_some(&w, true) || takes_turn(&w))
			return HD_STEP_WARP;
	}
	said = hd_abi_warp_step(frame, context, stride);
	if (said == HD_STEP_BLOCK)
		park(frame, context, stride);
	return said;
}

/* ---- groups that are warps */

/* Lockstep brings lanes together where their ways meet, not at operations in different
 * places. */
void
hd_abi_warp_missing(hd_frame *frame, uint32_t mask, uint32_t active)
{
	(void)frame;
	fflush(stdout);
	fprintf(stderr,
		"heddle: deadlock: lanes 0x%08x of a warp wait at an operation with mask "
		"0x%08x for lanes that are elsewhere; if those come to the same kind of "
		"operation in another place, compile with -fheddle-lanes=1\n",
		active, mask);
	hd_kernel_fail(HD_ERR_LAUNCH);
}

/* One operation of the lanes in `active`, each with its own mask. */
void
hd_abi_warp_vector(hd_frame *frame, hd_warp_args *args, int32_t op, uint32_t active,
		   uint32_t gone)
{
	uint32_t with[WARP] = {0};
	hd_lane lane[WARP];
	warp w = {.present = active, .alive = active, .waiting = active};

	for (uint32_t i = 0; i < WARP; i++) {
		lane[i] = (hd_lane){.op = op,
				    .mask = args->mask[i],
				    .value = args->value[i],
				    .a = args->a[i],
				    .b = args->b[i]};
		w.lane[i] = &lane[i];
	}
	for (uint32_t i = 0; i < WARP; i++) {
		uint32_t who;

		if (!has(active, i))
			continue;
		if (op & HD_WARP_CONVERGED) {
			who = together(&w, i);
		} else {
			who = partners(&w, active, i); /* as in finish_mixed */
			if (lane[i].mask & ~active & ~gone)
				hd_abi_warp_missing(frame, lane[i].mask,
						    together(&w, i));
		}
		args->result[i] = result(&w, who, i);
		with[i] = who;
	}
	for (uint32_t i = 0; i < WARP; i++)
		if (has(active, i))
			count(&w, with[i], i);
}
