/* particlefilter: a disc moves through noisy frames; particles guess where it is. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { RADIUS = 5, DISC = 69, SEED_A = 1103515245, SEED_C = 12345 };

/* frames of side^2 bytes; dx, dy: the DISC points within RADIUS. */
static inline void
video(uint8_t *frame, int side, int frames, int *dx, int *dy)
{
	uint32_t seed = 29;
	int count = 0;

	for (int y = -RADIUS; y <= RADIUS; y++)
		for (int x = -RADIUS; x <= RADIUS; x++)
			if (x * x + y * y < RADIUS * RADIUS && count < DISC) {
				dx[count] = x;
				dy[count++] = y;
			}
	for (int k = 0; k < frames; k++, frame += side * side) {
		int cx = side / 2 + k, cy = side / 2 - 2 * k;

		for (int i = 0; i < side * side; i++)
			frame[i] = 90 + bench_bits(&seed) % 30;
		for (int j = 0; j < count; j++)
			frame[(cy + dy[j]) * side + cx + dx[j]] += 118;
	}
}

static inline void
seeds(uint32_t *seed, int n)
{
	uint32_t s = 30;

	for (int i = 0; i < n; i++)
		seed[i] = bench_bits(&s) * 64 + i;
}
