/* SPDX-License-Identifier: Apache-2.0 */
/* Strings and structures that the host returns: kept where the device can read them. */
#include "gf.h"

#include <pthread.h>
#include <string.h>

void *hd_gf_keep(const void *p, uint64_t size); /* landing pads call it */

enum { ROOM = 1 << 20 };
char *hd_gf_kept; /* the device sees it; ROOM bytes */
static uint64_t used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The same text again is the same copy: programs ask for one in loops. */
static char *
find(const void *p, uint64_t n)
{
	for (uint64_t at = 0; at < used;) {
		uint64_t have;

		memcpy(&have, hd_gf_kept + at, sizeof have);
		if (have == n && memcmp(hd_gf_kept + at + 16, p, n) == 0)
			return hd_gf_kept + at + 16;
		at += 16 + ((have + 15) & ~15ull);
	}
	return NULL;
}

/* `size` bytes, or a string where it is 0. */
void *
hd_gf_keep(const void *p, uint64_t size)
{
	uint64_t n = size || !p ? size : strlen(p) + 1;
	char *copy;

	if (!p || !hd_gf_kept)
		return (void *)p;
	pthread_mutex_lock(&lock);
	copy = find(p, n);
	if (!copy && used + n + 32 <= ROOM) {
		memcpy(hd_gf_kept + used, &n, sizeof n);
		copy = memcpy(hd_gf_kept + used + 16, p, n);
		used += 16 + ((n + 15) & ~15ull);
	}
	pthread_mutex_unlock(&lock);
	if (!copy)
		hd_gf_give_up("no room for what the host's functions returned");
	return copy;
}
