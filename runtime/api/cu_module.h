/* SPDX-License-Identifier: Apache-2.0 */
/* Loading code, as modules and libraries do: what is wrong goes to standard error and to
 * the buffers that a program has for it. */
#ifndef HD_CU_MODULE_H
#define HD_CU_MODULE_H

#include "driver.h"

/* What CU_JIT_…_LOG_BUFFER and the like say; the values get what they ask for. */
typedef struct hd_jit {
	unsigned int n;
	const CUjit_option *options;
	void **values;
} hd_jit;

/* The error, after reporting it. Its number is the same in both APIs. */
int hd_cu_loaded(int error, const hd_complaint *why, const hd_jit *jit);

/* Load, and tell. */
int hd_cu_load(const void *image, const void **module, const hd_jit *jit);
int hd_cu_load_file(const char *file, const void **module, const hd_jit *jit);

#endif
