/* SPDX-License-Identifier: Apache-2.0 */
/* The second tier: a kernel that is worth it is compiled again, for this processor and the
 * blocks that it is launched with, while the first tier runs. The parts of that; what the
 * core calls is in core/inner.h. */
#ifndef HD_RUNTIME_TIER_H
#define HD_RUNTIME_TIER_H

#include "carried.h"
#include "core/inner.h"

/* Which code is wanted. The texts belong to whoever asks. */
typedef struct hd_request {
	const char *kernel; /* mangled */
	uint32_t block[3];
	const hd_carried *code;
	size_t code_bytes;
	char key[HD_KEY_LETTERS + 1];
} hd_request;

/* A shared object and its tail. */
typedef struct hd_bytes {
	char *at; /* from malloc */
	size_t n;
} hd_bytes;

/* ---- compiler_linux.c: hdcc, which lies beside the runtime */

/* Which hdcc it is, for keys; false: there is none. */
bool hd_compiler_identity(uint64_t *sum);
/* Waits for it. Ends early when the process does. */
bool hd_compiler_run(const hd_request *r, hd_bytes *out, hd_complaint *why);

/* ---- kept.c: files of former runs */

void hd_kept_key(hd_request *r, uint64_t compiler);
bool hd_kept_find(const hd_request *r, hd_bytes *out);
bool hd_kept_is_whole(const hd_bytes *b); /* as its tail says */

/* ---- bind.c: loading it */

/* Its module, with all symbols bound to those of the first tier; NULL after an error. */
const hd_module *hd_second_load(const hd_bytes *b, const hd_module *first,
				hd_complaint *why);

#endif
