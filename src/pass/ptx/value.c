/* SPDX-License-Identifier: Apache-2.0 */
/* Values of inline PTX. A register is an integer of its width, a predicate is an i1;
 * instructions see its bits as the type that they name. */
#include "pass/ptx/ptx.h"

enum { SHARED = 3 };

static const struct type_name {
	const char *name;
	int bits;
	bool is_float;
} types[] = {
	{"pred", 1, false},  {"b8", 8, false},     {"u8", 8, false},
	{"s8", 8, false},    {"b16", 16, false},   {"u16", 16, false},
	{"s16", 16, false},  {"b32", 32, false},   {"u32", 32, false},
	{"s32", 32, false},  {"b64", 64, false},   {"u64", 64, false},
	{"s64", 64, false},  {"b128", 128, false}, {"f16", 16, false},
	{"bf16", 16, false}, {"f16x2", 32, false}, {"bf16x2", 32, false},
	{"f32", 32, true},   {"f64", 64, true},
};

bool
hd_ptx_has(const hd_ptx_insn *i, const char *part)
{
	for (int k = 1; k < i->parts; k++)
		if (strcmp(i->part[k], part) == 0)
			return true;
	return false;
}

LLVMTypeRef
hd_ptx_type(hd_ptx *p, const char *part)
{
	for (size_t k = 0; k < HD_COUNT(types); k++) {
		if (strcmp(part, types[k].name) != 0)
			continue;
		if (types[k].is_float)
			return types[k].bits == 32 ? p->u->f32 : p->u->f64;
		return LLVMIntTypeInContext(p->u->c, (unsigned)types[k].bits);
	}
	return NULL;
}

LLVMTypeRef
hd_ptx_last_type(hd_ptx *p, const hd_ptx_insn *i, bool *is_signed)
{
	for (int k = i->parts - 1; k > 0; k--) {
		LLVMTypeRef t = hd_ptx_type(p, i->part[k]);

		if (t) {
			*is_signed = i->part[k][0] == 's';
			return t;
		}
	}
	return NULL;
}

static unsigned
bits_of(hd_ptx *p, LLVMTypeRef t)
{
	if (hd_is_integer(t))
		return LLVMGetIntTypeWidth(t);
	return t == p->u->f32 ? 32 : 64;
}

LLVMValueRef
hd_ptx_to_bits(hd_ptx *p, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	if (hd_is_integer(t))
		return v;
	if (LLVMGetTypeKind(t) == LLVMPointerTypeKind)
		return LLVMBuildPtrToInt(p->b, v, p->u->i64, "");
	return LLVMBuildBitCast(p->b, v, LLVMIntTypeInContext(p->u->c, bits_of(p, t)),
				"");
}

LLVMValueRef
hd_ptx_from_bits(hd_ptx *p, LLVMValueRef v, LLVMTypeRef t, bool is_signed)
{
	LLVMTypeRef n;

	if (LLVMGetTypeKind(t) == LLVMPointerTypeKind)
		return LLVMBuildIntToPtr(p->b, hd_ptx_from_bits(p, v, p->u->i64, false),
					 t, "");
	n = LLVMIntTypeInContext(p->u->c, bits_of(p, t));
	v = is_signed ? LLVMBuildSExtOrBitCast(p->b, v,
					       bits_of(p, LLVMTypeOf(v)) < bits_of(p, t)
						       ? n
						       : LLVMTypeOf(v),
					       "")
		      : LLVMBuildZExtOrBitCast(p->b, v,
					       bits_of(p, LLVMTypeOf(v)) < bits_of(p, t)
						       ? n
						       : LLVMTypeOf(v),
					       "");
	v = LLVMBuildTruncOrBitCast(p->b, v, n, "");
	return hd_is_integer(t) ? v : LLVMBuildBitCast(p->b, v, t, "");
}

/* ---- special registers */

/* What PTX calls them, and LLVM's intrinsic or our function. */
static const struct special {
	const char *name, *function;
	int bits;
} specials[] = {
	{"%tid.x", "llvm.nvvm.read.ptx.sreg.tid.x", 32},
	{"%tid.y", "llvm.nvvm.read.ptx.sreg.tid.y", 32},
	{"%tid.z", "llvm.nvvm.read.ptx.sreg.tid.z", 32},
	{"%ntid.x", "llvm.nvvm.read.ptx.sreg.ntid.x", 32},
	{"%ntid.y", "llvm.nvvm.read.ptx.sreg.ntid.y", 32},
	{"%ntid.z", "llvm.nvvm.read.ptx.sreg.ntid.z", 32},
	{"%ctaid.x", "llvm.nvvm.read.ptx.sreg.ctaid.x", 32},
	{"%ctaid.y", "llvm.nvvm.read.ptx.sreg.ctaid.y", 32},
	{"%ctaid.z", "llvm.nvvm.read.ptx.sreg.ctaid.z", 32},
	{"%nctaid.x", "llvm.nvvm.read.ptx.sreg.nctaid.x", 32},
	{"%nctaid.y", "llvm.nvvm.read.ptx.sreg.nctaid.y", 32},
	{"%nctaid.z", "llvm.nvvm.read.ptx.sreg.nctaid.z", 32},
	{"%laneid", "llvm.nvvm.read.ptx.sreg.laneid", 32},
	{"%warpid", "llvm.nvvm.read.ptx.sreg.warpid", 32},
	{"%nwarpid", "llvm.nvvm.read.ptx.sreg.nwarpid", 32},
	{"%lanemask_eq", "llvm.nvvm.read.ptx.sreg.lanemask.eq", 32},
	{"%lanemask_lt", "llvm.nvvm.read.ptx.sreg.lanemask.lt", 32},
	{"%lanemask_le", "llvm.nvvm.read.ptx.sreg.lanemask.le", 32},
	{"%lanemask_gt", "llvm.nvvm.read.ptx.sreg.lanemask.gt", 32},
	{"%lanemask_ge", "llvm.nvvm.read.ptx.sreg.lanemask.ge", 32},
	{"%clock", "llvm.nvvm.read.ptx.sreg.clock", 32},
	{"%clock64", "llvm.nvvm.read.ptx.sreg.clock64", 64},
	{"%globaltimer", "hd_dev_globaltimer", 64},
	{"%globaltimer_lo", "hd_dev_globaltimer", 64},
	{"%clock_hi", "hd_nvvm_read_ptx_sreg_clock_hi", 32},
	{"%globaltimer_hi", "hd_ptx_globaltimer_hi", 32},
	{"%smid", "hd_dev_smid", 32},
	{"%nsmid", "hd_dev_nsmid", 32},
	{"%dynamic_smem_size", "hd_dev_dynamic_shared", 32},
};

LLVMValueRef
hd_ptx_special(hd_ptx *p, const char *name)
{
	hd_unit *u = p->u;

	for (size_t k = 0; k < HD_COUNT(specials); k++) {
		const struct special *s = &specials[k];
		LLVMValueRef f;

		if (strcmp(name, s->name) != 0)
			continue;
		if (hd_has_prefix(s->function, "llvm."))
			return hd_call(p->b, hd_intrinsic(u, s->function, NULL, 0),
				       NULL, 0, "");
		f = LLVMGetNamedFunction(u->m, s->function);
		if (!f)
			f = LLVMAddFunction(
				u->m, s->function,
				LLVMFunctionType(s->bits == 64 ? u->i64 : u->i32, NULL,
						 0, false));
		return hd_call(p->b, f, NULL, 0, "");
	}
	if (strcmp(name, "%gridid") == 0 || hd_has_prefix(name, "%pm") ||
	    hd_has_prefix(name, "%envreg"))
		return hd_i32(u, 0);
	return NULL;
}

/* ---- operands */

static LLVMValueRef
constant(hd_ptx *p, const hd_ptx_arg *a, LLVMTypeRef t)
{
	uint64_t bits = a->negated ? 0 - a->bits : a->bits;

	if (hd_is_integer(t) && a->kind == HD_PTX_INTEGER)
		return LLVMConstInt(t, bits, false);
	if (a->kind == HD_PTX_INTEGER)
		return LLVMConstReal(t, (double)(int64_t)bits);
	if (hd_is_integer(t)) /* mov.b32 of a float's bits */
		return LLVMConstInt(t, a->bits, false);
	if (a->type == p->u->f32) {
		uint32_t low = (uint32_t)a->bits;
		float f;

		memcpy(&f, &low, sizeof f);
		return LLVMConstReal(t, (double)(a->negated ? -f : f));
	}
	double d;

	memcpy(&d, &a->bits, sizeof d);
	return LLVMConstReal(t, a->negated ? -d : d);
}

LLVMValueRef
hd_ptx_get(hd_ptx *p, const hd_ptx_arg *a, LLVMTypeRef t)
{
	LLVMValueRef v;

	switch (a->kind) {
	case HD_PTX_INTEGER:
	case HD_PTX_FLOAT:
		return constant(p, a, t);
	case HD_PTX_REGISTER:
		v = LLVMBuildLoad2(p->b, a->type, a->slot, "");
		break;
	case HD_PTX_SPECIAL:
		v = hd_ptx_special(p, a->name);
		break;
	default:
		v = NULL;
	}
	if (!v) {
		hd_ptx_fail(p, a->name ? a->name : "operand");
		return LLVMConstNull(t);
	}
	v = hd_ptx_from_bits(p, hd_ptx_to_bits(p, v), t, false);
	if (a->negated)
		v = hd_is_integer(t) && bits_of(p, t) == 1 ? LLVMBuildNot(p->b, v, "")
		    : hd_is_integer(t)                     ? LLVMBuildNeg(p->b, v, "")
							   : LLVMBuildFNeg(p->b, v, "");
	return v;
}

void
hd_ptx_set(hd_ptx *p, const hd_ptx_arg *a, LLVMValueRef v, bool is_signed)
{
	if (a->kind == HD_PTX_NONE)
		return;
	if (a->kind != HD_PTX_REGISTER) {
		hd_ptx_fail(p, a->name ? a->name : "result");
		return;
	}
	v = hd_ptx_from_bits(p, hd_ptx_to_bits(p, v), a->type, is_signed);
	LLVMBuildStore(p->b, v, a->slot);
}

/* ---- addresses */

/* Shared addresses are counted from the dynamic part, so that they fit into 32 bits. */
LLVMValueRef
hd_ptx_shared_base(hd_ptx *p)
{
	static const char name[] = "hd.ptx.shared";
	LLVMValueRef g = LLVMGetNamedGlobal(p->u->m, name);

	if (!g)
		g = LLVMAddGlobalInAddressSpace(p->u->m, LLVMArrayType2(p->u->i8, 0),
						name, SHARED);
	LLVMSetAlignment(g, 16);
	return LLVMBuildPtrToInt(p->b, LLVMConstAddrSpaceCast(g, p->u->ptr), p->u->i64,
				 "");
}

LLVMValueRef
hd_ptx_call(hd_ptx *p, const char *name, LLVMTypeRef result, LLVMValueRef *arg,
	    unsigned n)
{
	LLVMValueRef f = LLVMGetNamedFunction(p->u->m, name);
	LLVMTypeRef t[4];

	hd_check(n <= HD_COUNT(t));
	for (unsigned k = 0; k < n; k++)
		t[k] = LLVMTypeOf(arg[k]);
	if (!f)
		f = LLVMAddFunction(p->u->m, name,
				    LLVMFunctionType(result, t, n, false));
	return hd_call(p->b, f, arg, n, "");
}

LLVMValueRef
hd_ptx_pointer(hd_ptx *p, const hd_ptx_arg *a, bool shared)
{
	LLVMValueRef base;

	if (a->kind != HD_PTX_ADDRESS) {
		hd_ptx_fail(p, "address");
		return LLVMConstNull(p->u->ptr);
	}
	base = hd_ptx_get(p, a->element, p->u->i64);
	if (a->second)
		base = LLVMBuildAdd(p->b, base, hd_ptx_get(p, a->second, p->u->i64),
				    "");
	base = LLVMBuildAdd(p->b, base, hd_i64(p->u, (int64_t)a->bits), "");
	if (shared) {
		base = LLVMBuildTrunc(p->b, base, p->u->i32, "");
		base = LLVMBuildSExt(p->b, base, p->u->i64, "");
		base = LLVMBuildAdd(p->b, base, hd_ptx_shared_base(p), "");
	}
	return LLVMBuildIntToPtr(p->b, base, p->u->ptr, "");
}
