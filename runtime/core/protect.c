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
#include <unistd.h>

enum { PATTERN = 0x7b }; /* huge as an index, as a float and as a double */

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER; /* guards `inside` */
static int inside;                                       /* operations that run */

/* What may be done with memory that is open. */
static unsigned
allowed(const hd_region *r)
{
	if (!r->physical)
		return HD_ACCESS_WRITE;
	return r->access[0] | (r->kind == HD_MEM_DEVICE ? 0u : r->access[1]);
}

static void
set_access(const hd_region *r, void *is_open)
{
	if (r->kind == HD_MEM_DEVICE && r->mapped)
		hd_allow_pages(r->base, r->mapped,
			       *(bool *)is_open ? allowed(r) : HD_ACCESS_NONE);
}

static void
set_all(bool is_open)
{
	hd_region_each(set_access, &is_open);
}

void
hd_protect_new(const hd_region *r)
{
	bool is_open = false;

	if (!hd_opt.protect || r->kind != HD_MEM_DEVICE)
		return;
	memset(r->base, PATTERN, r->size);
	pthread_mutex_lock(&gate);
	if (!inside)
		set_access(r, &is_open);
	pthread_mutex_unlock(&gate);
}

bool
hd_protect_allow(const hd_region *r)
{
	bool done, is_closed;

	pthread_mutex_lock(&gate);
	is_closed = hd_opt.protect && !inside && r->kind == HD_MEM_DEVICE;
	done = hd_allow_pages(r->base, r->mapped,
			      is_closed ? HD_ACCESS_NONE : allowed(r));
	pthread_mutex_unlock(&gate);
	return done;
}

bool
hd_protect_fill(void *pages, size_t bytes)
{
	if (!hd_opt.protect)
		return true;
	if (!hd_allow_pages(pages, bytes, HD_ACCESS_WRITE))
		return false;
	memset(pages, PATTERN, bytes);
	return hd_allow_pages(pages, bytes, HD_ACCESS_NONE);
}

void
hd_protect_open(void)
{
	if (!hd_opt.protect)
		return;
	pthread_mutex_lock(&gate);
	if (!inside++)
		set_all(true);
	pthread_mutex_unlock(&gate);
}

void
hd_protect_close(void)
{
	if (!hd_opt.protect)
		return;
	pthread_mutex_lock(&gate);
	if (!--inside)
		set_all(false);
	pthread_mutex_unlock(&gate);
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
		return; /* there is no handler */
}
