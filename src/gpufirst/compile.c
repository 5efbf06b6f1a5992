/* SPDX-License-Identifier: Apache-2.0 */
/* The steps, in order. */
#include "gpufirst.h"

static void
set_types(hd_unit *u)
{
	u->i1 = LLVMInt1TypeInContext(u->c);
	u->i8 = LLVMInt8TypeInContext(u->c);
	u->i16 = LLVMInt16TypeInContext(u->c);
	u->i32 = LLVMInt32TypeInContext(u->c);
	u->i64 = LLVMInt64TypeInContext(u->c);
	u->f32 = LLVMFloatTypeInContext(u->c);
	u->f64 = LLVMDoubleTypeInContext(u->c);
	u->ptr = LLVMPointerTypeInContext(u->c, 0);
	u->void_type = LLVMVoidTypeInContext(u->c);
}

static bool
set_target(gf *g)
{
	LLVMTargetRef target;
	char *why = NULL, *layout;

	g->triple = LLVMGetTarget(g->u.m);
	if (LLVMGetTargetFromTriple(g->triple, &target, &why)) {
		hd_error_at((hd_pos){0}, "no code can be made for %s: %s", g->triple,
			    why);
		LLVMDisposeMessage(why);
		return false;
	}
	g->u.tm = LLVMCreateTargetMachine(target, g->triple, "", "",
					  LLVMCodeGenLevelDefault, LLVMRelocPIC,
					  LLVMCodeModelDefault);
	g->u.dl = LLVMCreateTargetDataLayout(g->u.tm);
	g->host = LLVMModuleCreateWithNameInContext("landing pads", g->u.c);
	LLVMSetTarget(g->host, g->triple);
	layout = LLVMCopyStringRepOfTargetData(g->u.dl);
	LLVMSetDataLayout(g->host, layout);
	LLVMDisposeMessage(layout);
	return true;
}

static bool
transform(gf *g)
{
	hd_gf_check(g);
	if (hd_error_count())
		return false;
	hd_gf_variadics(g);
	hd_gf_loops(g);
	hd_gf_reductions(g);
	hd_gf_threadprivate(g);
	hd_run_llvm(&g->u, "function(sroa,early-cse,simplifycfg)");
	hd_gf_libc(g);
	hd_gf_regions(g);
	hd_gf_remote(g);
	if (hd_error_count())
		return false;
	hd_gf_locals(g);
	hd_gf_shapes(g);
	hd_gf_entry(g);
	hd_gf_checks(g);
	return hd_error_count() == 0;
}

bool
hd_gpufirst(const hd_gf_options *o)
{
	gf g = {.opt = o};

	LLVMInitializeAllTargetInfos();
	LLVMInitializeAllTargets();
	LLVMInitializeAllTargetMCs();
	LLVMInitializeAllAsmPrinters();
	LLVMInitializeAllAsmParsers();
	g.u.c = LLVMContextCreate();
	g.b = LLVMCreateBuilderInContext(g.u.c);
	set_types(&g.u);
	return hd_gf_read(&g) && set_target(&g) && transform(&g) && hd_gf_emit(&g);
}
