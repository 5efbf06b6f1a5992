/* SPDX-License-Identifier: Apache-2.0 */
/* The host side of device code that has no host code of its own, as IR: the fat binary
 * wrapper that merge_host points at the kernels, and shadows of variables. */
#ifndef HD_HOST_TEXT_H
#define HD_HOST_TEXT_H

#include "gen/gen.h"

typedef struct hd_host_text {
	hd_arena *arena;
	hd_str text;
	hd_str shadows; /* calls that merge_host knows them by */
} hd_host_text;

bool hd_begin_host_text(hd_host_text *t, const hd_job *job); /* false after an error */
void hd_add_shadow(hd_host_text *t, const char *name, const char *linkage);
void hd_add_quoted(hd_str *s, const char *text); /* "text", as IR writes it */
const char *hd_end_host_text(hd_host_text *t);

#endif
