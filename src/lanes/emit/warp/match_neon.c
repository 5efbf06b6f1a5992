/* SPDX-License-Identifier: Apache-2.0 */
/* Which lanes of a warp have the same value, on AArch64. NEON makes no bits of comparisons;
 * but the table of who equals whom is the same along its rows and its columns. So one lane is
 * compared with all, which gives one bit to each of them, and shift-and-insert puts it in its
 * place. Values of w bits have room for w of these bits; words are put together in the end. */
#include "lanes/emit/warp/warp.h"

enum { REGISTER = 128 }; /* bits */

static unsigned
width_of(LLVMValueRef x)
{
	return LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(x)));
}

/* So many elements of x (and y), from `first` on, each `step` behind the one before it. */
static LLVMValueRef
elements(hd_emit *e, LLVMValueRef x, LLVMValueRef y, unsigned n, unsigned first,
	 unsigned step)
{
	LLVMValueRef *k = HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, n);

	for (unsigned l = 0; l < n; l++)
		k[l] = hd_i32(e->u, first + l * step);
	return LLVMBuildShuffleVector(e->b, x, y, LLVMConstVector(k, n), "");
}

static LLVMValueRef
part(hd_emit *e, LLVMValueRef x, unsigned n, unsigned first, unsigned step)
{
	return elements(e, x, LLVMGetPoison(LLVMTypeOf(x)), n, first, step);
}

/* x0 y0 x1 y1 ..., as elements twice as wide. */
static LLVMValueRef
zip(hd_emit *e, LLVMValueRef x, LLVMValueRef y)
{
	LLVMTypeRef wide = LLVMIntTypeInContext(e->u->c, 2 * width_of(x));
	LLVMValueRef k[2 * HD_WARP], r;

	for (unsigned l = 0; l < 2 * HD_WARP; l++)
		k[l] = hd_i32(e->u, l / 2 + l % 2 * HD_WARP);
	r = LLVMBuildShuffleVector(e->b, x, y, LLVMConstVector(k, 2 * HD_WARP), "");
	return LLVMBuildBitCast(e->b, r, LLVMVectorType(wide, HD_WARP), "");
}

/* Of the lanes in one register, bits for `width` lanes from `first` on. */
static LLVMValueRef
column(hd_emit *e, LLVMValueRef x, LLVMValueRef here, unsigned first)
{
	LLVMTypeRef t = LLVMTypeOf(here);
	unsigned width = width_of(x), n = LLVMGetVectorSize(t);
	LLVMValueRef r = NULL, eq;

	for (unsigned k = 0; k < width; k++) {
		eq = part(e, x, n, first + width - 1 - k, 0);
		eq = LLVMBuildICmp(e->b, LLVMIntEQ, here, eq, "");
		eq = LLVMBuildSExt(e->b, eq, t, "");
		if (r) {
			LLVMValueRef arg[] = {r, eq, hd_i32(e->u, k)};

			r = hd_call(e->b,
				    hd_intrinsic(e->u, "llvm.aarch64.neon.vsri", &t, 1),
				    arg, 3, "");
		} else {
			r = eq;
		}
	}
	return r;
}

/* The same of all lanes. */
static LLVMValueRef
columns(hd_emit *e, LLVMValueRef x, unsigned first)
{
	unsigned n = REGISTER / width_of(x);
	LLVMValueRef r[HD_WARP];

	for (unsigned k = 0; k < HD_WARP / n; k++)
		r[k] = column(e, x, part(e, x, n, k * n, 1), first);
	for (; n < HD_WARP; n *= 2)
		for (unsigned k = 0; k < HD_WARP / n / 2; k++)
			r[k] = elements(e, r[2 * k], r[2 * k + 1], 2 * n, 0, 1);
	return r[0];
}

LLVMValueRef
hd_match_neon(hd_emit *e, LLVMValueRef x)
{
	unsigned n = HD_WARP / width_of(x);
	LLVMValueRef r[4];

	for (unsigned k = 0; k < n; k++)
		r[k] = columns(e, x, k * width_of(x));
	for (; n > 1; n /= 2)
		for (unsigned k = 0; k < n / 2; k++)
			r[k] = zip(e, r[2 * k], r[2 * k + 1]);
	return r[0];
}
