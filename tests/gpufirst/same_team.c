/* What threads leave behind in one region they find in the next: by their number, or in
 * variables of their own; whatever the regions are like. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int own, seen;
#pragma omp threadprivate(own, seen)

int main(void)
{
	int n = omp_get_max_threads(), bad = 0, a = 0, b = 0, c = 0;
	int *seed = malloc(n * sizeof *seed), sum = 0;
	for (int i = 0; i < n; i++)
		seed[i] = -1;
#pragma omp parallel /* no loop, nobody asks for a number */
	own = 5;
#pragma omp parallel reduction(+ : a) /* they take turns */
	{
		seed[omp_get_thread_num()] = omp_get_thread_num() + own;
#pragma omp critical
		sum++;
		a++;
	}
#pragma omp parallel reduction(+ : bad, b) /* a loop that they share */
	{
		bad += seed[omp_get_thread_num()] != omp_get_thread_num() + 5;
#pragma omp for
		for (int i = 0; i < 100; i++)
			seen++;
		b++;
	}
#pragma omp parallel reduction(+ : c)
	c += seen;
#pragma omp parallel for reduction(+ : bad)
	for (int i = 0; i < 100; i++)
		bad += own != 5;
	printf("bad %d, %d %d, sum %d, seen %d\n", bad, a == b, a <= n, sum == a, c);
	free(seed);
	return 0;
}
