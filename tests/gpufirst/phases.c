/* Barriers between phases, and threads that wait for each other with flush. */
#include <omp.h>
#include <stdio.h>

static int a[1024], b[1024], ready, data;

int main(void)
{
	int bad = 0;
#pragma omp parallel num_threads(8) reduction(+ : bad)
	{
		int t = omp_get_thread_num(), n = omp_get_num_threads();
		for (int k = 0; k < 10; k++) {
			for (int i = t; i < 1024; i += n)
				a[i] = i + k;
#pragma omp barrier
			for (int i = t; i < 1024; i += n)
				b[i] = a[1023 - i];
#pragma omp barrier
			for (int i = t; i < 1024; i += n)
				bad += b[i] != 1023 - i + k;
		}
		if (t == 0) {
			data = 77;
#pragma omp flush
#pragma omp atomic write seq_cst
			ready = 1;
		} else if (t == n - 1) {
			int r = 0;
			while (!r) {
#pragma omp atomic read seq_cst
				r = ready;
			}
#pragma omp flush
			bad += data != 77;
		}
	}
	printf("bad %d\n", bad);
	return 0;
}
