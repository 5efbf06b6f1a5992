/* Memory from every thread: malloc, calloc, realloc and free in a region. */
/* run: --allocator=generic */
/* run: --allocator=balanced[8,4] */
/* run: --allocator=balanced[2,3,20] --memory=copy */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	enum { N = 200 };
	int *kept[N];
	long sum = 0, bad = 0;
#pragma omp parallel for reduction(+ : sum, bad)
	for (int i = 0; i < N; i++) {
		int n = 1 + i % 13, *p = malloc(n * sizeof *p), *q = calloc(n, sizeof *q);
		for (int k = 0; k < n; k++) {
			bad += q[k] != 0;
			p[k] = i;
		}
		p = realloc(p, 4 * n * sizeof *p);
		for (int k = 0; k < n; k++)
			sum += p[k];
		free(q);
		kept[i] = p;
	}
#pragma omp parallel for reduction(+ : bad)
	for (int i = 0; i < N; i++) {
		bad += kept[i][0] != i;
		free(kept[i]);
	}
	for (int i = 0; i < 100; i++) {
		char *p = aligned_alloc(256, 1000);
		bad += ((unsigned long)p & 255) != 0;
		p[999] = 1;
		free(p);
	}
	printf("%ld %ld\n", sum, bad);
	return 0;
}
