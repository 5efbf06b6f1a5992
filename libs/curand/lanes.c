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

typedef void hd_fill(const hd_draw *d, unsigned lane, unsigned *words, unsigned draws);

static void
fill_xorwow(const hd_draw *d, unsigned lane, unsigned *words, unsigned draws)
{
	for (unsigned k = 0; k < draws; k++)
		words[k] = __hd_xorwow_next(&d->g.xorwow[lane]);
}

static void
fill_mrg(const hd_draw *d, unsigned lane, unsigned *words, unsigned draws)
{
	for (unsigned k = 0; k < draws; k++)
		words[k] = __hd_mrg_next(&d->g.mrg[lane]);
}

/* What a chunk of lanes gives in all its rounds. */
static inline void
draw_chunk(const hd_draw *d, unsigned begin, hd_fill *fill)
{
	unsigned lanes = d->g.lanes, draws = hd_shape_draws(&d->shape);
	unsigned words[CHUNK * HD_MAX_DRAWS];

	for (uint64_t at = begin; at < d->atoms; at += lanes) {
		unsigned n = lanes - begin < CHUNK ? lanes - begin : CHUNK;

		if (d->atoms - at < n)
			n = (unsigned)(d->atoms - at);
		for (unsigned i = 0; i < n; i++)
			fill(d, (d->g.first + begin + i) % lanes, words + i * draws,
			     draws);
		hd_shape_atoms(&d->shape, words, d->out, at, n);
	}
}

static void
draw_xorwow(void *draw, uint64_t first, uint64_t count)
{
	for (uint64_t u = first; u < first + count; u++)
		draw_chunk(draw, (unsigned)u * CHUNK, fill_xorwow);
}

static void
draw_mrg(void *draw, uint64_t first, uint64_t count)
{
	for (uint64_t u = first; u < first + count; u++)
		draw_chunk(draw, (unsigned)u * CHUNK, fill_mrg);
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
