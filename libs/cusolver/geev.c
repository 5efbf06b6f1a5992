/* SPDX-License-Identifier: Apache-2.0 */
/* Eigenvalues and eigenvectors of general matrices. */
#include "solver.h"

#include <string.h>

/* Real parts, then imaginary parts, become complex numbers. */
static void
interleave(hd_type type, const void *re, const void *im, int64_t n, void *to)
{
	for (int64_t i = 0; i < n; i++)
		if (type == HD_S) {
			((float *)to)[2 * i] = ((const float *)re)[i];
			((float *)to)[2 * i + 1] = ((const float *)im)[i];
		} else {
			((double *)to)[2 * i] = ((const double *)re)[i];
			((double *)to)[2 * i + 1] = ((const double *)im)[i];
		}
}

static int
run_complex(const hd_solve *s, hd_room *r, uint64_t unit)
{
	hd_work w;
	void *rwork = hd_take_unasked(r, 2 * s->n, hd_size(hd_real(s->type)), &w);
	int info = 0;

	HD_WITH_WORK(&w, r, s->type,
		     HD_LAPACK(geev_complex, s->type, &s->jobu, &s->jobv, HD_INT(s->n),
			       hd_at(s, &s->a, unit), HD_INT(s->a.ld), (void *)s->w.at,
			       hd_at(s, &s->u, unit), HD_INT(s->u.ld),
			       hd_at(s, &s->v, unit), HD_INT(s->v.ld), w.work, &w.lwork,
			       rwork, &info, 1, 1));
	return info;
}

static int
run_real(const hd_solve *s, hd_room *r, uint64_t unit)
{
	size_t size = hd_size(s->type);
	char *re = hd_take(r, 2 * s->n, size);
	char *im = re ? re + (size_t)s->n * size : NULL;
	hd_work w;
	int info = 0;

	HD_WITH_WORK(&w, r, s->type,
		     HD_LAPACK(geev, s->type, &s->jobu, &s->jobv, HD_INT(s->n),
			       hd_at(s, &s->a, unit), HD_INT(s->a.ld), re, im,
			       hd_at(s, &s->u, unit), HD_INT(s->u.ld),
			       hd_at(s, &s->v, unit), HD_INT(s->v.ld), w.work, &w.lwork,
			       &info, 1, 1));
	if (r->measures)
		return 0;
	if (s->real_w)
		memcpy((void *)s->w.at, re, 2 * (size_t)s->n * size);
	else
		interleave(s->type, re, im, s->n, (void *)s->w.at);
	return info;
}

/* u: left vectors, v: right ones. */
cusolverStatus_t
hd_geev(cusolverDnHandle_t h, hd_solve *s)
{
	s->run = hd_is_complex(s->type) ? run_complex : run_real;
	return hd_solve_do(h, s,
			   HD_WRONG(true, s->jobu, s->jobv, s->n >= 0, true, true,
				    hd_is_ld(&s->a, s->n), true, true, true, true,
				    hd_is_ld(&s->u, s->jobu == 'V' ? s->n : 1), true,
				    true, hd_is_ld(&s->v, s->jobv == 'V' ? s->n : 1)));
}
