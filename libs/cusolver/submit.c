/* SPDX-License-Identifier: Apache-2.0 */
/* From a checked call to an operation of the handle's stream, with memory to work with. */
#include "solver.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---------------------------------------------------------------------- */

enum { ALIGNMENT = 64 };

void *
hd_take(hd_room *r, int64_t count, size_t size)
{
	size_t bytes = ((size_t)(count > 0 ? count : 1) * size + ALIGNMENT - 1) /
		       ALIGNMENT * ALIGNMENT;
	void *p;

	r->needed += bytes;
	if (r->measures)
		return NULL;
	if (r->at && r->left >= bytes) {
		p = r->at;
		r->at += bytes;
		r->left -= bytes;
		return p;
	}
	p = aligned_alloc(ALIGNMENT, bytes);
	if (!p || r->owns == HD_OWN_PIECES)
		abort(); /* the call was accepted: there is no way back from here */
	return r->own[r->owns++] = p;
}

void *
hd_take_unasked(hd_room *r, int64_t count, size_t size, hd_work *w)
{
	void *p = hd_take(r, count, size);

	return p ? p : w->ignored;
}

static void
use_caller_memory(hd_room *r, const hd_solve *s)
{
	size_t skip = (ALIGNMENT - (uintptr_t)s->work % ALIGNMENT) % ALIGNMENT;

	if (!s->work || s->room <= skip)
		return;
	r->at = (char *)s->work + skip;
	r->left = s->room - skip;
}

void
hd_ask(hd_work *w)
{
	memset(w->asked, 0, sizeof w->asked);
	w->work = w->asked[0];
	w->rwork = w->asked[1];
	w->iwork = (int *)w->asked[2];
	w->lwork = w->lrwork = w->liwork = -1;
}

/* A float may be rounded down. */
static int64_t
whole(const void *number, hd_type type)
{
	if (hd_real(type) == HD_S)
		return (int64_t)((double)*(const float *)number * (1 + 0x1p-23));
	return (int64_t)*(const double *)number;
}

static int
count_of(hd_room *r, int64_t count)
{
	r->too_large |= count < 0 || count > INT_MAX;
	return count < 1 || count > INT_MAX ? 1 : (int)count;
}

void
hd_take_asked(hd_work *w, hd_room *r, hd_type type)
{
	w->lwork = count_of(r, whole(w->asked[0], type));
	w->lrwork = count_of(r, whole(w->asked[1], type));
	w->liwork = count_of(r, *(int *)w->asked[2]);
	w->work = hd_take(r, w->lwork, hd_size(type));
	w->rwork = hd_take(r, w->lrwork, hd_size(hd_real(type)));
	w->iwork = hd_take(r, w->liwork, sizeof(int));
}

/* ---- matrices -------------------------------------------------------------------- */

void *
hd_at(const hd_solve *s, const hd_matrix *m, uint64_t unit)
{
	size_t size = hd_size(m == &s->w ? hd_real(s->type) : s->type);

	if (!m->at)
		return NULL;
	if (m->many)
		return ((void *const *)m->at)[unit];
	return (char *)m->at + (int64_t)unit * m->stride * (int64_t)size;
}

void *
hd_column(const hd_solve *s, void *matrix, int64_t ld, int64_t j)
{
	return (char *)matrix + j * ld * (int64_t)hd_size(s->type);
}

/* ---- submitting ------------------------------------------------------------------ */

int
hd_first_wrong(const bool *are_good, int count)
{
	for (int i = 0; i < count; i++)
		if (!are_good[i])
			return i + 1;
	return 0;
}

static void
run_units(void *args, uint64_t first, uint64_t count)
{
	const hd_solve *s = args;
	int old = hd_lapack_enter();

	for (uint64_t i = first; i < first + count; i++) {
		hd_room r = {0};
		int info;

		if (!s->batched) /* others would share it */
			use_caller_memory(&r, s);
		info = s->run(s, &r, i);
		if (s->info && (!s->one_info || !i))
			s->info[s->one_info ? 0 : i] = info;
		while (r.owns)
			free(r.own[--r.owns]);
	}
	hd_lapack_leave(old);
}

/* Only says what is wrong. */
static int
run_refusal(const hd_solve *s, hd_room *r, uint64_t unit)
{
	(void)r, (void)unit;
	return -(int)s->k;
}

static cusolverStatus_t
submit(cusolverDnHandle_t h, const hd_solve *s)
{
	double m = (double)(s->m > s->n ? s->m : s->n);
	double work = m * (double)s->n * (double)(s->n + s->k) * 0.2 + 500;
	uint64_t units = s->batched ? (uint64_t)s->batch : 1;
	hd_library_call call = {
		.fn = run_units,
		.args = s,
		.bytes = sizeof *s,
		.units = units,
		.grain = hd_grain(work),
		.is_long = hd_is_long(work * (double)units),
	};

	return hd_status_of(s->waits ? hd_library_run(h->stream, &call)
				     : hd_library_submit(h->stream, &call));
}

static cusolverStatus_t
refuse(cusolverDnHandle_t h, const hd_solve *s, int wrong)
{
	hd_solve no = {.run = run_refusal, .k = wrong, .info = s->info};

	if (!s->asks && s->info)
		submit(h, &no);
	return CUSOLVER_STATUS_INVALID_VALUE;
}

/* Dimensions are ints to LAPACK. */
static bool
is_too_large(const hd_solve *s)
{
	const int64_t sizes[] = {s->m,    s->n,    s->k,    s->k1,  s->k2,
				 s->a.ld, s->b.ld, s->u.ld, s->v.ld};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		if (sizes[i] > INT_MAX)
			return true;
	return false;
}

/* At least one element, as cudaMalloc of nothing gives no address. */
static cusolverStatus_t
answer(const hd_solve *s, const hd_room *r)
{
	size_t bytes = r->needed + ALIGNMENT;
	size_t elements = (bytes + hd_size(s->type) - 1) / hd_size(s->type);

	if (s->elements && elements > INT_MAX)
		return CUSOLVER_STATUS_NOT_SUPPORTED;
	if (s->elements)
		*s->elements = (int)elements;
	if (s->bytes)
		*s->bytes = bytes;
	if (s->host_bytes)
		*s->host_bytes = 0;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t
hd_solve_do(cusolverDnHandle_t h, hd_solve *s, int wrong)
{
	hd_room r = {.measures = true};

	if (!hd_is_handle(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (wrong || (s->asks && !s->elements && !s->bytes))
		return refuse(h, s, wrong);
	if (is_too_large(s))
		return CUSOLVER_STATUS_NOT_SUPPORTED;
	if (s->batched && !s->batch && !s->asks)
		return CUSOLVER_STATUS_SUCCESS;
	if (!s->a.many) /* addresses may not be there yet */
		s->run(s, &r, 0);
	if (r.too_large)
		return CUSOLVER_STATUS_NOT_SUPPORTED;
	return s->asks ? answer(s, &r) : submit(h, s);
}

/* ---- enumerators ----------------------------------------------------------------- */

char
hd_conjugate(cublasOperation_t op, hd_type type)
{
	if (op == CUBLAS_OP_N)
		return 'N';
	if (hd_is_complex(type))
		return op == CUBLAS_OP_C ? 'C' : 0;
	return op == CUBLAS_OP_T || op == CUBLAS_OP_C ? 'T' : 0;
}

char
hd_jobz(cusolverEigMode_t jobz)
{
	return (unsigned)jobz < 2 ? "NV"[jobz] : 0;
}

char
hd_range(cusolverEigRange_t range)
{
	unsigned which = (unsigned)range - CUSOLVER_EIG_RANGE_ALL;

	return which < 3 ? "AIV"[which] : 0;
}
