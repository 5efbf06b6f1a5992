/* SPDX-License-Identifier: Apache-2.0 */
/* Generators of many lanes: XORWOW, MRG32k3a. The number at n comes from lane
 * (n + offset) mod lanes. */
#include "rand.h"

/* Lanes that are set up, and that are drawn from, together. */
enum { SET = 1024, CHUNK = 64 };

static uint64_t
set_units(const struct curandGenerator_st *g)
{
	return (g->lanes + SET - 1) / SET;
}

static uint64_t
draw_units(const hd_draw *d)
{
	uint64_t lanes = d->atoms < d->g.lanes ? d->atoms : d->g.lanes;

	return (lanes + CHUNK - 1) / CHUNK;
}

static unsigned
xorwow_lanes(curandOrdering_t ordering)
{
	(void)ordering;
	return 4096;
}

static unsigned
mrg_lanes(curandOrdering_t ordering)
{
	return ordering == CURAND_ORDERING_PSEUDO_LEGACY ? 4096 : 81920;
}

/* ---- setting up: each lane is one subsequence after the one before ------------------ */

static void
set_xorwow(void *draw, uint64_t first, uint64_t count)
{
	const struct curandGenerator_st *g = &((hd_draw *)draw)->g;
	uint64_t begin = first * SET, end = (first + count) * SET;
	uint64_t steps = g->offset / g->lanes;
	curandStateXORWOW_t s;

	__hd_xorwow_seed(&s, g->seed);
	hd_library_xorwow_skip(s.v, begin, true);
	hd_library_xorwow_skip(s.v, steps, false);
	s.d += 362437u * (unsigned)steps;
	for (uint64_t i = begin; i < end && i < g->lanes; i++) {
		g->xorwow[i] = s;
		if (i < g->offset % g->lanes)
			__hd_xorwow_next(&g->xorwow[i]);
		hd_library_xorwow_skip(s.v, 1, true);
	}
}

static void
set_mrg(void *draw, uint64_t first, uint64_t count)
{
	const struct curandGenerator_st *g = &((hd_draw *)draw)->g;
	uint64_t begin = first * SET, end = (first + count) * SET;
	unsigned one[9] = __hd_mrg_step1, two[9] = __hd_mrg_step2;
	curandStateMRG32k3a_t s;

	for (int i = 0; i < 76; i++) {
		__hd_mrg_multiply(one, one, one, MRG32K3A_MOD1);
		__hd_mrg_multiply(two, two, two, MRG32K3A_MOD2);
	}
	__hd_mrg_seed(&s, g->seed);
	__hd_mrg_skip_both(&s, begin, 76);
	__hd_mrg_skip_both(&s, g->offset / g->lanes, 0);
	for (uint64_t i = begin; i < end && i < g->lanes; i++) {
		g->mrg[i] = s;
		if (i < g->offset % g->lanes)
			__hd_mrg_next(&g->mrg[i]);
		__hd_mrg_apply(one, s.s1, MRG32K3A_MOD1);
		__hd_mrg_apply(two, s.s2, MRG32K3A_MOD2);
	}
}

/* ---- drawing ------------------------------------------------------------------------ */

/* Lanes from `begin` on: their states are taken, run through all rounds, and put back. */
typedef struct hd_chunk {
	unsigned begin, count; /* begin: of what the call draws from first */
	unsigned oldest;       /* of XORWOW's words */
	union {
		struct {
			unsigned d[CHUNK], v[5][CHUNK];
		} xorwow; /* word by word, so that lanes are vectors */
		curandStateMRG32k3a_t mrg[CHUNK];
	};
} hd_chunk;

typedef void hd_move(const hd_draw *d, hd_chunk *c);
typedef void hd_next(hd_chunk *c, unsigned *words, unsigned draws);

static unsigned
lane_of(const hd_draw *d, const hd_chunk *c, unsigned i)
{
	return (d->g.first + c->begin + i) % d->g.lanes;
}

static void
take_xorwow(const hd_draw *d, hd_chunk *c)
{
	c->oldest = 0;
	for (unsigned i = 0; i < c->count; i++) {
		const curandStateXORWOW_t *s = &d->g.xorwow[lane_of(d, c, i)];

		c->xorwow.d[i] = s->d;
		for (unsigned k = 0; k < 5; k++)
			c->xorwow.v[k][i] = s->v[k];
	}
}

static void
put_xorwow(const hd_draw *d, hd_chunk *c)
{
	for (unsigned i = 0; i < c->count; i++) {
		curandStateXORWOW_t *s = &d->g.xorwow[lane_of(d, c, i)];

		s->d = c->xorwow.d[i];
		for (unsigned k = 0; k < 5; k++)
			s->v[k] = c->xorwow.v[(c->oldest + k) % 5][i];
	}
}

/* __hd_xorwow_next of all lanes; the new word takes the place of the oldest. */
static void
next_xorwow(hd_chunk *c, unsigned *words, unsigned draws)
{
	for (unsigned k = 0; k < draws; k++) {
		unsigned *restrict old = c->xorwow.v[c->oldest];
		const unsigned *restrict last = c->xorwow.v[(c->oldest + 4) % 5];
		unsigned *restrict d = c->xorwow.d;
		unsigned out[CHUNK];

		for (unsigned i = 0; i < CHUNK; i++) {
			unsigned t = old[i] ^ old[i] >> 2;

			old[i] = (last[i] ^ last[i] << 4) ^ (t ^ t << 1);
			d[i] += 362437;
			out[i] = old[i] + d[i];
		}
		for (unsigned i = 0; i < CHUNK; i++)
			words[i * draws + k] = out[i];
		c->oldest = (c->oldest + 1) % 5;
	}
}

static void
take_mrg(const hd_draw *d, hd_chunk *c)
{
	for (unsigned i = 0; i < c->count; i++)
		c->mrg[i] = d->g.mrg[lane_of(d, c, i)];
}

static void
put_mrg(const hd_draw *d, hd_chunk *c)
{
	for (unsigned i = 0; i < c->count; i++)
		d->g.mrg[lane_of(d, c, i)] = c->mrg[i];
}

static void
next_mrg(hd_chunk *c, unsigned *words, unsigned draws)
{
	for (unsigned i = 0; i < c->count; i++)
		for (unsigned k = 0; k < draws; k++)
			words[i * draws + k] = __hd_mrg_next(&c->mrg[i]);
}

static uint64_t
least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* What a chunk gives in all rounds. In the last one fewer lanes may be asked: those that
 * are not are not run through. */
static void
draw_chunk(const hd_draw *d, unsigned begin, hd_move *take, hd_move *put, hd_next *next)
{
	unsigned draws = hd_shape_draws(&d->shape);
	unsigned words[CHUNK * HD_MAX_DRAWS];
	hd_chunk c = {.begin = begin};
	uint64_t at = begin;

	while (at < d->atoms) {
		uint64_t left = d->atoms - at;

		c.count = (unsigned)least(left, least(CHUNK, d->g.lanes - begin));
		take(d, &c);
		for (; at + c.count <= d->atoms; at += d->g.lanes) {
			next(&c, words, draws);
			hd_shape_atoms(&d->shape, words, d->out, at, c.count);
		}
		put(d, &c);
	}
}

static void
draw_xorwow(void *draw, uint64_t first, uint64_t count)
{
	for (uint64_t u = first; u < first + count; u++)
		draw_chunk(draw, (unsigned)u * CHUNK, take_xorwow, put_xorwow,
			   next_xorwow);
}

static void
draw_mrg(void *draw, uint64_t first, uint64_t count)
{
	for (uint64_t u = first; u < first + count; u++)
		draw_chunk(draw, (unsigned)u * CHUNK, take_mrg, put_mrg, next_mrg);
}

const hd_method hd_xorwow = {
	.state_bytes = sizeof(curandStateXORWOW_t),
	.lanes = xorwow_lanes,
	.has_offset = true,
	.set_units = set_units,
	.draw_units = draw_units,
	.set = set_xorwow,
	.draw = draw_xorwow,
};
const hd_method hd_mrg = {
	.state_bytes = sizeof(curandStateMRG32k3a_t),
	.lanes = mrg_lanes,
	.has_offset = true,
	.set_units = set_units,
	.draw_units = draw_units,
	.set = set_mrg,
	.draw = draw_mrg,
};
