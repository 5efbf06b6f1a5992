/* SPDX-License-Identifier: Apache-2.0 */
/* Loads past the active lanes: elements that other threads of the row have read
 * (bypass_rewritten_tiles) may be read in inactive lanes, too. Where a lane at the end of the
 * row has no such neighbour, a part of the vector is read from beside it, and moved to its
 * place. */
#include "lanes/emit/access/access.h"

enum { PART = 16 }; /* bytes: what is moved in one instruction */

/* How far away the thread is that has read what this thread reads. */
static bool
read_distance(hd_emit *e, LLVMValueRef i, int64_t *d)
{
	unsigned kind =
		LLVMGetMDKindIDInContext(e->u->c, HD_READABLE, sizeof HD_READABLE - 1);
	LLVMValueRef node = LLVMGetMetadata(i, kind), x;

	if (!node || LLVMGetMDNodeNumOperands(node) != 1)
		return false;
	LLVMGetMDNodeOperands(node, &x);
	*d = LLVMConstIntGetSExtValue(x);
	return true;
}

bool
hd_can_overread(hd_emit *e, LLVMValueRef i, hd_here h)
{
	int64_t d, lanes = PART / (int64_t)hd_size_of(e->u, LLVMTypeOf(i));
	int64_t row = e->c->block[0];

	return hd_does(e->u, HD_TRICK_page) && h.mask && row &&
	       !hd_prefix_lanes(e, h) && !hd_cpu_of(e->u).masked_moves &&
	       read_distance(e, i, &d) && lanes > 1 && e->c->w.lanes % lanes == 0 &&
	       d > -lanes && d < lanes &&
	       (d ? row == e->c->w.lanes : row % e->c->w.lanes == 0);
}

/* So many bytes behind lane 0's, as a number: what lies in a vector that was loaded before,
 * shifted by a lane, LLVM would take out of that vector word by word. */
static LLVMValueRef
place_of(hd_emit *e, int64_t bytes, hd_here h)
{
	LLVMValueRef at = LLVMBuildPtrToInt(e->b, h.row, e->u->i64, "");

	at = LLVMBuildAdd(e->b, at, hd_i64(e->u, bytes), "");
	return LLVMBuildIntToPtr(e->b, at, e->u->ptr, "");
}

/* Lanes at .. at + n - 1, of which some may not be read; these are anything. */
static LLVMValueRef
read_part(hd_emit *e, LLVMValueRef i, int64_t at, int64_t n, hd_here h)
{
	LLVMTypeRef t = LLVMTypeOf(i);
	LLVMValueRef from, r,
		*to = HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, (size_t)n);
	int64_t d = 0, shift = 0;

	hd_check(n > 0 && at + n <= e->c->w.lanes);
	read_distance(e, i, &d);
	if (at + d < 0)
		shift = -(at + d);
	else if (at + n - 1 + d >= e->c->w.lanes)
		shift = e->c->w.lanes - (at + n + d);
	from = place_of(e, (at + shift) * (int64_t)hd_size_of(e->u, t), h);
	r = LLVMBuildLoad2(e->b, LLVMVectorType(t, (unsigned)n), from, "");
	LLVMSetAlignment(r, (unsigned)hd_size_of(e->u, t));
	if (!shift)
		return r;
	for (int64_t k = 0; k < n; k++)
		to[k] = k - shift >= 0 && k - shift < n ? hd_i32(e->u, k - shift)
							: LLVMGetPoison(e->u->i32);
	return LLVMBuildShuffleVector(e->b, r, LLVMGetPoison(LLVMTypeOf(r)),
				      LLVMConstVector(to, (unsigned)n), "moved");
}

/* a, with `part` in lanes at .. at + n - 1 */
static LLVMValueRef
insert_part(hd_emit *e, LLVMValueRef a, LLVMValueRef part, int64_t at, int64_t n)
{
	int lanes = e->c->w.lanes;
	LLVMValueRef *to = HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, (size_t)lanes);

	for (int k = 0; k < lanes; k++)
		to[k] = k < n ? hd_i32(e->u, k) : LLVMGetPoison(e->u->i32);
	part = LLVMBuildShuffleVector(e->b, part, LLVMGetPoison(LLVMTypeOf(part)),
				      LLVMConstVector(to, (unsigned)lanes), "");
	for (int k = 0; k < lanes; k++)
		to[k] = hd_i32(e->u, k >= at && k < at + n ? lanes + k - at : k);
	return LLVMBuildShuffleVector(e->b, a, part,
				      LLVMConstVector(to, (unsigned)lanes), "");
}

LLVMValueRef
hd_load_overread(hd_emit *e, LLVMValueRef i, hd_here h)
{
	LLVMTypeRef t = LLVMTypeOf(i);
	int64_t n = PART / (int64_t)hd_size_of(e->u, t);
	LLVMValueRef r = LLVMGetPoison(hd_vector_type(e->c, t));

	for (int64_t at = 0; at < e->c->w.lanes; at += n)
		r = insert_part(e, r, read_part(e, i, at, n, h), at, n);
	return r;
}
