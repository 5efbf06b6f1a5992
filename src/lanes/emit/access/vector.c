/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors in parts. */
#include "lanes/emit/access/access.h"

/* `n` lanes of a vector, from `first` on. */
LLVMValueRef
hd_some_lanes(hd_emit *e, LLVMValueRef v, unsigned first, unsigned n)
{
	LLVMValueRef *at = HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, n);

	hd_check(first + n <= LLVMGetVectorSize(LLVMTypeOf(v)));
	for (unsigned k = 0; k < n; k++)
		at[k] = hd_i32(e->u, first + k);
	return LLVMBuildShuffleVector(e->b, v, LLVMGetPoison(LLVMTypeOf(v)),
				      LLVMConstVector(at, n), "");
}

/* Parts become one vector again, two and two. */
LLVMValueRef
hd_join_parts(hd_emit *e, LLVMValueRef *part, unsigned count)
{
	hd_check(count > 0 && (count & (count - 1)) == 0);
	for (; count > 1; count /= 2)
		for (unsigned k = 0; k < count; k += 2) {
			unsigned n = 2 * LLVMGetVectorSize(LLVMTypeOf(part[k]));
			LLVMValueRef *at =
				HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, n);

			for (unsigned l = 0; l < n; l++)
				at[l] = hd_i32(e->u, l);
			part[k / 2] = LLVMBuildShuffleVector(
				e->b, part[k], part[k + 1], LLVMConstVector(at, n), "");
		}
	return part[0];
}
