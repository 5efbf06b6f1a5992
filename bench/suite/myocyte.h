/* myocyte: excitable cells, each with its own parameters: potential, recovery and calcium. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

#define STEP 0.05f

/* The derivatives; gates open by sigmoids. The same text for both halves. */
#define MYOCYTE(v, w, c, drive, dv, dw, dc)                                            \
	do {                                                                           \
		float open_ = 1.0f / (1.0f + expf(-(v + 1.2f) / 0.18f));               \
		float slow_ = 1.0f / (1.0f + expf(-(v - 0.2f) / 0.3f));                \
		float tau_ = 1.0f / coshf((v - 0.2f) / 0.6f);                          \
		float pump_ = c * c / (c * c + 0.04f);                                 \
		(dv) = drive - 2.0f * (v + 0.5f) - 1.1f * open_ * (v - 1.0f) -         \
		       2.0f * w * (v + 0.7f);                                          \
		(dw) = 0.4f * (slow_ - w) / (tau_ + 0.05f);                            \
		(dc) = 0.02f * (open_ * (1.0f - v) - 4.0f * pump_);                    \
	} while (0)

static inline void
cells(float *v, float *w, float *c, float *drive, int n)
{
	bench_fill(v, n, -0.6f, 0.2f, 54);
	bench_fill(w, n, 0, 0.3f, 55);
	bench_fill(c, n, 0.05f, 0.3f, 56);
	bench_fill(drive, n, 0.2f, 0.6f, 57);
}
