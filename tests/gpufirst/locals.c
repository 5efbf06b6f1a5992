/* Locals of main that a region in another function uses; arrays of variable size. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct node {
	struct node *next;
	int value;
} node;

static void add(double *a, int n, double x)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] += x;
}

static double with_vla(int n)
{
	double a[n], sum = 0;
	for (int i = 0; i < n; i++)
		a[i] = i;
	add(a, n, 0.5);
	for (int i = 0; i < n; i++) {
		double b[i + 1];
		b[i] = a[i];
		sum += b[i];
	}
	return sum;
}

static int walk(const node *list)
{
	int sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < 8; i++)
		for (const node *p = list; p; p = p->next)
			sum += p->value;
	return sum;
}

typedef struct holder {
	int n;
	double *values;
} holder;
static double *published;
static holder *kept;

/* Addresses of locals that get out through an array, and through a copied structure. */
static double indirect(int k)
{
	double a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, *rows[2], s = 0;
	holder h = {4, b};
	rows[0] = a;
	rows[1] = b;
	published = rows[k];
	kept = malloc(sizeof *kept);
	memcpy(kept, &h, sizeof h);
#pragma omp parallel for reduction(+ : s)
	for (int i = 0; i < 4; i++)
		s += published[i] + kept->values[i];
	free(kept);
	return s;
}

int main(void)
{
	double a[50] = {0}, s = 0;
	node c = {NULL, 3}, b = {&c, 2}, first = {&b, 1};
	int *where, x = 4;
	where = &x;
	add(a, 50, 2);
	add(a + 25, 25, 1);
	for (int i = 0; i < 50; i++)
		s += a[i];
#pragma omp parallel
	{
#pragma omp atomic
		*where += 0;
	}
	printf("%.1f %.2f %d %d %.0f\n", s, with_vla(20), walk(&first), x, indirect(0));
	return 0;
}
