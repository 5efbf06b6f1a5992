/* private, firstprivate, lastprivate, collapse, default(none), linear, simd. */
#include <stdio.h>

int main(void)
{
	int last = 0, first = 7, t = 99, ij = 0, grid[6][7][8], bad = 0;
	double v[100], w[100];
	long k = 0;
#pragma omp parallel for lastprivate(last) firstprivate(first) private(t)
	for (int i = 0; i < 100; i++) {
		t = i + first;
		v[i] = t;
		last = t * 2;
	}
	printf("%d %d %d %.0f\n", last, first, t, v[50]);
#pragma omp parallel for collapse(3) lastprivate(ij) default(none) shared(grid)
	for (int i = 0; i < 6; i++)
		for (int j = 0; j < 7; j++)
			for (int l = 0; l < 8; l++) {
				grid[i][j][l] = i * 100 + j * 10 + l;
				ij = i * j;
			}
	for (int i = 0; i < 6; i++)
		for (int j = 0; j < 7; j++)
			for (int l = 0; l < 8; l++)
				bad += grid[i][j][l] != i * 100 + j * 10 + l;
	printf("%d %d\n", ij, bad);
#pragma omp parallel for simd
	for (int i = 0; i < 100; i++)
		w[i] = v[i] * 2;
#pragma omp parallel for schedule(static, 8) lastprivate(last)
	for (int i = 0; i < 100; i++)
		last = i;
#pragma omp parallel for linear(k : 2)
	for (int i = 0; i < 10; i++)
		k += 2;
	printf("%.0f %d %ld\n", w[99], last, k);
	return 0;
}
