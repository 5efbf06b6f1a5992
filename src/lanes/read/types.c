/* SPDX-License-Identifier: Apache-2.0 */
/* The types that a value has in vectors of all lanes, and in the context. */
#include "lanes/read/read.h"

/* Structs become structs of vectors: results of compare-exchange, values with a flag. */
LLVMTypeRef
hd_vector_type(const hd_code *c, LLVMTypeRef t)
{
	hd_unit *u = c->u;
	unsigned n;
	LLVMTypeRef *field;

	if (c->w.lanes == 1)
		return t;
	if (LLVMGetTypeKind(t) != LLVMStructTypeKind)
		return LLVMVectorType(t, (unsigned)c->w.lanes);
	n = LLVMCountStructElementTypes(t);
	field = HD_NEW_ARRAY(&u->scratch, LLVMTypeRef, n + 1);
	for (unsigned k = 0; k < n; k++)
		field[k] = hd_vector_type(c, LLVMStructGetTypeAtIndex(t, k));
	return LLVMStructTypeInContext(u->c, field, n, false);
}

/* Conditions are bytes, as single bits are slow to take apart; but AVX-512's masks are
 * nothing else. */
LLVMTypeRef
hd_keep_type(const hd_code *c, LLVMValueRef v)
{
	if (hd_shape_of(c, v).kind == HD_AFFINE)
		return LLVMTypeOf(v);
	if (LLVMTypeOf(v) != c->u->i1)
		return hd_vector_type(c, LLVMTypeOf(v));
	if (hd_cpu_of(c->u).register_bytes == 64 && c->w.lanes >= 8)
		return LLVMIntTypeInContext(c->u->c, (unsigned)c->w.lanes);
	return hd_vector_type(c, c->u->i8);
}

/* Vectors need no more than the context's parts have. */
unsigned
hd_keep_align(const hd_code *c, LLVMValueRef v)
{
	unsigned align = hd_align_of(c->u, hd_keep_type(c, v));

	hd_check(hd_id(c, v) >= 0);
	return align < 16 ? align : 16;
}
