/* evolve: creatures are numbers; the fitter half has children with mutations. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { GENES = 32 };

static inline void
population(float *genes, int n)
{
	bench_fill(genes, (size_t)n * GENES, -5, 5, 53);
}
