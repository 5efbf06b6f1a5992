/* Relaxation on a grid: static arrays, two kinds of region, a sequential loop. */
#include <math.h>
#include <stdio.h>

enum { N = 130, STEPS = 50 };
static double a[N][N], b[N][N];

int main(void)
{
	double change = 0, total = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			a[i][j] = b[i][j] = i == 0 ? 100 : j == 0 ? 50 : 0;
	for (int k = 0; k < STEPS; k++) {
#pragma omp parallel for
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++)
				b[i][j] = (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] +
					   a[i][j + 1]) / 4;
		change = 0;
#pragma omp parallel for reduction(max : change) collapse(2)
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) {
				double d = fabs(b[i][j] - a[i][j]);
				if (d > change)
					change = d;
				a[i][j] = b[i][j];
			}
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			total += a[i][j];
	printf("change %.9f total %.6f\n", change, total);
	return 0;
}
