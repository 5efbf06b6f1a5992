/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses, as far as they can be read off. */
#include "ana/address.h"

enum { MAX_DEPTH = 6, MAX_INDEX_DEPTH = 8 };

static int64_t
constant(LLVMValueRef v)
{
	return LLVMConstIntGetSExtValue(v);
}

/* v = x op c, where op is multiplication or what stands for it: x, and what c means */
static LLVMValueRef
is_multiple(LLVMValueRef v, int64_t *factor)
{
	LLVMValueRef c;

	if ((!hd_is_opcode(v, LLVMMul) && !hd_is_opcode(v, LLVMShl)) ||
	    !LLVMIsAConstantInt(c = LLVMGetOperand(v, 1)))
		return NULL;
	if (hd_is_opcode(v, LLVMShl) && (constant(c) < 0 || constant(c) > 31))
		return NULL;
	*factor = hd_is_opcode(v, LLVMShl) ? (int64_t)1 << constant(c) : constant(c);
	return LLVMGetOperand(v, 0);
}

int64_t
hd_gcd(int64_t a, int64_t b)
{
	while (b) {
		int64_t r = a % b;

		a = b;
		b = r;
	}
	return llabs(a);
}

/* Arithmetic that is narrower than addresses, and how its results are widened. */
typedef struct widening {
	unsigned from; /* bits, 0 = none */
	bool zeros;
} widening;

static void
note_overflow(hd_address *a, LLVMValueRef v, int64_t scale, widening w)
{
	enum { MOST = 1 << 28 };
	LLVMValueRef k = LLVMIsAConstantInt(v) ? v : LLVMGetOperand(v, 1);
	bool is_or = hd_is_opcode(v, LLVMOr), exact = LLVMIsAConstantInt(v) || is_or;

	if (!exact)
		exact = w.zeros ? LLVMGetNUW(v) : LLVMGetNSW(v);
	if (w.zeros && LLVMIsAConstantInt(k) && constant(k) < 0)
		exact = false; /* it was read as a negative number */
	if (w.from && !exact)
		a->wraps = llabs(scale) > MOST || w.from > 32
				   ? 1
				   : hd_gcd(a->wraps, llabs(scale) << w.from);
}

/* Not where the sign that it takes along is then taken for a number. */
static LLVMValueRef
look_through_widening(LLVMValueRef v, widening *w)
{
	bool outer = false;

	while (hd_is_extension(v)) {
		bool zeros = hd_is_opcode(v, LLVMZExt) && !LLVMGetNNeg(v);

		if (outer && !zeros)
			break;
		outer = zeros;
		v = LLVMGetOperand(v, 0);
		*w = (widening){LLVMGetIntTypeWidth(LLVMTypeOf(v)), zeros};
	}
	return v;
}

static void
add_term(hd_address *a, LLVMValueRef v, int64_t scale, int depth, widening w)
{
	LLVMValueRef x;
	int64_t factor;

	v = look_through_widening(v, &w);
	if (LLVMIsAConstantInt(v)) {
		note_overflow(a, v, scale, w);
		a->offset += constant(v) * scale;
	} else if (depth && (hd_is_opcode(v, LLVMAdd) ||
			     (hd_is_opcode(v, LLVMOr) && LLVMGetIsDisjoint(v)))) {
		note_overflow(a, v, scale, w);
		add_term(a, LLVMGetOperand(v, 0), scale, depth - 1, w);
		add_term(a, LLVMGetOperand(v, 1), scale, depth - 1, w);
	} else if (depth && hd_is_opcode(v, LLVMSub)) {
		note_overflow(a, v, scale, w);
		add_term(a, LLVMGetOperand(v, 0), scale, depth - 1, w);
		add_term(a, LLVMGetOperand(v, 1), -scale, depth - 1, w);
	} else if (depth && (x = is_multiple(v, &factor))) {
		note_overflow(a, v, scale, w);
		add_term(a, x, scale * factor, depth - 1, w);
	} else if (a->n < HD_ADDRESS_TERMS) {
		a->term[a->n++] = (hd_term){v, scale, w.zeros};
	} else {
		a->base = NULL;
	}
}

void
hd_add_term(hd_address *a, LLVMValueRef v, int64_t scale)
{
	add_term(a, v, scale, MAX_DEPTH, (widening){0, false});
}

static void
add_indices(hd_unit *u, hd_address *a, LLVMValueRef gep)
{
	hd_each_index (x, u, gep) {
		unsigned bits = x.v ? LLVMGetIntTypeWidth(LLVMTypeOf(x.v)) : 0;

		if (!x.v)
			a->offset += x.bytes;
		else
			add_term(a, x.v, x.bytes, MAX_DEPTH,
				 (widening){bits < 64 ? bits : 0, false});
	}
}

hd_address
hd_parts_of(hd_unit *u, LLVMValueRef p)
{
	hd_address a = {.base = p};

	hd_check(LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind);
	while (a.base && (LLVMIsAGetElementPtrInst(p) ||
			  (LLVMIsAConstantExpr(p) &&
			   LLVMGetConstOpcode(p) == LLVMGetElementPtr))) {
		add_indices(u, &a, p);
		p = LLVMGetOperand(p, 0);
		if (a.base)
			a.base = p;
	}
	hd_check(a.n <= HD_ADDRESS_TERMS && a.wraps >= 0);
	return a;
}

hd_address
hd_address_of(hd_unit *u, LLVMValueRef p)
{
	hd_address a = hd_parts_of(u, p);

	if (a.base && hd_is_shared_variable(a.base))
		return a;
	a = (hd_address){.anywhere = hd_points_to_shared(p)};
	if (a.anywhere)
		a.base = p;
	return a;
}

/* Two instructions of one opcode: do they the same with their operands? */
static bool
is_same_kind(LLVMValueRef a, LLVMValueRef b)
{
	int dim;

	switch (LLVMGetInstructionOpcode(a)) {
	case LLVMICmp:
		return LLVMGetICmpPredicate(a) == LLVMGetICmpPredicate(b);
	case LLVMFCmp:
		return LLVMGetFCmpPredicate(a) == LLVMGetFCmpPredicate(b);
	case LLVMGetElementPtr:
		return LLVMGetGEPSourceElementType(a) == LLVMGetGEPSourceElementType(b);
	case LLVMCall:
		return hd_sreg_read(a, &dim) != HD_NOT_SREG &&
		       hd_callee(a) == hd_callee(b);
	default:
		return hd_is_pure(LLVMGetInstructionOpcode(a)) &&
		       !hd_is_opcode(a, LLVMExtractValue);
	}
}

static bool
is_same(LLVMValueRef a, LLVMValueRef b, int depth)
{
	int n;

	if (a == b)
		return true;
	if (depth == 0 || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) ||
	    LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
	    LLVMTypeOf(a) != LLVMTypeOf(b) || !is_same_kind(a, b))
		return false;
	n = LLVMGetNumOperands(a);
	if (n != LLVMGetNumOperands(b))
		return false;
	for (unsigned k = 0; k < (unsigned)n; k++)
		if (!is_same(LLVMGetOperand(a, k), LLVMGetOperand(b, k), depth - 1))
			return false;
	return true;
}

bool
hd_is_same_value(LLVMValueRef a, LLVMValueRef b)
{
	return is_same(a, b, MAX_DEPTH);
}

bool
hd_has_term(const hd_address *a, const hd_term *t)
{
	for (int i = 0; i < a->n; i++)
		if (a->term[i].scale == t->scale &&
		    is_same(a->term[i].v, t->v, MAX_DEPTH))
			return true;
	return false;
}

bool
hd_has_same_terms(const hd_address *a, const hd_address *b)
{
	if (a->n != b->n)
		return false;
	for (int i = 0; i < a->n; i++)
		if (!hd_has_term(b, &a->term[i]))
			return false;
	return true;
}

static bool
depends_on_thread(LLVMValueRef v, int depth)
{
	int dim;

	if (!LLVMIsAInstruction(v) || depth == 0)
		return false;
	if (hd_sreg_read(v, &dim) == HD_TID)
		return true;
	if (hd_is_opcode(v, LLVMLoad) || hd_is_opcode(v, LLVMCall))
		return false;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (depends_on_thread(LLVMGetOperand(v, (unsigned)k), depth - 1))
			return true;
	return false;
}

bool
hd_is_thread_term(const hd_term *t)
{
	return depends_on_thread(t->v, MAX_DEPTH);
}

bool
hd_has_thread_terms_of(const hd_address *a, const hd_address *of)
{
	for (int i = 0; i < of->n; i++)
		if (hd_is_thread_term(&of->term[i]) && !hd_has_term(a, &of->term[i]))
			return false;
	return true;
}

bool
hd_is_own_element(const hd_address *a)
{
	for (int i = 0; i < a->n; i++)
		if (hd_is_sreg(a->term[i].v, HD_TID, 0))
			return true;
	return false;
}

bool
hd_is_recurrence(LLVMValueRef v, LLVMValueRef *start, LLVMValueRef *step)
{
	if (!hd_is_opcode(v, LLVMPHI) || LLVMCountIncoming(v) != 2)
		return false;
	for (unsigned k = 0; k < 2; k++) {
		LLVMValueRef next = LLVMGetIncomingValue(v, k);

		if (!hd_is_opcode(next, LLVMAdd))
			continue;
		*start = LLVMGetIncomingValue(v, 1 - k);
		for (unsigned j = 0; j < 2; j++) {
			*step = LLVMGetOperand(next, 1 - j);
			if (LLVMGetOperand(next, j) == v)
				return true;
		}
	}
	return false;
}

static int
depends_on(LLVMValueRef v, enum hd_sreg what, int depth)
{
	LLVMValueRef start, step;
	int dim, all = HD_NO;
	enum hd_sreg r;

	if (!LLVMIsAInstruction(v))
		return HD_NO;
	r = hd_sreg_read(v, &dim);
	if (r != HD_NOT_SREG)
		return r == what ? HD_YES : HD_NO;
	if (depth == 0 || hd_is_opcode(v, LLVMLoad) || hd_is_opcode(v, LLVMCall))
		return HD_UNKNOWN;
	if (hd_is_recurrence(v, &start, &step)) {
		all = depends_on(start, what, depth - 1);
		return all == HD_NO ? depends_on(step, what, depth - 1) : all;
	}
	if (hd_is_opcode(v, LLVMPHI))
		return HD_UNKNOWN;
	for (int k = 0; k < LLVMGetNumOperands(v) && all != HD_YES; k++) {
		int d = depends_on(LLVMGetOperand(v, (unsigned)k), what, depth - 1);

		all = d == HD_NO ? all : d;
	}
	return all;
}

int
hd_depends_on(LLVMValueRef v, enum hd_sreg what)
{
	return depends_on(v, what, MAX_INDEX_DEPTH);
}

int
hd_address_depends_on(const hd_address *a, enum hd_sreg what)
{
	int all = HD_NO;

	for (int k = 0; k < a->n && all != HD_YES; k++) {
		int d = depends_on(a->term[k].v, what, MAX_INDEX_DEPTH);

		all = d == HD_NO ? all : d;
	}
	return all;
}
