/* SPDX-License-Identifier: Apache-2.0 */
/* report.c: tables for the terminal and for scripts/tables.sh. */
#include "runner.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static FILE *
create(const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f)
		hd_die("%s: %s", path, strerror(errno));
	return f;
}

static void
finish(FILE *f, const char *path)
{
	if (ferror(f) || fclose(f) != 0)
		hd_die("%s: %s", path, strerror(errno));
}

static void
extremes(const suite *all, const pair **slow, const pair **fast)
{
	*slow = *fast = &all->pairs[0];
	for (size_t i = 1; i < all->count; i++) {
		const pair *p = &all->pairs[i];

		if (p->ratio < (*slow)->ratio)
			*slow = p;
		if (p->ratio > (*fast)->ratio)
			*fast = p;
	}
}

void
hd_print_table(const suite *all)
{
	const pair *slow, *fast;

	printf("%-15s %10s %17s %10s %17s %7s %13s\n", "", "Heddle ms", "quartiles",
	       "OpenMP ms", "quartiles", "ratio", "of rounds");
	for (size_t i = 0; i < all->count; i++) {
		const pair *p = &all->pairs[i];
		const times *h = &p->half[HEDDLE], *o = &p->half[OPENMP];

		printf("%-15s %10.3f %8.2f-%8.2f %10.3f %8.2f-%8.2f %7.3f %6.3f-%6.3f\n",
		       p->name, h->median, h->low, h->high, o->median, o->low, o->high,
		       p->ratio, p->worst, p->best);
	}
	extremes(all, &slow, &fast);
	printf("geometric mean %.2f of %zu programs, from %.2f (%s) to %.2f (%s)\n",
	       hd_geometric_mean(all), all->count, slow->ratio, slow->name, fast->ratio,
	       fast->name);
}

/* What was measured, on what, and how: lines before the names of the columns. */
static void
write_head(FILE *f, const settings *s, const machine *m)
{
	fprintf(f, "# label\t%s\n# date\t%s\n# cpu\t%s\n# cores\t%d\n# system\t%s\n",
		m->cpu, m->date, m->cpu, m->cores, m->system);
	fprintf(f, "# heddle\t%s\n# hdcc_flags\t%s\n# clang\t%s\n# openmp_flags\t%s\n",
		m->hdcc, m->flags, m->clang, m->omp_flags);
	fprintf(f, "# prefix\t%s\n# rounds\t%d\n# runs\t%d\n", s->prefix, s->rounds,
		s->runs);
}

void
hd_write_tsv(const settings *s, const machine *m, const suite *all)
{
	char *path = hd_text("%s/results.tsv", s->out);
	FILE *f = create(path);

	write_head(f, s, m);
	fprintf(f, "# geometric_mean\t%.4f\n", hd_geometric_mean(all));
	fprintf(f,
		"name\theddle_ms\theddle_q1\theddle_q3\topenmp_ms\topenmp_q1\topenmp_q3\t"
		"ratio\tratio_worst\tratio_best\n");
	for (size_t i = 0; i < all->count; i++) {
		const pair *p = &all->pairs[i];

		fprintf(f, "%s", p->name);
		for (int h = 0; h < HALVES; h++)
			fprintf(f, "\t%.5f\t%.5f\t%.5f", p->half[h].median,
				p->half[h].low, p->half[h].high);
		fprintf(f, "\t%.4f\t%.4f\t%.4f\n", p->ratio, p->worst, p->best);
	}
	finish(f, path);
	printf("written: %s\n", path);
	free(path);
}

/* The programs that miss it most: indices, farthest from 1 first. */
static void
most_affected(const ablation *a, size_t pairs, size_t best[3])
{
	for (int k = 0; k < 3; k++) {
		double most = -1;

		for (size_t i = 0; i < pairs; i++) {
			double far = fabs(log(a->factor[i]));

			if ((k > 0 && i == best[0]) || (k > 1 && i == best[1]) ||
			    far <= most)
				continue;
			most = far;
			best[k] = i;
		}
	}
}

/* The three that change most, if by more than 3 %. */
static void
write_most(FILE *f, const suite *all, const ablation *a)
{
	size_t best[3] = {0};
	const char *between = "";

	most_affected(a, all->count, best);
	for (size_t j = 0; j < 3 && j < all->count; j++) {
		if (fabs(log(a->factor[best[j]])) <= 0.03)
			continue;
		fprintf(f, "%s%s %.2f", between, all->pairs[best[j]].name,
			a->factor[best[j]]);
		between = ", ";
	}
}

static void
print_ablation(const suite *all, const ablation *a)
{
	printf("%-18s %6.3f %4zu  ", a->name, a->mean, a->changed);
	write_most(stdout, all, a);
	printf("\n");
}

void
hd_write_ablation(const settings *s, const machine *m, const suite *all,
		  const ablation *a, size_t n)
{
	char *path = hd_text("%s/ablation.tsv", s->out);
	FILE *f = create(path);

	write_head(f, s, m);
	fprintf(f, "without\tmean\tprograms\tmost");
	for (size_t i = 0; i < all->count; i++)
		fprintf(f, "\t%s", all->pairs[i].name);
	fprintf(f, "\n");
	printf("\n%-18s times slower: geometric mean, programs that change, and which most\n",
	       "without");
	for (size_t k = 0; k < n; k++) {
		fprintf(f, "%s\t%.4f\t%zu\t", a[k].name, a[k].mean, a[k].changed);
		write_most(f, all, &a[k]);
		for (size_t i = 0; i < all->count; i++)
			fprintf(f, "\t%.4f", a[k].factor[i]);
		fprintf(f, "\n");
		print_ablation(all, &a[k]);
	}
	finish(f, path);
	printf("written: %s\n", path);
	free(path);
}
