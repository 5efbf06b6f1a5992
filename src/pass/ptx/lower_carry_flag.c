/* SPDX-License-Identifier: Apache-2.0 */
/* lower_carry_flag: the carry flag that one inline PTX leaves for another is a variable.
 *
 *     call void @hd.carry.set(i1 %out)
 *     ...
 *     %in = call i1 @hd.carry.get()
 * becomes
 *     store i1 %out, ptr %carry
 *     ...
 *     %in = load i1, ptr %carry
 *
 * Big numbers are added by functions of one instruction each: add.cc in one, addc.cc in the
 * next. So functions whose callers care for the flag, before the call or behind it, are
 * inlined (hd_find_carries); where that cannot be, it is an error. As on a GPU the flag does
 * not outlive the call of any other function.
 *
 * needs:   inline_functions
 * ensures: hd.carry.get and hd.carry.set are gone
 */
#include "pass/pass.h"

/* ---- where the flag is live, from the end of functions to their beginning */

/* At a place: live in any case; live if it is live behind the end of the function. */
enum { LIVE = 1, LIVE_BEHIND = 2 };

typedef struct flow {
	LLVMValueRef fn;
	unsigned in;    /* LIVE, LIVE_BEHIND at its beginning */
	bool sets;      /* it, or what it calls */
	bool leaves;    /* ... and a caller asks */
	hd_map live_in; /* block -> LIVE, LIVE_BEHIND */
} flow;

typedef struct state {
	hd_unit *u;
	LLVMValueRef get, set; /* the functions; either may be NULL */
	hd_map flows;          /* function -> flow */
	bool changed;
} state;

/* Of a function with a body, or NULL. */
static flow *
flow_of(state *s, LLVMValueRef fn)
{
	uintptr_t *f = fn ? hd_map_get(&s->flows, fn) : NULL;

	return f ? (flow *)*f : NULL;
}

/* What is live in front of a call, by what is behind it. */
static unsigned
in_front_of(state *s, LLVMValueRef to, unsigned live)
{
	flow *g;

	if (to == s->get)
		return LIVE | LIVE_BEHIND;
	if (to == s->set)
		return 0;
	g = flow_of(s, to);
	if (!g)
		return live;
	return (g->in & LIVE ? LIVE | LIVE_BEHIND : 0) |
	       (g->in & LIVE_BEHIND ? live : 0);
}

static unsigned
at_end(const flow *f, LLVMBasicBlockRef bb)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
	unsigned live = hd_is_opcode(last, LLVMRet) ? LIVE_BEHIND : 0;

	for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
		uintptr_t *in = hd_map_get(&f->live_in, LLVMGetSuccessor(last, k));

		live |= in ? (unsigned)*in : 0;
	}
	return live;
}

static void
raise(state *s, unsigned *value, unsigned to)
{
	s->changed |= (*value | to) != *value;
	*value |= to;
}

static void
find_live(state *s, flow *f)
{
	for (LLVMBasicBlockRef bb = LLVMGetLastBasicBlock(f->fn); bb;
	     bb = LLVMGetPreviousBasicBlock(bb)) {
		uintptr_t *known = hd_map_put(&s->u->scratch, &f->live_in, bb);
		unsigned live = at_end(f, bb), in = (unsigned)*known;

		for (LLVMValueRef i = LLVMGetLastInstruction(bb); i;
		     i = LLVMGetPreviousInstruction(i)) {
			LLVMValueRef to = hd_callee(i);
			flow *g;

			if (!to)
				continue;
			live = in_front_of(s, to, live);
			g = flow_of(s, to);
			if (!f->sets && (to == s->set || (g && g->sets)))
				f->sets = s->changed = true;
		}
		raise(s, &in, live);
		*known = in;
		if (bb == LLVMGetEntryBasicBlock(f->fn))
			raise(s, &f->in, in);
	}
}

/* Calls behind which the flag is live. */
static void
find_left(state *s, flow *f)
{
	hd_each_block (bb, f->fn) {
		unsigned live = at_end(f, bb);

		for (LLVMValueRef i = LLVMGetLastInstruction(bb); i;
		     i = LLVMGetPreviousInstruction(i)) {
			LLVMValueRef to = hd_callee(i);
			bool asked = live & LIVE || (live & LIVE_BEHIND && f->leaves);
			flow *g;

			if (!to)
				continue;
			g = flow_of(s, to);
			if (g && g->sets && asked && !g->leaves)
				g->leaves = s->changed = true;
			live = in_front_of(s, to, live);
		}
	}
}

static void
repeat(state *s, void (*find)(state *s, flow *f))
{
	do {
		s->changed = false;
		hd_each_function (fn, s->u->m) {
			flow *f = flow_of(s, fn);

			if (f)
				find(s, f);
		}
	} while (s->changed);
}

hd_map
hd_find_carries(hd_unit *u)
{
	state s = {.u = u,
		   .get = LLVMGetNamedFunction(u->m, HD_GET_CARRY),
		   .set = LLVMGetNamedFunction(u->m, HD_SET_CARRY)};
	hd_map found = {0};

	if (!s.get)
		return found;
	hd_each_function (fn, u->m) {
		flow *f;

		if (!hd_has_body(fn))
			continue;
		f = HD_NEW(&u->scratch, flow);
		f->fn = fn;
		*hd_map_put(&u->scratch, &s.flows, fn) = (uintptr_t)f;
	}
	repeat(&s, find_live);
	repeat(&s, find_left);
	hd_each_function (fn, u->m) {
		const flow *f = flow_of(&s, fn);
		unsigned how = 0;

		if (f && f->in & LIVE)
			how |= HD_TAKES_CARRY;
		if (f && f->leaves)
			how |= HD_LEAVES_CARRY;
		if (how && !hd_is_kernel(u, fn))
			*hd_map_put(&u->scratch, &found, fn) = how;
	}
	return found;
}

/* ---- the pass */

static LLVMValueRef
first_call(LLVMValueRef fn, const char *name)
{
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (hd_calls(i, name))
				return i;
	return NULL;
}

static void
check(LLVMValueRef fn, uintptr_t how)
{
	LLVMValueRef at =
		first_call(fn, how & HD_TAKES_CARRY ? HD_GET_CARRY : HD_SET_CARRY);

	if (at)
		hd_error(
			at,
			"inline PTX: the carry flag of '%s' is its caller's, too, but it "
			"cannot be inlined because it is recursive or called through a "
			"pointer; return the carry as a number",
			hd_source_name(fn));
}

static void
replace(hd_unit *u, LLVMValueRef i, LLVMValueRef slot)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	LLVMPositionBuilderBefore(b, i);
	if (LLVMGetNumArgOperands(i) == 0) {
		hd_replace(i, LLVMBuildLoad2(b, u->i1, slot, ""));
	} else {
		LLVMBuildStore(b, LLVMGetOperand(i, 0), slot);
		LLVMInstructionEraseFromParent(i);
	}
	LLVMDisposeBuilder(b);
}

static LLVMValueRef
make_slot(hd_unit *u, LLVMValueRef fn)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	LLVMValueRef slot;

	LLVMPositionBuilderBefore(b,
				  LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
	slot = LLVMBuildAlloca(b, u->i1, "carry");
	LLVMPositionBuilderBefore(b, hd_first_behind_allocas(fn));
	LLVMBuildStore(b, LLVMConstNull(u->i1), slot);
	LLVMDisposeBuilder(b);
	return slot;
}

/* All calls of one of the two; slots: function -> its variable. */
static void
place(hd_unit *u, LLVMValueRef carry, hd_map *slots)
{
	for (LLVMUseRef use = LLVMGetFirstUse(carry), next; use; use = next) {
		LLVMValueRef i = LLVMGetUser(use), fn;
		uintptr_t *slot;

		next = LLVMGetNextUse(use);
		fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
		slot = hd_map_put(&u->scratch, slots, fn);
		if (!*slot)
			*slot = (uintptr_t)make_slot(u, fn);
		replace(u, i, (LLVMValueRef)*slot);
	}
	LLVMDeleteFunction(carry);
}

bool
hd_pass_lower_carry_flag(hd_unit *u)
{
	static const char *const names[] = {HD_GET_CARRY, HD_SET_CARRY};
	hd_map carries = hd_find_carries(u);
	hd_map slots = {0};
	bool changed = false;

	hd_each_function (fn, u->m) {
		uintptr_t *how = hd_map_get(&carries, fn);

		if (how)
			check(fn, *how);
	}
	for (size_t k = 0; k < HD_COUNT(names); k++) {
		LLVMValueRef f = LLVMGetNamedFunction(u->m, names[k]);

		if (f)
			place(u, f, &slots);
		changed |= f != NULL;
	}
	return changed;
}
