/* SPDX-License-Identifier: Apache-2.0 */
/* Finding FFTW. Each precision is opened when the first plan asks for it, so that Heddle
 * can be built without it, and programs say what is missing. */
#include "fft.h"

#include <dlfcn.h>
#include <stdio.h>

static hd_fftw fftw[2]; /* float, double */
static bool is_loaded[2];

/* dlsym gives objects, and these are functions. */
static bool
find(void *library, const char *prefix, const char *name, void *function)
{
	char whole[64];

	snprintf(whole, sizeof whole, "%s_%s", prefix, name);
	*(void **)function = dlsym(library, whole);
	return *(void **)function;
}

static void
load(const char *file, const char *prefix, bool is_double)
{
	hd_fftw *f = &fftw[is_double];
	void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);

	if (!library) {
		fprintf(stderr,
			"heddle: cuFFT needs FFTW, which is not there: %s\n"
			"heddle: install the packages libfftw3-double3 and "
			"libfftw3-single3 (fftw on some systems), or name their folder "
			"in LD_LIBRARY_PATH\n",
			dlerror());
		return;
	}
	is_loaded[is_double] =
		find(library, prefix, "plan_guru64_dft", &f->plan_c2c) &&
		find(library, prefix, "plan_guru64_dft_r2c", &f->plan_r2c) &&
		find(library, prefix, "plan_guru64_dft_c2r", &f->plan_c2r) &&
		find(library, prefix, "execute_dft", &f->execute[HD_C2C]) &&
		find(library, prefix, "execute_dft_r2c", &f->execute[HD_R2C]) &&
		find(library, prefix, "execute_dft_c2r", &f->execute[HD_C2R]) &&
		find(library, prefix, "destroy_plan", &f->destroy);
}

static void
load_single(void)
{
	load("libfftw3f.so.3", "fftwf", false);
}

static void
load_double(void)
{
	load("libfftw3.so.3", "fftw", true);
}

const hd_fftw *
hd_fftw_load(bool is_double)
{
	static pthread_once_t single_once = PTHREAD_ONCE_INIT;
	static pthread_once_t double_once = PTHREAD_ONCE_INIT;

	if (is_double)
		pthread_once(&double_once, load_double);
	else
		pthread_once(&single_once, load_single);
	return is_loaded[is_double] ? &fftw[is_double] : NULL;
}
