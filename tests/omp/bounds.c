/* SPDX-License-Identifier: Apache-2.0 */
/* bounds from arrays, fields and calls; empty loops */
#include <stdio.h>
struct range { int from, to; };
static int a[100], lim[3] = {5, 40, 90};
static int half(int n) { return n / 2; }
int main(void)
{
	struct range r = {10, 20};
	int s = 0, none = 0;

#pragma omp parallel for
	for (int i = lim[0]; i < lim[1]; i++)
		a[i] += 1;
#pragma omp parallel for
	for (int i = r.from; i < r.to; i += half(r.from))
		a[i] += 10;
#pragma omp parallel for
	for (int i = half(180); i > half(lim[2]); i--)
		a[i] += 100;
#pragma omp parallel for reduction(+ : none)
	for (int i = 10; i < 5; i++)
		none++;
#pragma omp parallel for
	for (short i = 0; i < 7; i++)
		a[i] -= i;
	for (int i = 0; i < 100; i++)
		s = s * 3 % 100003 + a[i];
	printf("%d %d\n", s, none);
	return 0;
}
