/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks: recursion, a list, values at creation. */
#include <stdio.h>
#include <stdlib.h>

static int
fib(int n)
{
	int a, b;

	if (n < 2)
		return n;
#pragma omp task shared(a)
	a = fib(n - 1);
#pragma omp task shared(b)
	b = fib(n - 2);
#pragma omp taskwait
	return a + b;
}

struct item {
	int v;
	struct item *next;
};

int
main(void)
{
	struct item *head = NULL;
	int result = 0, squares[20], kept[20], count = 0;

	for (int i = 0; i < 20; i++) {
		struct item *it = malloc(sizeof *it);
		it->v = i;
		it->next = head;
		head = it;
	}
#pragma omp parallel
	{
#pragma omp single
		result = fib(15);
	}
	printf("%d\n", result);
#pragma omp parallel
#pragma omp single
	{
		for (struct item *p = head; p; p = p->next) {
#pragma omp task firstprivate(p)
			{
				int s = p->v * p->v;
				squares[p->v] = s;
			}
		}
		for (int i = 0; i < 20; i++) {
			int k = i;
#pragma omp task shared(kept, count)
			{
				k += 100;
				kept[i] = k;
#pragma omp atomic
				count++;
			}
			if (k != i)
				printf("the task changed its creator's variable\n");
		}
#pragma omp taskwait
	}
	for (int i = 0; i < 20; i += 5)
		printf("%d %d\n", squares[i], kept[i]);
	printf("%d\n", count);
	while (head) {
		struct item *n = head->next;
		free(head);
		head = n;
	}
	return 0;
}
