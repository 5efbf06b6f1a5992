/* SPDX-License-Identifier: Apache-2.0 */
/* Skipping in the XORWOW generator of curand_kernel.h: its five words of state change by
 * a linear map over bits, so that 2^k steps are the k-th square of a 160 x 160 matrix. */
#include "inner.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 5, BITS = 160, OFFSET_BITS = 64, SEQUENCE = 67, POWERS = SEQUENCE + 64 };

typedef struct map {
	uint32_t column[BITS][WORDS]; /* what becomes of each bit of the state */
} map;

static map *power[POWERS]; /* of two steps; NULL: no memory */

static void
step(uint32_t v[WORDS])
{
	uint32_t t = v[0] ^ v[0] >> 2;

	memmove(v, v + 1, (WORDS - 1) * sizeof *v);
	v[4] = (v[3] ^ v[3] << 4) ^ (t ^ t << 1);
}

/* With masks: branches on random bits would be guessed wrong every second time. */
static void
apply(const map *m, uint32_t v[WORDS])
{
	uint32_t r[WORDS] = {0};

	for (int k = 0; k < BITS; k++) {
		uint32_t mask = 0u - (v[k / 32] >> k % 32 & 1);

		for (int w = 0; w < WORDS; w++)
			r[w] ^= m->column[k][w] & mask;
	}
	memcpy(v, r, sizeof r);
}

static void
make_powers(void)
{
	for (int p = 0; p < POWERS; p++) {
		power[p] = calloc(1, sizeof *power[p]);
		if (!power[p])
			return;
		for (int k = 0; k < BITS; k++) {
			uint32_t *c = power[p]->column[k];

			if (p == 0) {
				c[k / 32] = 1u << k % 32;
				step(c);
			} else {
				memcpy(c, power[p - 1]->column[k],
				       sizeof power[p]->column[k]);
				apply(power[p - 1], c);
			}
		}
	}
}

void
hd_xorwow_skip(uint32_t v[5], uint64_t n, bool sequences)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, make_powers);
	for (int k = 0; n; k++, n >>= 1) {
		const map *m = power[sequences ? SEQUENCE + k : k];

		if (!m)
			hd_kernel_fail(HD_ERR_MEMORY);
		if (n & 1)
			apply(m, v);
	}
}
