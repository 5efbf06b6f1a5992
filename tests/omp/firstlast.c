/* SPDX-License-Identifier: Apache-2.0 */
/* firstprivate and lastprivate of one variable; on a for inside a region */
#include <stdio.h>
int main(void)
{
	double x = 1.5;
	int y = 10, a[64];

#pragma omp parallel shared(a)
	{
#pragma omp for firstprivate(x, y) lastprivate(x)
		for (int i = 0; i < 64; i++) {
			a[i] = y + i;
			x = a[i] * 0.5;
		}
	}
	printf("%g %d %d\n", x, y, a[63]);
	return 0;
}
