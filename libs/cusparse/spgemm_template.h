/* SPDX-License-Identifier: Apache-2.0 */
/* The loop of spgemm.c for one kind of loop; see each_type.h. */

/* Rows of alpha * a * b + beta * c, added up in a row of all columns. */
static void
FN(multiply)(void *args, uint64_t first, uint64_t count)
{
	const gemm *g = args;
	T *sum = hd_need((size_t)g->b.cols, sizeof *sum);
	T alpha = SCALAR(&g->alpha), beta = SCALAR(&g->beta);
	int64_t *seen = hd_need((size_t)g->b.cols, sizeof *seen);
	int64_t *cols = hd_need((size_t)g->b.cols, sizeof *cols);

	for (int64_t i = (int64_t)first; i < (int64_t)(first + count); i++) {
		hd_range r = hd_entries(&g->a, i);
		int64_t n = 0, to = hd_at(g->c.major, i);

		for (int64_t k = r.first; k < r.end; k++) {
			hd_range s = hd_entries(&g->b, hd_at(g->a.minor, k));
			T x = GET(g->a.values, k);

			for (int64_t l = s.first; l < s.end; l++) {
				int64_t j = hd_at(g->b.minor, l);

				if (seen[j] != i + 1)
					cols[n++] = j;
				seen[j] = i + 1;
				sum[j] += x * GET(g->b.values, l);
			}
		}
		qsort(cols, (size_t)n, sizeof *cols, by_number);
		for (int64_t l = 0; l < n; l++) {
			T x = alpha * sum[cols[l]];

			hd_set(g->c.minor, to + l, cols[l]);
			if (g->c.values.at && beta != 0)
				x += beta * GET(g->c.values, to + l);
			if (g->c.values.at)
				PUT(g->c.values, to + l, x);
			sum[cols[l]] = 0;
		}
	}
	free(sum);
	free(seen);
	free(cols);
}
