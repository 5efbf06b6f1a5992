/* Pairs of random numbers, counted in rings: threadprivate, critical, logarithms. */
#include <math.h>
#include <stdio.h>

enum { PAIRS = 256, BATCHES = 64 };
static double space[2 * PAIRS];
static double rings[10];
#pragma omp threadprivate(space)

static double next(unsigned long *s)
{
	*s = *s * 6364136223846793005ul + 1442695040888963407ul;
	return (double)(*s >> 11) / 9007199254740992.0;
}

int main(void)
{
	double sx = 0, sy = 0;
#pragma omp parallel reduction(+ : sx, sy)
	{
		double own[10] = {0};
#pragma omp for
		for (int k = 0; k < BATCHES; k++) {
			unsigned long s = 12345 + 777ul * k;
			for (int i = 0; i < 2 * PAIRS; i++)
				space[i] = 2 * next(&s) - 1;
			for (int i = 0; i < PAIRS; i++) {
				double x = space[2 * i], y = space[2 * i + 1];
				double t = x * x + y * y, r, m;
				if (t > 1 || t == 0)
					continue;
				r = sqrt(-2 * log(t) / t);
				x *= r;
				y *= r;
				m = fmax(fabs(x), fabs(y));
				own[(int)m]++;
				sx += x;
				sy += y;
			}
		}
#pragma omp critical
		for (int i = 0; i < 10; i++)
			rings[i] += own[i];
	}
	printf("%.6f %.6f\n", sx, sy);
	for (int i = 0; i < 10; i++)
		printf("%d: %.0f\n", i, rings[i]);
	return 0;
}
