// cublas_xt: matrices of the host, multiplied without copies: the same as cuBLAS gives for
// copies on the device; settings, and what is refused.
// flags: -lcublas
// needs: library libopenblas.so.0
// out: host code of the same program
#include "cublas_test.h"

#include <cublasXt.h>

static cublasXtHandle_t xt;
static cublasHandle_t blas;
enum { M = 23, N = 17, K = 31, LD = 40, SIZE = LD * LD };

template <class T>
struct matrices {
	std::vector<T> a, b, c;

	matrices() : a(SIZE), b(SIZE), c(SIZE)
	{
		unsigned state = 5;
		for (auto *v : {&a, &b, &c})
			for (T &x : *v)
				x = make<T>(Z(next_random(state) % 9 - 4.0,
					      next_random(state) % 7 - 3.0));
		for (int i = 0; i < LD; i++)
			a[i * LD + i] = make<T>(Z(16, 0)); // systems have answers
	}
};

// One function in both interfaces: what it leaves in all three matrices.
template <class T, class F, class G>
static void
both(const char *name, F on_device, G on_host)
{
	matrices<T> m, h;
	T *a = to_device(m.a), *b = to_device(m.b), *c = to_device(m.c);

	CB(on_device(a, b, c));
	CB(on_host(h.a.data(), h.b.data(), h.c.data()));
	m.a = to_host(a, SIZE);
	m.b = to_host(b, SIZE);
	m.c = to_host(c, SIZE);
	double worst = 0;
	for (int i = 0; i < SIZE; i++)
		worst = std::max({worst, std::abs(wide(m.a[i]) - wide(h.a[i])),
				  std::abs(wide(m.b[i]) - wide(h.b[i])),
				  std::abs(wide(m.c[i]) - wide(h.c[i]))});
	bool changed = memcmp(h.b.data(), matrices<T>().b.data(), SIZE * sizeof(T)) ||
		       memcmp(h.c.data(), matrices<T>().c.data(), SIZE * sizeof(T));
	printf("%s: %s\n", name, worst < 1e-4 && changed ? "OK" : "WRONG");
	CK(cudaFree(a));
	CK(cudaFree(b));
	CK(cudaFree(c));
}

#define BOTH(T, name, ...)                                                             \
	both<T>(                                                                       \
		#name, [&](T *A, T *B, T *C) { return cublas##name(blas, __VA_ARGS__); }, \
		[&](T *A, T *B, T *C) { return cublasXt##name(xt, __VA_ARGS__); });

#define L CUBLAS_SIDE_LEFT
#define R CUBLAS_SIDE_RIGHT
#define UP CUBLAS_FILL_MODE_UPPER
#define LO CUBLAS_FILL_MODE_LOWER
#define NO CUBLAS_OP_N
#define TR CUBLAS_OP_T
#define UNIT CUBLAS_DIAG_NON_UNIT

#define ALL(X, T)                                                                      \
	{                                                                              \
		T al = make<T>(Z(2, 1)), be = make<T>(Z(3, 0));                        \
		BOTH(T, X##gemm, NO, TR, M, N, K, &al, A, LD, B, LD, &be, C, LD)       \
		BOTH(T, X##symm, L, UP, M, N, &al, A, LD, B, LD, &be, C, LD)           \
		BOTH(T, X##syrk, LO, NO, N, K, &al, A, LD, &be, C, LD)                 \
		BOTH(T, X##syr2k, UP, TR, N, K, &al, A, LD, B, LD, &be, C, LD)         \
		BOTH(T, X##syrkx, UP, NO, N, K, &al, A, LD, B, LD, &be, C, LD)         \
		BOTH(T, X##trsm, R, UP, NO, UNIT, M, N, &al, A, LD, B, LD)             \
		BOTH(T, X##trmm, L, LO, TR, UNIT, M, N, &al, A, LD, B, LD, C, LD)      \
		packed<T>(#X "spmm", cublas##X##trttp, cublas##X##symm,                \
			  cublasXt##X##spmm);                                          \
	}
#define COMPLEX(X, T, real)                                                            \
	{                                                                              \
		T al = make<T>(Z(2, 1)), be = make<T>(Z(3, 0));                        \
		real ra = 2, rb = 3;                                                   \
		BOTH(T, X##hemm, R, LO, M, N, &al, A, LD, B, LD, &be, C, LD)           \
		BOTH(T, X##herk, UP, NO, N, K, &ra, A, LD, &rb, C, LD)                 \
		BOTH(T, X##her2k, LO, NO, N, K, &al, A, LD, B, LD, &rb, C, LD)         \
		BOTH(T, X##herkx, LO, NO, N, K, &al, A, LD, B, LD, &rb, C, LD)         \
	}

template <class T, class P, class S, class X>
static void
packed(const char *name, P pack, S symm, X spmm)
{
	T al = make<T>(Z(2, 1)), be = make<T>(Z(3, 0));
	T *ap = device_array<T>(N * (N + 1) / 2);

	both<T>(
		name,
		[&](T *A, T *B, T *C) {
			CB(pack(blas, LO, N, A, LD, ap));
			return symm(blas, R, LO, M, N, &al, A, LD, B, LD, &be, C, LD);
		},
		[&](T *, T *B, T *C) {
			std::vector<T> host = to_host(ap, N * (N + 1) / 2);
			return spmm(xt, R, LO, M, N, &al, host.data(), B, LD, &be, C,
				    LD);
		});
	CK(cudaFree(ap));
}

int
main()
{
	int devices[2] = {0, 0}, n = 0;
	cublasXtPinnedMemMode_t mode;
	float one = 1, x = 3, y = 5, z = 0, *d;

	CB(cublasCreate(&blas));
	CB(cublasXtCreate(&xt));
	CB(cublasXtDeviceSelect(xt, 1, devices));
	CB(cublasXtSetBlockDim(xt, 1024));
	CB(cublasXtGetBlockDim(xt, &n));
	CB(cublasXtSetPinningMemMode(xt, CUBLASXT_PINNING_ENABLED));
	CB(cublasXtGetPinningMemMode(xt, &mode));
	printf("block %d, pinning %d\n", n, mode);
	CB(cublasXtGetNumBoards(1, devices, &n));
	CB(cublasXtSetCpuRoutine(xt, CUBLASXT_GEMM, CUBLASXT_FLOAT, nullptr));
	CB(cublasXtSetCpuRatio(xt, CUBLASXT_GEMM, CUBLASXT_FLOAT, 0.5f));
	printf("boards %d\n", n);
	ALL(S, float)
	ALL(D, double)
	ALL(C, cuComplex)
	ALL(Z, cuDoubleComplex)
	COMPLEX(C, cuComplex, float)
	COMPLEX(Z, cuDoubleComplex, double)

	// Of both kinds of memory.
	CK(cudaMalloc(&d, sizeof *d));
	CK(cudaMemcpy(d, &x, sizeof *d, cudaMemcpyHostToDevice));
	CB(cublasXtSgemm(xt, NO, NO, 1, 1, 1, &one, d, 1, &y, 1, &one, &z, 1));
	printf("mixed: %g\n", z);
	CK(cudaFree(d));

	devices[1] = 3;
	printf("%s\n", cublasGetStatusName(cublasXtDeviceSelect(xt, 2, devices)));
	printf("%s\n", cublasGetStatusName(cublasXtSetBlockDim(xt, 0)));
	printf("%s\n", cublasGetStatusName(cublasXtSgemm(nullptr, NO, NO, 1, 1, 1, &one, &x,
							 1, &y, 1, &one, &z, 1)));
	printf("%s\n", cublasGetStatusName(cublasXtSgemm(xt, NO, NO, 8, 1, 1, &one, &x, 1,
							 &y, 1, &one, &z, 1)));
	printf("%s\n",
	       cublasGetStatusName(cublasXtSgemm(xt, NO, NO, (size_t)-1, 1, 1, &one, &x, 1,
						 &y, 1, &one, &z, 1)));
	CB(cublasXtDestroy(xt));
	CB(cublasDestroy(blas));
	return 0;
}
