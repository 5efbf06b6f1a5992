/* SPDX-License-Identifier: Apache-2.0 */
/* What cannot work on a device, said before anything is changed. */
#include "gpufirst.h"

static bool
is_long_double(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMX86_FP80TypeKind:
	case LLVMFP128TypeKind:
	case LLVMPPC_FP128TypeKind:
		return true;
	default:
		return false;
	}
}

/* Assembly that only keeps the compiler from moving things is no assembly. */
static bool
check_asm(LLVMValueRef i)
{
	LLVMValueRef v = LLVMGetCalledValue(i);
	size_t n;
	const char *text;

	if (!LLVMIsAInlineAsm(v))
		return false;
	text = LLVMGetInlineAsmAsmString(v, &n);
	if (n == 0 && hd_arg_count(i) == 0) {
		LLVMInstructionEraseFromParent(i);
		return true;
	}
	hd_error(i, "inline assembly cannot run on a GPU: \"%.*s\"; write it in C",
		 (int)n, text);
	return true;
}

static void
check_insn(LLVMValueRef i)
{
	bool wide = is_long_double(LLVMTypeOf(i));

	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		wide |= is_long_double(LLVMTypeOf(LLVMGetOperand(i, (unsigned)k)));
	if (wide)
		hd_error(i, "long double is not supported on a GPU; use double");
	if (LLVMIsACallInst(i) && check_asm(i))
		return;
	if (hd_is_opcode(i, LLVMInvoke) || hd_is_opcode(i, LLVMLandingPad) ||
	    hd_is_opcode(i, LLVMResume))
		hd_error(i, "C++ exceptions are not supported; use -fno-exceptions");
	if (hd_is_opcode(i, LLVMIndirectBr))
		hd_error(i, "computed goto is not supported on a GPU; use switch");
}

/* clang's code for sums of all before, shared by threads, loses the first value of the
 * variable and writes behind its buffer. Needs clang's names of blocks. */
static void
check_scan(LLVMBasicBlockRef bb)
{
	if (hd_has_prefix(LLVMGetBasicBlockName(bb), "omp.outer.log.scan.body"))
		hd_error(LLVMGetBasicBlockTerminator(bb),
			 "reduction(inscan, ...) is not supported: clang makes wrong "
			 "code of it, for CPUs too; write it as two loops");
}

static void
check_main(gf *g)
{
	LLVMValueRef f = LLVMGetNamedFunction(g->u.m, "main");

	if (!f || !hd_has_body(f))
		hd_error_at((hd_pos){0}, "no main() in the program: name all sources");
	else if (LLVMCountParams(f) > 3)
		hd_error_at(hd_function_position(f), "main has too many parameters");
}

void
hd_gf_check(gf *g)
{
	size_t n;

	check_main(g);
	if (*LLVMGetModuleInlineAsm(g->u.m, &n))
		hd_error_at((hd_pos){0}, "assembly outside of functions cannot run on "
					 "a GPU; write it in C");
	hd_each_function (f, g->u.m)
		hd_each_block (bb, f) {
			check_scan(bb);
			hd_each_insn (i, bb) {
				if (hd_error_count() > 20)
					return;
				check_insn(i);
			}
		}
}
