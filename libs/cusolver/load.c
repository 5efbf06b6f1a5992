/* SPDX-License-Identifier: Apache-2.0 */
/* The routines of OpenBLAS. */
#include "solver.h"
#include "../openblas.h"

#include <pthread.h>

static hd_openblas openblas;
static void *routines[HD_ROUTINES][4];

static const char *const names[HD_ROUTINES][4] = {
#define ROUTINE(name, args, ...) {__VA_ARGS__},
#include "routines.def"
#undef ROUTINE
};

static bool is_loaded;

/* OpenBLAS may have been built without LAPACK. */
static void
load(void)
{
	void *library = hd_openblas_open(&openblas, "cuSOLVER");

	if (!library)
		return;
	for (int r = 0; r < HD_ROUTINES; r++)
		for (int t = 0; t < 4; t++) {
			if (!names[r][t])
				continue;
			routines[r][t] = dlsym(library, names[r][t]);
			if (routines[r][t])
				continue;
			fprintf(stderr,
				"heddle: cuSOLVER needs %s of LAPACK, which this "
				"OpenBLAS has not; that of the package libopenblas0 "
				"does\n",
				names[r][t]);
			return;
		}
	is_loaded = true;
}

bool
hd_lapack_load(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load);
	return is_loaded;
}

void *
hd_routine(enum hd_routine r, hd_type type)
{
	return routines[r][type];
}

int
hd_lapack_enter(void)
{
	return hd_openblas_enter(&openblas);
}

void
hd_lapack_leave(int old)
{
	hd_openblas_leave(&openblas, old);
}
