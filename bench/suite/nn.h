/* nn: places, and the k nearest of them to one of ours. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { NEAREST = 10 };

typedef struct place {
	float latitude, longitude;
} place;

static inline void
places(place *p, int n)
{
	BENCH_SAME_INPUT
	uint32_t seed = 27;

	for (int i = 0; i < n; i++) {
		p[i].latitude = 7 + 56 * bench_random(&seed);
		p[i].longitude = 358 * bench_random(&seed);
	}
}

/* The k smallest distances in order, and where they are. */
static inline void
pick(const float *distance, int n, float *best, int *at)
{
	int count = 0;

	for (int i = 0; i < n; i++) {
		if (count == NEAREST && distance[i] >= best[NEAREST - 1])
			continue;
		int k = count < NEAREST ? count++ : NEAREST - 1;
		for (; k > 0 && best[k - 1] > distance[i]; k--) {
			best[k] = best[k - 1];
			at[k] = at[k - 1];
		}
		best[k] = distance[i];
		at[k] = i;
	}
}
