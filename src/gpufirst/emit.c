/* SPDX-License-Identifier: Apache-2.0 */
/* The two copies of the program: PTX for the GPU, an object for the CPU. Both get the
 * device part of the runtime, and everything that the loader does not look for becomes
 * internal. */
#include "gpufirst.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>

static const char layout_gpu[] = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64";
static const char triple_gpu[] = "nvptx64-nvidia-cuda";

/* Constants that the compiler defines for the runtime. */
static const char *const constants[] = {"hd_gf_may_nest", "hd_gf_may_part",
					"hd_gf_list_offset"};

static bool
is_kept(const char *name)
{
	for (size_t i = 0; i < HD_COUNT(constants); i++)
		if (strcmp(name, constants[i]) == 0)
			return true;
	return hd_has_prefix(name, "hd_gf_region_") ||
	       hd_has_prefix(name, "hd_gf_var_") || strcmp(name, "hd_gf_main") == 0 ||
	       strcmp(name, "hd_gf_env") == 0 || hd_has_prefix(name, "llvm.");
}

static bool
is_kernel(const char *name)
{
	return hd_has_prefix(name, "hd_gf_region_") || strcmp(name, "hd_gf_main") == 0;
}

static void
internalize_value(LLVMValueRef v)
{
	if (!LLVMIsDeclaration(v) && !is_kept(hd_name(v)))
		LLVMSetLinkage(v, LLVMInternalLinkage);
	LLVMSetVisibility(v, LLVMDefaultVisibility);
}

static void
internalize(LLVMModuleRef m)
{
	LLVMValueRef fork = LLVMGetNamedFunction(m, "hd_gfx_fork");

	hd_each_global (v, m)
		internalize_value(v);
	hd_each_function (f, m)
		internalize_value(f);
	if (!fork || !hd_has_body(fork)) /* before linking */
		return;
	for (size_t i = 0; i < HD_COUNT(constants); i++) {
		LLVMValueRef v = LLVMGetNamedGlobal(m, constants[i]);

		if (v)
			LLVMSetLinkage(v, LLVMInternalLinkage);
	}
}

/* What a function says about a processor is not about this one. */
static void
strip_attributes(LLVMModuleRef m)
{
	static const char *const text[] = {
		"target-cpu",    "target-features", "tune-cpu",
		"frame-pointer", "probe-stack",     "stack-protector-buffer-size"};

	hd_each_function (f, m) {
		for (size_t i = 0; i < HD_COUNT(text); i++)
			LLVMRemoveStringAttributeAtIndex(
				f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				text[i], (unsigned)strlen(text[i]));
		hd_remove_attr(f, "uwtable");
		hd_remove_attr(f, "sspstrong");
	}
}

/* ---- for the GPU */

/* PTX knows letters, digits, _ and $. */
static void
rename_for_ptx(gf *g, LLVMValueRef v)
{
	char *name = hd_strdup(&g->u.mem, hd_name(v));

	if (hd_has_prefix(name, "llvm."))
		return;
	for (char *p = name; *p; p++)
		if (*p == '.' || *p == '-')
			*p = '_';
	if (strcmp(name, hd_name(v)))
		LLVMSetValueName2(v, name, strlen(name));
}

static void
annotate(gf *g, LLVMModuleRef m, LLVMValueRef v, const char *key)
{
	LLVMMetadataRef op[3] = {
		LLVMValueAsMetadata(v),
		LLVMMDStringInContext2(g->u.c, key, strlen(key)),
		LLVMValueAsMetadata(hd_i32(&g->u, 1)),
	};
	LLVMMetadataRef node = LLVMMDNodeInContext2(g->u.c, op, 3);

	LLVMAddNamedMetadataOperand(m, "nvvm.annotations",
				    LLVMMetadataAsValue(g->u.c, node));
}

/* Neighbouring threads read an array best if it begins where a row of memory does. */
static bool
is_large(gf *g, LLVMValueRef v)
{
	return LLVMABISizeOfType(LLVMGetModuleDataLayout(g->u.m),
				 LLVMGlobalGetValueType(v)) >= HD_GF_LARGE &&
	       LLVMGetAlignment(v) < HD_GF_LINE;
}

/* Variables go to global memory; in unified mode the host sees those that change. */
static void
place_variables(gf *g, LLVMModuleRef m)
{
	enum { GLOBAL = 1 };

	hd_each_global (v, m) {
		LLVMValueRef to;
		char *name = hd_strdup(&g->u.mem, hd_name(v));
		bool constant = LLVMIsGlobalConstant(v);

		if (LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == GLOBAL ||
		    hd_has_prefix(name, "llvm.") || is_kept(name))
			continue;
		LLVMSetValueName2(v, "", 0);
		to = LLVMAddGlobalInAddressSpace(m, LLVMGlobalGetValueType(v), name,
						 GLOBAL);
		if (LLVMGetInitializer(v)) { /* otherwise the runtime has it */
			LLVMSetInitializer(to, LLVMGetInitializer(v));
			LLVMSetLinkage(to, LLVMInternalLinkage);
		}
		LLVMSetGlobalConstant(to, constant);
		LLVMSetAlignment(to, is_large(g, v) ? HD_GF_LINE : LLVMGetAlignment(v));
		LLVMReplaceAllUsesWith(v, LLVMConstAddrSpaceCast(to, g->u.ptr));
		LLVMDeleteGlobal(v);
		if (!constant && !g->opt->copy && LLVMGetInitializer(to))
			annotate(g, m, to, "managed");
	}
}

/* Threads may meet in any function: nothing may be moved into or out of branches as if
 * they did not. LLVM finds out where they cannot. */
static void
mark_convergent(gf *g, LLVMModuleRef m)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("convergent", 10);
	LLVMAttributeRef a = LLVMCreateEnumAttribute(g->u.c, kind, 0);

	hd_each_function (f, m) {
		if (LLVMGetIntrinsicID(f))
			continue;
		hd_add_attr(&g->u, f, "convergent");
		hd_each_block (bb, f)
			hd_each_insn (i, bb)
				if (LLVMIsACallInst(i) && !hd_callee(i))
					LLVMAddCallSiteAttribute(
						i,
						(LLVMAttributeIndex)
							LLVMAttributeFunctionIndex,
						a);
	}
}

/* How strong an access is, a fence left aside. */
static LLVMAtomicOrdering
ordering_of(LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
	case LLVMStore:
	case LLVMAtomicRMW:
		return LLVMGetOrdering(i);
	case LLVMAtomicCmpXchg:
		return LLVMGetCmpXchgSuccessOrdering(i);
	default:
		return LLVMAtomicOrderingNotAtomic;
	}
}

/* NVPTX has only relaxed atomics: stronger ones get fences around them. Its fence is a
 * call. */
static void
order_atomics(gf *g, LLVMModuleRef m)
{
	static const char name[] = "llvm.nvvm.membar.gl";
	unsigned id = LLVMLookupIntrinsicID(name, sizeof name - 1);
	LLVMValueRef fence = LLVMGetIntrinsicDeclaration(m, id, NULL, 0);

	hd_each_function (f, m)
		hd_each_block (bb, f)
			hd_each_insn (i, bb) {
				bool is_fence = LLVMIsAFenceInst(i) != NULL;

				if (!is_fence &&
				    ordering_of(i) <= LLVMAtomicOrderingMonotonic)
					continue;
				LLVMPositionBuilderBefore(g->b, i);
				gf_call(g, fence, 0, NULL);
				if (is_fence) {
					LLVMInstructionEraseFromParent(i);
					continue;
				}
				if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
					LLVMSetOrdering(i, LLVMAtomicOrderingMonotonic);
				LLVMPositionBuilderBefore(g->b, i_next);
				gf_call(g, fence, 0, NULL);
			}
}

/* ---- both */

static LLVMTargetMachineRef
machine_for(const char *triple, const char *cpu, const char *features, int level)
{
	LLVMTargetRef target;
	char *why = NULL;

	if (LLVMGetTargetFromTriple(triple, &target, &why)) {
		hd_error_at((hd_pos){0}, "no code can be made for %s: %s", triple, why);
		LLVMDisposeMessage(why);
		return NULL;
	}
	return LLVMCreateTargetMachine(target, triple, cpu, features,
				       level ? LLVMCodeGenLevelDefault
					     : LLVMCodeGenLevelNone,
				       LLVMRelocPIC, LLVMCodeModelDefault);
}

static bool
verify(LLVMModuleRef m, const char *what)
{
	char *why = NULL;

	if (LLVMVerifyModule(m, LLVMReturnStatusAction, &why))
		hd_bug("%s: %s", what, why);
	LLVMDisposeMessage(why);
	return true;
}

static void
dump(gf *g, LLVMModuleRef m, const char *name)
{
	char *why = NULL;

	if (g->opt->dump &&
	    LLVMPrintModuleToFile(
		    m, hd_format(&g->u.mem, "%s/%s.ll", g->opt->dump, name), &why))
		hd_warn_at((hd_pos){0}, "cannot dump %s: %s", name, why);
}

static void
optimize(gf *g, LLVMModuleRef m, LLVMTargetMachineRef tm, bool tsan)
{
	LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
	const char *passes = hd_format(&g->u.mem, "default<O%d>%s", g->opt->opt_level,
				       tsan ? ",tsan-module,function(tsan)" : "");
	LLVMErrorRef e;

	if (tsan)
		hd_each_function (f, m)
			if (hd_has_body(f))
				hd_add_attr(&g->u, f, "sanitize_thread");
	LLVMPassBuilderOptionsSetLoopVectorization(o, false);
	LLVMPassBuilderOptionsSetSLPVectorization(o, false);
	e = LLVMRunPasses(m, passes, tm, o);
	if (e)
		hd_bug("LLVM passes: %s", LLVMGetErrorMessage(e));
	LLVMDisposePassBuilderOptions(o);
}

static bool
write_out(LLVMTargetMachineRef tm, LLVMModuleRef m, const char *path,
	  LLVMCodeGenFileType type)
{
	char *why = NULL;

	if (!LLVMTargetMachineEmitToFile(tm, m, path, type, &why))
		return true;
	hd_error_at((hd_pos){0}, "cannot write %s: %s", path, why);
	LLVMDisposeMessage(why);
	return false;
}

/* The program's functions know no functions of the C library by heart, and LLVM inlines
 * them only into such. */
static void
set_no_builtins(gf *g, LLVMModuleRef m)
{
	hd_each_function (f, m)
		if (hd_has_body(f))
			hd_add_string_attr(&g->u, f, "no-builtins", "");
}

static bool
link_runtime(gf *g, LLVMModuleRef m, const char *path)
{
	LLVMModuleRef r = hd_read_module(&g->u, path);

	if (!r)
		return false;
	LLVMSetTarget(m, LLVMGetTarget(r));
	LLVMSetDataLayout(m, LLVMGetDataLayoutStr(r));
	return !LLVMLinkModules2(m, r);
}

static bool
emit_gpu(gf *g)
{
	enum { PTX_KERNEL = 71 };
	LLVMModuleRef m = LLVMCloneModule(g->u.m);
	LLVMTargetMachineRef tm =
		machine_for(triple_gpu, g->opt->arch, "+ptx78", g->opt->opt_level);

	if (!tm)
		return false;
	hd_use_debug_calls(m);
	LLVMSetTarget(m, triple_gpu);
	LLVMSetDataLayout(m, layout_gpu);
	internalize(m);
	place_variables(g, m);
	if (!link_runtime(g, m, g->opt->runtime_gpu))
		return false;
	LLVMSetDataLayout(m, layout_gpu);
	strip_attributes(m);
	set_no_builtins(g, m);
	internalize(m);
	hd_each_global (v, m)
		rename_for_ptx(g, v);
	hd_each_function (f, m) {
		rename_for_ptx(g, f);
		if (!is_kernel(hd_name(f)))
			continue;
		annotate(g, m, f, "kernel");
		LLVMSetFunctionCallConv(f, PTX_KERNEL); /* since LLVM 20 */
	}
	LLVMStripModuleDebugInfo(m); /* the driver does not read it */
	order_atomics(g, m);
	mark_convergent(g, m);
	verify(m, "code for the GPU");
	hd_use_debug_records(m);
	optimize(g, m, tm, false);
	dump(g, m, "gpu");
	if (!write_out(tm, m, g->opt->ptx_out, LLVMAssemblyFile))
		return false;
	LLVMDisposeTargetMachine(tm);
	return true;
}

/* Functions of ours get the processor of the program's. It matters: without a feature
 * for atomics, LLVM 19 loses failures of store-exclusive on aarch64. */
static void
copy_processor(gf *g, LLVMModuleRef m)
{
	static const char *const keys[] = {"target-cpu", "target-features"};
	LLVMValueRef from = LLVMGetNamedFunction(m, "user.main");

	for (size_t k = 0; k < HD_COUNT(keys); k++) {
		const char *value = hd_string_attr(from, keys[k]);

		if (!value)
			continue;
		hd_each_function (f, m)
			if (hd_has_body(f) && !hd_string_attr(f, keys[k]))
				hd_add_string_attr(&g->u, f, keys[k], value);
	}
}

static bool
emit_cpu(gf *g)
{
	LLVMModuleRef m = LLVMCloneModule(g->u.m);

	hd_use_debug_calls(m);
	if (!link_runtime(g, m, g->opt->runtime_cpu))
		return false;
	copy_processor(g, m);
	set_no_builtins(g, m);
	internalize(m);
	verify(m, "code for the CPU");
	hd_use_debug_records(m);
	optimize(g, m, g->u.tm, g->opt->tsan);
	dump(g, m, "cpu");
	return write_out(g->u.tm, m, g->opt->cpu_out, LLVMObjectFile);
}

bool
hd_gf_emit(gf *g)
{
	verify(g->u.m, "the transformed program");
	dump(g, g->u.m, "program");
	if (g->opt->ptx_out && !emit_gpu(g))
		return false;
	if (!emit_cpu(g))
		return false;
	hd_gf_describe(g);
	verify(g->host, "landing pads");
	dump(g, g->host, "host");
	return write_out(g->u.tm, g->host, g->opt->pads_out, LLVMObjectFile);
}
