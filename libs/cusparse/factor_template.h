/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of factor.c for one kind of loop; see each_type.h. */

/* A pivot that is too small is replaced, if that was asked for. */
static T
FN(pivot)(const factor *f, int64_t row, int64_t at)
{
	T x = at < 0 ? 0 : GET(f->a.values, at);

	if (at >= 0 && f->info->boost &&
	    hypot(creal(x), cimag(x)) <= f->info->tolerance) {
		x = SCALAR(&f->info->boost_value);
		PUT(f->a.values, at, x);
	}
	if (x == 0)
		note_pivot(f, row);
	return x;
}

/* Row i, when those above are done; `where` has the places of its columns plus one. */
static void
FN(ilu_row)(const factor *f, int64_t i, const int64_t *where, const int64_t *diagonal)
{
	hd_range r = hd_entries(&f->a, i);

	for (int64_t k = r.first; k < r.end; k++) {
		int64_t col = hd_at(f->a.minor, k), end;
		T x;

		if (col >= i)
			continue;
		x = GET(f->a.values, k) /
		    (diagonal[col] < 0 ? 0 : GET(f->a.values, diagonal[col]));
		PUT(f->a.values, k, x);
		end = hd_entries(&f->a, col).end;
		for (int64_t l = diagonal[col] < 0 ? end : diagonal[col] + 1; l < end;
		     l++) {
			int64_t to = where[hd_at(f->a.minor, l)] - 1;

			if (to >= 0)
				PUT(f->a.values, to,
				    GET(f->a.values, to) - x * GET(f->a.values, l));
		}
	}
	FN(pivot)(f, i, diagonal[i]);
}

/* A = L * L^H in the lower triangle. */
static void
FN(ic_row)(const factor *f, int64_t i, const int64_t *where, const int64_t *diagonal)
{
	hd_range r = hd_entries(&f->a, i);
	double rest = diagonal[i] < 0 ? 0 : creal(GET(f->a.values, diagonal[i]));

	for (int64_t k = r.first; k < r.end; k++) {
		int64_t col = hd_at(f->a.minor, k);
		hd_range s;
		T x;

		if (col >= i)
			continue;
		s = hd_entries(&f->a, col);
		x = GET(f->a.values, k);
		for (int64_t l = s.first; l < s.end; l++) {
			int64_t other = hd_at(f->a.minor, l);
			int64_t at = where[other] - 1;

			if (other < col && at >= 0)
				x -= GET(f->a.values, at) * CONJ(GET(f->a.values, l));
		}
		x /= diagonal[col] < 0 ? 0 : GET(f->a.values, diagonal[col]);
		PUT(f->a.values, k, x);
		rest -= creal(x * CONJ(x));
	}
	if (!(rest > 0))
		note_pivot(f, i);
	if (diagonal[i] >= 0)
		PUT(f->a.values, diagonal[i], (T)sqrt(rest));
}

static void
FN(run_factor)(void *args, uint64_t first, uint64_t count)
{
	const factor *f = args;
	int64_t n = f->a.rows, *where = hd_need((size_t)n, sizeof *where);
	int64_t *diagonal = hd_need((size_t)n, sizeof *diagonal);

	(void)first, (void)count;
	f->info->pivot = -1;
	for (int64_t i = 0; i < n; i++) {
		hd_range r = hd_entries(&f->a, i);

		diagonal[i] = -1;
		for (int64_t k = r.first; k < r.end; k++) {
			where[hd_at(f->a.minor, k)] = k + 1;
			if (hd_at(f->a.minor, k) == i)
				diagonal[i] = k;
		}
		if (f->is_symmetric)
			FN(ic_row)(f, i, where, diagonal);
		else
			FN(ilu_row)(f, i, where, diagonal);
		for (int64_t k = r.first; k < r.end; k++)
			where[hd_at(f->a.minor, k)] = 0;
	}
	free(where);
	free(diagonal);
}
