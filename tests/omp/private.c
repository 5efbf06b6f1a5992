/* SPDX-License-Identifier: Apache-2.0 */
/* private, firstprivate and lastprivate */
/* run:  */
/* run: --baseline */
#include <stdio.h>
#define N 777
int main(void)
{
	int a[N], t = 5, f = 3, l = -1, i, arr[4] = {1, 2, 3, 4};
	long s = 0;

#pragma omp parallel for private(t) firstprivate(f, arr) lastprivate(l)
	for (i = 0; i < N; i++) {
		t = i * f + arr[i % 4];
		a[i] = t;
		l = t + 1;
	}
#pragma omp parallel for lastprivate(i)
	for (i = 3; i < 100; i += 4)
		a[i]++;
	for (int k = 0; k < N; k++)
		s += a[k] * (k % 7);
	printf("%ld %d %d %d %d\n", s, t, f, l, i);
	return 0;
}
