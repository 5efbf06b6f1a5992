/* SPDX-License-Identifier: Apache-2.0 */
/* Singular values and vectors. */
#include "solver.h"

#include <string.h>

/* ---- gesvd: by QR steps, V is transposed ----------------------------------------- */

/* What did not converge lies at the start of rwork, or behind the first of work. */
static int
run_gesvd(const hd_solve *s, hd_room *r, uint64_t unit)
{
	void *a = hd_at(s, &s->a, unit), *values = hd_at(s, &s->w, unit);
	void *u = hd_at(s, &s->u, unit), *vt = hd_at(s, &s->v, unit);
	size_t size = hd_size(hd_real(s->type));
	bool is_complex = hd_is_complex(s->type);
	hd_work w;
	void *rwork = is_complex ? hd_take_unasked(r, 5 * s->n, size, &w) : NULL;
	int info = 0;

	if (is_complex)
		HD_WITH_WORK(&w, r, s->type,
			     HD_LAPACK(gesvd_complex, s->type, &s->jobu, &s->jobv,
				       HD_INT(s->m), HD_INT(s->n), a, HD_INT(s->a.ld),
				       values, u, HD_INT(s->u.ld), vt, HD_INT(s->v.ld),
				       w.work, &w.lwork, rwork, &info, 1, 1));
	else
		HD_WITH_WORK(&w, r, s->type,
			     HD_LAPACK(gesvd, s->type, &s->jobu, &s->jobv, HD_INT(s->m),
				       HD_INT(s->n), a, HD_INT(s->a.ld), values, u,
				       HD_INT(s->u.ld), vt, HD_INT(s->v.ld), w.work,
				       &w.lwork, &info, 1, 1));
	if (info > 0 && s->e && s->n > 1)
		memcpy(s->e, is_complex ? rwork : (char *)w.work + size,
		       (size_t)(s->n - 1) * size);
	return info;
}

static bool
is_job(char job)
{
	return job == 'A' || job == 'S' || job == 'O' || job == 'N';
}

/* As cuSOLVER: not with more columns than rows. */
cusolverStatus_t
hd_gesvd(cusolverDnHandle_t h, hd_solve *s)
{
	bool has_u = s->jobu == 'A' || s->jobu == 'S';
	bool has_v = s->jobv == 'A' || s->jobv == 'S';

	s->run = run_gesvd;
	return hd_solve_do(
		h, s,
		HD_WRONG(is_job(s->jobu),
			 is_job(s->jobv) && (s->jobu != 'O' || s->jobv != 'O'),
			 s->m >= 0, s->n >= 0 && s->n <= s->m, true,
			 hd_is_ld(&s->a, s->m), true, true,
			 hd_is_ld(&s->u, has_u ? s->m : 1), true,
			 hd_is_ld(&s->v, has_v ? s->n : 1)));
}

/* ---- the others: by divide and conquer, V is not transposed ---------------------- */

/* What gesdd works on and leaves: a is a copy of m x n without gaps, u m x columns, vt
 * rows x n. */
typedef struct parts {
	char job;
	void *a, *values, *u, *vt;
	int64_t columns, rows;
	int64_t least; /* of m and n */
} parts;

static int
gesdd(const hd_solve *s, hd_room *r, const parts *p)
{
	int64_t least = p->least, most = s->m > s->n ? s->m : s->n;
	int64_t real = 5 * least * least + 7 * least,
		also = 2 * least * (most + least) + least;
	hd_work w;
	int *iwork = hd_take_unasked(r, 8 * least, sizeof(int), &w);
	int info = 0;

	if (hd_is_complex(s->type)) {
		void *rwork = hd_take_unasked(r, real > also ? real : also,
					      hd_size(hd_real(s->type)), &w);

		HD_WITH_WORK(&w, r, s->type,
			     HD_LAPACK(gesdd_complex, s->type, &p->job, HD_INT(s->m),
				       HD_INT(s->n), p->a, HD_INT(s->m), p->values,
				       p->u, HD_INT(s->m), p->vt, HD_INT(p->rows),
				       w.work, &w.lwork, rwork, iwork, &info, 1));
	} else {
		HD_WITH_WORK(&w, r, s->type,
			     HD_LAPACK(gesdd, s->type, &p->job, HD_INT(s->m),
				       HD_INT(s->n), p->a, HD_INT(s->m), p->values,
				       p->u, HD_INT(s->m), p->vt, HD_INT(p->rows),
				       w.work, &w.lwork, iwork, &info, 1));
	}
	return info;
}

/* |A - U S V^H|; the copy of a is overwritten. */
static double
residual(const hd_solve *s, hd_room *r, const parts *p, const void *a, int64_t k)
{
	void *us = hd_take(r, s->m * k, hd_size(s->type));
	const hd_loops *loops = hd_loops_of[s->type];

	if (r->measures)
		return 0;
	hd_copy(s->type, s->m, s->n, HD_MATRIX(a, s->a.ld), HD_MATRIX(p->a, s->m));
	loops->scale(p->u, s->m, k, s->m, p->values, us);
	hd_product(s->type,
		   &(hd_product_sizes){.m = s->m,
				       .n = s->n,
				       .k = k,
				       .lda = s->m,
				       .ldb = p->rows,
				       .ldc = s->m,
				       .minus = true},
		   us, p->vt, 1, p->a);
	return loops->norm(p->a, s->m * s->n);
}

/* k vectors, or all; the copy lets a const A be one. */
static int
run_svd(const hd_solve *s, hd_room *r, uint64_t unit)
{
	size_t size = hd_size(s->type), real = hd_size(hd_real(s->type));
	const void *a = hd_at(s, &s->a, unit);
	int64_t least = s->m < s->n ? s->m : s->n, k = s->k ? s->k : least;
	parts p = {.job = s->jobz == 'N' ? 'N' : s->econ ? 'S' : 'A', .least = least};
	bool tells = (s->jacobi && !s->batched) || s->error;
	double error;
	int info;

	p.columns = s->econ ? least : s->m;
	p.rows = s->econ ? least : s->n;
	p.a = hd_take(r, s->m * s->n, size);
	p.values = hd_take(r, least, real);
	p.u = p.job == 'N' ? NULL : hd_take(r, s->m * p.columns, size);
	p.vt = p.job == 'N' ? NULL : hd_take(r, p.rows * s->n, size);
	if (!r->measures)
		hd_copy(s->type, s->m, s->n, HD_MATRIX(a, s->a.ld),
			HD_MATRIX(p.a, s->m));
	info = least ? gesdd(s, r, &p) : 0;
	error = tells && !info && p.job != 'N' ? residual(s, r, &p, a, k) : 0;
	if (r->measures)
		return 0;
	memcpy(hd_at(s, &s->w, unit), p.values, (size_t)k * real);
	if (p.job != 'N' && s->jobu != 'N')
		hd_copy(s->type, s->m, s->econ ? k : s->m, HD_MATRIX(p.u, s->m),
			HD_MATRIX(hd_at(s, &s->u, unit), s->u.ld));
	if (p.job != 'N' && s->jobv != 'N')
		hd_loops_of[s->type]->turn(p.vt, s->econ ? k : s->n, s->n, p.rows,
					   hd_at(s, &s->v, unit), s->v.ld);
	if (s->jacobi)
		s->jacobi->residual = error;
	if (s->error)
		s->error[unit] = error;
	/* Jacobi's methods say min(m, n) + 1 if they did not converge. */
	return info > 0 ? (int)least + 1 : info;
}

cusolverStatus_t
hd_gesvdj(cusolverDnHandle_t h, hd_solve *s)
{
	int64_t m = s->jobz == 'N' || s->jobu == 'N' ? 1 : s->m;
	int64_t n = s->jobz == 'N' || s->jobv == 'N' ? 1 : s->n;

	s->run = run_svd;
	return hd_solve_do(h, s,
			   HD_WRONG(s->jobz, true, s->m >= 0, s->n >= 0, true,
				    hd_is_ld(&s->a, s->m), true, true,
				    hd_is_ld(&s->u, m), true, hd_is_ld(&s->v, n), true,
				    true, true, s->batch >= 0));
}

/* k: how many values and vectors. */
cusolverStatus_t
hd_gesvda(cusolverDnHandle_t h, hd_solve *s)
{
	int64_t least = s->m < s->n ? s->m : s->n;

	if (s->k < 1 || s->k > least)
		return hd_solve_do(h, s, 2);
	s->econ = true;
	return hd_gesvdj(h, s);
}

static cusolverStatus_t
with_jacobi(cusolverDnHandle_t h, hd_solve *s, gesvdjInfo_t params)
{
	if (hd_is_handle(h) && !params)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (params)
		s->jacobi = hd_jacobi_of_svd(params, s->batched, s->asks);
	return hd_gesvdj(h, s);
}

/* ---- entry points ---------------------------------------------------------------- */

#define USV                                                                            \
	.jobz = hd_jobz(jobz), .m = m, .n = n, .a = HD_MATRIX(A, lda), .w.at = S,      \
	.u = HD_MATRIX(U, ldu), .v = HD_MATRIX(V, ldv)
#define BATCH                                                                          \
	.jobz = hd_jobz(jobz), .m = m, .n = n, .batched = true, .batch = batchSize,    \
	.a = HD_STRIDED(A, lda, (int64_t)lda * n),                                     \
	.w = HD_STRIDED(S, 0, m < n ? m : n),                                          \
	.u = HD_STRIDED(U, ldu, (int64_t)ldu * m),                                     \
	.v = HD_STRIDED(V, ldv, (int64_t)ldv * n)
#define STRIDED                                                                        \
	.jobz = hd_jobz(jobz), .k = rank, .m = m, .n = n, .batched = true,             \
	.batch = batchSize, .a = HD_STRIDED(d_A, lda, strideA),                        \
	.w = HD_STRIDED(d_S, 0, strideS), .u = HD_STRIDED(d_U, ldu, strideU),          \
	.v = HD_STRIDED(d_V, ldv, strideV)

#define FOR_ALL(X, T, R, Q, H)                                                         \
	cusolverStatus_t cusolverDn##X##gesvd_bufferSize __hd_dn_gebrd_size            \
	{                                                                              \
		int ld = m > 1 ? m : 1;                                                \
                                                                                       \
		return hd_gesvd(handle,                                                \
				&(hd_solve){HD_ASKS(X, Lwork), .jobu = 'A',            \
					    .jobv = 'A', .m = m, .n = n, .a.ld = ld,   \
					    .u.ld = ld, .v.ld = ld});                  \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##gesvd __hd_dn_gesvd(T, R)                      \
	{                                                                              \
		return hd_gesvd(handle,                                                \
				&(hd_solve){HD_DOES(X, work, lwork, devInfo),          \
					    .jobu = (char)jobu, .jobv = (char)jobvt,   \
					    .m = m, .n = n, .a = HD_MATRIX(A, lda),    \
					    .w.at = S, .u = HD_MATRIX(U, ldu),         \
					    .v = HD_MATRIX(VT, ldvt), .e = rwork});    \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##gesvdj_bufferSize __hd_dn_gesvdj_size(T, R)    \
	{                                                                              \
		return with_jacobi(handle,                                             \
				   &(hd_solve){HD_ASKS(X, lwork), USV, .econ = econ},  \
				   params);                                            \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##gesvdj __hd_dn_gesvdj(T, R)                    \
	{                                                                              \
		return with_jacobi(handle,                                             \
				   &(hd_solve){HD_DOES(X, work, lwork, devInfo), USV,  \
					       .econ = econ},                          \
				   params);                                            \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##gesvdjBatched_bufferSize                       \
	__hd_dn_gesvdj_batched_size(T, R)                                              \
	{                                                                              \
		return with_jacobi(handle, &(hd_solve){HD_ASKS(X, lwork), BATCH},      \
				   params);                                            \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##gesvdjBatched __hd_dn_gesvdj_batched(T, R)     \
	{                                                                              \
		return with_jacobi(                                                    \
			handle, &(hd_solve){HD_DOES(X, work, lwork, devInfo), BATCH},  \
			params);                                                       \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##gesvdaStridedBatched_bufferSize                \
	__hd_dn_gesvda_size(T, R)                                                      \
	{                                                                              \
		return hd_gesvda(handle, &(hd_solve){HD_ASKS(X, lwork), STRIDED});     \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##gesvdaStridedBatched __hd_dn_gesvda(T, R)      \
	{                                                                              \
		return hd_gesvda(handle,                                               \
				 &(hd_solve){HD_DOES(X, d_work, lwork, d_info),        \
					     STRIDED, .error = h_R_nrmF,               \
					     .waits = h_R_nrmF != NULL});              \
	}
HD_ALL(FOR_ALL)
