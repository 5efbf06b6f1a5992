/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that a launch runs every block once, with its indices and its arguments. */
#include "rt.h"

struct counts {
	_Atomic int *runs;
	uint32_t gx, gy;
};

KERNEL(count_runs, struct counts)
{
	uint64_t linear = frame->block_index[0] +
			  (uint64_t)a->gx * (frame->block_index[1] +
					     (uint64_t)a->gy * frame->block_index[2]);

	CHECK(linear == block);
	CHECK(frame->kernel == &count_runs_kernel);
	atomic_fetch_add(&a->runs[block], 1);
}

static void
grids(void)
{
	static const dim3 shapes[] = {{1, 1, 1}, {1000, 1, 1}, {7, 5, 3}, {1, 300, 2}};

	for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
		dim3 g = shapes[i];
		size_t n = (size_t)g.x * g.y * g.z;
		struct counts a = {calloc(n, sizeof(_Atomic int)), g.x, g.y};
		void *args[] = {&a};

		OK(cudaLaunchKernel(&count_runs, g, (dim3){32, 2, 1}, args, 0, 0));
		OK(cudaDeviceSynchronize());
		for (size_t b = 0; b < n; b++)
			CHECK(atomic_load(&a.runs[b]) == 1);
		free(a.runs);
	}
}

/* Arguments that fit into an operation, that do not, and the largest allowed. */
struct large {
	_Atomic long *sum;
	unsigned char bytes[32764 - 12];
};

struct middle {
	_Atomic long *sum;
	unsigned char bytes[500];
};

KERNEL(sum_large, struct large)
{
	(void)frame, (void)block;
	for (size_t i = 0; i < sizeof a->bytes; i++)
		atomic_fetch_add(a->sum, a->bytes[i]);
}

KERNEL(sum_middle, struct middle)
{
	(void)frame, (void)block;
	for (size_t i = 0; i < sizeof a->bytes; i++)
		atomic_fetch_add(a->sum, a->bytes[i]);
}

static void
arguments(void)
{
	static struct large l;
	static struct middle m;
	_Atomic long sum = 0;

	memset(l.bytes, 3, sizeof l.bytes);
	memset(m.bytes, 5, sizeof m.bytes);
	l.sum = m.sum = &sum;
	for (int i = 0; i < 20; i++) {
		OK(launch(&sum_large, 1, 1, &l, 0));
		OK(launch(&sum_middle, 1, 1, &m, 0));
	}
	memset(l.bytes, 99, sizeof l.bytes); /* they were copied */
	memset(m.bytes, 99, sizeof m.bytes);
	OK(cudaDeviceSynchronize());
	CHECK(sum == 20 * (3 * (long)sizeof l.bytes + 5 * (long)sizeof m.bytes));
}

/* The arguments of a kernel lie where its descriptor says. */
struct packed {
	char c;
	double d;
	int i;
};

KERNEL(pack, struct packed)
{
	(void)block;
	CHECK(a->c == 'x' && a->d == 2.5 && a->i == -7);
	CHECK((uintptr_t)frame->args % 16 == 0);
}

static void
several_arguments(void)
{
	static const hd_arg list[] = {{offsetof(struct packed, c), 1},
				      {offsetof(struct packed, d), 8},
				      {offsetof(struct packed, i), 4}};
	static hd_kernel k;
	static const hd_kernel *const kernels[] = {&k};
	static hd_module module = {HD_MODULE_MAGIC, HD_MODULE_VERSION, 1, kernels};
	static hd_fatbin_wrapper wrapper = {HD_FATBIN_MAGIC, 1, &module, NULL};
	char c = 'x';
	double d = 2.5;
	int i = -7;
	void *args[] = {&c, &d, &i};

	k = pack_kernel;
	k.args = list;
	k.arg_count = 3;
	void **h = __cudaRegisterFatBinary(&wrapper);

	__cudaRegisterFunction(h, &pack, &pack, "pack", -1, NULL, NULL, NULL, NULL,
			       NULL);
	__cudaRegisterFatBinaryEnd(h);
	OK(cudaLaunchKernel(&pack, (dim3){4, 1, 1}, (dim3){1, 1, 1}, args, 0, 0));
	OK(cudaDeviceSynchronize());
	__cudaUnregisterFatBinary(h);
	EXPECT(cudaErrorInvalidDeviceFunction,
	       cudaLaunchKernel(&pack, (dim3){4, 1, 1}, (dim3){1, 1, 1}, args, 0, 0));
}

/* Versions: the first that fits runs, each with what it needs. */
struct stride {
	const hd_kernel *_Atomic *ran;
	int stride;
};

KERNEL(strided, struct stride)
{
	CHECK(block < 3);
	atomic_store(a->ran, frame->kernel);
}

static int
is_one(void *const *args)
{
	return ((const struct stride *)args[0])->stride == 1;
}

static int
is_small(void *const *args)
{
	return ((const struct stride *)args[0])->stride < 4;
}

static void
versions(void)
{
	static hd_kernel k, small, one;
	static const hd_kernel *const kernels[] = {&k};
	static const hd_kernel *const ought[] = {&small, &one, &small, &small, &k, &k};
	static hd_module module = {HD_MODULE_MAGIC, HD_MODULE_VERSION, 1, kernels};
	static hd_fatbin_wrapper wrapper = {HD_FATBIN_MAGIC, 1, &module, NULL};
	void **h = __cudaRegisterFatBinary(&wrapper);

	k = small = one = strided_kernel;
	k.fit = &one;
	one.fit = &small;
	one.asks = is_one;
	one.context_group = 4096;
	small.asks = is_small;
	__cudaRegisterFunction(h, &strided, &strided, "strided", -1, NULL, NULL, NULL,
			       NULL, NULL);
	__cudaRegisterFatBinaryEnd(h);
	for (int s = 0; s < 6; s++) {
		const hd_kernel *_Atomic ran = NULL;
		struct stride a = {&ran, s};

		OK(launch(&strided, 3, 64, &a, 0));
		OK(cudaDeviceSynchronize());
		CHECK(atomic_load(&ran) == ought[s]);
	}
	__cudaUnregisterFatBinary(h);
}

int
main(void)
{
	REGISTER(count_runs);
	REGISTER(sum_large);
	REGISTER(sum_middle);
	grids();
	arguments();
	several_arguments();
	versions();
	return 0;
}
