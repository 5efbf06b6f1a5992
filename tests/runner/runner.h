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
	const char *way;      /* only variants with this text in them; NULL: all */
	bool quick, compile_only, all, times, list;
	int jobs;
	unsigned seed; /* of everything random; HD_SEED, else the time */
} hd_config;

extern hd_config hd_test_config;

/* One case: a test, in one variant. */
typedef struct hd_case {
	const struct hd_test_kind *kind;
	const char *path;
	const char *name;    /* path without folder and suffix */
	const char *variant; /* "-O2", "tsan", or "" */
	const char *dir;     /* its own, empty at the start, removed after a pass */
	const char *text;    /* the file */
	hd_arena *mem;
} hd_case;

typedef HD_VEC(hd_case) hd_cases;

/* A folder of tests. */
typedef struct hd_test_kind {
	const char *folder;          /* below tests/ */
	const char *suffix;          /* of its files; NULL: its tests are numbers */
	const char *const *variants; /* ends with NULL */
	int timeout;                 /* seconds for a case */
	int (*run)(hd_case *c);      /* prints what went wrong; PASS, FAIL, SKIP */
	bool (*wanted)(const hd_case *c); /* in this run? NULL: always */
	bool deep;                        /* its subfolders have tests, too */
	unsigned numbers;                 /* so many from 1 on are in the suite */
} hd_test_kind;

extern const hd_test_kind hd_kind_pass, hd_kind_run, hd_kind_err, hd_kind_unit,
	hd_kind_driver, hd_kind_omp, hd_kind_omp_script, hd_kind_omp_err,
	hd_kind_omp_err_script, hd_kind_gen, hd_kind_gpufirst, hd_kind_gpufirst_cpp,
	hd_kind_gpufirst_script, hd_kind_gpufirst_err, hd_kind_math;

/* ---- find.c */

/* The cases of all tests, and of those that a word names: a file, a folder, a test's name
 * alone, numbers as gen/7 or gen/1..100. False: there are none. */
void hd_find_cases(hd_arena *a, hd_cases *list);
bool hd_find_named(hd_arena *a, hd_cases *list, const char *word);

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
/* The same by bash, with HDCC, HEDDLE, CLANG, CLANGXX, ROOT, F (the test) and KERNELS set. */
int hd_shell(hd_case *c, const char *command, ...) HD_PRINTF(2, 3);
/* hd_shell, and a message if it fails. */
bool hd_does(hd_case *c, const char *what, const char *command);
/* A file in the case's directory, as text; "" when missing. */
const char *hd_output_of(hd_case *c, const char *name);
bool hd_file_exists(const hd_case *c, const char *name);
/* Whether what was printed is what was expected; says how it differs. Relative names
 * are files in the case's directory. */
bool hd_is_same(hd_case *c, const char *expected, const char *printed);
/* hdcc, with its sanitizers told to fail loudly. */
void hd_add_hdcc(hd_case *c, hd_strings *args);
/* Nothing may be left in the directory for temporary files. */
bool hd_is_tidy(hd_case *c);

#endif
