/* SPDX-License-Identifier: Apache-2.0 */
/* What CUDA's libraries share: types of elements, and when work is worth handing out. */
#ifndef HD_LIBS_COMMON_H
#define HD_LIBS_COMMON_H

#include "library.h"
#include "library_types.h"

/* Element types. The first four are those of BLAS. */
typedef enum hd_type {
	HD_S,
	HD_D,
	HD_C,
	HD_Z,
	HD_H,  /* half */
	HD_T,  /* bfloat16 */
	HD_I8, /* int8_t */
	HD_I,  /* int32_t */
	HD_L,  /* int64_t */
	HD_TYPES,
} hd_type;

static inline size_t
hd_size(hd_type type)
{
	static const size_t sizes[] = {4, 8, 8, 16, 2, 2, 1, 4, 8};

	return sizes[type];
}

/* HD_TYPES: none of ours. */
static inline hd_type
hd_type_of(cudaDataType type)
{
	switch (type) {
	case CUDA_R_32F:
		return HD_S;
	case CUDA_R_64F:
		return HD_D;
	case CUDA_C_32F:
		return HD_C;
	case CUDA_C_64F:
		return HD_Z;
	case CUDA_R_16F:
		return HD_H;
	case CUDA_R_16BF:
		return HD_T;
	case CUDA_R_8I:
		return HD_I8;
	case CUDA_R_32I:
		return HD_I;
	default:
		return HD_TYPES;
	}
}

/* Work is in about nanoseconds: more than this is too long for the caller alone. */
static inline bool
hd_is_long(double work)
{
	return work > 1e4;
}

/* How many units are worth being handed out together. */
static inline uint64_t
hd_grain(double work_of_unit)
{
	static const double WORTH = 2e4;

	return work_of_unit >= WORTH ? 1 : (uint64_t)(WORTH / (work_of_unit + 1)) + 1;
}

#endif
