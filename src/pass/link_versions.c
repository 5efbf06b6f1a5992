/* SPDX-License-Identifier: Apache-2.0 */
/* link_versions: the same kernels for better processors.
 *
 *     @hd.module = constant { ..., i32 ANY, i32 0, ptr null }
 * becomes
 *     @hd.module.1 = internal constant { ..., i32 X86_64_V3, i32 0, ptr null }
 *     @hd.better = internal constant [1 x ptr] [ptr @hd.module.1]
 *     @hd.module = constant { ..., i32 ANY, i32 1, ptr @hd.better }
 *
 * The device code was compiled again for each of them. Variables are those of the first
 * version; everything else of the others is their own. A program that takes the address
 * of a device function gets one version: two addresses for one function would show.
 *
 * needs:   describe_kernels
 */
#include "pass.h"
#include "frame.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Linker.h>

enum { MAX_VERSIONS = 4 };

static bool
is_own(LLVMValueRef v)
{
	return hd_has_prefix(hd_name(v), "hd.") || hd_has_prefix(hd_name(v), "llvm.");
}

static bool
is_only_called(LLVMValueRef fn)
{
	hd_each_use (use, fn)
		if (hd_callee(LLVMGetUser(use)) != fn)
			return false;
	return true;
}

static bool
has_function_addresses(hd_unit *u)
{
	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && !is_own(fn) && !is_only_called(fn))
			return true;
	return false;
}

/* A variable of the version that the first version has too. */
static LLVMValueRef
first_of(hd_unit *u, LLVMValueRef g)
{
	LLVMValueRef v = LLVMGetNamedGlobal(u->m, hd_name(g));

	if (is_own(g) || LLVMIsDeclaration(g) ||
	    LLVMGetLinkage(g) == LLVMPrivateLinkage || !v || LLVMIsDeclaration(v))
		return NULL;
	return v;
}

/* The linker joins what is external. */
static void
prepare(hd_unit *u, LLVMModuleRef m, hd_map *linkages)
{
	hd_each_function (fn, m)
		if (hd_has_body(fn)) {
			LLVMSetLinkage(fn, LLVMInternalLinkage);
			LLVMSetComdat(fn, NULL);
		}
	hd_each_global (g, m) {
		LLVMValueRef v = first_of(u, g);

		if (!v)
			continue;
		*hd_map_put(&u->scratch, linkages, v) = (uintptr_t)LLVMGetLinkage(v);
		LLVMSetLinkage(v, LLVMExternalLinkage);
		LLVMSetInitializer(g, NULL);
		LLVMSetLinkage(g, LLVMExternalLinkage);
		LLVMSetComdat(g, NULL);
	}
}

/* Its descriptors, in our module now. */
static LLVMValueRef
link_version(hd_unit *u, LLVMModuleRef m, int number)
{
	const char *name = hd_format(&u->scratch, "hd.module.%d", number);
	LLVMValueRef module = LLVMGetNamedGlobal(m, "hd.module");
	hd_map linkages = {0};

	hd_check(module != NULL);
	LLVMSetValueName2(module, name, strlen(name));
	prepare(u, m, &linkages);
	if (LLVMLinkModules2(u->m, m))
		hd_bug("a version of the device code does not link");
	hd_each_global (g, u->m) {
		uintptr_t *linkage = hd_map_get(&linkages, g);

		if (linkage)
			LLVMSetLinkage(g, (LLVMLinkage)*linkage);
	}
	module = LLVMGetNamedGlobal(u->m, name);
	LLVMSetLinkage(module, LLVMInternalLinkage);
	return module;
}

static void
note_versions(hd_unit *u, LLVMValueRef *better, int n)
{
	LLVMValueRef module = LLVMGetNamedGlobal(u->m, "hd.module");
	LLVMValueRef old = LLVMGetInitializer(module), field[7];
	LLVMValueRef list = LLVMConstArray2(u->ptr, better, (uint64_t)n);
	LLVMValueRef g = LLVMAddGlobal(u->m, LLVMTypeOf(list), "hd.better");

	LLVMSetInitializer(g, list);
	LLVMSetLinkage(g, LLVMInternalLinkage);
	LLVMSetGlobalConstant(g, true);
	for (unsigned k = 0; k < HD_COUNT(field); k++)
		field[k] = LLVMGetOperand(old, k);
	field[5] = hd_i32(u, n);
	field[6] = g;
	LLVMSetInitializer(
		module, LLVMConstStructInContext(u->c, field, HD_COUNT(field), false));
}

bool
hd_pass_link_versions(hd_unit *u)
{
	LLVMValueRef better[MAX_VERSIONS];
	LLVMModuleRef m;
	int n = 0;

	if (!u->next_version || has_function_addresses(u))
		return false;
	while (n < MAX_VERSIONS && (m = u->next_version(u))) {
		better[n] = link_version(u, m, n + 1);
		n++;
	}
	if (n)
		note_versions(u, better, n);
	return n > 0;
}
