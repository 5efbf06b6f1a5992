// blackscholes: option prices: exp, log, sqrt and a polynomial per element.
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include "bench.h"

__device__ float
normal(float d)
{
	float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
	float c = 0.39894228f * expf(-0.5f * d * d) * k *
		  (0.31938153f +
		   k * (-0.356563782f +
			k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
	return d > 0 ? 1.0f - c : c;
}

__global__ void
price(const float *stock, const float *strike, const float *years, float *call, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const float rate = 0.02f, vol = 0.3f;
	float s = stock[i], x = strike[i], t = years[i], root = vol * sqrtf(t);
	float d1 = (logf(s / x) + (rate + 0.5f * vol * vol) * t) / root, d2 = d1 - root;
	call[i] = s * normal(d1) - x * expf(-rate * t) * normal(d2);
}

int
main()
{
	const int n = 1 << 20;
	float *h[3], *d[4];
	uint32_t seed = 4;
	double best;

	for (int k = 0; k < 3; k++) {
		h[k] = (float *)malloc(n * sizeof(float));
		for (int i = 0; i < n; i++)
			h[k][i] = k == 2 ? 0.25f + 9 * bench_random(&seed)
					 : 5 + 50 * bench_random(&seed);
		BENCH_CHECK(cudaMalloc(&d[k], n * sizeof(float)));
		BENCH_CHECK(cudaMemcpy(d[k], h[k], n * sizeof(float),
				       cudaMemcpyHostToDevice));
	}
	BENCH_CHECK(cudaMalloc(&d[3], n * sizeof(float)));
	BENCH_TIME(best, {
		price<<<(n + 127) / 128, 128>>>(d[0], d[1], d[2], d[3], n);
		BENCH_CHECK(cudaDeviceSynchronize());
	});
	BENCH_CHECK(cudaMemcpy(h[0], d[3], n * sizeof(float), cudaMemcpyDeviceToHost));
	bench_report("blackscholes", best, bench_sum(h[0], n));
}
