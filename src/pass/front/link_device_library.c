/* SPDX-License-Identifier: Apache-2.0 */
/* link_device_library: definitions for __nv_* and for NVVM intrinsics.
 *
 *     %r = call i32 @llvm.nvvm.mulhi.i(i32 %a, i32 %b)
 * becomes
 *     %r = call i32 @hd_nvvm_mulhi_i(i32 %a, i32 %b)
 *
 * for every intrinsic for which the library has such a function: adding one is a line
 * of C in runtime/dev. What the library itself only declares (libm) is marked as a host
 * function: it is called as it is.
 *
 * ensures: every function that the library has is defined, internal
 */
#include "pass/pass.h"

#include <llvm-c/Linker.h>

static const char *
library_name(hd_unit *u, const char *intrinsic)
{
	char *name = hd_format(&u->scratch, "hd_nvvm_%s",
			       intrinsic + sizeof "llvm.nvvm." - 1);

	for (char *s = name; *s; s++)
		if (*s == '.')
			*s = '_';
	return name;
}

/* The library's function for an intrinsic, or for a function of C's library that is
 * called without a declaration of the device's own: hypot -> __nv_hypot. */
static LLVMValueRef
in_library(hd_unit *u, LLVMModuleRef lib, LLVMValueRef f)
{
	const char *name = hd_name(f);

	if (hd_has_body(f) || !LLVMGetFirstUse(f))
		return NULL;
	if (hd_has_prefix(name, "llvm.nvvm."))
		return LLVMGetNamedFunction(lib, library_name(u, name));
	return LLVMGetNamedFunction(lib, hd_format(&u->scratch, "__nv_%s", name));
}

/* Redirect what the library implements under another name. */
static void
redirect(hd_unit *u, LLVMModuleRef lib)
{
	hd_each_function (f, u->m) {
		LLVMValueRef in_lib = in_library(u, lib, f), to;
		LLVMTypeRef t = LLVMGlobalGetValueType(f);

		if (!in_lib)
			continue;
		if (LLVMGlobalGetValueType(in_lib) != t) {
			if (hd_has_prefix(hd_name(f), "llvm."))
				hd_bug("the device library's %s has another type than "
				       "%s",
				       hd_name(in_lib), hd_name(f));
			continue;
		}
		to = LLVMGetNamedFunction(u->m, hd_name(in_lib));
		if (!to)
			to = LLVMAddFunction(u->m, hd_name(in_lib), t);
		LLVMReplaceAllUsesWith(f, to);
		LLVMDeleteFunction(f);
	}
}

/* Only what is needed travels: the rest of the library becomes internal and dies. */
static LLVMModuleRef
prune(hd_unit *u, LLVMModuleRef lib)
{
	LLVMModuleRef device = u->m;

	hd_each_function (f, lib) {
		LLVMValueRef wanted = LLVMGetNamedFunction(device, hd_name(f));

		if (!hd_has_body(f)) {
			if (!hd_has_prefix(hd_name(f), "llvm."))
				hd_add_string_attr(u, f, HD_HOST_FUNCTION, "");
		} else if (!wanted || hd_has_body(wanted)) {
			LLVMSetLinkage(f, LLVMInternalLinkage);
		}
	}
	u->m = lib;
	hd_run_llvm(u, "globaldce");
	u->m = device;
	return lib;
}

bool
hd_pass_link_device_library(hd_unit *u)
{
	LLVMModuleRef lib;
	hd_strings names = {0};

	if (!u->opt.library)
		return false;
	lib = hd_read_module(u, u->opt.library);
	if (!lib)
		return false;
	LLVMSetTarget(lib, LLVMGetTarget(u->m));
	LLVMSetModuleDataLayout(lib, u->dl);
	redirect(u, lib);
	lib = prune(u, lib);
	hd_each_function (f, lib)
		if (hd_has_body(f) && LLVMGetLinkage(f) != LLVMInternalLinkage)
			hd_push(&u->scratch, &names,
				hd_strdup(&u->scratch, hd_name(f)));
	if (LLVMLinkModules2(u->m, lib))
		hd_bug("the device library does not link");
	for (size_t k = 0; k < names.n; k++)
		LLVMSetLinkage(LLVMGetNamedFunction(u->m, names.at[k]),
			       LLVMInternalLinkage);
	return true;
}
