/* SPDX-License-Identifier: Apache-2.0 */
/* A sparse matrix in a structure that holds pointers, behind a pointer and by value. */
/* run: */
/* run: --memory=managed */
/* run: --memory=copy */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct csr {
	int n, nnz;
	int *row, *col;
	double *val;
} csr;

static csr *
make(int n)
{
	csr *m = malloc(sizeof *m);

	m->n = n;
	m->row = malloc((n + 1) * sizeof *m->row);
	m->col = malloc(3 * n * sizeof *m->col);
	m->val = malloc(3 * n * sizeof *m->val);
	m->nnz = 0;
	for (int i = 0; i < n; i++) {
		m->row[i] = m->nnz;
		for (int j = i - 1; j <= i + 1; j++) {
			if (j < 0 || j >= n)
				continue;
			m->col[m->nnz] = j;
			m->val[m->nnz++] = i == j ? 4 : -1;
		}
	}
	m->row[n] = m->nnz;
	return m;
}

static void
multiply(const csr *m, const double *x, double *y)
{
#pragma omp parallel for
	for (int i = 0; i < m->n; i++) {
		double sum = 0;
		for (int k = m->row[i]; k < m->row[i + 1]; k++)
			sum += m->val[k] * x[m->col[k]];
		y[i] = sum;
	}
}

static double
dot(const double *a, const double *b, int n)
{
	double s = 0;

#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < n; i++)
		s += a[i] * b[i];
	return s;
}

static void
scale(csr m, double f)
{
#pragma omp parallel for
	for (int k = 0; k < m.nnz; k++)
		m.val[k] *= f;
}

int
main(void)
{
	enum { n = 200 };
	csr *m = make(n);
	double *x = calloc(n, sizeof *x), *r = malloc(n * sizeof *r);
	double *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
	double rho, old, alpha;

	for (int i = 0; i < n; i++)
		p[i] = r[i] = 1 + i % 4;
	rho = dot(r, r, n);
	for (int it = 0; it < 12; it++) {
		multiply(m, p, q);
		alpha = rho / dot(p, q, n);
		for (int i = 0; i < n; i++) {
			x[i] += alpha * p[i];
			r[i] -= alpha * q[i];
		}
		old = rho;
		rho = dot(r, r, n);
#pragma omp parallel for
		for (int i = 0; i < n; i++)
			p[i] = r[i] + rho / old * p[i];
	}
	printf("%.6f %.6f %.3e\n", x[0], x[n / 2], sqrt(rho) < 1e-6 ? 0.0 : rho);
	scale(*m, 0.5);
	multiply(m, x, q);
	printf("%.5f %.5f %g\n", q[1], q[n - 1], m->val[4]);
	free(m->row);
	free(m->col);
	free(m->val);
	free(m);
	free(x);
	free(r);
	free(p);
	free(q);
	return 0;
}
