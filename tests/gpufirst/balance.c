/* dynamic and guided loops whose iterations take very different times; more than one
 * such loop in a region, without waiting, more than the runtime has counters for. */
#include <omp.h>
#include <stdio.h>

enum { N = 3000, LOOPS = 70 };

static int seen[N];

static long work(int i)
{
	long x = i;
	for (int k = 0; k < (i % 97 == 0 ? 4000 : 1); k++)
		x = x * 5 % 1000003 + 1;
	return x;
}

static void check(const char *what)
{
	int bad = 0;
	for (int i = 0; i < N; i++) {
		bad += seen[i] != 1;
		seen[i] = 0;
	}
	printf("%s %d\n", what, bad);
}

int main(void)
{
	long sum = 0, count = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
	for (int i = 0; i < N; i++) {
		sum += work(i);
		seen[i]++;
	}
	check("dynamic");
	printf("%ld\n", sum);
#pragma omp parallel for schedule(guided) reduction(+ : sum)
	for (int i = 0; i < N; i++) {
		sum += work(i);
		seen[i]++;
	}
	check("guided");
#pragma omp parallel for schedule(guided, 50)
	for (int i = N - 1; i >= 0; i--)
		seen[i]++;
	check("guided 50");
	omp_set_schedule(omp_sched_guided, 3);
#pragma omp parallel for schedule(runtime)
	for (int i = 0; i < N; i++)
		seen[i]++;
	check("runtime");
	omp_set_schedule(omp_sched_static, 0);
#pragma omp parallel for schedule(runtime)
	for (int i = 0; i < N; i++)
		seen[i]++;
	check("runtime static");
#pragma omp parallel reduction(+ : count)
	for (int l = 0; l < LOOPS; l++) {
#pragma omp for schedule(dynamic, 2) nowait
		for (int i = 0; i < 500; i++)
			count++;
	}
	printf("%ld\n", count);
	return 0;
}
