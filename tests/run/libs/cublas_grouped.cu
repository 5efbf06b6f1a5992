// cublas_grouped: batches of products in groups, each with its own sizes, scalars and number.
// flags: -lcublas
// needs: library libopenblas.so.0
// out: a GPU (H200, CUDA 13.0) prints the same, and messages of cuBLAS
#include "../test.h"

#include <cublas_v2.h>

static const int m[] = {3, 5, 2}, n[] = {4, 2, 2}, k[] = {2, 6, 3}, size[] = {2, 1, 3};
static const int lda[] = {3, 6, 2}, ldb[] = {2, 6, 3}, ldc[] = {4, 5, 2};
static const cublasOperation_t ta[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_N},
			       tb[] = {CUBLAS_OP_N, CUBLAS_OP_N, CUBLAS_OP_N};

template <class T>
static T
number(int which, int i, int j)
{
	return (T)((which * 5 + i * 3 + j * 7) % 11 - 5);
}

template <class T>
static T *
matrix(int which, int count, int ld)
{
	std::vector<T> v(count);
	for (int i = 0; i < count; i++)
		v[i] = number<T>(which, i % ld, i / ld);
	return to_device(v);
}

template <class T, class F>
static void
check(const char *name, F multiply)
{
	const T alpha[] = {2, 1, -1}, beta[] = {0, 3, 1};
	std::vector<T *> a, b, c;

	for (int g = 0; g < 3; g++)
		for (int p = 0; p < size[g]; p++) {
			int which = (int)a.size();
			a.push_back(matrix<T>(which, 64, lda[g]));
			b.push_back(matrix<T>(which + 1, 64, ldb[g]));
			c.push_back(matrix<T>(which + 2, 64, ldc[g]));
		}
	printf("%s: %d,", name,
	       multiply(alpha, to_device(a), to_device(b), beta, to_device(c)));
	SYNC();
	int wrong = 0, which = 0;
	for (int g = 0; g < 3; g++)
		for (int p = 0; p < size[g]; p++, which++) {
			auto got = to_host(c[which], 64);
			for (int i = 0; i < m[g]; i++)
				for (int j = 0; j < n[g]; j++) {
					T sum = 0;
					for (int x = 0; x < k[g]; x++)
						sum += (ta[g] == CUBLAS_OP_N
								? number<T>(which, i, x)
								: number<T>(which, x, i)) *
						       number<T>(which + 1, x, j);
					sum = alpha[g] * sum +
					      beta[g] * number<T>(which + 2, i, j);
					wrong += got[i + j * ldc[g]] != sum;
				}
		}
	printf(" %d wrong\n", wrong);
}

int
main()
{
	cublasHandle_t h;
	int64_t sizes[3] = {2, 1, 3}, w[6][3];

	for (int i = 0; i < 3; i++) {
		w[0][i] = m[i], w[1][i] = n[i], w[2][i] = k[i];
		w[3][i] = lda[i], w[4][i] = ldb[i], w[5][i] = ldc[i];
	}
	cublasCreate(&h);
	check<float>("float", [&](auto *alpha, auto **a, auto **b, auto *beta, auto **c) {
		return cublasSgemmGroupedBatched(h, ta, tb, m, n, k, alpha, a, lda, b, ldb,
						 beta, c, ldc, 3, size);
	});
	check<double>("double", [&](auto *alpha, auto **a, auto **b, auto *beta,
				    auto **c) {
		return cublasDgemmGroupedBatched_64(h, ta, tb, w[0], w[1], w[2], alpha, a,
						    w[3], b, w[4], beta, c, w[5], 3,
						    sizes);
	});
	check<float>("said", [&](auto *alpha, auto **a, auto **b, auto *beta, auto **c) {
		return cublasGemmGroupedBatchedEx(h, ta, tb, m, n, k, alpha,
						  (const void *const *)a, CUDA_R_32F, lda,
						  (const void *const *)b, CUDA_R_32F, ldb,
						  beta, (void *const *)c, CUDA_R_32F, ldc,
						  3, size, CUBLAS_COMPUTE_32F);
	});
	printf("%d\n", cublasSgemmGroupedBatched(h, ta, tb, m, n, k, nullptr, nullptr, lda,
						 nullptr, ldb, nullptr, nullptr, ldc, -1,
						 size));
	cublasDestroy(h);
	return 0;
}
