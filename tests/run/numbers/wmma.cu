// wmma: matrix fragments of every type and shape: load, fill, multiply, store, in both
// layouts, element access. The numbers are small integers: every order of sums is exact.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <mma.h>

using namespace nvcuda;

template <class Use, int M, int N, int K, class T, class L>
using fragment = wmma::fragment<Use, M, N, K, T, L>;

template <class T, class S, class C, int M, int N, int K, class LA, class LB>
__global__ void
multiply(const S *a, const S *b, const C *c, C *d, bool rows)
{
	fragment<wmma::matrix_a, M, N, K, T, LA> fa;
	fragment<wmma::matrix_b, M, N, K, T, LB> fb;
	wmma::fragment<wmma::accumulator, M, N, K, C> fc, sum;
	bool ra = std::is_same<LA, wmma::row_major>::value;
	bool rb = std::is_same<LB, wmma::row_major>::value;
	wmma::layout_t layout = rows ? wmma::mem_row_major : wmma::mem_col_major;
	int warp = threadIdx.x / 32;
	wmma::fill_fragment(sum, C(2));
	wmma::load_matrix_sync(fa, a + warp * M * K, ra ? K : M);
	wmma::load_matrix_sync(fb, b + warp * N * K, rb ? N : K);
	wmma::load_matrix_sync(fc, c + warp * M * N, rows ? N : M, layout);
	for (int k = 0; k < 3; k++)
		wmma::mma_sync(sum, fa, fb, sum);
	for (int e = 0; e < fc.num_elements; e++)
		fc.x[e] = fc.x[e] + sum.x[e];
	if (warp % 2 == 0)
		wmma::mma_sync(fc, fa, fb, fc);
	wmma::store_matrix_sync(d + warp * M * N, fc, rows ? N : M, layout);
}

template <class T, class S, class C, int M, int N, int K, class LA, class LB>
static void
run(const char *name, bool rows)
{
	enum { W = 3 };
	bool ra = std::is_same<LA, wmma::row_major>::value;
	bool rb = std::is_same<LB, wmma::row_major>::value;
	std::vector<S> a(W * M * K), b(W * K * N);
	std::vector<C> c(W * M * N), want(W * M * N);
	unsigned s = 7;
	for (auto &x : a)
		x = S((int)(next_random(s) % 5));
	for (auto &x : b)
		x = S((int)(next_random(s) % 4));
	for (auto &x : c)
		x = C((int)(next_random(s) % 9) - 4);
	for (int w = 0; w < W; w++)
		for (int i = 0; i < M; i++)
			for (int j = 0; j < N; j++) {
				int sum = 0, at = w * M * N + (rows ? i * N + j : j * M + i);
				for (int k = 0; k < K; k++)
					sum += (int)(float)a[w * M * K + (ra ? i * K + k : k * M + i)] *
					       (int)(float)b[w * K * N + (rb ? k * N + j : j * K + k)];
				want[at] = C((int)(float)c[at] + 2 + sum * (w % 2 ? 3 : 4));
			}
	S *da = to_device(a), *db = to_device(b);
	C *dc = to_device(c), *dd = device_array<C>(W * M * N);
	multiply<T, S, C, M, N, K, LA, LB><<<1, 32 * W>>>(da, db, dc, dd, rows);
	SYNC();
	std::vector<C> got = to_host(dd, W * M * N);
	int wrong = 0;
	for (size_t i = 0; i < got.size(); i++)
		wrong += (float)got[i] != (float)want[i];
	printf("%s %dx%dx%d: %s %d\n", name, M, N, K, wrong ? "WRONG" : "OK", wrong);
}

// Fragments at places without an order.
__global__ void
scattered(const __half *a, const __half *b, float *d)
{
	typedef fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> A;
	typedef fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> B;
	typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> C;
	char *place = (char *)malloc(sizeof(A) + sizeof(B) + sizeof(C) + 64);
	char *from = place + 16 * (threadIdx.x % 3);
	C *fc = (C *)from;
	A *fa = (A *)(from + sizeof(C));
	B *fb = (B *)(from + sizeof(C) + sizeof(A));
	wmma::fill_fragment(*fc, 1.0f);
	wmma::load_matrix_sync(*fa, a, 16);
	wmma::load_matrix_sync(*fb, b, 16);
	wmma::mma_sync(*fc, *fa, *fb, *fc);
	wmma::store_matrix_sync(d, *fc, 16, wmma::mem_row_major);
	free(place);
}

static void
run_scattered()
{
	std::vector<__half> a(256), b(256);
	unsigned s = 9;
	for (int i = 0; i < 256; i++) {
		a[i] = __half((int)(next_random(s) % 5));
		b[i] = __half((int)(next_random(s) % 4));
	}
	float *d = device_array<float>(256);
	scattered<<<1, 32>>>(to_device(a), to_device(b), d);
	SYNC();
	std::vector<float> got = to_host(d, 256);
	int wrong = 0;
	for (int i = 0; i < 256; i++) {
		float sum = 1;
		for (int k = 0; k < 16; k++)
			sum += (float)a[i / 16 * 16 + k] * (float)b[i % 16 * 16 + k];
		wrong += sum != got[i];
	}
	printf("scattered: %s %d\n", wrong ? "WRONG" : "OK", wrong);
}

#define RUN(T, S, C, M, N, K) \
	run<T, S, C, M, N, K, wmma::row_major, wmma::col_major>(#T " " #C, true); \
	run<T, S, C, M, N, K, wmma::col_major, wmma::row_major>(#T " " #C, false)

int
main()
{
	RUN(__half, __half, float, 16, 16, 16);
	RUN(__half, __half, __half, 16, 16, 16);
	RUN(__half, __half, float, 32, 8, 16);
	RUN(__half, __half, __half, 8, 32, 16);
	RUN(__nv_bfloat16, __nv_bfloat16, float, 16, 16, 16);
	RUN(__nv_bfloat16, __nv_bfloat16, float, 8, 32, 16);
	RUN(signed char, signed char, int, 16, 16, 16);
	RUN(unsigned char, unsigned char, int, 32, 8, 16);
	RUN(wmma::precision::tf32, float, float, 16, 16, 8);
	RUN(double, double, double, 8, 8, 4);
	run_scattered();
	return 0;
}
