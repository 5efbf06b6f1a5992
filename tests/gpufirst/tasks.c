/* Tasks: recursion, firstprivate, taskwait, taskgroup, taskloop, depend, reductions. */
#include <stdio.h>

static int fib(int n)
{
	int a, b;
	if (n < 2)
		return n;
#pragma omp task shared(a)
	a = fib(n - 1);
#pragma omp task shared(b) if (n > 5)
	b = fib(n - 2);
#pragma omp taskwait
	return a + b;
}

int main(void)
{
	int f = 0, v[50] = {0}, sum = 0, x = 1;
#pragma omp parallel
#pragma omp single
	f = fib(12);
#pragma omp parallel
#pragma omp single
	{
#pragma omp taskgroup
		for (int i = 0; i < 25; i++) {
#pragma omp task firstprivate(i)
			v[i] = i * 3;
		}
#pragma omp taskloop
		for (int i = 25; i < 50; i++)
			v[i] = i;
#pragma omp task depend(out : x)
		x += 2;
#pragma omp task depend(inout : x)
		x *= 5;
#pragma omp taskwait
	}
	for (int i = 0; i < 50; i++)
		sum += v[i];
	printf("%d %d %d\n", f, sum, x);
#pragma omp parallel
#pragma omp single
	{
#pragma omp taskgroup task_reduction(+ : sum)
		for (int i = 0; i < 20; i++) {
#pragma omp task in_reduction(+ : sum)
			sum += i;
		}
#pragma omp taskloop reduction(+ : f)
		for (int i = 0; i < 20; i++)
			f += i;
	}
	printf("%d %d\n", f, sum);
	return 0;
}
