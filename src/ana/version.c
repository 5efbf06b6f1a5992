/* SPDX-License-Identifier: Apache-2.0 */
/* The versions of a kernel, and the parameters that it really has. */
#include "ana/marks.h"

LLVMValueRef
hd_known_version(LLVMValueRef fn)
{
	size_t n;
	char name[1024];

	snprintf(name, sizeof name, "%s" HD_KNOWN_SUFFIX, LLVMGetValueName2(fn, &n));
	return LLVMGetNamedFunction(LLVMGetGlobalParent(fn), name);
}

LLVMValueRef
hd_direct_version(LLVMValueRef fn)
{
	char name[1024];

	snprintf(name, sizeof name, "%s" HD_DIRECT_SUFFIX, hd_name(fn));
	return LLVMGetNamedFunction(LLVMGetGlobalParent(fn), name);
}

LLVMValueRef
hd_fitting_version(LLVMValueRef fn, int number)
{
	char name[1024];

	snprintf(name, sizeof name, "%s" HD_FIT_SUFFIX "%d", hd_name(fn), number + 1);
	return LLVMGetNamedFunction(LLVMGetGlobalParent(fn), name);
}

LLVMValueRef
hd_asking_function(hd_unit *u, LLVMValueRef kernel)
{
	return LLVMGetNamedFunction(
		u->m, hd_format(&u->scratch, HD_SUITS "%s", hd_name(kernel)));
}

unsigned
hd_count_arguments(LLVMValueRef kernel)
{
	const char *s = hd_string_attr(kernel, HD_FIELDS);
	unsigned n = LLVMCountParams(kernel);

	for (; s && *s; s++)
		n -= *s == ',';
	return n;
}

bool
hd_is_field(LLVMValueRef kernel, unsigned param, unsigned *of, unsigned *offset)
{
	unsigned n = hd_count_arguments(kernel);
	const char *s = hd_string_attr(kernel, HD_FIELDS);

	if (param < n)
		return false;
	for (; n < param; n++)
		s = strchr(s, ',') + 1;
	hd_check(sscanf(s, "%u:%u,", of, offset) == 2);
	return true;
}
