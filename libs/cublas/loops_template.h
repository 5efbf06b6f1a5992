/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of loops.c for one element type T, with its real type R, as functions
 * FN(name). */

static void
FN(scale)(int64_t n, const void *beta, void *c, int64_t inc)
{
	T factor = *(const T *)beta, *to = c;

	for (int64_t i = 0; i < n; i++)
		to[i * inc] = factor == 0 ? 0 : factor * to[i * inc];
}

static bool
FN(is_zero)(const void *value)
{
	return *(const T *)value == 0;
}

/* ---- sums of matrices --------------------------------------------------------------- */

/* A block of alpha * op(m), added to a square of SQUARE columns. Memory is read along its
 * columns, whether they are the block's or not. */
static void
FN(add_block)(T *to, const hd_matrix *m, char trans, T alpha, const hd_tile *t)
{
	if (trans == 'N')
		for (int64_t j = 0; j < t->n; j++) {
			const T *from = hd_at(m, 0, t->i, t->j + j);

			for (int64_t i = 0; i < t->m; i++)
				to[i + j * SQUARE] += alpha * from[i];
		}
	else
		for (int64_t i = 0; i < t->m; i++) {
			const T *from = hd_at(m, 0, t->j, t->i + i);

			for (int64_t j = 0; j < t->n; j++)
				to[i + j * SQUARE] +=
					alpha *
					(trans == 'C' ? CONJ(from[j]) : from[j]);
		}
}

/* All of a block is read before it is written: C may be A or B. */
static void
FN(geam_block)(const hd_blas *b, const hd_tile *t)
{
	T alpha = *(const T *)hd_value(&b->alpha),
	  beta = *(const T *)hd_value(&b->beta);
	T square[SQUARE * SQUARE];

	memset(square, 0, sizeof square);
	if (alpha != 0)
		FN(add_block)(square, &b->a, b->ta, alpha, t);
	if (beta != 0)
		FN(add_block)(square, &b->b, b->tb, beta, t);
	for (int64_t j = 0; j < t->n; j++)
		memcpy(hd_at(&b->c, 0, t->i, t->j + j), square + j * SQUARE,
		       (size_t)t->m * sizeof(T));
}

static void
FN(geam)(const hd_blas *b, const hd_tile *t)
{
	for (int64_t j = t->j; j < t->j + t->n; j += SQUARE)
		for (int64_t i = t->i; i < t->i + t->m; i += SQUARE) {
			hd_tile p = {0, i, j, t->i + t->m - i, t->j + t->n - j};

			p.m = p.m < SQUARE ? p.m : SQUARE;
			p.n = p.n < SQUARE ? p.n : SQUARE;
			FN(geam_block)(b, &p);
		}
}

/* C = diag(x) * A, or A * diag(x). */
static void
FN(dgmm)(const hd_blas *b, const hd_tile *t)
{
	int64_t inc = b->x.ld, length = b->side == 'L' ? b->m : b->n;
	const T *x = (const T *)b->x.at + (inc < 0 ? (1 - length) * inc : 0);

	for (int64_t j = t->j; j < t->j + t->n; j++) {
		const T *a = hd_at(&b->a, 0, t->i, j);
		T *c = hd_at(&b->c, 0, t->i, j);

		for (int64_t i = 0; i < t->m; i++)
			c[i] = a[i] * x[(b->side == 'L' ? t->i + i : j) * inc];
	}
}

/* ---- triangles ---------------------------------------------------------------------- */

static void
FN(add_triangle)(const hd_blas *b, const void *sums, void *out, int64_t n)
{
	T beta = b->beta.type == b->type ? *(const T *)hd_value(&b->beta)
					 : *(const R *)hd_value(&b->beta);

	for (int64_t j = 0; j < n; j++) {
		const T *w = (const T *)sums + j * n;
		T *c = (T *)out + j * b->c.ld;
		int64_t first = b->uplo == 'L' ? j : 0;
		int64_t end = b->uplo == 'L' ? n : j + 1;

		for (int64_t i = first; i < end; i++)
			c[i] = w[i] + (beta == 0 ? 0 : beta * c[i]);
		if (b->hermitian)
			c[j] = REAL(c[j]);
	}
}

/* A triangle's columns one after the other: where column j begins, less its first row. */
static int64_t
FN(packed_column)(const hd_blas *b, int64_t j)
{
	return b->uplo == 'L' ? j * (2 * b->n - j - 1) / 2 : j * (j + 1) / 2;
}

static void
FN(unpack)(const hd_blas *b)
{
	for (int64_t j = 0; j < b->n; j++)
		for (int64_t i = b->uplo == 'L' ? j : 0;
		     i < (b->uplo == 'L' ? b->n : j + 1); i++)
			*(T *)hd_at(&b->c, 0, i, j) =
				((const T *)b->a.at)[FN(packed_column)(b, j) + i];
}

static void
FN(pack)(const hd_blas *b)
{
	for (int64_t j = 0; j < b->n; j++)
		for (int64_t i = b->uplo == 'L' ? j : 0;
		     i < (b->uplo == 'L' ? b->n : j + 1); i++)
			((T *)b->c.at)[FN(packed_column)(b, j) + i] =
				*(const T *)hd_at(&b->a, 0, i, j);
}

/* The number of the first pivot that is 0, or 0. */
static int
FN(factor)(void *matrix, int64_t n, int64_t lda)
{
	T *a = matrix;
	int info = 0;

	for (int64_t k = 0; k < n; k++) {
		T pivot = a[k + k * lda];

		if (pivot == 0) {
			info = info ? info : (int)k + 1;
			continue;
		}
		for (int64_t i = k + 1; i < n; i++)
			a[i + k * lda] /= pivot;
		for (int64_t j = k + 1; j < n; j++)
			for (int64_t i = k + 1; i < n; i++)
				a[i + j * lda] -= a[i + k * lda] * a[k + j * lda];
	}
	return info;
}

static const hd_loops FN(loops) = {
	FN(scale),        FN(is_zero), FN(geam), FN(dgmm),
	FN(add_triangle), FN(unpack),  FN(pack), FN(factor),
};
