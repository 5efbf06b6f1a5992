/* SPDX-License-Identifier: Apache-2.0 */
/* Handles of plans, and what is set in them. */
#include "fft.h"

#include <stdlib.h>

/* Guards the table; no lock is taken under it. */
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static hd_plan **table;
static int table_size;

hd_plan *
hd_plan_find(cufftHandle handle)
{
	hd_plan *p = NULL;

	pthread_mutex_lock(&table_lock);
	if (handle > 0 && handle <= table_size)
		p = table[handle - 1];
	pthread_mutex_unlock(&table_lock);
	return p;
}

/* A handle for it: the first free one. 0: no memory. */
static cufftHandle
enter(hd_plan *p)
{
	int i = 0;

	pthread_mutex_lock(&table_lock);
	while (i < table_size && table[i])
		i++;
	if (i == table_size) {
		int size = table_size * 2 + 16;
		hd_plan **more = realloc(table, (size_t)size * sizeof *more);

		if (!more) {
			pthread_mutex_unlock(&table_lock);
			return 0;
		}
		for (int k = table_size; k < size; k++)
			more[k] = NULL;
		table = more;
		table_size = size;
	}
	table[i] = p;
	pthread_mutex_unlock(&table_lock);
	return i + 1;
}

cufftResult
cufftCreate(cufftHandle *handle)
{
	hd_plan *p;

	if (!handle)
		return CUFFT_INVALID_VALUE;
	if (cudaFree(NULL) != cudaSuccess)
		return CUFFT_SETUP_FAILED;
	p = calloc(1, sizeof *p);
	if (!p)
		return CUFFT_ALLOC_FAILED;
	pthread_mutex_init(&p->lock, NULL);
	p->auto_allocate = true;
	*handle = enter(p);
	if (!*handle) {
		free(p);
		return CUFFT_ALLOC_FAILED;
	}
	return CUFFT_SUCCESS;
}

/* Waits for what was submitted: it uses the plan. */
cufftResult
cufftDestroy(cufftHandle plan)
{
	hd_plan *p = hd_plan_find(plan);

	if (!p)
		return CUFFT_INVALID_PLAN;
	if (p->is_made)
		cudaDeviceSynchronize();
	pthread_mutex_lock(&table_lock);
	table[plan - 1] = NULL;
	pthread_mutex_unlock(&table_lock);
	hd_ways_free(p);
	pthread_mutex_destroy(&p->lock);
	free(p);
	return CUFFT_SUCCESS;
}

cufftResult
cufftSetStream(cufftHandle plan, cudaStream_t stream)
{
	hd_plan *p = hd_plan_find(plan);

	if (!p)
		return CUFFT_INVALID_PLAN;
	p->stream = stream;
	return CUFFT_SUCCESS;
}

/* Remembered: nothing here needs a work area. */
cufftResult
cufftSetAutoAllocation(cufftHandle plan, int autoAllocate)
{
	hd_plan *p = hd_plan_find(plan);

	if (!p)
		return CUFFT_INVALID_PLAN;
	p->auto_allocate = autoAllocate != 0;
	return CUFFT_SUCCESS;
}

cufftResult
cufftSetWorkArea(cufftHandle plan, void *workArea)
{
	(void)workArea;
	return hd_plan_find(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

cufftResult
cufftGetSize(cufftHandle handle, size_t *workSize)
{
	const hd_plan *p = hd_plan_find(handle);

	if (!p || !p->is_made)
		return CUFFT_INVALID_PLAN;
	if (!workSize)
		return CUFFT_INVALID_VALUE;
	*workSize = 0;
	return CUFFT_SUCCESS;
}

cufftResult
cufftGetVersion(int *version)
{
	if (!version)
		return CUFFT_INVALID_VALUE;
	*version = CUFFT_VERSION;
	return CUFFT_SUCCESS;
}

cufftResult
cufftGetProperty(libraryPropertyType type, int *value)
{
	static const int version[] = {CUFFT_VER_MAJOR, CUFFT_VER_MINOR,
				      CUFFT_VER_PATCH};

	if (!value || (unsigned)type > PATCH_LEVEL)
		return CUFFT_INVALID_VALUE;
	*value = version[type];
	return CUFFT_SUCCESS;
}
