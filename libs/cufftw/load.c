/* SPDX-License-Identifier: Apache-2.0 */
/* Finding FFTW, each precision when something of it is called first. */
#include "fftw.h"

#include <dlfcn.h>
#include <pthread.h>

static void *functions[2][HD_FUNCTIONS]; /* of float, of double */

static const char *const names[HD_FUNCTIONS] = {
#define FUNCTION(name) #name,
#include "functions.def"
#undef FUNCTION
};

static void
load(const char *file, const char *prefix, int is_double)
{
	void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	char whole[64];

	if (!library) {
		fprintf(stderr,
			"heddle: cuFFTW needs FFTW, which is not there: %s\n"
			"heddle: install the packages libfftw3-double3 and "
			"libfftw3-single3 (fftw on some systems), or name their folder "
			"in LD_LIBRARY_PATH\n",
			dlerror());
		return;
	}
	for (int f = 0; f < HD_FUNCTIONS; f++) {
		snprintf(whole, sizeof whole, "%s_%s", prefix, names[f]);
		functions[is_double][f] = dlsym(library, whole);
	}
}

static void
load_single(void)
{
	load("libfftw3f.so.3", "fftwf", 0);
}

static void
load_double(void)
{
	load("libfftw3.so.3", "fftw", 1);
}

void *
hd_fftw_function(int is_double, enum hd_function f)
{
	static pthread_once_t single_once = PTHREAD_ONCE_INIT;
	static pthread_once_t double_once = PTHREAD_ONCE_INIT;

	if (is_double)
		pthread_once(&double_once, load_double);
	else
		pthread_once(&single_once, load_single);
	return functions[is_double][f];
}

/* ---- order ---------------------------------------------------------------------------- */

static _Thread_local int depth; /* of the planner's functions, in this thread */

void
hd_planner_enter(void)
{
	if (!depth++)
		hd_library_lock();
}

void
hd_planner_leave(void)
{
	if (!--depth)
		hd_library_unlock();
}

void
hd_after_device(void)
{
	cudaStreamSynchronize(0);
}
