/* SPDX-License-Identifier: Apache-2.0 */
/* What nvcc refuses because no GPU has it: too much shared memory, too many arguments, too
 * large variables. */
#include "lanes/emit/emit.h"

enum { SHARED_MAX = 48 << 10 }; /* bytes; more is for dynamic shared memory alone */

static const uint64_t variable_max = 1ull << 38;

static uint64_t
shared_bytes(hd_unit *u, LLVMValueRef kernel)
{
	hd_map used = {0};
	uint32_t places = 0;
	uint64_t sum = 0;

	hd_place_shared(u, &used, &places, kernel);
	hd_each_global (g, u->m)
		if (hd_map_get(&used, g))
			sum += hd_size_of(u, LLVMGlobalGetValueType(g));
	return sum;
}

static uint64_t
argument_bytes(hd_unit *u, LLVMValueRef kernel)
{
	uint32_t end = 0;

	for (unsigned k = 0; k < hd_count_arguments(kernel); k++)
		hd_place_argument(u, kernel, k, &end);
	return end;
}

void
hd_check_kernel_limits(hd_unit *u, LLVMValueRef kernel)
{
	uint64_t shared = shared_bytes(u, kernel), args = argument_bytes(u, kernel);

	if (shared > SHARED_MAX)
		hd_error(kernel,
			 "kernel '%s' uses too much shared data (%llu bytes, %d max); "
			 "take dynamic shared memory and "
			 "cudaFuncAttributeMaxDynamicSharedMemorySize",
			 hd_source_name(kernel), (unsigned long long)shared,
			 SHARED_MAX);
	if (args > HD_MAX_ARG_BYTES)
		hd_error(kernel,
			 "kernel '%s' has too many arguments (%llu bytes, %d max); "
			 "pass a pointer to them",
			 hd_source_name(kernel), (unsigned long long)args,
			 HD_MAX_ARG_BYTES);
}

/* Where a variable is used, if it is. */
static hd_pos
place_of(hd_unit *u, LLVMValueRef v)
{
	hd_each_use (use, v) {
		LLVMValueRef by = LLVMGetUser(use);
		hd_pos pos = LLVMIsAInstruction(by)    ? hd_user_position(by)
			     : LLVMIsAConstantExpr(by) ? place_of(u, by)
						       : (hd_pos){0};

		if (pos.line)
			return pos;
	}
	return (hd_pos){.file = u->source};
}

void
hd_check_variable_limits(hd_unit *u)
{
	hd_each_global (g, u->m) {
		uint64_t bytes = hd_is_shared_variable(g)
					 ? 0
					 : hd_size_of(u, LLVMGlobalGetValueType(g));

		if (bytes > variable_max)
			hd_error_at(place_of(u, g),
				    "variable '%s' has %llu bytes, more than a device",
				    hd_name(g), (unsigned long long)bytes);
	}
}
