/* SPDX-License-Identifier: Apache-2.0 */
/* ordered(n) with depend: an iteration waits for earlier ones by their numbers. A thread
 * has its iterations in increasing order, so the lowest that is not done can go on. */
#include "dev.h"

i32 omp_get_thread_num(void);

typedef struct dim { /* as clang describes a loop of the nest */
	i64 lower, upper, step;
} dim;

struct doacross {
	i64 n;     /* loops of the nest */
	u32 *done; /* by iteration */
	dim at[];
};

static i64
trip(const dim *d)
{
	return d->step > 0 ? (d->upper - d->lower) / d->step + 1
			   : (d->lower - d->upper) / -d->step + 1;
}

static struct doacross *
new_doacross(i32 n, const dim *dims)
{
	struct doacross *d = hd_gf_malloc(sizeof *d + (u64)n * sizeof *dims);
	u64 bytes = sizeof *d->done;

	for (i32 i = 0; i < n; i++)
		bytes *= (u64)trip(&dims[i]);
	if (d)
		d->done = hd_gf_malloc(bytes);
	if (!d || !d->done)
		hd_gfx_fail("out of device memory for a loop with ordered(n)");
	d->n = n;
	hd_gf_memcpy(d->at, dims, (u64)n * sizeof *dims);
	hd_gf_memset(d->done, 0, bytes);
	return d;
}

void
__kmpc_doacross_init(ident *where, i32 thread, i32 n, const dim *dims)
{
	if (!is_team())
		return;
	if (omp_get_thread_num() == 0)
		hd_gf_team.doacross = new_doacross(n, dims);
	__kmpc_barrier(where, thread);
}

void
__kmpc_doacross_fini(ident *where, i32 thread)
{
	if (!is_team())
		return;
	__kmpc_barrier(where, thread);
	if (omp_get_thread_num() == 0) {
		hd_gf_free(hd_gf_team.doacross->done);
		hd_gf_free(hd_gf_team.doacross);
	}
	__kmpc_barrier(where, thread);
}

/* The word of an iteration; NULL: there is no such iteration. */
static u32 *
word_of(const struct doacross *d, const i64 *at)
{
	u64 k = 0;

	for (i64 i = 0; i < d->n; i++) {
		i64 n = (at[i] - d->at[i].lower) / d->at[i].step;

		if (n < 0 || n >= trip(&d->at[i]) ||
		    (d->at[i].step > 0 ? at[i] < d->at[i].lower
				       : at[i] > d->at[i].lower))
			return NULL;
		k = k * (u64)trip(&d->at[i]) + (u64)n;
	}
	return &d->done[k];
}

void
__kmpc_doacross_wait(ident *where, i32 thread, const i64 *at)
{
	u32 *word = is_team() ? word_of(hd_gf_team.doacross, at) : NULL;

	(void)where;
	(void)thread;
	while (word && !load(word))
		relax();
	fence_gpu();
}

void
__kmpc_doacross_post(ident *where, i32 thread, const i64 *at)
{
	u32 *word = is_team() ? word_of(hd_gf_team.doacross, at) : NULL;

	(void)where;
	(void)thread;
	fence_gpu();
	if (word)
		store(word, 1);
}
