/* SPDX-License-Identifier: Apache-2.0 */
/* parallel for over static arrays, all loop forms */
/* run: --baseline */
/* run:  */
#include <stdio.h>
#define N 1000
static int a[N], b[N], c[N], d[N], e[N], f[N];
int main(void)
{
	long s = 0;
	int n = N, step = 3;

#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] = i * 2;
#pragma omp parallel for
	for (int i = n - 1; i >= 0; i--)
		b[i] = a[i] + 1;
#pragma omp parallel for
	for (int i = 1; i <= n - 2; i += step)
		c[i] = b[i] - a[i + 1];
#pragma omp parallel for
	for (unsigned i = N - 1; i > 3; i -= 2)
		d[i] = (int)i;
#pragma omp parallel for
	for (long i = 5; n > i; i = i + 7)
		e[i] = (int)(i * i);
#pragma omp parallel for
	for (int i = 0; i != 500; ++i)
		f[i] = -i;
	for (int i = 0; i < n; i++)
		s = s * 31 + a[i] + 3 * b[i] + 5 * c[i] + 7 * d[i] + 11 * e[i] + 13 * f[i];
	printf("%ld\n", s);
	return 0;
}
