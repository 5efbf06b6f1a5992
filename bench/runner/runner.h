/* SPDX-License-Identifier: Apache-2.0 */
/* runner.h: `make bench`: builds the pairs of bench/suite, runs both halves in turn,
 * compares their results and says how their times compare. */
#ifndef BENCH_RUNNER_H
#define BENCH_RUNNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { HEDDLE, OPENMP, HALVES };

typedef struct times {
	double *ms; /* all runs, round after round */
	size_t count;
	double median, low, high; /* low, high: quartiles */
} times;

typedef struct pair {
	char *name;
	char *program[HALVES];
	times half[HALVES];
	double ratio;       /* OpenMP's median over Heddle's */
	double worst, best; /* the same, of the worst and the best round */
	bool failed;
} pair;

typedef struct settings {
	const char *suite; /* folder of NAME.cu and NAME.omp.c */
	const char *build; /* folder of bin/hdcc */
	const char *out;   /* folder for programs and reports */
	const char *docs;  /* folder in which reports are kept, or NULL */
	const char
		*name; /* of the machine in file names there; NULL: its processor's */
	const char *clang;
	const char *flags;    /* more flags for hdcc */
	const char *prefix;   /* words before each program, or "" */
	const char *ablation; /* NULL: none; "": all; else names, with commas */
	int rounds, runs, jobs;
	bool tiny, list;
} settings;

typedef struct suite {
	pair *pairs;
	size_t count;
} suite;

/* One thing switched off: how the times of each pair change. */
typedef struct ablation {
	char *name;
	double *factor; /* of each pair: time without it over time with it */
	double mean;    /* geometric */
	size_t changed; /* pairs whose program is another one without it */
} ablation;

typedef struct machine {
	char cpu[128], system[128], date[32], hdcc[128], clang[128], flags[256];
	char omp_flags[128];
	int cores;
} machine;

/* main.c */
_Noreturn void hd_die(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *hd_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
void *hd_array(size_t count, size_t size);

/* process.c */
char *hd_output_of(char *const argv[], int seconds, int *status);
void hd_end_with_children(void);
int hd_run_jobs(char ***commands, size_t count, int jobs);

/* build.c */
suite hd_find_pairs(const settings *s, char **names, int count);
void hd_build(const settings *s, suite *all, const char *folder, const char *flags);
void hd_build_openmp(const settings *s, suite *all);
const char *hd_openmp_march(void);

/* compare.c */
bool hd_same_results(const char *name, const char *a, const char *b);

/* measure.c */
void hd_measure(const settings *s, suite *all);
void hd_run_once(const settings *s, const char *program, const char *to, times *t);
void hd_remove_results(void);
void hd_summarise(times *t);
double hd_geometric_mean(const suite *all);

/* ablation.c */
size_t hd_ablate(const settings *s, const suite *all, ablation **result);

/* machine.c */
machine hd_machine(const settings *s);

/* report.c */
void hd_print_table(const suite *all);
void hd_write_tsv(const settings *s, const machine *m, const suite *all);
void hd_write_ablation(const settings *s, const machine *m, const suite *all,
		       const ablation *a, size_t n);

/* plot.c */
void hd_write_svg(const char *path, const machine *m, const suite *all);

/* docs.c */
void hd_update_docs(const settings *s, const machine *m);

#endif
