/* SPDX-License-Identifier: Apache-2.0 */
/* What an address adds to its base. */
#include "ir/ir.h"

hd_index
hd_next_index(hd_unit *u, LLVMValueRef gep, hd_index last)
{
	hd_index x = {.k = last.k + 1, .t = last.t};

	if (x.k >= (unsigned)LLVMGetNumOperands(gep))
		return (hd_index){0};
	x.v = LLVMGetOperand(gep, x.k);
	if (x.k > 1 && LLVMGetTypeKind(x.t) == LLVMStructTypeKind) {
		unsigned field = (unsigned)LLVMConstIntGetZExtValue(x.v);

		hd_check(field < LLVMCountStructElementTypes(x.t));
		x.v = NULL;
		x.bytes = (int64_t)LLVMOffsetOfElement(u->dl, last.t, field);
		x.t = LLVMStructGetTypeAtIndex(last.t, field);
		return x;
	}
	x.t = x.k > 1 ? LLVMGetElementType(last.t) : LLVMGetGEPSourceElementType(gep);
	x.bytes = (int64_t)hd_size_of(u, x.t);
	return x;
}
