/* SPDX-License-Identifier: Apache-2.0 */
/* Pointers into the middle of memory, from conditions, through tables of functions, and
 * memory that the program did not allocate by malloc. */
/* run: */
/* run: --memory=system --baseline */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int table[64];

static int *
pick(int *a, int *b, int which)
{
	return which ? a : b;
}

static void
add(int *v, int n, int by)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		v[i] += by;
}

static void
twice(int *v, int n, int by)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		v[i] = 2 * v[i] + by;
}

struct op {
	void (*run)(int *, int, int);
	int *data;
	int n;
};

int
main(void)
{
	int local[32], *heap = malloc(48 * sizeof *heap);
	char *text = strdup("ordinary text from strdup");
	struct op ops[] = {{add, table + 8, 40}, {twice, NULL, 16}, {add, NULL, 24}};
	int vowels = 0;

	for (int i = 0; i < 64; i++)
		table[i] = i;
	for (int i = 0; i < 32; i++)
		local[i] = -i;
	for (int i = 0; i < 48; i++)
		heap[i] = 3 * i;
	ops[1].data = local + 4;
	ops[2].data = heap + 24;
	for (int k = 0; k < 3; k++)
		ops[k].run(ops[k].data, ops[k].n, k + 1);
	add(pick(local, heap, 1), 10, 100);
	add(pick(local, heap, 0), 10, 1000);
	printf("%d %d %d %d\n", table[7], table[8], table[47], table[48]);
	printf("%d %d %d %d\n", local[3], local[4], local[19], local[20]);
	printf("%d %d %d %d\n", heap[0], heap[9], heap[24], heap[47]);
	int len = (int)strlen(text);
#pragma omp parallel for reduction(+ : vowels)
	for (int i = 0; i < len; i++)
		vowels += text[i] == 'a' || text[i] == 'e' || text[i] == 'i' ||
			  text[i] == 'o' || text[i] == 'u';
	printf("%d\n", vowels);
	free(text);
	free(heap);
	return 0;
}
