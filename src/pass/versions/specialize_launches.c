/* SPDX-License-Identifier: Apache-2.0 */
/* specialize_launches: a second version of kernels, for the block shape they are launched
 * with.
 *
 *     define void @k(ptr %p) "heddle-block"="256,1,1" { ... blockDim.x ... }
 * gets beside it
 *     define void @k.known(ptr %p) "heddle-known"="256,1,1" { ... 256 ... }
 *
 * lower_lanes puts both into one entry function, which looks at the launch. Only kernels
 * with barriers gain from it: groups per region, tails and steps are known then. Where
 * interchange_layers adds barriers, it asks for a version itself.
 *
 * needs:   everything inlined
 */
#include "frame.h"
#include "ana/barrier.h"
#include "pass/pass.h"

enum { LARGE = 2000 }; /* instructions */

static bool
gains(LLVMValueRef fn)
{
	bool barriers = false;
	int n = 0;

	hd_each_block (bb, fn)
		hd_each_insn (i, bb) {
			barriers |= hd_is_block_barrier(i);
			n++;
		}
	return barriers && n <= LARGE;
}

/* What the coordinate `i` is in such a block: NULL = it depends on the thread. */
static LLVMValueRef
constant_of(hd_unit *u, LLVMValueRef i, const uint32_t block[3])
{
	int dim;

	switch (hd_sreg_read(i, &dim)) {
	case HD_NTID:
		return hd_i32(u, block[dim]);
	case HD_TID:
		return block[dim] == 1 ? hd_i32(u, 0) : NULL;
	default:
		return NULL;
	}
}

static void
put_constants(hd_unit *u, LLVMValueRef fn, const uint32_t block[3])
{
	hd_each_block (bb, fn)
		hd_each_insn (i, bb) {
			LLVMValueRef k = constant_of(u, i, block);

			if (!k)
				continue;
			LLVMReplaceAllUsesWith(i, k);
			LLVMInstructionEraseFromParent(i);
		}
}

/* A kernel that has none yet; NULL: there is no such shape, or it cannot be launched. */
LLVMValueRef
hd_add_known_version(hd_unit *u, LLVMValueRef fn)
{
	const char *shape = hd_string_attr(fn, HD_BLOCK);
	LLVMValueRef known;
	uint32_t block[3];

	if (!shape || !hd_does(u, HD_TRICK_known) || u->opt.lanes == 1)
		return NULL;
	hd_check(hd_read_shape(shape, block));
	if ((uint64_t)block[0] * block[1] * block[2] > HD_MAX_THREADS)
		return NULL;
	known = hd_clone_function(
		u, fn, hd_format(&u->scratch, "%s" HD_KNOWN_SUFFIX, hd_name(fn)));
	hd_add_string_attr(u, known, HD_KNOWN, shape);
	put_constants(u, known, block);
	return known;
}

bool
hd_pass_specialize_launches(hd_unit *u)
{
	HD_VEC(LLVMValueRef) kernels = {0};
	bool any = false;

	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && hd_is_kernel(u, fn) && gains(fn))
			hd_push(&u->scratch, &kernels, fn);
	for (size_t k = 0; k < kernels.n; k++)
		any |= hd_add_known_version(u, kernels.at[k]) != NULL;
	return any;
}
