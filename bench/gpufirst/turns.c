/* What taking turns costs: 4096 threads enter a critical section once each, or allocate and
 * free once; milliseconds for the whole region, mean of ten. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 4096, TIMES = 10 };

int main(void)
{
	double t, critical = 0, heap = 0, reduced = 0;
	int x = 0, sum = 0;

	for (int k = 0; k <= TIMES; k++) {
		t = omp_get_wtime();
#pragma omp parallel for
		for (int i = 0; i < N; i++) {
#pragma omp critical
			x++;
		}
		critical += k ? omp_get_wtime() - t : 0;
		t = omp_get_wtime();
#pragma omp parallel for
		for (int i = 0; i < N; i++) {
			int *p = malloc(16);
			*(volatile int *)p = 1;
			free(p);
		}
		heap += k ? omp_get_wtime() - t : 0;
		t = omp_get_wtime();
#pragma omp parallel for reduction(+ : sum)
		for (int i = 0; i < N; i++) {
			int *p = malloc(16);
			*(volatile int *)p = 1;
			sum += *(volatile int *)p;
			free(p);
		}
		reduced += k ? omp_get_wtime() - t : 0;
	}
	printf("critical\t%.1f ms\n", critical / TIMES * 1e3);
	printf("malloc and free\t%.1f ms\n", heap / TIMES * 1e3);
	printf("with reduction\t%.1f ms\n", reduced / TIMES * 1e3);
	printf("bad\t%d\n", x != N * (TIMES + 1) || sum != N * (TIMES + 1));
	return 0;
}
