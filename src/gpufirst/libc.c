/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that the device has itself: strlen is hd_gf_strlen there. Calls have the
 * types of the C library, which are the same. */
#include "gpufirst.h"

void
hd_gf_libc(gf *g)
{
	hd_each_function (f, g->u.m) {
		const char *name;
		LLVMValueRef there, own;

		if (hd_has_body(f) || LLVMGetIntrinsicID(f))
			continue;
		name = hd_format(&g->u.mem, "hd_gf_%s", hd_name(f));
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
