/* SPDX-License-Identifier: Apache-2.0 */
/* Orthogonal transformations: QR, to bidiagonal and to tridiagonal form, and what
 * generates or applies them. */
#include "solver.h"

/* ---- what a thread does ---------------------------------------------------------- */

static int
run_geqrf(const hd_solve *s, hd_room *r, uint64_t unit)
{
	hd_work w;
	int info = 0;

	HD_WITH_WORK(&w, r, s->type,
		     HD_LAPACK(geqrf, s->type, HD_INT(s->m), HD_INT(s->n),
			       hd_at(s, &s->a, unit), HD_INT(s->a.ld), s->tau, w.work,
			       &w.lwork, &info));
	return info;
}

static int
run_orgqr(const hd_solve *s, hd_room *r, uint64_t unit)
{
	hd_work w;
	int info = 0;

	HD_WITH_WORK(&w, r, s->type,
		     HD_LAPACK(orgqr, s->type, HD_INT(s->m), HD_INT(s->n), HD_INT(s->k),
			       hd_at(s, &s->a, unit), HD_INT(s->a.ld), s->tau, w.work,
			       &w.lwork, &info));
	return info;
}

static int
run_ormqr(const hd_solve *s, hd_room *r, uint64_t unit)
{
	hd_work w;
	int info = 0;

	HD_WITH_WORK(&w, r, s->type,
		     HD_LAPACK(ormqr, s->type, &s->side, &s->trans, HD_INT(s->m),
			       HD_INT(s->n), HD_INT(s->k), hd_at(s, &s->a, unit),
			       HD_INT(s->a.ld), s->tau, hd_at(s, &s->b, unit),
			       HD_INT(s->b.ld), w.work, &w.lwork, &info, 1, 1));
	return info;
}

static int
run_gebrd(const hd_solve *s, hd_room *r, uint64_t unit)
{
	hd_work w;
	int info = 0;

	HD_WITH_WORK(&w, r, s->type,
		     HD_LAPACK(gebrd, s->type, HD_INT(s->m), HD_INT(s->n),
			       hd_at(s, &s->a, unit), HD_INT(s->a.ld),
			       hd_at(s, &s->w, unit), s->e, s->tau, s->tau2, w.work,
			       &w.lwork, &info));
	return info;
}

/* From the left it is Q, from the right P. */
static int
run_orgbr(const hd_solve *s, hd_room *r, uint64_t unit)
{
	hd_work w;
	int info = 0;

	HD_WITH_WORK(&w, r, s->type,
		     HD_LAPACK(orgbr, s->type, s->side == 'L' ? "Q" : "P", HD_INT(s->m),
			       HD_INT(s->n), HD_INT(s->k), hd_at(s, &s->a, unit),
			       HD_INT(s->a.ld), s->tau, w.work, &w.lwork, &info, 1));
	return info;
}

static int
run_sytrd(const hd_solve *s, hd_room *r, uint64_t unit)
{
	hd_work w;
	int info = 0;

	HD_WITH_WORK(&w, r, s->type,
		     HD_LAPACK(sytrd, s->type, &s->uplo, HD_INT(s->n),
			       hd_at(s, &s->a, unit), HD_INT(s->a.ld),
			       hd_at(s, &s->w, unit), s->e, s->tau, w.work, &w.lwork,
			       &info, 1));
	return info;
}

static int
run_orgtr(const hd_solve *s, hd_room *r, uint64_t unit)
{
	hd_work w;
	int info = 0;

	HD_WITH_WORK(&w, r, s->type,
		     HD_LAPACK(orgtr, s->type, &s->uplo, HD_INT(s->n),
			       hd_at(s, &s->a, unit), HD_INT(s->a.ld), s->tau, w.work,
			       &w.lwork, &info, 1));
	return info;
}

static int
run_ormtr(const hd_solve *s, hd_room *r, uint64_t unit)
{
	hd_work w;
	int info = 0;

	HD_WITH_WORK(&w, r, s->type,
		     HD_LAPACK(ormtr, s->type, &s->side, &s->uplo, &s->trans,
			       HD_INT(s->m), HD_INT(s->n), hd_at(s, &s->a, unit),
			       HD_INT(s->a.ld), s->tau, hd_at(s, &s->b, unit),
			       HD_INT(s->b.ld), w.work, &w.lwork, &info, 1, 1, 1));
	return info;
}

/* ---- checks ---------------------------------------------------------------------- */

cusolverStatus_t
hd_geqrf(cusolverDnHandle_t h, hd_solve *s)
{
	s->run = run_geqrf;
	return hd_solve_do(h, s,
			   HD_WRONG(s->m >= 0, s->n >= 0, true, hd_is_ld(&s->a, s->m)));
}

static cusolverStatus_t
orgqr(cusolverDnHandle_t h, hd_solve *s)
{
	s->run = run_orgqr;
	return hd_solve_do(h, s,
			   HD_WRONG(s->m >= 0, s->n >= 0 && s->n <= s->m,
				    s->k >= 0 && s->k <= s->n, true,
				    hd_is_ld(&s->a, s->m)));
}

static cusolverStatus_t
ormqr(cusolverDnHandle_t h, hd_solve *s)
{
	int64_t order = s->side == 'L' ? s->m : s->n;

	s->run = run_ormqr;
	return hd_solve_do(h, s,
			   HD_WRONG(s->side, s->trans, s->m >= 0, s->n >= 0,
				    s->k >= 0 && s->k <= order, true,
				    hd_is_ld(&s->a, order), true, true,
				    hd_is_ld(&s->b, s->m)));
}

/* As cuSOLVER: not with more columns than rows. */
static cusolverStatus_t
gebrd(cusolverDnHandle_t h, hd_solve *s)
{
	s->run = run_gebrd;
	return hd_solve_do(h, s,
			   HD_WRONG(s->m >= 0, s->n >= 0 && s->n <= s->m, true,
				    hd_is_ld(&s->a, s->m)));
}

static cusolverStatus_t
orgbr(cusolverDnHandle_t h, hd_solve *s)
{
	int64_t m = s->m, n = s->n, k = s->k;
	bool fits = s->side == 'L' ? n <= m && n >= (m < k ? m : k)
				   : m <= n && m >= (n < k ? n : k);

	s->run = run_orgbr;
	return hd_solve_do(h, s,
			   HD_WRONG(s->side, m >= 0, n >= 0 && fits, k >= 0, true,
				    hd_is_ld(&s->a, m)));
}

static cusolverStatus_t
symmetric(cusolverDnHandle_t h, hd_solve *s, hd_solve_fn *run)
{
	s->run = run;
	return hd_solve_do(h, s,
			   HD_WRONG(s->uplo, s->n >= 0, true, hd_is_ld(&s->a, s->n)));
}

static cusolverStatus_t
sytrd(cusolverDnHandle_t h, hd_solve *s)
{
	return symmetric(h, s, run_sytrd);
}

static cusolverStatus_t
orgtr(cusolverDnHandle_t h, hd_solve *s)
{
	return symmetric(h, s, run_orgtr);
}

static cusolverStatus_t
ormtr(cusolverDnHandle_t h, hd_solve *s)
{
	int64_t order = s->side == 'L' ? s->m : s->n;

	s->run = run_ormtr;
	return hd_solve_do(h, s,
			   HD_WRONG(s->side, s->uplo, s->trans, s->m >= 0, s->n >= 0,
				    true, hd_is_ld(&s->a, order), true, true,
				    hd_is_ld(&s->b, s->m)));
}

/* ---- entry points ---------------------------------------------------------------- */

/* A function and the question for its workspace: what differs is T or const T. */
#define PAIR(X, name, size_form, form, check, ...)                                     \
	cusolverStatus_t cusolverDn##X##name##_bufferSize size_form                    \
	{                                                                              \
		return check(handle, &(hd_solve){HD_ASKS(X, lwork), __VA_ARGS__});     \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##name form                                      \
	{                                                                              \
		return check(handle, &(hd_solve){HD_DOES(X, work, lwork, devInfo),     \
						 __VA_ARGS__});                        \
	}
#define SIZES    .m = m, .n = n
#define A_TAU(T) .a = HD_MATRIX(A, lda), .tau = (T *)tau
#define SIDE(X)  .side = hd_side(side), .trans = hd_conjugate(trans, HD_##X)

#define RECTANGLES(X, T, R)                                                            \
	cusolverStatus_t cusolverDn##X##geqrf_bufferSize __hd_dn_getrf_size(T)         \
	{                                                                              \
		return hd_geqrf(handle, &(hd_solve){HD_ASKS(X, Lwork), SIZES,          \
						    .a = HD_MATRIX(A, lda)});          \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##geqrf __hd_dn_geqrf(T)                         \
	{                                                                              \
		return hd_geqrf(handle,                                                \
				&(hd_solve){HD_DOES(X, work, lwork, devInfo), SIZES,   \
					    .a = HD_MATRIX(A, lda), .tau = TAU});      \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##gebrd_bufferSize __hd_dn_gebrd_size            \
	{                                                                              \
		return gebrd(handle, &(hd_solve){HD_ASKS(X, Lwork), SIZES,             \
						 .a.ld = m > 1 ? m : 1});              \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##gebrd __hd_dn_gebrd(T, R)                      \
	{                                                                              \
		return gebrd(handle,                                                   \
			     &(hd_solve){HD_DOES(X, work, lwork, devInfo), SIZES,      \
					 .a = HD_MATRIX(A, lda), .w.at = D, .e = E,    \
					 .tau = TAUQ, .tau2 = TAUP});                  \
	}

#define FOR_ALL(X, T, R, Q, H)                                                         \
	RECTANGLES(X, T, R)                                                            \
	PAIR(X, Q##gqr, __hd_dn_orgqr_size(T), __hd_dn_orgqr(T), orgqr, SIZES, .k = k, \
	     A_TAU(T))                                                                 \
	PAIR(X, Q##mqr, __hd_dn_ormqr_size(T), __hd_dn_ormqr(T), ormqr, SIDE(X),       \
	     SIZES, .k = k, A_TAU(T), .b = HD_MATRIX(C, ldc))                          \
	PAIR(X, Q##gbr, __hd_dn_orgbr_size(T), __hd_dn_orgbr(T), orgbr,                \
	     .side = hd_side(side), SIZES, .k = k, A_TAU(T))                           \
	PAIR(X, H##trd, __hd_dn_sytrd_size(T, R), __hd_dn_sytrd(T, R), sytrd,          \
	     .uplo = hd_uplo(uplo), .n = n, A_TAU(T), .w.at = d, .e = (R *)e)          \
	PAIR(X, Q##gtr, __hd_dn_orgtr_size(T), __hd_dn_orgtr(T), orgtr,                \
	     .uplo = hd_uplo(uplo), .n = n, A_TAU(T))                                  \
	PAIR(X, Q##mtr, __hd_dn_ormtr_size(T), __hd_dn_ormtr(T), ormtr, SIDE(X),       \
	     .uplo = hd_uplo(uplo), SIZES, A_TAU(T), .b = HD_MATRIX(C, ldc))
HD_ALL(FOR_ALL)
