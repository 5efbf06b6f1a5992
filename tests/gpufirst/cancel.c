/* cancel and cancellation points: what they cancel is left out, and nothing else. Without
 * OMP_CANCELLATION they do nothing, here as on the CPU. */
#include <omp.h>
#include <stdio.h>

enum { N = 5000 };

int main(void)
{
	int found = 0, rounds = 0, after = 0, sections = 0;
#pragma omp parallel
	{
#pragma omp for schedule(dynamic)
		for (int i = 0; i < N; i++) {
			if (i % 1000 == 77) {
#pragma omp atomic write
				found = 1;
#pragma omp cancel for
			}
#pragma omp cancellation point for
#pragma omp atomic
			rounds++;
		}
#pragma omp single
		after++;
#pragma omp sections
		{
#pragma omp section
			{
#pragma omp atomic
				sections++;
#pragma omp cancel sections
			}
#pragma omp section
#pragma omp atomic
			sections++;
		}
#pragma omp cancel parallel if (found)
#pragma omp cancellation point parallel
#pragma omp single
		after += 10 * !omp_get_cancellation();
	}
	printf("%d %d %d %d\n", found, after, sections > 0,
	       omp_get_cancellation() ? rounds < N : rounds == N);
	return 0;
}
