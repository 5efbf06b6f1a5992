/* SPDX-License-Identifier: Apache-2.0 */
/* Products of which a triangle is wanted: syrk, syr2k, syrkx and their hermitian kin.
 * The triangle is cut into blocks; those off the diagonal are ordinary products. */
#include "blas.h"

#include <stdlib.h>

typedef const char *str;
typedef const int *num;
typedef void gemm_fn(str ta, str tb, num m, num n, num k, const void *alpha,
		     const void *a, num lda, const void *b, num ldb, const void *beta,
		     void *c, num ldc, size_t, size_t);
typedef void syrk_fn(str uplo, str trans, num n, num k, const void *alpha,
		     const void *a, num lda, const void *beta, void *c, num ldc, size_t,
		     size_t);
typedef void syr2k_fn(str uplo, str trans, num n, num k, const void *alpha,
		      const void *a, num lda, const void *b, num ldb, const void *beta,
		      void *c, num ldc, size_t, size_t);

typedef struct factors {
	char ta, tb;
	const void *alpha;
} factors;

/* A scalar of the matrices' type; real ones become complex. */
static const void *
widened(const hd_scalar *s, hd_type type, char room[16])
{
	const void *value = hd_value(s);

	if (s->type == type)
		return value;
	if (s->type == HD_S) {
		((float *)room)[0] = *(const float *)value;
		((float *)room)[1] = 0;
	} else {
		((double *)room)[0] = *(const double *)value;
		((double *)room)[1] = 0;
	}
	return room;
}

static const void *
conjugate(const void *value, hd_type type, char room[16])
{
	if (type == HD_C) {
		((float *)room)[0] = ((const float *)value)[0];
		((float *)room)[1] = -((const float *)value)[1];
	} else {
		((double *)room)[0] = ((const double *)value)[0];
		((double *)room)[1] = -((const double *)value)[1];
	}
	return room;
}

/* The rows of op(m) from i on. */
static const void *
rows_of(const hd_blas *b, const hd_matrix *m, int64_t i)
{
	return b->ta == 'N' ? hd_at(m, 0, i, 0) : hd_at(m, 0, 0, i);
}

/* c = alpha * op(left) * op(right)' + beta * c for one block. */
static void
multiply(const hd_blas *b, const hd_tile *t, const hd_matrix *left,
	 const hd_matrix *right, const void *const scalars[2], const hd_matrix *c)
{
	char other = b->hermitian ? 'C' : 'T';
	char ta = b->ta == 'N' ? 'N' : other, tb = b->ta == 'N' ? other : 'N';
	gemm_fn *gemm = (gemm_fn *)hd_routine(HD_gemm, b->type);

	gemm(&ta, &tb, HD_INT(t->m), HD_INT(t->n), HD_INT(b->k), scalars[0],
	     rows_of(b, left, t->i), HD_INT(left->ld), rows_of(b, right, t->j),
	     HD_INT(right->ld), scalars[1], (void *)c->at, HD_INT(c->ld), 1, 1);
}

static void
off_diagonal(const hd_blas *b, const hd_tile *t)
{
	_Alignas(16) char room[3][16];
	static const double one[] = {1, 0};
	static const float one_float[] = {1, 0};
	const void *unit = b->type == HD_S || b->type == HD_C ? (const void *)one_float
							      : (const void *)one;
	const void *alpha = widened(&b->alpha, b->type, room[0]);
	const void *beta = widened(&b->beta, b->type, room[1]);
	const hd_matrix *right = b->b.at ? &b->b : &b->a;
	hd_matrix c = HD_MATRIX(hd_at(&b->c, 0, t->i, t->j), b->c.ld, b->type);

	multiply(b, t, &b->a, right, (const void *const[]){alpha, beta}, &c);
	if (b->fn != hd_routine(HD_syr2k, b->type) &&
	    b->fn != hd_routine(HD_her2k, b->type))
		return;
	if (b->hermitian)
		alpha = conjugate(alpha, b->type, room[2]);
	multiply(b, t, right, &b->a, (const void *const[]){alpha, unit}, &c);
}

/* syrkx has no routine: the square is computed, and its triangle taken. */
static void
diagonal_alone(const hd_blas *b, const hd_tile *t)
{
	static const char zero[16];
	void *w = malloc((size_t)(t->m * t->m) * hd_size(b->type));
	hd_matrix sums = HD_MATRIX(w, t->m, b->type);

	if (!w)
		abort(); /* a tile: there is no way back from here */
	multiply(b, t, &b->a, &b->b, (const void *const[]){hd_value(&b->alpha), zero},
		 &sums);
	hd_loops_of[b->type]->add_triangle(b, w, hd_at(&b->c, 0, t->i, t->i), t->m);
	free(w);
}

static void
on_diagonal(const hd_blas *b, const hd_tile *t)
{
	void *c = hd_at(&b->c, 0, t->i, t->i);

	if (!b->fn)
		diagonal_alone(b, t);
	else if (!b->b.at)
		((syrk_fn *)b->fn)(&b->uplo, &b->ta, HD_INT(t->m), HD_INT(b->k),
				   hd_value(&b->alpha), rows_of(b, &b->a, t->i),
				   HD_INT(b->a.ld), hd_value(&b->beta), c,
				   HD_INT(b->c.ld), 1, 1);
	else
		((syr2k_fn *)b->fn)(&b->uplo, &b->ta, HD_INT(t->m), HD_INT(b->k),
				    hd_value(&b->alpha), rows_of(b, &b->a, t->i),
				    HD_INT(b->a.ld), rows_of(b, &b->b, t->i),
				    HD_INT(b->b.ld), hd_value(&b->beta), c,
				    HD_INT(b->c.ld), 1, 1);
}

/* Unit u is block (row, col) of the lower triangle, counted row by row. */
static void
run_block(const hd_blas *b, uint64_t unit)
{
	int64_t row = 0, col = (int64_t)unit;

	while (col > row)
		col -= ++row;
	hd_tile t = {0, row * b->tile_n, col * b->tile_n, b->tile_n, b->tile_n};

	if (b->uplo == 'U') {
		int64_t i = t.i;

		t.i = t.j;
		t.j = i;
	}
	t.m = b->n - t.i < t.m ? b->n - t.i : t.m;
	t.n = b->n - t.j < t.n ? b->n - t.j : t.n;
	if (row == col)
		on_diagonal(b, &t);
	else
		off_diagonal(b, &t);
}

/* ---- checks ------------------------------------------------------------------------- */

static bool
is_valid(const hd_blas *b, bool has_b)
{
	int64_t rows = b->ta == 'N' ? b->n : b->k;

	if (!b->uplo || !b->ta || b->n < 0 || b->k < 0 ||
	    (b->hermitian && b->ta == 'T') ||
	    (!b->hermitian && b->ta == 'C' && b->type >= HD_C))
		return false;
	return b->a.ld >= 1 && b->a.ld >= rows &&
	       (!has_b || (b->b.ld >= 1 && b->b.ld >= rows)) && b->c.ld >= 1 &&
	       b->c.ld >= b->n;
}

static cublasStatus_t
syrk(cublasHandle_t h, hd_blas *b, bool has_b)
{
	static const double each[] = {0.06, 0.12, 0.25, 0.5};
	int64_t blocks = 1, most = 2 * (int64_t)hd_library_threads();
	hd_cut cut = {.grain = 1};

	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!is_valid(b, has_b) || !hd_take(h, &b->alpha) || !hd_take(h, &b->beta))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!b->n)
		return CUBLAS_STATUS_SUCCESS;
	cut.work = each[b->type] * (double)b->n * (double)b->n * (double)(b->k + 8) / 2;
	while (blocks * (blocks + 1) / 2 < most &&
	       cut.work / (double)(blocks * (blocks + 1)) > 1e5)
		blocks++;
	b->tile_n = (b->n + blocks - 1) / blocks;
	blocks = (b->n + b->tile_n - 1) / b->tile_n;
	b->run = run_block;
	cut.units = (uint64_t)(blocks * (blocks + 1) / 2);
	return hd_blas_submit(h, b, &cut);
}

/* ---- entry points ------------------------------------------------------------------- */

/* S, Q: the types of alpha and beta */
#define SYRK(X, S, routine, is_hermitian)                                              \
	return syrk(handle,                                                            \
		    &(hd_blas){.type = HD_##X,                                         \
			       .fn = hd_routine(HD_##routine, HD_##X),                 \
			       .uplo = hd_uplo(uplo),                                  \
			       .ta = hd_trans(trans),                                  \
			       .n = n,                                                 \
			       .k = k,                                                 \
			       .alpha = HD_SCALAR(alpha, HD_##S),                      \
			       .beta = HD_SCALAR(beta, HD_##S),                        \
			       .a = HD_MATRIX(A, lda, HD_##X),                         \
			       .c = HD_MATRIX(C, ldc, HD_##X),                         \
			       .hermitian = is_hermitian},                             \
		    false);
#define SYR2K(X, Q, routine, is_hermitian)                                             \
	return syrk(handle,                                                            \
		    &(hd_blas){.type = HD_##X,                                         \
			       .fn = routine,                                          \
			       .uplo = hd_uplo(uplo),                                  \
			       .ta = hd_trans(trans),                                  \
			       .n = n,                                                 \
			       .k = k,                                                 \
			       .alpha = HD_SCALAR(alpha, HD_##X),                      \
			       .beta = HD_SCALAR(beta, HD_##Q),                        \
			       .a = HD_MATRIX(A, lda, HD_##X),                         \
			       .b = HD_MATRIX(B, ldb, HD_##X),                         \
			       .c = HD_MATRIX(C, ldc, HD_##X),                         \
			       .hermitian = is_hermitian},                             \
		    true);
#define FOR_ALL(X, T)                                                                  \
	HD_V2(X##syrk, SYRK(X, X, syrk, false), __hd_syrk, T, T)                       \
	HD_V2(X##syr2k, SYR2K(X, X, hd_routine(HD_syr2k, HD_##X), false), __hd_syr2k,  \
	      T, T)                                                                    \
	HD_NEW(X##syrkx, SYR2K(X, X, NULL, false), __hd_syr2k, T, T)
HD_ALL(FOR_ALL)
#define FOR_COMPLEX(X, T, S, R)                                                        \
	HD_V2(X##herk, SYRK(X, S, herk, true), __hd_syrk, T, R)                        \
	HD_V2(X##her2k, SYR2K(X, S, hd_routine(HD_her2k, HD_##X), true), __hd_syr2k,   \
	      T, R)                                                                    \
	HD_NEW(X##herkx, SYR2K(X, S, NULL, true), __hd_syr2k, T, R)
FOR_COMPLEX(C, cuComplex, S, float)
FOR_COMPLEX(Z, cuDoubleComplex, D, double)

/* Only numbers that they could be computed with at once. */
#define SYRK_EX(S, routine, is_hermitian)                                              \
	if (Atype != CUDA_C_32F || Ctype != CUDA_C_32F)                                \
		return CUBLAS_STATUS_NOT_SUPPORTED;                                    \
	SYRK(C, S, routine, is_hermitian)
HD_NEW(CsyrkEx, SYRK_EX(C, syrk, false), __hd_syrk_ex, cuComplex)
HD_NEW(Csyrk3mEx, SYRK_EX(C, syrk, false), __hd_syrk_ex, cuComplex)
HD_NEW(CherkEx, SYRK_EX(S, herk, true), __hd_syrk_ex, float)
HD_NEW(Cherk3mEx, SYRK_EX(S, herk, true), __hd_syrk_ex, float)
