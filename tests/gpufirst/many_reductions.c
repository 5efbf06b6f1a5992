/* Reductions one after the other in a region, some without waiting; blocks that are fast
 * must not disturb what the last one adds up. */
#include <stdio.h>

int main(void)
{
	long a = 0, b = 0, c = 0, bad = 0;
	double d = 0, most = -1;
#pragma omp parallel
	for (int k = 0; k < 40; k++) {
#pragma omp for reduction(+ : a) nowait
		for (int i = 0; i < 300; i++)
			a += i + k;
#pragma omp for reduction(+ : b, d) nowait
		for (int i = 0; i < 200; i++) {
			b += i;
			d += 0.5;
		}
#pragma omp for reduction(+ : c) reduction(max : most)
		for (int i = 0; i < 100; i++) {
			c += 1;
			most = k * 100 + i > most ? k * 100 + i : most;
		}
#pragma omp single
		bad += c != (k + 1) * 100 || most != k * 100 + 99;
	}
	printf("%ld %ld %ld %.1f %.0f %ld\n", a, b, c, d, most, bad);
	return 0;
}
