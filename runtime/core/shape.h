/* SPDX-License-Identifier: Apache-2.0 */
/* What a kernel needs for blocks of a shape: whether it can be launched so, the memory that
 * its blocks take, its arguments. A launch is so short that these are inlined. */
#ifndef HD_CORE_SHAPE_H
#define HD_CORE_SHAPE_H

#include "inner.h"

#include <limits.h>
#include <string.h>

enum { HD_STACK_SLACK = 65536 }; /* bytes for calls that a kernel makes */

static inline int
hd_check_shape(const hd_kernel *k, const uint32_t grid[3], const uint32_t block[3])
{
	static const uint32_t max_grid[3] = {INT_MAX, 65535, 65535};
	static const uint32_t max_block[3] = {1024, 1024, 64};
	uint64_t threads = 1;

	for (int i = 0; i < 3; i++) {
		if (!grid[i] || grid[i] > max_grid[i] || !block[i] ||
		    block[i] > max_block[i])
			return HD_ERR_CONFIG;
		threads *= block[i];
	}
	if (threads > HD_MAX_THREADS)
		return HD_ERR_CONFIG;
	return threads > k->max_threads ? HD_ERR_RESOURCES : HD_OK;
}

static inline uint64_t
hd_context_bytes(const hd_kernel *k, const uint32_t block[3])
{
	uint64_t yz = (uint64_t)block[1] * block[2];
	uint64_t lanes = k->lanes ? k->lanes : 1;
	uint64_t narrow = k->context_block + block[0] * yz * k->narrow_group, wide;

	if (block[0] < k->narrow_below ||
	    ((k->flags & HD_KERNEL_WARPS) && block[0] % HD_WARP && yz > 1))
		return narrow;
	wide = k->context_block +
	       (block[0] + lanes - 1) / lanes * yz * k->context_group;
	return k->flags & HD_KERNEL_UNSURE && narrow > wide ? narrow : wide;
}

static inline uint64_t
hd_stack_bytes(const hd_kernel *k)
{
	uint64_t thread = atomic_load_explicit(&hd_stack_limit, memory_order_relaxed);

	if (k->local_bytes > thread)
		thread = k->local_bytes;
	return thread * (k->lanes ? k->lanes : 1) + HD_STACK_SLACK;
}

static inline void
hd_copy_args(const hd_kernel *k, char *to, void **from)
{
	for (uint32_t i = 0; i < k->arg_count; i++) {
		const hd_arg *a = &k->args[i];

		if (a->size == 8)
			memcpy(to + a->offset, from[i], 8);
		else if (a->size == 4)
			memcpy(to + a->offset, from[i], 4);
		else
			memcpy(to + a->offset, from[i], a->size);
	}
}

#endif
