/* SPDX-License-Identifier: Apache-2.0 */
/* Systems that cuSOLVER solves in a lower precision and refines. Here they are solved in
 * the precision of their matrices: no iterations. */
#include "solver.h"

/* A, B and X; A and B are kept. */
static int
run_gesv(const hd_solve *s, hd_room *r, uint64_t unit)
{
	void *a = hd_take(r, s->n * s->n, hd_size(s->type));
	int *p = s->pivots ? s->pivots : hd_take(r, s->n, sizeof *p);
	void *x = hd_at(s, &s->u, unit);
	int info = 0;

	if (r->measures)
		return 0;
	hd_copy(s->type, s->n, s->n, HD_MATRIX(hd_at(s, &s->a, unit), s->a.ld),
		HD_MATRIX(a, s->n));
	HD_LAPACK(getrf, s->type, HD_INT(s->n), HD_INT(s->n), a,
		  HD_INT(s->n ? s->n : 1), p, &info);
	if (info)
		return info;
	hd_copy(s->type, s->n, s->k, HD_MATRIX(hd_at(s, &s->b, unit), s->b.ld),
		HD_MATRIX(x, s->u.ld));
	HD_LAPACK(getrs, s->type, "N", HD_INT(s->n), HD_INT(s->k), a,
		  HD_INT(s->n ? s->n : 1), p, x, HD_INT(s->u.ld), &info, 1);
	return info;
}

static int
run_gels(const hd_solve *s, hd_room *r, uint64_t unit)
{
	size_t size = hd_size(s->type);
	int64_t ld = s->m ? s->m : 1;
	void *a = hd_take(r, s->m * s->n, size), *b = hd_take(r, s->m * s->k, size);
	hd_work w;
	int info = 0;

	if (!r->measures) {
		hd_copy(s->type, s->m, s->n, HD_MATRIX(hd_at(s, &s->a, unit), s->a.ld),
			HD_MATRIX(a, s->m));
		hd_copy(s->type, s->m, s->k, HD_MATRIX(hd_at(s, &s->b, unit), s->b.ld),
			HD_MATRIX(b, s->m));
	}
	HD_WITH_WORK(&w, r, s->type,
		     HD_LAPACK(gels, s->type, "N", HD_INT(s->m), HD_INT(s->n),
			       HD_INT(s->k), a, HD_INT(ld), b, HD_INT(ld), w.work,
			       &w.lwork, &info, 1));
	if (!r->measures && !info)
		hd_copy(s->type, s->n, s->k, HD_MATRIX(b, s->m),
			HD_MATRIX(hd_at(s, &s->u, unit), s->u.ld));
	return info;
}

cusolverStatus_t
hd_gesv(cusolverDnHandle_t h, hd_solve *s)
{
	s->run = run_gesv;
	return hd_solve_do(h, s,
			   HD_WRONG(s->n >= 0, s->k >= 0, true, hd_is_ld(&s->a, s->n),
				    true, true, hd_is_ld(&s->b, s->n), true,
				    hd_is_ld(&s->u, s->n)));
}

/* As cuSOLVER: not with more columns than rows. */
cusolverStatus_t
hd_gels(cusolverDnHandle_t h, hd_solve *s)
{
	s->run = run_gels;
	return hd_solve_do(h, s,
			   HD_WRONG(s->m >= 0, s->n >= 0 && s->n <= s->m, s->k >= 0,
				    true, hd_is_ld(&s->a, s->m), true,
				    hd_is_ld(&s->b, s->m), true,
				    hd_is_ld(&s->u, s->n)));
}

static cusolverStatus_t
without_iterations(cusolverStatus_t status, int *iterations)
{
	if (!status && iterations)
		*iterations = 0;
	return status;
}

#define ABX                                                                            \
	.n = n, .k = nrhs, .a = HD_MATRIX(dA, ldda), .b = HD_MATRIX(dB, lddb),         \
	.u = HD_MATRIX(dX, lddx)
#define ASKS(X) .type = HD_##X, .asks = true, .bytes = lwork_bytes
#define DOES(X) .type = HD_##X, .work = dWorkspace, .room = lwork_bytes, .info = d_info

#define FOR_PAIR(XY, X, T)                                                             \
	cusolverStatus_t cusolverDn##XY##gesv_bufferSize __hd_dn_gesv_size(T)          \
	{                                                                              \
		(void)dWorkspace;                                                      \
		return hd_gesv(handle, &(hd_solve){ASKS(X), ABX, .pivots = dipiv});    \
	}                                                                              \
	cusolverStatus_t cusolverDn##XY##gesv __hd_dn_gesv(T)                          \
	{                                                                              \
		return without_iterations(                                             \
			hd_gesv(handle, &(hd_solve){DOES(X), ABX, .pivots = dipiv}),   \
			iter);                                                         \
	}                                                                              \
	cusolverStatus_t cusolverDn##XY##gels_bufferSize __hd_dn_gels_size(T)          \
	{                                                                              \
		(void)dWorkspace;                                                      \
		return hd_gels(handle, &(hd_solve){ASKS(X), ABX, .m = m});             \
	}                                                                              \
	cusolverStatus_t cusolverDn##XY##gels __hd_dn_gels(T)                          \
	{                                                                              \
		return without_iterations(                                             \
			hd_gels(handle, &(hd_solve){DOES(X), ABX, .m = m}), iter);     \
	}
__hd_dn_pairs(FOR_PAIR)
