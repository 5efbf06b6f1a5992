/* SPDX-License-Identifier: Apache-2.0 */
/* Finding OpenBLAS. It is opened when the first handle is made, so that Heddle can be
 * built without it, and programs say what is missing. For the one file of a library
 * that keeps its routines. */
#ifndef HD_OPENBLAS_H
#define HD_OPENBLAS_H

#include "common.h"

#include <dlfcn.h>
#include <stdio.h>

/* How it was built: what openblas_get_parallel says. */
enum { HD_SEQUENTIAL, HD_THREADS, HD_OPENMP };

typedef struct hd_openblas {
	int parallel;
	int (*omp_threads)(void);
	void (*set_omp_threads)(int n);
} hd_openblas;

/* dlsym gives objects, and these are functions. */
static inline void
hd_openblas_find(void *library, const char *name, void *function)
{
	*(void **)function = dlsym(library, name);
}

/* The threads are ours: OpenBLAS has one for each call. */
static inline void
hd_openblas_use_one_thread(hd_openblas *o, void *library)
{
	int (*get_parallel)(void) = NULL;
	void (*set_threads)(int n) = NULL;

	hd_openblas_find(library, "openblas_get_parallel", &get_parallel);
	hd_openblas_find(library, "openblas_set_num_threads", &set_threads);
	o->parallel = get_parallel ? get_parallel() : HD_SEQUENTIAL;
	if (o->parallel == HD_THREADS && set_threads)
		set_threads(1);
	if (o->parallel == HD_OPENMP) { /* there it is a setting of each thread */
		hd_openblas_find(library, "omp_get_max_threads", &o->omp_threads);
		hd_openblas_find(library, "omp_set_num_threads", &o->set_omp_threads);
	}
	if (o->parallel == HD_OPENMP && (!o->omp_threads || !o->set_omp_threads))
		o->parallel = HD_SEQUENTIAL;
}

/* NULL: it is not there, and that was said. `who`: the library that needs it. */
static inline void *
hd_openblas_open(hd_openblas *o, const char *who)
{
	/* Where both are, the second one is sequential. */
	static const char *const files[] = {"libopenblasp.so.0", "libopenblas.so.0",
					    "libopenblas.so"};
	void *library = NULL;

	for (size_t i = 0; !library && i < sizeof files / sizeof *files; i++)
		library = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
	if (library)
		hd_openblas_use_one_thread(o, library);
	else
		fprintf(stderr,
			"heddle: %s needs OpenBLAS, which is not there: %s\n"
			"heddle: install the package libopenblas0 (openblas on some "
			"systems), or name its folder in LD_LIBRARY_PATH\n",
			who, dlerror());
	return library;
}

/* Around the work of a thread: OpenBLAS uses no others meanwhile. A sequential one may
 * keep its buffers in static memory. */
static inline int
hd_openblas_enter(const hd_openblas *o)
{
	int old = 0;

	if (o->parallel == HD_OPENMP) {
		old = o->omp_threads();
		o->set_omp_threads(1);
	} else if (o->parallel == HD_SEQUENTIAL) {
		hd_library_lock();
	}
	return old;
}

static inline void
hd_openblas_leave(const hd_openblas *o, int old)
{
	if (o->parallel == HD_OPENMP)
		o->set_omp_threads(old);
	else if (o->parallel == HD_SEQUENTIAL)
		hd_library_unlock();
}

#endif
