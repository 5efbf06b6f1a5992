// wmma: matrix fragments of every type and shape: load, fill, multiply, store, in both
// layouts, element access. The numbers are small integers: every order of sums is exact.
#include "test.h"

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
	return 0;
}
