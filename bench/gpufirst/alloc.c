/* All threads of all blocks allocate, use and free, as in the GPU First paper: the
 * program's allocator. alloc.cu does the same with the device's own malloc. Arguments:
 * threads of a block, blocks. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 10 };

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 32, blocks = argc > 2 ? atoi(argv[2]) : 16;
	double best = 1e9;
	long bad = 0;

	for (int k = 0; k < 4; k++) {
		double t = omp_get_wtime();
#pragma omp parallel num_threads(threads *blocks) reduction(+ : bad)
		for (int i = 0; i < ROUNDS; i++) {
			int *p = malloc(64), *q = malloc(128);
			p[0] = i;
			q[5] = omp_get_thread_num();
			bad += p[0] != i || q[5] != omp_get_thread_num();
			free(q);
			free(p);
		}
		t = omp_get_wtime() - t;
		best = t < best ? t : best;
	}
	printf("%d x %d\t%.3f ms\tbad %ld\n", threads, blocks, best * 1e3, bad);
	return 0;
}
