/* SPDX-License-Identifier: Apache-2.0 */
/* sections and parallel sections */
#include <stdio.h>
static int a[100], b[100], c[100];
int main(void)
{
	int done = 0, last = 0;

#pragma omp parallel sections lastprivate(last)
	{
#pragma omp section
		{
			for (int i = 0; i < 100; i++)
				a[i] = i;
			last = 1;
		}
#pragma omp section
		for (int i = 0; i < 100; i++)
			b[i] = 2 * i;
#pragma omp section
		{
			for (int i = 0; i < 100; i++)
				c[i] = 3 * i;
			last = 3;
		}
	}
#pragma omp parallel
	{
#pragma omp sections reduction(+ : done)
		{
			done += a[10];
#pragma omp section
			done += b[20];
#pragma omp section
			done += c[30];
		}
	}
	printf("%d %d\n", done, last);
	return 0;
}
