/* SPDX-License-Identifier: Apache-2.0 */
/* From libclang's types to our own. */
#include "omp/read/import.h"

char *
hd_omp_take(hd_prog *p, CXString s)
{
	const char *c = clang_getCString(s);
	char *r = hd_strdup(p->mem, c ? c : "");

	clang_disposeString(s);
	return r;
}

static CXType
element_of(CXType t)
{
	t = clang_getCanonicalType(t);
	while (t.kind == CXType_ConstantArray || t.kind == CXType_IncompleteArray)
		t = clang_getCanonicalType(clang_getArrayElementType(t));
	return t;
}

static enum CXVisitorResult
find_pointer_field(CXCursor c, CXClientData data)
{
	CXType t = element_of(clang_getCursorType(c));

	if (t.kind == CXType_Pointer)
		*(bool *)data = true;
	if (t.kind == CXType_Record)
		clang_Type_visitFields(t, find_pointer_field, data);
	return *(bool *)data ? CXVisit_Break : CXVisit_Continue;
}

struct text_search {
	int depth; /* of pointers that were followed */
	bool found;
};

/* Whether a field leads to characters, or to anything. Of types in a circle, the first
 * levels have all fields. */
static enum CXVisitorResult
find_text_field(CXCursor c, CXClientData data)
{
	struct text_search *s = data;
	CXType t = element_of(clang_getCursorType(c));
	struct text_search inner = {s->depth + (t.kind == CXType_Pointer), false};

	while (t.kind == CXType_Pointer) {
		t = element_of(clang_getPointeeType(t));
		s->found |= t.kind == CXType_Void || t.kind == CXType_Char_S ||
			    t.kind == CXType_Char_U || t.kind == CXType_SChar ||
			    t.kind == CXType_UChar;
	}
	if (t.kind == CXType_Record && inner.depth < 4)
		clang_Type_visitFields(t, find_text_field, &inner);
	s->found |= inner.found;
	return s->found ? CXVisit_Break : CXVisit_Continue;
}

static enum hd_tkind
type_kind(CXType c)
{
	switch (c.kind) {
	case CXType_Void:
		return HD_T_VOID;
	case CXType_Pointer:
		return HD_T_POINTER;
	case CXType_ConstantArray:
	case CXType_VariableArray:
	case CXType_IncompleteArray:
		return HD_T_ARRAY;
	case CXType_Record:
		return HD_T_RECORD;
	case CXType_Float:
	case CXType_Double:
	case CXType_LongDouble:
		return HD_T_FLOAT;
	case CXType_FunctionProto:
	case CXType_FunctionNoProto:
		return HD_T_FUNC;
	case CXType_Enum:
		return HD_T_INT;
	default:
		return c.kind >= CXType_Bool && c.kind <= CXType_Int128 ? HD_T_INT
									: HD_T_OTHER;
	}
}

/* In bytes. Asked for the type of a builtin function, or another one that it has no name
 * for, libclang crashes. */
static long long
size_of(CXType c)
{
	return c.kind == CXType_Unexposed || c.kind == CXType_Invalid
		       ? -1
		       : clang_Type_getSizeOf(c);
}

/* Whether a declaration is a function's own. */
bool
hd_omp_in_function(CXCursor c)
{
	return clang_getCursorKind(clang_getCursorSemanticParent(c)) ==
	       CXCursor_FunctionDecl;
}

hd_type *
hd_omp_type_of(hd_prog *p, CXType t)
{
	CXType c = clang_getCanonicalType(t);
	hd_type *r = HD_NEW(p->mem, hd_type);

	r->kind = type_kind(c);
	r->count = r->size = -1;
	r->name = "";
	if (t.kind == CXType_Invalid) /* statements have none */
		return r;
	r->name = hd_omp_cxx_type(
		p, hd_omp_take(p, clang_getTypeSpelling(clang_getUnqualifiedType(t))));
	r->is_const = clang_isConstQualifiedType(t) || clang_isConstQualifiedType(c);
	r->size = size_of(c);
	r->is_unsigned = c.kind >= CXType_Bool && c.kind <= CXType_UInt128;
	if (t.kind != c.kind) /* look through typedefs, but keep those below */
		t = c;
	if (r->kind == HD_T_POINTER)
		r->elem = hd_omp_type_of(p, clang_getPointeeType(t));
	if (r->kind == HD_T_ARRAY) {
		r->elem = hd_omp_type_of(p, clang_getArrayElementType(t));
		if (c.kind == CXType_ConstantArray)
			r->count = clang_getArraySize(c);
		/* `const matrix`: libclang has it at the array, not at its elements */
		for (hd_type *e = r->elem; r->is_const && e;
		     e = e->kind == HD_T_ARRAY ? e->elem : NULL)
			e->is_const = true;
	}
	if (r->kind == HD_T_RECORD) {
		struct text_search text = {0, false};
		clang_Type_visitFields(c, find_pointer_field, &r->has_pointer);
		clang_Type_visitFields(c, find_text_field, &text);
		r->has_text = text.found;
		r->local = hd_omp_in_function(clang_getTypeDeclaration(c));
	}
	return r;
}
