/* SPDX-License-Identifier: Apache-2.0 */
/* unguard_blocks: a copy of a kernel for blocks that are not at the edge of anything.
 *
 *     bool inside = x >= 0 && x < n && ...; ... if (inside) ...
 * becomes
 *     if (all threads of the block have x >= 0, x < n, ...) ... else as it was
 *
 * where x is computed from threadIdx and blockIdx, and n is a parameter. Only blocks of known
 * shape with several rows gain from it: there each row would ask again. On which side of a
 * comparison most blocks are is a guess that costs time if it is wrong, never more.
 *
 * needs:   specialize_launches, normalize
 */
#include "pass/pass.h"

#include <limits.h>

enum {
	MOST_INSNS = 400, /* of the kernel */
	MOST_TERMS = 6,
	MOST_TESTS = 12,
	DEPTH = 10,
	NEAR = 64, /* constants up to this are lower borders, larger ones upper borders */
};

/* A 32-bit number: what the thread adds, and what is the same for its block. */
typedef struct form {
	int64_t tid[3]; /* factors of threadIdx */
	int64_t constant;
	struct {
		LLVMValueRef v; /* a parameter, blockIdx or gridDim */
		int64_t factor;
	} term[MOST_TERMS];
	int n;
} form;

typedef struct test {
	LLVMValueRef cmp;
	form a, b;
	bool less; /* a < b for all threads, or a > b */
} test;

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn;
	LLVMBuilderRef b;
	uint32_t block[3];
	test *test;
	int n;
	LLVMValueRef guard; /* the first that gains */
	hd_map in;          /* blocks that are copied */
} state;

/* ---- numbers */

static bool
is_word(LLVMValueRef v)
{
	return hd_is_integer(LLVMTypeOf(v)) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 32;
}

static bool
add_term(form *f, LLVMValueRef v, int64_t by)
{
	if (f->n == MOST_TERMS)
		return false;
	f->term[f->n].v = v;
	f->term[f->n++].factor = by;
	return true;
}

/* Adds v * by; false: it is not such a sum. */
static bool
add(form *f, LLVMValueRef v, int64_t by, int depth)
{
	LLVMValueRef x, y;
	int dim;

	if (!is_word(v) || by > INT16_MAX || by < -INT16_MAX)
		return false;
	if (LLVMIsAConstantInt(v)) {
		f->constant += LLVMConstIntGetSExtValue(v) * by;
		return f->constant <= INT_MAX && f->constant >= INT_MIN;
	}
	if (LLVMIsAArgument(v))
		return add_term(f, v, by);
	if (!LLVMIsAInstruction(v) || !depth)
		return false;
	switch (hd_sreg_read(v, &dim)) {
	case HD_TID:
		f->tid[dim] += by;
		return true;
	case HD_CTAID:
	case HD_NCTAID:
		return add_term(f, v, by);
	default:
		break;
	}
	if (!LLVMIsABinaryOperator(v))
		return false;
	x = LLVMGetOperand(v, 0);
	y = LLVMGetOperand(v, 1);
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMAdd:
		return add(f, x, by, depth - 1) && add(f, y, by, depth - 1);
	case LLVMSub:
		return add(f, x, by, depth - 1) && add(f, y, -by, depth - 1);
	case LLVMOr:
		return LLVMGetIsDisjoint(v) && add(f, x, by, depth - 1) &&
		       add(f, y, by, depth - 1);
	case LLVMMul:
		return LLVMIsAConstantInt(y) &&
		       LLVMConstIntGetSExtValue(y) <= INT16_MAX &&
		       LLVMConstIntGetSExtValue(y) >= -INT16_MAX &&
		       add(f, x, by * LLVMConstIntGetSExtValue(y), depth - 1);
	case LLVMShl:
		return LLVMIsAConstantInt(y) && LLVMConstIntGetZExtValue(y) < 15 &&
		       add(f, x, by << LLVMConstIntGetZExtValue(y), depth - 1);
	default:
		return false;
	}
}

/* ---- which comparisons */

static int
sign(int64_t x)
{
	return (x > 0) - (x < 0);
}

/* Where a - b leads as blocks and threads are counted up: 1, -1, or 0 for nowhere. */
static int
direction(const test *t)
{
	int up = 0, dim;

	for (int side = 0; side < 2; side++) {
		const form *f = side ? &t->b : &t->a;
		int by = side ? -1 : 1;

		for (int k = 0; k < f->n; k++)
			if (hd_sreg_read(f->term[k].v, &dim) == HD_CTAID) {
				int s = by * sign(f->term[k].factor);

				if (up && up != s)
					return 0;
				up = s;
			}
	}
	return up;
}

static bool
has_bound(const form *f)
{
	int dim;

	for (int k = 0; k < f->n; k++)
		if (LLVMIsAArgument(f->term[k].v) ||
		    hd_sreg_read(f->term[k].v, &dim) == HD_NCTAID)
			return true;
	return false;
}

/* Blocks are mostly behind where something begins and before where it ends. */
static bool
guess(test *t)
{
	int up = direction(t);
	bool ends = has_bound(&t->a) || has_bound(&t->b);
	int64_t border = up * (t->b.constant - t->a.constant);

	if (!up)
		return false;
	if (!ends && hd_is_unsigned(LLVMGetICmpPredicate(t->cmp)) && border <= NEAR)
		return false;
	ends |= hd_is_unsigned(LLVMGetICmpPredicate(t->cmp)) || border > NEAR;
	t->less = ends == (up > 0);
	return true;
}

static bool
read_test(test *t, LLVMValueRef cmp)
{
	*t = (test){.cmp = cmp};
	return is_word(LLVMGetOperand(cmp, 0)) &&
	       add(&t->a, LLVMGetOperand(cmp, 0), 1, DEPTH) &&
	       add(&t->b, LLVMGetOperand(cmp, 1), 1, DEPTH) && guess(t);
}

static bool
depends_on_thread(const test *t)
{
	for (int d = 0; d < 3; d++)
		if (t->a.tid[d] || t->b.tid[d])
			return true;
	return false;
}

/* Does it decide where threads go, and not only between two values? */
static bool
leads(LLVMValueRef cond, int depth)
{
	hd_each_use (use, cond) {
		LLVMValueRef user = LLVMGetUser(use);

		if (hd_is_opcode(user, LLVMBr) ||
		    (depth && LLVMTypeOf(user) == LLVMTypeOf(cond) &&
		     leads(user, depth - 1)))
			return true;
	}
	return false;
}

static bool
find_tests(state *s)
{
	int room = MOST_INSNS;

	hd_each_block (bb, s->fn)
		hd_each_insn (i, bb) {
			if (--room < 0)
				return false;
			if (!hd_is_opcode(i, LLVMICmp) || s->n == MOST_TESTS ||
			    !read_test(&s->test[s->n], i))
				continue;
			if (!s->guard && depends_on_thread(&s->test[s->n]) &&
			    (leads(i, DEPTH) || hd_string_attr(s->fn, HD_APART)))
				s->guard = i;
			s->n++;
		}
	return s->guard;
}

/* ---- the question */

static LLVMValueRef
also(state *s, LLVMValueRef all, LLVMIntPredicate p, LLVMValueRef x, LLVMValueRef y)
{
	return LLVMBuildAnd(s->b, all, LLVMBuildICmp(s->b, p, x, y, ""), "");
}

/* What is the same for the block, as the kernel would compute it; in 64 bits. */
static LLVMValueRef
common(state *s, const form *f)
{
	hd_unit *u = s->u;
	LLVMValueRef r = hd_i32(u, f->constant);

	for (int k = 0; k < f->n; k++) {
		LLVMValueRef v = f->term[k].v;

		if (LLVMIsAInstruction(v)) {
			v = LLVMInstructionClone(v);
			LLVMInsertIntoBuilder(s->b, v);
		}
		v = LLVMBuildMul(s->b, v, hd_i32(u, f->term[k].factor), "");
		r = LLVMBuildAdd(s->b, r, v, "");
	}
	return LLVMBuildSExt(s->b, r, u->i64, "");
}

/* From the least to the greatest of all threads; `all` also asks whether none wraps. */
static LLVMValueRef
range(state *s, const form *f, bool positive, LLVMValueRef all, LLVMValueRef end[2])
{
	LLVMValueRef at = common(s, f);
	int64_t low = 0, high = 0;

	for (int d = 0; d < 3; d++) {
		int64_t most = f->tid[d] * (s->block[d] - 1ll);

		low += most < 0 ? most : 0;
		high += most > 0 ? most : 0;
	}
	end[0] = LLVMBuildAdd(s->b, at, hd_i64(s->u, low), "");
	end[1] = LLVMBuildAdd(s->b, at, hd_i64(s->u, high), "");
	all = also(s, all, LLVMIntSGE, end[0], hd_i64(s->u, positive ? 0 : INT_MIN));
	return also(s, all, LLVMIntSLE, end[1], hd_i64(s->u, INT_MAX));
}

static LLVMValueRef
ask(state *s)
{
	LLVMValueRef all = LLVMConstInt(s->u->i1, 1, false);

	for (int k = 0; k < s->n; k++) {
		test *t = &s->test[k];
		bool positive = hd_is_unsigned(LLVMGetICmpPredicate(t->cmp));
		LLVMValueRef a[2], b[2];

		all = range(s, &t->a, positive, all, a);
		all = range(s, &t->b, positive, all, b);
		all = t->less ? also(s, all, LLVMIntSLT, a[1], b[0])
			      : also(s, all, LLVMIntSGT, a[0], b[1]);
	}
	return all;
}

/* ---- the copy */

static bool
is_copied(void *state, LLVMValueRef i)
{
	return hd_map_get(&((struct state *)state)->in, LLVMGetInstructionParent(i)) !=
	       NULL;
}

static void
copy(state *s)
{
	hd_unit *u = s->u;
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(s->fn);
	LLVMBasicBlockRef start = hd_split_block(u, hd_first_behind_allocas(s->fn)),
			  inner;
	hd_map map = {0};

	hd_each_block (bb, s->fn)
		if (bb != entry)
			*hd_map_put(&u->scratch, &s->in, bb) = 1;
	hd_clone_insns(u, s->fn, s->fn, &map, is_copied, s);
	inner = hd_mapped_block(&map, start);
	for (int k = 0; k < s->n; k++)
		LLVMReplaceAllUsesWith(
			(LLVMValueRef)*hd_map_get(&map, s->test[k].cmp),
			LLVMConstInt(u->i1,
				     hd_says(LLVMGetICmpPredicate(s->test[k].cmp),
					     s->test[k].less),
				     false));
	LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(entry));
	LLVMPositionBuilderAtEnd(s->b, entry);
	hd_set_odds(u, LLVMBuildCondBr(s->b, ask(s), inner, start), 100, 1);
}

/* ---- the pass */

static bool
change(hd_unit *u, LLVMValueRef fn)
{
	const char *shape = hd_string_attr(fn, HD_KNOWN);
	test tests[MOST_TESTS];
	state s = {.u = u, .fn = fn, .test = tests};

	if (!shape || !hd_has_body(fn) || !hd_read_shape(shape, s.block) ||
	    s.block[1] < 2 || !find_tests(&s))
		return false;
	hd_remark(u, s.guard,
		  "kernel '%s' has a copy without this guard, for interior "
		  "blocks of %ux%ux%u threads",
		  hd_source_name(fn), s.block[0], s.block[1], s.block[2]);
	s.b = LLVMCreateBuilderInContext(u->c);
	copy(&s);
	LLVMDisposeBuilder(s.b);
	hd_mark_changed(u, fn);
	return true;
}

bool
hd_pass_unguard_blocks(hd_unit *u)
{
	bool any = false;

	hd_each_function (fn, u->m)
		any |= change(u, fn);
	return any;
}
