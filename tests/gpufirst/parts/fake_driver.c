/* SPDX-License-Identifier: Apache-2.0 */
/* A driver for tests of the loader: it has the functions that the loader looks for, and
 * a GPU with one fault, which FAKE_GPU names. It runs nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../runtime/gpufirst/host/cuda.h"
#include "../../../runtime/gpufirst/share.h"

enum { OUT_OF_MEMORY = 2, NO_DEVICE = 100, BAD_CODE = 218, ILLEGAL_ADDRESS = 700 };
static int started, handle;
static int pending; /* what the streams of the loader do not wait for */
static hd_gf_slot *slots;

static int
is(const char *fault)
{
	const char *s = getenv("FAKE_GPU");

	return s && strcmp(s, fault) == 0;
}

#define FUNCTION(name, params)                                                         \
	cu_result name params;                                                         \
	cu_result name params

#ifndef OLD_DRIVER
FUNCTION(cuLaunchCooperativeKernel,
	 (cu_handle f, unsigned x, unsigned y, unsigned z, unsigned tx, unsigned ty,
	  unsigned tz, unsigned shared, cu_handle stream, void **args))
{
	(void)f, (void)y, (void)z, (void)ty, (void)tz;
	(void)stream, (void)args;
	fprintf(stderr, "a grid of %u x %u%s.\n", x, tx, shared ? " apart" : "");
	started = 1;
	return is("no room") ? 720 : 0;
}
#endif
FUNCTION(cuInit, (unsigned flags))
{
	(void)flags;
	return is("broken") ? NO_DEVICE : 0;
}
FUNCTION(cuDeviceGetCount, (int *n))
{
	*n = !is("none");
	return 0;
}
FUNCTION(cuDeviceGet, (int *d, int i))
{
	*d = i;
	return 0;
}
FUNCTION(cuDeviceGetName, (char *name, int n, int d))
{
	(void)d;
	strncpy(name, "Fake 100", (size_t)n);
	return 0;
}
FUNCTION(cuDeviceGetAttribute, (int *x, int which, int d))
{
	(void)d;
	switch (which) {
	case CU_MULTIPROCESSORS:
		*x = 4;
		break;
	case CU_THREADS_PER_MULTIPROCESSOR:
		*x = 1024;
		break;
	case CU_MAJOR:
		*x = is("old") ? 6 : 9;
		break;
	case CU_CONCURRENT_MANAGED:
		*x = !is("apart");
		break;
	default:
		*x = 1;
	}
	return 0;
}
FUNCTION(cuDevicePrimaryCtxRetain, (cu_handle * c, int d))
{
	*c = &handle;
	return d;
}
FUNCTION(cuCtxSetCurrent, (cu_handle c))
{
	return c != &handle;
}
FUNCTION(cuCtxSetLimit, (int limit, size_t n))
{
	return limit || n == 0;
}
FUNCTION(cuModuleLoadDataEx,
	 (cu_handle * m, const void *image, unsigned n, int *option, void **value))
{
	(void)image, (void)n, (void)option;
	*m = &handle;
	if (is("refusing"))
		strcpy(value[0], "ptxas fatal: a line that it does not like\n");
	return is("refusing") ? BAD_CODE : 0;
}
FUNCTION(cuModuleGetFunction, (cu_handle * f, cu_handle m, const char *name))
{
	*f = m;
	return !name;
}
FUNCTION(cuModuleGetGlobal_v2, (cu_pointer * p, size_t *n, cu_handle m, const char *name))
{
	static char room[4096];

	(void)m, (void)name;
	*p = (cu_pointer)room;
	*n = sizeof room;
	return 0;
}
FUNCTION(cuMemGetInfo_v2, (size_t * left, size_t *all))
{
	*left = (size_t)(is("small") ? 32 : 512) << 20;
	*all = (size_t)1 << 30;
	return 0;
}
FUNCTION(cuMemAlloc_v2, (cu_pointer * p, size_t n))
{
	*p = (cu_pointer)malloc(n);
	return 0;
}
FUNCTION(cuMemAllocManaged, (cu_pointer * p, size_t n, unsigned flags))
{
	(void)flags;
	*p = is("full") ? 0 : (cu_pointer)malloc(n);
	return is("full") ? OUT_OF_MEMORY : 0;
}
FUNCTION(cuMemHostAlloc, (void **p, size_t n, unsigned flags))
{
	(void)flags;
	*p = is("unpinned") ? NULL : calloc(1, n);
	slots = slots ? slots : *p; /* the loader asks for them first */
	return *p ? 0 : OUT_OF_MEMORY;
}
FUNCTION(cuMemcpyHtoD_v2, (cu_pointer to, const void *from, size_t n))
{
	memcpy((void *)to, from, n);
	pending = 1;
	return 0;
}
FUNCTION(cuMemcpyDtoHAsync_v2, (void *to, cu_pointer from, size_t n, cu_handle s))
{
	(void)s;
	memcpy(to, (void *)from, n);
	return 0;
}
FUNCTION(cuMemsetD8_v2, (cu_pointer p, unsigned char c, size_t n))
{
	memset((void *)p, c, n);
	pending = 1;
	return 0;
}
FUNCTION(cuStreamCreate, (cu_handle * s, unsigned flags))
{
	(void)flags;
	*s = &handle;
	return 0;
}
FUNCTION(cuStreamQuery, (cu_handle s))
{
	(void)s;
	return started || is("faulty") ? ILLEGAL_ADDRESS : CU_NOT_READY;
}
FUNCTION(cuStreamSynchronize, (cu_handle s))
{
	pending &= s != NULL;
	return s && s != &handle;
}
FUNCTION(cuFuncGetAttribute, (int *x, int which, cu_handle f))
{
	(void)which, (void)f;
	*x = 1024;
	return 0;
}
FUNCTION(cuOccupancyMaxActiveBlocksPerMultiprocessor,
	 (int *n, cu_handle f, int threads, size_t shared))
{
	static int asked;

	(void)f, (void)threads, (void)shared;
	*n = is("narrow") ? 0 : is("uneven") ? 8 >> asked++ : 8;
	return 0;
}
/* The initial thread begins, and asks for its first region. */
FUNCTION(cuLaunchKernel,
	 (cu_handle f, unsigned x, unsigned y, unsigned z, unsigned tx, unsigned ty,
	  unsigned tz, unsigned shared, cu_handle stream, void **args, void **extra))
{
	(void)f, (void)x, (void)y, (void)z, (void)tx, (void)ty, (void)tz, (void)shared;
	(void)stream, (void)args, (void)extra;
	slots[0].op = HD_GF_OP_LAUNCH;
	slots[0].arg[0] = 0;
	slots[0].state = is("faulty") ? HD_GF_FREE : HD_GF_ASKED;
	return pending;
}
FUNCTION(cuGetErrorName, (cu_result r, const char **text))
{
	*text = r == OUT_OF_MEMORY     ? "OUT_OF_MEMORY"
		: r == NO_DEVICE       ? "NO_DEVICE"
		: r == ILLEGAL_ADDRESS ? "ILLEGAL_ADDRESS"
				       : "OTHER";
	return 0;
}
FUNCTION(cuGetErrorString, (cu_result r, const char **text))
{
	*text = r == ILLEGAL_ADDRESS ? "an illegal memory access was encountered"
				     : "it did not work";
	return 0;
}
