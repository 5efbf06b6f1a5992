/* SPDX-License-Identifier: Apache-2.0 */
/* Eigenvalues and eigenvectors of symmetric and Hermitian matrices and pairs, by divide
 * and conquer. A part of them is picked from all. */
#include "solver.h"

#include <string.h>

/* ---- one matrix, or a pair ------------------------------------------------------- */

static int
one(const hd_solve *s, hd_room *r, void *a, void *values)
{
	hd_work w;
	int info = 0;

	if (hd_is_complex(s->type))
		HD_WITH_WORK(&w, r, s->type,
			     HD_LAPACK(heevd, s->type, &s->jobz, &s->uplo, HD_INT(s->n),
				       a, HD_INT(s->a.ld), values, w.work, &w.lwork,
				       w.rwork, &w.lrwork, w.iwork, &w.liwork, &info, 1,
				       1));
	else
		HD_WITH_WORK(&w, r, s->type,
			     HD_LAPACK(syevd, s->type, &s->jobz, &s->uplo, HD_INT(s->n),
				       a, HD_INT(s->a.ld), values, w.work, &w.lwork,
				       w.iwork, &w.liwork, &info, 1, 1));
	return info;
}

static int
pair(const hd_solve *s, hd_room *r, void *a, void *values)
{
	void *b = hd_at(s, &s->b, 0);
	hd_work w;
	int info = 0;

	if (hd_is_complex(s->type))
		HD_WITH_WORK(&w, r, s->type,
			     HD_LAPACK(hegvd, s->type, &s->itype, &s->jobz, &s->uplo,
				       HD_INT(s->n), a, HD_INT(s->a.ld), b,
				       HD_INT(s->b.ld), values, w.work, &w.lwork,
				       w.rwork, &w.lrwork, w.iwork, &w.liwork, &info, 1,
				       1));
	else
		HD_WITH_WORK(&w, r, s->type,
			     HD_LAPACK(sygvd, s->type, &s->itype, &s->jobz, &s->uplo,
				       HD_INT(s->n), a, HD_INT(s->a.ld), b,
				       HD_INT(s->b.ld), values, w.work, &w.lwork,
				       w.iwork, &w.liwork, &info, 1, 1));
	return info;
}

/* ---- a part of them -------------------------------------------------------------- */

static double
value(const hd_solve *s, const void *values, int64_t i)
{
	return hd_real(s->type) == HD_S ? (double)((const float *)values)[i]
					: ((const double *)values)[i];
}

/* Those of the range come first, in their order. */
static void
pick(const hd_solve *s, void *a, void *values)
{
	int64_t first = 0, end = s->n;
	size_t size = hd_size(hd_real(s->type));

	if (s->range == 'I') {
		first = s->k1 - 1;
		end = s->k2;
	} else if (s->range == 'V') { /* (vl, vu] */
		while (first < end && value(s, values, first) <= s->vl)
			first++;
		while (end > first && value(s, values, end - 1) > s->vu)
			end--;
	}
	if (s->found)
		*s->found = (int)(end - first);
	if (s->found64)
		*s->found64 = end - first;
	if (!first)
		return;
	memmove(values, (char *)values + (size_t)first * size,
		(size_t)(end - first) * size);
	for (int64_t j = first; j < end && s->jobz == 'V'; j++)
		hd_copy(s->type, s->n, 1,
			HD_MATRIX(hd_column(s, a, s->a.ld, j), s->a.ld),
			HD_MATRIX(hd_column(s, a, s->a.ld, j - first), s->a.ld));
}

/* ---- how good they are ----------------------------------------------------------- */

/* The whole of a matrix of which a triangle is given; NULL: none is given. */
static void *
take_whole(const hd_solve *s, hd_room *r, const hd_matrix *m)
{
	void *p;

	if (!m->ld)
		return NULL;
	p = hd_take(r, s->n * s->n, hd_size(s->type));
	if (!r->measures) {
		hd_copy(s->type, s->n, s->n, HD_MATRIX(hd_at(s, m, 0), m->ld),
			HD_MATRIX(p, s->n));
		hd_loops_of[s->type]->mirror(s->uplo, p, s->n, s->n);
	}
	return p;
}

/* c = beta * c + a * b, all n x n */
static void
product(const hd_solve *s, const void *a, const void *b, int64_t ldb, bool minus,
	void *c)
{
	hd_product(s->type,
		   &(hd_product_sizes){.m = s->n,
				       .n = s->n,
				       .k = s->n,
				       .lda = s->n,
				       .ldb = ldb,
				       .ldc = s->n,
				       .minus = minus},
		   a, b, minus ? 1 : 0, c);
}

/* |A V - B V W|, |A B V - V W| or |B A V - V W|, where B may be missing. */
static double
residual(const hd_solve *s, hd_room *r, const void *a, const void *b, const void *v)
{
	size_t size = hd_size(s->type);
	void *x = hd_take(r, s->n * s->n, size), *y = hd_take(r, s->n * s->n, size);
	const void *w = hd_at(s, &s->w, 0);
	const hd_loops *loops = hd_loops_of[s->type];

	if (r->measures)
		return 0;
	loops->scale(v, s->n, s->n, s->a.ld, w, x); /* V W */
	if (!b) {
		product(s, a, v, s->a.ld, false, y);
	} else if (s->itype == 1) {
		product(s, b, x, s->n, false, y);
		memcpy(x, y, (size_t)(s->n * s->n) * size);
		product(s, a, v, s->a.ld, false, y);
	} else {
		product(s, s->itype == 2 ? b : a, v, s->a.ld, false, y);
		product(s, s->itype == 2 ? a : b, y, s->n, true, x);
		return loops->norm(x, s->n * s->n);
	}
	loops->subtract(x, y, s->n * s->n);
	return loops->norm(x, s->n * s->n);
}

static int
run_eigen(const hd_solve *s, hd_room *r, uint64_t unit)
{
	void *a = hd_at(s, &s->a, unit), *values = hd_at(s, &s->w, unit);
	bool tells = s->jacobi && !s->batched && s->jobz == 'V';
	void *whole_a = tells ? take_whole(s, r, &s->a) : NULL;
	void *whole_b = tells ? take_whole(s, r, &s->b) : NULL;
	int info = s->itype ? pair(s, r, a, values) : one(s, r, a, values);

	double error = tells && !info ? residual(s, r, whole_a, whole_b, a) : 0;

	if (r->measures)
		return 0;
	if (s->jacobi)
		s->jacobi->residual = error;
	if (!info && s->range)
		pick(s, a, values);
	/* Jacobi's methods say n + 1 if they did not converge. */
	return s->jacobi && info > 0 && info <= s->n ? (int)s->n + 1 : info;
}

/* ---- checks ---------------------------------------------------------------------- */

/* What is known before, or has to be waited for. */
static bool
is_range(hd_solve *s)
{
	if (s->range == 'V') {
		s->waits = !s->asks;
		return s->vl < s->vu;
	}
	return s->range == 'A' || !s->n ||
	       (s->k1 >= 1 && s->k1 <= s->k2 && s->k2 <= s->n);
}

static void
tell_count(hd_solve *s)
{
	int64_t count = s->range == 'I' && s->n ? s->k2 - s->k1 + 1 : s->n;

	if (s->waits || s->asks)
		return;
	if (s->found)
		*s->found = (int)count;
	if (s->found64)
		*s->found64 = count;
	s->found = NULL;
	s->found64 = NULL;
}

cusolverStatus_t
hd_syevd(cusolverDnHandle_t h, hd_solve *s)
{
	s->run = run_eigen;
	return hd_solve_do(h, s,
			   HD_WRONG(s->jobz, s->uplo, s->n >= 0, true,
				    hd_is_ld(&s->a, s->n), true, true, true, true, true,
				    s->batch >= 0));
}

cusolverStatus_t
hd_syevdx(cusolverDnHandle_t h, hd_solve *s)
{
	bool fits = is_range(s);

	s->run = run_eigen;
	tell_count(s);
	return hd_solve_do(h, s,
			   HD_WRONG(s->jobz, s->range, s->uplo, s->n >= 0, true,
				    hd_is_ld(&s->a, s->n), fits));
}

static cusolverStatus_t
sygvd(cusolverDnHandle_t h, hd_solve *s)
{
	s->run = run_eigen;
	return hd_solve_do(h, s,
			   HD_WRONG(s->itype >= 1 && s->itype <= 3, s->jobz, s->uplo,
				    s->n >= 0, true, hd_is_ld(&s->a, s->n), true,
				    hd_is_ld(&s->b, s->n)));
}

static cusolverStatus_t
sygvdx(cusolverDnHandle_t h, hd_solve *s)
{
	bool fits = is_range(s);

	s->run = run_eigen;
	tell_count(s);
	return hd_solve_do(h, s,
			   HD_WRONG(s->itype >= 1 && s->itype <= 3, s->jobz, s->range,
				    s->uplo, s->n >= 0, true, hd_is_ld(&s->a, s->n),
				    true, hd_is_ld(&s->b, s->n), fits));
}

/* Parameters must be there, and remember what they were used for last. */
static cusolverStatus_t
with_jacobi(cusolverDnHandle_t h, hd_solve *s, hd_entry_fn *check, syevjInfo_t params)
{
	if (hd_is_handle(h) && !params)
		return CUSOLVER_STATUS_INVALID_VALUE;
	s->jacobi = hd_jacobi_of(params, s->batched, s->asks);
	return check(h, s);
}

/* ---- entry points ---------------------------------------------------------------- */

/* A function and the question for its workspace; `rest` is what follows them in a call of
 * `check`. */
#define PAIR(X, name, size_form, form, check, rest, ...)                               \
	cusolverStatus_t cusolverDn##X##name##_bufferSize size_form                    \
	{                                                                              \
		return check(handle,                                                   \
			     &(hd_solve){HD_ASKS(X, lwork), __VA_ARGS__} rest);        \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##name form                                      \
	{                                                                              \
		return check(handle, &(hd_solve){HD_DOES(X, work, lwork, devInfo),     \
						 __VA_ARGS__} rest);                   \
	}
#define ONE                                                                            \
	.jobz = hd_jobz(jobz), .uplo = hd_uplo(uplo), .n = n, .a = HD_MATRIX(A, lda),  \
	.w.at = W
#define TWO ONE, .itype = itype ? (int)itype : -1, .b = HD_MATRIX(B, ldb)
#define PART                                                                           \
	.range = hd_range(range), .vl = (double)vl, .vu = (double)vu, .k1 = il,        \
	.k2 = iu, .found = meig
#define BATCH                                                                          \
	.jobz = hd_jobz(jobz), .uplo = hd_uplo(uplo), .n = n, .batched = true,         \
	.batch = batchSize, .a = HD_STRIDED(A, lda, (int64_t)lda * n),                 \
	.w = HD_STRIDED(W, 0, n)
#define JACOBI(check) , check, params

#define FOR_ALL(X, T, R, Q, H)                                                         \
	PAIR(X, H##evd, __hd_dn_syevd_size(T, R), __hd_dn_syevd(T, R), hd_syevd, ,     \
	     ONE)                                                                      \
	PAIR(X, H##evdx, __hd_dn_syevdx_size(T, R), __hd_dn_syevdx(T, R), hd_syevdx, , \
	     ONE, PART)                                                                \
	PAIR(X, H##gvd, __hd_dn_sygvd_size(T, R), __hd_dn_sygvd(T, R), sygvd, , TWO)   \
	PAIR(X, H##gvdx, __hd_dn_sygvdx_size(T, R), __hd_dn_sygvdx(T, R), sygvdx, ,    \
	     TWO, PART)                                                                \
	PAIR(X, H##evj, __hd_dn_syevj_size(T, R), __hd_dn_syevj(T, R), with_jacobi,    \
	     JACOBI(hd_syevd), ONE)                                                    \
	PAIR(X, H##evjBatched, __hd_dn_syevj_batched_size(T, R),                       \
	     __hd_dn_syevj_batched(T, R), with_jacobi, JACOBI(hd_syevd), BATCH)        \
	PAIR(X, H##gvj, __hd_dn_sygvj_size(T, R), __hd_dn_sygvj(T, R), with_jacobi,    \
	     JACOBI(sygvd), TWO)
HD_ALL(FOR_ALL)
