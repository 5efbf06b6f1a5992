/* SPDX-License-Identifier: Apache-2.0 */
/* Small device memory: slots of 256 << k bytes, in pages of their own.
 *
 * On a GPU, whose pages have 2 MiB, a kernel that writes a little past its array does no
 * harm, or harms other arrays. So nothing of the host's lies between the slots, and what
 * is known of them is kept elsewhere. Slots are handed out in increasing order at first,
 * so behind the last one there is room. */
#include "inner.h"
#include "spans.h"

#include <pthread.h>
#include <stdlib.h>

enum {
	SMALLEST = 256, /* bytes */
	SIZES = 14,     /* up to 2 MiB */
	CHUNK = 2 << 20,
	MARGIN = 2 << 20, /* in front of a chunk and behind it */
};

/* Slots of one size that are free, the next one last; there is room for all. */
typedef struct slots {
	char **at;
	size_t n, total;
} slots;

static slots all[SIZES];
static char **chunks;
static size_t chunk_count;
static pthread_mutex_t lock =
	PTHREAD_MUTEX_INITIALIZER; /* guards all this; innermost */

static size_t
bytes_of(int k)
{
	return (size_t)SMALLEST << k;
}

int
hd_slot_size(size_t bytes)
{
	int k = 0;

	while (k < SIZES && bytes_of(k) < bytes)
		k++;
	return k < SIZES ? k : -1;
}

static bool
add_chunk(slots *s, int k)
{
	size_t size = bytes_of(k), more = size < CHUNK ? CHUNK / size : 1;
	char **at = realloc(s->at, (s->total + more) * sizeof *at), *p;

	if (!at)
		return false;
	s->at = at;
	at = realloc(chunks, (chunk_count + 1) * sizeof *at);
	if (!at)
		return false;
	chunks = at;
	p = hd_map_pages(CHUNK + 2 * MARGIN, CHUNK, false);
	if (!p)
		return false;
	chunks[chunk_count++] = p;
	s->total += more;
	for (size_t i = more; i-- > 0;)
		s->at[s->n++] = p + MARGIN + i * size;
	return true;
}

char *
hd_slot_take(int k)
{
	slots *s = &all[k];
	char *p = NULL;

	pthread_mutex_lock(&lock);
	if (s->n || add_chunk(s, k))
		p = s->at[--s->n];
	pthread_mutex_unlock(&lock);
	return p;
}

bool
hd_slot_span(const char *p, hd_span *s)
{
	bool found = false;

	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < chunk_count && !found; i++)
		found = hd_span_cut(s, p, chunks[i], CHUNK + 2 * MARGIN);
	pthread_mutex_unlock(&lock);
	return found;
}

void
hd_slot_give(char *p, int k)
{
	pthread_mutex_lock(&lock);
	all[k].at[all[k].n++] = p;
	pthread_mutex_unlock(&lock);
}
