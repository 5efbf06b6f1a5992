/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that each thread allocates for itself, also by a function. */
#include <stdio.h>
#include <stdlib.h>

enum { n = 64 };
static int out[n];

static int *
new_scratch(int count)
{
	return malloc(count * sizeof(int));
}

int
main(void)
{
	long sum = 0;

#pragma omp parallel
	{
		int *t = malloc(10 * sizeof *t);
#pragma omp for reduction(+ : sum)
		for (int i = 0; i < n; i++) {
			for (int k = 0; k < 10; k++)
				t[k] = i * k;
			for (int k = 0; k < 10; k++)
				sum += t[k];
		}
		free(t);
	}
#pragma omp parallel
	{
		int *t = new_scratch(4);
#pragma omp for
		for (int i = 0; i < n; i++) {
			t[i % 4] = i;
			out[i] = t[i % 4] + 1;
		}
		free(t);
	}
	for (int i = 0; i < n; i++)
		sum += out[i];
	printf("%ld\n", sum);
	return 0;
}
