/* Parallel regions of the kinds that the GPU First paper looks at, as CPU programs have
 * them; apps.cu has the same loops offloaded by hand. Each line: what, milliseconds of
 * the fastest of five runs, a checksum.
 *
 *     lookup    random cross-section lookups, one by one (events) and along histories
 *     interleaved, apart    an array of structures, a structure of arrays
 *     stencil   differences of eighth order in three directions, five fields
 *     relax     Gauss-Jacobi steps on a sparse matrix
 *     rank      page rank, by incoming links */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "apps.h"

static double *grid_energy, *grid_xs;
static double best;

#define TIMED(code)                                                                    \
	best = 1e9;                                                                    \
	for (int run_ = 0; run_ < 5; run_++) {                                         \
		double t_ = omp_get_wtime();                                           \
		code t_ = omp_get_wtime() - t_;                                        \
		best = t_ < best ? t_ : best;                                          \
	}

static void say(const char *what, double sum)
{
	printf("%s\t%.3f\t%.6e\n", what, best * 1e3, sum);
}

static void lookups(void)
{
	double sum = 0;
	grid_energy = malloc(GRID * sizeof(double));
	grid_xs = malloc((size_t)GRID * KINDS * sizeof(double));
#pragma omp parallel for
	for (long i = 0; i < GRID; i++) {
		grid_energy[i] = (double)i / GRID;
		for (int k = 0; k < KINDS; k++)
			grid_xs[i * KINDS + k] = (double)((i * 7 + k * 13) % 1000) / 1000;
	}
	TIMED(sum = 0;
	_Pragma("omp parallel for reduction(+ : sum)")
	for (long i = 0; i < LOOKUPS; i++)
		sum += lookup(grid_energy, grid_xs, start_of(i));)
	say("lookup, events", sum);
	TIMED(sum = 0;
	_Pragma("omp parallel for reduction(+ : sum)")
	for (long i = 0; i < LOOKUPS / STEPS; i++) {
		unsigned long s = start_of(i);
		for (int k = 0; k < STEPS; k++) {
			sum += lookup(grid_energy, grid_xs, s);
			s = next_of(s);
		}
	})
	say("lookup, histories", sum);
	free(grid_energy);
	free(grid_xs);
}

static void interleaving(void)
{
	record *a = malloc(RECORDS * sizeof *a);
	float *v[FIELDS], sum = 0;
	for (int f = 0; f < FIELDS; f++)
		v[f] = malloc(RECORDS * sizeof(float));
#pragma omp parallel for
	for (long i = 0; i < RECORDS; i++)
		for (int f = 0; f < FIELDS; f++)
			a[i].f[f] = v[f][i] = (float)(i % 100);
	TIMED(
	_Pragma("omp parallel for")
	for (long i = 0; i < RECORDS; i++)
		for (int f = 0; f < FIELDS; f++)
			a[i].f[f] = a[i].f[f] * 0.5f + 1;)
	for (long i = 0; i < RECORDS; i += 1001)
		sum += a[i].f[3];
	say("interleaved", sum);
	TIMED(
	_Pragma("omp parallel for")
	for (long i = 0; i < RECORDS; i++)
		for (int f = 0; f < FIELDS; f++)
			v[f][i] = v[f][i] * 0.5f + 1;)
	sum = 0;
	for (long i = 0; i < RECORDS; i += 1001)
		sum += v[3][i];
	say("apart", sum);
	free(a);
	for (int f = 0; f < FIELDS; f++)
		free(v[f]);
}

static void stencil(void)
{
	size_t n = (size_t)SIDE * SIDE * SIDE;
	double *u[5], *flux = calloc(n, sizeof *flux), sum = 0;
	for (int f = 0; f < 5; f++)
		u[f] = malloc(n * sizeof(double));
#pragma omp parallel for
	for (long i = 0; i < (long)n; i++)
		for (int f = 0; f < 5; f++)
			u[f][i] = (double)((i * (f + 3)) % 97) / 97;
	TIMED(
	_Pragma("omp parallel for collapse(3)")
	for (int k = 4; k < SIDE - 4; k++)
		for (int j = 4; j < SIDE - 4; j++)
			for (int i = 4; i < SIDE - 4; i++)
				flux[AT(i, j, k)] = divergence(u[0], u[1], u[2], u[3], u[4], i, j, k);)
	for (size_t i = 0; i < n; i += 1009)
		sum += flux[i];
	say("stencil", sum);
	for (int f = 0; f < 5; f++)
		free(u[f]);
	free(flux);
}

static void relax(void)
{
	int *col = malloc((size_t)ROWS * ENTRIES * sizeof *col);
	double *val = malloc((size_t)ROWS * ENTRIES * sizeof *val);
	double *x = calloc(ROWS, sizeof *x), *y = calloc(ROWS, sizeof *y), sum = 0;
#pragma omp parallel for
	for (long i = 0; i < ROWS; i++)
		for (int e = 0; e < ENTRIES; e++) {
			col[i * ENTRIES + e] = column_of(i, e);
			val[i * ENTRIES + e] = e == 0 ? 8 : -1;
		}
	TIMED(
	_Pragma("omp parallel for")
	for (long i = 0; i < ROWS; i++)
		x[i] = 0;
	for (int s = 0; s < 10; s++) {
		_Pragma("omp parallel for")
		for (long i = 0; i < ROWS; i++)
			y[i] = relaxed(col, val, x, i);
		double *t = x;
		x = y;
		y = t;
	})
	for (long i = 0; i < ROWS; i += 101)
		sum += x[i];
	say("relax, 10 steps", sum);
	free(col);
	free(val);
}

static void rank(void)
{
	int *from = malloc((size_t)PAGES * LINKS * sizeof *from);
	double *r = malloc(PAGES * sizeof *r), *next = malloc(PAGES * sizeof *next), sum = 0;
#pragma omp parallel for
	for (long i = 0; i < PAGES; i++)
		for (int l = 0; l < LINKS; l++)
			from[i * LINKS + l] = link_of(i, l);
#pragma omp parallel for
	for (long i = 0; i < PAGES; i++)
		r[i] = 1.0 / PAGES;
	TIMED(
	_Pragma("omp parallel for")
	for (long i = 0; i < PAGES; i++)
		next[i] = ranked(from, r, i);)
	for (long i = 0; i < PAGES; i += 101)
		sum += next[i];
	say("rank", sum);
	free(from);
	free(r);
	free(next);
}

int main(void)
{
	lookups();
	interleaving();
	stencil();
	relax();
	rank();
	return 0;
}
