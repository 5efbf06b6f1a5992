/* SPDX-License-Identifier: Apache-2.0 */
/* Moves and conversions of inline PTX: mov, cvt, cvta, isspacep. */
#include "pass/ptx/ptx.h"

/* ---- mov */

/* The elements side by side, the first one lowest. */
static LLVMValueRef
pack(hd_ptx *p, const hd_ptx_arg *a, LLVMTypeRef t)
{
	unsigned n = LLVMGetIntTypeWidth(t) / (unsigned)a->elements;
	LLVMValueRef r = LLVMConstNull(t);

	for (int k = 0; k < a->elements; k++) {
		LLVMValueRef e =
			hd_ptx_get(p, &a->element[k], LLVMIntTypeInContext(p->u->c, n));

		e = LLVMBuildZExt(p->b, e, t, "");
		e = LLVMBuildShl(p->b, e, LLVMConstInt(t, n * (unsigned)k, false), "");
		r = LLVMBuildOr(p->b, r, e, "");
	}
	return r;
}

static void
unpack(hd_ptx *p, const hd_ptx_arg *to, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	unsigned n = LLVMGetIntTypeWidth(t) / (unsigned)to->elements;

	for (int k = 0; k < to->elements; k++) {
		LLVMValueRef e = LLVMBuildLShr(
			p->b, v, LLVMConstInt(t, n * (unsigned)k, false), "");

		e = LLVMBuildTrunc(p->b, e, LLVMIntTypeInContext(p->u->c, n), "");
		hd_ptx_set(p, &to->element[k], e, false);
	}
}

static bool
move(hd_ptx *p, const hd_ptx_insn *i)
{
	bool is_signed;
	LLVMTypeRef t = hd_ptx_last_type(p, i, &is_signed);
	LLVMValueRef v;

	if (!t || i->args != 2)
		return false;
	if (i->arg[1].kind == HD_PTX_VECTOR)
		v = hd_is_integer(t) ? pack(p, &i->arg[1], t) : NULL;
	else
		v = hd_ptx_get(p, &i->arg[1], t);
	if (!v)
		return false;
	if (i->arg[0].kind == HD_PTX_VECTOR)
		unpack(p, &i->arg[0], hd_ptx_to_bits(p, v));
	else
		hd_ptx_set(p, &i->arg[0], v, is_signed);
	return true;
}

/* ---- cvt */

typedef struct conversion {
	LLVMTypeRef from, to; /* as calculated with: f16 and bf16 are float */
	bool from_signed, to_signed;
	const char *from_name, *to_name;
} conversion;

static LLVMTypeRef
number_type(hd_ptx *p, const char *name)
{
	return strcmp(name, "f16") == 0 || strcmp(name, "bf16") == 0
		       ? p->u->f32
		       : hd_ptx_type(p, name);
}

static LLVMValueRef
call1(hd_ptx *p, const char *name, LLVMTypeRef r, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	LLVMValueRef f = LLVMGetNamedFunction(p->u->m, name);

	if (!f)
		f = LLVMAddFunction(p->u->m, name, LLVMFunctionType(r, &t, 1, false));
	return hd_call(p->b, f, &v, 1, "");
}

/* rni, rmi ...: to an integer, in the same type */
static LLVMValueRef
to_whole(hd_ptx *p, const hd_ptx_insn *i, LLVMValueRef v)
{
	static const struct {
		const char *mode, *function;
	} modes[] = {{"rni", "llvm.rint"},
		     {"rzi", "llvm.trunc"},
		     {"rmi", "llvm.floor"},
		     {"rpi", "llvm.ceil"}};
	LLVMTypeRef t = LLVMTypeOf(v);

	for (size_t k = 0; k < HD_COUNT(modes); k++)
		if (hd_ptx_has(i, modes[k].mode))
			return hd_call(p->b,
				       hd_intrinsic(p->u, modes[k].function, &t, 1), &v,
				       1, "");
	return v;
}

static LLVMValueRef
clamp(hd_ptx *p, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	LLVMValueRef zero = LLVMConstNull(t), one = LLVMConstReal(t, 1);

	v = LLVMBuildSelect(p->b, LLVMBuildFCmp(p->b, LLVMRealOGT, v, zero, ""), v,
			    zero, "");
	return LLVMBuildSelect(p->b, LLVMBuildFCmp(p->b, LLVMRealOLT, v, one, ""), v,
			       one, "");
}

/* Integers are cut to the range of the smaller type. */
static LLVMValueRef
saturate(hd_ptx *p, LLVMValueRef v, const conversion *c)
{
	LLVMTypeRef t = p->u->i64;
	unsigned n = LLVMGetIntTypeWidth(c->to);
	uint64_t top = c->to_signed ? (1ull << (n - 1)) - 1
		       : n == 64    ? UINT64_MAX
				    : (1ull << n) - 1;
	int64_t bottom = c->to_signed ? -(int64_t)top - 1 : 0;
	LLVMValueRef high = LLVMConstInt(t, top, false), low = hd_i64(p->u, bottom);
	LLVMIntPredicate above = c->from_signed ? LLVMIntSGT : LLVMIntUGT;

	v = hd_ptx_from_bits(p, v, t, c->from_signed);
	if (c->from_signed) {
		v = LLVMBuildSelect(p->b, LLVMBuildICmp(p->b, LLVMIntSLT, v, low, ""),
				    low, v, "");
		if (n == 64)
			return v;
	}
	return LLVMBuildSelect(p->b, LLVMBuildICmp(p->b, above, v, high, ""), high, v,
			       "");
}

/* Float to integer stops at the ends of the range: the library's functions do. */
static LLVMValueRef
float_to_integer(hd_ptx *p, const hd_ptx_insn *i, LLVMValueRef v, const conversion *c)
{
	bool is_double = LLVMTypeOf(v) == p->u->f64,
	     wide = LLVMGetIntTypeWidth(c->to) == 64;
	const char *name = hd_format(&p->u->scratch, "__nv_%s2%s%s_rz",
				     is_double ? "double" : "float",
				     c->to_signed ? "" : "u", wide ? "ll" : "int");
	conversion narrow = *c;

	v = call1(p, name, wide ? p->u->i64 : p->u->i32, to_whole(p, i, v));
	narrow.from_signed = c->to_signed;
	return LLVMGetIntTypeWidth(c->to) < 32 ? saturate(p, v, &narrow) : v;
}

static const char *
rounding(const hd_ptx_insn *i)
{
	return hd_ptx_has(i, "rz")   ? "rz"
	       : hd_ptx_has(i, "rm") ? "rd"
	       : hd_ptx_has(i, "rp") ? "ru"
				     : "rn";
}

static LLVMValueRef
integer_to_float(hd_ptx *p, const hd_ptx_insn *i, LLVMValueRef v, const conversion *c)
{
	bool wide = LLVMGetIntTypeWidth(c->from) == 64;

	v = hd_ptx_from_bits(p, v, wide ? p->u->i64 : p->u->i32, c->from_signed);
	if (c->to == p->u->f64 && !wide)
		return c->from_signed ? LLVMBuildSIToFP(p->b, v, c->to, "")
				      : LLVMBuildUIToFP(p->b, v, c->to, "");
	return call1(p,
		     hd_format(&p->u->scratch, "__nv_%s%s2%s_%s",
			       c->from_signed ? "" : "u", wide ? "ll" : "int",
			       c->to == p->u->f64 ? "double" : "float", rounding(i)),
		     c->to, v);
}

static LLVMValueRef
float_to_float(hd_ptx *p, const hd_ptx_insn *i, LLVMValueRef v, const conversion *c)
{
	v = to_whole(p, i, v);
	if (LLVMTypeOf(v) == p->u->f64 && c->to == p->u->f32)
		v = call1(
			p,
			hd_format(&p->u->scratch, "__nv_double2float_%s", rounding(i)),
			c->to, v);
	else
		v = LLVMBuildFPExt(p->b, v, c->to, "");
	return hd_ptx_has(i, "sat") ? clamp(p, v) : v;
}

/* f16 and bf16 come from and go to float through the library. */
static LLVMValueRef
read_source(hd_ptx *p, const hd_ptx_insn *i, const conversion *c)
{
	LLVMTypeRef t = hd_ptx_type(p, c->from_name);
	LLVMValueRef v = hd_ptx_get(p, &i->arg[1], t);

	if (t != c->from)
		v = call1(p,
			  hd_format(&p->u->scratch, "hd_ptx_%s_to_f32", c->from_name),
			  p->u->f32, v);
	return v;
}

static LLVMValueRef
convert_value(hd_ptx *p, const hd_ptx_insn *i, LLVMValueRef v, const conversion *c)
{
	if (hd_is_integer(c->from) && hd_is_integer(c->to))
		return hd_ptx_has(i, "sat")
			       ? saturate(p, v, c)
			       : hd_ptx_from_bits(p, v, c->to, c->from_signed);
	if (hd_is_integer(c->to))
		return float_to_integer(p, i, v, c);
	if (hd_is_integer(c->from))
		return integer_to_float(p, i, v, c);
	return float_to_float(p, i, v, c);
}

/* Is it rounded twice on the way through float, or one of the library's? */
static bool
is_special(const hd_ptx_insn *i, const conversion *c)
{
	bool half = strcmp(c->to_name, "f16") == 0,
	     bfloat = strcmp(c->to_name, "bf16") == 0;

	if (hd_ptx_has(i, "relu") || hd_ptx_has(i, "satfinite"))
		return true;
	if (half)
		return strcmp(c->from_name, "f64") == 0;
	return bfloat && (strstr("f64 s32 u32 s64 u64", c->from_name) ||
			  hd_ptx_has(i, "rm") || hd_ptx_has(i, "rp"));
}

static bool
convert(hd_ptx *p, const hd_ptx_insn *i)
{
	conversion c = {0};
	LLVMValueRef v;

	if (i->parts < 3 || i->args != 2)
		return false;
	c.from_name = i->part[i->parts - 1];
	c.to_name = i->part[i->parts - 2];
	c.from = number_type(p, c.from_name);
	c.to = number_type(p, c.to_name);
	if (!c.from || !c.to || strstr(c.from_name, "x2") || strstr(c.to_name, "x2") ||
	    is_special(i, &c))
		return false;
	c.from_signed = c.from_name[0] == 's';
	c.to_signed = c.to_name[0] == 's';
	v = convert_value(p, i, read_source(p, i, &c), &c);
	if (hd_ptx_type(p, c.to_name) != c.to)
		v = call1(p,
			  hd_format(&p->u->scratch, "hd_ptx_f32_to_%s_%s", c.to_name,
				    rounding(i)),
			  p->u->i16, v);
	else if (hd_is_integer(c.to))
		v = hd_ptx_from_bits(p, v, c.to, false);
	hd_ptx_set(p, &i->arg[0], v, c.to_signed);
	return true;
}

/* ---- cvta: only shared addresses differ from plain ones */

static bool
convert_address(hd_ptx *p, const hd_ptx_insn *i)
{
	bool to = hd_ptx_has(i, "to");
	LLVMValueRef v, base;

	if (i->args != 2)
		return false;
	v = hd_ptx_get(p, &i->arg[1], p->u->i64);
	if (hd_ptx_has(i, "shared") || hd_ptx_has(i, "shared::cta")) {
		base = hd_ptx_shared_base(p);
		if (to) {
			v = LLVMBuildTrunc(p->b, LLVMBuildSub(p->b, v, base, ""),
					   p->u->i32, "");
		} else {
			v = LLVMBuildTrunc(p->b, v, p->u->i32, "");
			v = LLVMBuildSExt(p->b, v, p->u->i64, "");
			v = LLVMBuildAdd(p->b, v, base, "");
		}
	}
	hd_ptx_set(p, &i->arg[0], v, false);
	return true;
}

/* isspacep.shared p, address; constants lie in global memory and cannot be told apart */
static bool
is_in_space(hd_ptx *p, const hd_ptx_insn *i)
{
	LLVMValueRef shared, local, v;

	if (i->args != 2 || i->parts != 2)
		return false;
	v = hd_ptx_get(p, &i->arg[1], p->u->ptr);
	shared = call1(p, "hd_dev_is_shared", p->u->i32, v);
	local = call1(p, "hd_dev_is_local", p->u->i32, v);
	if (hd_ptx_has(i, "shared") || hd_ptx_has(i, "shared::cta"))
		v = shared;
	else if (hd_ptx_has(i, "local"))
		v = local;
	else if (hd_ptx_has(i, "global"))
		v = LLVMBuildOr(p->b, shared, local, "");
	else
		return false;
	v = LLVMBuildICmp(p->b, hd_ptx_has(i, "global") ? LLVMIntEQ : LLVMIntNE, v,
			  LLVMConstNull(p->u->i32), "");
	hd_ptx_set(p, &i->arg[0], v, false);
	return true;
}

bool
hd_ptx_convert(hd_ptx *p, const hd_ptx_insn *i)
{
	if (strcmp(i->part[0], "mov") == 0)
		return move(p, i);
	if (strcmp(i->part[0], "cvt") == 0)
		return convert(p, i);
	if (strcmp(i->part[0], "cvta") == 0)
		return convert_address(p, i);
	if (strcmp(i->part[0], "isspacep") == 0)
		return is_in_space(p, i);
	return false;
}
