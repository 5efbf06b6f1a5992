/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that the device has itself: strlen is hd_gf_strlen there. Calls have the
 * types of the C library, which are the same. Mathematics that clang asks LLVM for, as
 * __builtin_log2 does, is a function, too: llvm.log2.f64 is hd_gf_log2. */
#include "gpufirst.h"

/* The function of the C library that does the same as llvm.NAME.f64, llvm.NAME.i64.f64;
 * NULL: LLVM knows what to do. */
static const char *
function_of(gf *g, LLVMValueRef f)
{
	static const char *const known[] = {
		"sin",  "cos",   "tan", "exp",    "exp2",    "exp10", "log",
		"log2", "log10", "pow", "lround", "llround", "lrint", "llrint"};
	const char *name = hd_name(f), *type = strrchr(name, '.');
	size_t n;

	if (!LLVMGetIntrinsicID(f))
		return name;
	if (!type || (strcmp(type, ".f64") && strcmp(type, ".f32")))
		return NULL;
	name += strlen("llvm.");
	n = strcspn(name, ".");
	for (size_t i = 0; i < HD_COUNT(known); i++)
		if (strlen(known[i]) == n && memcmp(name, known[i], n) == 0)
			return hd_format(&g->u.mem, "%s%s", known[i],
					 strcmp(type, ".f32") ? "" : "f");
	return NULL;
}

void
hd_gf_libc(gf *g)
{
	hd_each_function (f, g->u.m) {
		const char *name = hd_has_body(f) ? NULL : function_of(g, f);
		LLVMValueRef there, own;

		if (!name)
			continue;
		name = hd_format(&g->u.mem, "hd_gf_%s", name);
		there = LLVMGetNamedFunction(g->runtime, name);
		if (!there || !hd_has_body(there))
			continue;
		own = LLVMGetNamedFunction(g->u.m, name);
		if (!own)
			own = LLVMAddFunction(g->u.m, name,
					      LLVMGlobalGetValueType(there));
		LLVMReplaceAllUsesWith(f, own);
		LLVMDeleteFunction(f);
	}
}
