/* blackscholes: options to price. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

#define RATE       0.02f
#define VOLATILITY 0.3f

static inline void
options(float *stock, float *strike, float *years, int n)
{
	bench_fill(stock, n, 5, 55, 4);
	bench_fill(strike, n, 5, 55, 5);
	bench_fill(years, n, 0.25f, 9.25f, 6);
}
