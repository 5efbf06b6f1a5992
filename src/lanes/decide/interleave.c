/* SPDX-License-Identifier: Apache-2.0 */
/* Interleaved bytes and words: p[3 * i], p[3 * i + 1], p[3 * i + 2], the channels
 * of pictures and sound, the coordinates of points.
 *
 * What stands side by side in a kernel (src/pass/memory/group_accesses.c) becomes one load
 * of all that lies between the first lane's first channel and the last lane's last one, of
 * which each takes its part, or one store of all channels, put into each other. Nothing
 * else is written: not if a channel is missing, nor for some of the lanes. */
#include "lanes/decide/access.h"

enum { MOST = HD_MOST_INTERLEAVED, LONG = 64 };

/* ---- finding the accesses of one group */

static int64_t
size_of(const hd_code *c, LLVMValueRef i)
{
	return (int64_t)hd_size_of(c->u, hd_access_type(i));
}

static bool
is_channel(const hd_code *c, LLVMValueRef i, LLVMOpcode o)
{
	hd_shape at;
	LLVMTypeRef t;

	if (!hd_is_opcode(i, o) || !hd_is_ordinary(i))
		return false;
	t = hd_access_type(i);
	at = hd_shape_of(c, hd_pointer_of(i));
	return hd_is_channel_type(c->u, t) && at.kind != HD_VARYING &&
	       at.stride % size_of(c, i) == 0 && at.stride > size_of(c, i) &&
	       at.stride <= MOST * size_of(c, i) && !hd_has_window(c, i);
}

/* What stands side by side with it, in order. */
static int
read_run(const hd_code *c, LLVMValueRef i, LLVMValueRef run[LONG])
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	LLVMValueRef first = i;
	int n = 0;

	for (; i && (hd_is_debug_call(i) || is_channel(c, i, o));
	     i = LLVMGetPreviousInstruction(i))
		first = i;
	for (i = first; i && n < LONG; i = LLVMGetNextInstruction(i))
		if (is_channel(c, i, o))
			run[n++] = i;
		else if (!hd_is_debug_call(i))
			break;
	return n;
}

/* How many elements `i` is behind the leader, if that can be said, and they do the same. */
static enum hd_apart
place_of(const hd_code *c, LLVMValueRef leader, LLVMValueRef i, int *place)
{
	LLVMValueRef p = hd_pointer_of(leader), q = hd_pointer_of(i);
	enum hd_apart known;
	int64_t d;

	if (hd_access_type(i) != hd_access_type(leader) ||
	    hd_shape_of(c, p).stride != hd_shape_of(c, q).stride)
		return HD_UNRELATED;
	known = hd_bytes_between(c->u, p, q, &d);
	if (d % size_of(c, i) || llabs(d) >= MOST * size_of(c, i))
		return HD_UNRELATED;
	*place = (int)(d / size_of(c, i));
	return known;
}

/* The leader's, out of those of a run that are left; they are taken out. */
static hd_interleaved
take_group(const hd_code *c, LLVMValueRef *run, int n)
{
	LLVMValueRef all[2 * MOST] = {[MOST] = run[0]};
	hd_interleaved g = {.leader = run[0], .n = 1, .exact = true};
	int low = MOST, high = MOST;

	hd_check(run[0] && n > 0);
	g.every = (int)(hd_shape_of(c, hd_pointer_of(run[0])).stride /
			size_of(c, run[0]));
	run[0] = NULL;
	for (int k = 1; k < n; k++) {
		int at = 0;
		enum hd_apart known =
			run[k] ? place_of(c, g.leader, run[k], &at) : HD_UNRELATED;

		at += MOST;
		if (!known || all[at] || at - low >= g.every || high - at >= g.every)
			continue;
		all[at] = run[k];
		run[k] = NULL;
		low = at < low ? at : low;
		high = at > high ? at : high;
		g.exact &= known == HD_EXACTLY;
		g.n++;
	}
	hd_check(high - low < g.every && g.every <= MOST && g.n <= g.every);
	for (int k = low; k <= high; k++)
		g.at[k - low] = all[k];
	return g;
}

static bool
has(const hd_interleaved *g, LLVMValueRef i)
{
	for (int k = 0; k < MOST; k++)
		if (g->at[k] == i)
			return true;
	return false;
}

/* Are they loaded for another block, or stored from one? On AArch64 registers of one access
 * lie side by side, and leave less room for the others in the loops between. */
static bool
live_long(const hd_interleaved *g)
{
	for (int k = 0; k < MOST; k++) {
		LLVMValueRef v = g->at[k];

		if (v && hd_is_opcode(v, LLVMStore))
			v = LLVMGetOperand(v, 0);
		if (!v || !LLVMIsAInstruction(v))
			continue;
		if (hd_is_opcode(v, LLVMPHI) ||
		    LLVMGetInstructionParent(v) != LLVMGetInstructionParent(g->leader))
			return true;
		hd_each_use (use, v)
			if (LLVMGetInstructionParent(LLVMGetUser(use)) !=
			    LLVMGetInstructionParent(v))
				return true;
	}
	return false;
}

/* All channels of stores, most of those of loads: unused words cost as much as used ones.
 * Pairs of words have their own way (emit/access/stride2.c). */
static bool
is_worth_it(const hd_code *c, const hd_interleaved *g)
{
	bool words = size_of(c, g->leader) == 4;

	if (words && !hd_cpu_of(c->u).x86 && live_long(g))
		return false;
	if (hd_is_opcode(g->leader, LLVMStore))
		return g->n == g->every;
	return words ? g->every == 3 || g->n > 2 : g->n > 1 || g->every > 2;
}

/* The group of an access; false: it is better done alone. */
bool
hd_find_interleaved(const hd_code *c, LLVMValueRef i, hd_interleaved *g)
{
	LLVMValueRef run[LONG];
	int n;

	if (!hd_does(c->u, HD_TRICK_channels) || c->w.lanes < MOST ||
	    !is_channel(c, i, LLVMGetInstructionOpcode(i)))
		return false;
	n = read_run(c, i, run);
	for (int k = 0; k < n; k++) {
		if (!run[k])
			continue;
		*g = take_group(c, run + k, n - k);
		if (has(g, i))
			return is_worth_it(c, g);
	}
	return false;
}

double
hd_interleave_share(const hd_code *c, LLVMValueRef i)
{
	hd_interleaved g;

	return hd_find_interleaved(c, i, &g) ? (double)g.every / g.n : 0;
}
