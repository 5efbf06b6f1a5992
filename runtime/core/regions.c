/* SPDX-License-Identifier: Apache-2.0 */
/* The memory regions that the runtime knows, ordered by address: a treap. */
#include "inner.h"
#include "spans.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A search tree by address that is also a heap by `rank`, which is random: its depth is
 * logarithmic whatever the order of insertion. */
struct node {
	hd_region region;
	uint64_t rank;
	struct node *left, *right;
};

static pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER; /* guards the tree */
static struct node *root;

_Atomic uint64_t hd_region_version = 1;

void
hd_regions_changed(void)
{
	atomic_fetch_add(&hd_region_version, 1);
}

static uint64_t
random_rank(void)
{
	static uint64_t state =
		0x2545f4914f6cdd1dull; /* xorshift; memory_lock is held */

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* Cuts a tree into what begins below `at` and the rest. */
static void
split(struct node *n, const char *at, struct node **below, struct node **rest)
{
	while (n) {
		if (n->region.base < at) {
			*below = n;
			below = &n->right;
			n = n->right;
		} else {
			*rest = n;
			rest = &n->left;
			n = n->left;
		}
	}
	*below = *rest = NULL;
}

/* All of `a` lies below all of `b`. */
static struct node *
join(struct node *a, struct node *b)
{
	struct node *top = NULL, **at = &top;

	while (a && b) {
		if (a->rank > b->rank) {
			*at = a;
			at = &a->right;
			a = a->right;
		} else {
			*at = b;
			at = &b->left;
			b = b->left;
		}
	}
	*at = a ? a : b;
	return top;
}

/* The last region that begins at or below p. */
static struct node *
last_at(const char *p)
{
	struct node *best = NULL;

	for (struct node *n = root; n;) {
		if (n->region.base <= p) {
			best = n;
			n = n->right;
		} else {
			n = n->left;
		}
	}
	return best;
}

static bool
overlaps(const hd_region *r)
{
	struct node *n = last_at(r->base + (r->size ? r->size - 1 : 0));

	return n && n->region.base + n->region.size > r->base;
}

int
hd_region_add(const hd_region *r)
{
	struct node *n = malloc(sizeof *n), *below, *rest;
	bool clash;

	if (!n)
		return HD_ERR_MEMORY;
	pthread_mutex_lock(&memory_lock);
	clash = overlaps(r);
	if (!clash) {
		*n = (struct node){.region = *r, .rank = random_rank()};
		split(root, r->base, &below, &rest);
		root = join(join(below, n), rest);
		hd_regions_changed();
	}
	pthread_mutex_unlock(&memory_lock);
	if (clash)
		free(n);
	return clash ? HD_ERR_HOST_REGISTERED : HD_OK;
}

static void
each(const struct node *n, void (*fn)(const hd_region *r, void *arg), void *arg)
{
	if (!n)
		return;
	each(n->left, fn, arg);
	fn(&n->region, arg);
	each(n->right, fn, arg);
}

void
hd_region_each(void (*fn)(const hd_region *r, void *arg), void *arg)
{
	pthread_mutex_lock(&memory_lock);
	each(root, fn, arg);
	pthread_mutex_unlock(&memory_lock);
}

bool
hd_region_find(const void *p, hd_region *out)
{
	pthread_mutex_lock(&memory_lock);
	struct node *n = last_at(p);
	bool found = n && (const char *)p < n->region.base + n->region.size;

	if (found)
		*out = n->region;
	pthread_mutex_unlock(&memory_lock);
	return found;
}

/* The first region that begins above p. */
static const struct node *
first_above(const char *p)
{
	const struct node *best = NULL;

	for (const struct node *n = root; n;) {
		if (n->region.base > p) {
			best = n;
			n = n->left;
		} else {
			n = n->right;
		}
	}
	return best;
}

hd_span
hd_region_span(const char *p)
{
	hd_span s = {NULL, (const char *)UINTPTR_MAX, HD_SPAN_HOST};

	pthread_mutex_lock(&memory_lock);
	const struct node *n = last_at(p);

	if (n && p < n->region.base + n->region.size) {
		s.low = n->region.base;
		s.high = s.low + n->region.size;
		s.kind = n->region.physical ? HD_SPAN_PIECE : HD_SPAN_ALLOCATION;
	} else {
		if (n)
			s.low = n->region.base + n->region.size;
		n = first_above(p);
		if (n)
			s.high = n->region.base;
	}
	pthread_mutex_unlock(&memory_lock);
	return s;
}

bool
hd_span_cut(hd_span *s, const char *p, const char *base, size_t size)
{
	const char *end = base + size;
	bool is_inside = p >= base && p < end;

	if (is_inside) {
		s->low = base > s->low ? base : s->low;
		s->high = end < s->high ? end : s->high;
	} else if (base > p && base < s->high) {
		s->high = base;
	} else if (end <= p && end > s->low) {
		s->low = end;
	}
	return is_inside;
}

bool
hd_region_allow(const void *base, const uint8_t access[2], hd_region *out)
{
	pthread_mutex_lock(&memory_lock);
	struct node *n = last_at(base);
	bool found = n && n->region.base == base;

	if (found) {
		memcpy(n->region.access, access, sizeof n->region.access);
		*out = n->region;
	}
	pthread_mutex_unlock(&memory_lock);
	return found;
}

/* Takes out what begins at `base`; memory_lock is held. */
static struct node *
take(const char *base)
{
	struct node *below, *rest, *above, *n = last_at(base);

	if (!n || n->region.base != base)
		return NULL;
	split(root, base, &below, &rest);
	split(rest, base + 1, &n, &above);
	root = join(below, above);
	hd_regions_changed();
	return n;
}

bool
hd_region_take(const void *base, hd_region *out)
{
	pthread_mutex_lock(&memory_lock);
	struct node *n = take(base);

	pthread_mutex_unlock(&memory_lock);
	if (n)
		*out = n->region;
	free(n);
	return n != NULL;
}

static const struct node *
any(const struct node *n)
{
	const struct node *found;

	if (!n || !n->region.physical)
		return n;
	found = any(n->left);
	return found ? found : any(n->right);
}

bool
hd_region_take_any(hd_region *out)
{
	pthread_mutex_lock(&memory_lock);
	const struct node *found = any(root);
	struct node *n = found ? take(found->region.base) : NULL;

	pthread_mutex_unlock(&memory_lock);
	if (n)
		*out = n->region;
	free(n);
	return n != NULL;
}
