/* SPDX-License-Identifier: Apache-2.0 */
/* CG by hand: WIDTH threads share a row, dot products are part of the kernels that make
 * their vectors, and the scalars stay on the device: the host waits once per round. */
#include "hand.h"

#include <cmath>

#ifndef NA
#define NA 1000
#define NZ 9
#endif
#ifndef WIDTH
#define WIDTH 32
#endif
#define STEPS 8
#define THREADS 256

static int rowstr[NA + 1], colidx[NA * NZ];
static double a[NA * NZ];

static int *dev_rowstr, *dev_colidx;
static double *dev_a, *x, *z, *p, *q, *r;

/* rho[0..STEPS], d[0..STEPS-1], the norm, the two products, the check */
enum { RHO = 0, D = STEPS + 1, NORM = 2 * STEPS + 1, T1, T2, CHECKSUM, SCALARS };
static double *scalar;

static __global__ void
start_round(const double *__restrict__ x, double *__restrict__ z, double *__restrict__ r,
	    double *__restrict__ p, double *scalar)
{
	double rho = 0;

	for (int j = (int)(blockIdx.x * blockDim.x + threadIdx.x); j < NA;
	     j += (int)(gridDim.x * blockDim.x)) {
		double v = x[j];
		z[j] = 0;
		r[j] = v;
		p[j] = v;
		rho += v * v;
	}
	block_add(&scalar[RHO], rho);
}

/* y = A v; and the sum of v * y, or of the square of b - y */
template <bool RESIDUAL>
static __global__ void
multiply(const int *__restrict__ rowstr, const int *__restrict__ colidx,
	 const double *__restrict__ a, const double *__restrict__ v, double *__restrict__ y,
	 const double *__restrict__ b, double *sum)
{
	double all = 0;

	for (int j = (int)(blockIdx.x * blockDim.x + threadIdx.x) / WIDTH; j < NA;
	     j += (int)(gridDim.x * blockDim.x) / WIDTH) {
		unsigned group = __activemask();
		double s = 0;
		for (int k = rowstr[j] + (int)threadIdx.x % WIDTH; k < rowstr[j + 1]; k += WIDTH)
			s += a[k] * v[colidx[k]];
		__syncwarp(group);
		for (int d = WIDTH / 2; d > 0; d /= 2)
			s += __shfl_down_sync(group, s, d, WIDTH);
		if (threadIdx.x % WIDTH == 0) {
			y[j] = s;
			all += RESIDUAL ? (b[j] - s) * (b[j] - s) : v[j] * s;
		}
	}
	block_add(sum, all);
}

static __global__ void
update(const double *__restrict__ p, const double *__restrict__ q, double *__restrict__ z,
       double *__restrict__ r, double *scalar, int it)
{
	double alpha = scalar[RHO + it] / scalar[D + it], rho = 0;

	for (int j = (int)(blockIdx.x * blockDim.x + threadIdx.x); j < NA;
	     j += (int)(gridDim.x * blockDim.x)) {
		double v = r[j] - alpha * q[j];
		z[j] += alpha * p[j];
		r[j] = v;
		rho += v * v;
	}
	block_add(&scalar[RHO + it + 1], rho);
}

static __global__ void
direction(const double *__restrict__ r, double *__restrict__ p, const double *scalar, int it)
{
	double beta = scalar[RHO + it + 1] / scalar[RHO + it];
	int j = (int)(blockIdx.x * blockDim.x + threadIdx.x);

	if (j < NA)
		p[j] = r[j] + beta * p[j];
}

static __global__ void
products(const double *__restrict__ x, const double *__restrict__ z, double *scalar)
{
	double t1 = 0, t2 = 0;

	for (int j = (int)(blockIdx.x * blockDim.x + threadIdx.x); j < NA;
	     j += (int)(gridDim.x * blockDim.x)) {
		t1 += x[j] * z[j];
		t2 += z[j] * z[j];
	}
	block_add(&scalar[T1], t1);
	block_add(&scalar[T2], t2);
}

static __global__ void
normalise(double *__restrict__ x, const double *__restrict__ z, const double *scalar)
{
	int j = (int)(blockIdx.x * blockDim.x + threadIdx.x);

	if (j < NA)
		x[j] = 1 / sqrt(scalar[T2]) * z[j];
}

static __global__ void
set(double *x, bool ones)
{
	int j = (int)(blockIdx.x * blockDim.x + threadIdx.x);

	if (j < NA)
		x[j] = ones ? 1 : 1 + j % 2;
}

static __global__ void
weigh(const double *x, double *scalar)
{
	double sum = 0;

	for (int j = (int)(blockIdx.x * blockDim.x + threadIdx.x); j < NA;
	     j += (int)(gridDim.x * blockDim.x))
		sum += x[j] * (1 + j % 5);
	block_add(&scalar[CHECKSUM], sum);
}

static void
make_matrix(void)
{
	int nz = 0;

	for (int i = 0; i < NA; i++) {
		rowstr[i] = nz;
		for (int k = 0; k < NZ; k++) {
			int d = (7 * k * k * k + k) % NA;
			colidx[nz] = k % 2 ? (i + d) % NA : (i + NA - d) % NA;
			a[nz++] = k == 0 ? 12 + i % 7 : -0.5 / k;
		}
	}
	rowstr[NA] = nz;
}

static const int each = (NA + THREADS - 1) / THREADS;
static const int some = each < 528 ? each : 528;
static const int rows = (int)(((long)NA * WIDTH + THREADS - 1) / THREADS);
static const int row_blocks = rows < 2112 ? rows : 2112;

/* One round, without a wait. */
static void
round_of(void)
{
	CHECK(cudaMemsetAsync(scalar, 0, SCALARS * sizeof(double)));
	start_round<<<some, THREADS>>>(x, z, r, p, scalar);
	for (int it = 0; it < STEPS; it++) {
		multiply<false><<<row_blocks, THREADS>>>(dev_rowstr, dev_colidx, dev_a, p, q, p,
							 &scalar[D + it]);
		update<<<some, THREADS>>>(p, q, z, r, scalar, it);
		direction<<<each, THREADS>>>(r, p, scalar, it);
	}
	multiply<true><<<row_blocks, THREADS>>>(dev_rowstr, dev_colidx, dev_a, z, r, x,
						&scalar[NORM]);
	products<<<some, THREADS>>>(x, z, scalar);
	CHECK(cudaGetLastError());
}

int
main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 4;
	double host[SCALARS], zeta = 0, start;
	double **vectors[] = {&x, &z, &p, &q, &r};

	make_matrix();
	CHECK(cudaMalloc((void **)&dev_rowstr, sizeof rowstr));
	CHECK(cudaMalloc((void **)&dev_colidx, sizeof colidx));
	CHECK(cudaMalloc((void **)&dev_a, sizeof a));
	CHECK(cudaMalloc((void **)&scalar, sizeof host));
	for (double **v : vectors)
		CHECK(cudaMalloc((void **)v, NA * sizeof(double)));
	CHECK(cudaMemcpy(dev_rowstr, rowstr, sizeof rowstr, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dev_colidx, colidx, sizeof colidx, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
	set<<<each, THREADS>>>(x, true);
	round_of();
	set<<<each, THREADS>>>(x, false);
	CHECK(cudaDeviceSynchronize());
	start = now();
	for (int it = 0; it < rounds; it++) {
		round_of();
		CHECK(cudaMemcpy(host, scalar, sizeof host, cudaMemcpyDeviceToHost));
		double rnorm = sqrt(host[NORM]);
		zeta = 10 + 1 / host[T1];
		printf("%d %.8e %.10f\n", it, rnorm > 1e-9 ? rnorm : 0, zeta);
		normalise<<<each, THREADS>>>(x, z, scalar);
	}
	weigh<<<some, THREADS>>>(x, scalar);
	CHECK(cudaMemcpy(host, scalar, sizeof host, cudaMemcpyDeviceToHost));
	fprintf(stderr, "seconds %.6f\n", now() - start);
	printf("cg %.10f %.8f\n", zeta, host[CHECKSUM]);
	return 0;
}
