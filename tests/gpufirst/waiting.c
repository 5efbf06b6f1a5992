/* Threads that wait in loops for what others write: with flush, in a function, in a
 * loop that they share. */
#include <omp.h>
#include <sched.h>
#include <stdio.h>

enum { N = 12 };
static int word, step, box;

static int see(void)
{
	int now;
#pragma omp atomic read
	now = step;
	return now;
}

static void await(int me)
{
	int tries = 0;
	while (see() != me)
		tries++;
}

int main(void)
{
	int sum = 0;
#pragma omp parallel num_threads(N)
	{
		int me = omp_get_thread_num(), now;
		do {
#pragma omp flush
#pragma omp atomic read
			now = word;
			sched_yield();
		} while (now != me);
#pragma omp atomic write
		word = me + 1;
	}
	printf("flush %d\n", word);
#pragma omp parallel num_threads(N) reduction(+ : sum)
	{
		int me = omp_get_thread_num();
		await(me);
		sum += me;
#pragma omp atomic
		step++;
	}
	printf("function %d %d\n", step, sum);
#pragma omp parallel for schedule(static, 1) num_threads(N)
	for (int i = 0; i < N; i++) {
		int now = -1;
		while (now != i) {
#pragma omp atomic read
			now = box;
		}
#pragma omp atomic write
		box = i + 1;
	}
	printf("loop %d\n", box);
	return 0;
}
