/* The loop bodies of apps.c and apps.cu. */
#ifndef APPS_H
#define APPS_H

#ifndef __CUDACC__
#define __host__
#define __device__
#endif

enum { GRID = 1 << 16, KINDS = 12, LOOKUPS = 1 << 21, STEPS = 32 };
enum { RECORDS = 1 << 22, FIELDS = 8 };
enum { SIDE = 160 };
enum { ROWS = 1 << 20, ENTRIES = 9 };
enum { PAGES = 1 << 20, LINKS = 16 };
#define AT(i, j, k) (((size_t)(k) * SIDE + (j)) * SIDE + (i))

typedef struct record {
	float f[FIELDS];
} record;

static __host__ __device__ inline unsigned long next_of(unsigned long s)
{
	return s * 6364136223846793005ul + 1442695040888963407ul;
}

static __host__ __device__ inline unsigned long start_of(long i)
{
	return next_of(next_of((unsigned long)i * 2654435761ul + 12345));
}

/* A binary search for an energy, then an interpolation of all kinds. */
static __host__ __device__ inline double lookup(const double *energy, const double *xs,
						unsigned long s)
{
	double e = (double)(s >> 11) / 9007199254740992.0, sum = 0, f;
	long low = 0, high = GRID - 1;
	while (high - low > 1) {
		long middle = (low + high) / 2;
		if (energy[middle] > e)
			high = middle;
		else
			low = middle;
	}
	f = (e - energy[low]) / (energy[high] - energy[low]);
	for (int k = 0; k < KINDS; k++)
		sum += xs[low * KINDS + k] * (1 - f) + xs[high * KINDS + k] * f;
	return sum;
}

static __host__ __device__ inline double difference(const double *u, size_t at, size_t by)
{
	return 0.8 * (u[at + by] - u[at - by]) - 0.2 * (u[at + 2 * by] - u[at - 2 * by]) +
	       0.038 * (u[at + 3 * by] - u[at - 3 * by]) -
	       0.0035 * (u[at + 4 * by] - u[at - 4 * by]);
}

static __host__ __device__ inline double divergence(const double *a, const double *b,
						    const double *c, const double *d,
						    const double *e, int i, int j, int k)
{
	size_t at = AT(i, j, k);
	double s = 0;
	const double *u[5] = {a, b, c, d, e};
	for (int f = 0; f < 5; f++)
		s -= difference(u[f], at, 1) + difference(u[f], at, SIDE) * (f + 1) +
		     difference(u[f], at, (size_t)SIDE * SIDE);
	return s;
}

static __host__ __device__ inline int column_of(long i, int e)
{
	return e == 0 ? (int)i : (int)((i + (e % 2 ? e : -e) * 31 + ROWS) % ROWS);
}

static __host__ __device__ inline double relaxed(const int *col, const double *val,
						 const double *x, long i)
{
	double s = 1;
	for (int e = 1; e < ENTRIES; e++)
		s -= val[i * ENTRIES + e] * x[col[i * ENTRIES + e]];
	return s / (val[i * ENTRIES] + 1);
}

static __host__ __device__ inline int link_of(long i, int l)
{
	return (int)(next_of((unsigned long)(i * LINKS + l)) >> 20) & (PAGES - 1);
}

static __host__ __device__ inline double ranked(const int *from, const double *r, long i)
{
	double s = 0;
	for (int l = 0; l < LINKS; l++)
		s += r[from[i * LINKS + l]] / LINKS;
	return 0.15 / PAGES + 0.85 * s;
}

#endif
