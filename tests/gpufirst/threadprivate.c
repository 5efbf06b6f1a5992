/* Variables of each thread: initial values, copyin, kept from region to region. */
#include <omp.h>
#include <stdio.h>

static int counter = 10, seed;
#pragma omp threadprivate(counter, seed)
static _Thread_local double own = 1.5;

int main(void)
{
	int bad = 0, threads = 0, total = 0;
	seed = 77;
#pragma omp parallel copyin(seed) reduction(+ : bad, threads)
	{
		bad += counter != 10 || seed != 77 || own != 1.5;
		counter += omp_get_thread_num();
		own += omp_get_thread_num();
		threads++;
	}
#pragma omp parallel reduction(+ : bad, total)
	{
		bad += counter != 10 + omp_get_thread_num();
		bad += own != 1.5 + omp_get_thread_num();
		total++;
	}
	printf("bad %d same team %d\n", bad, threads == total);
	return 0;
}
