/* SPDX-License-Identifier: Apache-2.0 */
/* directives and loops that come out of macros */
#include <stdio.h>
#define N 120
#define PRAGMA(x) _Pragma(#x)
#define EACH(i, n) PRAGMA(omp parallel for) for (int i = 0; i < (n); i++)
static int a[N];
int main(void)
{
	int s = 0;

	EACH(i, N)
		a[i] = i * 3;
	_Pragma("omp parallel for reduction(+ : s)")
	for (int i = 0; i < N; i++)
		s += a[i];
	printf("%d\n", s);
	return 0;
}
