/* SPDX-License-Identifier: Apache-2.0 */
/* functions called in kernels: plain, with globals, with atomics */
#include <math.h>
#include <stdio.h>
#define N 100
static const double pi = 3.25;
static double table[N];
static int calls;
struct point { double x, y; };
static double square(double x) { return x * x; }
static double norm(struct point p) { return sqrt(square(p.x) + square(p.y)); }
static double lookup(int i) { return table[i % N] * pi; }
static void count(int by)
{
#pragma omp atomic
	calls += by;
}
static void put(double *to, int i, double v) { to[i] = v; }
int main(void)
{
	double r[N], s = 0;
	struct point p[N];

	for (int i = 0; i < N; i++) {
		table[i] = i * 0.25;
		p[i].x = i;
		p[i].y = i + 1;
	}
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		put(r, i, norm(p[i]) + lookup(i + 3));
		count(i % 2);
		p[i].x = r[i];
	}
	for (int i = 0; i < N; i++)
		s += r[i] + p[i].x;
	printf("%.6f %d\n", s, calls);
	return 0;
}
