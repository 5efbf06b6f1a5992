/* SPDX-License-Identifier: Apache-2.0 */
/* JACOBI: a four-point stencil, two kernel regions. */
/* run: */
/* run: --baseline */
/* run: --set useTiling=1 */
/* run: --set useMallocPitch=1 --set cudaThreadBlockSize=64 */
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
	double sum = 0;

	init();
	for (k = 0; k < steps; k++) {
		/* the new values */
#pragma omp parallel for shared(a, b) private(i, j)
		for (i = 1; i < SIZE - 1; i++)
			for (j = 1; j < SIZE - 1; j++)
				a[i][j] = (b[i - 1][j] + b[i + 1][j] + b[i][j - 1] +
				           b[i][j + 1]) / 4.0f;
		/* become the old ones */
#pragma omp parallel for shared(a, b) private(i, j)
		for (i = 1; i < SIZE - 1; i++)
			for (j = 1; j < SIZE - 1; j++)
				b[i][j] = a[i][j];
	}
	for (i = 0; i < SIZE; i++)
		for (j = 0; j < SIZE; j++)
			sum += b[i][j] * (1 + (i + j) % 3);
	printf("jacobi %d %.6f\n", steps, sum);
	return 0;
}
