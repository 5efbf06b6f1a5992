/* SPDX-License-Identifier: Apache-2.0 */
/* Regions that cannot go to the GPU stay on the CPU, between others that can: an atomic
 * update without a GPU's instruction, also in a function, a function that a GPU does not
 * have, and pointers to pointers. */
/* run: */
/* run: --baseline */
#include <stdio.h>
#include <stdlib.h>

enum { n = 300 };
static int x[n], y[n];
static short count, other;
static double rho, alpha, z[n];
static double *rows[3];

static void
note(int v)
{
#pragma omp atomic
	other += (short)(v % 3);
}

static int
ask(int v)
{
	return getenv("HEDDLE_NO_SUCH_VARIABLE") ? 0 : v / 2;
}

static void
solve(double **u)
{
#pragma omp parallel
	{
#pragma omp single
		rho = 0;
#pragma omp for reduction(+ : rho)
		for (int i = 0; i < n; i++)
			rho += u[i % 3][i / 3];
#pragma omp single
		alpha = rho / 2;
#pragma omp for
		for (int i = 0; i < n; i++)
			z[i] += alpha;
	}
}

int
main(void)
{
	for (int i = 0; i < n; i++)
		x[i] = i;
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		y[i] = x[i] * 2;
		z[i] = y[i];
	}
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		x[i] = y[i] + 1;
#pragma omp atomic
		count += (short)y[i];
	}
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		note(x[i]);
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] += ask(y[i]);
	for (int i = 0; i < 3; i++)
		rows[i] = z + 100 * i;
	solve(rows);
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		z[i] += x[i] + alpha;
	printf("%d %d %g %g %g %d\n", count, other, rho, alpha, z[7], x[9]);
	return 0;
}
