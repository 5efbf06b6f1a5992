/* SPDX-License-Identifier: Apache-2.0 */
/* Handles, descriptors of the older functions, and the log. */
#include "sparse.h"

#include <stdlib.h>

cusparseStatus_t
cusparseCreate(cusparseHandle_t *handle)
{
	cusparseHandle_t h;

	if (!handle)
		return CUSPARSE_STATUS_INVALID_VALUE;
	*handle = NULL;
	if (cudaFree(NULL) != cudaSuccess)
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	h = calloc(1, sizeof *h);
	if (!h)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	h->magic = HD_HANDLE_MAGIC;
	*handle = h;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseDestroy(cusparseHandle_t h)
{
	if (!hd_is_handle(h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	h->magic = 0;
	free(h);
	return hd_status_of(cudaDeviceSynchronize());
}

cusparseStatus_t
cusparseGetVersion(cusparseHandle_t h, int *version)
{
	if (!hd_is_handle(h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (!version)
		return CUSPARSE_STATUS_INVALID_VALUE;
	*version = CUSPARSE_VERSION;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseGetProperty(libraryPropertyType type, int *value)
{
	static const int version[] = {CUSPARSE_VER_MAJOR, CUSPARSE_VER_MINOR,
				      CUSPARSE_VER_PATCH};

	if (!value || (unsigned)type > PATCH_LEVEL)
		return CUSPARSE_STATUS_INVALID_VALUE;
	*value = version[type];
	return CUSPARSE_STATUS_SUCCESS;
}

#define SETTING(name, type, field, is_valid)                                           \
	cusparseStatus_t cusparseGet##name(cusparseHandle_t h, type *value)            \
	{                                                                              \
		if (!hd_is_handle(h))                                                  \
			return CUSPARSE_STATUS_NOT_INITIALIZED;                        \
		if (!value)                                                            \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		*value = h->field;                                                     \
		return CUSPARSE_STATUS_SUCCESS;                                        \
	}                                                                              \
	cusparseStatus_t cusparseSet##name(cusparseHandle_t h, type value)             \
	{                                                                              \
		if (!hd_is_handle(h))                                                  \
			return CUSPARSE_STATUS_NOT_INITIALIZED;                        \
		if (!(is_valid))                                                       \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		h->field = value;                                                      \
		return CUSPARSE_STATUS_SUCCESS;                                        \
	}

SETTING(Stream, cudaStream_t, stream, true)
SETTING(PointerMode, cusparsePointerMode_t, pointer_mode,
	(unsigned)value <= CUSPARSE_POINTER_MODE_DEVICE)

/* ---- what statuses are called ----------------------------------------------------- */

static const struct {
	const char *name, *text;
} statuses[] = {
#define STATUS(name, text) [CUSPARSE_STATUS_##name] = {"CUSPARSE_STATUS_" #name, text}
	STATUS(SUCCESS, "success"),
	STATUS(NOT_INITIALIZED, "initialization error"),
	STATUS(ALLOC_FAILED, "out of memory"),
	STATUS(INVALID_VALUE, "invalid value"),
	STATUS(ARCH_MISMATCH, "architecture mismatch"),
	STATUS(MAPPING_ERROR, "memory mapping error"),
	STATUS(EXECUTION_FAILED, "kernel launch failure"),
	STATUS(INTERNAL_ERROR, "internal error"),
	STATUS(MATRIX_TYPE_NOT_SUPPORTED, "matrix type not supported"),
	STATUS(ZERO_PIVOT, "zero pivot"),
	STATUS(NOT_SUPPORTED, "operation not supported"),
	STATUS(INSUFFICIENT_RESOURCES, "insufficient resources"),
#undef STATUS
};

static bool
is_status(cusparseStatus_t status)
{
	return (unsigned)status < sizeof statuses / sizeof *statuses;
}

const char *
cusparseGetErrorName(cusparseStatus_t status)
{
	return is_status(status) ? statuses[status].name : "unrecognized error code";
}

const char *
cusparseGetErrorString(cusparseStatus_t status)
{
	return is_status(status) ? statuses[status].text : "unrecognized error code";
}

/* ---- descriptors -------------------------------------------------------------------- */

cusparseStatus_t
cusparseCreateMatDescr(cusparseMatDescr_t *descr)
{
	if (!descr)
		return CUSPARSE_STATUS_INVALID_VALUE;
	*descr = calloc(1, sizeof **descr);
	return *descr ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}

cusparseStatus_t
cusparseDestroyMatDescr(cusparseMatDescr_t descr)
{
	free(descr);
	return CUSPARSE_STATUS_SUCCESS;
}

#define DESCRIBED(name, T, field, most)                                                \
	cusparseStatus_t cusparseSetMat##name(cusparseMatDescr_t descr, T value)       \
	{                                                                              \
		if (!descr || (unsigned)value > (most))                                \
			return CUSPARSE_STATUS_INVALID_VALUE;                          \
		descr->field = value;                                                  \
		return CUSPARSE_STATUS_SUCCESS;                                        \
	}                                                                              \
	T cusparseGetMat##name(const cusparseMatDescr_t descr)                         \
	{                                                                              \
		return descr ? descr->field : (T)0;                                    \
	}

DESCRIBED(Type, cusparseMatrixType_t, type, CUSPARSE_MATRIX_TYPE_TRIANGULAR)
DESCRIBED(FillMode, cusparseFillMode_t, fill, CUSPARSE_FILL_MODE_UPPER)
DESCRIBED(DiagType, cusparseDiagType_t, diag, CUSPARSE_DIAG_TYPE_UNIT)
DESCRIBED(IndexBase, cusparseIndexBase_t, base, CUSPARSE_INDEX_BASE_ONE)

/* ---- the log: there is none --------------------------------------------------------- */

cusparseStatus_t
cusparseLoggerSetCallback(cusparseLoggerCallback_t callback)
{
	(void)callback;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseLoggerSetFile(FILE *file)
{
	(void)file;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseLoggerOpenFile(const char *name)
{
	(void)name;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseLoggerSetLevel(int level)
{
	(void)level;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseLoggerSetMask(int mask)
{
	(void)mask;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseLoggerForceDisable(void)
{
	return CUSPARSE_STATUS_SUCCESS;
}
