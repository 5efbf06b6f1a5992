/* SPDX-License-Identifier: Apache-2.0 */
/* Names for people: demangled kernels; and where a thread is. */
#include "inner.h"

#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The demangler is in the C++ library, if the program has one. */
__attribute__((weak)) char *__cxa_demangle(const char *, char *, size_t *, int *);

void
hd_kernel_title(const hd_kernel *k, char *out, size_t size)
{
	char *plain = NULL;

	if (__cxa_demangle)
		plain = __cxa_demangle(k->name, NULL, NULL, NULL);
	snprintf(out, size, "%s", plain ? plain : k->name);
	free(plain);
}

/* Where this thread is, from pc outwards; only pc if it is not on the stack. Callers are
 * noted as the end of their call. */
int
hd_frames(const void *pc, void **frames)
{
	int n = backtrace(frames, HD_MAX_FRAMES), i = 0;

	while (i < n && frames[i] != pc)
		i++;
	if (i == n) {
		frames[0] = (void *)pc;
		return 1;
	}
	memmove(frames, frames + i, (size_t)(n - i) * sizeof *frames);
	n -= i;
	for (i = 1; i < n; i++)
		frames[i] = (char *)frames[i] - 1;
	return n;
}
