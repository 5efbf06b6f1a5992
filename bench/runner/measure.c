/* SPDX-License-Identifier: Apache-2.0 */
/* measure.c: both halves in turn, round by round. */
#include "runner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SECONDS = 120, MOST_WORDS = 32 };

static int
by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The value below which a part of the sorted values lies. */
static double
quantile(const double *sorted, size_t n, double part)
{
	double at = part * (double)(n - 1);
	size_t i = (size_t)at;

	return i + 1 < n ? sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i])
			 : sorted[n - 1];
}

static double
median_of(const double *ms, size_t n)
{
	double *copy = hd_array(n, sizeof *copy), m;

	memcpy(copy, ms, n * sizeof *copy);
	qsort(copy, n, sizeof *copy, by_size);
	m = quantile(copy, n, 0.5);
	free(copy);
	return m;
}

void
hd_summarise(times *t)
{
	double *copy = hd_array(t->count, sizeof *copy);

	memcpy(copy, t->ms, t->count * sizeof *copy);
	qsort(copy, t->count, sizeof *copy, by_size);
	t->low = quantile(copy, t->count, 0.25);
	t->median = quantile(copy, t->count, 0.5);
	t->high = quantile(copy, t->count, 0.75);
	free(copy);
}

/* Takes the times from "ms T T T"; how many. */
static size_t
take_times(const char *text, times *t)
{
	size_t count = 0;
	char *end;

	if (strncmp(text, "ms ", 3) != 0)
		return 0;
	for (text += 3;; text = end) {
		double ms = strtod(text, &end);

		if (end == text)
			return count;
		t->ms = realloc(t->ms, (t->count + 1) * sizeof *t->ms);
		if (!t->ms)
			hd_die("there is not enough memory");
		t->ms[t->count++] = ms;
		count++;
	}
}

/* Starts a program; its times go to t. Without times it has failed: t stays as it is. */
void
hd_run_once(const settings *s, const char *program, const char *to, times *t)
{
	char *argv[MOST_WORDS], *words = hd_text("%s", s->prefix), *rest = words, *word;
	char *runs = hd_text("%d", s->tiny ? 1 : s->runs), *text;
	int n = 0, status;

	while ((word = strsep(&rest, " ")))
		if (*word && n < MOST_WORDS - 8)
			argv[n++] = word;
	argv[n++] = (char *)program;
	argv[n++] = "-r";
	argv[n++] = runs;
	if (s->tiny)
		argv[n++] = "-t";
	if (to) {
		argv[n++] = "-o";
		argv[n++] = (char *)to;
	}
	argv[n] = NULL;
	text = hd_output_of(argv, MOST_SECONDS, &status);
	if (status == -1)
		fprintf(stderr, "bench: %s: not ready after %d s\n", program,
			MOST_SECONDS);
	else if (status != 0)
		fprintf(stderr, "bench: %s: exit status %d\n", program, status);
	else if (take_times(text, t) == 0)
		fprintf(stderr, "bench: %s: printed no times\n", program);
	free(text);
	free(runs);
	free(words);
}

static char results[HALVES][4096]; /* files to be compared, or "" */

void
hd_remove_results(void)
{
	for (int h = 0; h < HALVES; h++)
		if (*results[h])
			unlink(results[h]);
}

/* The first round, whose results are compared. */
static void
first_round(const settings *s, pair *p)
{
	const char *a = results[HEDDLE], *b = results[OPENMP];

	snprintf(results[HEDDLE], sizeof results[0], "%s/heddle.results", s->out);
	snprintf(results[OPENMP], sizeof results[0], "%s/openmp.results", s->out);
	hd_run_once(s, p->program[HEDDLE], a, &p->half[HEDDLE]);
	hd_run_once(s, p->program[OPENMP], b, &p->half[OPENMP]);
	p->failed = !p->half[HEDDLE].count || !p->half[OPENMP].count ||
		    !hd_same_results(p->name, a, b);
	hd_remove_results();
}

/* Ratios of medians: of all runs, and of the worst and best round. */
static void
compare_halves(const settings *s, pair *p)
{
	size_t runs = (size_t)s->runs;

	for (int h = 0; h < HALVES; h++)
		hd_summarise(&p->half[h]);
	p->ratio = p->half[OPENMP].median / p->half[HEDDLE].median;
	p->worst = INFINITY;
	p->best = 0;
	for (size_t r = 0; r < (size_t)s->rounds; r++) {
		double ratio = median_of(p->half[OPENMP].ms + r * runs, runs) /
			       median_of(p->half[HEDDLE].ms + r * runs, runs);

		p->worst = fmin(p->worst, ratio);
		p->best = fmax(p->best, ratio);
	}
}

void
hd_measure(const settings *s, suite *all)
{
	int rounds = s->tiny ? 1 : s->rounds;

	for (int r = 0; r < rounds; r++)
		for (size_t i = 0; i < all->count; i++) {
			pair *p = &all->pairs[i];
			size_t want = (size_t)((r + 1) * s->runs);

			if (isatty(STDERR_FILENO))
				fprintf(stderr, "\rround %d of %d, %-20s", r + 1,
					rounds, p->name);
			if (p->failed)
				continue;
			if (r == 0) {
				first_round(s, p);
				continue;
			}
			for (int h = 0; h < HALVES; h++)
				hd_run_once(s, p->program[h], NULL, &p->half[h]);
			p->failed = p->half[HEDDLE].count != want ||
				    p->half[OPENMP].count != want;
		}
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "\r%-50s\r", "");
	for (size_t i = 0; i < all->count && !s->tiny; i++)
		if (!all->pairs[i].failed)
			compare_halves(s, &all->pairs[i]);
}

double
hd_geometric_mean(const suite *all)
{
	double sum = 0;

	for (size_t i = 0; i < all->count; i++)
		sum += log(all->pairs[i].ratio);
	return exp(sum / (double)all->count);
}
