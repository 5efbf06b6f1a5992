/* SPDX-License-Identifier: Apache-2.0 */
/* Arenas and the vectors that live in them. */
#include "base.h"

enum { FIRST_CHUNK = 64 * 1024, ALIGN = 16 };

struct hd_arena_chunk {
	struct hd_arena_chunk *next;
	size_t used, room;
	_Alignas(ALIGN) char data[];
};

static void
out_of_memory(size_t bytes)
{
	fprintf(stderr, "heddle: out of memory (%zu bytes wanted)\n", bytes);
	exit(1);
}

static struct hd_arena_chunk *
add_chunk(hd_arena *a, size_t bytes)
{
	size_t room = a->chunk ? a->chunk->room * 2 : FIRST_CHUNK;
	struct hd_arena_chunk *c;

	if (room > 16u << 20)
		room = 16u << 20;
	if (room < bytes)
		room = bytes;
	c = malloc(sizeof *c + room);
	if (!c)
		out_of_memory(room);
	c->next = a->chunk;
	c->used = 0;
	c->room = room;
	a->chunk = c;
	return c;
}

void *
hd_alloc(hd_arena *a, size_t bytes)
{
	struct hd_arena_chunk *c = a->chunk;
	size_t need = (bytes + ALIGN - 1) & ~(size_t)(ALIGN - 1);
	void *p;

	if (need < bytes)
		out_of_memory(bytes);
	if (!c || c->room - c->used < need)
		c = add_chunk(a, need);
	p = c->data + c->used;
	c->used += need;
	a->bytes += need;
	return memset(p, 0, need);
}

void *
hd_alloc_array(hd_arena *a, size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes))
		out_of_memory(SIZE_MAX);
	return hd_alloc(a, bytes);
}

void
hd_arena_reset(hd_arena *a)
{
	while (a->chunk && a->chunk->next) {
		struct hd_arena_chunk *next = a->chunk->next;

		free(a->chunk);
		a->chunk = next;
	}
	if (a->chunk)
		a->chunk->used = 0;
	a->bytes = 0;
}

void
hd_arena_free(hd_arena *a)
{
	hd_arena_reset(a);
	free(a->chunk);
	a->chunk = NULL;
}

void
hd_vec_grow(hd_arena *a, void *vec, size_t size)
{
	HD_VEC(void) *v = vec;
	size_t room = v->room ? v->room * 2 : 8;
	void *at = hd_alloc_array(a, room, size);

	if (v->n)
		memcpy(at, v->at, v->n * size);
	v->at = at;
	v->room = room;
}
