/* SPDX-License-Identifier: Apache-2.0 */
/* What the processor has that code is made for. */
#ifndef HD_TARGET_H
#define HD_TARGET_H

#include "ir/ir.h"

typedef struct hd_cpu {
	bool x86;          /* else AArch64 */
	bool masked_moves; /* loads and stores of vectors under masks; SSE, NEON: none */
	int register_bytes; /* of a vector register */
	int file_bytes;     /* of all of them */
} hd_cpu;

hd_cpu hd_cpu_of(const hd_unit *u);

#endif
