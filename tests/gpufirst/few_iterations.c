/* Loops with fewer iterations than threads, or a few more: every iteration once, the last
 * one's value kept, and loops of the same length with the same threads. */
/* env: HEDDLE_GF_THREADS=64 HEDDLE_GF_BLOCKS=3 */
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 400 };
static int times[MOST], a[MOST], who[MOST];

static void check(const char *name, int n, int last)
{
	int wrong = 0;
	for (int i = 0; i < n; i++)
		wrong += times[i] != 1;
	printf("%s %d: %d wrong, last %d\n", name, n, wrong, last);
	memset(times, 0, sizeof times);
}

static void loops(int n)
{
	int last = -1, wrong = 0;
#pragma omp parallel for lastprivate(last)
	for (int i = 0; i < n; i++) {
		times[i]++;
		last = i;
	}
	check("static", n, last);
#pragma omp parallel for schedule(dynamic) lastprivate(last)
	for (int i = 0; i < n; i++) {
		times[i]++;
		last = i;
	}
	check("dynamic", n, last);
#pragma omp parallel for schedule(guided, 2) lastprivate(last)
	for (int i = 0; i < n; i++) {
		times[i]++;
		last = i;
	}
	check("guided", n, last);
#pragma omp parallel reduction(+ : wrong)
	{
#pragma omp for schedule(static) nowait
		for (int i = 0; i < n; i++) {
			who[i] = omp_get_thread_num();
			a[i] = i;
		}
#pragma omp for schedule(static)
		for (long k = 10; k < 10 + n; k++)
			wrong += who[k - 10] != omp_get_thread_num() || a[k - 10] != k - 10;
	}
	printf("two loops: %d wrong\n", wrong);
}

int main(void)
{
	loops(1);
	loops(31);
	loops(33);
	loops(100);
	loops(191);
	loops(192);
	loops(193);
	loops(MOST);
	return 0;
}
