/* SPDX-License-Identifier: Apache-2.0 */
/* EP: Gaussian deviates from pseudo-random numbers, one kernel region; the critical
 * section is a reduction of an array. The second of two rounds is timed. */
/* run: */
/* run: --baseline */
/* run: --set prvtArryCachingOnSM=1 */
/* run: --set useMatrixTranspose=0 --set cudaThreadBlockSize=32 */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define NK 128
#define NQ 10

static double x[2 * NK];
#pragma omp threadprivate(x)
static double q[NQ];

/* The linear congruential generator of the NAS benchmarks: a * s mod 2^46. */
static double
next(double *s, double a)
{
	const double r23 = 1.0 / 8388608.0, t23 = 8388608.0;
	const double r46 = r23 * r23, t46 = t23 * t23;
	double a1 = (int)(r23 * a), a2 = a - t23 * a1;
	double x1 = (int)(r23 * *s), x2 = *s - t23 * x1;
	double t1 = a1 * x2 + a2 * x1;
	double z = t1 - t23 * (int)(r23 * t1);
	double t3 = t23 * z + a2 * x2;

	*s = t3 - t46 * (int)(r46 * t3);
	return r46 * *s;
}

int
main(int argc, char **argv)
{
	int np = argc > 1 ? atoi(argv[1]) : 300;
	double sx = 0, sy = 0, total = 0, start, seconds = 0;

	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < NQ; i++)
			q[i] = 0;
		sx = sy = 0;
		start = omp_get_wtime();
#pragma omp parallel default(shared)
		{
			double t1, t2, t3, t4, x1, x2, qq[NQ];
			int i, l;

			for (i = 0; i < NQ; i++)
				qq[i] = 0;
#pragma omp for reduction(+ : sx, sy)
			for (int k = 1; k <= np; k++) {
				double s = 271828183.0 + 8192.0 * k;

				for (i = 0; i < 2 * NK; i++)
					x[i] = next(&s, 1220703125.0);
				for (i = 0; i < NK; i++) {
					x1 = 2 * x[2 * i] - 1;
					x2 = 2 * x[2 * i + 1] - 1;
					t1 = x1 * x1 + x2 * x2;
					if (t1 <= 1) {
						t2 = sqrt(-2 * log(t1) / t1);
						t3 = x1 * t2;
						t4 = x2 * t2;
						l = (int)fmax(fabs(t3), fabs(t4));
						qq[l] += 1;
						sx += t3;
						sy += t4;
					}
				}
			}
#pragma omp critical
			for (i = 0; i < NQ; i++)
				q[i] += qq[i];
		}
		seconds = omp_get_wtime() - start;
	}
	for (int i = 0; i < NQ; i++) {
		total += q[i];
		printf("%d %.0f\n", i, q[i]);
	}
	printf("ep %.6f %.6f %.0f\n", sx, sy, total);
	fprintf(stderr, "seconds %.6f\n", seconds);
	return 0;
}
