/* SPDX-License-Identifier: Apache-2.0 */
/* Scalars that are computed from reductions for other kernels, and cases that look alike
 * but need the host. */
/* run: */
/* run: --baseline */
/* run: --set useDeviceScalars=0 */
/* run: --set useKernelFusion=0 --set cudaThreadBlockSize=33 --set useUnrollingOnReduction=0 */
/* run: --set assumeNonZeroTripLoops=1 --set cudaMemTrOptLevel=3 --set maxNumOfCudaThreadBlocks=3 */
#include <math.h>
#include <stdio.h>

enum { n = 1000 };
static double x[n], y[n];
static int v[n];
static double scale_by = 3;

/* the usual one: zero, reduce, compute, use; and the host looks at the end */
static double
normalise(int rounds)
{
	static double norm, inverse, before;

#pragma omp parallel
	for (int it = 0; it < rounds; it++) {
#pragma omp single
		{
			before = norm;
			norm = 0;
		}
#pragma omp for reduction(+ : norm)
		for (int i = 0; i < n; i++)
			norm += x[i] * x[i];
#pragma omp single
		inverse = scale_by / sqrt(norm);
#pragma omp for
		for (int i = 0; i < n; i++)
			x[i] = x[i] * inverse + before / n;
	}
	return norm + inverse;
}

/* what is reduced is used without a statement in between; least and most of integers */
static int
spread(void)
{
	int least, most = -1, range = 0;

#pragma omp parallel
	{
#pragma omp single nowait
		least = 1 << 30;
#pragma omp barrier
#pragma omp for reduction(min : least)
		for (int i = 0; i < n; i++)
			if (v[i] < least)
				least = v[i];
#pragma omp for
		for (int i = 0; i < n; i++)
			v[i] -= least;
#pragma omp for reduction(max : most)
		for (int i = 0; i < n; i++)
			if (v[i] > most)
				most = v[i];
#pragma omp master
		range = most > 10 ? most - 1 : (int)fabs(most + 0.5);
#pragma omp barrier
#pragma omp for
		for (int i = 0; i < n; i++)
			v[i] = v[i] * 2 % (range + 1);
	}
	return range + least;
}

/* the kernel reads what the statement in front of it sets: that one cannot wait */
static double
front(void)
{
	static double step, total;

#pragma omp parallel
	for (int it = 0; it < 3; it++) {
#pragma omp single
		step = total / 64 + it;
#pragma omp for reduction(+ : total)
		for (int i = 0; i < n; i++) {
			y[i] += step;
			total += y[i] / n;
		}
#pragma omp for
		for (int i = 0; i < n; i++)
			y[i] -= total / 128;
	}
	return total;
}

/* the host decides by the result how to go on, and changes it */
static int
until(double limit)
{
	static double change, weight = 1;
	int turns = 0;

#pragma omp parallel
	{
		do {
#pragma omp barrier
#pragma omp single
			change = 0;
#pragma omp for reduction(+ : change)
			for (int i = 0; i < n; i++) {
				double next = y[i] / 2;
				change += fabs(y[i] - next);
				y[i] = next;
			}
#pragma omp single
			{
				weight = weight / 2 + change;
				turns++;
			}
#pragma omp for
			for (int i = 0; i < n; i++)
				x[i] += weight / 1024;
		} while (change > limit);
	}
	return turns;
}

/* two results of one kernel, and one that a function asks for */
static long both, other;

static long
get_other(void)
{
	return other;
}

static long
pair(void)
{
	long mean = 0;

#pragma omp parallel
	{
#pragma omp for reduction(+ : both, other)
		for (int i = 0; i < n; i++) {
			both += v[i];
			other += v[i] % 7;
		}
#pragma omp single
		mean = (both + get_other()) / n;
#pragma omp for
		for (int i = 0; i < n; i++)
			v[i] += (int)mean;
	}
	return mean;
}

int
main(void)
{
	double sx = 0, sy = 0;
	long sv = 0;

	for (int i = 0; i < n; i++) {
		x[i] = i % 17;
		y[i] = i % 5;
		v[i] = (i * 37 + 11) % 101 + 5;
	}
	for (int i = 0; i < 2; i++) {
		printf("%.9g\n", normalise(3 * i + 1));
		printf("%d\n", spread());
		printf("%.9g\n", front());
		printf("%d\n", until(0.25));
		printf("%ld\n", pair());
		scale_by++;
		x[i] = 4;
	}
	printf("%.9g\n", normalise(0));
	for (int i = 0; i < n; i++) {
		sx += x[i];
		sy += y[i];
		sv += v[i];
	}
	printf("%.8g %.8g %ld %ld %ld\n", sx, sy, sv, both, other);
	return 0;
}
