/* SPDX-License-Identifier: Apache-2.0 */
/* Tuning: the search space, configurations, measuring. */
#ifndef HD_OMP_TUNE_H
#define HD_OMP_TUNE_H

#include "omp/omp.h"

enum hd_class { HD_CLASS_T, HD_CLASS_B, HD_CLASS_U, HD_CLASS_F };

/* One parameter of the search space. */
typedef struct hd_axis {
	enum hd_setting setting;
	enum hd_class cls;
	bool applies;  /* some code of the program satisfies its conditions */
	bool approved; /* by the user */
	bool excluded, included;
	const char *why;    /* what it applies to, or what is missing */
	HD_VEC(int) values; /* to be tried; one value is a fixed parameter */
} hd_axis;

typedef struct hd_space {
	hd_axis axis[HD_SET_COUNT];
	hd_settings start;  /* what does not vary */
	hd_strings kernels; /* "procedure number" */
	HD_VEC(int) sizes, blocks;
} hd_space;

typedef struct hd_result {
	long id;
	double seconds; /* negative: failed */
	const char *status;
} hd_result;

typedef HD_VEC(hd_result) hd_results;

typedef struct hd_tuner {
	hd_prog p;
	hd_arena mem;
	hd_space space;
	hd_results results;
	hd_strings inputs;
	const char *folder, *setup, *search, *args, *train, *compile, *engine, *measure,
		*cost;
	char *self, *table;
	int repeat, limit, timeout;
	bool prune_only, configs, export, quiet;
	double best;
	long best_id;
	const char *expected; /* output of the first good run */
} hd_tuner;

/* ---- measure.c */
void hd_tune_quote(hd_str *s, const char *word);
int hd_tune_shell(const char *command);
char *hd_tune_fill_in(hd_tuner *t, const char *pattern, const char *in,
		      const char *out);
char *hd_tune_path_of(hd_tuner *t, const char *name);
bool hd_tune_translate(hd_tuner *t, const char *config, const char *to);
bool hd_tune_translate_as(hd_tuner *t, const char *options, const char *to);
hd_result hd_tune_run_exe(hd_tuner *t, long id, const char *exe, int repeat,
			  const char *args);
hd_result hd_tune_measure(hd_tuner *t, long id, const char *config, int repeat);
char *hd_tune_config_file(hd_tuner *t, long id);

/* ---- export.c */
void hd_tune_export(hd_tuner *t, const long *ids, long n);

/* ---- prune.c, space.c, plot.c */
void hd_omp_prune(hd_prog *p, hd_space *s);
bool hd_omp_read_setup(hd_arena *a, hd_space *s, const char *path);
void hd_omp_finish_space(hd_arena *a, hd_space *s);
double hd_omp_space_size(const hd_space *s, bool pruned);
void hd_omp_point(const hd_space *s, long id, hd_settings *out);
char *hd_omp_config_text(hd_arena *a, const hd_space *s, long id);
void hd_omp_print_space(FILE *to, const hd_space *s);
bool hd_omp_write_plot(hd_arena *a, const char *path, const hd_results *r,
		       const char *title);

#endif
