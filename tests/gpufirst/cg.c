/* Conjugate gradients in one parallel region: orphaned loops, singles, barriers. */
#include <math.h>
#include <stdio.h>

enum { N = 400 };
static double x[N], r[N], p[N], q[N], rho, old, pq;

static void apply(const double *v, double *w)
{
#pragma omp for
	for (int i = 0; i < N; i++)
		w[i] = 2.5 * v[i] - (i ? v[i - 1] : 0) - (i < N - 1 ? v[i + 1] : 0);
}

static void dot(const double *a, const double *b, double *to)
{
	static double sum;
#pragma omp single
	sum = 0;
#pragma omp for reduction(+ : sum)
	for (int i = 0; i < N; i++)
		sum += a[i] * b[i];
#pragma omp single
	*to = sum;
}

int main(void)
{
	double norm = 0;
	for (int i = 0; i < N; i++)
		r[i] = p[i] = 1 + i % 5;
#pragma omp parallel
	{
		dot(r, r, &rho);
		for (int k = 0; k < 20; k++) {
			apply(p, q);
			dot(p, q, &pq);
#pragma omp for nowait
			for (int i = 0; i < N; i++)
				x[i] += rho / pq * p[i];
#pragma omp for
			for (int i = 0; i < N; i++)
				r[i] -= rho / pq * q[i];
#pragma omp single
			old = rho;
			dot(r, r, &rho);
#pragma omp for
			for (int i = 0; i < N; i++)
				p[i] = r[i] + rho / old * p[i];
		}
	}
	for (int i = 0; i < N; i++)
		norm += x[i] * x[i];
	printf("norm %.8f rest %.6e\n", sqrt(norm), sqrt(rho) < 1e-3 ? 0 : sqrt(rho));
	return 0;
}
