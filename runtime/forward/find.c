/* SPDX-License-Identifier: Apache-2.0 */
/* In programs that link the "static" library: finds libheddle when the first of its functions
 * is called. The functions themselves are jumps, which forward.awk writes.
 *
 * Nobody looks for a static library when a program starts, so the program knows where libheddle
 * was; and as programs are moved, it is looked for like any shared library, too, and beside
 * the program. */
#include "forward.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define NAME "libheddle.so.1"

static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The one that is there already, as another library needs it, comes first: there must be
 * one runtime in a process. */
static void *
open_library(void)
{
	static const char *const places[] = {
		(HD_FORWARD_HOME "/" NAME),
		NAME,
		("$ORIGIN/" NAME),
	};
	void *lib = dlopen(NAME, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);

	for (size_t i = 0; !lib && i < sizeof places / sizeof *places; i++)
		lib = dlopen(places[i], RTLD_NOW | RTLD_GLOBAL);
	return lib;
}

static _Noreturn void
give_up(const char *why)
{
	fprintf(stderr,
		"heddle: %s\nheddle: put " NAME " beside the program, or name its "
		"folder in LD_LIBRARY_PATH\n",
		why);
	exit(127);
}

static void
find_all(void)
{
	void *lib = open_library();

	if (!lib)
		give_up(dlerror());
	for (size_t i = hd_forward_count; i--;) {
		void *fn = dlsym(lib, hd_forward_names[i]);

		if (!fn)
			give_up(dlerror());
		__atomic_store_n(&hd_forward_to[i], fn, __ATOMIC_RELAXED);
	}
}

void
hd_forward_find(void)
{
	pthread_once(&once, find_all);
}
