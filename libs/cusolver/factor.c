/* SPDX-License-Identifier: Apache-2.0 */
/* Triangular factors, and systems that are solved and matrices inverted with them. */
#include "solver.h"

/* ---- pivots: ints to LAPACK, of either width to cuSOLVER, or none ---------------- */

static const int *
read_pivots(const hd_solve *s, hd_room *r)
{
	int *p;

	if (s->pivots && !s->wide)
		return s->pivots;
	p = hd_take(r, s->n, sizeof *p);
	if (!r->measures)
		for (int64_t i = 0; i < s->n; i++)
			p[i] = s->pivots ? (int)((int64_t *)s->pivots)[i] : (int)i + 1;
	return p;
}

static void
write_pivots(const hd_solve *s, const int *p, int64_t n)
{
	if (s->wide)
		for (int64_t i = 0; i < n; i++)
			((int64_t *)s->pivots)[i] = p[i];
}

/* ---- what a thread does ---------------------------------------------------------- */

static int
run_getrf(const hd_solve *s, hd_room *r, uint64_t unit)
{
	int64_t least = s->m < s->n ? s->m : s->n;
	int *p = s->wide ? hd_take(r, least, sizeof *p) : s->pivots;
	void *a = hd_at(s, &s->a, unit);
	int info = 0;

	if (r->measures)
		return 0;
	if (!s->pivots)
		return hd_lu(s->type, a, s->m, s->n, s->a.ld);
	HD_LAPACK(getrf, s->type, HD_INT(s->m), HD_INT(s->n), a, HD_INT(s->a.ld), p,
		  &info);
	write_pivots(s, p, least);
	return info;
}

static int
run_getrs(const hd_solve *s, hd_room *r, uint64_t unit)
{
	const int *p = read_pivots(s, r);
	int info = 0;

	if (!r->measures)
		HD_LAPACK(getrs, s->type, &s->trans, HD_INT(s->n), HD_INT(s->k),
			  hd_at(s, &s->a, unit), HD_INT(s->a.ld), p,
			  hd_at(s, &s->b, unit), HD_INT(s->b.ld), &info, 1);
	return info;
}

static int
run_laswp(const hd_solve *s, hd_room *r, uint64_t unit)
{
	if (!r->measures)
		HD_LAPACK(laswp, s->type, HD_INT(s->n), hd_at(s, &s->a, unit),
			  HD_INT(s->a.ld), HD_INT(s->k1), HD_INT(s->k2), s->pivots,
			  HD_INT(s->k));
	return 0;
}

/* Small ones are more exact, and not slower, in a loop. */
static int
run_potrf(const hd_solve *s, hd_room *r, uint64_t unit)
{
	enum { SMALL = 32 };
	void *a;
	int info = 0;

	if (r->measures)
		return 0;
	a = hd_at(s, &s->a, unit);
	if (s->n <= SMALL)
		return hd_loops_of[s->type]->cholesky(s->uplo, a, s->n, s->a.ld);
	HD_LAPACK(potrf, s->type, &s->uplo, HD_INT(s->n), a, HD_INT(s->a.ld), &info, 1);
	return info;
}

/* Those that need nothing but a triangle. */
#define RUN_TRIANGLE(name)                                                             \
	static int run_##name(const hd_solve *s, hd_room *r, uint64_t unit)            \
	{                                                                              \
		int info = 0;                                                          \
                                                                                       \
		if (!r->measures)                                                      \
			HD_LAPACK(name, s->type, &s->uplo, HD_INT(s->n),               \
				  hd_at(s, &s->a, unit), HD_INT(s->a.ld), &info, 1);   \
		return info;                                                           \
	}
RUN_TRIANGLE(potri)
RUN_TRIANGLE(lauum)

static int
run_potrs(const hd_solve *s, hd_room *r, uint64_t unit)
{
	int info = 0;

	if (!r->measures)
		HD_LAPACK(potrs, s->type, &s->uplo, HD_INT(s->n), HD_INT(s->k),
			  hd_at(s, &s->a, unit), HD_INT(s->a.ld), hd_at(s, &s->b, unit),
			  HD_INT(s->b.ld), &info, 1);
	return info;
}

static int
run_trtri(const hd_solve *s, hd_room *r, uint64_t unit)
{
	int info = 0;

	if (!r->measures)
		HD_LAPACK(trtri, s->type, &s->uplo, &s->diag, HD_INT(s->n),
			  hd_at(s, &s->a, unit), HD_INT(s->a.ld), &info, 1, 1);
	return info;
}

static int
run_sytrf(const hd_solve *s, hd_room *r, uint64_t unit)
{
	void *a = hd_at(s, &s->a, unit);
	hd_work w;
	int info = 0;

	if (!s->pivots && !s->asks)
		return r->measures
			       ? 0
			       : hd_loops_of[s->type]->ldl(s->uplo, a, s->n, s->a.ld);
	HD_WITH_WORK(&w, r, s->type,
		     HD_LAPACK(sytrf, s->type, &s->uplo, HD_INT(s->n), a,
			       HD_INT(s->a.ld), s->pivots, w.work, &w.lwork, &info, 1));
	return info;
}

static int
run_sytri(const hd_solve *s, hd_room *r, uint64_t unit)
{
	const int *p = read_pivots(s, r);
	void *work = hd_take(r, 2 * s->n, hd_size(s->type));
	int info = 0;

	if (!r->measures)
		HD_LAPACK(sytri, s->type, &s->uplo, HD_INT(s->n), hd_at(s, &s->a, unit),
			  HD_INT(s->a.ld), p, work, &info, 1);
	return info;
}

static int
run_sytrs(const hd_solve *s, hd_room *r, uint64_t unit)
{
	const int *p = read_pivots(s, r);
	int info = 0;

	if (!r->measures)
		HD_LAPACK(sytrs, s->type, &s->uplo, HD_INT(s->n), HD_INT(s->k),
			  hd_at(s, &s->a, unit), HD_INT(s->a.ld), p,
			  hd_at(s, &s->b, unit), HD_INT(s->b.ld), &info, 1);
	return info;
}

/* ---- checks ---------------------------------------------------------------------- */

cusolverStatus_t
hd_getrf(cusolverDnHandle_t h, hd_solve *s)
{
	s->run = run_getrf;
	return hd_solve_do(h, s,
			   HD_WRONG(s->m >= 0, s->n >= 0, true, hd_is_ld(&s->a, s->m)));
}

cusolverStatus_t
hd_getrs(cusolverDnHandle_t h, hd_solve *s)
{
	s->run = run_getrs;
	return hd_solve_do(h, s,
			   HD_WRONG(s->trans, s->n >= 0, s->k >= 0, true,
				    hd_is_ld(&s->a, s->n), true, true,
				    hd_is_ld(&s->b, s->n)));
}

/* k: the increment. */
static cusolverStatus_t
laswp(cusolverDnHandle_t h, hd_solve *s)
{
	s->run = run_laswp;
	return hd_solve_do(h, s,
			   HD_WRONG(s->n >= 0, true, s->a.ld >= 1, s->k1 >= 1,
				    s->k2 >= s->k1 && s->k2 <= s->a.ld, s->pivots,
				    s->k));
}

static cusolverStatus_t
triangle(cusolverDnHandle_t h, hd_solve *s, hd_solve_fn *run)
{
	s->run = run;
	return hd_solve_do(h, s,
			   HD_WRONG(s->uplo, s->n >= 0, true, hd_is_ld(&s->a, s->n),
				    true, s->batch >= 0));
}

cusolverStatus_t
hd_potrf(cusolverDnHandle_t h, hd_solve *s)
{
	return triangle(h, s, run_potrf);
}

static cusolverStatus_t
solve_triangle(cusolverDnHandle_t h, hd_solve *s, hd_solve_fn *run)
{
	s->run = run;
	return hd_solve_do(h, s,
			   HD_WRONG(s->uplo, s->n >= 0, s->k >= 0, true,
				    hd_is_ld(&s->a, s->n), true, hd_is_ld(&s->b, s->n),
				    true, s->batch >= 0));
}

cusolverStatus_t
hd_potrs(cusolverDnHandle_t h, hd_solve *s)
{
	return solve_triangle(h, s, run_potrs);
}

cusolverStatus_t
hd_sytrs(cusolverDnHandle_t h, hd_solve *s)
{
	return solve_triangle(h, s, run_sytrs);
}

cusolverStatus_t
hd_trtri(cusolverDnHandle_t h, hd_solve *s)
{
	s->run = run_trtri;
	return hd_solve_do(h, s,
			   HD_WRONG(s->uplo, s->diag, s->n >= 0, true, true,
				    hd_is_ld(&s->a, s->n)));
}

/* ---- entry points ---------------------------------------------------------------- */

#define GENERAL(X, T)                                                                  \
	cusolverStatus_t cusolverDn##X##getrf_bufferSize __hd_dn_getrf_size(T)         \
	{                                                                              \
		return hd_getrf(handle, &(hd_solve){HD_ASKS(X, Lwork), .m = m, .n = n, \
						    .a = HD_MATRIX(A, lda)});          \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##getrf __hd_dn_getrf(T)                         \
	{                                                                              \
		return hd_getrf(handle,                                                \
				&(hd_solve){HD_DOES(X, Workspace, 0, devInfo), .m = m, \
					    .n = n, .a = HD_MATRIX(A, lda),            \
					    .pivots = devIpiv});                       \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##getrs __hd_dn_getrs(T)                         \
	{                                                                              \
		return hd_getrs(handle, &(hd_solve){HD_DOES(X, NULL, 0, devInfo),      \
						    .trans = hd_trans(trans), .n = n,  \
						    .k = nrhs, .a = HD_MATRIX(A, lda), \
						    .pivots = (int *)devIpiv,          \
						    .b = HD_MATRIX(B, ldb)});          \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##laswp __hd_dn_laswp(T)                         \
	{                                                                              \
		return laswp(handle, &(hd_solve){.type = HD_##X,                       \
						 .n = n,                               \
						 .a = HD_MATRIX(A, lda),               \
						 .k1 = k1,                             \
						 .k2 = k2,                             \
						 .pivots = (int *)devIpiv,             \
						 .k = incx});                          \
	}

#define TRIANGLE(X, T, name)                                                           \
	cusolverStatus_t cusolverDn##X##name##_bufferSize __hd_dn_potrf_size(T)        \
	{                                                                              \
		return triangle(handle,                                                \
				&(hd_solve){HD_ASKS(X, Lwork), .uplo = hd_uplo(uplo),  \
					    .n = n, .a = HD_MATRIX(A, lda)},           \
				run_##name);                                           \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##name __hd_dn_potrf(T)                          \
	{                                                                              \
		return triangle(handle,                                                \
				&(hd_solve){HD_DOES(X, work, lwork, devInfo),          \
					    .uplo = hd_uplo(uplo), .n = n,             \
					    .a = HD_MATRIX(A, lda)},                   \
				run_##name);                                           \
	}

#define DEFINITE(X, T)                                                                 \
	cusolverStatus_t cusolverDn##X##potrs __hd_dn_potrs(T)                         \
	{                                                                              \
		return hd_potrs(handle, &(hd_solve){HD_DOES(X, NULL, 0, devInfo),      \
						    .uplo = hd_uplo(uplo), .n = n,     \
						    .k = nrhs, .a = HD_MATRIX(A, lda), \
						    .b = HD_MATRIX(B, ldb)});          \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##potrfBatched __hd_dn_potrf_batched(T)          \
	{                                                                              \
		return hd_potrf(handle,                                                \
				&(hd_solve){HD_DOES(X, NULL, 0, infoArray),            \
					    .uplo = hd_uplo(uplo), .n = n,             \
					    .a = HD_MANY(Aarray, lda),                 \
					    .batched = true, .batch = batchSize});     \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##potrsBatched __hd_dn_potrs_batched(T)          \
	{                                                                              \
		return hd_potrs(handle,                                                \
				&(hd_solve){HD_DOES(X, NULL, 0, d_info),               \
					    .uplo = hd_uplo(uplo), .n = n, .k = nrhs,  \
					    .a = HD_MANY(A, lda),                      \
					    .b = HD_MANY(B, ldb), .one_info = true,    \
					    .batched = true, .batch = batchSize});     \
	}

#define INDEFINITE(X, T)                                                               \
	cusolverStatus_t cusolverDn##X##sytrf_bufferSize __hd_dn_sytrf_size(T)         \
	{                                                                              \
		return triangle(handle,                                                \
				&(hd_solve){HD_ASKS(X, lwork), .uplo = 'L', .n = n,    \
					    .a = HD_MATRIX(A, lda)},                   \
				run_sytrf);                                            \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##sytrf __hd_dn_sytrf(T)                         \
	{                                                                              \
		return triangle(handle,                                                \
				&(hd_solve){HD_DOES(X, work, lwork, devInfo),          \
					    .uplo = hd_uplo(uplo), .n = n,             \
					    .a = HD_MATRIX(A, lda), .pivots = ipiv},   \
				run_sytrf);                                            \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##sytri_bufferSize __hd_dn_sytri_size(T)         \
	{                                                                              \
		return triangle(handle,                                                \
				&(hd_solve){HD_ASKS(X, lwork), .uplo = hd_uplo(uplo),  \
					    .n = n, .a = HD_MATRIX(A, lda),            \
					    .pivots = (int *)ipiv},                    \
				run_sytri);                                            \
	}                                                                              \
	cusolverStatus_t cusolverDn##X##sytri __hd_dn_sytri(T)                         \
	{                                                                              \
		return triangle(handle,                                                \
				&(hd_solve){HD_DOES(X, work, lwork, devInfo),          \
					    .uplo = hd_uplo(uplo), .n = n,             \
					    .a = HD_MATRIX(A, lda),                    \
					    .pivots = (int *)ipiv},                    \
				run_sytri);                                            \
	}

#define FOR_ALL(X, T, R, Q, H)                                                         \
	GENERAL(X, T)                                                                  \
	TRIANGLE(X, T, potrf)                                                          \
	TRIANGLE(X, T, potri)                                                          \
	TRIANGLE(X, T, lauum)                                                          \
	DEFINITE(X, T)                                                                 \
	INDEFINITE(X, T)
HD_ALL(FOR_ALL)
