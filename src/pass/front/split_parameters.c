/* SPDX-License-Identifier: Apache-2.0 */
/* split_parameters: what kernels read from structs that are passed by value are parameters.
 *
 *     define void @k(ptr byval(%S) %s) { %n = load i32, ptr %s+8 ... }
 * becomes
 *     define void @k(ptr byval(%S) %s, i32 %n) "heddle-fields"="0:8," { ... }
 *
 * Nobody writes to them, and all threads read the same; passes need not ask what a load of
 * one might be. Launches do not pass more for it: the lowering reads the new ones, which come
 * after the others, from their places in the old ones.
 *
 * needs:   copy_parameters, no instruction refers to a kernel
 */
#include "pass/pass.h"

enum { MOST_FIELDS = 64 };

typedef struct field {
	unsigned param;
	int64_t offset;
	LLVMTypeRef type;
} field;

typedef struct state {
	hd_unit *u;
	LLVMValueRef fn;
	field field[MOST_FIELDS];
	unsigned n;
	HD_VEC(LLVMValueRef) loads;
	HD_VEC(unsigned) of; /* the field of each */
} state;

/* ---- what is read */

static bool
is_scalar(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMIntegerTypeKind:
		return hd_is_integer(t) && LLVMGetIntTypeWidth(t) % 8 == 0;
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
	case LLVMPointerTypeKind:
		return true;
	default:
		return false;
	}
}

static bool
read_field(state *s, LLVMValueRef i, field *f)
{
	LLVMValueRef base, p;

	if (!hd_is_opcode(i, LLVMLoad) || !hd_is_ordinary(i) ||
	    !is_scalar(LLVMTypeOf(i)))
		return false;
	p = LLVMGetOperand(i, 0);
	base = hd_base_of(p);
	if (!hd_is_parameter_struct(base) ||
	    hd_bytes_between(s->u, base, p, &f->offset) != HD_EXACTLY || f->offset < 0)
		return false;
	f->type = LLVMTypeOf(i);
	for (f->param = 0; LLVMGetParam(s->fn, f->param) != base; f->param++)
		;
	return (uint64_t)f->offset + hd_size_of(s->u, f->type) <=
	       hd_size_of(s->u, hd_byval_type(s->fn, f->param));
}

static unsigned
number_of(state *s, const field *f)
{
	unsigned k;

	for (k = 0; k < s->n; k++)
		if (s->field[k].param == f->param && s->field[k].offset == f->offset &&
		    s->field[k].type == f->type)
			return k;
	if (k < MOST_FIELDS)
		s->field[s->n++] = *f;
	return k;
}

static bool
find_fields(state *s)
{
	hd_each_block (bb, s->fn)
		hd_each_insn (i, bb) {
			field f;
			unsigned k;

			if (!read_field(s, i, &f) ||
			    (k = number_of(s, &f)) == MOST_FIELDS)
				continue;
			hd_push(&s->u->scratch, &s->loads, i);
			hd_push(&s->u->scratch, &s->of, k);
		}
	return s->n > 0;
}

/* ---- the function */

static LLVMValueRef
with_parameters(state *s, unsigned old)
{
	hd_unit *u = s->u;
	LLVMTypeRef *param = HD_NEW_ARRAY(&u->scratch, LLVMTypeRef, old + s->n);
	const char *name = hd_strdup(&u->scratch, hd_name(s->fn));
	LLVMValueRef fn;

	LLVMGetParamTypes(LLVMGlobalGetValueType(s->fn), param);
	for (unsigned k = 0; k < s->n; k++)
		param[old + k] = s->field[k].type;
	LLVMSetValueName2(s->fn, "", 0);
	fn = LLVMAddFunction(u->m, name,
			     LLVMFunctionType(u->void_type, param, old + s->n, false));
	LLVMSetLinkage(fn, LLVMGetLinkage(s->fn));
	LLVMSetFunctionCallConv(fn, LLVMGetFunctionCallConv(s->fn));
	hd_copy_attributes(u, s->fn, fn);
	LLVMSetSubprogram(fn, LLVMGetSubprogram(s->fn));
	return fn;
}

static void
move_blocks(LLVMValueRef from, LLVMValueRef to)
{
	LLVMBasicBlockRef bb;

	while ((bb = LLVMGetFirstBasicBlock(from))) {
		LLVMRemoveBasicBlockFromParent(bb);
		LLVMAppendExistingBasicBlock(to, bb);
	}
}

static void
replace(LLVMValueRef v, LLVMValueRef by)
{
	const char *name = hd_name(v);

	if (!*hd_name(by))
		LLVMSetValueName2(by, name, strlen(name));
	LLVMReplaceAllUsesWith(v, by);
}

static void
split(state *s)
{
	unsigned old = LLVMCountParams(s->fn);
	LLVMValueRef fn = with_parameters(s, old);
	hd_str text = {.arena = &s->u->scratch};

	move_blocks(s->fn, fn);
	for (unsigned k = 0; k < old; k++)
		replace(LLVMGetParam(s->fn, k), LLVMGetParam(fn, k));
	for (size_t k = 0; k < s->loads.n; k++) {
		replace(s->loads.at[k], LLVMGetParam(fn, old + s->of.at[k]));
		LLVMInstructionEraseFromParent(s->loads.at[k]);
	}
	for (unsigned k = 0; k < s->n; k++)
		hd_str_addf(&text, "%u:%u,", s->field[k].param,
			    (unsigned)s->field[k].offset);
	hd_add_string_attr(s->u, fn, HD_FIELDS, text.at);
	LLVMSetSubprogram(s->fn, NULL);
	LLVMReplaceAllUsesWith(s->fn, fn); /* in annotations */
	LLVMDeleteFunction(s->fn);
}

bool
hd_pass_split_parameters(hd_unit *u)
{
	HD_VEC(LLVMValueRef) kernels = {0};
	bool any = false;

	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && hd_is_kernel(u, fn))
			hd_push(&u->scratch, &kernels, fn);
	for (size_t k = 0; k < kernels.n; k++) {
		state s = {.u = u, .fn = kernels.at[k]};

		if (!find_fields(&s))
			continue;
		split(&s);
		any = true;
	}
	return any;
}
