/* SPDX-License-Identifier: Apache-2.0 */
/* HEDDLE_PROTECT=1: device memory that the host may not touch.
 *
 * The pages of device allocations are closed, and open only while a kernel, a copy or a
 * fill runs. These are waited for at once, so that no code of the host runs beside them.
 * New memory has a pattern in it, so that data that were never copied are noticed. */
#include "inner.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PATTERN = 0x7b }; /* huge as an index, as a float and as a double */

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER; /* guards `inside` */
static int inside;                                       /* operations that run */

static void
set_access(const hd_region *r, void *access)
{
	if (r->kind == HD_MEM_DEVICE && r->mapped)
		mprotect(r->base, r->mapped, *(int *)access);
}

static void
set_all(int access)
{
	hd_region_each(set_access, &access);
}

void
hd_protect_new(const hd_region *r)
{
	int access = PROT_NONE;

	if (!hd_opt.protect || r->kind != HD_MEM_DEVICE)
		return;
	memset(r->base, PATTERN, r->size);
	pthread_mutex_lock(&gate);
	if (!inside)
		set_access(r, &access);
	pthread_mutex_unlock(&gate);
}

void
hd_protect_open(void)
{
	if (!hd_opt.protect)
		return;
	pthread_mutex_lock(&gate);
	if (!inside++)
		set_all(PROT_READ | PROT_WRITE);
	pthread_mutex_unlock(&gate);
}

void
hd_protect_close(void)
{
	if (!hd_opt.protect)
		return;
	pthread_mutex_lock(&gate);
	if (!--inside)
		set_all(PROT_NONE);
	pthread_mutex_unlock(&gate);
}

/* Wait for an operation that was submitted with the memory open. */
int
hd_protect_finish(hd_position at)
{
	int error;

	if (!hd_opt.protect)
		return HD_OK;
	error = hd_wait_position(at);
	hd_protect_close();
	return error;
}

/* For the handler of a fault outside of kernels and copies. */
void
hd_protect_explain(const void *address)
{
	hd_region r;
	char text[256];
	int n;

	if (!hd_opt.protect || !hd_region_find(address, &r) || r.kind != HD_MEM_DEVICE)
		return;
	n = snprintf(text, sizeof text,
		     "heddle: the host touches device memory: %p is byte %zu of an "
		     "allocation of %zu bytes\n"
		     "heddle:   copy with cudaMemcpy, or run without HEDDLE_PROTECT\n",
		     address, (size_t)((const char *)address - r.base), r.size);
	if (write(STDERR_FILENO, text, (size_t)n) < 0)
		return; /* nobody listens */
}
