/* SPDX-License-Identifier: Apache-2.0 */
/* The runtime's functions, from rt_abi.def. */
#include "lanes/emit/emit.h"

typedef enum { VOID, I32, I64, PTR, FRAME, END } abi_type;

static const struct abi {
	const char *name, *device_name;
	abi_type result;
	abi_type arg[8];
} abi[] = {
#define ARGS(...)                       {__VA_ARGS__ __VA_OPT__(, ) END}
#define ABI(name, device, result, args) {"hd_abi_" #name, device, result, ARGS args},
#include "rt_abi.def"
#undef ABI
#undef ARGS
};

static LLVMTypeRef
type_of(hd_unit *u, abi_type t)
{
	switch (t) {
	case VOID:
		return u->void_type;
	case I32:
		return u->i32;
	case I64:
		return u->i64;
	default:
		return u->ptr;
	}
}

/* What a function of device code is called in the runtime, and how many arguments it takes
 * besides the frame. */
const char *
hd_abi_name(const char *device_name, int *args)
{
	for (size_t k = 0; k < HD_COUNT(abi); k++) {
		const struct abi *f = &abi[k];

		if (!f->device_name || strcmp(f->device_name, device_name) != 0)
			continue;
		*args = 0;
		for (size_t n = 0; f->arg[n] != END; n++)
			*args += f->arg[n] != FRAME;
		return f->name;
	}
	return NULL;
}

static LLVMValueRef
declare_abi(hd_unit *u, const struct abi *f)
{
	LLVMValueRef fn = LLVMGetNamedFunction(u->m, f->name);
	LLVMTypeRef arg[8];
	unsigned n = 0;

	hd_check(f->name);
	if (fn)
		return fn;
	for (; f->arg[n] != END; n++)
		arg[n] = type_of(u, f->arg[n]);
	fn = LLVMAddFunction(u->m, f->name,
			     LLVMFunctionType(type_of(u, f->result), arg, n, false));
	hd_add_attr(u, fn, "nounwind");
	return fn;
}

/* By its name in rt_abi.def; the frame goes in front. */
LLVMValueRef
hd_call_abi(hd_emit *e, const char *name, LLVMValueRef *args)
{
	LLVMValueRef arg[8];
	unsigned n = 0;

	for (size_t k = 0; k < HD_COUNT(abi); k++) {
		if (strcmp(abi[k].name, name))
			continue;
		for (; abi[k].arg[n] != END; n++)
			arg[n] = abi[k].arg[n] == FRAME ? e->blk.frame : *args++;
		return hd_call(e->b, declare_abi(e->u, &abi[k]), arg, n, "");
	}
	hd_bug("no runtime function %s", name);
}
