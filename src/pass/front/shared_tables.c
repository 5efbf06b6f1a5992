/* SPDX-License-Identifier: Apache-2.0 */
/* Part of lower_address_spaces: constants with addresses of shared variables.
 *
 *     int *buffer[2] = {a, b};                  (a and b are shared)
 *     @table = constant [2 x ptr] [ptr @a, ptr @b]
 *
 * Such an address is another one for each block. Each function has the table in a variable of
 * its own, and writes the addresses into it. */
#include "pass/pass.h"

typedef struct table {
	hd_unit *u;
	LLVMBuilderRef b; /* in the function's first block */
	LLVMValueRef own;
} table;

static bool
mentions_shared(LLVMValueRef k)
{
	if (hd_is_shared_variable(k))
		return true;
	if (LLVMIsAGlobalValue(k) || !LLVMIsAConstant(k))
		return false;
	for (int j = 0; j < LLVMGetNumOperands(k); j++)
		if (mentions_shared(LLVMGetOperand(k, (unsigned)j)))
			return true;
	return false;
}

static LLVMValueRef
user_function(LLVMValueRef user)
{
	return LLVMIsAInstruction(user)
		       ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))
		       : NULL;
}

/* Element by element; zeros and undefined elements are there. */
static void
write_table(table *t, LLVMValueRef k, uint64_t offset)
{
	LLVMTypeRef type = LLVMTypeOf(k);
	enum { STRUCT = LLVMStructTypeKind, ARRAY = LLVMArrayTypeKind };
	unsigned n = LLVMGetTypeKind(type) == STRUCT ? LLVMCountStructElementTypes(type)
		     : LLVMGetTypeKind(type) == ARRAY ? LLVMGetArrayLength(type)
						      : 0;
	LLVMValueRef p, store;

	if (LLVMIsNull(k) || LLVMIsUndef(k))
		return;
	if (!n) {
		p = hd_offset(t->u, t->b, t->own, (int64_t)offset, "");
		store = LLVMBuildStore(t->b, k, p);
		LLVMSetAlignment(store, 1);
		return;
	}
	for (unsigned j = 0; j < n; j++) {
		uint64_t at = LLVMGetTypeKind(type) == STRUCT
				      ? LLVMOffsetOfElement(t->u->dl, type, j)
				      : j * hd_size_of(t->u, LLVMGetElementType(type));

		write_table(t, LLVMGetAggregateElement(k, j), offset + at);
	}
}

static LLVMValueRef
own_table(hd_unit *u, LLVMValueRef fn, LLVMValueRef g)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(g);
	LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
	table t = {u, LLVMCreateBuilderInContext(u->c), NULL};

	LLVMPositionBuilderBefore(t.b, first);
	t.own = LLVMBuildAlloca(t.b, type, "table");
	if (LLVMGetAlignment(g))
		LLVMSetAlignment(t.own, LLVMGetAlignment(g));
	while (hd_is_opcode(first, LLVMAlloca))
		first = LLVMGetNextInstruction(first);
	LLVMPositionBuilderBefore(t.b, first);
	LLVMBuildStore(t.b, LLVMConstNull(type), t.own);
	write_table(&t, LLVMGetInitializer(g), 0);
	LLVMDisposeBuilder(t.b);
	return t.own;
}

/* In the function that `user` is in; false: it is in none. */
static bool
use_own(hd_unit *u, LLVMValueRef g, LLVMValueRef user)
{
	LLVMValueRef fn = user_function(user), own;

	if (!fn)
		return false;
	own = own_table(u, fn, g);
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			for (int k = 0; k < LLVMGetNumOperands(i); k++)
				if (LLVMGetOperand(i, (unsigned)k) == g)
					LLVMSetOperand(i, (unsigned)k, own);
	return true;
}

void
hd_own_shared_tables(hd_unit *u)
{
	hd_each_global (g, u->m) {
		LLVMValueRef init = LLVMGetInitializer(g);
		LLVMUseRef use;

		if (!init || !LLVMIsGlobalConstant(g) || !mentions_shared(init))
			continue;
		while ((use = LLVMGetFirstUse(g)) && use_own(u, g, LLVMGetUser(use)))
			;
		if (!use)
			LLVMSetInitializer(g, LLVMConstNull(LLVMGlobalGetValueType(g)));
	}
}
