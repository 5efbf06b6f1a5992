/* Regions in regions, if, num_threads, and what the library says about them. */
#include <omp.h>
#include <stdio.h>

static int inner(int n)
{
	int s = 0;
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < n; i++)
		s += i;
	return s;
}

int main(void)
{
	int bad = 0, v[20], threads = 0, level = 0;
	printf("%d %d %d\n", omp_in_parallel(), omp_get_num_threads(), omp_get_level());
#pragma omp parallel for
	for (int i = 0; i < 20; i++)
		v[i] = inner(i) + inner(3);
	for (int i = 0; i < 20; i++)
		bad += v[i] != i * (i - 1) / 2 + 3;
#pragma omp parallel if (bad > 0)
	bad += omp_get_num_threads() != 1;
#pragma omp parallel num_threads(3)
	{
#pragma omp single
		threads = omp_get_num_threads();
		if (omp_get_thread_num() == 1)
			level = omp_get_level();
#pragma omp parallel
		{
#pragma omp atomic
			bad += omp_get_num_threads() != 1 || omp_get_thread_num() != 0;
		}
	}
	omp_set_num_threads(2);
#pragma omp parallel
	{
#pragma omp master
		threads = threads * 10 + omp_get_num_threads();
	}
	printf("%d %d %d %d\n", bad, threads, level, omp_get_max_threads());
	return 0;
}
