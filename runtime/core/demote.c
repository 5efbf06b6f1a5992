/* SPDX-License-Identifier: Apache-2.0 */
/* The host reads what many threads have copied for it, and gets it faster from the cache that
 * all cores share than from the cache of each of them: threads without work give up what they
 * copied last. */
#include "inner.h"

static _Thread_local struct {
	const char *p;
	size_t n;
} copied;

void
hd_demote_later(const char *p, size_t n)
{
	if (copied.p + copied.n != p) {
		copied.p = p;
		copied.n = 0;
	}
	copied.n += n;
}

bool
hd_demote_some(void)
{
	enum { BYTES = 512 };
	size_t n = copied.n < BYTES ? copied.n : BYTES;

	if (!n)
		return false;
	hd_cpu_give_up(copied.p, n);
	copied.p += n;
	copied.n -= n;
	return true;
}
