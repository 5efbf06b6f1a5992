// cublas_lt: products described by objects: layouts in rows and columns, batches, a matrix
// C of its own, bias and activations, in one rounding.
// flags: -lcublasLt -lcublas
// needs: library libopenblas.so.0
// out: host code of the same program
#include "cublas_test.h"

#include <cublasLt.h>

static cublasLtHandle_t lt;

template <class T> T *
managed(size_t n)
{
	T *p;
	CK(cudaMallocManaged(&p, n * sizeof(T)));
	return p;
}

static double
activated(uint32_t epilogue, double x)
{
	if (epilogue & 2)
		return x > 0 ? x : 0;
	if (epilogue & 32)
		return 0.5 * x * (1 + tanh(sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
	return x;
}

// Where (i, j) lies in a matrix in columns, or in rows.
static int
place(int i, int j, int rows, int cols, bool in_rows)
{
	return in_rows ? i * cols + j : i + j * rows;
}

template <class T> void
test(const char *what, cudaDataType type, uint32_t epilogue, bool in_rows, bool own_c)
{
	const int m = 6, n = 5, k = 9, count = 2;
	T *a = managed<T>(count * m * k), *b = managed<T>(count * k * n);
	T *c = managed<T>(count * m * n), *d = own_c ? managed<T>(count * m * n) : c;
	T *bias = managed<T>(m);
	std::vector<double> old(count * m * n);
	for (int i = 0; i < count * m * k; i++)
		a[i] = T((float)(i % 7 - 3));
	for (int i = 0; i < count * k * n; i++)
		b[i] = T((float)(i % 5 - 2));
	for (int i = 0; i < count * m * n; i++)
		c[i] = T((float)(i % 3)), old[i] = i % 3;
	for (int i = 0; i < m; i++)
		bias[i] = T((float)(i - 2));
	cublasLtMatmulDesc_t desc;
	cublasLtMatrixLayoutOpaque_t la, lb, lc;
	cublasLtMatmulPreference_t pref;
	cublasLtMatmulHeuristicResult_t found;
	cublasOperation_t transposed = CUBLAS_OP_T;
	cublasLtOrder_t order = in_rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL;
	float alpha = 0.25f, beta = 0.5f;
	int got = 0, two = count, wrong_ones = 0;
	size_t workspace = 1 << 20;
	CB(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
	CB(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &transposed,
					  sizeof transposed));
	CB(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
					  sizeof epilogue));
	CB(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias,
					  sizeof bias));
	CB(cublasLtMatrixLayoutInit(&la, type, k, m, in_rows ? m : k)); // transposed
	CB(cublasLtMatrixLayoutInit(&lb, type, k, n, in_rows ? n : k));
	CB(cublasLtMatrixLayoutInit(&lc, type, m, n, in_rows ? n : m));
	void *room;
	CK(cudaMalloc(&room, workspace));
	int64_t strides[] = {m * k, k * n, m * n};
	cublasLtMatrixLayout_t layouts[] = {&la, &lb, &lc};
	for (int i = 0; i < 3; i++) {
		CB(cublasLtMatrixLayoutSetAttribute(layouts[i], CUBLASLT_MATRIX_LAYOUT_ORDER,
						    &order, sizeof order));
		CB(cublasLtMatrixLayoutSetAttribute(
			layouts[i], CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &two, sizeof two));
		CB(cublasLtMatrixLayoutSetAttribute(layouts[i],
						    CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
						    &strides[i], sizeof strides[i]));
	}
	CB(cublasLtMatmulPreferenceCreate(&pref));
	CB(cublasLtMatmulPreferenceSetAttribute(
		pref, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace, sizeof workspace));
	CB(cublasLtMatmulAlgoGetHeuristic(lt, desc, &la, &lb, &lc, &lc, pref, 1, &found, &got));
	CB(cublasLtMatmul(lt, desc, &alpha, a, &la, b, &lb, &beta, c, &lc, d, &lc, &found.algo,
			  room, workspace, 0));
	CK(cudaDeviceSynchronize());
	for (int l = 0; l < count; l++)
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++) {
				int at = l * m * n + place(i, j, m, n, in_rows);
				double sum = 0;
				for (int p = 0; p < k; p++)
					sum += (double)(float)a[l * m * k + place(p, i, k, m, in_rows)] *
					       (double)(float)b[l * k * n + place(p, j, k, n, in_rows)];
				sum = alpha * sum + beta * old[at];
				if (epilogue & 4)
					sum += i - 2;
				T want = T((float)activated(epilogue, sum));
				double error = epilogue & 32 ? 1e-2 * (sizeof(T) == 2) + 1e-5 : 0;
				wrong_ones += fabs((float)d[at] - (float)want) > error * (1 + fabs(sum));
			}
	printf("%s, epilogue %u%s%s: %d found, %d wrong\n", what, epilogue,
	       in_rows ? ", rows" : "", own_c ? ", own C" : "", got, wrong_ones);
	CB(cublasLtMatmulPreferenceDestroy(pref));
	CB(cublasLtMatmulDescDestroy(desc));
	CK(cudaFree(a));
	CK(cudaFree(b));
	CK(cudaFree(c));
	if (own_c)
		CK(cudaFree(d));
	CK(cudaFree(bias));
	CK(cudaFree(room));
}

static void
test_errors()
{
	cublasLtMatmulDesc_t desc;
	cublasLtMatrixLayout_t x;
	uint32_t unsupported = CUBLASLT_EPILOGUE_DGELU, epilogue = 0;
	size_t size = 0;
	float one = 1, *p = managed<float>(4);
	CB(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
	CB(cublasLtMatrixLayoutCreate(&x, CUDA_R_32F, 2, 2, 2));
	printf("wrong size: %s\n",
	       cublasLtGetStatusName(cublasLtMatmulDescSetAttribute(
		       desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &unsupported, 2)));
	CB(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &unsupported, 4));
	CB(cublasLtMatmulDescGetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, 4,
					  &size));
	printf("epilogue %u, %d bytes: %s\n", epilogue, (int)size,
	       cublasLtGetStatusName(cublasLtMatmul(lt, desc, &one, p, x, p, x, &one, p, x, p, x,
						    NULL, NULL, 0, 0)));
	CB(cublasLtMatrixLayoutDestroy(x));
	CB(cublasLtMatmulDescDestroy(desc));
}

int
main()
{
	CB(cublasLtCreate(&lt));
	for (uint32_t epilogue : {1u, 2u, 4u, 6u, 32u, 36u})
		test<float>("float", CUDA_R_32F, epilogue, false, epilogue > 4);
	for (uint32_t epilogue : {1u, 6u, 36u}) {
		test<__half>("half", CUDA_R_16F, epilogue, epilogue == 6, epilogue == 36);
		test<__nv_bfloat16>("bfloat16", CUDA_R_16BF, epilogue, true, true);
	}
	test<float>("float", CUDA_R_32F, 1, true, false);
	test<float>("float", CUDA_R_32F, 1, false, true);
	test_errors();
	CB(cublasLtDestroy(lt));
	return 0;
}
