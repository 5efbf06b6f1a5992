/* SPDX-License-Identifier: Apache-2.0 */
/* lower_launches: kernels that device code names are what the runtime launches.
 *
 *     @address = constant ptr @child            (child is a kernel)
 * becomes
 *     @hd.launched.child = external constant i8
 *     @address = constant ptr @hd.launched.child
 *
 * which describe_kernels replaces by the kernel's descriptor: entry functions do not exist
 * yet, and nothing but a launch can use a kernel's address in device code.
 *
 * ensures: no instruction or initialiser refers to a kernel
 */
#include "pass/pass.h"

LLVMValueRef
hd_descriptor_of(hd_unit *u, LLVMValueRef kernel)
{
	const char *name = hd_format(&u->scratch, HD_LAUNCHED "%s", hd_name(kernel));
	LLVMValueRef g = LLVMGetNamedGlobal(u->m, name);

	if (!g) {
		g = LLVMAddGlobal(u->m, u->i8, name);
		LLVMSetGlobalConstant(g, true);
	}
	return g;
}

static LLVMValueRef
stand_in(void *arg, LLVMValueRef leaf)
{
	hd_unit *u = arg;

	return LLVMIsAFunction(leaf) && hd_is_kernel(u, leaf)
		       ? hd_descriptor_of(u, leaf)
		       : NULL;
}

static bool
map_operands(hd_unit *u, LLVMValueRef i)
{
	bool changed = false;

	for (int k = 0; k < LLVMGetNumOperands(i); k++) {
		LLVMValueRef old = LLVMGetOperand(i, (unsigned)k), now;

		if (!LLVMIsAConstant(old) || LLVMIsAConstantInt(old) ||
		    (hd_is_opcode(i, LLVMCall) && old == LLVMGetCalledValue(i)))
			continue;
		now = hd_map_constant(u, old, stand_in, u);
		if (now == old)
			continue;
		LLVMSetOperand(i, (unsigned)k, now);
		changed = true;
	}
	return changed;
}

bool
hd_pass_lower_launches(hd_unit *u)
{
	bool changed = false;

	hd_each_global (g, u->m) {
		LLVMValueRef init = LLVMGetInitializer(g), now;

		if (!init || hd_has_prefix(hd_name(g), "llvm."))
			continue;
		now = hd_map_constant(u, init, stand_in, u);
		if (now == init)
			continue;
		LLVMSetInitializer(g, now);
		changed = true;
	}
	hd_each_function (fn, u->m)
		hd_each_block (bb, fn)
			hd_each_insn (i, bb)
				changed |= map_operands(u, i);
	return changed;
}
