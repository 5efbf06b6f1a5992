/* SPDX-License-Identifier: Apache-2.0 */
/* reductions of arrays and array sections */
#include <stdio.h>
#define N 500
int main(void)
{
	int h[8] = {0}, m[2][3] = {{0}};
	double d[5] = {1, 1, 1, 1, 1};

#pragma omp parallel for reduction(+ : h) reduction(max : d[0:5])
	for (int i = 0; i < N; i++) {
		h[i % 8] += i;
		if (i * 0.25 > d[i % 5])
			d[i % 5] = i * 0.25;
	}
#pragma omp parallel for reduction(+ : m)
	for (int i = 0; i < N; i++)
		m[i % 2][i % 3]++;
	for (int i = 0; i < 8; i++)
		printf("%d ", h[i]);
	for (int i = 0; i < 5; i++)
		printf("%g ", d[i]);
	printf("%d %d %d\n", m[0][0], m[1][1], m[0][2]);
	return 0;
}
