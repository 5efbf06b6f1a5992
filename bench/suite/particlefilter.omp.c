/* particlefilter: loops over particles; the running sum is sequential. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "particlefilter.h"

static inline float
uniform(uint32_t *seed)
{
	*seed = *seed * (uint32_t)SEED_A + SEED_C;
	return (float)(*seed >> 8) / 16777216.0f;
}

static inline float
gauss(uint32_t *seed)
{
	float u = uniform(seed), v = uniform(seed);

	return sqrtf(-2 * logf(u + 1e-7f)) * cosf(6.2831853f * v);
}

static inline int
clamp(int v, int high)
{
	return v < 0 ? 0 : v > high ? high : v;
}

typedef struct filter {
	int n, side;
	float *x, *y, *weight, *sum, *new_x, *new_y;
	uint32_t *seed;
	int dx[DISC], dy[DISC];
} filter;

/* Returns the sum of all weights. */
static double
likelihood(const filter *f, const uint8_t *frame)
{
	double total = 0;

#pragma omp parallel for reduction(+ : total)
	for (int i = 0; i < f->n; i++) {
		float sum = 0;

		f->x[i] += 1 + 2 * gauss(&f->seed[i]);
		f->y[i] += -2 + 2 * gauss(&f->seed[i]);
		int cx = (int)roundf(f->x[i]), cy = (int)roundf(f->y[i]);
		for (int k = 0; k < DISC; k++) {
			int u = clamp(cx + f->dx[k], f->side - 1);
			int v = clamp(cy + f->dy[k], f->side - 1);
			float p = frame[v * f->side + u];

			sum += ((p - 100) * (p - 100) - (p - 228) * (p - 228)) / 50.0f;
		}
		f->weight[i] *= expf(sum / DISC / 20);
		total += f->weight[i];
	}
	return total;
}

static void
resample(filter *f)
{
	float s = 0;

	for (int i = 0; i < f->n; i++) {
		s += f->weight[i];
		f->sum[i] = s;
	}
#pragma omp parallel for
	for (int i = 0; i < f->n; i++) {
		float u = (i + 0.5f) / f->n;
		int low = 0, high = f->n - 1;

		while (low < high) {
			int middle = (low + high) / 2;
			if (f->sum[middle] >= u)
				high = middle;
			else
				low = middle + 1;
		}
		f->new_x[i] = f->x[low];
		f->new_y[i] = f->y[low];
		f->weight[i] = 1.0f / f->n;
	}
	float *x = f->x, *y = f->y;
	f->x = f->new_x;
	f->y = f->new_y;
	f->new_x = x;
	f->new_y = y;
}

static void
step(filter *f, const uint8_t *frame, float *track)
{
	float total = (float)likelihood(f, frame);
	double mx = 0, my = 0;

#pragma omp parallel for simd
	for (int i = 0; i < f->n; i++)
		f->weight[i] /= total;
	resample(f);
#pragma omp parallel for simd reduction(+ : mx, my)
	for (int i = 0; i < f->n; i++) {
		mx += f->x[i];
		my += f->y[i];
	}
	track[0] = mx / f->n;
	track[1] = my / f->n;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(100000, 500), side = 128, frames = bench_size(8, 3);
	uint8_t *frame = BENCH_NEW(uint8_t, side * side * frames);
	filter f = {n,
		    side,
		    BENCH_NEW(float, n),
		    BENCH_NEW(float, n),
		    BENCH_NEW(float, n),
		    BENCH_NEW(float, n),
		    BENCH_NEW(float, n),
		    BENCH_NEW(float, n),
		    BENCH_NEW(uint32_t, n),
		    {0},
		    {0}};
	float track[2 * 8];

	video(frame, side, frames, f.dx, f.dy);
	while (bench_next()) {
		seeds(f.seed, n);
		for (int i = 0; i < n; i++) {
			f.x[i] = f.y[i] = side / 2;
			f.weight[i] = 1.0f / n;
		}
		bench_start();
		for (int k = 0; k < frames; k++)
			step(&f, frame + k * side * side, track + 2 * k);
		bench_stop();
	}
	bench_floats("track", track, 2 * frames, 1e-3);
	return bench_end();
}
