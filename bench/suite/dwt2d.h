/* dwt2d: the wavelet transform of JPEG 2000 (CDF 5/3, on integers), several levels. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { LEVELS = 3 };

static inline void
picture(int *p, int n)
{
	uint32_t seed = 33;

	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++)
			p[y * n + x] = (x * y / 64 + (x ^ y)) % 256 - 128 +
				       bench_bits(&seed) % 8;
}
