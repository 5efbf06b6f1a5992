/* SPDX-License-Identifier: Apache-2.0 */
/* carry_code: the object carries its device code, for the second tier.
 *
 *     @hd.module = constant { ..., ptr null, ptr null, i64 0 }
 * becomes
 *     @hd.carried = internal constant [n x i8] c"HDCODE..."
 *     @hd.symbols = internal constant [2 x { ptr, ptr }]
 *                       [{ ptr @"counter", ptr @counter }, { ptr @"hd.fn.f", ptr @hd.fn.f }]
 *     @hd.module = constant { ..., ptr @hd.carried, ptr @hd.symbols, i64 2 }
 *
 * The second tier shares with the first what has an identity: variables, and functions whose
 * address is taken. Everything else it has of its own.
 *
 * needs:   describe_kernels
 */
#include "pass/pass.h"

typedef HD_VEC(LLVMValueRef) values;

static LLVMValueRef
internal_constant(hd_unit *u, LLVMValueRef init, const char *name, unsigned align)
{
	LLVMValueRef g = LLVMAddGlobal(u->m, LLVMTypeOf(init), name);

	LLVMSetInitializer(g, init);
	LLVMSetLinkage(g, LLVMInternalLinkage);
	LLVMSetGlobalConstant(g, true);
	LLVMSetAlignment(g, align);
	return g;
}

static void
add_symbol(hd_unit *u, values *list, LLVMValueRef v)
{
	LLVMValueRef pair[] = {hd_string(u, hd_name(v), "hd.symbol"), v};

	hd_push(&u->scratch, list, LLVMConstStructInContext(u->c, pair, 2, false));
}

static values
find_symbols(hd_unit *u)
{
	values shared = {0}, list = {0};

	hd_each_global (g, u->m)
		if (hd_is_shared_by_tiers(g))
			hd_push(&u->scratch, &shared, g);
	hd_each_function (fn, u->m)
		if (hd_is_shared_by_tiers(fn))
			hd_push(&u->scratch, &shared, fn);
	for (size_t k = 0; k < shared.n; k++)
		add_symbol(u, &list, shared.at[k]);
	return list;
}

bool
hd_pass_carry_code(hd_unit *u)
{
	enum { CODE = 7, SYMBOLS, COUNT, FIELDS };
	LLVMValueRef module = LLVMGetNamedGlobal(u->m, "hd.module");
	LLVMValueRef old = LLVMGetInitializer(module), field[FIELDS];
	LLVMValueRef bytes = LLVMConstStringInContext2(u->c, u->opt.carried,
						       u->opt.carried_bytes, true);
	values list = find_symbols(u);

	hd_check(LLVMGetNumOperands(old) == FIELDS);
	for (unsigned k = 0; k < FIELDS; k++)
		field[k] = LLVMGetOperand(old, k);
	field[CODE] = internal_constant(u, bytes, "hd.carried", 8);
	if (list.n)
		field[SYMBOLS] = internal_constant(
			u, LLVMConstArray2(LLVMTypeOf(list.at[0]), list.at, list.n),
			"hd.symbols", 8);
	field[COUNT] = hd_i64(u, (int64_t)list.n);
	LLVMSetInitializer(module,
			   LLVMConstStructInContext(u->c, field, FIELDS, false));
	return true;
}
