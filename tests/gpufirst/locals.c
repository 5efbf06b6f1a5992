/* Locals of main that a region in another function uses; arrays of variable size. */
#include <stdio.h>

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
	printf("%.1f %.2f %d %d\n", s, with_vla(20), walk(&first), x);
	return 0;
}
