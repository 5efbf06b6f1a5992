/* SPDX-License-Identifier: Apache-2.0 */
/* Generators without lanes of their own: Philox, whose words are a function of the
 * position, and MT19937. */
#include "rand.h"

enum { CHUNK = 256, TWISTER_MIDDLE = 397, TWISTER_WORDS = 624 };

static unsigned
one_lane(curandOrdering_t ordering)
{
	(void)ordering;
	return 1;
}

static uint64_t
one_unit(const struct curandGenerator_st *g)
{
	(void)g;
	return 1;
}

/* ---- Philox ------------------------------------------------------------------------- */

static uint64_t
philox_units(const hd_draw *d)
{
	return (d->atoms + CHUNK - 1) / CHUNK;
}

static void
set_philox(void *draw, uint64_t first, uint64_t count)
{
	(void)draw, (void)first, (void)count;
}

/* Subsequences that give four numbers in turn: a block of words, two for doubles. */
static const uint64_t PHILOX_LANES = 65536;

static unsigned
blocks_in_turn(const hd_shape *s)
{
	return s->form == HD_UNIFORM_DOUBLE || s->form == HD_NORMAL_DOUBLE ||
			       s->form == HD_LOG_NORMAL_DOUBLE
		       ? 2
		       : 1;
}

/* Words from a position on: whole blocks, and where in them the first one is. */
static const unsigned *
fill_philox(const hd_draw *d, uint64_t position, uint4 *blocks, unsigned count)
{
	uint2 key = {(unsigned)d->g.seed, (unsigned)(d->g.seed >> 32)};
	uint64_t first = position / 4, turn = blocks_in_turn(&d->shape);
	unsigned skipped = position % 4;

	for (unsigned i = 0; i * 4 < skipped + count; i++) {
		uint64_t turns = (first + i) / turn;
		uint64_t round = turns / PHILOX_LANES * turn + (first + i) % turn;
		uint4 counter = {(unsigned)round, (unsigned)(round >> 32),
				 (unsigned)(turns % PHILOX_LANES), 0};

		blocks[i] = curand_Philox4x32_10(counter, key);
	}
	return &blocks[0].x + skipped;
}

static void
draw_philox(void *draw, uint64_t first, uint64_t count)
{
	const hd_draw *d = draw;
	uint4 blocks[CHUNK * HD_MAX_DRAWS / 4 + 1];
	unsigned draws = hd_shape_draws(&d->shape);

	for (uint64_t at = first * CHUNK; at < (first + count) * CHUNK && at < d->atoms;
	     at += CHUNK) {
		unsigned n = d->atoms - at < CHUNK ? (unsigned)(d->atoms - at) : CHUNK;
		const unsigned *words =
			fill_philox(d, d->g.position + at * draws, blocks, n * draws);

		hd_shape_atoms(&d->shape, words, d->out, at, n);
	}
}

const hd_method hd_philox = {
	.state_bytes = 1,
	.lanes = one_lane,
	.has_offset = true,
	.set_units = one_unit,
	.draw_units = philox_units,
	.set = set_philox,
	.draw = draw_philox,
};

/* ---- MT19937: Matsumoto and Nishimura, 1998; seeded as they did in 2002 ------------- */

static void
set_twister(void *draw, uint64_t first, uint64_t count)
{
	const struct curandGenerator_st *g = &((hd_draw *)draw)->g;
	uint32_t *w = g->twister->words;

	(void)first, (void)count;
	w[0] = (uint32_t)g->seed;
	for (uint32_t i = 1; i < TWISTER_WORDS; i++)
		w[i] = 1812433253u * (w[i - 1] ^ w[i - 1] >> 30) + i;
	g->twister->used = TWISTER_WORDS;
}

static void
twist(uint32_t *w)
{
	for (int i = 0; i < TWISTER_WORDS; i++) {
		uint32_t y = (w[i] & 0x80000000u) |
			     (w[(i + 1) % TWISTER_WORDS] & 0x7fffffffu);

		w[i] = w[(i + TWISTER_MIDDLE) % TWISTER_WORDS] ^ y >> 1 ^
		       (y & 1 ? 0x9908b0dfu : 0);
	}
}

static unsigned
next_of_twister(hd_twister *t)
{
	uint32_t y;

	if (t->used == TWISTER_WORDS) {
		twist(t->words);
		t->used = 0;
	}
	y = t->words[t->used++];
	y ^= y >> 11;
	y ^= y << 7 & 0x9d2c5680u;
	y ^= y << 15 & 0xefc60000u;
	return y ^ y >> 18;
}

static uint64_t
twister_units(const hd_draw *d)
{
	(void)d;
	return 1;
}

static void
draw_twister(void *draw, uint64_t first, uint64_t count)
{
	const hd_draw *d = draw;
	unsigned words[CHUNK * HD_MAX_DRAWS], draws = hd_shape_draws(&d->shape);

	(void)first, (void)count;
	for (uint64_t at = 0; at < d->atoms; at += CHUNK) {
		unsigned n = d->atoms - at < CHUNK ? (unsigned)(d->atoms - at) : CHUNK;

		for (unsigned i = 0; i < n * draws; i++)
			words[i] = next_of_twister(d->g.twister);
		hd_shape_atoms(&d->shape, words, d->out, at, n);
	}
}

const hd_method hd_mt19937 = {
	.state_bytes = sizeof(hd_twister),
	.lanes = one_lane,
	.seed = 5489,
	.set_units = one_unit,
	.draw_units = twister_units,
	.set = set_twister,
	.draw = draw_twister,
};
