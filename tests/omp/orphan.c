/* SPDX-License-Identifier: Apache-2.0 */
/* work-sharing in a function that is called from a region */
#include <stdio.h>
#define N 200
static double x[N], y[N];
static void
scale(double *v, double f, int n)
{
#pragma omp for
	for (int i = 0; i < n; i++)
		v[i] = v[i] * f + i;
}
static double
add(int n)
{
	static double sum;
#pragma omp single
	sum = 0;
#pragma omp for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		sum += x[i] + y[i];
	return sum;
}
int main(void)
{
	double r = 0;

#pragma omp parallel
	{
		double mine;
		scale(x, 2, N);
		scale(y, 3, N);
		scale(x, 0.5, N / 2);
		mine = add(N);
#pragma omp single
		r = mine;
	}
	printf("%.3f\n", r);
	return 0;
}
