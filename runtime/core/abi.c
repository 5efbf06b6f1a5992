/* SPDX-License-Identifier: Apache-2.0 */
/* What compiled kernels may call: rt_abi.def says it, this file does it. */
#include "inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STACK_REACH = 1 << 20 }; /* a kernel's frames are above ours, within this */

/* Prototypes of the whole table, so that it and the definitions cannot differ. An empty
 * argument list is no prototype in C; such a function gets one of its own. */
#define FRAME                                hd_frame *
#define PTR                                  void *
#define I32                                  int32_t
#define I64                                  int64_t
#define VOID                                 void
#define ABI(name, device, result, arguments) HD_EXPORT result hd_abi_##name arguments;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#include "rt_abi.def"
#pragma GCC diagnostic pop
#undef ABI
HD_EXPORT void hd_abi_spin(void);
HD_EXPORT int64_t hd_abi_globaltimer(void);
HD_EXPORT int32_t hd_abi_nsmid(void);

int32_t
hd_abi_printf(hd_frame *frame, void *format, void *args)
{
	(void)frame;
	return hd_device_printf(format, args);
}

/* In CUDA's own words. */
void
hd_abi_assert_fail(hd_frame *f, void *expression, void *file, int32_t line,
		   void *function, int64_t char_size)
{
	int none = 0;

	(void)char_size;
	if (atomic_compare_exchange_strong(&hd_device_error, &none, HD_ERR_ASSERT)) {
		fflush(stdout);
		fprintf(stderr,
			"%s:%d: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion "
			"`%s` failed.\n",
			(char *)file, line, (char *)function, f->block_index[0],
			f->block_index[1], f->block_index[2], f->thread_index[0],
			f->thread_index[1], f->thread_index[2], (char *)expression);
	}
	hd_kernel_fail(HD_ERR_ASSERT);
}

void
hd_abi_trap(hd_frame *f)
{
	(void)f;
	hd_kernel_trap("trap", __builtin_return_address(0));
}

/* A worker is a multiprocessor. */
int32_t
hd_abi_smid(hd_frame *f)
{
	return (int32_t)f->worker;
}

int32_t
hd_abi_nsmid(void)
{
	return (int32_t)hd_topology_get()->threads;
}

int32_t
hd_abi_dynamic_shared(hd_frame *f)
{
	return (int32_t)f->dynamic_bytes;
}

int32_t
hd_abi_is_shared(hd_frame *f, void *p)
{
	size_t at = (size_t)((char *)p - f->shared);

	return at < (size_t)f->kernel->shared_static + f->dynamic_bytes;
}

/* Do they lead to different arrays that were allocated? */
int32_t
hd_abi_are_apart(void *a, void *b)
{
	hd_region x, y;

	return hd_region_find(a, &x) && hd_region_find(b, &y) && x.base != y.base;
}

/* Private memory is on the stack or in the block's context. */
int32_t
hd_abi_is_local(hd_frame *f, void *p)
{
	const hd_op *op = f->launch;
	size_t context = (size_t)((char *)p - f->context);
	size_t stack = (size_t)((char *)p - (char *)__builtin_frame_address(0));

	return context < op->context_bytes || stack < STACK_REACH;
}

void
hd_abi_xorwow_skip(void *v, int64_t n, int32_t sequences)
{
	hd_xorwow_skip(v, (uint64_t)n, sequences != 0);
}

int32_t
hd_abi_launch(hd_frame *f, void *kernel, void *config)
{
	return hd_launch_nested(f, kernel, config);
}

void
hd_abi_launch_sync(hd_frame *f)
{
	hd_sync_nested(f);
}

void
hd_abi_grid_sync(hd_frame *f)
{
	hd_coop_sync(f);
}

void
hd_abi_pace(hd_frame *f)
{
	if (hd_coop_is_valid(f))
		hd_coop_sync(f);
}

int32_t
hd_abi_grid_valid(hd_frame *f)
{
	return hd_coop_is_valid(f);
}

void *
hd_abi_malloc(int64_t bytes)
{
	return hd_heap_new((uint64_t)bytes);
}

void
hd_abi_free(void *p)
{
	if (!hd_heap_free(p))
		hd_kernel_trap("free of what is not allocated",
			       __builtin_return_address(0));
}

void
hd_abi_spin(void)
{
	hd_beside_wait();
}

void
hd_abi_nanosleep(int32_t ns)
{
	uint32_t n = (uint32_t)ns;

	nanosleep(&(struct timespec){n / 1000000000, n % 1000000000}, NULL);
}

int64_t
hd_abi_globaltimer(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

void
hd_abi_load_pair(void *to, void *from)
{
	hd_cpu_load_pair(to, from);
}

void
hd_abi_store_pair(void *to, void *from)
{
	hd_cpu_store_pair(to, from);
}

void
hd_abi_texture(void *texture, void *request, void *out)
{
	hd_texture_read(texture, request, out);
}

void
hd_abi_mma(void *buffer, int32_t what)
{
	hd_matrix_multiply(buffer, what);
}

void
hd_abi_mma_move(void *buffer, void *memory, int64_t stride, int32_t how)
{
	hd_matrix_move(buffer, memory, stride, how);
}

void *
hd_abi_mma_buffer(int32_t warp)
{
	return hd_matrix_buffer(warp);
}

void
hd_abi_mma_registers(void *buffer, int32_t what)
{
	hd_matrix_registers(buffer, what);
}
