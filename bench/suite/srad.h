/* srad: an image with speckles, to be smoothed without blurring its edges. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

#define LAMBDA 0.5f

static inline void
image(float *p, int n)
{
	uint32_t seed = 20;

	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++)
			p[y * n + x] =
				expf(((x / 40 + y / 40) % 3 + bench_random(&seed)) / 4);
}
