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
 * version, and so are device functions where their addresses are taken: what a variable
 * begins with must equal what a kernel compares it with. Everything else of the others is
 * their own.
 *
 * needs:   describe_kernels
 */
#include "pass/pass.h"
#include "frame.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Linker.h>

static bool
is_own(LLVMValueRef v)
{
	return hd_has_prefix(hd_name(v), "hd.") || hd_has_prefix(hd_name(v), "llvm.");
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

/* Until the modules are linked. */
static void
make_external(hd_unit *u, LLVMValueRef v, hd_map *linkages)
{
	*hd_map_put(&u->scratch, linkages, v) = (uintptr_t)LLVMGetLinkage(v);
	LLVMSetLinkage(v, LLVMExternalLinkage);
}

/* A function of the version whose address is taken: calls by name stay with it. */
static void
share_address(hd_unit *u, LLVMModuleRef m, LLVMValueRef fn, hd_map *linkages)
{
	const char *name = hd_strdup(&u->scratch, hd_name(fn));
	LLVMValueRef v = LLVMGetNamedFunction(u->m, name), first;

	if (!hd_has_prefix(name, "hd.fn.") || !hd_has_address_taken(fn) || !v ||
	    !hd_has_body(v))
		return;
	LLVMSetValueName2(fn, "hd.own", strlen("hd.own"));
	first = LLVMAddFunction(m, name, LLVMGlobalGetValueType(fn));
	hd_replace_address(fn, first);
	make_external(u, v, linkages);
}

/* The linker joins what is external. */
static void
prepare(hd_unit *u, LLVMModuleRef m, hd_map *linkages)
{
	hd_each_function (fn, m)
		if (hd_has_body(fn)) {
			LLVMSetLinkage(fn, LLVMInternalLinkage);
			LLVMSetComdat(fn, NULL);
			share_address(u, m, fn, linkages);
		}
	hd_each_global (g, m) {
		LLVMValueRef v = first_of(u, g);

		if (!v)
			continue;
		make_external(u, v, linkages);
		LLVMSetInitializer(g, NULL);
		LLVMSetLinkage(g, LLVMExternalLinkage);
		LLVMSetComdat(g, NULL);
	}
}

static void
restore(LLVMValueRef v, const hd_map *linkages)
{
	uintptr_t *linkage = hd_map_get(linkages, v);

	if (linkage)
		LLVMSetLinkage(v, (LLVMLinkage)*linkage);
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
	hd_each_global (g, u->m)
		restore(g, &linkages);
	hd_each_function (fn, u->m)
		restore(fn, &linkages);
	module = LLVMGetNamedGlobal(u->m, name);
	LLVMSetLinkage(module, LLVMInternalLinkage);
	return module;
}

static void
note_versions(hd_unit *u, LLVMValueRef *better, int n)
{
	LLVMValueRef module = LLVMGetNamedGlobal(u->m, "hd.module");
	LLVMValueRef old = LLVMGetInitializer(module), field[10];
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

void
hd_add_version(hd_unit *u, LLVMModuleRef m)
{
	LLVMValueRef module = link_version(u, m, (int)u->better.n + 1);

	hd_push(&u->mem, &u->better, module);
}

bool
hd_pass_link_versions(hd_unit *u)
{
	if (u->better.n)
		note_versions(u, u->better.at, (int)u->better.n);
	return u->better.n > 0;
}
