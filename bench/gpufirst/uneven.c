/* Loops whose iterations take very different times, by their schedules: every 4096th
 * iteration takes ten thousand times as long, so that with static schedules some threads
 * have all of them. Milliseconds, fastest of five. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 21 };

static float work(long i)
{
	float x = (float)(i % 7);
	int n = i % 4096 == 0 ? 20000 : 2;
	for (int k = 0; k < n; k++)
		x = x * 0.999f + 1;
	return x;
}

#define TIMED(name, clause)                                                            \
	{                                                                              \
		double best = 1e9, sum = 0;                                            \
		for (int run = 0; run < 5; run++) {                                    \
			double t = omp_get_wtime();                                    \
			_Pragma(clause) for (long i = 0; i < N; i++) a[i] = work(i);   \
			t = omp_get_wtime() - t;                                       \
			best = t < best ? t : best;                                    \
		}                                                                      \
		for (long i = 0; i < N; i += 1013)                                     \
			sum += a[i];                                                   \
		printf("%s\t%.3f\t%.6e\n", name, best * 1e3, sum);                     \
	}

int main(void)
{
	float *a = malloc(N * sizeof *a);
	TIMED("static", "omp parallel for schedule(static)")
	TIMED("static, 1", "omp parallel for schedule(static, 1)")
	TIMED("dynamic", "omp parallel for schedule(dynamic)")
	TIMED("dynamic, 4", "omp parallel for schedule(dynamic, 4)")
	TIMED("guided", "omp parallel for schedule(guided)")
	free(a);
	return 0;
}
