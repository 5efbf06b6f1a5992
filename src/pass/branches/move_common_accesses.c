/* SPDX-License-Identifier: Apache-2.0 */
/* move_common_accesses: what both sides of a branch read is read before it, what both
 * write after it.
 *
 *     if (x > y)                   r = x > y ? x : y + 1;
 *             a[i] = x;     ->     a[i] = r;
 *     else
 *             a[i] = y + 1;
 *
 * In a group of lanes each side works under a mask, and the sides together for all lanes. A
 * load moves up past what certainly writes elsewhere, a store down past what touches other
 * bytes. Which thread does what stays as it is.
 *
 * needs:   normalize
 */
#include "ana/access.h"
#include "lanes/read/read.h"
#include "pass/pass.h"

typedef struct sides {
	hd_unit *u;
	hd_threads *t;
	LLVMBuilderRef b;
	LLVMBasicBlockRef from[2]; /* whose stores become one */
} sides;

/* An ordinary load or store of memory that others can see, not of the same element by all
 * threads: who wrote that last is a matter of blocks (order_blocks). */
static bool
is_access(const sides *s, LLVMValueRef i, LLVMOpcode what)
{
	hd_access a;

	return hd_is_opcode(i, what) && hd_is_ordinary(i) &&
	       hd_read_access(s->t, i, &a) && (a.at.anywhere || a.at.n);
}

static bool
is_twin(const sides *s, LLVMValueRef i, LLVMValueRef j)
{
	return is_access(s, j, LLVMGetInstructionOpcode(i)) &&
	       hd_access_type(i) == hd_access_type(j) &&
	       hd_is_same_value(hd_pointer_of(i), hd_pointer_of(j));
}

/* Of two instructions that do the same, `a` with what both may rely on. */
static void
weaken(LLVMValueRef a, LLVMValueRef b)
{
	switch (LLVMGetInstructionOpcode(a)) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
		LLVMSetNSW(a, LLVMGetNSW(a) && LLVMGetNSW(b));
		LLVMSetNUW(a, LLVMGetNUW(a) && LLVMGetNUW(b));
		break;
	case LLVMLShr:
	case LLVMAShr:
	case LLVMUDiv:
	case LLVMSDiv:
		LLVMSetExact(a, LLVMGetExact(a) && LLVMGetExact(b));
		break;
	case LLVMOr:
		LLVMSetIsDisjoint(a, LLVMGetIsDisjoint(a) && LLVMGetIsDisjoint(b));
		break;
	case LLVMZExt:
		LLVMSetNNeg(a, LLVMGetNNeg(a) && LLVMGetNNeg(b));
		break;
	case LLVMGetElementPtr:
		LLVMSetIsInBounds(a, LLVMIsInBounds(a) && LLVMIsInBounds(b));
		break;
	default:
		break;
	}
}

static void
weaken_access(hd_unit *u, LLVMValueRef a, LLVMValueRef b)
{
	static const char *const kinds[] = {
		"tbaa",        "range",           "nonnull",     "noundef",
		"align",       "dereferenceable", "alias.scope", "noalias",
		"nontemporal", "invariant.load"};

	if (LLVMGetAlignment(b) < LLVMGetAlignment(a))
		LLVMSetAlignment(a, LLVMGetAlignment(b));
	for (size_t k = 0; k < HD_COUNT(kinds); k++) {
		unsigned id = LLVMGetMDKindIDInContext(u->c, kinds[k],
						       (unsigned)strlen(kinds[k]));

		if (LLVMGetMetadata(a, id) != LLVMGetMetadata(b, id))
			LLVMSetMetadata(a, id, NULL);
	}
}

/* The same value for both sides, where the builder stands: what they compute each for
 * themselves is copied there. */
static LLVMValueRef
common(sides *s, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef r, *of;
	unsigned n;

	if (a == b)
		return a;
	n = (unsigned)LLVMGetNumOperands(a);
	of = HD_NEW_ARRAY(&s->u->scratch, LLVMValueRef, n);
	for (unsigned k = 0; k < n; k++)
		of[k] = common(s, LLVMGetOperand(a, k), LLVMGetOperand(b, k));
	r = LLVMInstructionClone(a);
	for (unsigned k = 0; k < n; k++)
		LLVMSetOperand(r, k, of[k]);
	weaken(r, b);
	LLVMInsertIntoBuilder(s->b, r);
	return r;
}

/* ---- loads */

static bool
goes_up(const sides *s, LLVMValueRef i)
{
	for (LLVMValueRef j = LLVMGetPreviousInstruction(i); j;
	     j = LLVMGetPreviousInstruction(j))
		if (hd_may_clash(s->t, i, j))
			return false;
	return true;
}

static LLVMValueRef
twin_load(const sides *s, LLVMValueRef i, LLVMBasicBlockRef bb)
{
	hd_each_insn (j, bb)
		if (is_twin(s, i, j) && goes_up(s, j))
			return j;
	return NULL;
}

static void
raise_load(sides *s, LLVMValueRef i, LLVMValueRef twin, LLVMValueRef branch)
{
	LLVMPositionBuilderBefore(s->b, branch);
	LLVMSetOperand(i, 0, common(s, hd_pointer_of(i), hd_pointer_of(twin)));
	hd_move_before(s->b, i, branch);
	weaken_access(s->u, i, twin);
	hd_replace(twin, i);
}

/* What both ways of a branch load. */
static bool
join_loads(sides *s, LLVMBasicBlockRef bb)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(bb), twin;
	LLVMBasicBlockRef way[2];
	bool any = false;

	if (!hd_is_opcode(branch, LLVMBr) || !LLVMIsConditional(branch))
		return false;
	for (unsigned k = 0; k < 2; k++) {
		way[k] = LLVMGetSuccessor(branch, k);
		if (hd_only_predecessor(way[k]) != bb)
			return false;
	}
	hd_each_insn (i, way[0])
		if (is_access(s, i, LLVMLoad) && goes_up(s, i) &&
		    (twin = twin_load(s, i, way[1]))) {
			raise_load(s, i, twin, branch);
			any = true;
		}
	return any;
}

/* ---- stores */

static bool
goes_down(const sides *s, LLVMValueRef i)
{
	for (LLVMValueRef j = LLVMGetNextInstruction(i); j;
	     j = LLVMGetNextInstruction(j))
		if (hd_may_clash(s->t, i, j))
			return false;
	return true;
}

static LLVMValueRef
twin_store(const sides *s, LLVMValueRef i, LLVMBasicBlockRef bb)
{
	for (LLVMValueRef j = LLVMGetLastInstruction(bb); j;
	     j = LLVMGetPreviousInstruction(j))
		if (is_twin(s, i, j) && goes_down(s, j))
			return j;
	return NULL;
}

static bool
is_side(void *state, LLVMBasicBlockRef bb)
{
	const sides *s = state;

	return bb == s->from[0] || bb == s->from[1];
}

static void
sink_store(sides *s, LLVMValueRef i, LLVMValueRef twin, LLVMBasicBlockRef to)
{
	LLVMValueRef value[2] = {LLVMGetOperand(i, 0), LLVMGetOperand(twin, 0)};
	LLVMValueRef behind = hd_first_behind_phis(to), v = value[0];

	if (value[0] != value[1]) {
		LLVMPositionBuilderBefore(s->b, LLVMGetFirstInstruction(to));
		v = LLVMBuildPhi(s->b, LLVMTypeOf(v), "");
		LLVMAddIncoming(v, value, s->from, 2);
	}
	LLVMPositionBuilderBefore(s->b, behind);
	LLVMSetOperand(i, 1, common(s, hd_pointer_of(i), hd_pointer_of(twin)));
	LLVMSetOperand(i, 0, v);
	hd_move_before(s->b, i, behind);
	weaken_access(s->u, i, twin);
	LLVMInstructionEraseFromParent(twin);
}

static unsigned
count_ways_to(LLVMBasicBlockRef bb)
{
	unsigned n = 0;

	hd_each_use (use, LLVMBasicBlockAsValue(bb))
		n += LLVMIsATerminatorInst(LLVMGetUser(use)) != NULL;
	return n;
}

/* What both blocks of s->from store, the last first. */
static bool
join_stores(sides *s, LLVMBasicBlockRef to)
{
	LLVMBasicBlockRef join = count_ways_to(to) == 2 ? to : NULL;
	LLVMValueRef i = LLVMGetLastInstruction(s->from[0]), next, twin;
	bool any = false;

	for (; i; i = next) {
		next = LLVMGetPreviousInstruction(i);
		if (!is_access(s, i, LLVMStore) || !goes_down(s, i) ||
		    !(twin = twin_store(s, i, s->from[1])))
			continue;
		if (!join)
			join = hd_join_edges(s->u, to, is_side, s);
		sink_store(s, i, twin, join);
		hd_remark(s->u, i,
			  "both sides of a branch store here: stored once, after it");
		any = true;
	}
	return any;
}

static bool
leads_only_to(LLVMBasicBlockRef bb, LLVMBasicBlockRef to)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

	return hd_is_opcode(end, LLVMBr) && !LLVMIsConditional(end) &&
	       LLVMGetSuccessor(end, 0) == to;
}

/* Two blocks that lead to `to` and nowhere else, and not around a loop. */
static bool
join_stores_before(sides *s, const hd_blocks *blocks, LLVMBasicBlockRef to)
{
	HD_VEC(LLVMBasicBlockRef) from = {0};

	hd_each_block (bb, s->t->fn) {
		if (!leads_only_to(bb, to))
			continue;
		if (!hd_is_reached(blocks, bb) || hd_block_dominates(blocks, to, bb))
			return false;
		hd_push(&s->u->scratch, &from, bb);
	}
	for (size_t k = 0; k < from.n; k++)
		for (size_t l = 0; l < k; l++) {
			s->from[0] = from.at[l];
			s->from[1] = from.at[k];
			if (join_stores(s, to))
				return true;
		}
	return false;
}

/* ---- */

/* One thing at a time: blocks come and go. */
static bool
join_something(sides *s)
{
	hd_blocks blocks = hd_number_blocks(&s->u->scratch, s->t->fn);

	hd_each_block (bb, s->t->fn)
		if (join_loads(s, bb) || join_stores_before(s, &blocks, bb))
			return true;
	return false;
}

static bool
join_in(hd_unit *u, LLVMValueRef fn)
{
	enum { MOST = 64 };
	sides s = {.u = u};
	int n = 0;

	s.b = LLVMCreateBuilderInContext(u->c);
	do
		s.t = hd_threads_of(u, fn);
	while (join_something(&s) && ++n < MOST);
	LLVMDisposeBuilder(s.b);
	return n > 0;
}

/* With what it leaves to clean up. */
static bool
change_all(hd_unit *u, bool (*change)(hd_unit *u, LLVMValueRef fn))
{
	bool any = false;

	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && !hd_has_attr(fn, "optnone") && change(u, fn)) {
			hd_mark_changed(u, fn);
			any = true;
		}
	if (any)
		hd_normalize_changed(u);
	return any;
}

bool
hd_pass_move_common_accesses(hd_unit *u)
{
	bool any;

	any = change_all(u, join_in);
	return change_all(u, hd_fold_sides) || any;
}
