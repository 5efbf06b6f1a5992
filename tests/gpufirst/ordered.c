/* ordered: output in the order of the iterations, two loops in one region. */
#include <stdio.h>

int main(void)
{
	int last = -1, bad = 0;
#pragma omp parallel for ordered schedule(dynamic)
	for (int i = 0; i < 12; i++) {
		int x = i * i;
#pragma omp ordered
		printf("%d ", x);
	}
	printf("\n");
#pragma omp parallel
	{
#pragma omp for ordered schedule(static, 3)
		for (int i = 0; i < 40; i++) {
#pragma omp ordered
			{
				bad += last != i - 1;
				last = i;
			}
		}
#pragma omp for ordered
		for (int i = 40; i < 60; i++) {
			if (i % 2)
				continue;
#pragma omp ordered
			{
				bad += last >= i;
				last = i;
			}
		}
	}
	printf("last %d bad %d\n", last, bad);
	return 0;
}
