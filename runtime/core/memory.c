/* SPDX-License-Identifier: Apache-2.0 */
/* Allocation: everything is ordinary memory, remembered so that frees can be checked
 * and pointers asked about. */
#include "inner.h"

#include <stdlib.h>

enum {
	ALIGN = 256,
	LARGE = 2 << 20, /* own pages, huge ones if possible */
	MARGIN = 64 << 10,
};

static _Atomic size_t allocated;

static uint64_t
total_memory(void)
{
	static _Atomic uint64_t total;
	uint64_t n = atomic_load(&total);

	if (!n) {
		n = hd_memory_limit();
		atomic_store(&total, n);
	}
	return n;
}

/* Counts bytes against the device's memory: the system promises more than it has. */
bool
hd_memory_count(size_t size)
{
	size_t now = atomic_load(&allocated);

	do {
		if (size > total_memory() || now > total_memory() - size)
			return false;
	} while (!atomic_compare_exchange_weak(&allocated, &now, now + size));
	return true;
}

void
hd_memory_uncount(size_t size)
{
	atomic_fetch_sub(&allocated, size);
}

/* Arrays that all begin at a multiple of 2 MiB have their elements with the same number in the
 * same few places of a cache. So they begin a little later, each at another place. */
static size_t
colour(void)
{
	enum { COLOURS = 8, STEP = 5, BYTES = 512 };
	static _Atomic unsigned next;
	unsigned n = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);

	return (size_t)(n * STEP % COLOURS) * BYTES;
}

/* Stencils read a row too far and throw the values away. On a GPU, whose pages have 2 MiB,
 * that goes well, so memory before and after an allocation can be read here too. */
static size_t
margin_of(const hd_region *r, bool is_mapped)
{
	if (hd_opt.protect)
		return 0;
	return is_mapped ? LARGE + colour() : r->size >= MARGIN ? MARGIN : 0;
}

/* Small arrays of the device; with HEDDLE_PROTECT each has pages of its own. */
static bool
is_for_slots(const hd_region *r)
{
	return !hd_opt.protect && r->size < LARGE &&
	       (r->kind == HD_MEM_DEVICE || r->kind == HD_MEM_MANAGED);
}

static bool
get_slot(hd_region *r)
{
	int k = hd_slot_size(r->size);

	r->base = hd_slot_take(k);
	r->slot = k + 1;
	return r->base != NULL;
}

static size_t
whole_pages(size_t bytes)
{
	return (bytes + 4095) / 4096 * 4096;
}

/* What reaches a little into another huge page does not need one. */
static void
end_in_small_pages(const hd_region *r)
{
	size_t rest = (uintptr_t)(r->base + r->size) % LARGE;

	if (rest && rest < MARGIN)
		hd_use_small_pages(r->base + r->size - rest, LARGE);
}

/* Rows of arrays whose size is a power of two begin at multiples of one. In huge pages they
 * then compete for the same few places of the second cache: 16 for rows 128 KiB apart in the
 * 2 MiB of Sapphire Rapids. Small pages lie anywhere. There they make loops over such arrays
 * up to 1.6 times faster, as long as the processor knows the places of all pages (measured:
 * gains up to 8 MiB, no more at 16); with the half-sized cache of Skylake they lose. */
static bool
is_for_small_pages(const hd_region *r)
{
	enum { ROUND = 1 << 20, MOST = 8 << 20, CACHE = 2 << 20 };
	static _Atomic int is_large = -1; /* asking a virtual machine takes its time */

	if (r->size < LARGE || r->size > MOST || r->size % ROUND)
		return false;
	if (is_large < 0)
		is_large = hd_cpu_second_cache() >= CACHE;
	return is_large;
}

static bool
get_pages(hd_region *r)
{
	bool is_small = is_for_small_pages(r);
	bool is_mapped =
		r->size >= LARGE || (hd_opt.protect && r->kind == HD_MEM_DEVICE);
	size_t unit = is_mapped ? 4096 : ALIGN,
	       bytes = (r->size + unit - 1) / unit * unit;
	char *p;

	if (is_for_slots(r))
		return get_slot(r);
	r->mapped = is_mapped ? bytes : 0;
	r->margin = margin_of(r, is_mapped);
	bytes += 2 * r->margin;
	p = is_mapped ? hd_map_pages(whole_pages(bytes), LARGE, !is_small)
		      : aligned_alloc(ALIGN, bytes);
	r->base = p ? p + r->margin : NULL;
	if (p && is_small)
		hd_use_small_pages(p, whole_pages(bytes));
	else if (p && r->mapped && r->margin)
		end_in_small_pages(r);
	return p != NULL;
}

static void
give_pages(const hd_region *r)
{
	char *p = r->base - r->margin;

	if (r->slot)
		hd_slot_give(r->base, r->slot - 1);
	else if (r->mapped)
		hd_unmap_pages(p, whole_pages(r->mapped + 2 * r->margin));
	else
		free(p);
}

int
hd_memory_new(size_t size, enum hd_memory_kind kind, unsigned flags, void **out)
{
	hd_region r = {.size = size, .kind = kind, .flags = flags};

	return hd_memory_make(&r, out);
}

int
hd_memory_make(hd_region *wanted, void **out)
{
	hd_region r = *wanted;
	size_t size = r.size;

	*out = NULL;
	r.room = size;
	if (!size)
		return HD_OK;
	if (!hd_memory_count(size)) {
		hd_log(HD_LOG_MEM, "%zu bytes: only %zu of %llu are left", size,
		       (size_t)(total_memory() - atomic_load(&allocated)),
		       (unsigned long long)total_memory());
		return HD_ERR_MEMORY;
	}
	if (!get_pages(&r) || hd_region_add(&r)) {
		if (r.base)
			give_pages(&r);
		hd_memory_uncount(size);
		return HD_ERR_MEMORY;
	}
	hd_protect_new(&r);
	hd_log(HD_LOG_MEM, "%zu bytes at %p", size, (void *)r.base);
	*out = r.base;
	return HD_OK;
}

void
hd_memory_give(const hd_region *r)
{
	give_pages(r);
	hd_memory_uncount(r->room);
}

static void
release(const hd_region *r)
{
	hd_log(HD_LOG_MEM, "free %zu bytes at %p", r->size, (void *)r->base);
	if (r->kind == HD_MEM_REGISTERED || (r->pool && hd_mempool_keep(r)))
		return;
	hd_memory_give(r);
}

/* `host` memory and the device's have each their own function for freeing; what is mapped
 * is unmapped. */
static bool
is_freed_as(const hd_region *r, bool host)
{
	if (r->physical)
		return false;
	return host ? r->kind == HD_MEM_HOST
		    : r->kind == HD_MEM_DEVICE || r->kind == HD_MEM_MANAGED;
}

static int
detach(void *p, bool host, hd_region *r)
{
	if (hd_region_find(p, r) && r->base == p && is_freed_as(r, host) &&
	    hd_region_take(p, r))
		return HD_OK;
	hd_log(HD_LOG_MEM, "free of %p, which is not an allocation", p);
	return HD_ERR_VALUE;
}

int
hd_memory_free(void *p, bool host)
{
	hd_region r;
	int error = p ? detach(p, host, &r) : HD_OK;

	if (p && !error)
		release(&r);
	return error;
}

static void
release_units(void *args, uint64_t first, uint64_t count)
{
	(void)first, (void)count;
	release(args);
}

int
hd_memory_free_later(hd_stream *s, void *p)
{
	hd_region r;
	int error = p ? detach(p, false, &r) : HD_OK;

	if (!p || error)
		return error;
	error = hd_submit_call(s, &(hd_call){release_units, &r, sizeof r, 1, 1, false},
			       NULL);
	if (error)
		hd_region_add(&r);
	return error;
}

int
hd_memory_register(void *p, size_t size, unsigned flags)
{
	hd_region r = {
		.base = p, .size = size, .kind = HD_MEM_REGISTERED, .flags = flags};

	return p && size ? hd_region_add(&r) : HD_ERR_VALUE;
}

int
hd_memory_unregister(void *p)
{
	hd_region r;

	if (!p)
		return HD_ERR_VALUE;
	if (!hd_region_find(p, &r) || r.base != p || r.kind != HD_MEM_REGISTERED ||
	    !hd_region_take(p, &r))
		return HD_ERR_HOST_NOT_REGISTERED;
	return HD_OK;
}

void
hd_memory_free_all(void)
{
	hd_region r;

	while (hd_region_take_any(&r))
		release(&r);
}

void
hd_memory_info(size_t *available, size_t *total)
{
	uint64_t all = total_memory(), used = atomic_load(&allocated);
	uint64_t left = all > used ? all - used : 0, system = hd_memory_available();

	*total = (size_t)all;
	*available = (size_t)(left < system ? left : system);
}
