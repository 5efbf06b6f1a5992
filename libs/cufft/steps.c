/* SPDX-License-Identifier: Apache-2.0 */
/* From a plan to FFTW's plans.
 *
 * The transforms of a batch are one step. Large ones of two or three dimensions are
 * two: the last dimensions of each plane, and then lines along the first; from complex to
 * real numbers in the other order. What is chosen does not depend on the threads, so that
 * neither do results. */
#include "fft.h"

#include <math.h>
#include <stdlib.h>

/* FFTW's plans are for addresses that are, or need not be, multiples of this. */
static const uintptr_t ALIGNMENT = 16;

/* Elements that are worth a call of FFTW; those from which a transform is worth two
 * steps; how many lines of the second step are packed together, and the space between
 * them, without which they would share few sets of a cache. */
enum { CALL_ELEMENTS = 2048, LARGE_ELEMENTS = 1 << 15, LINES = 16, SPACE = 8 };
/* From where on, and up to which batch, a transform of one dimension is two steps; the
 * shortest of its lines. */
enum { LONG_ELEMENTS = 1 << 16, LONG_BATCH = 8, LONG_LINE = 64 };
/* Elements between those of a line that are far apart. */
enum { FAR = 8 };

hd_layout
hd_layout_of(const hd_plan *p, bool in_place)
{
	hd_layout l = {0};
	int last = p->rank - 1;
	int64_t half = p->n[last] / 2 + 1, in_stride = 1, out_stride = 1;
	int64_t in_n = p->kind == HD_C2R ? half : p->n[last];
	int64_t out_n = p->kind == HD_R2C ? half : p->n[last];

	if (in_place && p->kind == HD_R2C)
		in_n = 2 * half;
	if (in_place && p->kind == HD_C2R)
		out_n = 2 * half;
	if (!p->is_plain) {
		in_stride = p->in_stride;
		out_stride = p->out_stride;
	}
	for (int k = last; k >= 0; k--) {
		l.dims[k] = (hd_dim){p->n[k], in_stride, out_stride};
		if (p->is_plain) {
			in_stride *= k == last ? in_n : p->n[k];
			out_stride *= k == last ? out_n : p->n[k];
		} else {
			in_stride *= p->in_embed[k];
			out_stride *= p->out_embed[k];
		}
	}
	l.in_dist = p->is_plain ? in_stride : p->in_dist;
	l.out_dist = p->is_plain ? out_stride : p->out_dist;
	return l;
}

size_t
hd_buffer_bytes(const hd_step *s)
{
	return ((size_t)(s->group * s->row) * s->in_size + 63) / 64 * 64;
}

/* ---- one step --------------------------------------------------------------------- */

static void *
ask_planner(const hd_step *s, int many, int direction, void *const at[2], bool aligned)
{
	hd_dim lines = {s->group, s->inner_in / (ptrdiff_t)s->in_size,
			s->inner_out / (ptrdiff_t)s->out_size};
	unsigned flags = HD_FFTW_ESTIMATE | (aligned ? 0 : HD_FFTW_UNALIGNED);
	const hd_fftw *f = s->fftw;

	if (s->kind == HD_C2C)
		return f->plan_c2c(s->rank, s->dims, many, &lines, at[0], at[1],
				   direction, flags);
	if (s->kind == HD_R2C)
		return f->plan_r2c(s->rank, s->dims, many, &lines, at[0], at[1], flags);
	if (s->copies || s->from == HD_WORK || at[0] == at[1])
		flags |= HD_FFTW_DESTROY_INPUT;
	else
		flags |= HD_FFTW_PRESERVE_INPUT;
	return f->plan_c2r(s->rank, s->dims, many, &lines, at[0], at[1], flags);
}

/* The input of FFTW is a copy of one transform's. */
static void *
plan_copying(hd_step *s, int direction, void *out, bool aligned)
{
	int64_t elements = 1;
	void *copy, *plan;

	s->copies = true;
	s->group = 1;
	for (int k = s->rank - 1; k >= 0; k--) {
		s->copy_n[k] = s->dims[k].n;
		if (s->kind == HD_C2R && k == s->rank - 1)
			s->copy_n[k] = s->dims[k].n / 2 + 1;
		elements *= s->copy_n[k];
	}
	copy = malloc((size_t)elements * s->in_size);
	if (!copy)
		return NULL;
	hd_step packed = *s;
	ptrdiff_t stride = 1;

	for (int k = s->rank - 1; k >= 0; k--) {
		packed.dims[k].in = stride;
		stride *= s->copy_n[k];
	}
	plan = ask_planner(&packed, 0, direction, (void *[]){copy, out}, aligned);
	free(copy);
	return plan;
}

/* Plans for a buffer that each thread has for itself. */
static bool
plan_packing(hd_step *s, int direction)
{
	hd_step rows = *s;
	void *buffer = aligned_alloc(64, hd_buffer_bytes(s));

	if (!buffer)
		return false;
	rows.dims[0].in = rows.dims[0].out = 1;
	rows.inner_in = rows.inner_out = s->row * (ptrdiff_t)s->in_size;
	hd_library_lock();
	s->many = ask_planner(&rows, 1, direction, (void *[]){buffer, buffer}, true);
	s->one = ask_planner(&rows, 0, direction, (void *[]){buffer, buffer}, true);
	hd_library_unlock();
	free(buffer);
	return s->many && s->one;
}

static bool
plan_step(hd_step *s, int direction, void *const at[2], bool aligned)
{
	uintptr_t outer = (uintptr_t)s->outer_in | (uintptr_t)s->outer_out;
	uintptr_t inner = (uintptr_t)s->inner_in | (uintptr_t)s->inner_out;
	uintptr_t grouped = (uintptr_t)(s->inner_in * s->group) |
			    (uintptr_t)(s->inner_out * s->group);
	bool one_aligned = aligned && (outer | inner) % ALIGNMENT == 0;
	bool many_aligned = aligned && (outer | grouped) % ALIGNMENT == 0;

	if (s->packs)
		return plan_packing(s, direction);
	hd_library_lock();
	if (!s->copies && s->group > 1)
		s->many = ask_planner(s, 1, direction, at, many_aligned);
	if (!s->copies && (!s->many || s->inner % s->group))
		s->one = ask_planner(s, 0, direction, at, one_aligned);
	if (!s->many && !s->one)
		s->one = plan_copying(s, direction, at[1], one_aligned);
	if (!s->many)
		s->group = 1;
	hd_library_unlock();
	return s->one || (s->many && s->inner % s->group == 0);
}

/* ---- the steps of a way ----------------------------------------------------------- */

static double
work_of(const hd_step *s)
{
	double elements = 1;

	for (int k = 0; k < s->rank; k++)
		elements *= (double)s->dims[k].n;
	return elements * (1 + log2(elements + 1)) / 2;
}

static hd_step
step_of(const hd_plan *p, hd_kind kind, int rank, const hd_dim *dims)
{
	hd_step s = {.fftw = p->fftw, .kind = kind, .from = HD_IN, .to = HD_OUT};

	s.rank = rank;
	for (int k = 0; k < rank; k++)
		s.dims[k] = dims[k];
	s.outer = s.inner = s.group = 1;
	s.in_size = p->in_size;
	s.out_size = p->out_size;
	s.work = work_of(&s);
	return s;
}

static bool
is_large(const hd_plan *p, const hd_layout *l, bool in_place)
{
	int64_t elements = 1;

	for (int k = 0; k < p->rank; k++)
		elements *= p->n[k];
	if (p->rank < 2 || elements < LARGE_ELEMENTS)
		return false;
	/* In place, threads must not meet. */
	for (int k = 0; in_place && k < p->rank; k++) {
		ptrdiff_t in = l->dims[k].in * (ptrdiff_t)p->in_size;
		ptrdiff_t out = l->dims[k].out * (ptrdiff_t)p->out_size;

		if (in != out && (k < p->rank - 1 || p->kind == HD_C2C))
			return false;
	}
	return true;
}

static void
make_batch(hd_way *w, const hd_plan *p, const hd_layout *l, bool in_place)
{
	hd_step *s = &w->steps[0];
	int64_t elements = 1;

	*s = step_of(p, p->kind, p->rank, l->dims);
	for (int k = 0; k < p->rank; k++)
		elements *= p->n[k];
	s->inner = p->batch;
	s->inner_in = l->in_dist * (ptrdiff_t)p->in_size;
	s->inner_out = l->out_dist * (ptrdiff_t)p->out_size;
	s->group = elements < CALL_ELEMENTS ? CALL_ELEMENTS / elements : 1;
	if (s->group > s->inner)
		s->group = s->inner;
	s->copies = p->kind == HD_C2R && p->rank > 1 && !in_place;
	w->count = 1;
}

/* Complex lines along the first dimension; all but the last of `dims` are of the plan. */
static hd_step
step_of_lines(const hd_plan *p, const hd_dim *dims, int64_t width)
{
	hd_step s = step_of(p, HD_C2C, 1, dims);
	size_t size = p->kind == HD_C2R ? p->in_size : p->out_size;
	const hd_dim *last = &dims[p->rank - 1];

	s.in_size = s.out_size = size;
	s.inner = width;
	s.inner_in = last->in * (ptrdiff_t)size;
	s.inner_out = last->out * (ptrdiff_t)size;
	s.group = width < LINES ? width : LINES;
	s.packs = true;
	s.row = (dims[0].n + SPACE + 1) / 2 * 2;
	if (p->rank == 3) {
		s.outer = dims[1].n;
		s.outer_in = dims[1].in * (ptrdiff_t)size;
		s.outer_out = dims[1].out * (ptrdiff_t)size;
	}
	return s;
}

static bool
make_large(hd_way *w, const hd_plan *p, const hd_layout *l, bool in_place)
{
	hd_dim line[3], plane[3];
	int64_t width = p->n[p->rank - 1], packed = 1;
	bool to_real = p->kind == HD_C2R;

	if (p->kind != HD_C2C)
		width = width / 2 + 1;
	for (int k = p->rank - 1; k >= 0; k--) {
		line[k] = plane[k] = l->dims[k];
		if (!to_real)
			line[k].in = line[k].out; /* on what the planes have written */
		else if (in_place)
			line[k].out = line[k].in;
		else
			line[k].out = plane[k].in = packed;
		packed *= k == p->rank - 1 ? width : p->n[k];
	}
	hd_step planes = step_of(p, p->kind, p->rank - 1, plane + 1);
	hd_step lines = step_of_lines(p, line, width);

	planes.inner = p->n[0];
	planes.inner_in = plane[0].in * (ptrdiff_t)p->in_size;
	planes.inner_out = plane[0].out * (ptrdiff_t)p->out_size;
	w->by_batch = true;
	w->count = 2;
	w->steps[to_real] = planes;
	w->steps[!to_real] = lines;
	if (!to_real) {
		w->steps[1].from = HD_OUT;
	} else if (in_place) {
		w->steps[0].to = HD_IN;
	} else {
		w->steps[0].to = w->steps[1].from = HD_WORK;
		w->work =
			aligned_alloc(64, ((size_t)packed * p->in_size + 63) / 64 * 64);
		return w->work;
	}
	return true;
}

/* ---- a long transform of one dimension: turn.c says how ----------------------------- */

/* The largest divisor of n up to its root, if it is worth it; else 0. */
static int64_t
length_of_lines(const hd_plan *p)
{
	int64_t n = p->n[0], a = (int64_t)sqrt((double)n);

	if (p->rank != 1 || p->kind != HD_C2C || n < LONG_ELEMENTS ||
	    p->batch > LONG_BATCH)
		return 0;
	while (a >= LONG_LINE && n % a)
		a--;
	return a >= LONG_LINE ? a : 0;
}

static hd_step
step_of_long(const hd_plan *p, hd_dim along, hd_dim across)
{
	hd_dim dims[] = {along};
	hd_step s = step_of(p, HD_C2C, 1, dims);

	s.inner = across.n;
	s.inner_in = across.in * (ptrdiff_t)p->in_size;
	s.inner_out = across.out * (ptrdiff_t)p->in_size;
	s.group = across.n < LINES ? across.n : LINES;
	s.packs = true;
	s.row = (along.n + SPACE + 1) / 2 * 2;
	return s;
}

static bool
make_long(hd_way *w, const hd_plan *p, const hd_dim *d, int direction)
{
	int64_t a = length_of_lines(p), b = d->n / a;

	w->by_batch = true;
	w->count = 2;
	w->steps[0] = step_of_long(p, (hd_dim){a, b * d->in, b}, (hd_dim){b, d->in, 1});
	w->steps[1] =
		step_of_long(p, (hd_dim){b, 1, a * d->out}, (hd_dim){a, b, d->out});
	w->steps[0].to = w->steps[1].from = HD_WORK;
	w->steps[0].turn = hd_turn_new(d->n, direction);
	w->work = aligned_alloc(64, ((size_t)d->n * p->in_size + 63) / 64 * 64);
	return w->steps[0].turn && w->work;
}

/* Columns of a matrix, and the like: far apart elements, and near transforms. */
static bool
is_far(const hd_plan *p, const hd_layout *l)
{
	const hd_dim *d = &l->dims[0];

	return p->rank == 1 && p->kind == HD_C2C && d->n >= LONG_LINE && d->in >= FAR &&
	       d->out >= FAR && l->in_dist < d->in && l->out_dist < d->out;
}

static bool
make_way(hd_way *w, hd_plan *p, int direction, void *const at[2], bool aligned)
{
	bool in_place = at[0] == at[1];
	hd_layout l = hd_layout_of(p, in_place);
	uintptr_t dists =
		(uintptr_t)l.in_dist * p->in_size | (uintptr_t)l.out_dist * p->out_size;

	if (is_large(p, &l, in_place)) {
		if (!make_large(w, p, &l, in_place))
			return false;
		aligned = aligned && (p->batch == 1 || dists % ALIGNMENT == 0);
	} else if (length_of_lines(p)) {
		if (!make_long(w, p, &l.dims[0], direction))
			return false;
	} else if (is_far(p, &l)) {
		w->steps[0] = step_of_long(p, l.dims[0],
					   (hd_dim){p->batch, l.in_dist, l.out_dist});
		w->count = 1;
	} else {
		make_batch(w, p, &l, in_place);
	}
	for (int i = 0; i < w->count; i++) {
		hd_step *s = &w->steps[i];
		void *const places[] = {at[0], at[1], w->work};

		if (!plan_step(s, direction, (void *[]){places[s->from], places[s->to]},
			       aligned))
			return false;
	}
	return true;
}

static void
free_way(hd_way *w, const hd_fftw *fftw)
{
	hd_library_lock();
	for (int i = 0; i < w->count; i++) {
		if (w->steps[i].many)
			fftw->destroy(w->steps[i].many);
		if (w->steps[i].one)
			fftw->destroy(w->steps[i].one);
		hd_turn_free(w->steps[i].turn);
	}
	hd_library_unlock();
	free(w->work);
	*w = (hd_way){0};
}

hd_way *
hd_way_of(hd_plan *p, int direction, void *in, void *out)
{
	bool aligned = ((uintptr_t)in | (uintptr_t)out) % ALIGNMENT == 0;
	hd_way *w = &p->ways[direction == CUFFT_INVERSE][in == out][aligned];

	pthread_mutex_lock(&p->lock);
	if (!w->is_made) {
		w->is_made = make_way(w, p, direction, (void *[]){in, out}, aligned);
		if (!w->is_made)
			free_way(w, p->fftw);
	}
	pthread_mutex_unlock(&p->lock);
	return w->is_made ? w : NULL;
}

void
hd_ways_free(hd_plan *p)
{
	for (int i = 0; i < 8; i++)
		free_way(&p->ways[i >> 2][i >> 1 & 1][i & 1], p->fftw);
}
