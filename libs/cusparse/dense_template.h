/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of dense.c for one kind of loop; see each_type.h. */

/* Element (i, j) of row or column `major`. */
#define AT(c, major, minor)                                                            \
	((major) * ((c)->by_col ? (c)->d.right : (c)->d.down) +                        \
	 (minor) * ((c)->by_col ? (c)->d.down : (c)->d.right))

static void
FN(to_dense)(void *args, uint64_t first, uint64_t count)
{
	const dense_call *c = args;

	for (int64_t m = (int64_t)first; m < (int64_t)(first + count); m++) {
		hd_range r = hd_entries(&c->s, m);

		for (int64_t i = 0; i < c->minors; i++)
			PUT(c->d.values, AT(c, m, i), 0);
		for (int64_t k = r.first; k < r.end; k++)
			PUT(c->d.values, AT(c, m, hd_at(c->s.minor, k)),
			    GET(c->s.values, k));
	}
}

/* Of coordinates, in one piece. */
static void
FN(coo_to_dense)(void *args, uint64_t first, uint64_t count)
{
	const dense_call *c = args;

	(void)first, (void)count;
	for (int64_t m = 0; m < c->majors; m++)
		for (int64_t i = 0; i < c->minors; i++)
			PUT(c->d.values, AT(c, m, i), 0);
	for (int64_t k = 0; k < c->s.nnz; k++)
		PUT(c->d.values, AT(c, hd_at(c->s.major, k), hd_at(c->s.minor, k)),
		    GET(c->s.values, k));
}

/* How many in each row or column are not zero. */
static void
FN(count)(void *args, uint64_t first, uint64_t count)
{
	const dense_call *c = args;

	for (int64_t m = (int64_t)first; m < (int64_t)(first + count); m++) {
		int64_t n = 0;

		for (int64_t i = 0; i < c->minors; i++)
			n += GET(c->d.values, AT(c, m, i)) != 0;
		hd_set(c->counts, m, n);
	}
}

static int64_t
FN(fill)(const dense_call *c, int64_t m, int64_t k)
{
	for (int64_t i = 0; i < c->minors; i++) {
		T x = GET(c->d.values, AT(c, m, i));

		if (x == 0)
			continue;
		if (c->s.format == CUSPARSE_FORMAT_COO)
			hd_set(c->s.major, k, m);
		hd_set(c->s.minor, k, i);
		PUT(c->s.values, k++, x);
	}
	return k;
}

static void
FN(to_sparse)(void *args, uint64_t first, uint64_t count)
{
	const dense_call *c = args;

	for (int64_t m = (int64_t)first; m < (int64_t)(first + count); m++)
		FN(fill)(c, m, hd_at(c->s.major, m));
}

static void
FN(to_coo)(void *args, uint64_t first, uint64_t count)
{
	const dense_call *c = args;
	int64_t k = 0;

	(void)first, (void)count;
	for (int64_t m = 0; m < c->majors; m++)
		k = FN(fill)(c, m, k);
}

#undef AT
