/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of solve.c for one kind of loop; see each_type.h. */

#define A_AT(k) (s->conj_a ? CONJ(GET(s->a.values, k)) : GET(s->a.values, k))

/* Right-hand sides in the result. */
static void
FN(start)(const solve *s, hd_range cols)
{
	T alpha = SCALAR(&s->alpha);

	for (int64_t i = 0; i < s->c.rows; i++)
		for (int64_t j = cols.first; j < cols.end; j++) {
			T b = GET(s->b.values, i * s->b.down + j * s->b.right);

			PUT(s->c.values, i * s->c.down + j * s->c.right,
			    alpha * (s->conj_b ? CONJ(b) : b));
		}
}

/* A row is solved from those that it needs. */
static void
FN(pull)(const solve *s, int64_t i, hd_range cols)
{
	hd_range r = row_range(&s->a, i);
	T diagonal = s->unit ? 1 : 0, sum[BLOCK];
	int64_t n = cols.end - cols.first, right = s->c.right;
	int64_t to = i * s->c.down + cols.first * right;

	for (int64_t j = 0; j < n; j++)
		sum[j] = GET(s->c.values, to + j * right);
	for (int64_t k = r.first; k < r.end; k++) {
		int64_t col = hd_at(s->a.minor, k);
		int64_t from = col * s->c.down + cols.first * right;

		if (col == i && !s->unit)
			diagonal = A_AT(k);
		else if (s->lower ? col < i : col > i)
			for (int64_t j = 0; j < n; j++)
				sum[j] -= A_AT(k) * GET(s->c.values, from + j * right);
	}
	for (int64_t j = 0; j < n; j++)
		PUT(s->c.values, to + j * right, sum[j] / diagonal);
}

/* A row is solved, and taken off those that need it. */
static void
FN(push)(const solve *s, int64_t i, hd_range cols)
{
	hd_range r = row_range(&s->a, i);
	T diagonal = s->unit ? 1 : 0;
	int64_t n = cols.end - cols.first, right = s->c.right;
	int64_t at = i * s->c.down + cols.first * right;

	for (int64_t k = r.first; k < r.end && !s->unit; k++)
		if (hd_at(s->a.minor, k) == i)
			diagonal = A_AT(k);
	for (int64_t j = 0; j < n; j++)
		PUT(s->c.values, at + j * right,
		    GET(s->c.values, at + j * right) / diagonal);
	for (int64_t k = r.first; k < r.end; k++) {
		int64_t col = hd_at(s->a.minor, k);
		int64_t to = col * s->c.down + cols.first * right;

		if (s->lower ? col >= i : col <= i)
			continue;
		for (int64_t j = 0; j < n; j++)
			PUT(s->c.values, to + j * right,
			    GET(s->c.values, to + j * right) -
				    A_AT(k) * GET(s->c.values, at + j * right));
	}
}

/* A unit is a block of columns. */
static void
FN(run_solve)(void *args, uint64_t first, uint64_t count)
{
	const solve *s = args;
	bool upwards = s->lower == s->transposed;
	int64_t n = s->c.rows;

	for (int64_t u = (int64_t)first; u < (int64_t)(first + count); u++) {
		hd_range cols = {u * BLOCK, hd_min((u + 1) * BLOCK, s->c.cols)};

		FN(start)(s, cols);
		for (int64_t step = 0; step < n; step++) {
			int64_t i = upwards ? n - 1 - step : step;

			if (s->transposed)
				FN(push)(s, i, cols);
			else
				FN(pull)(s, i, cols);
		}
	}
}

/* ---- new values -------------------------------------------------------------------- */

static void
FN(run_update)(void *args, uint64_t first, uint64_t count)
{
	const update *u = args;

	(void)first, (void)count;
	for (int64_t m = 0; m < hd_majors(&u->a); m++) {
		hd_range r = hd_entries(&u->a, m);

		for (int64_t k = r.first; k < r.end; k++) {
			int64_t i = hd_row(&u->a, m, k);
			bool on_diagonal = i == hd_col(&u->a, m, k);

			if (!u->diagonal)
				PUT(u->to, k, GET(u->from, k));
			else if (on_diagonal)
				PUT(u->to, k, GET(u->from, i));
			else if (u->is_new)
				PUT(u->to, k, GET(u->a.values, k));
		}
	}
}

#undef A_AT
