/* SPDX-License-Identifier: Apache-2.0 */
/* Which loops gain from being gone through round by round, as far as the compiler knows, and
 * what is left to ask at run time. Part of reorder_for_locality. The figures behind the
 * limits are in docs/lab/2026-11.md. */
#include "pass/loops/strided_loop.h"

#include "frame.h"

enum {
	LINE = 64,                /* bytes of a cache line */
	GROUP = 16,               /* lanes, as far as known here */
	APART = 2 * LINE,         /* bytes from round to round */
	PIECE = 4 * LINE,         /* bytes of a round */
	FIRST_LEVEL = 64 << 10,   /* bytes: a loop over less stays in the cache */
	SECOND_LEVEL = 256 << 10, /* bytes of private arrays of a block */
	MOST_STEP = 1 << 26,
	MARGIN = MOST_STEP + 2 * HD_MAX_THREADS,
};

/* Lanes of a group read side by side already. Where that fills whole lines, rounds gain only
 * from a walk without gaps; and private arrays of one group are in the cache, those of all
 * groups are not. */
bool
hd_may_pay(const hd_unit *u, const hd_strided_loop *s)
{
	if (u->opt.lanes == 1)
		return s->least < LINE;
	if (s->private_bytes)
		return false;
	return s->least * GROUP < (s->over_grid ? LINE : 4 * LINE);
}

typedef struct choice {
	hd_unit *u;
	LLVMBuilderRef b;
	LLVMValueRef all; /* what has been asked so far; NULL: nothing */
} choice;

static void
ask(choice *c, LLVMIntPredicate p, LLVMValueRef x, LLVMValueRef y)
{
	LLVMValueRef answer = LLVMBuildICmp(c->b, p, x, y, "");

	c->all = c->all ? LLVMBuildAnd(c->b, c->all, answer, "") : answer;
}

static void
ask_at_least(choice *c, LLVMValueRef x, int64_t n)
{
	ask(c, LLVMIntUGE, x, hd_i64(c->u, n));
}

/* Can MARGIN be added to it? */
static void
ask_room(choice *c, LLVMValueRef v, bool is_signed)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	unsigned bits = LLVMGetIntTypeWidth(t);
	uint64_t most = bits == 64 ? 1ull << 48 : (1ull << (bits - is_signed)) - 1;

	ask(c, is_signed ? LLVMIntSLE : LLVMIntULE, v,
	    LLVMConstInt(t, most - MARGIN, false));
}

static LLVMValueRef
wide(choice *c, LLVMValueRef v)
{
	return LLVMBuildZExtOrBitCast(c->b, v, c->u->i64, "");
}

static LLVMValueRef
times(choice *c, LLVMValueRef v, uint64_t n)
{
	return LLVMBuildMul(c->b, v, hd_i64(c->u, (int64_t)n), "");
}

static LLVMValueRef
block_size(choice *c, LLVMValueRef fn)
{
	static const char name[] = "llvm.nvvm.read.ptx.sreg.ntid.x";
	const char *known = hd_string_attr(fn, HD_KNOWN);
	LLVMValueRef f = LLVMGetNamedFunction(c->u->m, name);
	uint32_t block[3];

	if (known && hd_read_shape(known, block))
		return hd_i64(c->u, block[0]);
	if (!f)
		f = LLVMAddFunction(c->u->m, name,
				    LLVMFunctionType(c->u->i32, NULL, 0, false));
	return wide(c, hd_call(c->b, f, NULL, 0, ""));
}

LLVMValueRef
hd_build_choice(hd_unit *u, LLVMBuilderRef b, LLVMValueRef fn, const hd_strided_loop *s,
		LLVMValueRef first, LLVMValueRef by)
{
	choice c = {u, b, NULL};
	bool is_signed = s->less == LLVMIntSLT, one_lane = u->opt.lanes == 1;
	LLVMValueRef threads = block_size(&c, fn), step = wide(&c, by), length;

	length = wide(&c, LLVMBuildSub(b, s->limit, first, "length"));
	ask(&c, s->less, first, s->limit);
	ask_room(&c, s->limit, is_signed);
	if (s->narrow)
		ask_room(&c, s->narrow, s->narrow_is_signed);
	ask(&c, LLVMIntULT, LLVMBuildSub(b, step, hd_i64(u, 1), ""),
	    hd_i64(u, MOST_STEP));
	ask(&c, LLVMIntUGE, length, threads);
	/* length / step rounds of `threads` elements */
	ask(&c, LLVMIntUGE,
	    times(&c, LLVMBuildMul(b, length, threads, ""), (uint64_t)s->most),
	    times(&c, step, FIRST_LEVEL));
	ask_at_least(&c, threads, one_lane ? GROUP : 4 * GROUP);
	if (one_lane) /* the hardware foresees a few lines */
		ask_at_least(&c, step, APART / s->most);
	else if (s->over_grid) /* so much at once before a jump */
		ask_at_least(&c, threads, PIECE / s->least);
	if (s->private_bytes)
		ask(&c, LLVMIntULE, times(&c, threads, s->private_bytes),
		    hd_i64(u, SECOND_LEVEL));
	return c.all;
}
