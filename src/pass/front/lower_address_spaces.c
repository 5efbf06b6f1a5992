/* SPDX-License-Identifier: Apache-2.0 */
/* lower_address_spaces: a CPU has one.
 *
 *     @s = internal addrspace(3) global [64 x i32] undef
 *     %p = getelementptr [64 x i32], ptr addrspacecast (ptr addrspace(3) @s to ptr), ...
 * becomes
 *     @s = external global [64 x i32], section ".heddle.shared"
 *     %p = getelementptr [64 x i32], ptr @s, ...
 *
 * Shared variables stay globals until lanes are lowered, so that LLVM knows that they
 * do not overlap; they are declarations, so that it assumes nothing about their
 * contents. All `extern __shared__` arrays are one variable, since they are one piece
 * of memory.
 *
 * ensures: every pointer has type ptr
 */
#include "pass/pass.h"

enum {
	SHARED = 3,
	MIN_DYNAMIC_ALIGN = 16,
	TEXTURE_BYTES = 1024, /* at least what a reference has on the host */
};

typedef struct state {
	hd_unit *u;
	hd_map map; /* old global -> new one */
} state;

static bool
has_address_space(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMPointerTypeKind &&
	       LLVMGetPointerAddressSpace(t) != 0;
}

static LLVMValueRef
leaf(void *arg, LLVMValueRef c)
{
	state *s = arg;
	uintptr_t *to = hd_map_get(&s->map, c);

	if (to)
		return (LLVMValueRef)*to;
	if (has_address_space(LLVMTypeOf(c)) && LLVMIsNull(c))
		return LLVMConstNull(s->u->ptr);
	if (has_address_space(LLVMTypeOf(c)) && LLVMIsPoison(c))
		return LLVMGetPoison(s->u->ptr);
	if (has_address_space(LLVMTypeOf(c)) && LLVMIsUndef(c))
		return LLVMGetUndef(s->u->ptr);
	return NULL;
}

static LLVMValueRef
dynamic_shared(hd_unit *u, unsigned align)
{
	LLVMValueRef g = LLVMGetNamedGlobal(u->m, HD_DYNAMIC_SHARED);

	if (!g) {
		g = LLVMAddGlobal(u->m, LLVMArrayType2(u->i8, 0), HD_DYNAMIC_SHARED);
		LLVMSetSection(g, HD_SHARED_SECTION);
		LLVMSetAlignment(g, MIN_DYNAMIC_ALIGN);
	}
	if (align > LLVMGetAlignment(g))
		LLVMSetAlignment(g, align);
	return g;
}

static LLVMValueRef
new_shared(hd_unit *u, LLVMValueRef old)
{
	LLVMTypeRef t = LLVMGlobalGetValueType(old);
	LLVMValueRef g;

	if (LLVMIsDeclaration(old))
		return dynamic_shared(u, LLVMGetAlignment(old));
	g = LLVMAddGlobal(u->m, t, "");
	LLVMSetSection(g, HD_SHARED_SECTION);
	return g;
}

static LLVMValueRef
new_texture(hd_unit *u)
{
	LLVMTypeRef t = LLVMArrayType2(u->i8, TEXTURE_BYTES);
	LLVMValueRef g = LLVMAddGlobal(u->m, t, "");

	LLVMSetSection(g, HD_TEXTURE_SECTION);
	return g;
}

static LLVMValueRef
new_global(hd_unit *u, LLVMValueRef old)
{
	uint32_t value;

	if (hd_annotation(u, old, "texture", &value) ||
	    hd_annotation(u, old, "surface", &value))
		return new_texture(u);
	LLVMValueRef g = LLVMAddGlobal(u->m, LLVMGlobalGetValueType(old), "");

	LLVMSetLinkage(g, LLVMGetLinkage(old));
	LLVMSetGlobalConstant(g, LLVMIsGlobalConstant(old));
	LLVMSetExternallyInitialized(g, LLVMIsExternallyInitialized(old));
	return g;
}

static void
copy_debug_info(LLVMValueRef to, LLVMValueRef from)
{
	size_t n;
	LLVMValueMetadataEntry *e = LLVMGlobalCopyAllMetadata(from, &n);

	for (size_t k = 0; k < n; k++)
		LLVMGlobalSetMetadata(
			to, LLVMValueMetadataEntriesGetKind(e, (unsigned)k),
			LLVMValueMetadataEntriesGetMetadata(e, (unsigned)k));
	LLVMDisposeValueMetadataEntries(e);
}

static void
replace_globals(state *s)
{
	hd_unit *u = s->u;

	hd_each_global (g, u->m) {
		unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(g));
		const char *name = hd_strdup(&u->scratch, hd_name(g));
		unsigned align = LLVMGetAlignment(g);
		LLVMValueRef to;

		if (!space)
			continue;
		to = space == SHARED ? new_shared(u, g) : new_global(u, g);
		*hd_map_put(&u->scratch, &s->map, g) = (uintptr_t)to;
		if (hd_is_dynamic_shared(to))
			continue;
		LLVMSetValueName2(g, "", 0);
		LLVMSetValueName2(to, name, strlen(name));
		LLVMSetAlignment(to, align);
		if (space != SHARED)
			copy_debug_info(to, g);
	}
}

static bool
has_no_initializer(LLVMValueRef g)
{
	return hd_is_shared_variable(g) || hd_is_texture(g);
}

static void
map_initializers(state *s)
{
	hd_unit *u = s->u;

	hd_each_global (g, u->m) {
		uintptr_t *to = hd_map_get(&s->map, g);
		LLVMValueRef init = LLVMGetInitializer(g), now;

		if (!init || (to && has_no_initializer((LLVMValueRef)*to)))
			continue;
		now = hd_map_constant(u, init, leaf, s);
		LLVMSetInitializer(to ? (LLVMValueRef)*to : g, now);
	}
}

/* Uses change their type here, which LLVMReplaceAllUsesWith does not allow. */
static void
replace_operands(LLVMValueRef old, LLVMValueRef with)
{
	LLVMUseRef use;

	while ((use = LLVMGetFirstUse(old))) {
		LLVMValueRef user = LLVMGetUser(use);
		int n = LLVMGetNumOperands(user);

		for (int k = 0; k < n; k++)
			if (LLVMGetOperand(user, (unsigned)k) == old)
				LLVMSetOperand(user, (unsigned)k, with);
	}
}

/* The same instruction with a plain pointer as its result, or NULL. */
static LLVMValueRef
rebuild(hd_unit *u, LLVMBuilderRef b, LLVMValueRef i)
{
	unsigned n = (unsigned)LLVMGetNumOperands(i);
	LLVMValueRef *op = HD_NEW_ARRAY(&u->scratch, LLVMValueRef, n + 1), r;

	for (unsigned k = 0; k < n; k++)
		op[k] = LLVMGetOperand(i, k);
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMAddrSpaceCast:
		return op[0];
	case LLVMGetElementPtr:
		r = LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(i), op[0], op + 1,
				  n - 1, "");
		if (LLVMIsAInstruction(r))
			LLVMSetIsInBounds(r, LLVMIsInBounds(i));
		return r;
	case LLVMSelect:
		return LLVMBuildSelect(b, op[0], op[1], op[2], "");
	case LLVMIntToPtr:
		return LLVMBuildIntToPtr(b, op[0], u->ptr, "");
	case LLVMLoad:
		r = LLVMBuildLoad2(b, u->ptr, op[0], "");
		LLVMSetAlignment(r, LLVMGetAlignment(i));
		LLVMSetVolatile(r, LLVMGetVolatile(i));
		return r;
	case LLVMPHI:
		r = LLVMBuildPhi(b, u->ptr, "");
		for (unsigned k = 0; k < n; k++) {
			LLVMBasicBlockRef from = LLVMGetIncomingBlock(i, k);

			LLVMAddIncoming(r, &op[k], &from, 1);
		}
		return r;
	default:
		return NULL;
	}
}

static void
lower_function(state *s, LLVMValueRef fn)
{
	hd_unit *u = s->u;
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	hd_each_block (bb, fn)
		hd_each_insn (i, bb) {
			LLVMValueRef r;

			for (int k = 0; k < LLVMGetNumOperands(i); k++) {
				LLVMValueRef old = LLVMGetOperand(i, (unsigned)k);

				if (LLVMIsAConstant(old))
					LLVMSetOperand(
						i, (unsigned)k,
						hd_map_constant(u, old, leaf, s));
			}
			if (!has_address_space(LLVMTypeOf(i)) &&
			    !hd_is_opcode(i, LLVMAddrSpaceCast))
				continue;
			LLVMPositionBuilderBefore(b, i);
			r = rebuild(u, b, i);
			if (!r) {
				hd_error(i,
					 "this use of a pointer with an explicit "
					 "address "
					 "space is not supported; use a plain pointer");
				continue;
			}
			replace_operands(i, r);
			LLVMInstructionEraseFromParent(i);
		}
	LLVMDisposeBuilder(b);
}

static void
check_parameters(LLVMValueRef fn)
{
	for (unsigned k = 0; k < LLVMCountParams(fn); k++)
		if (has_address_space(LLVMTypeOf(LLVMGetParam(fn, k))))
			hd_error(fn,
				 "parameter %u of '%s' has an explicit address space, "
				 "which is not supported; use a plain pointer",
				 k + 1, hd_source_name(fn));
}

bool
hd_pass_lower_address_spaces(hd_unit *u)
{
	static const char *const lists[] = {"llvm.used", "llvm.compiler.used"};
	state s = {.u = u};

	for (size_t k = 0; k < HD_COUNT(lists); k++) {
		LLVMValueRef g = LLVMGetNamedGlobal(u->m, lists[k]);

		if (g)
			LLVMDeleteGlobal(g);
	}
	replace_globals(&s);
	map_initializers(&s);
	hd_each_function (fn, u->m)
		if (hd_has_body(fn)) {
			check_parameters(fn);
			lower_function(&s, fn);
		}
	hd_own_shared_tables(u);
	/* Constants outlive the code that used them, and must not keep a pointer. */
	hd_each_global (g, u->m)
		if (hd_map_get(&s.map, g)) {
			LLVMSetInitializer(g, NULL);
			LLVMReplaceAllUsesWith(g, LLVMGetPoison(LLVMTypeOf(g)));
		}
	hd_each_global (g, u->m)
		if (hd_map_get(&s.map, g))
			LLVMDeleteGlobal(g);
	return true;
}
