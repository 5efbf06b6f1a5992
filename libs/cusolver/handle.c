/* SPDX-License-Identifier: Apache-2.0 */
/* Handles, parameters, versions, and the log. */
#include "solver.h"

#include <stdlib.h>

enum { MAGIC = 0x48645376 };

bool
hd_is_handle(cusolverDnHandle_t h)
{
	return h && h->magic == MAGIC;
}

cusolverStatus_t
hd_status_of(cudaError_t error)
{
	switch (error) {
	case cudaSuccess:
		return CUSOLVER_STATUS_SUCCESS;
	case cudaErrorMemoryAllocation:
		return CUSOLVER_STATUS_ALLOC_FAILED;
	case cudaErrorInvalidValue:
	case cudaErrorInvalidResourceHandle:
		return CUSOLVER_STATUS_INVALID_VALUE;
	case cudaErrorNotPermitted:
	case cudaErrorStreamCaptureUnsupported:
		return CUSOLVER_STATUS_INTERNAL_ERROR;
	default:
		return CUSOLVER_STATUS_EXECUTION_FAILED;
	}
}

cusolverStatus_t
cusolverDnCreate(cusolverDnHandle_t *handle)
{
	cusolverDnHandle_t h;

	if (!handle)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*handle = NULL;
	if (!hd_lapack_load() || cudaFree(NULL) != cudaSuccess)
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	h = calloc(1, sizeof *h);
	if (!h)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	h->magic = MAGIC;
	h->mode = CUSOLVER_DETERMINISTIC_RESULTS;
	*handle = h;
	return CUSOLVER_STATUS_SUCCESS;
}

/* Waits for what was submitted. */
cusolverStatus_t
cusolverDnDestroy(cusolverDnHandle_t h)
{
	if (!hd_is_handle(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	h->magic = 0;
	free(h);
	return hd_status_of(cudaDeviceSynchronize());
}

#define SETTING(name, type, field, is_valid)                                           \
	cusolverStatus_t cusolverDnGet##name(cusolverDnHandle_t h, type *value)        \
	{                                                                              \
		if (!hd_is_handle(h))                                                  \
			return CUSOLVER_STATUS_NOT_INITIALIZED;                        \
		if (!value)                                                            \
			return CUSOLVER_STATUS_INVALID_VALUE;                          \
		*value = h->field;                                                     \
		return CUSOLVER_STATUS_SUCCESS;                                        \
	}                                                                              \
	cusolverStatus_t cusolverDnSet##name(cusolverDnHandle_t h, type value)         \
	{                                                                              \
		if (!hd_is_handle(h))                                                  \
			return CUSOLVER_STATUS_NOT_INITIALIZED;                        \
		if (!(is_valid))                                                       \
			return CUSOLVER_STATUS_INVALID_VALUE;                          \
		h->field = value;                                                      \
		return CUSOLVER_STATUS_SUCCESS;                                        \
	}

SETTING(Stream, cudaStream_t, stream, true)
SETTING(DeterministicMode, cusolverDeterministicMode_t, mode,
	value == CUSOLVER_DETERMINISTIC_RESULTS ||
		value == CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS)

cusolverStatus_t
cusolverGetVersion(int *version)
{
	if (!version)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*version = CUSOLVER_VERSION;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t
cusolverGetProperty(libraryPropertyType type, int *value)
{
	static const int version[] = {CUSOLVER_VER_MAJOR, CUSOLVER_VER_MINOR,
				      CUSOLVER_VER_PATCH};

	if (!value || (unsigned)type > PATCH_LEVEL)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*value = version[type];
	return CUSOLVER_STATUS_SUCCESS;
}

/* ---- parameters: which of several algorithms, of which there is one here --------- */

struct cusolverDnParams {
	cusolverAlgMode_t algorithms[CUSOLVERDN_SYEVBATCHED + 1];
};

cusolverStatus_t
cusolverDnCreateParams(cusolverDnParams_t *params)
{
	if (!params)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*params = calloc(1, sizeof **params);
	return *params ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

cusolverStatus_t
cusolverDnDestroyParams(cusolverDnParams_t params)
{
	free(params);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t
cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function,
			cusolverAlgMode_t algo)
{
	if (!params || (unsigned)function > CUSOLVERDN_SYEVBATCHED ||
	    (unsigned)algo > CUSOLVER_ALG_2)
		return CUSOLVER_STATUS_INVALID_VALUE;
	params->algorithms[function] = algo;
	return CUSOLVER_STATUS_SUCCESS;
}

/* ---- the log: there is none ------------------------------------------------------ */

cusolverStatus_t
cusolverDnLoggerSetCallback(cusolverDnLoggerCallback_t callback)
{
	(void)callback;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t
cusolverDnLoggerSetFile(FILE *file)
{
	(void)file;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t
cusolverDnLoggerOpenFile(const char *name)
{
	(void)name;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t
cusolverDnLoggerSetLevel(int level)
{
	(void)level;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t
cusolverDnLoggerSetMask(int mask)
{
	(void)mask;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t
cusolverDnLoggerForceDisable(void)
{
	return CUSOLVER_STATUS_SUCCESS;
}
