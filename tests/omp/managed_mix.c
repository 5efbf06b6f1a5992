/* SPDX-License-Identifier: Apache-2.0 */
/* Data under several names: structures lead to arrays that other kernels use by name or by
 * plain pointers, the host reads and writes between the regions, kernels set pointers. */
/* run: */
/* run: --memory=managed */
/* run: --memory=system */
/* run: --memory=copy */
/* run: --baseline */
#include <stdio.h>
#include <stdlib.h>

enum { n = 96 };

struct view {
	double *from;
	int count;
	struct view *next;
};

static double base[n], apart[n];
static struct view parts[3];
static int counts[n];

static void
link_parts(double *extra)
{
	for (int i = 0; i < 3; i++) {
		parts[i].from = i == 2 ? extra : base + i * n / 2;
		parts[i].count = i == 2 ? 10 : n / 2;
		parts[i].next = i < 2 ? &parts[i + 1] : NULL;
	}
}

static void
fill(double *v, int count, double by)
{
#pragma omp parallel for
	for (int i = 0; i < count; i++)
		v[i] += by * i;
}

static double
add_up(const struct view *first)
{
	double sum = 0;

#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		for (const struct view *v = first; v; v = v->next)
			if (i < v->count)
				sum += v->from[i];
	return sum;
}

int
main(void)
{
	double local[10] = {1, 2, 3}, *heap = malloc(n * sizeof *heap);
	struct view own = {.from = heap, .count = n};
	struct view *all[2] = {&own, parts};

	link_parts(local);
	for (int i = 0; i < n; i++)
		heap[i] = 0.5;
#pragma omp parallel for
	for (int i = 0; i < n; i++) { /* by its name */
		base[i] = i;
		apart[i] = 2 * i;
	}
	printf("%g %g\n", base[n - 1], add_up(parts));
	base[3] = 1000; /* the host */
	printf("%g\n", add_up(parts));
	fill(base, n, 2); /* by a pointer */
	fill(local, 10, 1);
	fill(heap, n, 3);
	fill(apart, n, 1);
	printf("%g %g %g %g\n", base[3], local[9], heap[7], apart[5]);
	printf("%g %g\n", add_up(parts), add_up(&own));
#pragma omp parallel for
	for (int i = 0; i < 3; i++) { /* a kernel sets pointers */
		parts[i].from = i == 0 ? own.from : parts[i].from;
		parts[i].count = 3 * (i + 1); /* the last one has 10 */
	}
	heap[2] = 77;
	printf("%g %d\n", add_up(parts), parts[2].count);
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 2; k++)
			if (i < all[k]->count) {
#pragma omp atomic
				all[k]->from[i] += 1;
				counts[i]++;
			}
	printf("%g %g %g %d %d\n", heap[2], base[3], apart[9], counts[0], counts[50]);
	for (int i = 0; i < n; i++)
		apart[i] += base[i] + counts[i];
	fill(apart, n, 0.5);
	printf("%g %g\n", apart[n - 1], add_up(&own));
	free(heap);
	return 0;
}
