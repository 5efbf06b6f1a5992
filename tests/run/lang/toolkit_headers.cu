// toolkit_headers: the names under which programs include parts of the toolkit, before any
// other header; what they promise is there.
// out: host code of the same program; short values by hand
#include <cuda_texture_types.h>
#include <cuda_fp4.hpp>
#include <cuda_fp6.hpp>
#include <cuda_fp8.hpp>
#include <cuda_surface_types.h>
#include <device_functions.hpp>
#include <device_double_functions.hpp>
#include <math_functions.hpp>
#include <sm_11_atomic_functions.h>
#include <sm_12_atomic_functions.h>
#include <sm_13_double_functions.h>
#include <sm_20_atomic_functions.hpp>
#include <sm_20_intrinsics.hpp>
#include <sm_30_intrinsics.hpp>
#include <sm_32_atomic_functions.hpp>
#include <sm_32_intrinsics.hpp>
#include <sm_60_atomic_functions.hpp>
#include <sm_61_intrinsics.hpp>
#include <surface_functions.hpp>
#include <surface_indirect_functions.hpp>
#include <texture_fetch_functions.hpp>
#include <texture_indirect_functions.hpp>
#include <crt/device_double_functions.hpp>
#include <crt/device_functions.hpp>
#include <crt/math_functions.hpp>
#include <crt/mma.h>
#include <crt/mma.hpp>
#include <crt/nvfunctional>
#include <crt/sm_80_rt.hpp>
#include <crt/sm_90_rt.hpp>
#include <crt/sm_100_rt.h>
#include <crt/sm_100_rt.hpp>
#include <curand_globals.h>
#include <curand_uniform.h>
#include <curand_normal.h>
#include <curand_lognormal.h>
#include <curand_poisson.h>
#include <curand_philox4x32_x.h>
#include <curand_mrg32k3a.h>
#include <cusparse_v2.h>

#include "../test.h"

static_assert(sizeof(curandGenerator_t) == sizeof(cusparseHandle_t), "both are handles");

__global__ void
intrinsics(const int *in, int *n, double *sum)
{
	int t = threadIdx.x;
	n[0] = __ballot_sync(~0u, t < 3);
	n[1] = __dp4a(0x01020304, 0x01010101, 5);
	n[2] = __shfl_sync(~0u, t, 7);
	n[3] = __popc(__activemask());
	n[4] = __ldg(in) + 32;
	atomicAdd(sum, 0.5);
	atomicAnd(n + 5, t);
	if (t == 0)
		n[6] = (int)__dadd_rn(1.0, rsqrt(0.25)) + __float2int_rn(exp2f(3.0f));
}

__global__ void
product(const half *a, const half *b, float *c)
{
	nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major> fa;
	nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, 16, half, nvcuda::wmma::col_major> fb;
	nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> fc;
	nvcuda::wmma::load_matrix_sync(fa, a, 16);
	nvcuda::wmma::load_matrix_sync(fb, b, 16);
	nvcuda::wmma::fill_fragment(fc, 1.0f);
	nvcuda::wmma::mma_sync(fc, fa, fb, fc);
	nvcuda::wmma::store_matrix_sync(c, fc, 16, nvcuda::wmma::mem_row_major);
}

// Log-normal numbers are made of the normal ones that would come next.
__global__ void
numbers(int *good)
{
	curandStatePhilox4_32_10_t p, q;
	curandStateMRG32k3a_t m;
	curandState_t x, y;
	curand_init(7, threadIdx.x, 0, &p);
	curand_init(7, threadIdx.x, 0, &m);
	curand_init(7, threadIdx.x, 0, &x);
	q = p;
	y = x;
	float4 l = curand_log_normal4(&p, 0.5f, 0.25f), v = curand_normal4(&q);
	double2 d = curand_log_normal2_double(&x, 0.5, 0.25), w = curand_normal2_double(&y);
	bool ok = fabsf(l.x - expf(0.5f + 0.25f * v.x)) < 1e-5f;
	ok = ok && fabsf(l.w - expf(0.5f + 0.25f * v.w)) < 1e-5f;
	ok = ok && fabs(d.y - exp(0.5 + 0.25 * w.y)) < 1e-14;
	float u = curand_uniform(&m);
	ok = ok && u > 0 && u <= 1 && curand_poisson(&m, 3.0) < 100;
	ok = ok && CURAND_2POW32_INV > 0;
	good[threadIdx.x] = ok;
}

int
main()
{
	int *n = device_array<int>(64);
	double *sum = device_array<double>(1);
	CK(cudaMemset(n + 5, -1, sizeof *n));
	intrinsics<<<1, 32>>>(n + 63, n, sum);
	SYNC();
	std::vector<int> h = to_host(n, 7);
	printf("%d %d %d %d %d %d %d, %g\n", h[0], h[1], h[2], h[3], h[4], h[5], h[6],
	       to_host(sum, 1)[0]);

	std::vector<half> a(256), b(256);
	std::vector<float> want(256);
	for (int i = 0; i < 256; i++) {
		a[i] = __float2half((float)(i % 5));
		b[i] = __float2half((float)(i % 3));
	}
	for (int i = 0; i < 256; i++) {
		want[i] = 1;
		for (int k = 0; k < 16; k++)
			want[i] += (float)((i / 16 * 16 + k) % 5 * ((i % 16 * 16 + k) % 3));
	}
	float *c = device_array<float>(256);
	product<<<1, 32>>>(to_device(a), to_device(b), c);
	SYNC();
	same("product", to_host(c, 256), want);

	numbers<<<1, 64>>>(n);
	SYNC();
	same("numbers", to_host(n, 64), std::vector<int>(64, 1));
	nvstd::function<int(int)> f = [](int x) { return x + 1; };
	printf("%d %d\n", (int)cudaTextureType2D, f(1));
	return 0;
}
