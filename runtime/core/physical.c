/* SPDX-License-Identifier: Apache-2.0 */
/* Memory without an address: pieces that have handles, and that virtual.c maps, each at as
 * many places as a program likes. A piece is given back with its last handle and mapping.
 *
 * Programs have more pieces than they may open files. So one that other processes do not
 * ask for has none: it is kept by its home, a mapping that cannot be read or written, and
 * doubled from there. */
#include "inner.h"

#include <pthread.h>
#include <stdlib.h>

/* guards the table, and how often pieces are used */
static pthread_mutex_t physical_lock = PTHREAD_MUTEX_INITIALIZER;

/* A handle is a number that no other piece has had, and the place in the table. */
static hd_physical **table;
static uint32_t room, next_free; /* no place in front of it is free */
static uint32_t serial;

static bool
grow(void)
{
	uint32_t more = room ? 2 * room : 64;
	hd_physical **t = realloc(table, more * sizeof(hd_physical *));

	if (!t)
		return false;
	for (uint32_t i = room; i < more; i++)
		t[i] = NULL;
	table = t;
	room = more;
	return true;
}

static bool
enter(hd_physical *p)
{
	while (next_free < room && table[next_free])
		next_free++;
	if (next_free == room && !grow())
		return false;
	p->handle = (uint64_t)++serial << 32 | next_free;
	table[next_free] = p;
	return true;
}

static hd_physical *
find(uint64_t handle)
{
	uint32_t at = (uint32_t)handle;

	return at < room && table[at] && table[at]->handle == handle &&
			       table[at]->handles
		       ? table[at]
		       : NULL;
}

static void
leave(hd_physical *p)
{
	uint32_t at = (uint32_t)p->handle;

	table[at] = NULL;
	if (at < next_free)
		next_free = at;
}

/* ---- making and giving back ----------------------------------------------------------- */

static void
destroy(hd_physical *p)
{
	if (p->home)
		hd_unmap_pages(p->home, p->about.size);
	if (p->file >= 0)
		hd_close_file(p->file);
	if (p->counted)
		hd_memory_uncount(p->about.size);
	hd_log(HD_LOG_MEM, "give back %zu bytes without an address", p->about.size);
	free(p);
}

/* A new piece with its first handle; the file is its own from now on. */
static int
add(const hd_piece *about, int file, bool counted, uint64_t *handle)
{
	hd_physical *p = calloc(1, sizeof *p);
	bool entered = false;

	if (!p) {
		if (file >= 0)
			hd_close_file(file);
		if (counted)
			hd_memory_uncount(about->size);
		return HD_ERR_MEMORY;
	}
	*p = (hd_physical){
		.about = *about, .file = file, .counted = counted, .handles = 1};
	p->home = hd_shared_pages(about->size, file);
	if (p->home && (!counted || hd_protect_fill(p->home, about->size))) {
		pthread_mutex_lock(&physical_lock);
		entered = enter(p);
		pthread_mutex_unlock(&physical_lock);
	}
	if (entered)
		*handle = p->handle;
	else
		destroy(p);
	return entered ? HD_OK : HD_ERR_MEMORY;
}

int
hd_physical_new(const hd_piece *about, uint64_t *handle)
{
	int file = -1;

	if (!about->size || about->size % HD_GRANULE)
		return HD_ERR_VALUE;
	if (!hd_memory_count(about->size))
		return HD_ERR_MEMORY;
	if (about->shareable && (file = hd_page_file(about->size)) < 0) {
		hd_memory_uncount(about->size);
		return HD_ERR_MEMORY;
	}
	hd_log(HD_LOG_MEM, "%zu bytes without an address", about->size);
	return add(about, file, true, handle);
}

/* One use less, in `count`. */
static void
drop(hd_physical *p, uint32_t *count)
{
	bool is_last;

	(*count)--;
	is_last = !p->handles && !p->mappings;
	if (is_last)
		leave(p);
	pthread_mutex_unlock(&physical_lock);
	if (is_last)
		destroy(p);
}

int
hd_physical_release(uint64_t handle)
{
	pthread_mutex_lock(&physical_lock);
	hd_physical *p = find(handle);

	if (!p) {
		pthread_mutex_unlock(&physical_lock);
		return HD_ERR_VALUE;
	}
	drop(p, &p->handles);
	return HD_OK;
}

hd_physical *
hd_physical_pin(uint64_t handle)
{
	pthread_mutex_lock(&physical_lock);
	hd_physical *p = find(handle);

	if (p)
		p->mappings++;
	pthread_mutex_unlock(&physical_lock);
	return p;
}

void
hd_physical_unpin(hd_physical *p)
{
	pthread_mutex_lock(&physical_lock);
	drop(p, &p->mappings);
}

void
hd_physical_retain(hd_physical *p)
{
	pthread_mutex_lock(&physical_lock);
	p->handles++;
	pthread_mutex_unlock(&physical_lock);
}

int
hd_physical_ask(uint64_t handle, hd_piece *about)
{
	pthread_mutex_lock(&physical_lock);
	const hd_physical *p = find(handle);

	if (p)
		*about = p->about;
	pthread_mutex_unlock(&physical_lock);
	return p ? HD_OK : HD_ERR_VALUE;
}

/* ---- other processes -------------------------------------------------------------------- */

int
hd_physical_export(uint64_t handle, int *file)
{
	int error = HD_ERR_VALUE;

	pthread_mutex_lock(&physical_lock);
	const hd_physical *p = find(handle);

	if (p && p->file >= 0) {
		*file = hd_copy_file(p->file);
		error = *file < 0 ? HD_ERR_MEMORY : HD_OK;
	}
	pthread_mutex_unlock(&physical_lock);
	return error;
}

/* The memory counts where it was made. */
int
hd_physical_import(int file, uint64_t *handle)
{
	hd_piece about = {.kind = HD_MEM_DEVICE, .location = {1, 0}, .shareable = true};
	int own;

	if (!hd_is_page_file(file, &about.size) || !about.size ||
	    about.size % HD_GRANULE)
		return HD_ERR_VALUE;
	own = hd_copy_file(file);
	return own < 0 ? HD_ERR_MEMORY : add(&about, own, false, handle);
}
