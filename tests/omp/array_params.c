/* SPDX-License-Identifier: Apache-2.0 */
/* parameters of array type: plain, of a typedef, with qualifiers in their brackets, of rows */
/* run:  */
/* run: --baseline */
/* run: --set cudaMemTrOptLevel=1 */
/* run: --set useGlobalGMalloc=0 */
#include <stdio.h>
#define N 64
typedef float row[N];
typedef float grid[N][N];
static float a[N][N], b[N][N];

static void
scale(float g[N][N], float f)
{
#pragma omp parallel for
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			g[i][j] *= f;
}

static void
add(grid o, const grid x, const row *y)
{
	int i, j;
#pragma omp parallel for private(j) shared(o)
	for (i = 0; i < N; i++)
		for (j = 0; j < N; j++)
			o[i][j] = x[i][j] + y[i][j];
}

/* sizeof a parameter is that of a pointer */
static double
total(const float g[restrict static N][N], int n)
{
	double s = 0;
#pragma omp parallel for reduction(+ : s) firstprivate(g)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < N; j++)
			s += g[i][j] + (sizeof g == sizeof(void *) ? 0 : 1000);
	return s;
}

static void
histogram(int h[const 16], int n)
{
#pragma omp parallel for reduction(+ : h[0 : 16])
	for (int i = 0; i < n; i++)
		h[(i * 7) % 16]++;
}

static void
two_loops(double v[N])
{
#pragma omp parallel
	{
#pragma omp for
		for (int i = 0; i < N; i++)
			v[i] = i;
#pragma omp for
		for (int i = 1; i < N; i += 2)
			v[i] += v[i - 1];
	}
}

/* the parameter itself is moved along */
static int
sum_from(const int v[], int n)
{
	int s = 0;
	v++;
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < n; i++)
		s += v[i];
	return s;
}

int
main(void)
{
	int h[16] = {0};
	double v[N];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i][j] = i + j;
			b[i][j] = i - j;
		}
	scale(a, 2);
	scale(b, 3);
	add(a, a, b);
	add(b, a, a);
	printf("%g %g\n", total(a, N), total(b, N));
	histogram(h, 1000);
#pragma omp parallel for
	for (int i = 0; i < 16; i++)
		h[i] += i;
	histogram(h, 100);
	for (int i = 0; i < 16; i++)
		printf("%d ", h[i]);
	two_loops(v);
	printf("%g %g %d\n", v[1], v[63], sum_from(h, 15));
	return 0;
}
