/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of inline PTX that the device library has: hd_ptx_OPCODE with the dots as
 * underscores, without the parts that mean nothing here. Types are those of the C
 * function: adding an instruction is a line in runtime/dev/ptx_*.c. */
#include "pass/ptx/ptx.h"

/* Cache hints, scopes, and permissions to be less exact. */
static const char *const ignored[] = {
	"ftz",     "approx",      "full",     "noftz",   "global",
	"shared",  "shared::cta", "local",    "gpu",     "cta",
	"sys",     "cluster",     "relaxed",  "acquire", "release",
	"acq_rel", "generic",     "volatile", "weak",    "sc",
};

static bool
is_ignored(const char *part)
{
	for (size_t k = 0; k < HD_COUNT(ignored); k++)
		if (strcmp(part, ignored[k]) == 0)
			return true;
	return false;
}

static const char *
library_name(hd_ptx *p, const hd_ptx_insn *i)
{
	hd_str s = {.arena = &p->u->scratch};

	hd_str_add(&s, "hd_ptx");
	for (int k = 0; k < i->parts; k++)
		if (k == 0 || !is_ignored(i->part[k]))
			hd_str_addf(&s, "_%s", i->part[k]);
	return s.at;
}

/* "rn" is what an instruction does anyway. */
static LLVMValueRef
find(hd_ptx *p, const char *name)
{
	LLVMValueRef f = LLVMGetNamedFunction(p->library, name);
	const char *rn = strstr(name, "_rn_");
	LLVMValueRef mine;

	if (!f && rn)
		return find(p, hd_format(&p->u->scratch, "%.*s%s", (int)(rn - name),
					 name, rn + 3));
	if (!f)
		return NULL;
	mine = LLVMGetNamedFunction(p->u->m, name);
	return mine ? mine : LLVMAddFunction(p->u->m, name, LLVMGlobalGetValueType(f));
}

static LLVMValueRef
call(hd_ptx *p, const hd_ptx_insn *i, LLVMValueRef f, int first)
{
	LLVMTypeRef t = LLVMGlobalGetValueType(f), *param;
	unsigned n = LLVMCountParamTypes(t);
	LLVMValueRef *arg;

	if ((int)n != i->args - first) {
		hd_ptx_fail(p, i->text);
		return NULL;
	}
	param = HD_NEW_ARRAY(&p->u->scratch, LLVMTypeRef, n + 1);
	arg = HD_NEW_ARRAY(&p->u->scratch, LLVMValueRef, n + 1);
	LLVMGetParamTypes(t, param);
	for (unsigned k = 0; k < n; k++) {
		const hd_ptx_arg *a = &i->arg[first + (int)k];
		bool shared = hd_ptx_has(i, "shared") || hd_ptx_has(i, "shared::cta");

		arg[k] = a->kind == HD_PTX_ADDRESS ? hd_ptx_pointer(p, a, shared)
						   : hd_ptx_get(p, a, param[k]);
	}
	return hd_call(p->b, f, arg, n, "");
}

bool
hd_ptx_by_library(hd_ptx *p, const hd_ptx_insn *i)
{
	LLVMValueRef f = find(p, library_name(p, i)), r;
	bool is_signed = false, has_result;

	if (!f)
		return false;
	has_result = LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(f))) !=
		     LLVMVoidTypeKind;
	r = call(p, i, f, has_result ? 1 : 0);
	hd_ptx_last_type(p, i, &is_signed);
	if (r && has_result)
		hd_ptx_set(p, &i->arg[0], r, is_signed);
	return true;
}

/* ---- setp, set: the comparison is the library's */

static LLVMValueRef
combine(hd_ptx *p, const hd_ptx_insn *i, LLVMValueRef yes, LLVMValueRef with)
{
	if (hd_ptx_has(i, "and"))
		return LLVMBuildAnd(p->b, yes, with, "");
	if (hd_ptx_has(i, "or"))
		return LLVMBuildOr(p->b, yes, with, "");
	return LLVMBuildXor(p->b, yes, with, "");
}

/* set gives all ones, or 1.0 */
static LLVMValueRef
set_value(hd_ptx *p, LLVMTypeRef t, LLVMValueRef yes)
{
	LLVMValueRef one = hd_is_integer(t) ? LLVMConstAllOnes(t) : LLVMConstReal(t, 1);

	return LLVMBuildSelect(p->b, yes, one, LLVMConstNull(t), "");
}

bool
hd_ptx_compare(hd_ptx *p, const hd_ptx_insn *i)
{
	bool is_set = strcmp(i->part[0], "set") == 0, is_signed;
	LLVMTypeRef t = hd_ptx_last_type(p, i, &is_signed), to;
	LLVMValueRef f, arg[2], yes, no;
	hd_unit *u = p->u;

	if ((!is_set && strcmp(i->part[0], "setp") != 0) || i->parts < 3 || !t ||
	    i->args < 3)
		return false;
	f = find(p, hd_format(&u->scratch, "hd_ptx_setp_%s_%s", i->part[1],
			      i->part[i->parts - 1]));
	if (!f)
		return false;
	arg[0] = hd_ptx_get(p, &i->arg[1], t);
	arg[1] = hd_ptx_get(p, &i->arg[2], t);
	yes = hd_call(p->b, f, arg, 2, "");
	no = LLVMBuildNot(p->b, yes, "");
	if (i->args == 4) {
		LLVMValueRef with = hd_ptx_get(p, &i->arg[3], u->i1);

		yes = combine(p, i, yes, with);
		no = combine(p, i, no, with);
	}
	to = is_set ? hd_ptx_type(p, i->part[i->parts - 2]) : u->i1;
	if (!to)
		return false;
	hd_ptx_set(p, &i->arg[0], is_set ? set_value(p, to, yes) : yes, false);
	if (i->arg[0].second)
		hd_ptx_set(p, i->arg[0].second, no, false);
	return true;
}

/* ---- add.cc, addc, sub.cc, subc, mad.cc, madc */

static LLVMValueRef
product(hd_ptx *p, const hd_ptx_insn *i, LLVMTypeRef t, bool is_signed)
{
	LLVMTypeRef wide = LLVMIntTypeInContext(p->u->c, 2 * LLVMGetIntTypeWidth(t));
	LLVMValueRef x = hd_ptx_get(p, &i->arg[1], t), y = hd_ptx_get(p, &i->arg[2], t);

	x = is_signed ? LLVMBuildSExt(p->b, x, wide, "")
		      : LLVMBuildZExt(p->b, x, wide, "");
	y = is_signed ? LLVMBuildSExt(p->b, y, wide, "")
		      : LLVMBuildZExt(p->b, y, wide, "");
	x = LLVMBuildMul(p->b, x, y, "");
	if (hd_ptx_has(i, "hi"))
		x = LLVMBuildLShr(
			p->b, x, LLVMConstInt(wide, LLVMGetIntTypeWidth(t), false), "");
	return LLVMBuildTrunc(p->b, x, t, "");
}

/* x + y + carry, or x + ~y + carry: behind a difference the flag says that nothing was
 * borrowed, as GPUs have it, not what was, as PTX's manual writes. Only who mixes sums and
 * differences sees it. */
static LLVMValueRef
add_with_carry(hd_ptx *p, LLVMValueRef x, LLVMValueRef y, LLVMValueRef carry,
	       LLVMValueRef *out)
{
	LLVMValueRef r = LLVMBuildAdd(p->b, x, y, "");
	LLVMValueRef first = LLVMBuildICmp(p->b, LLVMIntULT, r, x, ""), second;

	*out = first;
	if (!carry)
		return r;
	carry = LLVMBuildZExt(p->b, carry, LLVMTypeOf(x), "");
	r = LLVMBuildAdd(p->b, r, carry, "");
	second = LLVMBuildICmp(p->b, LLVMIntULT, r, carry, "");
	*out = LLVMBuildOr(p->b, first, second, "");
	return r;
}

static LLVMValueRef
subtract_with_carry(hd_ptx *p, LLVMValueRef x, LLVMValueRef y, LLVMValueRef carry,
		    LLVMValueRef *out)
{
	LLVMValueRef r = LLVMBuildSub(p->b, x, y, ""), borrow, second;
	LLVMValueRef first = LLVMBuildICmp(p->b, LLVMIntULT, x, y, "");

	*out = LLVMBuildNot(p->b, first, "");
	if (!carry)
		return r;
	borrow = LLVMBuildZExt(p->b, LLVMBuildNot(p->b, carry, ""), LLVMTypeOf(x), "");
	second = LLVMBuildICmp(p->b, LLVMIntULT, r, borrow, "");
	*out = LLVMBuildNot(p->b, LLVMBuildOr(p->b, first, second, ""), "");
	return LLVMBuildSub(p->b, r, borrow, "");
}

static LLVMValueRef
take_carry(hd_ptx *p)
{
	if (!p->carry_known)
		p->takes_carry = true;
	return LLVMBuildLoad2(p->b, p->u->i1, p->carry, "");
}

static void
leave_carry(hd_ptx *p, LLVMValueRef out)
{
	LLVMBuildStore(p->b, out, p->carry);
	p->sets_carry = true;
	if (!p->branched)
		p->carry_known = true;
}

bool
hd_ptx_carry(hd_ptx *p, const hd_ptx_insn *i)
{
	const char *name = i->part[0];
	bool is_signed, takes = strcmp(name, "addc") == 0 ||
				strcmp(name, "subc") == 0 || strcmp(name, "madc") == 0;
	bool is_mad = hd_has_prefix(name, "mad");
	LLVMTypeRef t = hd_ptx_last_type(p, i, &is_signed);
	LLVMValueRef x, y, carry, out;

	if ((!takes && !hd_ptx_has(i, "cc")) || !t || !hd_is_integer(t) ||
	    i->args != (is_mad ? 4 : 3))
		return false;
	y = hd_ptx_get(p, &i->arg[is_mad ? 3 : 2], t);
	x = is_mad ? product(p, i, t, is_signed) : hd_ptx_get(p, &i->arg[1], t);
	carry = takes ? take_carry(p) : NULL;
	if (hd_has_prefix(name, "sub"))
		x = subtract_with_carry(p, x, y, carry, &out);
	else
		x = add_with_carry(p, x, y, carry, &out);
	if (hd_ptx_has(i, "cc"))
		leave_carry(p, out);
	hd_ptx_set(p, &i->arg[0], x, false);
	return true;
}
