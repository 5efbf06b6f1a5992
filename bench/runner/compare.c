/* SPDX-License-Identifier: Apache-2.0 */
/* compare.c: do both halves have the same results? The files are those of bench_result in
 * bench.h: records of a name, a count, a tolerance and numbers. */
#include "runner.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct record {
	char head[32]; /* type, blank, name */
	uint64_t count;
	double tolerance;
	void *data;
} record;

/* False at the end of the file. */
static bool
next_record(FILE *f, const char *path, record *r)
{
	size_t size;

	if (fread(r->head, sizeof r->head, 1, f) != 1)
		return false;
	if (fread(&r->count, sizeof r->count, 1, f) != 1 ||
	    fread(&r->tolerance, sizeof r->tolerance, 1, f) != 1)
		hd_die("%s: ends too early", path);
	size = r->head[0] == 'd' ? 8 : r->head[0] == 'b' ? 1 : 4;
	r->data = hd_array(r->count, size);
	if (fread(r->data, size, r->count, f) != r->count)
		hd_die("%s: ends too early", path);
	return true;
}

static double
value(const record *r, size_t i)
{
	switch (r->head[0]) {
	case 'f':
		return ((const float *)r->data)[i];
	case 'd':
		return ((const double *)r->data)[i];
	case 'b':
		return ((const uint8_t *)r->data)[i];
	default:
		return ((const int32_t *)r->data)[i];
	}
}

/* Errors are relative to the value and to what values in the array are like. */
static bool
same_numbers(const char *name, const record *a, const record *b)
{
	double square = 0, scale;
	size_t differ = 0, first = 0;

	for (size_t i = 0; i < b->count; i++)
		square += value(b, i) * value(b, i);
	scale = b->count ? sqrt(square / (double)b->count) : 0;
	for (size_t i = 0; i < b->count; i++) {
		double x = value(a, i), y = value(b, i);
		double allowed = b->tolerance * (fmax(fabs(x), fabs(y)) + scale);

		if (x == y || fabs(x - y) <= allowed)
			continue;
		if (differ++ == 0)
			first = i;
	}
	if (differ)
		fprintf(stderr,
			"bench: %s: '%s' differs in %zu of %zu places, first [%zu]: "
			"%.9g by Heddle, %.9g by OpenMP\n",
			name, b->head + 2, differ, (size_t)b->count, first,
			value(a, first), value(b, first));
	return differ == 0;
}

static bool
same_records(const char *name, FILE *f, FILE *g, const char *a, const char *b)
{
	record x, y;
	bool same = true, more;
	int count = 0;

	while ((more = next_record(f, a, &x))) {
		if (!next_record(g, b, &y) ||
		    memcmp(x.head, y.head, sizeof x.head) != 0 || x.count != y.count) {
			fprintf(stderr, "bench: %s: '%s' is not a result of both\n",
				name, x.head + 2);
			return false;
		}
		same = same_numbers(name, &x, &y) && same;
		free(x.data);
		free(y.data);
		count++;
	}
	if (next_record(g, b, &y) || count == 0) {
		fprintf(stderr,
			"bench: %s: the halves have different results, or none\n",
			name);
		return false;
	}
	return same;
}

bool
hd_same_results(const char *name, const char *a, const char *b)
{
	FILE *f = fopen(a, "rb"), *g = fopen(b, "rb");
	bool same;

	if (!f || !g)
		hd_die("%s: there are no results of %s", f ? b : a, name);
	same = same_records(name, f, g, a, b);
	fclose(f);
	fclose(g);
	return same;
}
