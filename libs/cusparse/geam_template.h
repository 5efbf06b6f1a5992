/* SPDX-License-Identifier: Apache-2.0 */
/* The loop of geam.c for one kind of loop; see each_type.h. */

static void
FN(add)(void *args, uint64_t first, uint64_t count)
{
	const geam *g = args;
	T alpha = SCALAR(&g->alpha), beta = SCALAR(&g->beta);

	for (int64_t i = (int64_t)first; i < (int64_t)(first + count); i++) {
		int64_t to = hd_at(g->c.major, i);
		merge m = start(g, i);

		while (step(g, &m)) {
			T x = m.in_a ? alpha * GET(g->a.values, m.a.first - 1) : 0;
			T y = m.in_b ? beta * GET(g->b.values, m.b.first - 1) : 0;

			hd_set(g->c.minor, to, m.column);
			PUT(g->c.values, to++, x + y);
		}
	}
}
