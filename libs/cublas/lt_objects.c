/* SPDX-License-Identifier: Apache-2.0 */
/* The objects of cublasLt, and their attributes. */
#include "lt.h"

#include <stddef.h>
#include <stdlib.h>

struct attribute {
	int number;
	size_t offset, size;
};

#define FIELD(number, type, field)                                                     \
	{number, offsetof(type, field), sizeof(((type *)0)->field)}
#define LAYOUT(name, field)  FIELD(CUBLASLT_MATRIX_LAYOUT_##name, hd_layout, field)
#define PRODUCT(name, field) FIELD(CUBLASLT_MATMUL_DESC_##name, hd_product, field)

static const struct attribute layout_attributes[] = {
	LAYOUT(TYPE, type),
	LAYOUT(ORDER, order),
	LAYOUT(ROWS, rows),
	LAYOUT(COLS, cols),
	LAYOUT(LD, ld),
	LAYOUT(BATCH_COUNT, batch),
	LAYOUT(STRIDED_BATCH_OFFSET, stride),
	LAYOUT(PLANE_OFFSET, plane),
	{-1, 0, 0},
};

static const struct attribute product_attributes[] = {
	PRODUCT(COMPUTE_TYPE, compute),
	PRODUCT(SCALE_TYPE, scale),
	PRODUCT(POINTER_MODE, pointer_mode),
	PRODUCT(TRANSA, ta),
	PRODUCT(TRANSB, tb),
	PRODUCT(TRANSC, tc),
	PRODUCT(FILL_MODE, fill),
	PRODUCT(EPILOGUE, epilogue),
	PRODUCT(BIAS_POINTER, bias),
	PRODUCT(BIAS_BATCH_STRIDE, bias_stride),
	PRODUCT(BIAS_DATA_TYPE, bias_type),
	PRODUCT(EPILOGUE_AUX_POINTER, aux),
	PRODUCT(EPILOGUE_AUX_LD, aux_ld),
	PRODUCT(EPILOGUE_AUX_BATCH_STRIDE, aux_stride),
	PRODUCT(EPILOGUE_AUX_DATA_TYPE, aux_type),
	PRODUCT(ALPHA_VECTOR_BATCH_STRIDE, alpha_stride),
	PRODUCT(SM_COUNT_TARGET, sm_count),
	PRODUCT(A_SCALE_POINTER, scale_of[0]),
	PRODUCT(B_SCALE_POINTER, scale_of[1]),
	PRODUCT(C_SCALE_POINTER, scale_of[2]),
	PRODUCT(D_SCALE_POINTER, scale_of[3]),
	PRODUCT(AMAX_D_POINTER, amax_d),
	PRODUCT(FAST_ACCUM, fast_accum),
	{-1, 0, 0},
};

/* Of preferences only that it can be asked for again. */
static const struct attribute preference_attributes[] = {
	{CUBLASLT_MATMUL_PREF_SEARCH_MODE, 0, 4},
	{CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, 4, 4},
	{CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, 8, 8},
	{CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, 16, 4},
	{CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, 20, 4},
	{CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, 24, 4},
	{CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, 28, 4},
	{CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, 32, 4},
	{CUBLASLT_MATMUL_PREF_IMPL_MASK, 40, 8},
	{-1, 0, 0},
};

static const struct attribute *
find(const struct attribute *all, int number)
{
	while (all->number >= 0 && all->number != number)
		all++;
	return all->number >= 0 ? all : NULL;
}

static cublasStatus_t
set(const struct attribute *a, void *object, const void *from, size_t bytes)
{
	if (!a || !object || !from || bytes != a->size)
		return CUBLAS_STATUS_INVALID_VALUE;
	memcpy((char *)object + a->offset, from, bytes);
	return CUBLAS_STATUS_SUCCESS;
}

/* Who offers no room asks for the size. */
static cublasStatus_t
get(const struct attribute *a, const void *object, void *to, size_t room,
    size_t *written)
{
	if (!a || !object || (!room && !written) || (room && (!to || room < a->size)))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (written)
		*written = a->size;
	if (room)
		memcpy(to, (const char *)object + a->offset, a->size);
	return CUBLAS_STATUS_SUCCESS;
}

#define OBJECT(Name, attribute_type, attributes)                                       \
	cublasStatus_t cublasLt##Name##SetAttribute(cublasLt##Name##_t object,         \
						    attribute_type attr,               \
						    const void *buf, size_t size)      \
	{                                                                              \
		return set(find(attributes, (int)attr), object, buf, size);            \
	}                                                                              \
	cublasStatus_t cublasLt##Name##GetAttribute(cublasLt##Name##_t object,         \
						    attribute_type attr, void *buf,    \
						    size_t size, size_t *written)      \
	{                                                                              \
		return get(find(attributes, (int)attr), object, buf, size, written);   \
	}                                                                              \
	cublasStatus_t cublasLt##Name##Destroy(cublasLt##Name##_t object)              \
	{                                                                              \
		free(object);                                                          \
		return CUBLAS_STATUS_SUCCESS;                                          \
	}
OBJECT(MatrixLayout, cublasLtMatrixLayoutAttribute_t, layout_attributes)
OBJECT(MatmulDesc, cublasLtMatmulDescAttributes_t, product_attributes)
OBJECT(MatmulPreference, cublasLtMatmulPreferenceAttributes_t, preference_attributes)

/* ---- making them -------------------------------------------------------------------- */

cublasStatus_t
cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t layout, size_t size,
				  cudaDataType type, uint64_t rows, uint64_t cols,
				  int64_t ld)
{
	if (!layout || size < sizeof *layout)
		return CUBLAS_STATUS_INVALID_VALUE;
	memset(layout, 0, sizeof *layout);
	*(hd_layout *)layout = (hd_layout){
		.type = (int)type, .rows = rows, .cols = cols, .ld = ld, .batch = 1};
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t
cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t desc, size_t size,
				cublasComputeType_t compute, cudaDataType_t scale)
{
	if (!desc || size < sizeof *desc)
		return CUBLAS_STATUS_INVALID_VALUE;
	memset(desc, 0, sizeof *desc);
	*(hd_product *)desc = (hd_product){.compute = (int)compute,
					   .scale = (int)scale,
					   .fill = CUBLAS_FILL_MODE_FULL,
					   .epilogue = CUBLASLT_EPILOGUE_DEFAULT,
					   .bias_type = -1,
					   .aux_type = -1};
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t
cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t pref, size_t size)
{
	if (!pref || size < sizeof *pref)
		return CUBLAS_STATUS_INVALID_VALUE;
	memset(pref, 0, sizeof *pref);
	return CUBLAS_STATUS_SUCCESS;
}

#define CREATE(object, ...)                                                            \
	do {                                                                           \
		if (!(object))                                                         \
			return CUBLAS_STATUS_INVALID_VALUE;                            \
		*(object) = malloc(sizeof **(object));                                 \
		return *(object) ? __VA_ARGS__ : CUBLAS_STATUS_ALLOC_FAILED;           \
	} while (0)

cublasStatus_t
cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout, cudaDataType type,
			   uint64_t rows, uint64_t cols, int64_t ld)
{
	CREATE(layout, cublasLtMatrixLayoutInit(*layout, type, rows, cols, ld));
}

cublasStatus_t
cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *desc, cublasComputeType_t compute,
			 cudaDataType_t scale)
{
	CREATE(desc, cublasLtMatmulDescInit(*desc, compute, scale));
}

cublasStatus_t
cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *pref)
{
	CREATE(pref, cublasLtMatmulPreferenceInit(*pref));
}
