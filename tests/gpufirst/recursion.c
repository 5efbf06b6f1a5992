/* Recursion outside and inside of regions; locals whose address is passed on. */
#include <stdio.h>

static long ackermann(long m, long n)
{
	return m == 0 ? n + 1
	       : n == 0 ? ackermann(m - 1, 1)
			: ackermann(m - 1, ackermann(m, n - 1));
}

static void hanoi(int n, int from, int to, int by, long *moves)
{
	if (n == 0)
		return;
	hanoi(n - 1, from, by, to, moves);
	++*moves;
	hanoi(n - 1, by, to, from, moves);
}

int main(void)
{
	long moves = 0, all = 0, a[8];
	hanoi(10, 0, 2, 1, &moves);
#pragma omp parallel for reduction(+ : all)
	for (int i = 1; i < 9; i++) {
		long own = 0;
		hanoi(i, 0, 2, 1, &own);
		a[i - 1] = ackermann(2, i);
		all += own;
	}
	printf("%ld %ld", moves, all);
	for (int i = 0; i < 8; i++)
		printf(" %ld", a[i]);
	printf("\n");
	return 0;
}
