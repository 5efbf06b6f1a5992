/* lud: a matrix that can be decomposed without pivots. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

static inline void
matrix(float *a, int n)
{
	bench_fill(a, n * n, -1, 1, 17);
	for (int i = 0; i < n; i++)
		a[i * n + i] += (float)n / 4;
}
