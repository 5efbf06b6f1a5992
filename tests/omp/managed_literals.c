/* SPDX-License-Identifier: Apache-2.0 */
/* Pointers that reach structures by compound literals, assignments of structures, members
 * of members, and out-parameters; the data behind them is used by plain kernels, too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { n = 128 };

struct span {
	float *at;
	int len;
};

struct pair {
	struct span a, b;
	struct pair *other;
};

static float left[n], right[n];
static struct pair pool[4];

static struct span
make_span(float *at, int len)
{
	return (struct span){.at = at, .len = len};
}

static void
attach(struct pair **to, float *a, float *b)
{
	struct pair *p = malloc(sizeof *p);

	*p = (struct pair){.a = {a, n}, .b = make_span(b, n)};
	*to = p;
}

static void
double_all(float *v, int len)
{
#pragma omp parallel for
	for (int i = 0; i < len; i++)
		v[i] *= 2;
}

static void
exchange(struct pair *p)
{
#pragma omp parallel for
	for (int i = 0; i < p->a.len; i++) {
		float t = p->a.at[i];
		p->a.at[i] = p->b.at[i];
		p->b.at[i] = t + 1;
	}
}

int
main(void)
{
	float *heap = malloc(n * sizeof *heap), *more = malloc(n * sizeof *more);
	struct pair *p, *q, copy;
	float sum = 0;

	for (int i = 0; i < n; i++) {
		left[i] = i;
		right[i] = -i;
		heap[i] = 1;
		more[i] = 2;
	}
	attach(&p, left, heap);
	attach(&q, right, more);
	double_all(left, n);
	exchange(p);
	double_all(heap, n);
	left[5] = 50;
	exchange(p);
	printf("%g %g %g %g\n", left[1], left[5], heap[5], heap[n - 1]);
	copy = *p;
	copy.b = q->a;
	pool[1] = copy;
	pool[1].other = q;
	exchange(&pool[1]);
	double_all(right, n);
	memcpy(&pool[2], &pool[1], sizeof pool[2]);
	printf("%g %g %g\n", left[7], right[7], pool[2].other->a.at[9]);
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < n; i++)
		sum += pool[2].a.at[i] + pool[2].other->b.at[i] + pool[2].b.at[i];
	printf("%g\n", sum);
	free(heap);
	free(more);
	free(p);
	free(q);
	return 0;
}
