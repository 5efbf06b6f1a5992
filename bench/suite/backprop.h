/* backprop: one training step of a network with one hidden layer of 16 nodes. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { HID = 16 };
#define ETA      0.3f
#define MOMENTUM 0.3f

/* Weights have a row for each input and one for the threshold, input 0, and a column for
 * each hidden node and one that nobody uses, column 0. */
static inline void
network(float *in, float *w, float *prev, float *delta, int n)
{
	bench_fill(in, n + 1, 0, 1, 7);
	in[0] = 1;
	bench_fill(w, (size_t)(n + 1) * (HID + 1), -0.01f, 0.01f, 8);
	bench_fill(prev, (size_t)(n + 1) * (HID + 1), -0.01f, 0.01f, 9);
	bench_fill(delta, HID + 1, -0.1f, 0.1f, 10);
}
