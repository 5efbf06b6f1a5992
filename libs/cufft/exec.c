/* SPDX-License-Identifier: Apache-2.0 */
/* Executing plans: their steps become work of a stream. */
#include "fft.h"

#include <stdlib.h>
#include <string.h>

/* What a unit gets. */
struct call {
	const hd_step *step;
	char *in, *out;
};

/* Strided elements, to others that follow each other. */
static void
pack(const hd_step *s, const char *from, char *to)
{
	hd_dim d[3] = {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
	int first = 3 - s->rank;
	size_t size = s->in_size;

	for (int k = 0; k < s->rank; k++)
		d[first + k] = (hd_dim){s->copy_n[k], s->dims[k].in, 0};
	for (ptrdiff_t i = 0; i < d[0].n; i++)
		for (ptrdiff_t j = 0; j < d[1].n; j++)
			for (ptrdiff_t k = 0; k < d[2].n; k++, to += size)
				memcpy(to,
				       from + (i * d[0].in + j * d[1].in +
					       k * d[2].in) *
						       (ptrdiff_t)size,
				       size);
}

static void
run_one(const hd_step *s, char *in, char *out)
{
	size_t bytes = s->in_size;
	void *copy;

	if (!s->copies) {
		s->fftw->execute[s->kind](s->one, in, out);
		return;
	}
	for (int k = 0; k < s->rank; k++)
		bytes *= (size_t)s->copy_n[k];
	copy = malloc(bytes);
	if (!copy)
		abort(); /* a kernel could not say it either */
	pack(s, in, copy);
	s->fftw->execute[s->kind](s->one, copy, out);
	free(copy);
}

/* Lines become rows of the buffer, and rows lines again. */
#define MOVE_LINES(name, type)                                                         \
	static void name(const hd_step *s, char *lines, char *rows, int64_t count,     \
			 bool back)                                                    \
	{                                                                              \
		ptrdiff_t along = (back ? s->dims[0].out : s->dims[0].in);             \
		ptrdiff_t across = back ? s->inner_out : s->inner_in;                  \
		type *row = (type *)rows;                                              \
                                                                                       \
		across /= (ptrdiff_t)sizeof(type);                                     \
		for (ptrdiff_t i = 0; i < s->dims[0].n; i++, row++) {                  \
			type *line = (type *)lines + i * along;                        \
                                                                                       \
			for (int64_t k = 0; !back && k < count; k++)                   \
				row[k * s->row] = line[k * across];                    \
			for (int64_t k = 0; back && k < count; k++)                    \
				line[k * across] = row[k * s->row];                    \
		}                                                                      \
	}
MOVE_LINES(move_single, cufftComplex)
MOVE_LINES(move_double, cufftDoubleComplex)

/* Lines from `first` on; there are `count`. */
static void
run_packed(const hd_step *s, const struct call *c, char *buffer, int64_t first,
	   int64_t count)
{
	bool is_double = s->in_size == sizeof(cufftDoubleComplex);
	int64_t row = s->row * (int64_t)s->in_size;

	(is_double ? move_double : move_single)(s, c->in, buffer, count, false);
	if (count == s->group)
		s->fftw->execute[s->kind](s->many, buffer, buffer);
	else
		for (int64_t k = 0; k < count; k++)
			s->fftw->execute[s->kind](s->one, buffer + k * row,
						  buffer + k * row);
	for (int64_t k = 0; s->turn && k < count; k++)
		hd_turn_row(s->turn, buffer + k * row, is_double, s->dims[0].n,
			    first + k);
	(is_double ? move_double : move_single)(s, c->out, buffer, count, true);
}

/* Transforms that follow each other, up to a group. */
static void
run_group(const hd_step *s, char *in, char *out, int64_t count)
{
	if (s->many && count == s->group) {
		s->fftw->execute[s->kind](s->many, in, out);
		return;
	}
	for (; count; count--, in += s->inner_in, out += s->inner_out)
		run_one(s, in, out);
}

static void
run_units(void *args, uint64_t first, uint64_t count)
{
	const struct call *c = args;
	const hd_step *s = c->step;
	uint64_t groups = (uint64_t)((s->inner + s->group - 1) / s->group);
	char *buffer = s->packs ? aligned_alloc(64, hd_buffer_bytes(s)) : NULL;

	if (s->packs && !buffer)
		abort();
	for (uint64_t u = first; u < first + count; u++) {
		int64_t i = (int64_t)(u / groups), j = (int64_t)(u % groups) * s->group;
		int64_t n = s->inner - j < s->group ? s->inner - j : s->group;
		struct call at = {s, c->in + i * s->outer_in + j * s->inner_in,
				  c->out + i * s->outer_out + j * s->inner_out};

		if (s->packs)
			run_packed(s, &at, buffer, j, n);
		else
			run_group(s, at.in, at.out, n);
	}
	free(buffer);
}

static cufftResult
submit(cudaStream_t stream, const hd_step *s, char *const places[3])
{
	struct call c = {s, places[s->from], places[s->to]};
	int64_t groups = (s->inner + s->group - 1) / s->group;
	double unit = s->work * (double)s->group;
	hd_library_call call = {
		.fn = run_units,
		.args = &c,
		.bytes = sizeof c,
		.units = (uint64_t)(s->outer * groups),
		.grain = hd_grain(unit),
		.is_long = hd_is_long(unit * (double)(s->outer * groups)),
	};

	return hd_library_submit(stream, &call) == cudaSuccess ? CUFFT_SUCCESS
							       : CUFFT_EXEC_FAILED;
}

cufftResult
hd_fft_execute(hd_plan *p, void *in, void *out, int direction)
{
	hd_layout l = hd_layout_of(p, in == out);
	int64_t rounds = 1;
	hd_way *w;

	if (!in || !out)
		return CUFFT_INVALID_VALUE;
	if (p->kind != HD_C2C)
		direction = p->kind == HD_R2C ? CUFFT_FORWARD : CUFFT_INVERSE;
	if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE)
		return CUFFT_INVALID_VALUE;
	w = hd_way_of(p, direction, in, out);
	if (!w)
		return CUFFT_EXEC_FAILED;
	if (w->by_batch)
		rounds = p->batch;
	for (int64_t b = 0; b < rounds; b++)
		for (int i = 0; i < w->count; i++) {
			char *const places[] = {
				(char *)in + b * l.in_dist * (ptrdiff_t)p->in_size,
				(char *)out + b * l.out_dist * (ptrdiff_t)p->out_size,
				w->work,
			};
			cufftResult result = submit(p->stream, &w->steps[i], places);

			if (result != CUFFT_SUCCESS)
				return result;
		}
	return CUFFT_SUCCESS;
}

static cufftResult
execute(cufftHandle plan, cufftType type, const void *in, void *out, int direction)
{
	hd_plan *p = hd_plan_find(plan);

	if (!p || !p->is_made)
		return CUFFT_INVALID_PLAN;
	if (p->type != type)
		return CUFFT_INVALID_TYPE;
	return hd_fft_execute(p, (void *)in, out, direction);
}

cufftResult
cufftExecC2C(cufftHandle plan, cufftComplex *in, cufftComplex *out, int direction)
{
	return execute(plan, CUFFT_C2C, in, out, direction);
}

cufftResult
cufftExecR2C(cufftHandle plan, cufftReal *in, cufftComplex *out)
{
	return execute(plan, CUFFT_R2C, in, out, CUFFT_FORWARD);
}

cufftResult
cufftExecC2R(cufftHandle plan, cufftComplex *in, cufftReal *out)
{
	return execute(plan, CUFFT_C2R, in, out, CUFFT_INVERSE);
}

cufftResult
cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleComplex *out,
	     int direction)
{
	return execute(plan, CUFFT_Z2Z, in, out, direction);
}

cufftResult
cufftExecD2Z(cufftHandle plan, cufftDoubleReal *in, cufftDoubleComplex *out)
{
	return execute(plan, CUFFT_D2Z, in, out, CUFFT_FORWARD);
}

cufftResult
cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleReal *out)
{
	return execute(plan, CUFFT_Z2D, in, out, CUFFT_INVERSE);
}
