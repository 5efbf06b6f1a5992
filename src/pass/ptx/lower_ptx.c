/* SPDX-License-Identifier: Apache-2.0 */
/* lower_ptx: inline PTX becomes a function that does the same.
 *
 *     %r = call i32 asm "add.u32 $0, $1, 3;", "=r,r"(i32 %x)
 * becomes
 *     %r = call i32 @hd.ptx.0(i32 %x)
 *
 *     define internal i32 @hd.ptx.0(i32 %0) {
 *       ...
 *       %s = call i32 @hd_ptx_add_u32(i32 %a, i32 3)
 *
 * Registers and operands are variables, which LLVM turns into values; guards and branches
 * are control flow of the new function, which is inlined later. Most instructions are
 * functions of the device library (library.c), the others are in ptx_*.c. What neither
 * has is a named error.
 *
 * ensures: no inline assembly is left but empty ones
 */
#include "pass/ptx/ptx.h"

/* ---- constraints: "=r,l,0,~{memory}" */

typedef struct constraint {
	bool output;
	char letter; /* r, l, f ..., or 0: the same as operand `tied` */
	int tied;
} constraint;

static int
read_constraints(hd_unit *u, const char *s, constraint *c, int room)
{
	int n = 0;

	(void)u;
	while (*s && n < room) {
		size_t length = strcspn(s, ",");

		if (*s != '~') {
			c[n] = (constraint){.output = *s == '=', .tied = -1};
			while (*s == '=' || *s == '&' || *s == '+')
				s++, length--;
			c[n].letter = *s;
			if (*s >= '0' && *s <= '9')
				c[n].tied = atoi(s);
			n++;
		}
		s += length;
		s += *s == ',';
	}
	return n;
}

static LLVMTypeRef
storage_type(hd_ptx *p, LLVMTypeRef t)
{
	hd_unit *u = p->u;

	switch (LLVMGetTypeKind(t)) {
	case LLVMPointerTypeKind:
		return u->i64;
	case LLVMIntegerTypeKind:
		return t;
	default:
		return t == u->f32 ? u->i32 : t == u->f64 ? u->i64 : NULL;
	}
}

/* ---- the function's frame */

enum { OPERANDS = 64 };

static LLVMTypeRef
result_type(LLVMTypeRef r, int k)
{
	return LLVMGetTypeKind(r) == LLVMStructTypeKind
		       ? LLVMStructGetTypeAtIndex(r, (unsigned)k)
		       : r;
}

/* Variables for all operands; inputs are put into theirs. */
static bool
make_operands(hd_ptx *p, const constraint *c, int n, LLVMTypeRef result)
{
	int in = 0, out = 0;

	p->operand = HD_NEW_ARRAY(&p->u->scratch, hd_ptx_arg, (size_t)n + 1);
	p->operands = n;
	for (int k = 0; k < n; k++) {
		LLVMTypeRef t = c[k].output
					? result_type(result, out++)
					: LLVMTypeOf(LLVMGetParam(p->fn, (unsigned)in));
		LLVMValueRef v;

		t = storage_type(p, t);
		if (!t)
			return false;
		p->operand[k] =
			hd_ptx_variable(p, t, hd_format(&p->u->scratch, "op%d", k));
		if (c[k].output)
			continue;
		v = hd_ptx_to_bits(p, LLVMGetParam(p->fn, (unsigned)in++));
		LLVMBuildStore(p->b, v, p->operand[k].slot);
		if (c[k].tied >= 0)
			hd_ptx_set(p, &p->operand[c[k].tied], v, false);
	}
	return true;
}

static void
return_outputs(hd_ptx *p, const constraint *c, int n, LLVMTypeRef result)
{
	LLVMValueRef all = NULL;
	int out = 0;

	if (LLVMGetTypeKind(result) == LLVMVoidTypeKind) {
		LLVMBuildRetVoid(p->b);
		return;
	}
	if (LLVMGetTypeKind(result) == LLVMStructTypeKind)
		all = LLVMGetPoison(result);
	for (int k = 0; k < n; k++) {
		LLVMValueRef v;

		if (!c[k].output)
			continue;
		v = hd_ptx_get(p, &p->operand[k], result_type(result, out));
		all = all ? LLVMBuildInsertValue(p->b, all, v, (unsigned)out, "") : v;
		out++;
	}
	LLVMBuildRet(p->b, all);
}

/* ---- statements */

/* .reg .u32 a, b<3>; */
static void
declare(hd_ptx *p, const char *directive)
{
	const char *type = hd_ptx_word(p), *name;
	LLVMTypeRef t = type ? hd_ptx_type(p, type + 1) : NULL;

	if (strcmp(directive, ".reg") != 0 || !t) {
		hd_ptx_fail(p, directive);
		return;
	}
	t = t == p->u->f32 ? p->u->i32 : t == p->u->f64 ? p->u->i64 : t;
	while ((name = hd_ptx_word(p))) {
		int count = -1;
		char *end;

		if (hd_ptx_next(p, '<')) {
			count = (int)strtol(p->cursor, &end, 10);
			p->cursor = end;
			hd_ptx_next(p, '>');
		}
		for (int k = 0; k < (count < 0 ? 1 : count); k++) {
			const char *full =
				count < 0 ? name
					  : hd_format(&p->u->scratch, "%s%d", name, k);
			hd_ptx_arg *a = HD_NEW(&p->u->scratch, hd_ptx_arg);

			*a = hd_ptx_variable(p, t, full);
			*hd_map_put_str(&p->u->scratch, &p->registers, full) =
				(uintptr_t)a;
		}
		hd_ptx_next(p, ',');
	}
	hd_ptx_next(p, ';');
}

static LLVMBasicBlockRef
label(hd_ptx *p, const char *name)
{
	uintptr_t *b = hd_map_put_str(&p->u->scratch, &p->labels, name);

	if (!*b)
		*b = (uintptr_t)hd_new_block(p->u, p->fn, name);
	return (LLVMBasicBlockRef)*b;
}

/* Calls a function without parameters that returns nothing, or does not return. */
static void
call_plain(hd_ptx *p, const char *name, bool returns)
{
	LLVMValueRef f = LLVMGetNamedFunction(p->u->m, name);

	if (!f)
		f = LLVMAddFunction(p->u->m, name,
				    LLVMFunctionType(p->u->void_type, NULL, 0, false));
	if (!returns)
		hd_add_attr(p->u, f, "noreturn");
	hd_call(p->b, f, NULL, 0, "");
}

/* Branches; what follows is another block. */
static bool
jump(hd_ptx *p, const hd_ptx_insn *i)
{
	if (strcmp(i->part[0], "bra") != 0)
		return false;
	if (i->args != 1 || i->arg[0].kind != HD_PTX_NAME)
		return false;
	LLVMBuildBr(p->b, label(p, i->arg[0].name));
	p->branched = true;
	LLVMPositionBuilderAtEnd(p->b, hd_new_block(p->u, p->fn, "behind"));
	return true;
}

static void
emit(hd_ptx *p, const hd_ptx_insn *i)
{
	if (strcmp(i->part[0], "trap") == 0 || strcmp(i->part[0], "brkpt") == 0)
		call_plain(p, "hd_dev_trap", true);
	else if (strcmp(i->part[0], "exit") == 0)
		call_plain(p, HD_EXIT, false);
	else if (hd_ptx_has(i, "shared::cluster")) /* of other blocks */
		hd_ptx_fail(p, i->text);
	else if (!jump(p, i) && !hd_ptx_convert(p, i) && !hd_ptx_compare(p, i) &&
		 !hd_ptx_carry(p, i) && !hd_ptx_memory(p, i) && !hd_ptx_meeting(p, i) &&
		 !hd_ptx_matrix(p, i) && !hd_ptx_arrival(p, i) &&
		 !hd_ptx_by_library(p, i))
		hd_ptx_fail(p, i->text);
}

/* @p instruction, or @!p instruction */
static void
emit_guarded(hd_ptx *p, const hd_ptx_arg *guard, const hd_ptx_insn *i)
{
	LLVMBasicBlockRef then = hd_new_block(p->u, p->fn, "then");
	LLVMBasicBlockRef after = hd_new_block(p->u, p->fn, "after");

	p->branched = true;
	LLVMBuildCondBr(p->b, hd_ptx_get(p, guard, p->u->i1), then, after);
	LLVMPositionBuilderAtEnd(p->b, then);
	emit(p, i);
	LLVMBuildBr(p->b, after);
	LLVMPositionBuilderAtEnd(p->b, after);
}

static bool
read_guard(hd_ptx *p, hd_ptx_arg *guard)
{
	bool negated = hd_ptx_next(p, '!');
	const char *name = hd_ptx_word(p);
	uintptr_t *r = name ? hd_map_get_str(&p->registers, name) : NULL;

	if (!r)
		return false;
	*guard = *(hd_ptx_arg *)*r;
	guard->negated = negated;
	return true;
}

static void
statement(hd_ptx *p)
{
	hd_ptx_arg guard = {0};
	hd_ptx_insn i = {0};
	const char *word;

	if (hd_ptx_next(p, '@') && !read_guard(p, &guard)) {
		hd_ptx_fail(p, "guard");
		return;
	}
	word = hd_ptx_word(p);
	if (!word) {
		hd_ptx_fail(p, p->cursor);
	} else if (*word == '.') {
		declare(p, word);
	} else if (hd_ptx_next(p, ':')) {
		LLVMBasicBlockRef b = label(p, word);

		p->branched = true;
		LLVMBuildBr(p->b, b);
		LLVMPositionBuilderAtEnd(p->b, b);
	} else if (!hd_ptx_read_insn(p, &i, word)) {
		hd_ptx_fail(p, word);
	} else if (guard.kind == HD_PTX_REGISTER) {
		emit_guarded(p, &guard, &i);
	} else {
		emit(p, &i);
	}
}

static void
statements(hd_ptx *p)
{
	for (;;) {
		while (hd_ptx_next(p, ';') || hd_ptx_next(p, '{') ||
		       hd_ptx_next(p, '}'))
			;
		if (!*p->cursor || p->failed)
			return;
		statement(p);
	}
}

/* ---- the pass */

/* The bits of LLVM's "memory" for what no program can see: this much of it. */
enum { READS_UNSEEN = 1 << 2, WRITES_UNSEEN = 2 << 2 };

static LLVMValueRef
carry_function(hd_unit *u, const char *name, LLVMTypeRef t, uint64_t memory)
{
	LLVMValueRef f = LLVMGetNamedFunction(u->m, name);
	unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);

	if (f)
		return f;
	f = LLVMAddFunction(u->m, name, t);
	hd_add_attr(u, f, "nounwind");
	hd_add_attr(u, f, "willreturn");
	LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateEnumAttribute(u->c, kind, memory));
	return f;
}

/* The flag comes from the asm before this one, if this one may ask for it, and goes to the
 * next. */
static void
begin_carry(hd_ptx *p)
{
	hd_unit *u = p->u;
	LLVMValueRef in = LLVMConstNull(u->i1), get;

	if (p->takes_carry || (p->sets_carry && !p->carry_known)) {
		get = carry_function(u, HD_GET_CARRY,
				     LLVMFunctionType(u->i1, NULL, 0, false),
				     READS_UNSEEN);
		in = hd_call(p->b, get, NULL, 0, "");
	}
	LLVMBuildStore(p->b, in, p->carry);
}

static void
end_carry(hd_ptx *p)
{
	hd_unit *u = p->u;
	LLVMValueRef set, flag;

	if (!p->sets_carry)
		return;
	set = carry_function(u, HD_SET_CARRY,
			     LLVMFunctionType(u->void_type, &u->i1, 1, false),
			     WRITES_UNSEEN);
	flag = LLVMBuildLoad2(p->b, u->i1, p->carry, "");
	hd_call(p->b, set, &flag, 1, "");
}

/* The text with `$$` as one dollar sign. */
static const char *
plain_text(hd_unit *u, LLVMValueRef asm_value)
{
	size_t n;
	const char *s = LLVMGetInlineAsmAsmString(asm_value, &n);
	hd_str out = {.arena = &u->scratch};

	hd_str_add(&out, "");
	for (size_t k = 0; k < n; k++) {
		if (s[k] == '$' && k + 1 < n && s[k + 1] == '$')
			k++;
		hd_str_addc(&out, s[k]);
	}
	return out.at;
}

static LLVMValueRef
build_function(hd_unit *u, LLVMValueRef i, LLVMModuleRef library, const char *text)
{
	LLVMValueRef asm_value = LLVMGetCalledValue(i);
	LLVMTypeRef t = LLVMGetCalledFunctionType(i), result = LLVMGetReturnType(t);
	size_t n;
	const char *wants = LLVMGetInlineAsmConstraintString(asm_value, &n);
	constraint c[OPERANDS];
	int count = read_constraints(u, wants, c, OPERANDS);
	hd_ptx p = {.u = u, .at = i, .library = library, .cursor = text};
	LLVMBasicBlockRef body;

	p.fn = LLVMAddFunction(u->m, "hd.ptx", t);
	LLVMSetLinkage(p.fn, LLVMInternalLinkage);
	hd_add_attr(u, p.fn, "alwaysinline");
	hd_add_attr(u, p.fn, "convergent");
	hd_add_attr(u, p.fn, "nounwind");
	p.entry = hd_new_block(u, p.fn, "entry");
	body = hd_new_block(u, p.fn, "body");
	p.b = LLVMCreateBuilderInContext(u->c);
	LLVMPositionBuilderAtEnd(p.b, body);
	p.carry = hd_ptx_variable(&p, u->i1, "carry").slot;
	if (make_operands(&p, c, count, result))
		statements(&p);
	else
		hd_ptx_fail(&p, wants);
	end_carry(&p);
	return_outputs(&p, c, count, result);
	LLVMPositionBuilderAtEnd(p.b, p.entry);
	begin_carry(&p);
	LLVMBuildBr(p.b, body);
	LLVMDisposeBuilder(p.b);
	return p.fn;
}

static bool
is_ptx(LLVMValueRef i)
{
	size_t n;

	if (!hd_is_opcode(i, LLVMCall) || !LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
		return false;
	LLVMGetInlineAsmAsmString(LLVMGetCalledValue(i), &n);
	return n > 0;
}

static void
replace(hd_unit *u, LLVMValueRef i, LLVMValueRef f)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	unsigned n = LLVMGetNumArgOperands(i);
	LLVMValueRef *arg = HD_NEW_ARRAY(&u->scratch, LLVMValueRef, n + 1);

	for (unsigned k = 0; k < n; k++)
		arg[k] = LLVMGetOperand(i, k);
	LLVMPositionBuilderBefore(b, i);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
	hd_replace(i, hd_call(b, f, arg, n, ""));
	LLVMDisposeBuilder(b);
}

/* Every asm of a function, made once per asm value. */
static bool
lower_all(hd_unit *u, LLVMValueRef fn, LLVMModuleRef *library, hd_map *made)
{
	bool changed = false;

	hd_each_block (bb, fn)
		hd_each_insn (i, bb) {
			LLVMValueRef asm_value;
			uintptr_t *f;

			if (!is_ptx(i))
				continue;
			if (!*library)
				*library = hd_read_module(u, u->opt.library);
			if (!*library)
				return changed;
			asm_value = LLVMGetCalledValue(i);
			f = hd_map_put(&u->scratch, made, asm_value);
			if (!*f)
				*f = (uintptr_t)build_function(
					u, i, *library, plain_text(u, asm_value));
			replace(u, i, (LLVMValueRef)*f);
			changed = true;
		}
	return changed;
}

bool
hd_pass_lower_ptx(hd_unit *u)
{
	LLVMModuleRef library = NULL;
	hd_map made = {0};
	bool changed = false;

	if (!u->opt.library)
		return false;
	hd_each_function (fn, u->m)
		if (hd_has_body(fn))
			changed |= lower_all(u, fn, &library, &made);
	hd_ptx_finish_barriers(u);
	if (library)
		LLVMDisposeModule(library);
	return changed;
}
