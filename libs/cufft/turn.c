/* SPDX-License-Identifier: Apache-2.0 */
/* Powers of a root of one, by which the lines of a long transform are turned.
 *
 * Bailey's four steps: with n = a * b, number j = b * j0 + j1 and result k = k0 + a * k1,
 * lines along j0 are transformed, line j1 is turned by the power j1 * k0, and lines along
 * j1 are transformed. A power is the product of two, from tables of about sqrt(n). */
#include "fft.h"

#include <math.h>
#include <stdlib.h>

struct hd_turn {
	int shift; /* of a power, to that of the coarse table */
	cufftDoubleComplex *coarse, *fine;
};

static cufftDoubleComplex
root(int64_t n, int64_t power, int sign)
{
	double angle = 2 * M_PI * (double)power / (double)n;

	return (cufftDoubleComplex){cos(angle), sign * sin(angle)};
}

hd_turn *
hd_turn_new(int64_t n, int sign)
{
	hd_turn *t = calloc(1, sizeof *t);
	int64_t fine, coarse;

	if (!t)
		return NULL;
	while ((int64_t)1 << 2 * t->shift < n)
		t->shift++;
	fine = (int64_t)1 << t->shift;
	coarse = (n >> t->shift) + 1;
	t->fine = malloc((size_t)fine * sizeof *t->fine);
	t->coarse = malloc((size_t)coarse * sizeof *t->coarse);
	if (!t->fine || !t->coarse) {
		hd_turn_free(t);
		return NULL;
	}
	for (int64_t i = 0; i < fine; i++)
		t->fine[i] = root(n, i, sign);
	for (int64_t i = 0; i < coarse; i++)
		t->coarse[i] = root(n, i << t->shift, sign);
	return t;
}

void
hd_turn_free(hd_turn *t)
{
	if (!t)
		return;
	free(t->fine);
	free(t->coarse);
	free(t);
}

/* Number k of the row is turned by the power k * step. */
#define TURN_ROW(name, type, part)                                                     \
	static void name(const hd_turn *t, type *row, int64_t count, int64_t step)     \
	{                                                                              \
		int64_t mask = ((int64_t)1 << t->shift) - 1;                           \
                                                                                       \
		for (int64_t k = 0, e = 0; k < count; k++, e += step) {                \
			cufftDoubleComplex f = t->fine[e & mask];                      \
			cufftDoubleComplex c = t->coarse[e >> t->shift];               \
			double x = f.x * c.x - f.y * c.y, y = f.x * c.y + f.y * c.x;   \
			type v = row[k];                                               \
                                                                                       \
			row[k].x = v.x * (part)x - v.y * (part)y;                      \
			row[k].y = v.x * (part)y + v.y * (part)x;                      \
		}                                                                      \
	}
TURN_ROW(turn_single, cufftComplex, float)
TURN_ROW(turn_double, cufftDoubleComplex, double)

void
hd_turn_row(const hd_turn *t, void *row, bool is_double, int64_t count, int64_t step)
{
	if (is_double)
		turn_double(t, row, count, step);
	else
		turn_single(t, row, count, step);
}
