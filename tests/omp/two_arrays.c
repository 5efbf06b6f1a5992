/* SPDX-License-Identifier: Apache-2.0 */
/* A function that is called for several arrays: what one call leaves on the device says
 * nothing about the arrays of the other calls. */
/* run: */
/* run: --set cudaMemTrOptLevel=1 */
/* run: --baseline */
#include <stdio.h>

#define N 300
static int a[N], b[N], c[N];

static void
scale(int *p, int k)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		p[i] = (p[i] * k + 1) % 997;
}

int
main(void)
{
	long s = 0;

	for (int i = 0; i < N; i++)
		a[i] = b[i] = i;
	scale(a, 3);
	for (int i = 0; i < N; i++)
		a[i] = a[i] * 5 % 301;
	scale(b, 7);
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		c[i] = a[i] + b[i];
	for (int i = 0; i < N; i++)
		s = s * 3 % 100003 + a[i] + b[i] * 2 + c[i];
	printf("%ld\n", s);
	return 0;
}
