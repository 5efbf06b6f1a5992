/* SPDX-License-Identifier: Apache-2.0 */
/* error: arithmetic with rows of variable length */
static void clear(int n, double a[n][n])
{
	for (int i = 0; i < n; i++, a++)
		(*a)[i] = 0;
}
int main(void)
{
	double a[3][3];

#pragma omp parallel for
	for (int i = 0; i < 3; i++)
		a[i][2] = i;
	clear(3, a);
	return a[1][1] != 0;
}
