/* The loops of apps.c, offloaded by hand. */
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>

#include "apps.h"

static double best;
static double now()
{
	using namespace std::chrono;
	return duration<double>(steady_clock::now().time_since_epoch()).count();
}

#define TIMED(code)                                                                    \
	best = 1e9;                                                                    \
	for (int run_ = 0; run_ < 5; run_++) {                                         \
		double t_ = now();                                                     \
		code;                                                                  \
		cudaDeviceSynchronize();                                               \
		t_ = now() - t_;                                                       \
		best = t_ < best ? t_ : best;                                          \
	}
#define GLOBAL long i = (long)blockIdx.x * blockDim.x + threadIdx.x
#define FOR(n) ((unsigned)(((n) + 127) / 128)), 128

__device__ void add_up(double x, double *sum)
{
	__shared__ double part[128];
	part[threadIdx.x] = x;
	for (int h = 64; h; h /= 2) {
		__syncthreads();
		if (threadIdx.x < h)
			part[threadIdx.x] += part[threadIdx.x + h];
	}
	if (threadIdx.x == 0)
		atomicAdd(sum, part[0]);
}

__global__ void fill_grid(double *e, double *xs)
{
	GLOBAL;
	e[i] = (double)i / GRID;
	for (int k = 0; k < KINDS; k++)
		xs[i * KINDS + k] = (double)((i * 7 + k * 13) % 1000) / 1000;
}
__global__ void events(const double *e, const double *xs, double *sum)
{
	GLOBAL;
	add_up(lookup(e, xs, start_of(i)), sum);
}
__global__ void histories(const double *e, const double *xs, double *sum)
{
	GLOBAL;
	unsigned long s = start_of(i);
	double x = 0;
	for (int k = 0; k < STEPS; k++) {
		x += lookup(e, xs, s);
		s = next_of(s);
	}
	add_up(x, sum);
}
__global__ void together(record *a)
{
	GLOBAL;
	for (int f = 0; f < FIELDS; f++)
		a[i].f[f] = a[i].f[f] * 0.5f + 1;
}
struct fields {
	float *v[FIELDS];
};
__global__ void apart(fields v)
{
	GLOBAL;
	for (int f = 0; f < FIELDS; f++)
		v.v[f][i] = v.v[f][i] * 0.5f + 1;
}
__global__ void fill_records(record *a, fields v)
{
	GLOBAL;
	for (int f = 0; f < FIELDS; f++)
		a[i].f[f] = v.v[f][i] = (float)(i % 100);
}
__global__ void fill_fields(double *a, double *b, double *c, double *d, double *e)
{
	GLOBAL;
	double *u[5] = {a, b, c, d, e};
	if (i < (long)SIDE * SIDE * SIDE)
		for (int f = 0; f < 5; f++)
			u[f][i] = (double)((i * (f + 3)) % 97) / 97;
}
__global__ void fluxes(const double *a, const double *b, const double *c, const double *d,
		       const double *e, double *to)
{
	int i = 4 + blockIdx.x * blockDim.x + threadIdx.x, j = 4 + blockIdx.y, k = 4 + blockIdx.z;
	if (i < SIDE - 4)
		to[AT(i, j, k)] = divergence(a, b, c, d, e, i, j, k);
}
__global__ void fill_matrix(int *col, double *val)
{
	GLOBAL;
	for (int e = 0; e < ENTRIES; e++) {
		col[i * ENTRIES + e] = column_of(i, e);
		val[i * ENTRIES + e] = e == 0 ? 8 : -1;
	}
}
__global__ void step(const int *col, const double *val, const double *x, double *y)
{
	GLOBAL;
	y[i] = relaxed(col, val, x, i);
}
__global__ void fill_links(int *from, double *r)
{
	GLOBAL;
	for (int l = 0; l < LINKS; l++)
		from[i * LINKS + l] = link_of(i, l);
	r[i] = 1.0 / PAGES;
}
__global__ void pages(const int *from, const double *r, double *next)
{
	GLOBAL;
	next[i] = ranked(from, r, i);
}

template <class T> T *get(size_t n)
{
	T *p;
	cudaMalloc(&p, n * sizeof(T));
	cudaMemset(p, 0, n * sizeof(T));
	return p;
}
template <class T> T *back(const T *p, size_t n)
{
	T *h = new T[n];
	cudaMemcpy(h, p, n * sizeof(T), cudaMemcpyDeviceToHost);
	return h;
}
static void say(const char *what, double sum) { printf("%s\t%.3f\t%.6e\n", what, best * 1e3, sum); }

int main()
{
	double *e = get<double>(GRID), *xs = get<double>((size_t)GRID * KINDS), *s = get<double>(1);
	fill_grid<<<FOR(GRID)>>>(e, xs);
	TIMED((cudaMemset(s, 0, 8), events<<<FOR(LOOKUPS)>>>(e, xs, s)));
	say("lookup, events", *back(s, 1));
	TIMED((cudaMemset(s, 0, 8), histories<<<FOR(LOOKUPS / STEPS)>>>(e, xs, s)));
	say("lookup, histories", *back(s, 1));

	record *a = get<record>(RECORDS);
	fields v;
	for (int f = 0; f < FIELDS; f++)
		v.v[f] = get<float>(RECORDS);
	fill_records<<<FOR(RECORDS)>>>(a, v);
	float fs = 0;
	TIMED((together<<<FOR(RECORDS)>>>(a)));
	record *ha = back(a, RECORDS);
	for (long i = 0; i < RECORDS; i += 1001)
		fs += ha[i].f[3];
	say("interleaved", fs);
	TIMED((apart<<<FOR(RECORDS)>>>(v)));
	float *hv = back(v.v[3], RECORDS);
	fs = 0;
	for (long i = 0; i < RECORDS; i += 1001)
		fs += hv[i];
	say("apart", fs);

	size_t n = (size_t)SIDE * SIDE * SIDE;
	double *u[5], *flux = get<double>(n), sum = 0;
	for (int f = 0; f < 5; f++)
		u[f] = get<double>(n);
	fill_fields<<<FOR(n)>>>(u[0], u[1], u[2], u[3], u[4]);
	dim3 blocks((SIDE - 8 + 31) / 32, SIDE - 8, SIDE - 8);
	TIMED((fluxes<<<blocks, 32>>>(u[0], u[1], u[2], u[3], u[4], flux)));
	double *hf = back(flux, n);
	for (size_t i = 0; i < n; i += 1009)
		sum += hf[i];
	say("stencil", sum);

	int *col = get<int>((size_t)ROWS * ENTRIES);
	double *val = get<double>((size_t)ROWS * ENTRIES), *x = get<double>(ROWS), *y = get<double>(ROWS);
	fill_matrix<<<FOR(ROWS)>>>(col, val);
	TIMED(cudaMemset(x, 0, ROWS * 8); for (int k = 0; k < 10; k++) {
		step<<<FOR(ROWS)>>>(col, val, x, y);
		double *t = x;
		x = y;
		y = t;
	});
	double *hx = back(x, ROWS);
	sum = 0;
	for (long i = 0; i < ROWS; i += 101)
		sum += hx[i];
	say("relax, 10 steps", sum);

	int *from = get<int>((size_t)PAGES * LINKS);
	double *r = get<double>(PAGES), *next = get<double>(PAGES);
	fill_links<<<FOR(PAGES)>>>(from, r);
	TIMED((pages<<<FOR(PAGES)>>>(from, r, next)));
	double *hn = back(next, PAGES);
	sum = 0;
	for (long i = 0; i < PAGES; i += 101)
		sum += hn[i];
	say("rank", sum);
	return cudaGetLastError() != cudaSuccess;
}
