/* ordered(n) with depend: a recurrence, a wave front over two loops, steps of 2. */
#include <stdio.h>

enum { N = 60, M = 24 };

int main(void)
{
	int a[N] = {1}, g[M][M], down[N];
	long sum = 0;
#pragma omp parallel for ordered(1)
	for (int i = 1; i < N; i++) {
		int x = i * i % 7;
#pragma omp ordered depend(sink : i - 1)
		a[i] = a[i - 1] + x;
#pragma omp ordered depend(source)
	}
	for (int i = 0; i < M; i++)
		g[i][0] = g[0][i] = i;
#pragma omp parallel for ordered(2) schedule(static, 1)
	for (int i = 1; i < M; i++)
		for (int j = 1; j < M; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
			g[i][j] = (g[i - 1][j] * 3 + g[i][j - 1]) % 1009;
#pragma omp ordered depend(source)
		}
	for (int i = 0; i < N; i++)
		down[i] = 1;
#pragma omp parallel for ordered(1) schedule(dynamic)
	for (int i = N - 4; i >= 0; i -= 2) {
#pragma omp ordered depend(sink : i + 2)
		down[i] += down[i + 2];
#pragma omp ordered depend(source)
	}
	for (int i = 0; i < M; i++)
		for (int j = 0; j < M; j++)
			sum += g[i][j];
	printf("%d %ld %d\n", a[N - 1], sum, down[0]);
	return 0;
}
