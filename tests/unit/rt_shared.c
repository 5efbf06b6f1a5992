/* SPDX-License-Identifier: Apache-2.0 */
/* Shows the memory a block gets: shared memory of the asked size, aligned, and context
 * by the formula of frame.h; zeroed shared memory with HEDDLE_ZERO_SHARED=1. */
#include "rt.h"

enum { STATIC = 1040, CONTEXT_BLOCK = 128, CONTEXT_GROUP = 192, LANES = 16 };

struct sizes {
	size_t dynamic, context;
	_Atomic int *dirty; /* blocks that found something in shared memory */
};

KERNEL(touch, struct sizes, .shared_static = STATIC, .context_block = CONTEXT_BLOCK,
       .context_group = CONTEXT_GROUP, .lanes = LANES)
{
	bool dirty = false;

	(void)block;
	CHECK((uintptr_t)frame->shared % 128 == 0);
	CHECK((uintptr_t)frame->context % 128 == 0);
	CHECK(frame->dynamic_shared == frame->shared + STATIC);
	CHECK(frame->dynamic_bytes == a->dynamic);
	for (size_t i = 0; i < STATIC + a->dynamic; i++)
		dirty |= frame->shared[i] != 0;
	if (dirty)
		atomic_fetch_add(a->dirty, 1);
	/* Sanitizers see it if there is less room than promised. */
	memset(frame->shared - 64, 1, STATIC + a->dynamic + 128);
	memset(frame->context, 2, a->context);
}

static void
launch_touch(dim3 block, size_t dynamic, _Atomic int *dirty)
{
	size_t groups = (block.x + LANES - 1) / LANES * block.y * block.z;
	struct sizes a = {dynamic, CONTEXT_BLOCK + groups * CONTEXT_GROUP, dirty};
	void *args[] = {&a};

	OK(cudaLaunchKernel(&touch, (dim3){40, 1, 1}, block, args, dynamic, 0));
	OK(cudaDeviceSynchronize());
}

static void
all_sizes(void)
{
	_Atomic int dirty = 0;

	launch_touch((dim3){1, 1, 1}, 0, &dirty);
	launch_touch((dim3){17, 3, 2}, 4096, &dirty);
	launch_touch((dim3){1024, 1, 1}, 40000, &dirty);
	OK(cudaFuncSetAttribute(&touch, cudaFuncAttributeMaxDynamicSharedMemorySize,
				100000));
	launch_touch((dim3){1, 1, 64}, 100000, &dirty);
	printf("%d\n", atomic_load(&dirty));
}

static void
zeroed(void)
{
	setenv("HEDDLE_ZERO_SHARED", "1", 1);
	all_sizes();
}

int
main(void)
{
	char text[64];

	REGISTER(touch);
	CHECK(run_child(all_sizes, 1, text, sizeof text) == 0);
	CHECK(atoi(text) > 0);
	CHECK(run_child(zeroed, 1, text, sizeof text) == 0);
	CHECK(atoi(text) == 0);
	return 0;
}
