/* bench.h: what the CUDA and the OpenMP half of each benchmark share. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_H
#define BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BENCH_RUNS = 7 };

static inline double
bench_now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* The same input for both halves: a value in [0, 1). */
static inline float
bench_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return (float)(*state >> 8) / 16777216.0f;
}

static inline double
bench_sum(const float *p, size_t n)
{
	double s = 0;

	for (size_t i = 0; i < n; i++)
		s += p[i];
	return s;
}

static inline void
bench_report(const char *name, double best_ms, double checksum)
{
	printf("%s %.4f %.6g\n", name, best_ms, checksum);
}

/* Runs the statements BENCH_RUNS times and leaves the best time in best. */
#define BENCH_TIME(best, ...)                                                          \
	do {                                                                           \
		(best) = 1e30;                                                         \
		for (int run_ = 0; run_ < BENCH_RUNS; run_++) {                        \
			double start_ = bench_now_ms(), took_;                         \
			__VA_ARGS__;                                                   \
			took_ = bench_now_ms() - start_;                               \
			if (took_ < (best))                                            \
				(best) = took_;                                        \
		}                                                                      \
	} while (0)

#ifdef __CUDACC__
#define BENCH_CHECK(call)                                                              \
	do {                                                                           \
		cudaError_t error_ = (call);                                           \
		if (error_ != cudaSuccess) {                                           \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,             \
				cudaGetErrorString(error_));                           \
			exit(1);                                                       \
		}                                                                      \
	} while (0)
#endif

#endif
