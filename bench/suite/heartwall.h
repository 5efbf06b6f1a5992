/* heartwall: points of an ultrasound image are followed by correlation with templates. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { T = 16, REACH = 8, W = T + 2 * REACH, S = 2 * REACH + 1 }; /* S^2 positions */

/* Point k is around (px, py); template k is the frame there, shifted and with noise. */
static inline void
frames(float *image, int side, float *templates, int *px, int *py, int points)
{
	BENCH_SAME_INPUT
	uint32_t seed = 52;
	int margin = W / 2 + 1;

	for (int y = 0; y < side; y++)
		for (int x = 0; x < side; x++)
			image[y * side + x] =
				sinf(0.31f * x + 0.0007f * x * y) * cosf(0.23f * y) +
				0.3f * bench_random(&seed);
	for (int k = 0; k < points; k++) {
		px[k] = margin + bench_bits(&seed) % (side - 2 * margin);
		py[k] = margin + bench_bits(&seed) % (side - 2 * margin);
		int dx = bench_bits(&seed) % S - REACH,
		    dy = bench_bits(&seed) % S - REACH;
		for (int v = 0; v < T; v++)
			for (int u = 0; u < T; u++)
				templates[(k * T + v) * T + u] =
					image[(py[k] - T / 2 + dy + v) * side + px[k] -
					      T / 2 + dx + u] +
					0.05f * bench_random(&seed);
	}
}
