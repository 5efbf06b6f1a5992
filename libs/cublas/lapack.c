/* SPDX-License-Identifier: Apache-2.0 */
/* Batches of small systems: each matrix is one unit, done by LAPACK. */
#include "blas.h"

#include <stdlib.h>
#include <string.h>

typedef const char *str;
typedef const int *num;
typedef void getrf_fn(num m, num n, void *a, num lda, int *pivots, int *info);
typedef void getri_fn(num n, void *a, num lda, num pivots, void *work, num lwork,
		      int *info);
typedef void getrs_fn(str trans, num n, num nrhs, const void *a, num lda, num pivots,
		      void *b, num ldb, int *info, size_t);
typedef void geqrf_fn(num m, num n, void *a, num lda, void *tau, void *work, num lwork,
		      int *info);
typedef void gels_fn(str trans, num m, num n, num nrhs, void *a, num lda, void *b,
		     num ldb, void *work, num lwork, int *info, size_t);

static void *
memory(int64_t elements, hd_type type)
{
	void *p = malloc((size_t)(elements + 1) * hd_size(type));

	if (!p)
		abort(); /* of a small matrix: there is no way back from here */
	return p;
}

/* As many as there are, counted from 1, when nothing was exchanged. */
static void
no_pivots(int *pivots, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		pivots[i] = (int)i + 1;
}

static void
set_info(const hd_blas *b, uint64_t unit, int info)
{
	if (b->info)
		b->info[unit] = info;
}

/* ---- one matrix --------------------------------------------------------------------- */

static void
run_getrf(const hd_blas *b, uint64_t unit)
{
	void *a = hd_at(&b->c, unit, 0, 0);
	int info;

	if (b->pivots)
		((getrf_fn *)b->fn)(HD_INT(b->n), HD_INT(b->n), a, HD_INT(b->c.ld),
				    (int *)b->pivots + (int64_t)unit * b->n, &info);
	else
		info = hd_loops_of[b->type]->factor(a, b->n, b->c.ld);
	set_info(b, unit, info);
}

static void
copy_square(const hd_blas *b, uint64_t unit)
{
	for (int64_t j = 0; j < b->n; j++)
		memcpy(hd_at(&b->c, unit, 0, j), hd_at(&b->a, unit, 0, j),
		       (size_t)b->n * hd_size(b->type));
}

static int
invert(const hd_blas *b, uint64_t unit, const int *pivots)
{
	int64_t room = 32 * b->n;
	void *w = memory(room, b->type);
	int info;

	((getri_fn *)hd_routine(HD_getri, b->type))(
		HD_INT(b->n), hd_at(&b->c, unit, 0, 0), HD_INT(b->c.ld), pivots, w,
		HD_INT(room), &info);
	free(w);
	return info;
}

static void
run_getri(const hd_blas *b, uint64_t unit)
{
	int *own = memory(b->n, HD_I);
	const int *pivots = b->pivots ? b->pivots + (int64_t)unit * b->n : own;

	no_pivots(own, b->n);
	copy_square(b, unit);
	set_info(b, unit, invert(b, unit, pivots));
	free(own);
}

static void
run_matinv(const hd_blas *b, uint64_t unit)
{
	int *pivots = memory(b->n, HD_I), info;

	copy_square(b, unit);
	((getrf_fn *)b->fn)(HD_INT(b->n), HD_INT(b->n), hd_at(&b->c, unit, 0, 0),
			    HD_INT(b->c.ld), pivots, &info);
	if (!info)
		info = invert(b, unit, pivots);
	set_info(b, unit, info);
	free(pivots);
}

/* k right-hand sides */
static void
run_getrs(const hd_blas *b, uint64_t unit)
{
	int *own = memory(b->n, HD_I), info;
	const int *pivots = b->pivots ? b->pivots + (int64_t)unit * b->n : own;

	no_pivots(own, b->n);
	((getrs_fn *)b->fn)(&b->ta, HD_INT(b->n), HD_INT(b->k),
			    hd_at(&b->a, unit, 0, 0), HD_INT(b->a.ld), pivots,
			    hd_at(&b->c, unit, 0, 0), HD_INT(b->c.ld), &info, 1);
	free(own);
}

/* b: where the scalar factors of the reflectors go */
static void
run_geqrf(const hd_blas *b, uint64_t unit)
{
	int64_t room = 32 * b->n;
	void *w = memory(room, b->type);
	int info;

	((geqrf_fn *)b->fn)(HD_INT(b->m), HD_INT(b->n), hd_at(&b->c, unit, 0, 0),
			    HD_INT(b->c.ld), hd_at(&b->b, unit, 0, 0), w, HD_INT(room),
			    &info);
	free(w);
}

static void
run_gels(const hd_blas *b, uint64_t unit)
{
	int64_t least = b->m < b->n ? b->m : b->n;
	int64_t room = least + 32 * (b->m + b->n + b->k);
	void *w = memory(room, b->type);
	int info;

	((gels_fn *)b->fn)(&b->ta, HD_INT(b->m), HD_INT(b->n), HD_INT(b->k),
			   hd_at(&b->a, unit, 0, 0), HD_INT(b->a.ld),
			   hd_at(&b->c, unit, 0, 0), HD_INT(b->c.ld), w, HD_INT(room),
			   &info, 1);
	set_info(b, unit, info);
	free(w);
}

/* ---- checks ------------------------------------------------------------------------- */

static bool
is_ld(const hd_matrix *m, int64_t rows)
{
	return !m->at || (m->ld >= 1 && m->ld >= rows);
}

static cublasStatus_t
submit(cublasHandle_t h, hd_blas *b, enum hd_routine routine)
{
	double n = (double)b->n, each = n * n * (n + (double)b->k) * 0.2 + 500;

	if (!b->n || !b->batch)
		return CUBLAS_STATUS_SUCCESS;
	b->fn = hd_routine(routine, b->type);
	if (!b->fn)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	return hd_blas_submit(h, b,
			      &(hd_cut){.units = (uint64_t)b->batch,
					.grain = hd_grain(each),
					.work = each * (double)b->batch});
}

/* Functions that say what is wrong by an info for each matrix. */
static cublasStatus_t
square(cublasHandle_t h, hd_blas *b, enum hd_routine routine)
{
	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (b->n < 0 || b->batch < 0 || !is_ld(&b->a, b->n) || !is_ld(&b->c, b->n))
		return CUBLAS_STATUS_INVALID_VALUE;
	return submit(h, b, routine);
}

/* Functions that say in `info`, on the host, which of their arguments is wrong. */
static cublasStatus_t
told(cublasHandle_t h, hd_blas *b, enum hd_routine routine, int *info)
{
	int64_t rows = b->m > b->n ? b->m : b->n;

	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!info)
		return CUBLAS_STATUS_INVALID_VALUE;
	*info = !b->ta ? -1 : b->m < 0 || b->n < 0 ? -2 : b->k < 0 ? -4 : 0;
	if (!*info && (!is_ld(&b->a, b->m) || !is_ld(&b->c, b->a.at ? rows : b->m)))
		*info = -6;
	if (!*info && b->batch < 0)
		*info = -10;
	return *info ? CUBLAS_STATUS_INVALID_VALUE : submit(h, b, routine);
}

/* gels: only m >= n, as cuBLAS has it. */
static cublasStatus_t
gels(cublasHandle_t h, hd_blas *b, int *info)
{
	if (hd_is_handle(h) && b->ta && (b->ta != 'N' || b->m < b->n))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	return told(h, b, HD_gels, info);
}

/* ---- entry points ------------------------------------------------------------------- */

#define FOR_ALL(X, T)                                                                  \
	cublasStatus_t cublas##X##getrfBatched __hd_getrf(T)                           \
	{                                                                              \
		return square(handle,                                                  \
			      &(hd_blas){.run = run_getrf,                             \
					 .type = HD_##X,                               \
					 .n = n,                                       \
					 .c = HD_MANY(A, lda, HD_##X),                 \
					 .pivots = P,                                  \
					 .info = info,                                 \
					 .batch = batchSize},                          \
			      HD_getrf);                                               \
	}                                                                              \
	cublasStatus_t cublas##X##getriBatched __hd_getri(T)                           \
	{                                                                              \
		return square(handle,                                                  \
			      &(hd_blas){.run = run_getri,                             \
					 .type = HD_##X,                               \
					 .n = n,                                       \
					 .a = HD_MANY(A, lda, HD_##X),                 \
					 .c = HD_MANY(C, ldc, HD_##X),                 \
					 .pivots = P,                                  \
					 .info = info,                                 \
					 .batch = batchSize},                          \
			      HD_getri);                                               \
	}                                                                              \
	cublasStatus_t cublas##X##matinvBatched __hd_matinv(T)                         \
	{                                                                              \
		return square(handle,                                                  \
			      &(hd_blas){.run = run_matinv,                            \
					 .type = HD_##X,                               \
					 .n = n,                                       \
					 .a = HD_MANY(A, lda, HD_##X),                 \
					 .c = HD_MANY(Ainv, lda_inv, HD_##X),          \
					 .info = info,                                 \
					 .batch = batchSize},                          \
			      HD_getrf);                                               \
	}                                                                              \
	cublasStatus_t cublas##X##getrsBatched __hd_getrs(T)                           \
	{                                                                              \
		return told(handle,                                                    \
			    &(hd_blas){.run = run_getrs,                               \
				       .type = HD_##X,                                 \
				       .ta = hd_trans(trans),                          \
				       .m = n,                                         \
				       .n = n,                                         \
				       .k = nrhs,                                      \
				       .a = HD_MANY(Aarray, lda, HD_##X),              \
				       .c = HD_MANY(Barray, ldb, HD_##X),              \
				       .pivots = devIpiv,                              \
				       .batch = batchSize},                            \
			    HD_getrs, info);                                           \
	}                                                                              \
	cublasStatus_t cublas##X##geqrfBatched __hd_geqrf(T)                           \
	{                                                                              \
		return told(handle,                                                    \
			    &(hd_blas){.run = run_geqrf,                               \
				       .type = HD_##X,                                 \
				       .ta = 'N',                                      \
				       .m = m,                                         \
				       .n = n,                                         \
				       .b = HD_MANY(TauArray, 1, HD_##X),              \
				       .c = HD_MANY(Aarray, lda, HD_##X),              \
				       .batch = batchSize},                            \
			    HD_geqrf, info);                                           \
	}                                                                              \
	cublasStatus_t cublas##X##gelsBatched __hd_gels(T)                             \
	{                                                                              \
		return gels(handle,                                                    \
			    &(hd_blas){.run = run_gels,                                \
				       .type = HD_##X,                                 \
				       .ta = hd_trans(trans),                          \
				       .m = m,                                         \
				       .n = n,                                         \
				       .k = nrhs,                                      \
				       .a = HD_MANY(Aarray, lda, HD_##X),              \
				       .c = HD_MANY(Carray, ldc, HD_##X),              \
				       .info = devInfoArray,                           \
				       .batch = batchSize},                            \
			    info);                                                     \
	}
HD_ALL(FOR_ALL)
