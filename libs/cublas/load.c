/* SPDX-License-Identifier: Apache-2.0 */
/* The routines of OpenBLAS. */
#include "blas.h"
#include "../openblas.h"

#include <pthread.h>

static hd_openblas openblas;
static void *routines[HD_ROUTINES][4];

static const char *const names[HD_ROUTINES][4] = {
#define ROUTINE(name, ...) {__VA_ARGS__},
#include "routines.def"
#undef ROUTINE
};

static bool is_loaded;

static void
load(void)
{
	void *library = hd_openblas_open(&openblas, "cuBLAS");

	if (!library)
		return;
	for (int r = 0; r < HD_ROUTINES; r++)
		for (int t = 0; t < 4; t++)
			if (names[r][t])
				routines[r][t] = dlsym(library, names[r][t]);
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
	return hd_openblas_enter(&openblas);
}

void
hd_blas_leave(int old)
{
	hd_openblas_leave(&openblas, old);
}
