/* SPDX-License-Identifier: Apache-2.0 */
/* How the pass runner behaves. Knows no LLVM: the driver fills this in. */
#ifndef HD_RUN_H
#define HD_RUN_H

#include "base/base.h"

/* All strings may be NULL; lists are separated by commas. */
typedef struct hd_run_options {
	const char *dump;        /* pass names, or "all": numbered files after each */
	const char *dump_dir;    /* where they go, NULL = "." */
	const char *skip, *only; /* pass names */
	const char *stop_after, *start_after;
	const char *fn; /* function passes: only this function */
	bool time;      /* a table of times at the end */
	bool paranoid;  /* a pass that says "no change" must have made none */
	bool repro;     /* on failure: the command that repeats the failing step */
} hd_run_options;

/* One line per pass: name, description; `markdown` is docs/passes.md. */
void hd_list_passes(FILE *out, bool markdown);

#endif
