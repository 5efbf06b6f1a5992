/* The smallest program: allocate, fill, add up. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int n = 10000;
	double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), sum = 0;
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		a[i] = i;
		b[i] = 2 * i;
	}
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		sum += a[i] + b[i];
	printf("sum %.1f\n", sum);
	free(a);
	free(b);
	return 0;
}
