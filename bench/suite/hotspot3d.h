/* hotspot3d: the temperature of a stack of chips. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

#define SIDEWAYS 0.1f  /* what a neighbour in the same layer is worth */
#define UPWARDS  0.15f /* one in the next layer */
#define CENTRE   0.29f
#define HEATING  0.02f
#define OUTSIDE  1.6f

static inline void
stack(float *temperature, float *power, int nx, int nz)
{
	bench_fill(temperature, (size_t)nx * nx * nz, 320, 340, 14);
	bench_fill(power, (size_t)nx * nx * nz, 0, 1, 15);
}
