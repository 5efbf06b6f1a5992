/* SPDX-License-Identifier: Apache-2.0 */
/* a stencil with tiles, pitch and loop swap */
/* run:  */
/* run: --baseline */
/* run: --set useTiling=1 */
/* run: --set useTiling=1 --set cudaThreadBlockSize=256 --set maxNumOfCudaThreadBlocks=3 */
/* run: --set useMallocPitch=1 */
/* run: --set useParallelLoopSwap=0 */
#include <stdio.h>
#define ROWS 70
#define COLS 90
static float a[ROWS][COLS], b[ROWS][COLS];
int main(void)
{
	double s = 0;
	int i, j;

	for (i = 0; i < ROWS; i++)
		for (j = 0; j < COLS; j++)
			b[i][j] = (float)((i * 7 + j * 3) % 11);
	for (int k = 0; k < 6; k++) {
#pragma omp parallel for private(j)
		for (i = 2; i < ROWS - 2; i++)
			for (j = 1; j <= COLS - 2; j++)
				a[i][j] = (b[i - 2][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]) / 4;
#pragma omp parallel for private(j)
		for (i = 2; i < ROWS - 2; i++)
			for (j = 1; j <= COLS - 2; j++)
				b[i][j] = a[i][j];
	}
	for (i = 0; i < ROWS; i++)
		for (j = 0; j < COLS; j++)
			s += b[i][j] * (i + 2 * j);
	printf("%.3f\n", s);
	return 0;
}
