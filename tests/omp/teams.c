/* SPDX-License-Identifier: Apache-2.0 */
/* Regions that leave something for each thread of the team: if one of them must stay on the
 * CPU, all do. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { n = 1000 };
static double part[4096];
static long count;
#pragma omp threadprivate(count)
static int x[n];

static int
host_only(int v)
{
	return getenv("HEDDLE_NO_SUCH_VARIABLE") ? 0 : v;
}

int
main(void)
{
	int *hits = calloc((size_t)omp_get_max_threads(), sizeof *hits);
	double total = 0;
	long all = 0, found = 0;

#pragma omp parallel for
	for (int i = 0; i < n; i++)
		x[i] = i % 10;
#pragma omp parallel
	{
		int t = omp_get_thread_num(), teams = omp_get_num_threads();
		for (int i = t; i < n; i += teams) {
			part[t] += x[i] * 0.5;
			hits[t] += x[i] == 3;
		}
	}
#pragma omp parallel
	{
		int t = omp_get_thread_num();
#pragma omp critical
		total += host_only(1) * part[t];
	}
	for (int t = 0; t < omp_get_max_threads(); t++)
		found += hits[t];
	printf("%g %ld\n", total, found);
#pragma omp parallel
	{
		count = 0;
#pragma omp for
		for (int i = 0; i < n; i++)
			count += x[i];
	}
#pragma omp parallel
	{
#pragma omp critical
		all += host_only(2) * count;
	}
	printf("%ld\n", all);
	free(hits);
	return 0;
}
