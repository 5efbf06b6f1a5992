/* SPDX-License-Identifier: Apache-2.0 */
/* flush and explicit barriers; a while loop around them */
#include <stdio.h>
#define N 40
static int a[N], b[N];
int main(void)
{
	int s = 0, k = 0;

#pragma omp parallel shared(k)
	{
		while (k < 3) {
#pragma omp for
			for (int i = 0; i < N; i++)
				b[i] = a[(i + 1) % N] + 1;
#pragma omp flush
#pragma omp for
			for (int i = 0; i < N; i++)
				a[i] = b[i] + i;
#pragma omp single
			k++;
#pragma omp barrier
		}
	}
	for (int i = 0; i < N; i++)
		s = s * 5 % 100003 + a[i];
	printf("%d %d\n", s, k);
	return 0;
}
