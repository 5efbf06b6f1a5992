/* SPDX-License-Identifier: Apache-2.0 */
/* Debug information of variables: the user's own, and threadIdx and its kin. */
#include "lanes/emit/emit.h"

enum { DW_OP_DEREF = 0x06, DW_OP_PLUS_UCONST = 0x23, DW_ATE_UNSIGNED = 7 };

static LLVMValueRef
metadata(hd_unit *u, LLVMMetadataRef m)
{
	return LLVMMetadataAsValue(u->c, m);
}

/* dbg.declare: the address of a variable. For one in the context the debugger has to
 * follow the alloca that holds the group's address. */
static void
emit_declare(hd_emit *e, LLVMValueRef i, hd_private *p)
{
	hd_unit *u = e->u;
	LLVMValueRef call = LLVMInstructionClone(i), at = e->val.priv[p - e->c->priv];
	uint32_t offset = e->l->priv_at[p - e->c->priv];

	if (offset != HD_ON_STACK) {
		uint64_t ops[] = {DW_OP_DEREF, DW_OP_PLUS_UCONST, offset};
		LLVMDIBuilderRef d = LLVMCreateDIBuilderDisallowUnresolved(u->m);
		LLVMMetadataRef where = LLVMDIBuilderCreateExpression(d, ops, 3);

		LLVMDisposeDIBuilder(d);
		LLVMSetOperand(call, 2, metadata(u, where));
		at = e->blk.group_slot;
	}
	LLVMSetOperand(call, 0, metadata(u, LLVMValueAsMetadata(at)));
	LLVMSetCurrentDebugLocation2(e->b, LLVMInstructionGetDebugLoc(i));
	LLVMInsertIntoBuilder(e->b, call);
}

/* The value in `metadata ptr %x`, or NULL for lists of values and empty nodes. */
static LLVMValueRef
wrapped_value(LLVMValueRef op)
{
	LLVMMetadataKind kind = LLVMGetMetadataKind(LLVMValueAsMetadata(op));
	LLVMValueRef v = NULL;

	if (kind == LLVMConstantAsMetadataMetadataKind ||
	    kind == LLVMLocalAsMetadataMetadataKind)
		LLVMGetMDNodeOperands(op, &v); /* reads as a node with one operand */
	return v;
}

void
hd_emit_debug(hd_emit *e, LLVMValueRef i)
{
	LLVMValueRef v = wrapped_value(LLVMGetOperand(i, 0)), call;
	hd_private *p;

	if (!v || e->c->w.lanes > 1)
		return;
	p = hd_private_of(e->c, v);
	if (hd_calls(i, "llvm.dbg.declare")) {
		if (p)
			emit_declare(e, i, p);
		return;
	}
	if (!hd_calls(i, "llvm.dbg.value") ||
	    (hd_id(e->c, v) >= 0 && e->c->def[hd_id(e->c, v)] >= 0 &&
	     e->val.stamp[hd_id(e->c, v)] != e->val.epoch))
		return;
	call = LLVMInstructionClone(i);
	LLVMSetOperand(call, 0, metadata(e->u, LLVMValueAsMetadata(hd_use(e, v))));
	LLVMSetCurrentDebugLocation2(e->b, LLVMInstructionGetDebugLoc(i));
	LLVMInsertIntoBuilder(e->b, call);
}

static LLVMMetadataRef
dim3_type(LLVMDIBuilderRef d, LLVMMetadataRef scope, LLVMMetadataRef file)
{
	LLVMMetadataRef word = LLVMDIBuilderCreateBasicType(d, "unsigned int", 12, 32,
							    DW_ATE_UNSIGNED, 0);
	LLVMMetadataRef member[3];
	static const char *const name[] = {"x", "y", "z"};

	for (unsigned k = 0; k < 3; k++)
		member[k] = LLVMDIBuilderCreateMemberType(d, scope, name[k], 1, file, 0,
							  32, 32, k * 32, 0, word);
	return LLVMDIBuilderCreateStructType(d, scope, "uint3", 5, file, 0, 96, 32, 0,
					     NULL, member, 3, 0, NULL, "", 0);
}

/* threadIdx, blockIdx, blockDim and gridDim as variables that a debugger can print. */
void
hd_declare_coordinates(hd_emit *e)
{
	static const struct {
		const char *name;
		size_t offset;
	} var[] = {
		{"threadIdx", offsetof(hd_frame, thread_index)},
		{"blockIdx", offsetof(hd_frame, block_index)},
		{"blockDim", offsetof(hd_frame, block)},
		{"gridDim", offsetof(hd_frame, grid)},
	};
	hd_unit *u = e->u;
	LLVMMetadataRef sp = LLVMGetSubprogram(e->fn), file, type;
	LLVMValueRef slot, declare = LLVMGetNamedFunction(u->m, "llvm.dbg.declare");
	LLVMDIBuilderRef d;

	if (!sp || !declare)
		return;
	slot = hd_alloca(e, u->ptr, "frame");
	LLVMBuildStore(e->b, e->blk.frame, slot);
	file = LLVMDIScopeGetFile(sp);
	d = LLVMCreateDIBuilderDisallowUnresolved(u->m);
	type = dim3_type(d, sp, file);
	for (size_t k = 0; k < HD_COUNT(var); k++) {
		uint64_t ops[] = {DW_OP_DEREF, DW_OP_PLUS_UCONST, var[k].offset};
		LLVMMetadataRef v = LLVMDIBuilderCreateAutoVariable(
			d, sp, var[k].name, strlen(var[k].name), file, 0, type, true,
			64, 0);
		LLVMValueRef arg[] = {
			metadata(u, LLVMValueAsMetadata(slot)), metadata(u, v),
			metadata(u, LLVMDIBuilderCreateExpression(d, ops, 3))};

		hd_call(e->b, declare, arg, 3, "");
	}
	LLVMDIBuilderFinalize(d);
	LLVMDisposeDIBuilder(d);
}
