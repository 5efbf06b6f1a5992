/* SPDX-License-Identifier: Apache-2.0 */
/* snprintf, sprintf, strtol, strtok and atoi in regions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { n = 12 };
static char lines[n][64];
static int fields[n], sums[n];

static int
add_fields(char *line, int *count)
{
	int sum = 0;
	char *at = line;

	*count = 0;
	while (*at) {
		char *end;
		long v = strtol(at, &end, 10);
		if (end == at)
			break;
		sum += (int)v;
		(*count)++;
		at = *end == ',' ? end + 1 : end;
	}
	return sum;
}

int
main(void)
{
	char names[n][32];
	double half[n];

#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		snprintf(lines[i], sizeof lines[i], "%d,%d,%d", i, i * i, 100 - i);
		sprintf(names[i], "row-%02d:%s", i, i % 2 ? "odd" : "even");
	}
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		sums[i] = add_fields(lines[i], &fields[i]);
		half[i] = atoi(names[i] + 4) / 2.0;
	}
	for (int i = 0; i < n; i++)
		printf("%s %s %d %d %g\n", names[i], lines[i], fields[i], sums[i], half[i]);
	return 0;
}
