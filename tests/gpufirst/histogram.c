/* Private histograms by thread number, joined at the end. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int n = omp_get_max_threads(), bins = 10;
	long *h = calloc((size_t)n * bins, sizeof *h), total[10] = {0};
#pragma omp parallel
	{
		long *own = h + (size_t)omp_get_thread_num() * bins;
#pragma omp for
		for (int i = 0; i < 5000; i++)
			own[i * 7919u % 1000 / 100]++;
	}
	for (int t = 0; t < n; t++)
		for (int b = 0; b < bins; b++)
			total[b] += h[(size_t)t * bins + b];
	for (int b = 0; b < bins; b++)
		printf("%ld ", total[b]);
	printf("\n");
	free(h);
	return 0;
}
