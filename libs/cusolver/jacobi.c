/* SPDX-License-Identifier: Apache-2.0 */
/* What the functions that are Jacobi's methods in cuSOLVER take and tell. Here they are
 * LAPACK's: tolerance and number of sweeps have no effect, values are sorted, and what
 * took no sweeps says that it took one. */
#include "solver.h"

#include <stdlib.h>

struct syevjInfo {
	hd_jacobi jacobi;
};

struct gesvdjInfo {
	hd_jacobi jacobi;
};

static hd_jacobi *
used(hd_jacobi *j, bool batched, bool asks)
{
	if (!asks) {
		j->batched = batched;
		j->sweeps = 1;
		j->residual = 0;
	}
	return j;
}

hd_jacobi *
hd_jacobi_of(syevjInfo_t info, bool batched, bool asks)
{
	return used(&info->jacobi, batched, asks);
}

hd_jacobi *
hd_jacobi_of_svd(gesvdjInfo_t info, bool batched, bool asks)
{
	return used(&info->jacobi, batched, asks);
}

/* Waits for what computes the residual; batches have none. */
static cusolverStatus_t
wait_for(cusolverDnHandle_t h, const hd_jacobi *j)
{
	if (!hd_is_handle(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (j->batched)
		return CUSOLVER_STATUS_NOT_SUPPORTED;
	return hd_status_of(cudaStreamSynchronize(h->stream));
}

/* Calls that are under way write to them, so destroying waits. */
#define OBJECT(Name, name)                                                             \
	cusolverStatus_t cusolverDnCreate##Name##Info(name##Info_t *info)              \
	{                                                                              \
		if (!info)                                                             \
			return CUSOLVER_STATUS_INVALID_VALUE;                          \
		*info = calloc(1, sizeof **info);                                      \
		if (!*info)                                                            \
			return CUSOLVER_STATUS_ALLOC_FAILED;                           \
		(*info)->jacobi = (hd_jacobi){.max_sweeps = 100, .sort = 1};           \
		return CUSOLVER_STATUS_SUCCESS;                                        \
	}                                                                              \
	cusolverStatus_t cusolverDnDestroy##Name##Info(name##Info_t info)              \
	{                                                                              \
		cusolverStatus_t status = hd_status_of(cudaDeviceSynchronize());       \
                                                                                       \
		free(info);                                                            \
		return status;                                                         \
	}                                                                              \
	cusolverStatus_t cusolverDnX##name##GetResidual(                               \
		cusolverDnHandle_t h, name##Info_t info, double *residual)             \
	{                                                                              \
		cusolverStatus_t status;                                               \
                                                                                       \
		if (!info || !residual)                                                \
			return CUSOLVER_STATUS_INVALID_VALUE;                          \
		status = wait_for(h, &info->jacobi);                                   \
		if (!status)                                                           \
			*residual = info->jacobi.residual;                             \
		return status;                                                         \
	}                                                                              \
	cusolverStatus_t cusolverDnX##name##GetSweeps(cusolverDnHandle_t h,            \
						      name##Info_t info, int *sweeps)  \
	{                                                                              \
		cusolverStatus_t status;                                               \
                                                                                       \
		if (!info || !sweeps)                                                  \
			return CUSOLVER_STATUS_INVALID_VALUE;                          \
		status = wait_for(h, &info->jacobi);                                   \
		if (!status)                                                           \
			*sweeps = info->jacobi.sweeps;                                 \
		return status;                                                         \
	}                                                                              \
	SETTING(name, Tolerance, double, tolerance, value >= 0)                        \
	SETTING(name, MaxSweeps, int, max_sweeps, value >= 0)                          \
	SETTING(name, SortEig, int, sort, true)

#define SETTING(name, what, type, field, is_valid)                                     \
	cusolverStatus_t cusolverDnX##name##Set##what(name##Info_t info, type value)   \
	{                                                                              \
		if (!info || !(is_valid))                                              \
			return CUSOLVER_STATUS_INVALID_VALUE;                          \
		info->jacobi.field = value;                                            \
		return CUSOLVER_STATUS_SUCCESS;                                        \
	}

OBJECT(Syevj, syevj)
OBJECT(Gesvdj, gesvdj)
