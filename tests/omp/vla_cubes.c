/* SPDX-License-Identifier: Apache-2.0 */
/* Three dimensions of variable length, parts of them, prototypes, and constant arrays
 * passed as such. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double total(int n, int m, int k, double c[n][m][k]);
void smooth(int m, int k, const double from[restrict m][k], double to[m][k]);

static double
row_sum(int k, const double *row)
{
	double s = 0;

	for (int i = 0; i < k; i++)
		s += row[i];
	return s;
}

static void
plane_sums(int n, int m, int k, double c[n][m][k], double sums[n])
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		sums[i] = 0;
		for (int j = 0; j < m; j++)
			sums[i] += row_sum(k, c[i][j]);
	}
}

int
main(int argc, char **argv)
{
	int n = 4 + argc, m = 6, k = 7;
	double(*cube)[m][k] = malloc(sizeof(double[n][m][k]));
	double plane[m][k], sums[n];
	double fixed[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}, out[3][4];
	long bytes = (long)(sizeof *cube + sizeof cube[0][1] + sizeof plane);

	if (!cube)
		return 1;
#pragma omp parallel for collapse(3)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int l = 0; l < k; l++)
				cube[i][j][l] = i * 100 + j * 10 + (l + 1) / 2.0;
	memset(plane, 0, sizeof plane);
	smooth(m, k, cube[1], plane);
	smooth(m, k, plane, cube[2]);
	smooth(3, 4, fixed, out);
	plane_sums(n, m, k, cube, sums);
	printf("%g %g %g\n", total(n, m, k, cube), plane[2][3], *(&cube[3][1][2] + 1));
	printf("%g %g %ld %s\n", sums[0], sums[n - 1], bytes, argv[0] ? "" : "?");
	printf("%g %g\n", out[1][1], out[2][3]);
	free(cube);
	return 0;
}

static double
total(int n, int m, int k, double c[n][m][k])
{
	double t = 0;

#pragma omp parallel for reduction(+ : t) collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int l = 0; l < k; l++)
				t += c[i][j][l] * (c[i][m - 1 - j][k - 1 - l] > 50);
	return t;
}

void
smooth(int m, int k, const double from[restrict m][k], double to[m][k])
{
#pragma omp parallel for
	for (int j = 0; j < m; j++)
		for (int l = 0; l < k; l++)
			to[j][l] = l == 0 || l == k - 1 ? from[j][l]
							 : (from[j][l - 1] + from[j][l + 1]) / 2;
}
