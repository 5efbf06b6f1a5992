/* SPDX-License-Identifier: Apache-2.0 */
/* Hash maps with open addressing, and bit sets. */
#include "base.h"

struct hd_map_entry {
	const void *key; /* NULL = free */
	uintptr_t value;
};

typedef bool same_fn(const void *a, const void *b);

static bool
same_pointer(const void *a, const void *b)
{
	return a == b;
}

static bool
same_string(const void *a, const void *b)
{
	return strcmp(a, b) == 0;
}

static uint64_t
mix(uint64_t x)
{
	x ^= x >> 33;
	x *= 0xff51afd7ed558ccdull;
	x ^= x >> 33;
	x *= 0xc4ceb9fe1a85ec53ull;
	return x ^ x >> 33;
}

static uint64_t
hash_key(const void *key, same_fn *same)
{
	return same == same_string ? hd_hash(key, strlen(key)) : mix((uintptr_t)key);
}

static struct hd_map_entry *
find(const hd_map *m, const void *key, same_fn *same)
{
	size_t i = hash_key(key, same) & (m->room - 1);

	while (m->at[i].key && !same(m->at[i].key, key))
		i = (i + 1) & (m->room - 1);
	return &m->at[i];
}

static void
grow(hd_arena *a, hd_map *m, same_fn *same)
{
	hd_map old = *m;

	m->room = old.room ? old.room * 2 : 16;
	m->at = HD_NEW_ARRAY(a, struct hd_map_entry, m->room);
	for (size_t i = 0; i < old.room; i++)
		if (old.at[i].key)
			*find(m, old.at[i].key, same) = old.at[i];
}

static uintptr_t *
get(const hd_map *m, const void *key, same_fn *same)
{
	struct hd_map_entry *e = m->n ? find(m, key, same) : NULL;

	return e && e->key ? &e->value : NULL;
}

static uintptr_t *
put(hd_arena *a, hd_map *m, const void *key, same_fn *same)
{
	struct hd_map_entry *e;

	if (m->n * 4 >= m->room * 3)
		grow(a, m, same);
	e = find(m, key, same);
	if (!e->key) {
		e->key = same == same_string ? hd_strdup(a, key) : key;
		m->n++;
	}
	return &e->value;
}

uintptr_t *
hd_map_get(const hd_map *m, const void *key)
{
	return get(m, key, same_pointer);
}

uintptr_t *
hd_map_put(hd_arena *a, hd_map *m, const void *key)
{
	return put(a, m, key, same_pointer);
}

uintptr_t *
hd_map_get_str(const hd_map *m, const char *key)
{
	return get(m, key, same_string);
}

uintptr_t *
hd_map_put_str(hd_arena *a, hd_map *m, const char *key)
{
	return put(a, m, key, same_string);
}

hd_bits
hd_bits_new(hd_arena *a, size_t n)
{
	return (hd_bits){HD_NEW_ARRAY(a, uint64_t, (n + 63) / 64), n};
}

bool
hd_bits_or(hd_bits *to, const hd_bits *from)
{
	bool grew = false;

	hd_check(to->n == from->n);
	for (size_t i = 0; i < (to->n + 63) / 64; i++) {
		uint64_t more = from->word[i] & ~to->word[i];

		to->word[i] |= more;
		grew |= more != 0;
	}
	return grew;
}

size_t
hd_bits_next(const hd_bits *b, size_t from)
{
	while (from < b->n) {
		uint64_t rest = b->word[from / 64] >> (from % 64);

		if (rest) {
			from += (size_t)__builtin_ctzll(rest);
			return from < b->n ? from : b->n;
		}
		from = (from / 64 + 1) * 64;
	}
	return b->n;
}

size_t
hd_bits_count(const hd_bits *b)
{
	size_t n = 0;

	hd_each_bit (i, b)
		n++;
	return n;
}
