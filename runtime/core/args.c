/* SPDX-License-Identifier: Apache-2.0 */
/* Argument blocks too large for an operation: pooled, two sizes. */
#include "inner.h"

#include <pthread.h>
#include <stdlib.h>

enum { SMALL = 1024, CLASSES = 2 };

/* A free block; the list runs through the blocks themselves. */
struct block {
	struct block *next;
};

static pthread_mutex_t arg_lock = PTHREAD_MUTEX_INITIALIZER; /* guards free_blocks */
static struct block *free_blocks[CLASSES];

static int
class_of(size_t bytes)
{
	return bytes > SMALL;
}

char *
hd_args_new(size_t bytes)
{
	static const size_t sizes[CLASSES] = {SMALL, HD_STAGE_BYTES};
	int c = class_of(bytes);

	if (bytes > HD_STAGE_BYTES)
		return NULL;
	pthread_mutex_lock(&arg_lock);
	struct block *b = free_blocks[c];

	if (b)
		free_blocks[c] = b->next;
	pthread_mutex_unlock(&arg_lock);
	return b ? (char *)b : aligned_alloc(64, sizes[c]);
}

void
hd_args_free(char *args, size_t bytes)
{
	struct block *b = (struct block *)args;
	int c = class_of(bytes);

	pthread_mutex_lock(&arg_lock);
	b->next = free_blocks[c];
	free_blocks[c] = b;
	pthread_mutex_unlock(&arg_lock);
}
