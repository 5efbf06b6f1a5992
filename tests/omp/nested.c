/* SPDX-License-Identifier: Apache-2.0 */
/* a parallel region inside a parallel loop is done by one thread */
#include <stdio.h>
#define N 16
static int a[N][N];
int main(void)
{
	int s = 0, t = 9;

#pragma omp parallel for
	for (int i = 0; i < N; i++) {
#pragma omp parallel for
		for (int j = 0; j < N; j++)
			a[i][j] = i * j;
	}
#pragma omp parallel for private(t)
	for (int i = 0; i < N; i++) {
		t = 0;
#pragma omp simd
		for (int j = 0; j < N; j++)
			t += a[i][j];
		a[i][0] = t;
	}
	for (int i = 0; i < N; i++)
		s += a[i][0];
	printf("%d %d\n", s, t);
	return 0;
}
