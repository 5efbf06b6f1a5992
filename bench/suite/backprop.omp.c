/* backprop: one training step, row by row of the weights. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "backprop.h"

static void
layer_forward(const float *in, const float *w, const float *threshold, float *hidden,
	      int n)
{
	float sum[HID] = {0};

#pragma omp parallel for reduction(+ : sum[ : HID])
	for (int i = 1; i <= n; i++) {
		const float *row = w + (size_t)i * (HID + 1) + 1;

		for (int j = 0; j < HID; j++)
			sum[j] += row[j] * in[i];
	}
	for (int j = 0; j < HID; j++)
		hidden[j] = 1.0f / (1.0f + expf(-(sum[j] + threshold[j + 1])));
}

static void
adjust_weights(const float *delta, const float *in, float *w, float *prev, int n)
{
#pragma omp parallel for
	for (int i = 0; i <= n; i++)
		for (int j = 1; j <= HID; j++) {
			size_t k = (size_t)i * (HID + 1) + j;
			float change = ETA * delta[j] * in[i] + MOMENTUM * prev[k];

			w[k] += change;
			prev[k] = change;
		}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1 << 19, 256);
	const size_t all = (size_t)(n + 1) * (HID + 1);
	float *in = BENCH_NEW(float, n + 1), *w0 = BENCH_NEW(float, all),
	      *prev0 = BENCH_NEW(float, all), *w = BENCH_NEW(float, all),
	      *prev = BENCH_NEW(float, all);
	float delta[HID + 1], hidden[HID];

	network(in, w0, prev0, delta, n);
	while (bench_next()) {
		memcpy(w, w0, all * sizeof *w);
		memcpy(prev, prev0, all * sizeof *w);
		bench_start();
		for (int k = 0; k < 4; k++) {
			layer_forward(in, w, w0, hidden, n);
			adjust_weights(delta, in, w, prev, n);
		}
		bench_stop();
	}
	bench_floats("hidden", hidden, HID, 1e-3);
	bench_floats("weights", w, all, 1e-4);
	return bench_end();
}
