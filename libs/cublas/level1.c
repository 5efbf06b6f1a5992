/* SPDX-License-Identifier: Apache-2.0 */
/* Level 1, what changes vectors: they are cut into pieces. */
#include "level1.h"

typedef const int *num;
typedef void axpy_fn(num n, const void *alpha, const void *x, num incx, void *y,
		     num incy);
typedef void scal_fn(num n, const void *alpha, void *x, num incx);
typedef void copy_fn(num n, const void *x, num incx, void *y, num incy);
typedef void rot_fn(num n, void *x, num incx, void *y, num incy, const void *c,
		    const void *s);
typedef void rotm_fn(num n, void *x, num incx, void *y, num incy, const void *param);
typedef void rotg_fn(void *a, void *b, void *c, void *s);
typedef void rotmg_fn(void *d1, void *d2, void *x1, const void *y1, void *param);

hd_piece
hd_piece_of(const hd_blas *b, uint64_t unit)
{
	int64_t first = (int64_t)unit * b->tile_n;

	return hd_part_of(b, first,
			  b->n - first < b->tile_n ? b->n - first : b->tile_n);
}

hd_piece
hd_part_of(const hd_blas *b, int64_t first, int64_t n)
{
	hd_piece p = {.first = first, .n = n};

	p.x = (char *)b->x.at +
	      (b->x.ld >= 0 ? p.first * b->x.ld : (p.first + p.n - b->n) * b->x.ld) *
		      (int64_t)hd_size(b->x.type);
	p.y = (char *)b->y.at +
	      (b->y.ld >= 0 ? p.first * b->y.ld : (p.first + p.n - b->n) * b->y.ld) *
		      (int64_t)hd_size(b->y.type);
	return p;
}

/* ---- pieces ------------------------------------------------------------------------- */

static void
run_axpy(const hd_blas *b, uint64_t unit)
{
	hd_piece p = hd_piece_of(b, unit);

	((axpy_fn *)b->fn)(HD_INT(p.n), hd_value(&b->alpha), p.x, HD_INT(b->x.ld), p.y,
			   HD_INT(b->y.ld));
}

static void
run_scal(const hd_blas *b, uint64_t unit)
{
	hd_piece p = hd_piece_of(b, unit);

	((scal_fn *)b->fn)(HD_INT(p.n), hd_value(&b->alpha), p.x, HD_INT(b->x.ld));
}

/* copy and swap */
static void
run_copy(const hd_blas *b, uint64_t unit)
{
	hd_piece p = hd_piece_of(b, unit);

	((copy_fn *)b->fn)(HD_INT(p.n), p.x, HD_INT(b->x.ld), p.y, HD_INT(b->y.ld));
}

/* alpha is the cosine, beta the sine */
static void
run_rot(const hd_blas *b, uint64_t unit)
{
	hd_piece p = hd_piece_of(b, unit);

	((rot_fn *)b->fn)(HD_INT(p.n), p.x, HD_INT(b->x.ld), p.y, HD_INT(b->y.ld),
			  hd_value(&b->alpha), hd_value(&b->beta));
}

/* `more` lies in device memory, or behind the record. */
static void
run_rotm(const hd_blas *b, uint64_t unit)
{
	hd_piece p = hd_piece_of(b, unit);
	const struct hd_rotm *r = (const struct hd_rotm *)b;

	((rotm_fn *)b->fn)(HD_INT(p.n), p.x, HD_INT(b->x.ld), p.y, HD_INT(b->y.ld),
			   b->more ? b->more : r->param);
}

/* The four addresses, and a fifth for rotmg. */
static void
run_rotg(const hd_blas *b, uint64_t unit)
{
	(void)unit;
	((rotg_fn *)b->fn)((void *)b->a.at, (void *)b->b.at, (void *)b->x.at,
			   (void *)b->y.at);
}

static void
run_rotmg(const hd_blas *b, uint64_t unit)
{
	(void)unit;
	((rotmg_fn *)b->fn)((void *)b->a.at, (void *)b->b.at, (void *)b->x.at, b->more,
			    (void *)b->y.at);
}

/* ---- checks ------------------------------------------------------------------------- */

enum { PIECE = 1 << 16 }; /* elements */

hd_cut
hd_cut_vector(hd_blas *b, bool in_pieces)
{
	hd_cut cut = {.grain = 1};

	/* What goes to one place over and over again stays in order. */
	b->tile_n = in_pieces && b->n > PIECE ? PIECE : b->n;
	cut.units = b->n > 0 ? (uint64_t)((b->n + b->tile_n - 1) / b->tile_n) : 0;
	cut.work = (double)b->n * 0.5;
	return cut;
}

static cublasStatus_t
submit(cublasHandle_t h, hd_blas *b, bool has_y)
{
	hd_cut cut;

	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!b->fn)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (b->n <= 0 || (!has_y && b->x.ld <= 0))
		return CUBLAS_STATUS_SUCCESS;
	cut = hd_cut_vector(b, b->x.ld && (!has_y || b->y.ld));
	return hd_blas_submit(h, b, &cut);
}

cublasStatus_t
hd_axpy(cublasHandle_t h, hd_blas *b)
{
	if (hd_is_handle(h) && !hd_take(h, &b->alpha))
		return CUBLAS_STATUS_INVALID_VALUE;
	b->run = run_axpy;
	b->fn = hd_routine(HD_axpy, b->type);
	return submit(h, b, true);
}

cublasStatus_t
hd_scal(cublasHandle_t h, hd_blas *b)
{
	if (hd_is_handle(h) && !hd_take(h, &b->alpha))
		return CUBLAS_STATUS_INVALID_VALUE;
	b->run = run_scal;
	b->fn = hd_routine(b->alpha.type == b->type ? HD_scal : HD_scal_real, b->type);
	return submit(h, b, false);
}

cublasStatus_t
hd_copy(cublasHandle_t h, hd_blas *b, enum hd_routine routine)
{
	b->run = run_copy;
	b->fn = hd_routine(routine, b->type);
	return submit(h, b, true);
}

cublasStatus_t
hd_rot(cublasHandle_t h, hd_blas *b)
{
	if (hd_is_handle(h) && (!hd_take(h, &b->alpha) || !hd_take(h, &b->beta)))
		return CUBLAS_STATUS_INVALID_VALUE;
	b->run = run_rot;
	b->fn = hd_routine(b->beta.type == b->type ? HD_rot : HD_rot_real, b->type);
	return submit(h, b, true);
}

static cublasStatus_t
rotm(cublasHandle_t h, struct hd_rotm *r)
{
	hd_blas *b = &r->b;
	hd_cut cut;

	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!b->more)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (h->pointer_mode == CUBLAS_POINTER_MODE_HOST) {
		memcpy(r->param, b->more, 5 * hd_size(b->type));
		b->more = NULL;
	}
	b->run = run_rotm;
	b->fn = hd_routine(HD_rotm, b->type);
	cut = hd_cut_vector(b, b->x.ld && b->y.ld);
	cut.bytes = sizeof *r;
	return hd_blas_submit(h, b, &cut);
}

static cublasStatus_t
rotg(cublasHandle_t h, hd_blas *b)
{
	hd_cut cut = {.units = 1, .grain = 1};

	if (!hd_is_handle(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!b->a.at || !b->b.at || !b->x.at || !b->y.at ||
	    (b->run == run_rotmg && !b->more))
		return CUBLAS_STATUS_INVALID_VALUE;
	cut.wait = h->pointer_mode == CUBLAS_POINTER_MODE_HOST;
	return hd_blas_submit(h, b, &cut);
}

/* ---- entry points ------------------------------------------------------------------- */

#define X_OF(X) .x = HD_MATRIX(x, incx, HD_##X)
#define XY(X)   X_OF(X), .y = HD_MATRIX(y, incy, HD_##X)

/* S: the type of alpha, of sines */
#define AXPY(X)                                                                        \
	return hd_axpy(handle, &(hd_blas){.type = HD_##X,                              \
					  .n = n,                                      \
					  XY(X),                                       \
					  .alpha = HD_SCALAR(alpha, HD_##X)});
#define SCAL(X, S)                                                                     \
	return hd_scal(handle, &(hd_blas){.type = HD_##X,                              \
					  .n = n,                                      \
					  X_OF(X),                                     \
					  .alpha = HD_SCALAR(alpha, HD_##S)});
#define COPY(X, name)                                                                  \
	return hd_copy(handle, &(hd_blas){.type = HD_##X, .n = n, XY(X)}, HD_##name);
#define ROT(X, C, S)                                                                   \
	return hd_rot(handle, &(hd_blas){.type = HD_##X,                               \
					 .n = n,                                       \
					 XY(X),                                        \
					 .alpha = HD_SCALAR(c, HD_##C),                \
					 .beta = HD_SCALAR(s, HD_##S)});
#define ROTM(X)                                                                        \
	return rotm(handle,                                                            \
		    &(struct hd_rotm){                                                 \
			    .b = {.type = HD_##X, .n = n, XY(X), .more = param}});
#define FOR_ALL(X, T)                                                                  \
	HD_V2(X##axpy, AXPY(X), __hd_axpy, T)                                          \
	HD_V2(X##scal, SCAL(X, X), __hd_scal, T, T)                                    \
	HD_V2(X##copy, COPY(X, copy), __hd_copy, T)                                    \
	HD_V2(X##swap, COPY(X, swap), __hd_swap, T)
HD_ALL(FOR_ALL)
HD_V2(Csscal, SCAL(C, S), __hd_scal, cuComplex, float)
HD_V2(Zdscal, SCAL(Z, D), __hd_scal, cuDoubleComplex, double)
HD_V2(Srot, ROT(S, S, S), __hd_rot, float, float, float)
HD_V2(Drot, ROT(D, D, D), __hd_rot, double, double, double)
HD_V2(Crot, ROT(C, S, C), __hd_rot, cuComplex, float, cuComplex)
HD_V2(Zrot, ROT(Z, D, Z), __hd_rot, cuDoubleComplex, double, cuDoubleComplex)
HD_V2(Csrot, ROT(C, S, S), __hd_rot, cuComplex, float, float)
HD_V2(Zdrot, ROT(Z, D, D), __hd_rot, cuDoubleComplex, double, double)
HD_V2(Srotm, ROTM(S), __hd_rotm, float)
HD_V2(Drotm, ROTM(D), __hd_rotm, double)

#define ROTG(X, T, C)                                                                  \
	cublasStatus_t cublas##X##rotg_v2 __hd_rotg(T, C)                              \
	{                                                                              \
		return rotg(handle, &(hd_blas){.run = run_rotg,                        \
					       .fn = hd_routine(HD_rotg, HD_##X),      \
					       .a.at = a,                              \
					       .b.at = b,                              \
					       .x.at = c,                              \
					       .y.at = s});                            \
	}
#define ROTMG(X, T)                                                                    \
	cublasStatus_t cublas##X##rotmg_v2 __hd_rotmg(T)                               \
	{                                                                              \
		return rotg(handle, &(hd_blas){.run = run_rotmg,                       \
					       .fn = hd_routine(HD_rotmg, HD_##X),     \
					       .a.at = d1,                             \
					       .b.at = d2,                             \
					       .x.at = x1,                             \
					       .more = y1,                             \
					       .y.at = param});                        \
	}
ROTG(S, float, float)
ROTG(D, double, double)
ROTG(C, cuComplex, float)
ROTG(Z, cuDoubleComplex, double)
ROTMG(S, float)
ROTMG(D, double)
