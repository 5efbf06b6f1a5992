/* SPDX-License-Identifier: Apache-2.0 */
/* report.c: tables for the terminal, for machines and for the documentation. */
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

/* Digits behind the point, for numbers that are mostly around one. */
static int
digits(double x)
{
	return x < 0.01 ? 4 : x < 0.2 ? 3 : 2;
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

void
hd_write_tsv(const settings *s, const machine *m, const suite *all)
{
	char *path = hd_text("%s/results.tsv", s->out);
	FILE *f = create(path);

	fprintf(f, "# date\t%s\n# cpu\t%s\n# cores\t%d\n# system\t%s\n# heddle\t%s\n",
		m->date, m->cpu, m->cores, m->system, m->hdcc);
	fprintf(f, "# hdcc_flags\t%s\n# clang\t%s\n# openmp_flags\t%s\n# prefix\t%s\n",
		m->flags, m->clang, m->omp_flags, s->prefix);
	fprintf(f, "# rounds\t%d\n# runs\t%d\n# geometric_mean\t%.4f\n", s->rounds,
		s->runs, hd_geometric_mean(all));
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

void
hd_write_ablation(const settings *s, const suite *all, const ablation *a, size_t n)
{
	char *path = hd_text("%s/ablation.tsv", s->out);
	FILE *f = create(path);

	fprintf(f, "without\tmean");
	for (size_t i = 0; i < all->count; i++)
		fprintf(f, "\t%s", all->pairs[i].name);
	fprintf(f, "\n");
	printf("\n%-14s times slower: geometric mean, and where it changes most\n",
	       "without");
	for (size_t k = 0; k < n; k++) {
		size_t best[3] = {0};

		fprintf(f, "%s\t%.4f", a[k].name, a[k].mean);
		for (size_t i = 0; i < all->count; i++)
			fprintf(f, "\t%.4f", a[k].factor[i]);
		fprintf(f, "\n");
		most_affected(&a[k], all->count, best);
		printf("%-14s %6.3f", a[k].name, a[k].mean);
		for (size_t j = 0; j < 3 && j < all->count; j++)
			printf("  %s %.2f", all->pairs[best[j]].name,
			       a[k].factor[best[j]]);
		printf("\n");
	}
	finish(f, path);
	printf("written: %s\n", path);
	free(path);
}

/* What goes between the first two marks of docs/performance.md. */
void
hd_write_markdown(const settings *s, const machine *m, const suite *all)
{
	char *path = hd_text("%s/report.md", s->out);
	FILE *f = create(path);

	fprintf(f, "%s, %d processors; %s; %s.\n", m->cpu, m->cores, m->system,
		m->date);
	fprintf(f, "Heddle: `hdcc %s`; OpenMP: `%s %s` (%s).\n", m->flags, s->clang,
		m->omp_flags, m->clang);
	fprintf(f,
		"%d rounds of %d runs of each half in turn%s%s%s. Milliseconds are medians, "
		"with quartiles;\nthe ratio is OpenMP's median over Heddle's, with the worst "
		"and the best round.\n\n",
		s->rounds, s->runs, *s->prefix ? ", under `" : "", s->prefix,
		*s->prefix ? "`" : "");
	fprintf(f,
		"| program | Heddle | quartiles | OpenMP | quartiles | ratio | rounds |\n"
		"| --- | --- | --- | --- | --- | --- | --- |\n");
	for (size_t i = 0; i < all->count; i++) {
		const pair *p = &all->pairs[i];
		const times *h = &p->half[HEDDLE], *o = &p->half[OPENMP];

		fprintf(f, "| %s |", p->name);
		for (const times *t = h; t; t = t == h ? o : NULL) {
			int d = digits(t->median);

			fprintf(f, " %.*f | %.*f – %.*f |", d, t->median, d, t->low, d,
				t->high);
		}
		fprintf(f, " %.*f | %.*f – %.*f |\n", digits(p->ratio), p->ratio,
			digits(p->ratio), p->worst, digits(p->ratio), p->best);
	}
	fprintf(f, "| **geometric mean** | | | | | **%.2f** | |\n\n",
		hd_geometric_mean(all));
	fprintf(f, "![ratios of all programs](performance.svg)\n");
	finish(f, path);
	free(path);
}

/* What goes between the second two. */
void
hd_write_ablation_markdown(const settings *s, const machine *m, const suite *all,
			   const ablation *a, size_t n)
{
	char *path = hd_text("%s/ablation.md", s->out);
	FILE *f = create(path);

	fprintf(f,
		"Time without it over time with it, geometric mean of all %zu programs, and "
		"the three that change\nmost, if by more than 3 %%; medians of %d rounds of %d "
		"runs in turn (%s, %s).\n\n",
		all->count, s->rounds, s->runs, m->cpu, m->date);
	fprintf(f, "| without | mean | | | |\n| --- | --- | --- | --- | --- |\n");
	for (size_t k = 0; k < n; k++) {
		size_t best[3] = {0};

		most_affected(&a[k], all->count, best);
		fprintf(f, "| `%s` | %.3f |", a[k].name, a[k].mean);
		for (size_t j = 0; j < 3 && j < all->count; j++)
			if (fabs(log(a[k].factor[best[j]])) > 0.03)
				fprintf(f, " %s %.2f |", all->pairs[best[j]].name,
					a[k].factor[best[j]]);
			else
				fprintf(f, " |");
		fprintf(f, "\n");
	}
	finish(f, path);
	free(path);
}
