/* knn: points in three dimensions, and the K nearest to each query. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { K = 8 };

static inline void
clouds(float *x, float *y, float *z, int n, uint32_t seed)
{
	bench_fill(x, n, 0, 100, seed);
	bench_fill(y, n, 0, 100, seed + 1);
	bench_fill(z, n, 0, 100, seed + 2);
}
