/* What programs may wish for: where threads are bound, which memory they get, how many
 * teams; and what they may ask about devices. */
#include <omp.h>
#include <stdio.h>

int main(void)
{
	int n = 0, bad = 0, x = 7;
	int *p = omp_alloc(100 * sizeof *p, omp_default_mem_alloc);
	int *q = omp_calloc(50, sizeof *q, omp_default_mem_alloc);
	int *r = omp_aligned_alloc(128, 4000, omp_default_mem_alloc);
#pragma omp parallel proc_bind(close) num_threads(3) reduction(+ : n)
	n++;
#pragma omp parallel for allocate(omp_default_mem_alloc : x) firstprivate(x) reduction(+ : bad)
	for (int i = 0; i < 100; i++) {
		p[i] = i + x;
		bad += p[i] != i + 7;
	}
	for (int i = 0; i < 50; i++)
		bad += q[i] != 0;
	bad += (unsigned long)r % 128 != 0;
	p = omp_realloc(p, 5000, omp_default_mem_alloc, omp_default_mem_alloc);
	bad += p[99] != 106;
	omp_free(p, omp_default_mem_alloc);
	omp_free(q, omp_default_mem_alloc);
	omp_free(r, omp_default_mem_alloc);
#pragma omp target teams distribute parallel for map(tofrom : bad) reduction(+ : bad)
	for (int i = 0; i < 30; i++)
		bad += omp_get_team_num() != 0;
#pragma omp parallel
#pragma omp single
	{
#pragma omp task depend(out : x)
		x = 8;
#pragma omp taskwait depend(in : x)
		bad += x != 8;
	}
	printf("%d %d %d\n", n, bad, omp_is_initial_device());
	return 0;
}
