/* SPDX-License-Identifier: Apache-2.0 */
/* JACOBI: a four-point stencil, two kernel regions. The second of two rounds is timed. */
/* run: */
/* run: --baseline */
/* run: --set useTiling=1 */
/* run: --set useMallocPitch=1 --set cudaThreadBlockSize=64 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 256
#endif

static float a[SIZE][SIZE], b[SIZE][SIZE];

static void
init(void)
{
	for (int i = 0; i < SIZE; i++)
		for (int j = 0; j < SIZE; j++) {
			a[i][j] = 0;
			b[i][j] = (float)((i * 7 + j * 3) % 11);
		}
}

int
main(int argc, char **argv)
{
	int i, j, k, steps = argc > 1 ? atoi(argv[1]) : 20;
	double sum = 0, start, seconds = 0;
	float middle = 0;

	for (int round = 0; round < 2; round++) {
		init();
		start = omp_get_wtime();
		for (k = 0; k < steps; k++) {
			/* the new values */
#pragma omp parallel for shared(a, b) private(i, j)
			for (i = 1; i < SIZE - 1; i++)
				for (j = 1; j < SIZE - 1; j++)
					a[i][j] = (b[i - 1][j] + b[i + 1][j] +
					           b[i][j - 1] + b[i][j + 1]) / 4.0f;
			/* become the old ones */
#pragma omp parallel for shared(a, b) private(i, j)
			for (i = 1; i < SIZE - 1; i++)
				for (j = 1; j < SIZE - 1; j++)
					b[i][j] = a[i][j];
		}
		middle = b[SIZE / 2][SIZE / 2];
		seconds = omp_get_wtime() - start;
	}
	for (i = 0; i < SIZE; i++)
		for (j = 0; j < SIZE; j++)
			sum += b[i][j] * (1 + (i + j) % 3);
	printf("jacobi %d %.6f %.6f\n", steps, middle, sum);
	fprintf(stderr, "seconds %.6f\n", seconds);
	return 0;
}
