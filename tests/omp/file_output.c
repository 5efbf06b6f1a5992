/* SPDX-License-Identifier: Apache-2.0 */
/* Output in regions: into a file under a critical section, in order, to both streams. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { n = 24 };

static int
weigh(int v)
{
	assert(v >= 0);
	if (v > 1000)
		abort();
	return v * v % 17;
}

int
main(void)
{
	FILE *f = tmpfile();
	int w[n], total = 0, back = 0, v, lines = 0;

	if (!f)
		return 1;
#pragma omp parallel for reduction(+ : total)
	for (int i = 0; i < n; i++) {
		w[i] = weigh(i);
		total += w[i];
#pragma omp critical
		fprintf(f, "%d\n", w[i]);
	}
	rewind(f);
	while (fscanf(f, "%d", &v) == 1) {
		back += v;
		lines++;
	}
	printf("%d %d %d\n", total, back, lines);
	fclose(f);
#pragma omp parallel for ordered
	for (int i = 0; i < 5; i++) {
		int k = weigh(i + 3);
#pragma omp ordered
		printf("%d: %d\n", i, k);
	}
#pragma omp parallel
	{
#pragma omp single
		printf("once\n");
#pragma omp for
		for (int i = 0; i < n; i++)
			w[i] += 1;
#pragma omp master
		fprintf(stdout, "master %d\n", w[3]);
	}
	return 0;
}
