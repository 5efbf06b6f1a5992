// cublas_test.h: what the tests of cuBLAS share: element types by name, matrices with
// gaps between their columns, comparison with what plain loops give.
#pragma once

#include "../test.h"

#include <cublas_v2.h>

#include <cmath>
#include <complex>

#define CB(call)                                                                       \
	do {                                                                           \
		cublasStatus_t cb_ = (call);                                           \
		if (cb_ != CUBLAS_STATUS_SUCCESS) {                                    \
			printf("test:%d: %s: %s\n", __LINE__, #call,                   \
			       cublasGetStatusName(cb_));                              \
			exit(2);                                                       \
		}                                                                      \
	} while (0)

typedef std::complex<double> Z;

static inline Z wide(float x) { return x; }
static inline Z wide(double x) { return x; }
static inline Z wide(cuComplex x) { return Z(x.x, x.y); }
static inline Z wide(cuDoubleComplex x) { return Z(x.x, x.y); }
static inline Z wide(int x) { return x; }
static inline void narrow(float &to, Z x) { to = (float)x.real(); }
static inline void narrow(double &to, Z x) { to = x.real(); }
static inline void narrow(int &to, Z x) { to = (int)x.real(); }
static inline void narrow(cuComplex &to, Z x) { to = make_cuComplex(x.real(), x.imag()); }
static inline void narrow(cuDoubleComplex &to, Z x)
{
	to = make_cuDoubleComplex(x.real(), x.imag());
}
template <class T> T make(Z x) { T t; narrow(t, x); return t; }

template <class T> struct type_info;
template <> struct type_info<float> {
	typedef float real;
	static constexpr const char *name = "S";
	static constexpr bool is_complex = false;
	static constexpr double error = 2e-5;
};
template <> struct type_info<double> {
	typedef double real;
	static constexpr const char *name = "D";
	static constexpr bool is_complex = false;
	static constexpr double error = 1e-13;
};
template <> struct type_info<cuComplex> {
	typedef float real;
	static constexpr const char *name = "C";
	static constexpr bool is_complex = true;
	static constexpr double error = 2e-5;
};
template <> struct type_info<cuDoubleComplex> {
	typedef double real;
	static constexpr const char *name = "Z";
	static constexpr bool is_complex = true;
	static constexpr double error = 1e-13;
};

template <> struct type_info<int> { // results
	static constexpr const char *name = "I";
	static constexpr double error = 0;
};

// A function of cuBLAS by the type of its first argument, which it does not get.
#define FOR_REAL(name)                                                                 \
	template <class... A> cublasStatus_t name(float, A... a)                       \
	{                                                                              \
		return cublasS##name(a...);                                            \
	}                                                                              \
	template <class... A> cublasStatus_t name(double, A... a)                      \
	{                                                                              \
		return cublasD##name(a...);                                            \
	}
#define FOR_COMPLEX(name)                                                              \
	template <class... A> cublasStatus_t name(cuComplex, A... a)                   \
	{                                                                              \
		return cublasC##name(a...);                                            \
	}                                                                              \
	template <class... A> cublasStatus_t name(cuDoubleComplex, A... a)             \
	{                                                                              \
		return cublasZ##name(a...);                                            \
	}
#define FOR_ALL(name) FOR_REAL(name) FOR_COMPLEX(name)

static unsigned test_seed = 12345;
static inline double
any()
{
	return (int)(next_random(test_seed) % 2001) / 1000.0 - 1;
}
template <class T> T
any_of()
{
	double re = any(), im = any();
	return make<T>(Z(re, im));
}
static const double not_a_number = NAN;

// Rows and columns in unified memory, columns `ld` apart. What lies between them must not
// be touched, so it is not a number.
template <class T> struct Matrix {
	int m, n, ld;
	T *at;
	Matrix(int m, int n, int gap = 2) : m(m), n(n), ld(m + gap)
	{
		CK(cudaMallocManaged(&at, sizeof(T) * (ld * n + 1)));
		fill_nan();
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++)
				at[i + j * ld] = any_of<T>();
	}
	Matrix(const Matrix &o) : m(o.m), n(o.n), ld(o.ld)
	{
		CK(cudaMallocManaged(&at, sizeof(T) * (ld * n + 1)));
		memcpy(at, o.at, sizeof(T) * ld * n);
	}
	~Matrix() { cudaFree(at); }
	void fill_nan()
	{
		for (int i = 0; i < ld * n; i++)
			at[i] = make<T>(Z(not_a_number, not_a_number));
	}
	Z operator()(int i, int j) const { return wide(at[i + j * ld]); }
	void set(int i, int j, Z x) { narrow(at[i + j * ld], x); }
	// Element (i, j) of op(this).
	Z op(cublasOperation_t t, int i, int j) const
	{
		Z x = t == CUBLAS_OP_N ? (*this)(i, j) : (*this)(j, i);
		return t == CUBLAS_OP_C ? std::conj(x) : x;
	}
};

static int wrong;

// Compares what the device has left in `got`, gaps included.
template <class T> void
compare(const char *what, const Matrix<T> &got, const Matrix<T> &want, double scale = 1)
{
	CK(cudaDeviceSynchronize());
	for (int j = 0; j < got.n; j++)
		for (int i = 0; i < got.ld; i++) {
			Z g = got(i, j), w = want(i, j);
			double error = type_info<T>::error * scale * (1 + std::abs(w));
			if (std::isnan(w.real()) ? std::isnan(g.real())
						 : std::abs(g - w) <= error)
				continue;
			if (wrong++ < 10)
				printf("%s %s: WRONG at (%d, %d): %g%+gi, not %g%+gi\n", what,
				       type_info<T>::name, i, j, g.real(), g.imag(),
				       w.real(), w.imag());
			return;
		}
}

// A line for all that was compared since the last one.
static inline void
report(const char *what, const char *type)
{
	printf("%s %s: %s\n", what, type, wrong ? "WRONG" : "ok");
	wrong = 0;
}

static const cublasOperation_t all_ops[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
static const cublasFillMode_t both_uplos[] = {CUBLAS_FILL_MODE_LOWER,
					      CUBLAS_FILL_MODE_UPPER};
static const cublasSideMode_t both_sides[] = {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT};
static const cublasDiagType_t both_diags[] = {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT};
