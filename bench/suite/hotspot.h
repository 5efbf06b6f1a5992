/* hotspot: the temperature of a chip, step by step. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

#define STEP_OVER_CAP 0.341f /* how much of a difference one step evens out */
#define ONE_OVER_RX   0.3f
#define ONE_OVER_RY   0.3f
#define ONE_OVER_RZ   0.05f
#define AMBIENT       80.0f

static inline void
chip(float *temperature, float *power, int n)
{
	bench_fill(temperature, n * n, 320, 340, 12);
	bench_fill(power, n * n, 0, 1, 13);
}
