#ifndef SKIP
#define SKIP 0
#endif
#include <cstdio>
#include <cstdlib>
#include <cstring>
#ifdef GEN_HOST
#include "host.h"
#else
#include <cuda_runtime.h>
#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#endif
#define BOTH static __host__ __device__ inline
#define DEVICE static __device__ inline

enum { SLOTS = 1024, NACC = 96 };
struct record {
	signed char a;
	short b;
	int c;
	double e;
	long long f;
};
struct sizes { /* rows: their width, and as many as there are elements for */
	int w, h, n, p; /* p: a power of two */
	unsigned uw;
	long long lw;
	int inc; /* strides: one, mostly; up to 4 */
	long long linc, s0, s1;
};

/* ---- functions of the programs */

BOTH float bounded(float x) { return x > -1e6f && x < 1e6f ? x : 1.5f; }
BOTH double bounded(double x) { return x > -1e6 && x < 1e6 ? x : 1.5; }
template <class T> BOTH T lesser(T a, T b) { return a < b ? a : b; }
template <class T> BOTH T greater(T a, T b) { return a < b ? b : a; }

DEVICE unsigned bits_of(unsigned x) { return x; }
DEVICE unsigned bits_of(int x) { return (unsigned)x; }
DEVICE unsigned bits_of(unsigned long long x) { return (unsigned)(x ^ x >> 32); }
DEVICE unsigned bits_of(float x) { return x == x ? __float_as_uint(x) : 7u; }
DEVICE unsigned bits_of(double x)
{
	return x == x ? bits_of((unsigned long long)__double_as_longlong(x)) : 7u;
}

/* The lanes that shuffles read. */
DEVICE int source_lane(int lane, int k, int width) { return (lane & -width) | (k & (width - 1)); }
DEVICE int source_up_lane(int lane, int k, int width)
{
	return (lane & (width - 1)) < k ? lane : lane - k;
}
DEVICE int source_down_lane(int lane, int k, int width)
{
	return (lane & (width - 1)) + k >= width ? lane : lane + k;
}
DEVICE int source_xor_lane(int lane, int k, int) { return lane ^ k; }

DEVICE void add_by_cas(unsigned *p, unsigned v)
{
	unsigned old = *(volatile unsigned *)p, seen;

	while ((seen = atomicCAS(p, old, old + v)) != old)
		old = seen;
}
DEVICE unsigned swap_in_block(unsigned *sh, int lin, unsigned nt, unsigned v)
{
	sh[lin] = v;
	__syncthreads();
	unsigned r = sh[nt - 1 - (unsigned)lin];
	__syncthreads();
	return r;
}

/* ---- memory */

#define INPUT_PARAMS                                                                     \
	const signed char *in_i8, const unsigned char *in_u8, const short *in_i16,       \
		const unsigned short *in_u16, const int *in_i32, const unsigned *in_u32, \
		const long long *in_i64, const unsigned long long *in_u64,               \
		const float *in_f32, const double *in_f64, const float4 *in_f4,          \
		const int2 *in_i2, const record *in_rec, const int *in_order
#define INPUTS                                                                           \
	in_i8, in_u8, in_i16, in_u16, in_i32, in_u32, in_i64, in_u64, in_f32, in_f64,    \
		in_f4, in_i2, in_rec, in_order
#define OUTPUT_PARAMS(R)                                                                 \
	signed char *R out_i8, unsigned char *R out_u8, short *R out_i16,                \
		unsigned short *R out_u16, int *R out_i32, unsigned *R out_u32,          \
		long long *R out_i64, unsigned long long *R out_u64, float *R out_f32,   \
		double *R out_f64, unsigned *R own, unsigned *acc_u32, int *acc_i32,     \
		unsigned long long *acc_u64, float *acc_f32, double *acc_f64
#define OUTPUTS                                                                          \
	out_i8, out_u8, out_i16, out_u16, out_i32, out_u32, out_i64, out_u64, out_f32,   \
		out_f64, own, acc_u32, acc_i32, acc_u64, acc_f32, acc_f64

static unsigned long long random_state = 1;
static unsigned next_random()
{
	random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned)(random_state >> 33);
}

enum { NBUFFERS = 30 };
static struct buffer {
	void *at;
	size_t bytes, element;
	const char *name;
	int fill; /* of an output, at the start of each launch */
} buffers[NBUFFERS];
static int nbuffers, ninputs;
static bool print_values;

template <class T> static T *buffer_new(const char *name, size_t n, int fill)
{
	struct buffer *b = &buffers[nbuffers++];

	b->bytes = n * sizeof(T);
	b->element = sizeof(T);
	b->name = name;
	b->fill = fill;
	if (cudaMalloc(&b->at, b->bytes) != cudaSuccess)
		exit(3);
	return (T *)b->at;
}

template <class T> static T *input_new(const char *name, T (*next)(), size_t n = SLOTS)
{
	T *host = (T *)calloc(n, sizeof(T)), *dev = buffer_new<T>(name, n, -1);

	for (size_t k = 0; k < n; k++)
		host[k] = next();
	cudaMemcpy(dev, host, n * sizeof(T), cudaMemcpyHostToDevice);
	free(host);
	ninputs = nbuffers;
	return dev;
}

static sizes sizes_of(int w, int n, int p)
{
	static const long long apart[][2] = {{16, 1}, {1, 16}, {32, 2}};
	int inc = n % 8 < 4 ? 1 : n % 4 + 1;
	sizes z = {w, SLOTS / w, n, p, (unsigned)w, w, inc, inc, apart[n % 3][0], apart[n % 3][1]};
	return z;
}

/* All indices, in any order. */
static const int *order_new()
{
	int *dev = input_new<int>("in_order", [] { return 0; }), host[SLOTS] = {};

	for (int k = 0; k < SLOTS; k++) {
		int j = (int)(next_random() % (unsigned)(k + 1));

		host[k] = host[j];
		host[j] = k;
	}
	cudaMemcpy(dev, host, sizeof host, cudaMemcpyHostToDevice);
	return dev;
}

template <class T> static T any_int()
{
	unsigned long long x = next_random() | (unsigned long long)next_random() << 32;
	return (T)(x >> (next_random() & 1 ? 0 : 64 - 6));
}
template <class T> static T any_float() { return (T)((int)(next_random() % 4096) - 2048) / 16; }
static float4 any_float4()
{
	float4 v;
	v.x = any_float<float>(), v.y = any_float<float>();
	v.z = any_float<float>(), v.w = any_float<float>();
	return v;
}
static int2 any_int2()
{
	int2 v;
	v.x = any_int<int>(), v.y = any_int<int>();
	return v;
}
static record any_record()
{
	record r;
	memset(&r, 0, sizeof r);
	r.a = any_int<signed char>(), r.b = any_int<short>(), r.c = any_int<int>();
	r.e = any_float<double>(), r.f = any_int<int>();
	return r;
}

static void clear_outputs()
{
	for (int k = ninputs; k < nbuffers; k++)
		cudaMemset(buffers[k].at, buffers[k].fill, buffers[k].bytes);
}

/* One line for each output that the kernel changed. */
static void report(const char *kernel)
{
	cudaError_t e = cudaDeviceSynchronize();

	if (e != cudaSuccess) {
		printf("%s: error %d\n", kernel, (int)e);
		exit(3);
	}
	for (int k = ninputs; k < nbuffers; k++) {
		struct buffer *b = &buffers[k];
		unsigned char *host = (unsigned char *)malloc(b->bytes);
		unsigned long long sum = 14695981039346656037ull;
		bool changed = false;

		cudaMemcpy(host, b->at, b->bytes, cudaMemcpyDeviceToHost);
		for (size_t i = 0; i < b->bytes; i++) {
			sum = (sum ^ host[i]) * 1099511628211ull;
			changed |= host[i] != (unsigned char)b->fill;
		}
		if (changed)
			printf("%s %s %016llx\n", kernel, b->name, sum);
		for (size_t i = 0; print_values && changed && i < b->bytes; i += b->element) {
			unsigned long long v = 0;
			memcpy(&v, host + i, b->element);
			printf("%s %s[%zu] %llx\n", kernel, b->name, i / b->element, v);
		}
		free(host);
	}
	fflush(stdout);
}

