/* SPDX-License-Identifier: Apache-2.0 */
/* every reduction operator */
/* run:  */
/* run: --baseline */
/* run: --set cudaThreadBlockSize=96 */
#include <stdio.h>
#define N 400
int main(void)
{
	int v[N];

	for (int i = 0; i < N; i++)
		v[i] = (i * 37 + 11) % 101;
	{
		long s = 0;
#pragma omp parallel for reduction(+ : s)
		for (int i = 0; i < N; i++)
			s += v[i];
		printf("+ %.6g\n", (double)s);
	}
	{
		double s = 1;
#pragma omp parallel for reduction(* : s)
		for (int i = 0; i < 20; i++)
			s *= 1.0 + v[i] % 2;
		printf("* %.6g\n", (double)s);
	}
	{
		int s = 100;
#pragma omp parallel for reduction(- : s)
		for (int i = 0; i < N; i++)
			s -= v[i];
		printf("- %.6g\n", (double)s);
	}
	{
		int s = -1;
#pragma omp parallel for reduction(& : s)
		for (int i = 0; i < N; i++)
			s &= v[i] | 3;
		printf("& %.6g\n", (double)s);
	}
	{
		int s = 0;
#pragma omp parallel for reduction(| : s)
		for (int i = 0; i < N; i++)
			s |= v[i] & 12;
		printf("| %.6g\n", (double)s);
	}
	{
		unsigned s = 5;
#pragma omp parallel for reduction(^ : s)
		for (int i = 0; i < N; i++)
			s ^= (unsigned)v[i];
		printf("^ %.6g\n", (double)s);
	}
	{
		int s = 1;
#pragma omp parallel for reduction(&& : s)
		for (int i = 0; i < N; i++)
			s = s && v[i] >= 0;
		printf("&& %.6g\n", (double)s);
	}
	{
		int s = 0;
#pragma omp parallel for reduction(|| : s)
		for (int i = 0; i < N; i++)
			s = s || v[i] == 77;
		printf("|| %.6g\n", (double)s);
	}
	{
		int s = -5;
#pragma omp parallel for reduction(max : s)
		for (int i = 0; i < N; i++)
			if (v[i] > s) s = v[i];
		printf("max %.6g\n", (double)s);
	}
	{
		float s = 1e9f;
#pragma omp parallel for reduction(min : s)
		for (int i = 0; i < N; i++)
			if (v[i] < s) s = v[i];
		printf("min %.6g\n", (double)s);
	}
	return 0;
}
