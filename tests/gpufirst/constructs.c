/* sections, single, master, critical, copyprivate, barrier, orphaned and not. */
#include <omp.h>
#include <stdio.h>

static int in_master, in_single;

static void orphaned(int *v)
{
#pragma omp for
	for (int i = 0; i < 64; i++)
		v[i] = i * i;
#pragma omp master
	in_master++;
#pragma omp barrier
#pragma omp single
	in_single++;
}

int main(void)
{
	int v[64], a = 0, b = 0, c = 0, bad = 0, x;
	long sum = 0;
#pragma omp parallel sections
	{
#pragma omp section
		a = 1;
#pragma omp section
		b = 2;
#pragma omp section
		c = 3;
	}
#pragma omp parallel private(x) reduction(+ : bad)
	{
		orphaned(v);
#pragma omp single copyprivate(x)
		x = 42;
		bad += x != 42;
		bad += v[63] != 63 * 63;
#pragma omp sections
		{
#pragma omp section
			{
#pragma omp critical
				sum += 10;
			}
#pragma omp section
			{
#pragma omp critical
				sum += 20;
			}
		}
#pragma omp single nowait
		{
#pragma omp critical
			sum += 100;
		}
#pragma omp masked
		{
#pragma omp critical
			sum += 1000;
		}
	}
	printf("%d %d %d bad %d sum %ld master %d single %d\n", a, b, c, bad, sum,
	       in_master, in_single);
	return 0;
}
