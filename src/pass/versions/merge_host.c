/* SPDX-License-Identifier: Apache-2.0 */
/* merge_host: host and device code in one module.
 *
 *     host:    @x = internal global i32 undef      (shadow of a device variable)
 *     device:  @x = externally_initialized global i32 5
 * becomes
 *     @x = internal global i32 5
 *
 * There is one address space, so a device variable *is* its host shadow: the host's
 * registration and symbol API work on it directly. Everything else of the device module
 * is renamed and internal, since host and device versions of a function share a name.
 * The fat binary wrapper of the host's registration code points at our descriptors.
 *
 * needs:   describe_kernels
 */
#include "pass/pass.h"
#include "frame.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Linker.h>

#define VARIABLE "hd.var."

static bool
is_described(LLVMValueRef v)
{
	return hd_has_prefix(hd_name(v), "hd.");
}

static void
rename_to(hd_unit *u, LLVMValueRef v, const char *prefix)
{
	const char *name = hd_format(&u->scratch, "%s%s", prefix, hd_name(v));

	LLVMSetValueName2(v, name, strlen(name));
}

/* Does any code or initialiser mention it? Unused constants do not count. */
static bool
is_used(LLVMValueRef v)
{
	hd_each_use (use, v) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsAInstruction(user) || LLVMIsAGlobalVariable(user) ||
		    is_used(user))
			return true;
	}
	return false;
}

/* Device names must not meet host names in the linker. */
static void
make_private(hd_unit *u)
{
	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && !is_described(fn)) {
			LLVMSetLinkage(fn, LLVMInternalLinkage);
			LLVMSetComdat(fn, NULL);
			rename_to(u, fn, "hd.fn.");
		}
	hd_each_global (g, u->m) {
		bool is_local;

		if (LLVMGetLinkage(g) == LLVMExternalWeakLinkage)
			hd_define_empty(g);
		else if (LLVMIsDeclaration(g) && is_used(g) && !hd_is_texture(g))
			hd_error_at(
				(hd_pos){u->source, 0, 0},
				"the device variable '%s' is used but not defined in this file",
				hd_name(g));

		is_local = LLVMGetLinkage(g) == LLVMPrivateLinkage;
		if (is_described(g) || is_local ||
		    (LLVMIsDeclaration(g) && !hd_is_texture(g)))
			continue;
		LLVMSetComdat(g, NULL);
		LLVMSetVisibility(g, LLVMDefaultVisibility);
		LLVMSetLinkage(g,
			       LLVMExternalLinkage); /* until it has met its shadow */
		rename_to(u, g, VARIABLE);
	}
}

/* Is this the host variable of some __cudaRegisterVar call? */
static bool
is_shadow(LLVMValueRef v)
{
	hd_each_use (use, v) {
		LLVMValueRef user = LLVMGetUser(use);

		if (hd_calls(user, "__cudaRegisterVar") && LLVMGetOperand(user, 1) == v)
			return true;
	}
	return false;
}

static void
unite(LLVMValueRef device, LLVMValueRef shadow)
{
	const char *name = hd_name(shadow);
	size_t n = strlen(name);
	char *copy = strdup(name);

	hd_check(copy != NULL);
	LLVMSetLinkage(device, LLVMGetLinkage(shadow));
	LLVMSetVisibility(device, LLVMGetVisibility(shadow));
	LLVMSetComdat(device, LLVMGetComdat(shadow));
	if (LLVMGetAlignment(shadow) > LLVMGetAlignment(device))
		LLVMSetAlignment(device, LLVMGetAlignment(shadow));
	LLVMSetGlobalConstant(device, false);
	LLVMSetExternallyInitialized(device, false);
	LLVMReplaceAllUsesWith(shadow, device);
	LLVMDeleteGlobal(shadow);
	LLVMSetValueName2(device, copy, n);
	free(copy);
}

/* The host's object is the one that has an initialiser and a constructor. */
static void
unite_texture(LLVMValueRef device, LLVMValueRef host)
{
	hd_check(host || !is_used(device));
	if (host)
		LLVMReplaceAllUsesWith(device, host);
	LLVMDeleteGlobal(device);
}

static void
unite_variables(hd_unit *u)
{
	hd_each_global (g, u->m) {
		const char *name = hd_name(g);
		LLVMValueRef shadow;

		if (!hd_has_prefix(name, VARIABLE))
			continue;
		shadow = LLVMGetNamedGlobal(u->m, name + sizeof VARIABLE - 1);
		if (hd_is_texture(g))
			unite_texture(g, shadow);
		else if (shadow && is_shadow(shadow))
			unite(g, shadow);
		else
			LLVMSetLinkage(g, LLVMInternalLinkage);
	}
}

/* The wrapper refers to a symbol of libheddle's alone: NVIDIA's libcudart, which has
 * every other name that a program calls, does not link instead. */
static void
point_wrapper_at_module(hd_unit *u)
{
	LLVMValueRef wrapper = LLVMGetNamedGlobal(u->m, "__cuda_fatbin_wrapper");
	LLVMValueRef module = LLVMGetNamedGlobal(u->m, "hd.module"), old, field[4];

	LLVMSetLinkage(module, LLVMInternalLinkage);
	if (!wrapper) /* nothing to register: the descriptors go */
		return;
	old = LLVMGetInitializer(wrapper);
	for (unsigned k = 0; k < 4; k++)
		field[k] = LLVMGetOperand(old, k);
	field[2] = module;
	field[3] = LLVMGetNamedGlobal(u->m, HD_RUNTIME_SYMBOL);
	if (!field[3])
		field[3] = LLVMAddGlobal(u->m, LLVMInt8TypeInContext(u->c),
					 HD_RUNTIME_SYMBOL);
	LLVMSetInitializer(wrapper, LLVMConstStructInContext(u->c, field, 4, false));
}

bool
hd_pass_merge_host(hd_unit *u)
{
	LLVMModuleRef host;

	if (!u->opt.host_ir)
		return false;
	host = u->host ? u->host : hd_read_module(u, u->opt.host_ir);
	u->host = NULL;
	if (!host)
		return false;
	hd_mark_managed(host);
	make_private(u);
	if (LLVMLinkModules2(host, u->m))
		hd_bug("host and device code do not link");
	u->m = host;
	unite_variables(u);
	point_wrapper_at_module(u);
	return true;
}
