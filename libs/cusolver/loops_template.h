/* SPDX-License-Identifier: Apache-2.0 */
/* Loops for one element type: T, its real type R, CONJ, REAL, FN(name). */

/* A zero pivot is told and its column left as it is. */
static int
FN(lu)(void *matrix, int64_t m, int64_t n, int64_t lda)
{
	int64_t least = m < n ? m : n;
	T *a = matrix;
	int info = 0;

	for (int64_t k = 0; k < least; k++) {
		T pivot = a[k + k * lda];

		if (pivot == 0) {
			info = info ? info : (int)k + 1;
			continue;
		}
		for (int64_t i = k + 1; i < m; i++)
			a[i + k * lda] /= pivot;
		for (int64_t j = k + 1; j < n; j++)
			for (int64_t i = k + 1; i < m; i++)
				a[i + j * lda] -= a[i + k * lda] * a[k + j * lda];
	}
	return info;
}

/* a = L * D * L^T from the first column on, or U * D * U^T from the last one. */
static int
FN(ldl)(char uplo, void *matrix, int64_t n, int64_t lda)
{
	bool upper = uplo == 'U';
	T *a = matrix;
	int info = 0;

	for (int64_t step = 0; step < n; step++) {
		int64_t k = upper ? n - 1 - step : step;
		int64_t first = upper ? 0 : k + 1, end = upper ? k : n;
		T pivot = a[k + k * lda], *column = a + k * lda;

		if (pivot == 0) {
			info = info ? info : (int)k + 1;
			continue;
		}
		for (int64_t j = first; j < end; j++) {
			T by = column[j] / pivot;
			int64_t from = upper ? 0 : j, to = upper ? j + 1 : n;

			for (int64_t i = from; i < to; i++)
				a[i + j * lda] -= column[i] * by;
		}
		for (int64_t i = first; i < end; i++)
			column[i] /= pivot;
	}
	return info;
}

/* a = L * L^H or U^H * U. Divides, where OpenBLAS multiplies by reciprocals. */
static int
FN(cholesky)(char uplo, void *matrix, int64_t n, int64_t lda)
{
	int64_t down = uplo == 'L' ? 1 : lda, along = uplo == 'L' ? lda : 1;
	T *a = matrix;

	for (int64_t k = 0; k < n; k++) {
		R pivot = REAL(a[k + k * lda]);
		T *column = a + k * along;

		if (!(pivot > 0))
			return (int)k + 1;
		pivot = (R)sqrt(pivot);
		a[k + k * lda] = pivot;
		for (int64_t i = k + 1; i < n; i++)
			column[i * down] /= pivot;
		for (int64_t j = k + 1; j < n; j++)
			for (int64_t i = j; i < n; i++)
				a[i * down + j * along] -=
					column[i * down] * CONJ(column[j * down]);
	}
	return 0;
}

static void
FN(mirror)(char uplo, void *matrix, int64_t n, int64_t lda)
{
	T *a = matrix;

	for (int64_t j = 0; j < n; j++) {
		a[j + j * lda] = REAL(a[j + j * lda]);
		for (int64_t i = j + 1; i < n; i++)
			if (uplo == 'L')
				a[j + i * lda] = CONJ(a[i + j * lda]);
			else
				a[i + j * lda] = CONJ(a[j + i * lda]);
	}
}

static void
FN(turn)(const void *from, int64_t m, int64_t n, int64_t ld, void *to, int64_t ldt)
{
	const T *a = from;
	T *t = to;

	for (int64_t j = 0; j < n; j++)
		for (int64_t i = 0; i < m; i++)
			t[j + i * ldt] = CONJ(a[i + j * ld]);
}

static void
FN(scale)(const void *from, int64_t m, int64_t n, int64_t ld, const void *by, void *to)
{
	const T *a = from;
	const R *factors = by;
	T *t = to;

	for (int64_t j = 0; j < n; j++)
		for (int64_t i = 0; i < m; i++)
			t[i + j * m] = a[i + j * ld] * factors[j];
}

static void
FN(subtract)(void *numbers, const void *others, int64_t n)
{
	const T *b = others;
	T *a = numbers;

	for (int64_t i = 0; i < n; i++)
		a[i] -= b[i];
}

static double
FN(norm)(const void *numbers, int64_t n)
{
	const T *a = numbers;
	double sum = 0;

	for (int64_t i = 0; i < n; i++)
		sum += (double)REAL(a[i] * CONJ(a[i]));
	return sqrt(sum);
}

static const hd_loops FN(loops) = {
	FN(lu),   FN(ldl),   FN(cholesky), FN(mirror),
	FN(turn), FN(scale), FN(subtract), FN(norm),
};
