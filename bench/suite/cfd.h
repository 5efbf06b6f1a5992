/* cfd: compressible flow through cells that each have four faces. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { FACES = 4, VARS = 5, DENSITY = 0, MOMENTUM = 1, ENERGY = 4 };
#define GAMMA     1.4f
#define SMOOTHING 0.2f
#define FAR       (-1) /* a face at the outer border; -2 is a wall */

/* What flows in from outside. */
static const float far_field[VARS] = {1.4f, 1.68f, 0.0f, 0.0f, 3.508f};

/* Cells of a square, numbered row by row with a few swaps, in a mesh that is not regular.
 * neighbour[i * FACES + j], normal[(i * FACES + j) * 3 + d]. */
static inline void
mesh(int side, float *area, int *neighbour, float *normal)
{
	BENCH_SAME_INPUT
	static const int dx[FACES] = {-1, 1, 0, 0}, dy[FACES] = {0, 0, -1, 1};
	int n = side * side, *name = BENCH_NEW(int, n);
	uint32_t seed = 23;

	for (int i = 0; i < n; i++)
		name[i] = i;
	for (int i = 0; i < n; i += 8) { /* near ones change places */
		int j = (i + (int)(bench_bits(&seed) % 64)) % n, t = name[i];
		name[i] = name[j];
		name[j] = t;
	}
	for (int y = 0; y < side; y++)
		for (int x = 0; x < side; x++) {
			int me = name[y * side + x];

			area[me] = 0.8f + 0.4f * bench_random(&seed);
			for (int f = 0; f < FACES; f++) {
				int nx = x + dx[f], ny = y + dy[f], at = me * FACES + f;

				neighbour[at] = nx < 0 || nx >= side ? FAR
						: ny < 0 || ny >= side
							? -2
							: name[ny * side + nx];
				normal[at * 3] = 0.1f * dx[f] +
						 0.01f * (bench_random(&seed) - 0.5f);
				normal[at * 3 + 1] =
					0.1f * dy[f] +
					0.01f * (bench_random(&seed) - 0.5f);
				normal[at * 3 + 2] =
					0.01f * (bench_random(&seed) - 0.5f);
			}
		}
	free(name);
}
