/* SPDX-License-Identifier: Apache-2.0 */
/* Handles and what is set in them. */
#include "blas.h"

#include <stdlib.h>

cublasStatus_t
cublasCreate_v2(cublasHandle_t *handle)
{
	cublasHandle_t h;

	if (!handle)
		return CUBLAS_STATUS_INVALID_VALUE;
	*handle = NULL;
	if (!hd_blas_load() || cudaFree(NULL) != cudaSuccess)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	h = calloc(1, sizeof *h);
	if (!h)
		return CUBLAS_STATUS_ALLOC_FAILED;
	h->magic = HD_HANDLE_MAGIC;
	*handle = h;
	return CUBLAS_STATUS_SUCCESS;
}

/* As cuBLAS does, waits for what was submitted. */
cublasStatus_t
cublasDestroy_v2(cublasHandle_t h)
{
	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	h->magic = 0;
	free(h);
	return hd_status_of(cudaDeviceSynchronize());
}

cublasStatus_t
cublasGetVersion_v2(cublasHandle_t h, int *version)
{
	(void)h; /* some programs ask without one */
	if (!version)
		return CUBLAS_STATUS_INVALID_VALUE;
	*version = CUBLAS_VERSION;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t
cublasGetProperty(libraryPropertyType type, int *value)
{
	static const int version[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR,
				      CUBLAS_VER_PATCH};

	if (!value || (unsigned)type > PATCH_LEVEL)
		return CUBLAS_STATUS_INVALID_VALUE;
	*value = version[type];
	return CUBLAS_STATUS_SUCCESS;
}

size_t
cublasGetCudartVersion(void)
{
	int version = 0;

	cudaRuntimeGetVersion(&version);
	return (size_t)version;
}

/* Nothing here needs one. */
cublasStatus_t
cublasSetWorkspace_v2(cublasHandle_t h, void *workspace, size_t bytes)
{
	(void)workspace, (void)bytes;
	return hd_is_handle(h) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

/* What is set and asked for, with the bounds of what may be set. */
#define SETTING(name, type, field, is_valid, suffix)                                   \
	cublasStatus_t cublasGet##name##suffix(cublasHandle_t h, type *value)          \
	{                                                                              \
		if (!hd_is_handle(h))                                                  \
			return CUBLAS_STATUS_NOT_INITIALIZED;                          \
		if (!value)                                                            \
			return CUBLAS_STATUS_INVALID_VALUE;                            \
		*value = h->field;                                                     \
		return CUBLAS_STATUS_SUCCESS;                                          \
	}                                                                              \
	cublasStatus_t cublasSet##name##suffix(cublasHandle_t h, type value)           \
	{                                                                              \
		if (!hd_is_handle(h))                                                  \
			return CUBLAS_STATUS_NOT_INITIALIZED;                          \
		if (!(is_valid))                                                       \
			return CUBLAS_STATUS_INVALID_VALUE;                            \
		h->field = value;                                                      \
		return CUBLAS_STATUS_SUCCESS;                                          \
	}

SETTING(Stream, cudaStream_t, stream, true, _v2)
SETTING(PointerMode, cublasPointerMode_t, pointer_mode,
	(unsigned)value <= CUBLAS_POINTER_MODE_DEVICE, _v2)
SETTING(AtomicsMode, cublasAtomicsMode_t, atomics_mode,
	(unsigned)value <= CUBLAS_ATOMICS_ALLOWED, )
SETTING(MathMode, cublasMath_t, math_mode,
	((unsigned)value & ~16u) <= CUBLAS_TF32_TENSOR_OP_MATH, )
SETTING(SmCountTarget, int, sm_count, value >= 0, )

/* ---- what statuses are called ----------------------------------------------------- */

static const struct {
	cublasStatus_t status;
	const char *name, *text;
} statuses[] = {
#define STATUS(name, text) {CUBLAS_STATUS_##name, "CUBLAS_STATUS_" #name, text}
	STATUS(SUCCESS, "the operation completed successfully"),
	STATUS(NOT_INITIALIZED, "the library was not initialized"),
	STATUS(ALLOC_FAILED, "the resource allocation failed"),
	STATUS(INVALID_VALUE, "an unsupported value or parameter was passed"),
	STATUS(ARCH_MISMATCH, "the device lacks a feature"),
	STATUS(MAPPING_ERROR, "an access to device memory failed"),
	STATUS(EXECUTION_FAILED, "the work failed to execute"),
	STATUS(INTERNAL_ERROR, "an internal operation failed"),
	STATUS(NOT_SUPPORTED, "the functionality is not supported"),
	STATUS(LICENSE_ERROR, "the functionality needs a licence"),
#undef STATUS
};

const char *
cublasGetStatusName(cublasStatus_t status)
{
	for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
		if (statuses[i].status == status)
			return statuses[i].name;
	return "unknown status";
}

const char *
cublasGetStatusString(cublasStatus_t status)
{
	for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
		if (statuses[i].status == status)
			return statuses[i].text;
	return "unknown status";
}

/* ---- the log: there is none ------------------------------------------------------- */

static cublasLogCallback log_callback;

cublasStatus_t
cublasLoggerConfigure(int on, int to_stdout, int to_stderr, const char *file)
{
	(void)on, (void)to_stdout, (void)to_stderr, (void)file;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t
cublasSetLoggerCallback(cublasLogCallback callback)
{
	log_callback = callback;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t
cublasGetLoggerCallback(cublasLogCallback *callback)
{
	if (!callback)
		return CUBLAS_STATUS_INVALID_VALUE;
	*callback = log_callback;
	return CUBLAS_STATUS_SUCCESS;
}

void
cublasXerbla(const char *name, int info)
{
	fprintf(stderr, "On entry to %s parameter number %d had an illegal value\n",
		name, info);
}
