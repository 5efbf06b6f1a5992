/* SPDX-License-Identifier: Apache-2.0 */
/* From the words that generators give to distributions. */
#include "rand.h"

#include <stdlib.h>

unsigned
hd_shape_draws(const hd_shape *s)
{
	static const unsigned words[] = {1, 1, 2, 2, 4, 2, 4, 2};
	static const unsigned mrg[] = {1, 1, 1, 2, 2, 2, 2, 1};

	return s->is_mrg ? mrg[s->form] : words[s->form];
}

unsigned
hd_shape_width(const hd_shape *s)
{
	return s->form >= HD_NORMAL && s->form <= HD_LOG_NORMAL_DOUBLE ? 2 : 1;
}

/* ---- Poisson's distribution ----------------------------------------------------------- */

/* Beyond this, it differs from a normal one by less than anybody draws. */
static const double LARGE = 1e7;

hd_table *
hd_table_new(double lambda)
{
	double spread = 12 * sqrt(lambda) + 30, first = floor(fmax(0, lambda - spread));
	size_t count = lambda > LARGE ? 0 : (size_t)(lambda + spread - first) + 1;
	hd_table *t = malloc(sizeof *t + count * sizeof *t->below);
	double sum = 0;

	if (!t)
		return NULL;
	*t = (hd_table){.lambda = lambda, .first = first, .count = count};
	for (size_t i = 0; i < count; i++) {
		double k = first + (double)i;

		t->below[i] = sum;
		sum += exp(k * log(lambda) - lambda - lgamma(k + 1));
	}
	return t;
}

/* How many entries are at most u: the last of them is for the number. */
static unsigned
poisson(const hd_table *t, double u)
{
	size_t low = 0, high = t->count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (t->below[middle] < u)
			low = middle;
		else
			high = middle;
	}
	return (unsigned)(t->first + (double)low);
}

/* The inverse of the normal distribution, by the other tail where that is more exact. */
static double
normal_at(double u)
{
	/* Newton's steps from a rough start: erfc is exact, and its slope is known. */
	double p = u < 0.5 ? u : 1 - u, r = sqrt(-2 * log(p > 0 ? p : 1e-300));
	double x = -(r - (2.30753 + 0.27061 * r) / (1 + r * (0.99229 + 0.04481 * r)));

	for (int i = 0; i < 3; i++)
		x -= (erfc(-x / sqrt(2)) / 2 - p) / (exp(-x * x / 2) / sqrt(2 * M_PI));
	return u < 0.5 ? x : -x;
}

static unsigned
poisson_of(const hd_table *t, double u)
{
	double x;

	if (t->count)
		return poisson(t, u);
	x = floor(t->lambda + sqrt(t->lambda) * normal_at(u) + 0.5);
	return x < 0 ? 0 : x > 4294967295.0 ? 4294967295u : (unsigned)x;
}

/* ---- one atom ------------------------------------------------------------------------- */

static float
unit(const hd_shape *s, const unsigned *w)
{
	return s->is_mrg ? __hd_mrg_unit(w[0]) : __hd_rand_unit(w[0]);
}

static double
unit_double(const hd_shape *s, const unsigned *w)
{
	return s->is_mrg ? __hd_mrg_unit_double(w[0])
			 : __hd_rand_unit_double(w[0], w[1]);
}

static float2
normal2(const hd_shape *s, const unsigned *w)
{
	float2 v = s->is_mrg ? __hd_mrg_normal2(w[0], w[1])
			     : __hd_rand_normal2(w[0], w[1]);

	v.x = (float)s->mean + (float)s->deviation * v.x;
	v.y = (float)s->mean + (float)s->deviation * v.y;
	return v;
}

static double2
normal2_double(const hd_shape *s, const unsigned *w)
{
	double2 v = s->is_mrg ? __hd_mrg_normal2_double(w[0], w[1])
			      : __hd_rand_normal2_double(w[0], w[1], w[2], w[3]);

	v.x = s->mean + s->deviation * v.x;
	v.y = s->mean + s->deviation * v.y;
	return v;
}

static float2
log_normal2(const hd_shape *s, const unsigned *w)
{
	float2 v = normal2(s, w), e = {expf(v.x), expf(v.y)};

	return e;
}

static double2
log_normal2_double(const hd_shape *s, const unsigned *w)
{
	double2 v = normal2_double(s, w), e = {exp(v.x), exp(v.y)};

	return e;
}

/* A pair, in an array that may be aligned for one number only. */
#define PAIR(type, value)                                                              \
	for (unsigned i = 0; i < count; i++, w += draws) {                             \
		type *to = (type *)out + (first + i) * 2;                              \
		type##2 v = value(s, w);                                               \
		to[0] = v.x;                                                           \
		to[1] = v.y;                                                           \
	}                                                                              \
	break
#define SINGLE(type, value)                                                            \
	for (unsigned i = 0; i < count; i++, w += draws)                               \
		((type *)out)[first + i] = (value);                                    \
	break

void
hd_shape_atoms(const hd_shape *s, const unsigned *w, void *out, uint64_t first,
	       unsigned count)
{
	unsigned draws = hd_shape_draws(s);

	switch (s->form) {
	case HD_BITS:
		SINGLE(unsigned, s->is_mrg ? __hd_mrg_bits(w[0]) : w[0]);
	case HD_UNIFORM:
		SINGLE(float, unit(s, w));
	case HD_UNIFORM_DOUBLE:
		SINGLE(double, unit_double(s, w));
	case HD_NORMAL:
		PAIR(float, normal2);
	case HD_NORMAL_DOUBLE:
		PAIR(double, normal2_double);
	case HD_LOG_NORMAL:
		PAIR(float, log_normal2);
	case HD_LOG_NORMAL_DOUBLE:
		PAIR(double, log_normal2_double);
	case HD_POISSON:
		SINGLE(unsigned, poisson_of(s->table, unit_double(s, w)));
	}
}
