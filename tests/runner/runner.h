/* SPDX-License-Identifier: Apache-2.0 */
/* The test runner: finds tests by folder, runs each case in its own process. */
#ifndef HD_RUNNER_H
#define HD_RUNNER_H

#include "base/base.h"

#include <sys/types.h>

/* What a case's process exits with. */
enum { PASS = 0, FAIL = 1, SKIP = 77 };

typedef struct hd_config {
	const char *build;    /* the build directory, absolute */
	const char *compiler; /* the one whose hdcc is used; the same unless told */
	const char *llvm;     /* "19" */
	const char *root;     /* of the repository */
	bool quick, compile_only, all, times;
	int jobs;
	unsigned seed;   /* of everything random; HD_SEED, else the time */
	long long until; /* HD_UNTIL: no case begins after that second; 0: all do */
} hd_config;

extern hd_config hd_test_config;

/* One case: a file, in one variant. */
typedef struct hd_case {
	const struct hd_test_kind *kind;
	const char *path;
	const char *name;    /* path without folder and suffix */
	const char *variant; /* "-O2", "tsan", or "" */
	const char *dir;     /* its own, empty at the start, removed after a pass */
	const char *text;    /* the file */
	hd_arena *mem;
} hd_case;

/* A folder of tests. */
typedef struct hd_test_kind {
	const char *folder, *suffix;
	const char *const *variants;      /* ends with NULL */
	int timeout;                      /* seconds for a case */
	int (*run)(hd_case *c);           /* prints what went wrong; PASS, FAIL, SKIP */
	bool (*wanted)(const hd_case *c); /* in this run? NULL: always */
} hd_test_kind;

extern const hd_test_kind hd_kind_pass, hd_kind_run, hd_kind_err, hd_kind_unit,
	hd_kind_driver;

/* ---- directive.c: "// key: value" in the first lines of a test */

/* The value, "" for a key alone, or NULL; `nth` counts from 0. */
const char *hd_directive(const hd_case *c, const char *key, int nth);
/* Words separated by blanks, added to a list. */
void hd_add_words(hd_arena *a, hd_strings *list, const char *text);
/* Why this machine cannot run the test, or NULL ("// needs:" an architecture, a
 * command or "cpus N"). */
const char *hd_unmet_need(const hd_case *c);
/* Extended regular expression found in one of the lines; NULL or that line. */
const char *hd_find_line(hd_arena *a, const char *text, const char *regex);

/* ---- process.c */

/* Run args[0] in the case's directory with more environment ("K=V"; "K" removes it),
 * outputs to files there. Its exit status, 128 + N for signal N. */
int hd_exec(hd_case *c, const hd_strings *args, const hd_strings *env, const char *out,
	    const char *err);
/* A file in the case's directory, as text; "" when missing. */
const char *hd_output_of(hd_case *c, const char *name);
bool hd_file_exists(const hd_case *c, const char *name);
/* hdcc, with its sanitizers told to fail loudly. */
void hd_add_hdcc(hd_case *c, hd_strings *args);
/* Nothing may be left in the directory for temporary files. */
bool hd_is_tidy(hd_case *c);

#endif
