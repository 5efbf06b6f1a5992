/* SPDX-License-Identifier: Apache-2.0 */
/* The processor that code is made for. */
#ifndef HD_TARGET_H
#define HD_TARGET_H

#include "gen/gen.h"
#include "ir/ir.h"

typedef struct hd_target {
	const char *triple, *cpu, *features;
	bool has_fma;
	int level; /* enum hd_level */
	LLVMTargetMachineRef machine;
	LLVMTargetDataRef layout;
	hd_arena mem; /* owns the strings */
} hd_target;

hd_target *hd_target_new(const hd_job *job); /* NULL after an error */
void hd_target_free(hd_target *t);
/* Processors that kernels are compiled for besides, separated by commas. */
const char *hd_better_cpus(const hd_job *job);
bool hd_is_last_resort(const hd_job *job); /* is the first one hardly ever run? */

#endif
