/* SPDX-License-Identifier: Apache-2.0 */
/* error: 'n' is changed, but gives the length of rows of 'a' */
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc + 9;
	double(*a)[n] = malloc(n * sizeof *a);

	n /= 2;
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i][i] = i;
	return a[n - 1][n - 1] > 100;
}
