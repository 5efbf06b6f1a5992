/* Locks, locks that nest, named critical sections. */
#include <omp.h>
#include <stdio.h>

static omp_lock_t lock[4];
static omp_nest_lock_t nest;
static long count[4], deep, a, b;

static void add_deep(int n)
{
	omp_set_nest_lock(&nest);
	deep++;
	if (n > 0)
		add_deep(n - 1);
	omp_unset_nest_lock(&nest);
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		omp_init_lock(&lock[i]);
	omp_init_nest_lock(&nest);
#pragma omp parallel for
	for (int i = 0; i < 200; i++) {
		omp_set_lock(&lock[i % 4]);
		count[i % 4] += i;
		omp_unset_lock(&lock[i % 4]);
		add_deep(2);
#pragma omp critical(first)
		a++;
#pragma omp critical(second)
		b += 2;
		while (!omp_test_lock(&lock[0]))
			;
		count[0]++;
		omp_unset_lock(&lock[0]);
	}
	printf("%ld %ld %ld %ld deep %ld %ld %ld\n", count[0], count[1], count[2],
	       count[3], deep, a, b);
	for (int i = 0; i < 4; i++)
		omp_destroy_lock(&lock[i]);
	omp_destroy_nest_lock(&nest);
	return 0;
}
