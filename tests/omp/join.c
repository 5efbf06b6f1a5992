/* SPDX-License-Identifier: Apache-2.0 */
/* Neighbouring loops that become one, and some that must not: a name of one that means
 * something else in the other, a private value that the first leaves for the second, a jump. */
/* run: */
/* run: --set useKernelFusion=0 */
/* run: --set useLoopCollapse=8 --set cudaThreadBlockSize=64 */
/* run: --set maxNumOfCudaThreadBlocks=2 --set cudaThreadBlockSize=32 */
/* run: --baseline */
#include <stdio.h>

enum { n = 500 };
static int a[n], b[n], c[n], row[n + 1], value[n * 3];
static int s = 7, t = 9;

static long
sums(void)
{
	long sum = 0, most = 0;

#pragma omp parallel
	{
#pragma omp for
		for (int i = 0; i < n; i++) {
			/* the first loop */
			a[i] += i % 5;
			b[i] = a[i] * 2;
		}
#pragma omp for
		for (int i = 0; i < n; i++)
			c[i] = a[i] + b[i];
#pragma omp for reduction(+ : sum)
		for (int i = 0; i < n; i++) {
			int twice = 2 * c[i];
			sum += twice;
		}
#pragma omp for reduction(max : most)
		for (int i = 0; i < n; i++)
			if (c[i] > most)
				most = c[i];
	}
	return sum * 1000 + most;
}

/* `s` and `t` are the second loop's shared ones */
static void
names(void)
{
	int k;

#pragma omp parallel private(k)
	{
#pragma omp for
		for (int i = 0; i < n; i++) {
			int s = 0;
			for (k = row[i]; k < row[i + 1]; k++)
				s += value[k];
			a[i] = s;
		}
#pragma omp for
		for (int i = 0; i < n; i++)
			b[i] = a[i] * s;
#pragma omp for private(t)
		for (int i = 0; i < n; i++) {
			t = a[i] % 3;
			c[i] = t + b[i];
		}
#pragma omp for
		for (int i = 0; i < n; i++)
			a[i] += c[i] % t;
	}
}

/* each thread's `last` is 40 behind the first loop, whatever its iterations were */
static void
values(void)
{
	int last = 0, k = 3;

#pragma omp parallel firstprivate(last, k)
	{
#pragma omp for
		for (int i = 0; i < n; i++) {
			for (last = 0; last < 40; last++)
				b[i] += last & a[i];
			k = 5;
		}
#pragma omp for
		for (int i = 0; i < n; i++)
			c[i] = b[i] + k - k;
#pragma omp for
		for (int i = 0; i < n; i++) {
			if (c[i] % 3 == 0)
				continue;
			a[i] = c[i] % 100;
		}
#pragma omp for
		for (int i = 0; i < n; i++)
			c[i] += a[i];
	}
}

int
main(void)
{
	long check = 0;

	for (int i = 0; i < n; i++) {
		row[i + 1] = row[i] + i % 4;
		a[i] = i * 7 % 31;
	}
	for (int i = 0; i < n * 3; i++)
		value[i] = i % 11;
	printf("%ld\n", sums());
	names();
	printf("%ld\n", sums());
	values();
	for (int i = 0; i < n; i++)
		check = (check * 5 + a[i] + b[i] * 3 + c[i]) % 1000003;
	printf("%ld %ld\n", check, sums());
	return 0;
}
