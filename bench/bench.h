/* bench.h: what both halves of every pair share: options, input, clock, results. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_H
#define BENCH_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { BENCH_MOST_RUNS = 1000, BENCH_PAGE = 2 << 20 };

/* The state of one half, which runs one measurement. */
static struct {
	int tiny;      /* small input, for tests */
	int runs;      /* that count; one more goes before them to warm up */
	int done;      /* runs so far, the first one included */
	FILE *results; /* NULL: nobody wants them */
	double began;  /* ms */
	double ms[BENCH_MOST_RUNS + 1];
} bench = {0, 5, 0, NULL, 0, {0}};

static inline void
bench_fail(const char *what, const char *why)
{
	fprintf(stderr, "%s: %s\n", what, why);
	exit(1);
}

/* -t: small input; -r RUNS; -o FILE: the results, for comparing. */
static inline void
bench_options(int argc, char **argv)
{
	int option;

	while ((option = getopt(argc, argv, "tr:o:")) != -1)
		switch (option) {
		case 't':
			bench.tiny = 1;
			break;
		case 'r':
			bench.runs = atoi(optarg);
			if (bench.runs < 1 || bench.runs > BENCH_MOST_RUNS)
				bench_fail(optarg, "runs must be from 1 to 1000");
			break;
		case 'o':
			bench.results = fopen(optarg, "wb");
			if (!bench.results)
				bench_fail(optarg, "cannot be written");
			break;
		default:
			fprintf(stderr, "usage: %s [-t] [-r RUNS] [-o FILE]\n",
				argv[0]);
			exit(2);
		}
}

static inline int
bench_size(int full, int tiny)
{
	return bench.tiny ? tiny : full;
}

/* Zeroed memory of the host, in large pages where there are some, as device memory is. Large
 * arrays do not all begin at a multiple of 2 MiB, where elements with the same number compete
 * for the same places in caches: that makes loops over several arrays several times slower on
 * some machines, and is nothing that a programmer would choose. */
static inline void *
bench_alloc(size_t bytes)
{
	static unsigned count;
	size_t align = bytes < BENCH_PAGE ? 64 : BENCH_PAGE;
	size_t apart = align < BENCH_PAGE ? 0 : count++ * 5 % 8 * 512;
	size_t whole = (bytes + apart + align - 1) / align * align;
	char *p = (char *)aligned_alloc(align, whole ? whole : align);

	if (!p)
		bench_fail("memory", "there is not enough of it");
	if (align == BENCH_PAGE)
		madvise(p, whole, MADV_HUGEPAGE);
	memset(p, 0, whole);
	return p + apart;
}
#define BENCH_NEW(type, count) ((type *)bench_alloc(sizeof(type) * (size_t)(count)))

/* The same input for both halves. */
static inline uint32_t
bench_bits(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static inline float
bench_random(uint32_t *state) /* in [0, 1) */
{
	return (float)bench_bits(state) / 16777216.0f;
}

/* Makers of input say BENCH_SAME_INPUT, so that both halves round alike though only one
 * of the compilers may fuse. */
#define BENCH_SAME_INPUT _Pragma("clang fp contract(off)")

static inline void
bench_fill(float *p, size_t n, float low, float high, uint32_t seed)
{
	BENCH_SAME_INPUT
	for (size_t i = 0; i < n; i++)
		p[i] = low + (high - low) * bench_random(&seed);
}

/* while (bench_next()) { restore the input; bench_start(); work; bench_stop(); } */
static inline int
bench_next(void)
{
	return bench.done <= bench.runs;
}

static inline double
bench_now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static inline void
bench_start(void)
{
	bench.began = bench_now_ms();
}

static inline void
bench_stop(void)
{
	bench.ms[bench.done++] = bench_now_ms() - bench.began;
}

/* A result; a relative error up to tolerance counts as equal. Integers are exact. */
static inline void
bench_result(const char *name, char type, const void *p, size_t count, double tolerance)
{
	uint64_t n = count;
	size_t size = type == 'd' ? 8 : type == 'b' ? 1 : 4;
	char head[32] = {0};

	if (!bench.results)
		return;
	snprintf(head, sizeof head, "%c %s", type, name);
	if (fwrite(head, sizeof head, 1, bench.results) != 1 ||
	    fwrite(&n, sizeof n, 1, bench.results) != 1 ||
	    fwrite(&tolerance, sizeof tolerance, 1, bench.results) != 1 ||
	    fwrite(p, size, count, bench.results) != count)
		bench_fail("results", "cannot be written");
}

static inline void
bench_floats(const char *name, const float *p, size_t count, double tolerance)
{
	bench_result(name, 'f', p, count, tolerance);
}

static inline void
bench_doubles(const char *name, const double *p, size_t count, double tolerance)
{
	bench_result(name, 'd', p, count, tolerance);
}

static inline void
bench_ints(const char *name, const void *p, size_t count)
{
	bench_result(name, 'i', p, count, 0);
}

static inline void
bench_bytes(const char *name, const void *p, size_t count)
{
	bench_result(name, 'b', p, count, 0);
}

/* Prints the times; the value of main. */
static inline int
bench_end(void)
{
	if (bench.results && fclose(bench.results) != 0)
		bench_fail("results", "cannot be written");
	printf("ms");
	for (int i = 1; i < bench.done; i++)
		printf(" %.5f", bench.ms[i]);
	printf("\n");
	return 0;
}

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

/* All kernels so far have ended, well. */
static inline void
bench_wait(void)
{
	BENCH_CHECK(cudaGetLastError());
	BENCH_CHECK(cudaDeviceSynchronize());
}

template <class T>
static T *
bench_device(size_t count)
{
	T *p;

	BENCH_CHECK(cudaMalloc((void **)&p, count * sizeof *p));
	BENCH_CHECK(cudaMemset(p, 0, count * sizeof *p));
	return p;
}

template <class T>
static void
bench_to_device(T *to, const T *from, size_t count)
{
	BENCH_CHECK(cudaMemcpy(to, from, count * sizeof *to, cudaMemcpyHostToDevice));
}

template <class T>
static void
bench_to_host(T *to, const T *from, size_t count)
{
	BENCH_CHECK(cudaMemcpy(to, from, count * sizeof *to, cudaMemcpyDeviceToHost));
}

/* Device memory with a copy of what the host has there. */
template <class T>
static T *
bench_copy(const T *from, size_t count)
{
	T *p = bench_device<T>(count);

	bench_to_device(p, from, count);
	return p;
}
#endif

#endif
