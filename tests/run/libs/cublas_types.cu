// cublas_types: halves, bfloat16 and bytes, element types that are said in the call, and
// batches of small systems of equations.
// flags: -lcublas
// needs: library libopenblas.so.0
// out: host code of the same program
#include "cublas_test.h"

FOR_ALL(getrfBatched)
FOR_ALL(getrsBatched)
FOR_ALL(getriBatched)
FOR_ALL(matinvBatched)
FOR_ALL(geqrfBatched)
FOR_ALL(gelsBatched)

static cublasHandle_t h;

template <class T> T small(float x) { return T(x); }
template <> signed char small(float x) { return (signed char)x; }
template <class T> float big(T x) { return (float)x; }

template <class T> T *
managed(size_t n)
{
	T *p;
	CK(cudaMallocManaged(&p, n * sizeof(T)));
	return p;
}

// Integers are exact in all of these types, so that results must be as well.
template <class In, class Out, class Scalar> void
test_gemm_ex(const char *what, cudaDataType in, cudaDataType out,
	     cublasComputeType_t compute, int range)
{
	int wrong_ones = 0;
	for (int k : {3, 40, 2100})
		for (auto ta : {CUBLAS_OP_N, CUBLAS_OP_T})
			for (auto tb : {CUBLAS_OP_N, CUBLAS_OP_T}) {
				const int m = 7, n = 9, count = 2, ldc = m + 1;
				int lda = ta == CUBLAS_OP_N ? m : k, ldb = tb == CUBLAS_OP_N ? k : n;
				In *a = managed<In>(count * m * k), *b = managed<In>(count * n * k);
				Out *c = managed<Out>(count * ldc * n);
				Scalar alpha = 2, beta = 3;
				// long rows are mostly zeros, for sums that a half can hold
				for (int i = 0; i < count * m * k; i++)
					a[i] = small<In>(range > 5 || k < 100 || i % 97 == 0
								 ? (int)(next_random(test_seed) % (2 * range + 1)) - range
								 : 0);
				for (int i = 0; i < count * n * k; i++)
					b[i] = small<In>((int)(next_random(test_seed) % (2 * range + 1)) -
							 range);
				for (int i = 0; i < count * ldc * n; i++)
					c[i] = small<Out>(i % 5);
				CB(cublasGemmStridedBatchedEx(
					h, ta, tb, m, n, k, &alpha, a, in, lda, m * k, b, in, ldb, n * k,
					&beta, c, out, ldc, ldc * n, count, compute,
					CUBLAS_GEMM_DEFAULT));
				CK(cudaDeviceSynchronize());
				for (int l = 0; l < count; l++)
					for (int j = 0; j < n; j++)
						for (int i = 0; i < ldc; i++) {
							double sum = 0;
							int at = l * ldc * n + j * ldc + i;
							for (int p = 0; p < k && i < m; p++)
								sum += (double)big(a[l * m * k + (ta == CUBLAS_OP_N
													  ? i + p * lda
													  : p + i * lda)]) *
								       big(b[l * n * k + (tb == CUBLAS_OP_N
											       ? p + j * ldb
											       : j + p * ldb)]);
							double want = i < m ? 2 * sum + 3 * (at % 5) : at % 5;
							wrong_ones += big(c[at]) != big(small<Out>(want));
						}
				CK(cudaFree(a));
				CK(cudaFree(b));
				CK(cudaFree(c));
			}
	printf("%s: %d wrong\n", what, wrong_ones);
}

// Sums are rounded once: 2048 + 1 + 1 in halves, one by one, would stay 2048.
static void
test_rounding()
{
	__half *a = managed<__half>(3), *b = managed<__half>(3), *c = managed<__half>(1);
	__half one = 1.0f, zero = 0.0f;
	const __half *list[2] = {a, b};
	const __half **at = managed<const __half *>(2);
	__half **out = managed<__half *>(1);
	a[0] = 2048.0f;
	a[1] = a[2] = b[0] = b[1] = b[2] = 1.0f;
	*c = NAN;
	memcpy(at, list, sizeof list);
	out[0] = c;
	CB(cublasHgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 3, &one, a, 1, b, 3, &zero, c, 1));
	CK(cudaDeviceSynchronize());
	printf("Hgemm: %g\n", (float)*c);
	CB(cublasHgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 3, &one, at, 1, at + 1, 3, &one,
			      out, 1, 1));
	CK(cudaDeviceSynchronize());
	printf("HgemmBatched: %g\n", (float)*c);
	// the smallest and the largest numbers, and what is none
	__half special[] = {__half(6e-8f), __half(65504.0f), __half(INFINITY), __half(NAN),
			    __half(-0.0f), __half(-1e-5f)};
	__half *d = managed<__half>(6);
	float f = 1, norm;
	memcpy(d, special, sizeof special);
	CB(cublasScalEx(h, 6, &f, CUDA_R_32F, d, CUDA_R_16F, 1, CUDA_R_32F));
	CK(cudaDeviceSynchronize());
	printf("kept: %d\n", memcmp(d, special, sizeof special));
	f = 1e6;
	CB(cublasScalEx(h, 2, &f, CUDA_R_32F, d, CUDA_R_16F, 1, CUDA_R_32F));
	CB(cublasNrm2Ex(h, 2, d, CUDA_R_16F, 1, &norm, CUDA_R_32F, CUDA_R_32F));
	printf("scaled: %g %g, norm %g\n", (float)d[0], (float)d[1], norm);
}

template <class T> void
test_vectors(const char *what, cudaDataType type, cudaDataType scalar)
{
	T *x = managed<T>(6), *y = managed<T>(6);
	float alpha = 2, result = 0, c = 0, s = 1;
	double wide_alpha = 2, wide_result = 0, wide_c = 0, wide_s = 1;
	bool is_double = scalar == CUDA_R_64F;
	int index = 0;
	for (int i = 0; i < 6; i++) {
		x[i] = small<T>(i + 1);
		y[i] = small<T>(-i);
	}
	void *a = is_double ? (void *)&wide_alpha : &alpha;
	void *r = is_double ? (void *)&wide_result : &result;
	CB(cublasAxpyEx(h, 3, a, scalar, x, type, 2, y, type, -2, scalar));
	CB(cublasDotEx(h, 6, x, type, 1, y, type, 1, r, scalar, scalar));
	printf("%s: axpy %g %g, dot %g", what, big(y[0]), big(y[4]), result + wide_result);
	result = wide_result = 0;
	CB(cublasAsumEx(h, 6, y, type, 1, r, scalar, scalar));
	CB(cublasIamaxEx(h, 6, y, type, 1, &index));
	printf(", asum %g, amax %d", result + wide_result, index);
	CB(cublasRotEx(h, 6, x, type, 1, y, type, 1, is_double ? (void *)&wide_c : &c,
		       is_double ? (void *)&wide_s : &s, scalar, scalar));
	CB(cublasSwapEx(h, 6, x, type, 1, y, type, -1));
	CB(cublasCopyEx(h, 2, x, type, 1, x + 2, type, 1));
	CK(cudaDeviceSynchronize());
	printf(", moved %g %g %g\n", big(x[0]), big(x[2]), big(y[5]));
}

static void
test_gemv()
{
	__nv_bfloat16 *a = managed<__nv_bfloat16>(12), *x = managed<__nv_bfloat16>(8);
	float *y = managed<float>(8), alpha = 1, beta = 0;
	for (int i = 0; i < 12; i++)
		a[i] = (float)i;
	for (int i = 0; i < 8; i++)
		x[i] = (float)(i + 1);
	y[0] = y[1] = y[2] = y[3] = NAN;
	CB(cublasTSSgemvStridedBatched(h, CUBLAS_OP_N, 2, 3, &alpha, a, 2, 6, x, 1, 3, &beta, y,
				       1, 2, 2));
	CK(cudaDeviceSynchronize());
	printf("gemv: %g %g %g %g", y[0], y[1], y[2], y[3]);
	CB(cublasTSSgemvStridedBatched(h, CUBLAS_OP_T, 2, 3, &alpha, a, 2, 6, x, 1, 3, &beta, y,
				       1, 4, 2));
	CK(cudaDeviceSynchronize());
	printf(", transposed: %g %g %g %g\n", y[0], y[2], y[4], y[6]);
}

// ---- systems of equations

template <class T> void
test_systems(int n, int count)
{
	Matrix<T> a(n, n * count), lu = a, inverse(n, n * count, 0), product = inverse;
	Matrix<T> b(n, 2 * count), x = b, unit = inverse;
	T **list = managed<T *>(4 * count);
	int *pivots = managed<int>(n * count), *info = managed<int>(count), host_info = 9;
	for (int l = 0; l < count; l++) {
		list[l] = lu.at + l * n * lu.ld;
		list[count + l] = inverse.at + l * n * inverse.ld;
		list[2 * count + l] = x.at + l * 2 * x.ld;
		list[3 * count + l] = a.at + l * n * a.ld;
		info[l] = 9;
	}
	auto residual = [&](const char *what) { // a * inverse is one
		CK(cudaDeviceSynchronize());
		for (int l = 0; l < count; l++)
			for (int j = 0; j < n; j++)
				for (int i = 0; i < n; i++) {
					Z sum = 0;
					for (int p = 0; p < n; p++)
						sum += a(i, l * n + p) * inverse(p, l * n + j);
					product.set(i, l * n + j, sum);
					unit.set(i, l * n + j, i == j);
				}
		compare(what, product, unit, 2000 * n);
		for (int l = 0; l < count; l++)
			wrong += info[l] != 0;
	};
	CB(getrfBatched(T(), h, n, list, lu.ld, pivots, info, count));
	CB(getrsBatched(T(), h, CUBLAS_OP_N, n, 2, list, lu.ld, pivots, list + 2 * count, x.ld,
			&host_info, count));
	CB(getriBatched(T(), h, n, list, lu.ld, pivots, list + count, inverse.ld, info, count));
	residual("getri");
	Matrix<T> again = b;
	for (int j = 0; j < 2 * count; j++)
		for (int i = 0; i < n; i++) {
			Z sum = 0;
			for (int p = 0; p < n; p++)
				sum += a(i, j / 2 * n + p) * x(p, j);
			again.set(i, j, sum);
		}
	compare("getrs", again, b, 2000 * n);
	wrong += host_info != 0;
	inverse.fill_nan();
	CB(matinvBatched(T(), h, n, list + 3 * count, a.ld, list + count, inverse.ld, info,
			 count));
	residual("matinv");
	// without pivots, for matrices that need none
	for (int l = 0; l < count; l++)
		for (int i = 0; i < n; i++)
			a.set(i, l * n + i, 3.0 * n);
	memcpy(lu.at, a.at, sizeof(T) * lu.ld * lu.n);
	CB(getrfBatched(T(), h, n, list, lu.ld, (int *)NULL, info, count));
	CB(getriBatched(T(), h, n, list, lu.ld, (int *)NULL, list + count, inverse.ld, info,
			count));
	residual("no pivots");
	// least squares of systems that can be solved
	memcpy(lu.at, a.at, sizeof(T) * lu.ld * lu.n);
	memcpy(x.at, b.at, sizeof(T) * x.ld * x.n);
	CB(gelsBatched(T(), h, CUBLAS_OP_N, n, n, 2, list, lu.ld, list + 2 * count, x.ld,
		       &host_info, info, count));
	CK(cudaDeviceSynchronize());
	for (int j = 0; j < 2 * count; j++)
		for (int i = 0; i < n; i++) {
			Z sum = 0;
			for (int p = 0; p < n; p++)
				sum += a(i, j / 2 * n + p) * x(p, j);
			again.set(i, j, sum);
		}
	compare("gels", again, b, 2000 * n);
	// the norm of the first column is in the corner of R
	memcpy(lu.at, a.at, sizeof(T) * lu.ld * lu.n);
	CB(geqrfBatched(T(), h, n, n, list, lu.ld, list + count, &host_info, count));
	CK(cudaDeviceSynchronize());
	double norm = 0;
	for (int i = 0; i < n; i++)
		norm += std::norm(a(i, 0));
	wrong += std::abs(std::abs(lu(0, 0)) - std::sqrt(norm)) > 1e-4 * norm;
	// a singular one is said
	for (int i = 0; i < n; i++)
		a.set(i, 1, 0);
	CB(matinvBatched(T(), h, n, list + 3 * count, a.ld, list + count, inverse.ld, info,
			 count));
	CK(cudaDeviceSynchronize());
	wrong += info[0] != 2 || info[1] != 0;
	report("systems", type_info<T>::name);
}

int
main()
{
	CB(cublasCreate(&h));
	test_gemm_ex<__half, __half, float>("half", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F,
					    2);
	test_gemm_ex<__half, float, float>("half to float", CUDA_R_16F, CUDA_R_32F,
					   CUBLAS_COMPUTE_32F, 5);
	test_gemm_ex<__half, __half, __half>("half in half", CUDA_R_16F, CUDA_R_16F,
					     CUBLAS_COMPUTE_16F, 2);
	test_gemm_ex<__nv_bfloat16, __nv_bfloat16, float>("bfloat16", CUDA_R_16BF, CUDA_R_16BF,
							  CUBLAS_COMPUTE_32F, 2);
	test_gemm_ex<__nv_bfloat16, float, float>("bfloat16 to float", CUDA_R_16BF, CUDA_R_32F,
						  CUBLAS_COMPUTE_32F, 5);
	test_gemm_ex<signed char, int, int>("bytes", CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I,
					    127);
	test_gemm_ex<float, float, float>("float", CUDA_R_32F, CUDA_R_32F,
					  CUBLAS_COMPUTE_32F_FAST_TF32, 5);
	test_gemm_ex<double, double, double>("double", CUDA_R_64F, CUDA_R_64F,
					     CUBLAS_COMPUTE_64F, 100);
	float alpha = 1, beta = 0, x[4] = {1, 2, 3, 4}, y[4];
	CB(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &alpha, x, CUDA_R_32F, 2, x,
			CUDA_R_32F, 2, &beta, y, CUDA_R_32F, 2, CUDA_R_32F, CUBLAS_GEMM_DFALT));
	CK(cudaDeviceSynchronize());
	printf("old compute type: %g %g %g %g\n", y[0], y[1], y[2], y[3]);
	test_rounding();
	test_vectors<__half>("half", CUDA_R_16F, CUDA_R_32F);
	test_vectors<__nv_bfloat16>("bfloat16", CUDA_R_16BF, CUDA_R_32F);
	test_vectors<float>("float", CUDA_R_32F, CUDA_R_32F);
	test_vectors<double>("double", CUDA_R_64F, CUDA_R_64F);
	test_gemv();
	test_systems<float>(6, 5);
	test_systems<double>(9, 3);
	test_systems<cuComplex>(5, 4);
	test_systems<cuDoubleComplex>(20, 2);
	CB(cublasDestroy(h));
	return 0;
}
