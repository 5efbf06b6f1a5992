/* SPDX-License-Identifier: Apache-2.0 */
/* Building IR: constants, calls, attributes, running LLVM's own passes. */
#include "ir.h"

#include <llvm-c/Transforms/PassBuilder.h>

LLVMValueRef
hd_i32(hd_unit *u, int64_t x)
{
	return LLVMConstInt(u->i32, (uint64_t)x, true);
}

LLVMValueRef
hd_i64(hd_unit *u, int64_t x)
{
	return LLVMConstInt(u->i64, (uint64_t)x, true);
}

LLVMValueRef
hd_string(hd_unit *u, const char *text, const char *name)
{
	LLVMValueRef init = LLVMConstStringInContext2(u->c, text, strlen(text), false);
	LLVMValueRef g = LLVMAddGlobal(u->m, LLVMTypeOf(init), name);

	LLVMSetInitializer(g, init);
	LLVMSetLinkage(g, LLVMPrivateLinkage);
	LLVMSetGlobalConstant(g, true);
	LLVMSetUnnamedAddress(g, LLVMGlobalUnnamedAddr);
	return g;
}

LLVMBasicBlockRef
hd_new_block(hd_unit *u, LLVMValueRef fn, const char *name)
{
	return LLVMAppendBasicBlockInContext(u->c, fn, name);
}

LLVMValueRef
hd_intrinsic(hd_unit *u, const char *name, LLVMTypeRef *over, size_t n)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));

	if (!id)
		hd_bug("no intrinsic %s", name);
	return LLVMGetIntrinsicDeclaration(u->m, id, over, n);
}

LLVMValueRef
hd_call(LLVMBuilderRef b, LLVMValueRef fn, LLVMValueRef *args, unsigned n,
	const char *name)
{
	LLVMTypeRef t = LLVMGlobalGetValueType(fn);
	bool has_result = LLVMGetTypeKind(LLVMGetReturnType(t)) != LLVMVoidTypeKind;

	hd_check(n == LLVMCountParamTypes(t) ||
		 (n > LLVMCountParamTypes(t) && LLVMIsFunctionVarArg(t)));
	return LLVMBuildCall2(b, t, fn, args, n, has_result ? name : "");
}

LLVMValueRef
hd_build_barrier(hd_unit *u, LLVMBuilderRef b)
{
	LLVMTypeRef t = LLVMFunctionType(u->void_type, NULL, 0, false);
	LLVMValueRef f = LLVMGetNamedFunction(u->m, "hd.barrier");

	if (!f) {
		f = LLVMAddFunction(u->m, "hd.barrier", t);
		hd_add_attr(u, f, "convergent");
		hd_add_attr(u, f, "nounwind");
	}
	return hd_call(b, f, NULL, 0, "");
}

LLVMValueRef
hd_offset(hd_unit *u, LLVMBuilderRef b, LLVMValueRef p, int64_t bytes, const char *name)
{
	LLVMValueRef index = hd_i64(u, bytes);

	return bytes ? LLVMBuildInBoundsGEP2(b, u->i8, p, &index, 1, name) : p;
}

void
hd_replace(LLVMValueRef old, LLVMValueRef with)
{
	hd_check(LLVMTypeOf(old) == LLVMTypeOf(with) || !LLVMGetFirstUse(old));
	if (LLVMIsAInstruction(with) && !*hd_name(with) &&
	    LLVMGetTypeKind(LLVMTypeOf(with)) != LLVMVoidTypeKind)
		LLVMSetValueName2(with, hd_name(old), strlen(hd_name(old)));
	LLVMReplaceAllUsesWith(old, with);
	LLVMInstructionEraseFromParent(old);
}

static unsigned
attr_kind(const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

	hd_check(kind != 0);
	return kind;
}

void
hd_add_attr(hd_unit *u, LLVMValueRef fn, const char *name)
{
	LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateEnumAttribute(u->c, attr_kind(name), 0));
}

static void
add_int_attr(hd_unit *u, LLVMValueRef fn, const char *name, uint64_t value)
{
	LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateEnumAttribute(u->c, attr_kind(name), value));
}

void
hd_add_param_attr(hd_unit *u, LLVMValueRef fn, unsigned param, const char *name)
{
	LLVMAddAttributeAtIndex(fn, param + 1,
				LLVMCreateEnumAttribute(u->c, attr_kind(name), 0));
}

void
hd_add_string_attr(hd_unit *u, LLVMValueRef fn, const char *key, const char *val)
{
	LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateStringAttribute(u->c, key,
							  (unsigned)strlen(key), val,
							  (unsigned)strlen(val)));
}

const char *
hd_string_attr(LLVMValueRef fn, const char *key)
{
	unsigned n;
	LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
		fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key,
		(unsigned)strlen(key));

	return a ? LLVMGetStringAttributeValue(a, &n) : NULL;
}

void
hd_remove_attr(LLVMValueRef fn, const char *name)
{
	LLVMRemoveEnumAttributeAtIndex(
		fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attr_kind(name));
}

bool
hd_has_attr(LLVMValueRef fn, const char *name)
{
	return LLVMGetEnumAttributeAtIndex(
		       fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		       attr_kind(name)) != NULL;
}

void
hd_target_attrs(hd_unit *u, LLVMValueRef fn)
{
	static const char *const stale[] = {"target-cpu", "target-features", "tune-cpu",
					    "uniform-work-group-size"};

	for (size_t k = 0; k < HD_COUNT(stale); k++)
		LLVMRemoveStringAttributeAtIndex(
			fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, stale[k],
			(unsigned)strlen(stale[k]));
	add_int_attr(u, fn, "uwtable", 2); /* crash reports walk the stack */
	if (u->opt.cpu && *u->opt.cpu)
		hd_add_string_attr(u, fn, "target-cpu", u->opt.cpu);
	if (u->opt.features && *u->opt.features)
		hd_add_string_attr(u, fn, "target-features", u->opt.features);
}

void
hd_run_llvm(hd_unit *u, const char *pipeline)
{
	LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
	LLVMErrorRef e = LLVMRunPasses(u->m, pipeline, u->tm, o);

	if (e)
		hd_bug("LLVM passes \"%s\": %s", pipeline, LLVMGetErrorMessage(e));
	LLVMDisposePassBuilderOptions(o);
}

/* ---- mapping constants */

static LLVMValueRef
map_aggregate(hd_unit *u, LLVMValueRef c, LLVMValueRef *op, unsigned n)
{
	LLVMTypeRef t = LLVMTypeOf(c);

	switch (LLVMGetTypeKind(t)) {
	case LLVMStructTypeKind:
		if (LLVMGetStructName(t))
			return LLVMConstNamedStruct(t, op, n);
		return LLVMConstStructInContext(u->c, op, n, LLVMIsPackedStruct(t));
	case LLVMArrayTypeKind:
		return LLVMConstArray2(n ? LLVMTypeOf(op[0]) : LLVMGetElementType(t),
				       op, n);
	default:
		return LLVMConstVector(op, n);
	}
}

static LLVMValueRef
map_gep(LLVMValueRef c, LLVMValueRef *op, unsigned n)
{
	LLVMTypeRef t = LLVMGetGEPSourceElementType(c);

	return LLVMIsInBounds(c) ? LLVMConstInBoundsGEP2(t, op[0], op + 1, n - 1)
				 : LLVMConstGEP2(t, op[0], op + 1, n - 1);
}

static LLVMValueRef
map_expression(hd_unit *u, LLVMValueRef c, LLVMValueRef *op, unsigned n)
{
	switch (LLVMGetConstOpcode(c)) {
	case LLVMGetElementPtr:
		return map_gep(c, op, n);
	case LLVMAddrSpaceCast:
	case LLVMBitCast:
		return op[0];
	case LLVMPtrToInt:
		return LLVMConstPtrToInt(op[0], LLVMTypeOf(c));
	case LLVMIntToPtr:
		return LLVMConstIntToPtr(op[0], u->ptr);
	case LLVMTrunc:
		return LLVMConstTrunc(op[0], LLVMTypeOf(c));
	case LLVMAdd:
		return LLVMConstAdd(op[0], op[1]);
	case LLVMSub:
		return LLVMConstSub(op[0], op[1]);
	case LLVMXor:
		return LLVMConstXor(op[0], op[1]);
	default:
		hd_bug("constant expression of opcode %d", (int)LLVMGetConstOpcode(c));
	}
}

LLVMValueRef
hd_map_constant(hd_unit *u, LLVMValueRef c, hd_map_leaf *map, void *state)
{
	LLVMValueRef leaf = map(state, c), *op;
	bool changed = false;
	unsigned n;

	if (leaf)
		return leaf;
	if (LLVMIsAGlobalValue(c) || !LLVMIsAConstant(c))
		return c;
	n = (unsigned)LLVMGetNumOperands(c);
	if (n == 0 || LLVMIsABlockAddress(c))
		return c;
	op = HD_NEW_ARRAY(&u->scratch, LLVMValueRef, n);
	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef old = LLVMGetOperand(c, k);

		op[k] = hd_map_constant(u, old, map, state);
		changed |= op[k] != old;
	}
	if (!changed)
		return c;
	return LLVMIsAConstantExpr(c) ? map_expression(u, c, op, n)
				      : map_aggregate(u, c, op, n);
}

/* Adds to llvm.used, which LLVM and linkers leave alone. */
void
hd_keep_symbol(hd_unit *u, LLVMValueRef v)
{
	LLVMValueRef g = LLVMGetNamedGlobal(u->m, "llvm.used");
	LLVMValueRef init = g ? LLVMGetInitializer(g) : NULL;
	unsigned n = init ? (unsigned)LLVMGetNumOperands(init) : 0;
	LLVMValueRef *list = HD_NEW_ARRAY(&u->scratch, LLVMValueRef, n + 1);

	for (unsigned k = 0; k < n; k++)
		list[k] = LLVMGetOperand(init, k);
	list[n] = v;
	if (g)
		LLVMDeleteGlobal(g);
	init = LLVMConstArray2(u->ptr, list, n + 1);
	g = LLVMAddGlobal(u->m, LLVMTypeOf(init), "llvm.used");
	LLVMSetInitializer(g, init);
	LLVMSetLinkage(g, LLVMAppendingLinkage);
	LLVMSetSection(g, "llvm.metadata");
}

/* How often a branch goes its first way for once that it goes the second: what matters
 * to register allocation and layout. */
void
hd_set_odds(hd_unit *u, LLVMValueRef branch, unsigned first, unsigned second)
{
	LLVMMetadataRef op[] = {
		LLVMMDStringInContext2(u->c, "branch_weights", 14),
		LLVMValueAsMetadata(hd_i32(u, first)),
		LLVMValueAsMetadata(hd_i32(u, second)),
	};
	unsigned kind = LLVMGetMDKindIDInContext(u->c, "prof", 4);

	LLVMSetMetadata(branch, kind,
			LLVMMetadataAsValue(u->c, LLVMMDNodeInContext2(u->c, op, 3)));
}

void
hd_loop_hint(hd_unit *u, LLVMValueRef branch, const char *name, int value)
{
	const char *key = hd_format(&u->scratch, "llvm.loop.%s", name);
	LLVMMetadataRef pair[] = {LLVMMDStringInContext2(u->c, key, strlen(key)),
				  LLVMValueAsMetadata(hd_i32(u, value))};
	LLVMMetadataRef op[] = {LLVMTemporaryMDNode(u->c, NULL, 0),
				LLVMMDNodeInContext2(u->c, pair, 2)};
	LLVMMetadataRef id = LLVMMDNodeInContext2(u->c, op, 2);

	LLVMMetadataReplaceAllUsesWith(op[0], id); /* loops are told apart by this */
	LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(u->c, "llvm.loop", 9),
			LLVMMetadataAsValue(u->c, id));
}

/* What hd_leave_alone did to a function before. */
#define LEFT_ALONE "heddle-left-alone"

void
hd_leave_alone(hd_unit *u, bool (*wanted)(LLVMValueRef fn))
{
	hd_each_function (fn, u->m) {
		if (wanted && !wanted(fn) && hd_has_body(fn) &&
		    !hd_has_attr(fn, "optnone")) {
			hd_add_string_attr(u, fn, LEFT_ALONE,
					   hd_has_attr(fn, "noinline") ? "1" : "0");
			hd_add_attr(u, fn, "noinline");
			hd_add_attr(u, fn, "optnone");
		} else if (!wanted && hd_string_attr(fn, LEFT_ALONE)) {
			hd_remove_attr(fn, "optnone");
			if (hd_string_attr(fn, LEFT_ALONE)[0] == '0')
				hd_remove_attr(fn, "noinline");
			LLVMRemoveStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
							 LEFT_ALONE,
							 sizeof LEFT_ALONE - 1);
		}
	}
}

void
hd_move_before(LLVMBuilderRef b, LLVMValueRef i, LLVMValueRef place)
{
	LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(i);

	LLVMInstructionRemoveFromParent(i);
	LLVMPositionBuilderBefore(b, place);
	LLVMInsertIntoBuilderWithName(b, i, hd_name(i));
	LLVMInstructionSetDebugLoc(i, loc);
}
