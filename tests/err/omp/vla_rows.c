/* SPDX-License-Identifier: Apache-2.0 */
/* options: --no-fallback */
/* error: the length of the rows of 'a' is known at run time only */
static void clear(int n, double a[n][n])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i][i] = 0;
}
int main(void)
{
	double a[3][3];

	clear(3, a);
	return a[1][1] != 0;
}
