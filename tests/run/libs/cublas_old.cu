// cublas_old: cuBLAS's first interface, without a handle.
// flags: -lcublas
// needs: library libopenblas.so.0
// out: a GPU (H200, CUDA 13.0) prints the same, and messages of cuBLAS
#include "../test.h"

#include <cublas.h>

int
main()
{
	const int n = 3;
	// by columns
	float a[n * n] = {1, 0, 0, 2, 4, 0, 3, 5, 6}, b[n * n] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
	float *da, *db, *dc, c[n * n];

	printf("init %d\n", cublasInit());
	cublasAlloc(n * n, sizeof *a, (void **)&da);
	cublasAlloc(n * n, sizeof *b, (void **)&db);
	cublasAlloc(n * n, sizeof *c, (void **)&dc);
	cublasSetMatrix(n, n, sizeof *a, a, n, da, n);
	cublasSetMatrix(n, n, sizeof *b, b, n, db, n);

	cublasSgemm('N', 't', n, n, n, 2.0f, da, n, db, n, 0.0f, dc, n);
	cublasGetMatrix(n, n, sizeof *c, dc, n, c, n);
	printf("gemm %g %g %g %g\n", c[0], c[1], c[3], c[8]);
	cublasStrsm('L', 'U', 'N', 'N', n, n, 0.5f, da, n, dc, n);
	cublasGetMatrix(n, n, sizeof *c, dc, n, c, n);
	printf("trsm %g %g %g %g\n", c[0], c[1], c[3], c[8]);
	cublasStrmm('r', 'u', 'n', 'u', n, n, 1.0f, da, n, db, n);
	cublasGetMatrix(n, n, sizeof *c, db, n, c, n);
	printf("trmm %g %g %g %g\n", c[0], c[3], c[6], c[8]);
	cublasSgemv('n', n, n, 1.0f, da, n, db, 1, 0.0f, dc, 1);
	cublasGetVector(n, sizeof *c, dc, 1, c, 1);
	printf("gemv %g %g %g\n", c[0], c[1], c[2]);
	cublasSaxpy(n, 2.0f, db, 1, dc, 1);
	printf("dot %g, asum %g, nrm2 %.4f, amax %d\n", cublasSdot(n, db, 1, dc, 1),
	       cublasSasum(n, dc, 1), cublasSnrm2(n, db, 1), cublasIsamax(n, dc, 1));

	printf("errors %d", cublasGetError() != CUBLAS_STATUS_SUCCESS);
	cublasSgemm('x', 'n', n, n, n, 1.0f, da, n, db, n, 0.0f, dc, n);
	printf(" %d", cublasGetError() != CUBLAS_STATUS_SUCCESS);
	printf(" %d\n", cublasGetError() != CUBLAS_STATUS_SUCCESS);
	cublasFree(da);
	cublasFree(db);
	cublasFree(dc);
	printf("shutdown %d\n", cublasShutdown());
	return 0;
}
