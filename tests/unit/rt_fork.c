/* SPDX-License-Identifier: Apache-2.0 */
/* Shows what a forked child sees: a clear error if the parent's pool was running, no
 * hang at its exit; a working device if CUDA was not used before the fork. */
#include "rt.h"

struct add {
	_Atomic int *sum;
};

KERNEL(add_one, struct add)
{
	(void)frame, (void)block;
	atomic_fetch_add(a->sum, 1);
}

static void
use_device(void)
{
	_Atomic int sum = 0;
	struct add a = {&sum};

	OK(launch(&add_one, 10, 1, &a, 0));
	OK(cudaDeviceSynchronize());
	CHECK(sum == 10);
}

static void
after_use(void)
{
	_Atomic int sum = 0;
	struct add a = {&sum};
	void *p;

	EXPECT(cudaErrorInitializationError, launch(&add_one, 10, 1, &a, 0));
	EXPECT(cudaErrorInitializationError, cudaDeviceSynchronize());
	EXPECT(cudaErrorInitializationError, cudaMalloc(&p, 100));
	EXPECT(cudaErrorInitializationError, cudaStreamSynchronize(0));
	EXPECT(cudaErrorInitializationError, cudaGetLastError());
	CHECK(sum == 0);
}

int
main(void)
{
	char text[1024];
	void *p;

	REGISTER(add_one);
	CHECK(run_child(use_device, 2, text, sizeof text) == 0);
	OK(cudaMalloc(&p, 100)); /* needs no threads yet */
	CHECK(run_child(use_device, 2, text, sizeof text) == 0);
	CHECK(!*text);
	use_device();
	CHECK(run_child(after_use, 2, text, sizeof text) == 0);
	CHECK(strstr(text, "forked"));
	CHECK(!strstr(strstr(text, "heddle: ") + 1, "heddle: ")); /* said once */
	use_device();
	OK(cudaFree(p));
	return 0;
}
