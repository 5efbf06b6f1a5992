/* SPDX-License-Identifier: Apache-2.0 */
/* Comparisons of a place plus what loops count (window.h). */
#include "ana/window.h"

#include "ana/access.h"

#include <limits.h>

enum {
	DEPTH = 8,
	NEAR = 64, /* constants up to this are lower borders */
};

/* ---- what is counted */

bool
hd_is_in_loop(const hd_map *in, LLVMValueRef v)
{
	return LLVMIsAInstruction(v) && hd_map_get(in, LLVMGetInstructionParent(v));
}

static bool
is_word(LLVMValueRef v)
{
	return LLVMTypeOf(v) ==
	       LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)));
}

static bool
is_field(LLVMValueRef load)
{
	return hd_is_ordinary(load) &&
	       hd_is_parameter_struct(hd_pointer_root(LLVMGetOperand(load, 0)));
}

/* For all threads of a block, and computed in front of the loop. */
static bool
is_same_for_all(const hd_map *in, LLVMValueRef v, int depth)
{
	int dim;

	if (!LLVMIsAInstruction(v))
		return true;
	if (hd_is_in_loop(in, v) || !depth)
		return false;
	if (hd_sreg_read(v, &dim) != HD_NOT_SREG)
		return hd_sreg_read(v, &dim) != HD_TID;
	if (hd_is_opcode(v, LLVMLoad))
		return is_field(v);
	if (!hd_is_pure(LLVMGetInstructionOpcode(v)))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (!is_same_for_all(in, LLVMGetOperand(v, (unsigned)k), depth - 1))
			return false;
	return true;
}

/* Goes on with the next number while `going` says so, of the number itself or the next. */
static bool
read_limit(hd_window_count *c, LLVMIntPredicate going, int64_t step, bool next)
{
	c->beyond = next ? 0 : step;
	c->positive = going == LLVMIntULT || going == LLVMIntULE;
	switch (going) {
	case LLVMIntULT:
	case LLVMIntSLT:
		c->beyond--;
		return true;
	case LLVMIntULE:
	case LLVMIntSLE:
		return true;
	case LLVMIntNE:
		c->beyond--;
		c->ends_at = true;
		return step == 1;
	default:
		return false;
	}
}

/* A number that a loop counts upwards, in turns that end at its latch. */
bool
hd_is_counted(const hd_map *in, LLVMValueRef phi, hd_window_count *c)
{
	LLVMBasicBlockRef header = LLVMGetInstructionParent(phi), latch;
	LLVMValueRef next, end, cond, x;
	LLVMIntPredicate p;
	int64_t step;

	if (!hd_is_opcode(phi, LLVMPHI) || LLVMCountIncoming(phi) != 2 || !is_word(phi))
		return false;
	*c = (hd_window_count){0};
	for (unsigned k = 0; k < 2; k++) {
		next = LLVMGetIncomingValue(phi, k);
		latch = LLVMGetIncomingBlock(phi, k);
		c->start = LLVMGetIncomingValue(phi, 1 - k);
		if (hd_is_opcode(next, LLVMAdd) && LLVMGetOperand(next, 0) == phi)
			break;
		next = NULL;
	}
	if (!next || !LLVMIsAConstantInt(LLVMGetOperand(next, 1)) ||
	    !LLVMGetNSW(next) || !is_same_for_all(in, c->start, DEPTH))
		return false;
	step = LLVMConstIntGetSExtValue(LLVMGetOperand(next, 1));
	end = LLVMGetBasicBlockTerminator(latch);
	if (step < 1 || step > NEAR || !hd_is_opcode(end, LLVMBr) ||
	    !LLVMIsConditional(end))
		return false;
	cond = LLVMGetCondition(end);
	if (!hd_is_opcode(cond, LLVMICmp))
		return false;
	x = LLVMGetOperand(cond, 0);
	c->limit = LLVMGetOperand(cond, 1);
	p = LLVMGetICmpPredicate(cond);
	if (c->limit == phi || c->limit == next) {
		c->limit = x;
		x = LLVMGetOperand(cond, 1);
		p = hd_swapped_predicate(p);
	}
	if ((x != phi && x != next) || !is_same_for_all(in, c->limit, DEPTH))
		return false;
	if (LLVMGetSuccessor(end, 0) != header)
		p = hd_inverse_predicate(p);
	return read_limit(c, p, step, x == next);
}

/* ---- numbers */

static bool
add_term(hd_window_sum *f, LLVMValueRef v, int64_t by, bool counted)
{
	if (f->n == HD_WINDOW_TERMS)
		return false;
	f->term[f->n].v = v;
	f->term[f->n].factor = by;
	f->term[f->n++].counted = counted;
	return true;
}

static bool
is_thread_index(LLVMValueRef v)
{
	int dim;

	return LLVMIsAInstruction(v) && hd_sreg_read(v, &dim) == HD_TID;
}

/* Adds v * by; false: it is not such a sum. */
static bool
add(const hd_map *in, hd_window_sum *f, LLVMValueRef v, int64_t by, int depth)
{
	LLVMValueRef x, y;
	LLVMOpcode o;
	hd_window_count c;

	hd_check(depth >= 0 && f->n <= HD_WINDOW_TERMS);
	if (LLVMIsAConstantInt(v)) {
		f->constant += LLVMConstIntGetSExtValue(v) * by;
		return f->constant <= INT_MAX && f->constant >= INT_MIN;
	}
	if (is_same_for_all(in, v, DEPTH))
		return add_term(f, v, by, false);
	if (hd_is_opcode(v, LLVMPHI) && hd_is_in_loop(in, v))
		return hd_is_counted(in, v, &c) && add_term(f, v, by, true);
	o = LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v) : LLVMPHI;
	if (depth && (o == LLVMAdd || o == LLVMSub)) {
		x = LLVMGetOperand(v, 0);
		y = LLVMGetOperand(v, 1);
		if (hd_is_in_loop(in, v) ||
		    (!is_thread_index(x) && !is_thread_index(y))) {
			hd_window_sum was = *f;

			f->wraps |= !LLVMGetNSW(v);
			if (add(in, f, x, by, depth - 1) &&
			    add(in, f, y, o == LLVMAdd ? by : -by, depth - 1))
				return true;
			*f = was;
		}
	}
	if (hd_is_in_loop(in, v) || f->place || by != 1)
		return false;
	f->place = v;
	return true;
}

/* ---- which comparisons */

static bool
has_term(const hd_window_sum *f, bool counted)
{
	for (int k = 0; k < f->n; k++)
		if (f->term[k].counted == counted)
			return true;
	return false;
}

bool
hd_read_window_test(const hd_map *in, hd_window_test *t, LLVMValueRef cmp)
{
	LLVMValueRef x = LLVMGetOperand(cmp, 0), y = LLVMGetOperand(cmp, 1);

	hd_check(LLVMIsAICmpInst(cmp));
	*t = (hd_window_test){.cmp = cmp, .p = LLVMGetICmpPredicate(cmp)};
	if (!hd_is_integer(LLVMTypeOf(x)) || !is_word(x) ||
	    !add(in, &t->a, x, 1, DEPTH) || !add(in, &t->b, y, 1, DEPTH))
		return false;
	if (!t->a.place) {
		hd_window_sum a = t->a;

		t->a = t->b;
		t->b = a;
		t->p = hd_swapped_predicate(t->p);
	}
	if (!t->a.place || t->b.place ||
	    (!has_term(&t->a, true) && !has_term(&t->b, true)))
		return false;
	/* threads are mostly behind where something begins, and before where it ends */
	t->less = has_term(&t->b, false) || t->b.constant > NEAR;
	return t->less || !hd_is_unsigned(t->p);
}
