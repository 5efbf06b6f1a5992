/* SPDX-License-Identifier: Apache-2.0 */
/* Memory pools: what is freed may be kept, up to a threshold, for the next allocation
 * of about the same size. */
#include "inner.h"

#include <pthread.h>
#include <stdlib.h>

enum { POOL_MAGIC = 0x4864506f };

struct hd_kept {
	hd_region region;
	struct hd_kept *next;
};

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER; /* guards all lists */

static void
init(hd_mempool *p, size_t max_size)
{
	p->magic = POOL_MAGIC;
	p->max_size = max_size;
	for (int i = 0; i < 3; i++)
		p->reuse[i] = 1;
	atomic_store(&p->uses, 1);
}

hd_mempool *
hd_mempool_new(size_t max_size)
{
	hd_mempool *p = calloc(1, sizeof *p);

	if (p)
		init(p, max_size);
	return p;
}

hd_mempool *
hd_mempool_default(void)
{
	static hd_mempool pool;

	pthread_mutex_lock(&pool_lock);
	if (!pool.magic)
		init(&pool, 0);
	pthread_mutex_unlock(&pool_lock);
	return &pool;
}

bool
hd_is_mempool(const hd_mempool *p)
{
	return p && p->magic == POOL_MAGIC;
}

/* ---- counting ----------------------------------------------------------------- */

static void
count(_Atomic uint64_t *now, _Atomic uint64_t *high, uint64_t bytes)
{
	uint64_t n = atomic_fetch_add(now, bytes) + bytes, h = atomic_load(high);

	while (n > h && !atomic_compare_exchange_weak(high, &h, n))
		;
}

/* ---- keeping ------------------------------------------------------------------ */

/* Takes out a kept piece that is large enough, but not twice as large as that. */
static bool
reuse(hd_mempool *p, size_t size, hd_region *out)
{
	bool found = false;

	pthread_mutex_lock(&pool_lock);
	for (struct hd_kept **at = &p->kept; *at && !found; at = &(*at)->next) {
		struct hd_kept *k = *at;

		if (k->region.room < size || k->region.room / 2 > size)
			continue;
		*out = k->region;
		*at = k->next;
		free(k);
		found = true;
		break;
	}
	pthread_mutex_unlock(&pool_lock);
	return found;
}

static void
drop(hd_mempool *p)
{
	if (atomic_fetch_sub(&p->uses, 1) == 1)
		free(p);
}

bool
hd_mempool_keep(const hd_region *r)
{
	hd_mempool *p = r->pool;
	struct hd_kept *k = NULL;

	atomic_fetch_sub(&p->used, r->room);
	if (p->magic == POOL_MAGIC &&
	    atomic_load(&p->reserved) <= atomic_load(&p->threshold))
		k = malloc(sizeof *k);
	if (k) {
		k->region = *r;
		pthread_mutex_lock(&pool_lock);
		k->next = p->kept;
		p->kept = k;
		pthread_mutex_unlock(&pool_lock);
	} else {
		atomic_fetch_sub(&p->reserved, r->room);
	}
	drop(p);
	return k != NULL;
}

void
hd_mempool_trim(hd_mempool *p, uint64_t keep)
{
	while (atomic_load(&p->reserved) > keep) {
		pthread_mutex_lock(&pool_lock);
		struct hd_kept *k = p->kept;

		if (k)
			p->kept = k->next;
		pthread_mutex_unlock(&pool_lock);
		if (!k)
			return;
		atomic_fetch_sub(&p->reserved, k->region.room);
		hd_memory_give(&k->region);
		free(k);
	}
}

/* What is allocated from it stays valid. */
void
hd_mempool_free(hd_mempool *p)
{
	hd_mempool_trim(p, 0);
	p->magic = 0;
	drop(p);
}

int
hd_mempool_alloc(hd_mempool *p, size_t size, void **out)
{
	hd_region r = {.size = size, .kind = HD_MEM_DEVICE, .pool = p}, old;
	int error = HD_OK;

	*out = NULL;
	if (!size)
		return HD_OK;
	if (p->max_size &&
	    (size > p->max_size || atomic_load(&p->used) > p->max_size - size))
		return HD_ERR_MEMORY;
	atomic_fetch_add(&p->uses, 1);
	if (reuse(p, size, &old)) {
		old.size = size;
		error = hd_region_add(&old);
		*out = old.base;
		if (!error)
			count(&p->used, &p->used_high, old.room);
	} else {
		error = hd_memory_make(&r, out);
		if (!error) {
			count(&p->used, &p->used_high, size);
			count(&p->reserved, &p->reserved_high, size);
		}
	}
	if (error)
		drop(p);
	return error;
}
