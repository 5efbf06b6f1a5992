/* SPDX-License-Identifier: Apache-2.0 */
/* malloc, calloc, realloc and free in a region: scratch memory, and results that stay. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { n = 40 };
static int *lists[n], lengths[n];

static int *
divisors(int v, int *count)
{
	int *d = NULL, room = 0;

	*count = 0;
	for (int i = 1; i <= v; i++) {
		if (v % i)
			continue;
		if (*count == room) {
			room = room ? 2 * room : 2;
			d = realloc(d, room * sizeof *d);
		}
		d[(*count)++] = i;
	}
	return d;
}

int
main(void)
{
	long sum = 0;

#pragma omp parallel for schedule(dynamic)
	for (int i = 0; i < n; i++)
		lists[i] = divisors(6 * i + 6, &lengths[i]);
	for (int i = 0; i < n; i += 9)
		printf("%d: %d, last %d\n", i, lengths[i], lists[i][lengths[i] - 1]);
#pragma omp parallel
	{
		double *scratch = calloc(50, sizeof *scratch);
		int *t = malloc(50 * sizeof *t);
#pragma omp for reduction(+ : sum)
		for (int i = 0; i < n; i++) {
			memset(t, 0, 50 * sizeof *t);
			for (int k = 0; k < 50; k++) {
				scratch[k] = k < lengths[i] ? lists[i][k] : 0;
				t[k] += k;
			}
			for (int k = 0; k < 50; k++)
				sum += (long)scratch[k] * t[k];
		}
		free(scratch);
		free(t);
	}
	printf("%ld\n", sum);
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		free(lists[i]);
	return 0;
}
