/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that malloc did not make: the extent clause says its size. */
#include <stdio.h>
#include <stdlib.h>
int
main(void)
{
	double *p, sum = 0;
	int n = 100;

	if (posix_memalign((void **)&p, 64, n * sizeof *p))
		return 1;
#pragma cuda gpurun extent(p: n)
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		p[i] = i;
#pragma cuda gpurun extent(p: n)
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		sum += p[i];
	printf("%g\n", sum);
	free(p);
	return 0;
}
