/* SPDX-License-Identifier: Apache-2.0 */
/* AVX-512's gathers and scatters, by indices of 32 bits where those say it all: sixteen
 * lanes take one instruction, where addresses of 64 bits would take two and a dozen others.
 * (LLVM finds such indices too, but only if they are computed in the same basic block.)
 *
 * An address is a base that all lanes have in common + scale * index. */
#include "lanes/emit/access/access.h"

enum { MOST_TERMS = 4, LARGEST = 256 };

/* An address in parts: what all lanes have in common, and index * bytes for each of these. */
typedef struct sum {
	LLVMValueRef root, base; /* in the kernel, and here */
	LLVMValueRef index[MOST_TERMS];
	int64_t bytes[MOST_TERMS];
	int n;
	int64_t rest; /* what is known */
} sum;

static bool
add_term(sum *s, LLVMValueRef index, int64_t bytes)
{
	if (s->n == MOST_TERMS)
		return false;
	s->index[s->n] = index;
	s->bytes[s->n++] = bytes;
	return true;
}

/* Indices of one GEP. */
static bool
add_indices(hd_emit *e, LLVMValueRef p, sum *s)
{
	hd_each_index (x, e->u, p)
		if (!x.v)
			s->rest += x.bytes;
		else if (hd_is_small_int(x.v))
			s->rest += LLVMConstIntGetSExtValue(x.v) * x.bytes;
		else if (!add_term(s, x.v, x.bytes))
			return false;
	return true;
}

static bool
read_address(hd_emit *e, LLVMValueRef p, sum *s)
{
	if (LLVMIsAInstruction(p) && hd_is_opcode(p, LLVMGetElementPtr) &&
	    hd_are_operands_available(e, p))
		return read_address(e, LLVMGetOperand(p, 0), s) && add_indices(e, p, s);
	if (!hd_is_lane_uniform(e->c, p) || !hd_is_available(e, p))
		return false;
	s->root = p;
	s->base = hd_use(e, p);
	return true;
}

/* The same for all lanes: goes to the base. */
static void
move_to_base(hd_emit *e, sum *s, LLVMValueRef index, int64_t bytes)
{
	LLVMValueRef by =
		LLVMBuildIntCast2(e->b, hd_use(e, index), e->u->i64, true, "");

	by = LLVMBuildMul(e->b, by, hd_i64(e->u, bytes), "");
	s->base = LLVMBuildGEP2(e->b, e->u->i8, s->base, &by, 1, "");
}

static LLVMValueRef
low_half(hd_emit *e, LLVMValueRef index)
{
	return LLVMBuildIntCast2(e->b, hd_vector(e, index),
				 hd_vector_type(e->c, e->u->i32), true, "");
}

/* All of an index that 32 bits have room for, as a signed number; NULL: it is not known that
 * there is room. An unsigned one begins in the middle. */
static LLVMValueRef
short_index(hd_emit *e, sum *s, LLVMValueRef x, int64_t bytes)
{
	bool extended = hd_is_extension(x);
	unsigned bits = extended ? LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(x, 0)))
				 : LLVMGetIntTypeWidth(LLVMTypeOf(x));
	hd_bounds is = hd_bounds_of(e->c, x);
	LLVMValueRef r;

	if (is.known && is.low >= INT32_MIN && is.high <= INT32_MAX)
		return low_half(e, x);
	if (bits > 32)
		return NULL;
	r = low_half(e, x);
	if (!hd_is_opcode(x, LLVMZExt) || bits < 32 || LLVMGetNNeg(x))
		return r;
	s->base = hd_offset(e->u, e->b, s->base, bytes << 31, "");
	return LLVMBuildXor(e->b, r, hd_splat(e, hd_i32(e->u, INT32_MIN)), "");
}

/* Shared variables are so small that offsets in them need no more than 32 bits, whatever
 * they are the sum of; which is true of lanes at work. */
static void
place_in_shared(hd_emit *e, sum *s, hd_short_index *spots)
{
	LLVMValueRef r = hd_splat(e, hd_i32(e->u, s->rest));

	for (int k = 0; k < s->n; k++)
		r = LLVMBuildAdd(e->b, r,
				 LLVMBuildMul(e->b, low_half(e, s->index[k]),
					      hd_splat(e, hd_i32(e->u, s->bytes[k])),
					      ""),
				 "");
	*spots = (hd_short_index){s->base, r, 1, NULL};
}

/* Larger elements than the instructions know, such as structs: the index is multiplied,
 * if there is room, which depends. */
static void
multiply(hd_emit *e, hd_short_index *spots, int64_t bytes, hd_here h)
{
	LLVMBuilderRef b = e->b;
	int64_t by, most;
	LLVMValueRef far;

	for (spots->scale = 8; bytes % spots->scale;)
		spots->scale /= 2;
	by = bytes / spots->scale;
	most = (1ll << 31) / by;
	far = LLVMBuildAdd(b, spots->index, hd_splat(e, hd_i32(e->u, most)), "");
	far = LLVMBuildICmp(b, LLVMIntUGE, far, hd_splat(e, hd_i32(e->u, 2 * most)),
			    "far");
	if (h.mask)
		far = LLVMBuildAnd(b, far, h.mask, "");
	spots->fits = LLVMBuildNot(b, hd_any(e, far), "fits");
	spots->index = LLVMBuildMul(b, spots->index, hd_splat(e, hd_i32(e->u, by)), "");
}

static bool
place_anywhere(hd_emit *e, sum *s, hd_short_index *spots, hd_here h)
{
	int64_t size = 0;

	*spots = (hd_short_index){0};
	s->base = hd_offset(e->u, e->b, s->base, s->rest, "");
	for (int k = 0; k < s->n; k++) {
		int64_t bytes = s->bytes[k];

		if (hd_is_lane_uniform(e->c, s->index[k])) {
			move_to_base(e, s, s->index[k], bytes);
			continue;
		}
		if (spots->index || bytes < 1 || bytes > LARGEST)
			return false;
		spots->index = short_index(e, s, s->index[k], bytes);
		if (!spots->index)
			return false;
		size = bytes;
	}
	spots->base = s->base;
	spots->scale = (unsigned)size;
	if (size != 1 && size != 2 && size != 4 && size != 8 && spots->index)
		multiply(e, spots, size, h);
	return spots->index;
}

/* In steps from lane 0 on: constants are all that there is to know. */
static bool
place_in_steps(hd_emit *e, LLVMValueRef p, hd_short_index *spots, hd_here h)
{
	hd_shape s = hd_shape_of(e->c, p);
	LLVMValueRef at[HD_WARP];

	if (s.kind == HD_VARYING || (h.mask && s.kind != HD_AFFINE) ||
	    !hd_is_nowrap(e->c, p) || llabs(s.stride) > INT32_MAX / HD_WARP ||
	    e->c->w.lanes > HD_WARP)
		return false;
	for (int l = 0; l < e->c->w.lanes; l++)
		at[l] = hd_i32(e->u, l * s.stride);
	*spots = (hd_short_index){
		hd_use(e, p), LLVMConstVector(at, (unsigned)e->c->w.lanes), 1, NULL};
	return true;
}

bool
hd_find_short_index(hd_emit *e, LLVMValueRef p, hd_short_index *spots, hd_here h)
{
	sum s = {0};

	if (e->loop.now)
		return false;
	if (place_in_steps(e, p, spots, h))
		return true;
	if (!read_address(e, p, &s))
		return false;
	if (hd_is_shared_variable(s.root)) {
		place_in_shared(e, &s, spots);
		return true;
	}
	return place_anywhere(e, &s, spots, h);
}

/* ---- instructions */

LLVMValueRef
hd_gather_at(hd_emit *e, LLVMTypeRef t, const hd_short_index *p, LLVMValueRef mask)
{
	unsigned n, count = 0;
	LLVMValueRef fn =
		hd_intrinsic(e->u, hd_gather_instruction(e->c, t, false, &n), NULL, 0);
	LLVMValueRef r[HD_WARP];

	hd_check(p->base && p->index && mask);
	for (unsigned k = 0; k < (unsigned)e->c->w.lanes; k += n) {
		LLVMValueRef arg[] = {LLVMGetPoison(LLVMVectorType(t, n)), p->base,
				      hd_some_lanes(e, p->index, k, n),
				      hd_some_lanes(e, mask, k, n),
				      hd_i32(e->u, p->scale)};

		r[count++] =
			LLVMIsNull(arg[3]) ? arg[0] : hd_call(e->b, fn, arg, 5, "");
	}
	return hd_join_parts(e, r, count);
}

void
hd_scatter_at(hd_emit *e, LLVMTypeRef t, const hd_short_index *p, LLVMValueRef mask,
	      LLVMValueRef x)
{
	unsigned n;
	LLVMValueRef fn =
		hd_intrinsic(e->u, hd_gather_instruction(e->c, t, true, &n), NULL, 0);

	hd_check(p->base && p->index && mask);
	for (unsigned k = 0; k < (unsigned)e->c->w.lanes; k += n) {
		LLVMValueRef arg[] = {p->base, hd_some_lanes(e, mask, k, n),
				      hd_some_lanes(e, p->index, k, n),
				      hd_some_lanes(e, x, k, n),
				      hd_i32(e->u, p->scale)};

		if (!LLVMIsNull(arg[1]))
			hd_call(e->b, fn, arg, 5, "");
	}
}

/* The aligned words that bytes or half words are in; `by`: how far to shift each. */
hd_short_index
hd_words_at(hd_emit *e, const hd_short_index *p, LLVMValueRef *by)
{
	LLVMBuilderRef b = e->b;
	hd_unit *u = e->u;
	unsigned shift = p->scale == 1 ? 2 : 1;
	LLVMValueRef low, rest, back, word;

	hd_check(p->scale == 1 || p->scale == 2);
	low = LLVMBuildAnd(b, LLVMBuildPtrToInt(b, p->base, u->i64, ""), hd_i64(u, 3),
			   "");
	back = LLVMBuildNeg(b, low, "");
	rest = LLVMBuildAnd(b, p->index, hd_splat(e, hd_i32(u, (1 << shift) - 1)), "");
	rest = LLVMBuildMul(b, rest, hd_splat(e, hd_i32(u, p->scale)), "");
	rest = LLVMBuildAdd(b, rest, hd_splat(e, LLVMBuildTrunc(b, low, u->i32, "")),
			    "");
	word = LLVMBuildAShr(b, p->index, hd_splat(e, hd_i32(u, shift)), "");
	word = LLVMBuildAdd(b, word,
			    LLVMBuildLShr(b, rest, hd_splat(e, hd_i32(u, 2)), ""), "");
	*by = LLVMBuildShl(b, LLVMBuildAnd(b, rest, hd_splat(e, hd_i32(u, 3)), ""),
			   hd_splat(e, hd_i32(u, 3)), "shift");
	return (hd_short_index){LLVMBuildGEP2(b, u->i8, p->base, &back, 1, ""), word, 4,
				NULL};
}
