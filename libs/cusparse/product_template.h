/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of product.c for one kind of loop; see each_type.h. */

#define A_AT(k) (p->conj_a ? CONJ(GET(a->values, k)) : GET(a->values, k))
#define B_AT(i) (p->conj_b ? CONJ(GET(b, i)) : GET(b, i))

/* What was in c is not read if beta is 0. */
static inline void
FN(finish)(hd_values c, int64_t i, T sum, const T by[2])
{
	PUT(c, i, by[1] == 0 ? by[0] * sum : by[0] * sum + by[1] * GET(c, i));
}

/* ---- rows of op(A) lie together ---------------------------------------------------- */

/* Four sums, because additions wait for each other. */
#define DOT(I)                                                                         \
	do {                                                                           \
		const I *col = a->minor.at;                                            \
		int64_t k = r.first, base = a->minor.base;                             \
		for (; k + 4 <= r.end; k += 4)                                         \
			for (int l = 0; l < 4; l++)                                    \
				sum[l] += A_AT(k + l) * B_AT(col[k + l] - base);       \
		for (; k < r.end; k++)                                                 \
			sum[0] += A_AT(k) * B_AT(col[k] - base);                       \
	} while (0)

static void
FN(row_times_vector)(const product *p, const view *v, const T by[2], int64_t row)
{
	const hd_matrix *a = &v->a;
	hd_values b = v->b;
	hd_range r = hd_entries(a, row);
	T sum[4] = {0};

	if (a->minor.wide)
		DOT(int64_t);
	else
		DOT(int32_t);
	FN(finish)(v->c, row * p->c.down, (sum[0] + sum[1]) + (sum[2] + sum[3]), by);
}

static void
FN(row_times_columns)(const product *p, const view *v, const T by[2], int64_t row)
{
	const hd_matrix *a = &v->a;
	hd_values b = v->b;
	hd_range r = hd_entries(a, row);
	int64_t right = p->b.right;

	for (int64_t j0 = 0; j0 < p->c.cols; j0 += BLOCK) {
		int64_t n = hd_min(BLOCK, p->c.cols - j0);
		T sum[BLOCK] = {0};

		for (int64_t k = r.first; k < r.end; k++) {
			T x = A_AT(k);
			int64_t at = hd_at(a->minor, k) * p->b.down + j0 * right;

			if (right == 1)
				for (int64_t j = 0; j < n; j++)
					sum[j] += x * B_AT(at + j);
			else
				for (int64_t j = 0; j < n; j++)
					sum[j] += x * B_AT(at + j * right);
		}
		for (int64_t j = 0; j < n; j++)
			FN(finish)(v->c, row * p->c.down + (j0 + j) * p->c.right,
				   sum[j], by);
	}
}

static void
FN(gather)(void *args, uint64_t first, uint64_t count)
{
	const product *p = args;
	int64_t rows = p->c.rows, u = (int64_t)first, end = u + (int64_t)count;
	T by[] = {SCALAR(&p->alpha), SCALAR(&p->beta)};
	bool one = p->c.cols == 1 && p->b.down == 1;

	while (u < end) {
		int64_t which = u / rows, start = which * rows;
		view v = view_of(p, which);

		for (; u < end && u < start + rows; u++)
			if (one)
				FN(row_times_vector)(p, &v, by, u - start);
			else
				FN(row_times_columns)(p, &v, by, u - start);
	}
}

/* ---- blocked ELL: rows of blocks, each with its column or -1 ------------------------- */

static void
FN(row_of_blocks)(const product *p, const view *v, const T by[2], int64_t row)
{
	const hd_matrix *a = &v->a;
	hd_values b = v->b;
	int64_t blocks = a->ell_cols / a->block, right = p->b.right;

	for (int64_t j0 = 0; j0 < p->c.cols; j0 += BLOCK) {
		int64_t n = hd_min(BLOCK, p->c.cols - j0);
		T sum[BLOCK] = {0};

		for (int64_t k = 0; k < blocks * a->block; k++) {
			int64_t block = row / a->block * blocks + k / a->block;
			int64_t col = hd_at(a->minor, block);
			int64_t at = (col * a->block + k % a->block) * p->b.down +
				     j0 * right;
			T x = A_AT(row * a->ell_cols + k);

			for (int64_t j = 0; j < n && col >= 0; j++)
				sum[j] += x * B_AT(at + j * right);
		}
		for (int64_t j = 0; j < n; j++)
			FN(finish)(v->c, row * p->c.down + (j0 + j) * p->c.right,
				   sum[j], by);
	}
}

static void
FN(by_blocks)(void *args, uint64_t first, uint64_t count)
{
	const product *p = args;
	T by[] = {SCALAR(&p->alpha), SCALAR(&p->beta)};

	for (uint64_t u = first; u < first + count; u++) {
		view v = view_of(p, (int64_t)u / p->c.rows);

		FN(row_of_blocks)(p, &v, by, (int64_t)u % p->c.rows);
	}
}

/* ---- they do not: one pass over A for a tile of the result ------------------------- */

/* One column. What a row or column of A is multiplied with, COO says for each entry. */
#define SCAN(I)                                                                        \
	do {                                                                           \
		const I *minor = a->minor.at, *major = is_coo ? a->major.at : minor;   \
		const I *from = is_coo && !p->transposed ? minor : major;              \
		const I *to = is_coo && p->transposed ? minor : major;                 \
		to = is_coo ? to : minor;                                              \
		for (int64_t m = 0; m < majors; m++) {                                 \
			hd_range r = hd_entries(a, m);                                 \
			for (int64_t k = r.first; k < r.end; k++) {                    \
				uint64_t at =                                          \
					(uint64_t)(to[k] - base - t->rows.first);      \
				int64_t x = is_coo ? from[k] - base : m;               \
				if (at < height)                                       \
					sum[at] += A_AT(k) * B_AT(x * p->b.down);      \
			}                                                              \
		}                                                                      \
	} while (0)

static void
FN(scan_vector)(const product *p, const view *v, const tile *t, T *sum)
{
	const hd_matrix *a = &v->a;
	bool is_coo = a->format == CUSPARSE_FORMAT_COO;
	uint64_t height = (uint64_t)(t->rows.end - t->rows.first);
	int64_t majors = hd_majors(a), base = a->minor.base;
	hd_values b =
		hd_skip(hd_dense_of_batch(&p->b, t->which), t->cols.first * p->b.right);

	if (a->minor.wide)
		SCAN(int64_t);
	else
		SCAN(int32_t);
}
#undef SCAN

static void
FN(scan_columns)(const product *p, const view *v, const tile *t, T *sum)
{
	const hd_matrix *a = &v->a;
	int64_t n = t->cols.end - t->cols.first, majors = hd_majors(a);
	hd_values b =
		hd_skip(hd_dense_of_batch(&p->b, t->which), t->cols.first * p->b.right);

	for (int64_t m = 0; m < majors; m++) {
		hd_range r = hd_entries(a, m);

		for (int64_t k = r.first; k < r.end; k++) {
			int64_t i = hd_row(a, m, k), j = hd_col(a, m, k);
			int64_t to = p->transposed ? j : i;
			int64_t from = (p->transposed ? i : j) * p->b.down;
			T x = A_AT(k), *at = sum + (to - t->rows.first) * n;

			if (to < t->rows.first || to >= t->rows.end)
				continue;
			for (int64_t l = 0; l < n; l++)
				at[l] += x * B_AT(from + l * p->b.right);
		}
	}
}

static void
FN(scatter_tile)(const product *p, const tile *t)
{
	view v = view_of(p, t->which);
	T by[] = {SCALAR(&p->alpha), SCALAR(&p->beta)};
	int64_t n = t->cols.end - t->cols.first;
	T *sum = hd_need((size_t)((t->rows.end - t->rows.first) * n), sizeof *sum);

	if (n == 1)
		FN(scan_vector)(p, &v, t, sum);
	else
		FN(scan_columns)(p, &v, t, sum);
	for (int64_t i = t->rows.first; i < t->rows.end; i++)
		for (int64_t l = 0; l < n; l++)
			FN(finish)(v.c,
				   i * p->c.down + (t->cols.first + l) * p->c.right,
				   sum[(i - t->rows.first) * n + l], by);
	free(sum);
}

static void
FN(scatter)(void *args, uint64_t first, uint64_t count)
{
	const product *p = args;

	for (uint64_t u = first; u < first + count; u++) {
		tile t = tile_of(p, (int64_t)u);

		FN(scatter_tile)(p, &t);
	}
}

/* ---- dense matrices, where a sparse one has entries -------------------------------- */

/* Here p->b and p->c are the factors and p->a is written. */
static T
FN(dense_dot)(const product *p, hd_values x, hd_values b)
{
	int64_t k = 0, n = p->c.cols, right = p->c.right, down = p->b.down;
	T sum[4] = {0};

#define X_AT(i) (p->conj_a ? CONJ(GET(x, i)) : GET(x, i))
	for (; k + 4 <= n; k += 4)
		for (int l = 0; l < 4; l++)
			sum[l] += X_AT((k + l) * right) * B_AT((k + l) * down);
	for (; k < n; k++)
		sum[0] += X_AT(k * right) * B_AT(k * down);
#undef X_AT
	return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static void
FN(sample)(void *args, uint64_t first, uint64_t count)
{
	const product *p = args;
	T by[] = {SCALAR(&p->alpha), SCALAR(&p->beta)};
	int64_t majors = hd_majors(&p->a);

	for (uint64_t u = first; u < first + count; u++) {
		int64_t m = (int64_t)u % majors;
		view v = view_of(p, (int64_t)u / majors);
		hd_range r = hd_entries(&v.a, m);

		for (int64_t k = r.first; k < r.end; k++) {
			int64_t i = hd_row(&v.a, m, k) * p->c.down;
			int64_t j = hd_col(&v.a, m, k) * p->b.right;

			FN(finish)(v.a.values, k,
				   FN(dense_dot)(p, hd_skip(v.c, i), hd_skip(v.b, j)),
				   by);
		}
	}
}

#undef A_AT
#undef B_AT
#undef DOT
