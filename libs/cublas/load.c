/* SPDX-License-Identifier: Apache-2.0 */
/* Finding OpenBLAS. It is opened when the first handle is made, so that Heddle can be
 * built without it, and programs say what is missing. */
#include "blas.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static void *routines[HD_ROUTINES][4];

static const char *const names[HD_ROUTINES][4] = {
#define ROUTINE(name, ...) {__VA_ARGS__},
#include "routines.def"
#undef ROUTINE
};

/* How it was built: what openblas_get_parallel says. */
enum { SEQUENTIAL, THREADS, OPENMP };
static int parallel;
static int (*omp_threads)(void);
static void (*set_omp_threads)(int n);

/* A sequential OpenBLAS may keep its buffers in static memory. No lock is taken under
 * this one. */
static pthread_mutex_t sequential_lock = PTHREAD_MUTEX_INITIALIZER;

/* dlsym gives objects, and these are functions. */
static void
find(void *library, const char *name, void *function)
{
	*(void **)function = dlsym(library, name);
}

/* The threads are ours: OpenBLAS has one for each call. */
static void
use_one_thread(void *library)
{
	int (*get_parallel)(void) = NULL;
	void (*set_threads)(int n) = NULL;

	find(library, "openblas_get_parallel", &get_parallel);
	find(library, "openblas_set_num_threads", &set_threads);
	parallel = get_parallel ? get_parallel() : SEQUENTIAL;
	if (parallel == THREADS && set_threads)
		set_threads(1);
	if (parallel == OPENMP) { /* there it is a setting of each thread */
		find(library, "omp_get_max_threads", &omp_threads);
		find(library, "omp_set_num_threads", &set_omp_threads);
	}
	if (parallel == OPENMP && (!omp_threads || !set_omp_threads))
		parallel = SEQUENTIAL;
}

static bool is_loaded;

static void
load(void)
{
	/* Where both are, the second one is sequential. */
	static const char *const files[] = {"libopenblasp.so.0", "libopenblas.so.0",
					    "libopenblas.so"};
	void *library = NULL;

	for (size_t i = 0; !library && i < sizeof files / sizeof *files; i++)
		library = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		fprintf(stderr,
			"heddle: cuBLAS needs OpenBLAS, which is not there: %s\n"
			"heddle: install the package libopenblas0 (openblas on some "
			"systems), or name its folder in LD_LIBRARY_PATH\n",
			dlerror());
		return;
	}
	for (int r = 0; r < HD_ROUTINES; r++)
		for (int t = 0; t < 4; t++)
			if (names[r][t])
				routines[r][t] = dlsym(library, names[r][t]);
	use_one_thread(library);
	is_loaded = true;
}

bool
hd_blas_load(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load);
	return is_loaded;
}

void *
hd_routine(enum hd_routine r, hd_type type)
{
	return type <= HD_Z ? routines[r][type] : NULL;
}

int
hd_blas_enter(void)
{
	int old = 0;

	if (parallel == OPENMP) {
		old = omp_threads();
		set_omp_threads(1);
	} else if (parallel == SEQUENTIAL) {
		pthread_mutex_lock(&sequential_lock);
	}
	return old;
}

void
hd_blas_leave(int old)
{
	if (parallel == OPENMP)
		set_omp_threads(old);
	else if (parallel == SEQUENTIAL)
		pthread_mutex_unlock(&sequential_lock);
}
