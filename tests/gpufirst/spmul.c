/* Sparse matrix times vector, rows of different length, dynamic schedule. */
#include <stdio.h>
#include <stdlib.h>

typedef struct matrix {
	int n, *row, *col;
	double *val;
} matrix;

static matrix *make(int n)
{
	matrix *m = malloc(sizeof *m);
	int at = 0;
	m->n = n;
	m->row = malloc((n + 1) * sizeof(int));
	m->col = malloc(n * 8 * sizeof(int));
	m->val = malloc(n * 8 * sizeof(double));
	for (int i = 0; i < n; i++) {
		m->row[i] = at;
		for (int k = 0; k <= i % 7; k++) {
			m->col[at] = (i * 13 + k * 29) % n;
			m->val[at++] = 1.0 / (1 + k + i % 3);
		}
	}
	m->row[n] = at;
	return m;
}

static void multiply(const matrix *m, const double *x, double *y)
{
#pragma omp parallel for schedule(dynamic, 4)
	for (int i = 0; i < m->n; i++) {
		double s = 0;
		for (int k = m->row[i]; k < m->row[i + 1]; k++)
			s += m->val[k] * x[m->col[k]];
		y[i] = s;
	}
}

int main(void)
{
	matrix *m = make(1000);
	double *x = malloc(m->n * sizeof *x), *y = malloc(m->n * sizeof *y), sum = 0;
	for (int i = 0; i < m->n; i++)
		x[i] = 1;
	for (int k = 0; k < 10; k++) {
		double *t = x;
		multiply(m, x, y);
		x = y;
		y = t;
#pragma omp parallel for schedule(guided)
		for (int i = 0; i < m->n; i++)
			x[i] *= 0.3;
	}
	for (int i = 0; i < m->n; i++)
		sum += x[i];
	printf("sum %.9f x[17] %.9f\n", sum, x[17]);
	return 0;
}
