/* What a parallel region costs: empty, with a barrier, with a reduction. */
#include <omp.h>
#include <stdio.h>

int main(void)
{
	double begin, empty, barrier, reduce, sum = 0;
	int x = 0;

	for (int k = 0; k < 3; k++) {
		begin = omp_get_wtime();
		for (int i = 0; i < 200; i++) {
#pragma omp parallel
			if (omp_get_num_threads() < 0)
				x++;
		}
		empty = (omp_get_wtime() - begin) / 200;
		begin = omp_get_wtime();
#pragma omp parallel
		{
			if (omp_get_num_threads() < 0)
				x++;
			for (int i = 0; i < 200; i++) {
#pragma omp barrier
			}
		}
		barrier = (omp_get_wtime() - begin) / 200;
		begin = omp_get_wtime();
		for (int i = 0; i < 200; i++) {
#pragma omp parallel for reduction(+ : sum)
			for (int j = 0; j < 1000; j++)
				sum += 1;
		}
		reduce = (omp_get_wtime() - begin) / 200;
	}
	printf("region\t%.2f us\nbarrier\t%.2f us\nreduction\t%.2f us\nsum\t%.0f\n",
	       empty * 1e6, barrier * 1e6, reduce * 1e6, sum);
	return x;
}
