/* SPDX-License-Identifier: Apache-2.0 */
/* group_accesses: loads of neighbouring bytes or words stand side by side, likewise stores.
 *
 *     r = p[3 * i];                        r = p[3 * i];
 *     q[3 * i] = f(r);                     g = p[3 * i + 1];
 *     g = p[3 * i + 1];             ->     ...
 *     q[3 * i + 1] = f(g);                 q[3 * i] = f(r);
 *
 * lower_lanes then makes one access of them (src/lanes/decide/interleave.c, aos.c). Loads go
 * up to the first of them and stores down to the last, past what certainly touches other
 * bytes.
 *
 * needs:   normalize
 */
#include "pass/memory/group_accesses.h"
#include "lanes/read/read.h"

enum { FAR = 256 }; /* instructions to look at */

/* ---- what may change places */

/* Bytes and words, short and long ones. */
static bool
is_element(const hd_unit *u, LLVMTypeRef t)
{
	return hd_is_channel_type(u, t) || t == u->i64 ||
	       LLVMGetTypeKind(t) == LLVMDoubleTypeKind;
}

bool
hd_is_channel(const hd_joining *s, LLVMValueRef i)
{
	hd_access a;

	return (hd_is_opcode(i, LLVMLoad) || hd_is_opcode(i, LLVMStore)) &&
	       hd_is_ordinary(i) && is_element(s->u, hd_access_type(i)) &&
	       hd_mentions(hd_pointer_of(i), HD_TID, 0, 0, HD_CHANGE_DEPTH) &&
	       hd_read_access(s->t, i, &a); /* private ones stay */
}

bool
hd_are_channels(const hd_joining *s, LLVMValueRef i, LLVMValueRef j)
{
	enum { MOST = 8 }; /* words of a struct */
	int64_t size = (int64_t)hd_size_of(s->u, hd_access_type(i)), d;

	return LLVMGetInstructionOpcode(i) == LLVMGetInstructionOpcode(j) &&
	       hd_access_type(i) == hd_access_type(j) &&
	       hd_bytes_between(s->u, hd_pointer_of(i), hd_pointer_of(j), &d) &&
	       d % size == 0 && llabs(d) < MOST * size;
}

bool
hd_channels_clash(const hd_joining *s, LLVMValueRef i, LLVMValueRef other)
{
	LLVMValueRef p = hd_pointer_of(i), base[2];
	int64_t d;

	if (!hd_may_clash(s->t, i, other))
		return false;
	return !s->apart || !hd_is_channel(s, other) ||
	       hd_bytes_between(s->u, p, hd_pointer_of(other), &d) ||
	       !hd_is_beside(s->u, p, hd_pointer_of(other), base, &d);
}

/* ---- up */

/* Is it computed in this block, behind `first`? No farther than a load that is looked at. */
static bool
is_behind(LLVMValueRef v, LLVMValueRef first)
{
	if (!LLVMIsAInstruction(v) ||
	    LLVMGetInstructionParent(v) != LLVMGetInstructionParent(first))
		return false;
	for (int n = 0; first && n < FAR; n++, first = LLVMGetNextInstruction(first))
		if (v == first)
			return true;
	return false;
}

static bool
can_raise(LLVMValueRef v, LLVMValueRef first, int depth)
{
	if (!is_behind(v, first))
		return true;
	if (!hd_is_arithmetic(v) || !depth)
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!can_raise(LLVMGetOperand(v, (unsigned)k), first, depth - 1))
			return false;
	return true;
}

static void
move_before(hd_joining *s, LLVMValueRef i, LLVMValueRef place)
{
	hd_move_before(s->b, i, place);
	s->changed = true;
}

/* With all that it is computed from. */
static void
raise_value(hd_joining *s, LLVMValueRef v, LLVMValueRef first)
{
	if (!is_behind(v, first))
		return;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		raise_value(s, LLVMGetOperand(v, (unsigned)k), first);
	move_before(s, v, first);
}

static bool
is_free_way(const hd_joining *s, LLVMValueRef i, LLVMValueRef from, LLVMValueRef to)
{
	for (; from != to; from = LLVMGetNextInstruction(from))
		if (hd_channels_clash(s, i, from))
			return false;
	return true;
}

static void
join_loads(hd_joining *s, LLVMValueRef first)
{
	enum { DEPTH = 6 };
	LLVMValueRef last = first, i = LLVMGetNextInstruction(first), next;

	for (int n = 0; i && n < FAR; n++, i = next) {
		next = LLVMGetNextInstruction(i);
		if (!hd_is_channel(s, i) || !hd_are_channels(s, first, i) ||
		    !can_raise(hd_pointer_of(i), first, DEPTH) ||
		    !is_free_way(s, i, LLVMGetNextInstruction(last), i))
			continue;
		raise_value(s, hd_pointer_of(i), first);
		if (LLVMGetNextInstruction(last) != i)
			move_before(s, i, LLVMGetNextInstruction(last));
		last = i;
	}
}

/* ---- down */

static void
join_stores(hd_joining *s, LLVMValueRef last)
{
	LLVMValueRef head = last, i = LLVMGetPreviousInstruction(last), next;

	for (int n = 0; i && n < FAR; n++, i = next) {
		next = LLVMGetPreviousInstruction(i);
		if (!hd_is_channel(s, i) || !hd_are_channels(s, last, i) ||
		    !is_free_way(s, i, LLVMGetNextInstruction(i), head))
			continue;
		if (LLVMGetNextInstruction(i) != head)
			move_before(s, i, head);
		head = i;
	}
}

static void
join(hd_joining *s, LLVMBasicBlockRef bb)
{
	LLVMValueRef i;

	for (i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
		if (hd_is_opcode(i, LLVMLoad) && hd_is_channel(s, i))
			join_loads(s, i);
	for (i = LLVMGetLastInstruction(bb); i; i = LLVMGetPreviousInstruction(i))
		if (hd_is_opcode(i, LLVMStore) && hd_is_channel(s, i))
			join_stores(s, i);
}

bool
hd_pass_group_accesses(hd_unit *u, LLVMValueRef fn)
{
	hd_joining s = {.u = u};
	HD_VEC(LLVMBasicBlockRef) blocks = {0};
	LLVMBasicBlockRef copy;

	s.t = hd_threads_of(u, fn);
	s.b = LLVMCreateBuilderInContext(u->c);
	hd_each_block (bb, fn)
		hd_push(&u->scratch, &blocks, bb);
	for (size_t k = 0; k < blocks.n; k++) {
		copy = hd_copy_channels(&s, blocks.at[k]);
		s.apart = copy;
		join(&s, copy ? copy : blocks.at[k]);
		s.apart = false;
	}
	LLVMDisposeBuilder(s.b);
	return s.changed;
}
