// blackscholes: option prices: exp, log, sqrt and a polynomial per element.
// SPDX-License-Identifier: Apache-2.0
#include "blackscholes.h"

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
	float s = stock[i], x = strike[i], t = years[i], root = VOLATILITY * sqrtf(t);
	float d1 = (logf(s / x) + (RATE + 0.5f * VOLATILITY * VOLATILITY) * t) / root;
	call[i] = s * normal(d1) - x * expf(-RATE * t) * normal(d1 - root);
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(4 << 20, 1000);
	float *stock = BENCH_NEW(float, n), *strike = BENCH_NEW(float, n),
	      *years = BENCH_NEW(float, n), *call = BENCH_NEW(float, n);

	options(stock, strike, years, n);
	float *ds = bench_copy(stock, n), *dx = bench_copy(strike, n),
	      *dy = bench_copy(years, n), *dc = bench_device<float>(n);
	while (bench_next()) {
		bench_start();
		price<<<(n + 127) / 128, 128>>>(ds, dx, dy, dc, n);
		bench_wait();
		bench_stop();
	}
	bench_to_host(call, dc, n);
	bench_floats("call", call, n, 1e-4);
	return bench_end();
}
