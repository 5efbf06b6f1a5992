/* gaussian: linear equations that need no pivots. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

static inline void
equations(float *a, float *b, int n)
{
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++)
			a[y * n + x] = 10 * expf(-0.01f * (float)abs(x - y));
	bench_fill(b, n, 0, 1, 24);
}

static inline void
back_substitute(const float *a, const float *b, float *x, int n)
{
	for (int i = n - 1; i >= 0; i--) {
		float sum = b[i];

		for (int j = i + 1; j < n; j++)
			sum -= a[i * n + j] * x[j];
		x[i] = sum / a[i * n + i];
	}
}
