/* SPDX-License-Identifier: Apache-2.0 */
/* cuFFT on FFTW: what its files share.
 *
 * A plan remembers sizes and layouts. The first call that executes it in some way
 * (direction, in place or not, alignment) makes FFTW's plans for that: a hd_way of one or
 * two steps, each of them many transforms that the runtime's threads share. */
#ifndef HD_FFT_H
#define HD_FFT_H

#include "../common.h"

#include <pthread.h>

#pragma GCC visibility push(default)
#include "cufftXt.h"
#pragma GCC visibility pop

typedef enum hd_kind { HD_C2C, HD_R2C, HD_C2R } hd_kind;

/* One dimension, as FFTW's fftw_iodim64: distances are in elements. */
typedef struct hd_dim {
	ptrdiff_t n, in, out;
} hd_dim;

/* ---- load.c: FFTW ---------------------------------------------------------------- */

typedef void *hd_plan_c2c(int rank, const hd_dim *dims, int many_rank,
			  const hd_dim *many, void *in, void *out, int sign,
			  unsigned flags);
typedef void *hd_plan_real(int rank, const hd_dim *dims, int many_rank,
			   const hd_dim *many, void *in, void *out, unsigned flags);
typedef void hd_execute(void *plan, void *in, void *out);

enum {
	HD_FFTW_DESTROY_INPUT = 1,
	HD_FFTW_UNALIGNED = 2,
	HD_FFTW_PRESERVE_INPUT = 16,
	HD_FFTW_ESTIMATE = 64, /* measures nothing, so arrays are not touched */
};

/* FFTW of one precision. */
typedef struct hd_fftw {
	hd_plan_c2c *plan_c2c;
	hd_plan_real *plan_r2c, *plan_c2r;
	hd_execute *execute[3]; /* by hd_kind */
	void (*destroy)(void *plan);
} hd_fftw;

const hd_fftw *hd_fftw_load(bool is_double); /* NULL: not there, and that was said */
/* FFTW's planner is one for all threads: hd_library_lock is around it, taken after the lock
 * of a plan. */

/* ---- turn.c: between the steps of a long transform --------------------------------- */

typedef struct hd_turn hd_turn;

hd_turn *hd_turn_new(int64_t n, int sign); /* of the nth root; NULL: no memory */
void hd_turn_free(hd_turn *t);
void hd_turn_row(const hd_turn *t, void *row, bool is_double, int64_t count,
		 int64_t step);

/* ---- steps.c: from a plan to FFTW's plans ----------------------------------------- */

enum hd_place { HD_IN, HD_OUT, HD_WORK };

/* outer x inner transforms; `group` neighbours of the inner ones are one call of FFTW. */
typedef struct hd_step {
	const hd_fftw *fftw;
	hd_kind kind;
	enum hd_place from, to;
	int rank;
	hd_dim dims[3];
	int64_t outer, inner, group;
	ptrdiff_t outer_in, outer_out, inner_in, inner_out; /* bytes */
	size_t in_size, out_size;                           /* of an element */
	void *many, *one; /* FFTW's, of a group and of one transform */
	/* FFTW cannot do it without changing the input: it gets a copy, closely packed. */
	bool copies;
	int64_t copy_n[3]; /* elements of the input in each dimension */
	/* Lines with far apart elements: FFTW gets a group in rows of a buffer, in place. */
	bool packs;
	int64_t row;
	hd_turn *turn; /* if any: line i is then turned by multiples of i */
	double work;   /* of one transform, about nanoseconds */
} hd_step;

typedef struct hd_way {
	bool is_made, by_batch; /* by_batch: each transform of the batch by itself */
	int count;
	hd_step steps[2];
	void *work;
} hd_way;

typedef struct hd_layout {
	hd_dim dims[3];
	ptrdiff_t in_dist, out_dist;
} hd_layout;

typedef struct hd_plan {
	pthread_mutex_t lock; /* guards ways */
	bool is_made, auto_allocate;
	cudaStream_t stream;
	const hd_fftw *fftw;
	cufftType type;
	hd_kind kind;
	size_t in_size, out_size; /* of an element */
	int rank;
	int64_t n[3], batch;
	bool is_plain; /* without embeddings; in place, real rows are padded */
	int64_t in_embed[3], out_embed[3], in_stride, out_stride, in_dist, out_dist;
	hd_way ways[2][2][2]; /* inverse, in place, aligned */
} hd_plan;

/* Where the plan has its numbers. */
hd_layout hd_layout_of(const hd_plan *p, bool in_place);
/* How to execute it with these addresses; NULL: it cannot be. */
hd_way *hd_way_of(hd_plan *p, int direction, void *in, void *out);
void hd_ways_free(hd_plan *p);
size_t hd_buffer_bytes(const hd_step *s); /* of a step that packs */

/* ---- plan.c ---------------------------------------------------------------------- */

hd_plan *hd_plan_find(cufftHandle handle); /* NULL: there is none */

/* ---- make.c ---------------------------------------------------------------------- */

/* What a plan is asked to be. Without embeddings, strides and distances are ignored. */
typedef struct hd_request {
	cufftType type;
	int rank;
	const long long *n, *in_embed, *out_embed;
	long long in_stride, in_dist, out_stride, out_dist, batch;
	size_t *work_size; /* written: nothing here needs a work area of the program's */
} hd_request;

cufftResult hd_request_check(const hd_request *r);
cufftResult hd_request_make(cufftHandle handle, const hd_request *r);

/* ---- exec.c ---------------------------------------------------------------------- */

cufftResult hd_fft_execute(hd_plan *p, void *in, void *out, int direction);

#endif
