/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges of addresses that are reserved, and pieces of memory that are mapped there. Each
 * mapping is a region (regions.c), so that pointers into it are known everywhere. */
#include "inner.h"

#include <pthread.h>
#include <stdlib.h>

struct range {
	char *base;
	size_t size;
	size_t mapped; /* bytes of it */
	struct range *next;
};

/* guards the list, and changes of what is mapped */
static pthread_mutex_t virtual_lock = PTHREAD_MUTEX_INITIALIZER;
static struct range *ranges;

static struct range *
range_of(const char *at, size_t size)
{
	struct range *g = ranges;

	while (g && !(at >= g->base && size <= g->size &&
		      (size_t)(at - g->base) <= g->size - size))
		g = g->next;
	return g;
}

int
hd_virtual_reserve(size_t size, size_t align, void *hint, void **out)
{
	struct range *g = malloc(sizeof *g);
	char *base = g ? hd_reserve_pages(size, align, hint) : NULL;

	if (!base) {
		free(g);
		return HD_ERR_MEMORY;
	}
	*g = (struct range){.base = base, .size = size};
	pthread_mutex_lock(&virtual_lock);
	g->next = ranges;
	ranges = g;
	pthread_mutex_unlock(&virtual_lock);
	hd_log(HD_LOG_MEM, "%zu bytes of addresses at %p", size, (void *)base);
	*out = base;
	return HD_OK;
}

int
hd_virtual_free(void *base, size_t size)
{
	struct range **at, *g = NULL;

	pthread_mutex_lock(&virtual_lock);
	for (at = &ranges; *at && (*at)->base != (char *)base;)
		at = &(*at)->next;
	if (*at && (*at)->size == size && !(*at)->mapped) {
		g = *at;
		*at = g->next;
	}
	pthread_mutex_unlock(&virtual_lock);
	if (!g)
		return HD_ERR_VALUE;
	hd_unmap_pages(g->base, g->size);
	free(g);
	return HD_OK;
}

bool
hd_virtual_find(const void *p, char **base, size_t *size)
{
	pthread_mutex_lock(&virtual_lock);
	const struct range *g = range_of(p, 1);

	if (g) {
		*base = g->base;
		*size = g->size;
	}
	pthread_mutex_unlock(&virtual_lock);
	return g != NULL;
}

/* ---- mapping ---------------------------------------------------------------------------- */

/* The region comes first: it is refused where something is mapped already. */
static int
map(char *at, size_t size, hd_physical *p)
{
	hd_region r = {.base = at,
		       .size = size,
		       .mapped = size,
		       .kind = p->about.kind,
		       .room = size,
		       .physical = p};
	int error = size > p->about.size ? HD_ERR_VALUE : hd_region_add(&r);

	if (error)
		return error == HD_ERR_MEMORY ? error : HD_ERR_VALUE;
	if (hd_double_pages(p->home, at, size))
		return HD_OK;
	hd_region_take(at, &r);
	return HD_ERR_MEMORY;
}

int
hd_virtual_map(void *at, size_t size, uint64_t handle)
{
	hd_physical *p = NULL;
	int error = HD_ERR_VALUE;

	if (!size || size % HD_GRANULE || (uintptr_t)at % HD_GRANULE)
		return HD_ERR_VALUE;
	pthread_mutex_lock(&virtual_lock);
	struct range *g = range_of(at, size);

	if (g)
		p = hd_physical_pin(handle);
	if (p)
		error = map(at, size, p);
	if (!error)
		g->mapped += size;
	else if (p)
		hd_physical_unpin(p);
	pthread_mutex_unlock(&virtual_lock);
	hd_log(HD_LOG_MEM, "map %zu bytes at %p: %d", size, at, error);
	return error;
}

/* Whether the addresses are those of mappings, none of them cut. */
static bool
is_whole(const char *at, size_t size)
{
	hd_region r;

	if (!size || !range_of(at, size))
		return false;
	for (; size; at += r.size, size -= r.size)
		if (!hd_region_find(at, &r) || !r.physical || r.base != at ||
		    r.size > size)
			return false;
	return true;
}

static int
unmap(char *at, size_t size)
{
	struct range *g = range_of(at, size);
	hd_region r;

	if (!is_whole(at, size))
		return HD_ERR_VALUE;
	for (; size; at += r.size, size -= r.size) {
		hd_region_take(at, &r);
		if (!hd_empty_pages(at, r.size))
			return HD_ERR_MEMORY;
		g->mapped -= r.size;
		hd_physical_unpin(r.physical);
	}
	return HD_OK;
}

int
hd_virtual_unmap(void *at, size_t size)
{
	pthread_mutex_lock(&virtual_lock);
	int error = unmap(at, size);

	pthread_mutex_unlock(&virtual_lock);
	hd_log(HD_LOG_MEM, "unmap %zu bytes at %p: %d", size, at, error);
	return error;
}

/* ---- access ----------------------------------------------------------------------------- */

static int
allow(char *at, size_t size, const int access[2])
{
	hd_region r;

	if (!is_whole(at, size))
		return HD_ERR_VALUE;
	for (size_t done = 0; access[1] > 0 && done < size; done += r.size)
		if (!hd_region_find(at + done, &r) || r.kind == HD_MEM_DEVICE)
			return HD_ERR_VALUE; /* not for the host */
	for (; size; at += r.size, size -= r.size) {
		hd_region_find(at, &r);
		for (int i = 0; i < 2; i++)
			if (access[i] >= 0)
				r.access[i] = (uint8_t)access[i];
		if (!hd_region_allow(at, r.access, &r) || !hd_protect_allow(&r))
			return HD_ERR_MEMORY;
	}
	return HD_OK;
}

int
hd_virtual_allow(void *at, size_t size, const int access[2])
{
	pthread_mutex_lock(&virtual_lock);
	int error = allow(at, size, access);

	pthread_mutex_unlock(&virtual_lock);
	return error;
}

int
hd_virtual_retain(const void *p, uint64_t *handle)
{
	hd_region r;

	pthread_mutex_lock(&virtual_lock);
	bool found = hd_region_find(p, &r) && r.physical;

	if (found) {
		hd_physical_retain(r.physical);
		*handle = r.physical->handle;
	}
	pthread_mutex_unlock(&virtual_lock);
	return found ? HD_OK : HD_ERR_VALUE;
}
