/* blackscholes: option prices: exp, log, sqrt and a polynomial per element. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <math.h>

static inline float
normal(float d)
{
	float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
	float c = 0.39894228f * expf(-0.5f * d * d) * k *
		  (0.31938153f +
		   k * (-0.356563782f +
			k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
	return d > 0 ? 1.0f - c : c;
}

static void
price(const float *restrict stock, const float *restrict strike,
      const float *restrict years, float *restrict call, int n)
{
#pragma omp parallel for simd
	for (int i = 0; i < n; i++) {
		const float rate = 0.02f, vol = 0.3f;
		float s = stock[i], x = strike[i], t = years[i], root = vol * sqrtf(t);
		float d1 = (logf(s / x) + (rate + 0.5f * vol * vol) * t) / root;
		float d2 = d1 - root;

		call[i] = s * normal(d1) - x * expf(-rate * t) * normal(d2);
	}
}

int
main(void)
{
	const int n = 1 << 20;
	float *h[4];
	uint32_t seed = 4;
	double best;

	for (int k = 0; k < 4; k++)
		h[k] = malloc(n * sizeof(float));
	for (int k = 0; k < 3; k++)
		for (int i = 0; i < n; i++)
			h[k][i] = k == 2 ? 0.25f + 9 * bench_random(&seed)
					 : 5 + 50 * bench_random(&seed);
	BENCH_TIME(best, price(h[0], h[1], h[2], h[3], n));
	bench_report("blackscholes", best, bench_sum(h[3], n));
	return 0;
}
