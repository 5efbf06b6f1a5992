/* SPDX-License-Identifier: Apache-2.0 */
/* Arenas, vectors, maps, strings, bit sets and failure functions. Knows no LLVM. */
#ifndef HD_BASE_H
#define HD_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HD_PRINTF(fmt, first) __attribute__((format(printf, fmt, first)))
#define HD_COUNT(array)       (sizeof(array) / sizeof *(array))

/* ---- arena: allocate freely, release everything at once */

typedef struct hd_arena {
	struct hd_arena_chunk *chunk; /* newest first */
	size_t bytes;                 /* handed out since the last reset */
} hd_arena;

void *hd_alloc(hd_arena *a, size_t bytes); /* zeroed, 16-byte aligned */
void *hd_alloc_array(hd_arena *a, size_t count, size_t size);
char *hd_strdup(hd_arena *a, const char *s);
char *hd_strndup(hd_arena *a, const char *s, size_t n);
char *hd_format(hd_arena *a, const char *fmt, ...) HD_PRINTF(2, 3);
char *hd_vformat(hd_arena *a, const char *fmt, va_list ap);
void hd_arena_reset(hd_arena *a); /* forget everything, keep one chunk */
void hd_arena_free(hd_arena *a);

#define HD_NEW(a, type)          ((type *)hd_alloc((a), sizeof(type)))
#define HD_NEW_ARRAY(a, type, n) ((type *)hd_alloc_array((a), (n), sizeof(type)))

/* ---- vec: a growing array in an arena; declare with HD_VEC(type) */

#define HD_VEC(type)                                                                   \
	struct {                                                                       \
		type *at;                                                              \
		size_t n, room;                                                        \
	}

#define hd_push(a, v, x)                                                               \
	((v)->n == (v)->room ? hd_vec_grow((a), (v), sizeof *(v)->at) : (void)0,       \
	 (v)->at[(v)->n++] = (x))
/* Make room for one more, without adding it. */
#define hd_vec_room(a, v)                                                              \
	((v)->n == (v)->room ? hd_vec_grow((a), (v), sizeof *(v)->at) : (void)0)
#define hd_pop(v)  ((v)->at[--(v)->n])
#define hd_last(v) ((v)->at[(v)->n - 1])

void hd_vec_grow(hd_arena *a, void *vec, size_t size);

typedef HD_VEC(const char *) hd_strings;

/* ---- map: pointer or string keys to pointer-sized values, insertion only */

typedef struct hd_map {
	struct hd_map_entry *at;
	size_t n, room;
} hd_map;

/* The value slot of a key, or NULL; hd_map_put makes a zeroed one when missing. */
uintptr_t *hd_map_get(const hd_map *m, const void *key);
uintptr_t *hd_map_put(hd_arena *a, hd_map *m, const void *key);
uintptr_t *hd_map_get_str(const hd_map *m, const char *key);
uintptr_t *hd_map_put_str(hd_arena *a, hd_map *m, const char *key);

/* ---- bits: sets of small numbers */

typedef struct hd_bits {
	uint64_t *word;
	size_t n; /* capacity in bits */
} hd_bits;

hd_bits hd_bits_new(hd_arena *a, size_t n);
bool hd_bits_or(hd_bits *to, const hd_bits *from);  /* true if `to` grew */
size_t hd_bits_next(const hd_bits *b, size_t from); /* first member >= from, or n */
size_t hd_bits_count(const hd_bits *b);

static inline bool
hd_bit(const hd_bits *b, size_t i)
{
	return b->word[i / 64] >> (i % 64) & 1;
}

static inline void
hd_bit_set(hd_bits *b, size_t i)
{
	b->word[i / 64] |= (uint64_t)1 << (i % 64);
}

static inline void
hd_bit_clear(hd_bits *b, size_t i)
{
	b->word[i / 64] &= ~((uint64_t)1 << (i % 64));
}

#define hd_each_bit(i, b)                                                              \
	for (size_t i = hd_bits_next((b), 0); i < (b)->n; i = hd_bits_next((b), i + 1))

/* ---- str: a string that grows, in an arena */

typedef struct hd_str {
	char *at; /* always terminated once something was added */
	size_t n, room;
	hd_arena *arena;
} hd_str;

void hd_str_add(hd_str *s, const char *text);
void hd_str_addn(hd_str *s, const char *text, size_t n);
void hd_str_addc(hd_str *s, char c);
void hd_str_addf(hd_str *s, const char *fmt, ...) HD_PRINTF(2, 3);

bool hd_has_prefix(const char *s, const char *prefix);
bool hd_has_suffix(const char *s, const char *suffix);
uint64_t hd_hash(const void *data, size_t n);

/* ---- failures */

/* A position in the user's source; file NULL = unknown. */
typedef struct hd_pos {
	const char *file;
	unsigned line, column;
} hd_pos;

/* The user's program or command line is wrong or unsupported: printed, counted. The
 * text says what is wrong and what to do. */
void hd_error_at(hd_pos pos, const char *fmt, ...) HD_PRINTF(2, 3);
void hd_warn_at(hd_pos pos, const char *fmt, ...) HD_PRINTF(2, 3);
void hd_note_at(hd_pos pos, const char *fmt, ...) HD_PRINTF(2, 3);
void hd_remark_at(hd_pos pos, const char *option, const char *fmt, ...) HD_PRINTF(3, 4);
int hd_error_count(void);

/* The name printed in front of messages without a position: "hdcc", "heddle". */
void hd_set_program(const char *name);

/* We are wrong: says where, and aborts. */
_Noreturn void hd_bug_at(const char *file, int line, const char *fmt, ...)
	HD_PRINTF(3, 4);
#define hd_bug(...)    hd_bug_at(__FILE__, __LINE__, __VA_ARGS__)
#define hd_check(cond) ((cond) ? (void)0 : hd_bug("check failed: %s", #cond))

/* What hd_bug prints below its message: the pass and function that are running. */
void hd_set_activity(const char *what, const char *on);

/* ---- files */

char *hd_read_file(hd_arena *a, const char *path, size_t *size);  /* NULL + errno */
bool hd_write_file(const char *path, const void *data, size_t n); /* false + errno */

#endif
