/* SPDX-License-Identifier: Apache-2.0 */
/* collapse of two and three loops */
#include <stdio.h>
#define N 20
#define M 30
static int a[N][M], b[4][5][6];
int main(void)
{
	long s = 0;
	int i, j;

#pragma omp parallel for collapse(2)
	for (i = 0; i < N; i++)
		for (j = 0; j < M; j += 2)
			a[i][j] = i * 100 + j;
#pragma omp parallel for collapse(3) reduction(+ : s)
	for (int x = 3; x >= 0; x--)
		for (int y = 0; y < 5; y++)
			for (int z = 1; z <= 5; z++) {
				b[x][y][z] = x * y + z;
				s += b[x][y][z];
			}
	for (i = 0; i < N; i++)
		for (j = 0; j < M; j++)
			s = s * 3 % 1000003 + a[i][j];
	printf("%ld\n", s);
	return 0;
}
