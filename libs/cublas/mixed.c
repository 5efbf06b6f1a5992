/* SPDX-License-Identifier: Apache-2.0 */
/* Products of matrices of halves, bfloat16 and bytes: panels of them become floats, and
 * what comes out is rounded once, at the end.
 *
 * Bytes are multiplied exactly: up to DEPTH products of two bytes add up to less than
 * 2^24 in magnitude, or to it, so floats hold every sum; the panels' sums are added as
 * integers. */
#include "mixed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 1024, NEAR = 4096 }; /* NEAR: floats that the stack holds */

typedef void gemm_fn(const char *ta, const char *tb, const int *m, const int *n,
		     const int *k, const float *alpha, const float *a, const int *lda,
		     const float *b, const int *ldb, const float *beta, float *c,
		     const int *ldc, size_t, size_t);

struct panel {
	float *at;
	int64_t ld;
};

/* rows x cols elements from (i, j) on. */
static void
fill(struct panel *p, const hd_matrix *m, const hd_tile *of)
{
	p->ld = of->m;
	for (int64_t j = 0; j < of->n; j++)
		hd_to_float(p->at + j * p->ld, hd_at(m, of->which, of->i, of->j + j),
			    m->type, of->m);
}

static void
fill_left(struct panel *p, const hd_blas *b, const hd_tile *t, const hd_tile *step)
{
	hd_tile n = {t->which, t->i, step->j, t->m, step->n};
	hd_tile other = {t->which, step->j, t->i, step->n, t->m};

	fill(p, &b->a, b->ta == 'N' ? &n : &other);
}

static void
fill_right(struct panel *p, const hd_blas *b, const hd_tile *t, const hd_tile *step)
{
	hd_tile n = {t->which, step->j, t->j, step->n, t->n};
	hd_tile other = {t->which, t->j, step->j, t->n, step->n};

	fill(p, &b->b, b->tb == 'N' ? &n : &other);
}

/* ---- what becomes of the sums ------------------------------------------------------- */

/* x + bias through the activation; gelu by its formula with tanh. */
static void
finish(const struct hd_finished *f, const hd_tile *t, int64_t j, float *column)
{
	const hd_matrix *v = &f->bias;
	const char *bias = (const char *)v->at +
			   (int64_t)t->which * v->stride * (int64_t)hd_size(v->type);

	if (v->at)
		for (int64_t i = 0; i < t->m; i++)
			column[i] +=
				hd_float_at(bias, v->type,
					    f->bias_of_columns ? t->j + j : t->i + i);
	for (int64_t i = 0; i < t->m && f->act == HD_RELU; i++)
		column[i] = column[i] > 0 ? column[i] : 0;
	for (int64_t i = 0; i < t->m && f->act == HD_GELU; i++) {
		float x = column[i];

		column[i] = 0.5f * x *
			    (1 + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
	}
}

/* Where the old values are. */
static const void *
old_column(const hd_blas *b, const hd_tile *t, int64_t j)
{
	return hd_at(b->y.at ? &b->y : &b->c, t->which, t->i, t->j + j);
}

static void
store_floats(const hd_blas *b, const hd_tile *t, const float *sums)
{
	float alpha = hd_float_at(hd_value(&b->alpha), b->alpha.type, 0);
	float beta = hd_float_at(hd_value(&b->beta), b->beta.type, 0);
	float column[DEPTH];

	for (int64_t j = 0; j < t->n; j++) {
		void *c = hd_at(&b->c, t->which, t->i, t->j + j);
		const float *sum = sums + j * t->m;

		if (beta != 0) {
			hd_to_float(column, old_column(b, t, j), b->c.type, t->m);
			for (int64_t i = 0; i < t->m; i++)
				column[i] = alpha * sum[i] + beta * column[i];
		} else {
			for (int64_t i = 0; i < t->m; i++)
				column[i] = alpha * sum[i];
		}
		if (b->more)
			finish((const struct hd_finished *)b, t, j, column);
		hd_from_float(c, b->c.type, column, t->m);
	}
}

/* Unsigned, so that too large sums wrap around. */
static void
store_ints(const hd_blas *b, const hd_tile *t, const uint32_t *sums)
{
	uint32_t alpha = *(const uint32_t *)hd_value(&b->alpha);
	uint32_t beta = *(const uint32_t *)hd_value(&b->beta);

	for (int64_t j = 0; j < t->n; j++) {
		uint32_t *c = hd_at(&b->c, t->which, t->i, t->j + j);
		const uint32_t *sum = sums + j * t->m, *old = old_column(b, t, j);

		for (int64_t i = 0; i < t->m; i++)
			c[i] = alpha * sum[i] + (beta ? beta * old[i] : 0);
	}
}

static void
add_ints(uint32_t *to, const float *from, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		to[i] += (uint32_t)(int32_t)from[i];
}

/* ---- a tile ------------------------------------------------------------------------- */

static bool
is_zero(const hd_scalar *s)
{
	if (s->type == HD_I)
		return *(const int32_t *)hd_value(s) == 0;
	return hd_float_at(hd_value(s), s->type, 0) == 0;
}

struct buffers {
	struct panel left, right;
	float *sums;
	uint32_t *ints; /* NULL: the sums are floats */
};

static void
multiply(const hd_blas *b, const hd_tile *t, struct buffers *w)
{
	static const float one = 1, zero = 0;

	for (int64_t k = 0; k < b->k || k == 0; k += DEPTH) {
		hd_tile step = {.j = k, .n = b->k - k < DEPTH ? b->k - k : DEPTH};

		fill_left(&w->left, b, t, &step);
		fill_right(&w->right, b, t, &step);
		((gemm_fn *)b->fn)(
			&b->ta, &b->tb, HD_INT(t->m), HD_INT(t->n), HD_INT(step.n),
			&one, w->left.at, HD_INT(w->left.ld ? w->left.ld : 1),
			w->right.at, HD_INT(w->right.ld ? w->right.ld : 1),
			k && !w->ints ? &one : &zero, w->sums, HD_INT(t->m), 1, 1);
		if (w->ints)
			add_ints(w->ints, w->sums, t->m * t->n);
	}
}

void
hd_run_mixed(const hd_blas *b, uint64_t unit)
{
	hd_tile t = hd_tile_of(b, unit);
	size_t depth = (size_t)(b->k < DEPTH ? b->k + 1 : DEPTH);
	size_t left = (size_t)t.m * depth, right = (size_t)t.n * depth;
	size_t sums = (size_t)(t.m * t.n);
	bool ints = b->c.type == HD_I;
	float near[NEAR], *memory = near;

	if (left + right + sums > NEAR)
		memory = malloc((left + right + sums) * sizeof *memory);
	struct buffers w = {
		.left = {memory, 1},
		.right = {memory + left, 1},
		.sums = memory + left + right,
		.ints = ints ? calloc(sums, sizeof *w.ints) : NULL,
	};

	if (!memory || (ints && !w.ints))
		abort();        /* some MB: there is no way back from here */
	if (is_zero(&b->alpha)) /* then neither matrix is looked at */
		memset(w.sums, 0, sums * sizeof *w.sums);
	else
		multiply(b, &t, &w);
	if (ints)
		store_ints(b, &t, w.ints);
	else
		store_floats(b, &t, w.sums);
	free(w.ints);
	if (memory != near)
		free(memory);
}
