/* SPDX-License-Identifier: Apache-2.0 */
/* CG: the largest eigenvalue of a sparse matrix by inverse power iteration with conjugate
 * gradients, as NAS CG does it; 19 kernel regions before fusion. The first round is not
 * timed. */
/* run: */
/* run: --baseline */
/* run: --set useKernelFusion=0 --set cudaThreadBlockSize=256 */
/* run: --set shrdCachingOnConst=1 --set useLoopCollapse=1 */
/* run: --set assumeNonZeroTripLoops=1 --set cudaMemTrOptLevel=3 */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef NA
#define NA 1000
#define NZ 9
#endif

static int rowstr[NA + 1], colidx[NA * NZ];
static double a[NA * NZ], x[NA], z[NA], p[NA], q[NA], r[NA];
static int n = NA;

static void
make_matrix(void)
{
	int nz = 0;

	for (int i = 0; i < NA; i++) {
		rowstr[i] = nz;
		for (int k = 0; k < NZ; k++) {
			int d = (7 * k * k * k + k) % NA;
			colidx[nz] = k % 2 ? (i + d) % NA : (i + NA - d) % NA;
			a[nz++] = k == 0 ? 12 + i % 7 : -0.5 / k;
		}
	}
	rowstr[NA] = nz;
}

static void
conj_grad(double *rnorm)
{
	static double d, sum, rho, rho0, alpha, beta;
	int it, j, k;

#pragma omp parallel default(shared) private(it, j, k)
	{
#pragma omp single
		rho = 0;
#pragma omp for
		for (j = 0; j < n; j++) {
			q[j] = 0;
			z[j] = 0;
			r[j] = x[j];
			p[j] = r[j];
		}
#pragma omp for reduction(+ : rho)
		for (j = 0; j < n; j++)
			rho += r[j] * r[j];
		for (it = 0; it < 8; it++) {
#pragma omp single
			{
				d = 0;
				rho0 = rho;
				rho = 0;
			}
#pragma omp for
			for (j = 0; j < n; j++) {
				double s = 0;
				for (k = rowstr[j]; k < rowstr[j + 1]; k++)
					s += a[k] * p[colidx[k]];
				q[j] = s;
			}
#pragma omp for reduction(+ : d)
			for (j = 0; j < n; j++)
				d += p[j] * q[j];
#pragma omp single
			alpha = rho0 / d;
#pragma omp for
			for (j = 0; j < n; j++) {
				z[j] += alpha * p[j];
				r[j] -= alpha * q[j];
			}
#pragma omp for reduction(+ : rho)
			for (j = 0; j < n; j++)
				rho += r[j] * r[j];
#pragma omp single
			beta = rho / rho0;
#pragma omp for
			for (j = 0; j < n; j++)
				p[j] = r[j] + beta * p[j];
		}
#pragma omp single
		sum = 0;
#pragma omp for
		for (j = 0; j < n; j++) {
			double s = 0;
			for (k = rowstr[j]; k < rowstr[j + 1]; k++)
				s += a[k] * z[colidx[k]];
			r[j] = s;
		}
#pragma omp for reduction(+ : sum)
		for (j = 0; j < n; j++) {
			double e = x[j] - r[j];
			sum += e * e;
		}
	}
	*rnorm = sqrt(sum);
}

int
main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 4;
	double rnorm, t1, t2, zeta = 0, check = 0, start;

	make_matrix();
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] = 1;
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		q[i] = z[i] = r[i] = p[i] = 0;
	/* one round to touch everything */
	conj_grad(&rnorm);
	t1 = t2 = 0;
#pragma omp parallel for reduction(+ : t1)
	for (int i = 0; i < n; i++)
		t1 += x[i] * z[i];
#pragma omp parallel for reduction(+ : t2)
	for (int i = 0; i < n; i++)
		t2 += z[i] * z[i];
	t2 = 1 / sqrt(t2);
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] = t2 * z[i];
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] = 1 + i % 2;
	start = omp_get_wtime();
	for (int it = 0; it < rounds; it++) {
		conj_grad(&rnorm);
		t1 = t2 = 0;
#pragma omp parallel for reduction(+ : t1)
		for (int i = 0; i < n; i++)
			t1 += x[i] * z[i];
#pragma omp parallel for reduction(+ : t2)
		for (int i = 0; i < n; i++)
			t2 += z[i] * z[i];
		t2 = 1 / sqrt(t2);
		zeta = 10 + 1 / t1;
		printf("%d %.6e %.10f\n", it, rnorm > 1e-9 ? rnorm : 0, zeta);
#pragma omp parallel for
		for (int i = 0; i < n; i++)
			x[i] = t2 * z[i];
	}
#pragma omp parallel for reduction(+ : check)
	for (int i = 0; i < n; i++)
		check += x[i] * (1 + i % 5);
	fprintf(stderr, "seconds %.6f\n", omp_get_wtime() - start);
	printf("cg %.10f %.8f\n", zeta, check);
	return 0;
}
