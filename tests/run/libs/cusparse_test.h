// cusparse_test.h: what the tests of cuSPARSE share: matrices of small whole numbers, so
// that every order of additions gives the same sum, and their sparse forms.
#pragma once

#include "../test.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cusparse.h>

#include <cmath>
#include <complex>

#define CS(call)                                                                       \
	do {                                                                           \
		cusparseStatus_t cs_ = (call);                                         \
		if (cs_ != CUSPARSE_STATUS_SUCCESS) {                                  \
			printf("test:%d: %s: %s\n", __LINE__, #call,                   \
			       cusparseGetErrorName(cs_));                             \
			exit(2);                                                       \
		}                                                                      \
	} while (0)

typedef std::complex<double> Z;

static cusparseHandle_t h;

static const cusparseOperation_t all_ops[] = {CUSPARSE_OPERATION_NON_TRANSPOSE,
					      CUSPARSE_OPERATION_TRANSPOSE,
					      CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
static const cusparseFormat_t all_formats[] = {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC,
					       CUSPARSE_FORMAT_COO};
static const cusparseOrder_t all_orders[] = {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW};

static inline Z wide(float x) { return x; }
static inline Z wide(double x) { return x; }
static inline Z wide(signed char x) { return x; }
static inline Z wide(int x) { return x; }
static inline Z wide(__half x) { return __half2float(x); }
static inline Z wide(__nv_bfloat16 x) { return __bfloat162float(x); }
static inline Z wide(cuComplex x) { return Z(x.x, x.y); }
static inline Z wide(cuDoubleComplex x) { return Z(x.x, x.y); }
static inline void narrow(float &to, Z x) { to = (float)x.real(); }
static inline void narrow(double &to, Z x) { to = x.real(); }
static inline void narrow(signed char &to, Z x) { to = (signed char)x.real(); }
static inline void narrow(int &to, Z x) { to = (int)x.real(); }
static inline void narrow(__half &to, Z x) { to = __float2half(x.real()); }
static inline void narrow(__nv_bfloat16 &to, Z x) { to = __float2bfloat16(x.real()); }
static inline void narrow(cuComplex &to, Z x) { to = make_cuComplex(x.real(), x.imag()); }
static inline void narrow(cuDoubleComplex &to, Z x)
{
	to = make_cuDoubleComplex(x.real(), x.imag());
}
template <class T> T make(Z x) { T t; narrow(t, x); return t; }

template <class T> struct kind;
#define KIND(T, type_, name_, complex_, error_)                                        \
	template <> struct kind<T> {                                                   \
		static constexpr cudaDataType type = type_;                            \
		static constexpr const char *name = name_;                             \
		static constexpr bool is_complex = complex_;                           \
		static constexpr double error = error_;                                \
	};
KIND(float, CUDA_R_32F, "S", false, 1e-4)
KIND(double, CUDA_R_64F, "D", false, 1e-11)
KIND(cuComplex, CUDA_C_32F, "C", true, 1e-4)
KIND(cuDoubleComplex, CUDA_C_64F, "Z", true, 1e-11)
KIND(signed char, CUDA_R_8I, "I8", false, 0)
KIND(int, CUDA_R_32I, "I32", false, 0)
KIND(__half, CUDA_R_16F, "H", false, 0)
KIND(__nv_bfloat16, CUDA_R_16BF, "BF", false, 0)

// What is conjugated must be complex.
template <class T> std::vector<cusparseOperation_t>
ops()
{
	return {all_ops, all_ops + (kind<T>::is_complex ? 3 : 2)};
}

static inline int
number(int n)
{
	static unsigned state = 12345;
	state = state * 1103515245 + 12345;
	return (int)(state >> 16 & 0x7fff) % n;
}

template <class T> Z
any()
{
	return Z(number(9) - 4, kind<T>::is_complex ? number(9) - 4 : 0);
}

struct Dense {
	int m, n;
	std::vector<Z> v;
	Dense(int m_, int n_) : m(m_), n(n_), v((size_t)m_ * n_) {}
	Z &operator()(int i, int j) { return v[(size_t)i * n + j]; }
	Z operator()(int i, int j) const { return v[(size_t)i * n + j]; }
	Z op(cusparseOperation_t o, int i, int j) const
	{
		if (o == CUSPARSE_OPERATION_NON_TRANSPOSE)
			return (*this)(i, j);
		return o == CUSPARSE_OPERATION_TRANSPOSE ? (*this)(j, i)
							 : std::conj((*this)(j, i));
	}
};

// One in `sparsity` elements is not zero.
template <class T> Dense
random_matrix(int m, int n, int sparsity = 1)
{
	Dense d(m, n);
	for (auto &x : d.v)
		if (number(sparsity) == 0)
			do
				x = any<T>();
			while (x == 0.0);
	return d;
}

static inline Dense
product(const Dense &a, cusparseOperation_t oa, const Dense &b, cusparseOperation_t ob)
{
	int k = oa ? a.m : a.n;
	Dense c(oa ? a.n : a.m, ob ? b.m : b.n);
	for (int i = 0; i < c.m; i++)
		for (int j = 0; j < c.n; j++)
			for (int l = 0; l < k; l++)
				c(i, j) += a.op(oa, i, l) * b.op(ob, l, j);
	return c;
}

// A sparse matrix on the device, rows in order, with its descriptor.
template <class T, class I = int> struct Sparse {
	I *major = nullptr, *minor = nullptr;
	T *values = nullptr;
	int nnz, majors;
	cusparseSpMatDescr_t d;

	Sparse(const Dense &a, cusparseFormat_t format, int base = 0)
	{
		bool by_col = format == CUSPARSE_FORMAT_CSC;
		std::vector<I> offsets{(I)base}, where, other;
		std::vector<T> x;
		for (int i = 0; i < (by_col ? a.n : a.m); i++) {
			for (int j = 0; j < (by_col ? a.m : a.n); j++) {
				Z z = by_col ? a(j, i) : a(i, j);
				if (z == 0.0)
					continue;
				where.push_back(i + base);
				other.push_back(j + base);
				x.push_back(make<T>(z));
			}
			offsets.push_back((I)x.size() + base);
		}
		nnz = (int)x.size();
		majors = by_col ? a.n : a.m;
		major = to_device(format == CUSPARSE_FORMAT_COO ? where : offsets);
		minor = to_device(other);
		values = to_device(x);
		auto index = sizeof(I) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
		auto b = (cusparseIndexBase_t)base;
		auto type = kind<T>::type;
		if (format == CUSPARSE_FORMAT_CSR)
			CS(cusparseCreateCsr(&d, a.m, a.n, nnz, major, minor, values, index,
					     index, b, type));
		else if (format == CUSPARSE_FORMAT_CSC)
			CS(cusparseCreateCsc(&d, a.m, a.n, nnz, major, minor, values, index,
					     index, b, type));
		else
			CS(cusparseCreateCoo(&d, a.m, a.n, nnz, major, minor, values, index,
					     b, type));
	}
	~Sparse()
	{
		CS(cusparseDestroySpMat(d));
		CK(cudaFree(major));
		CK(cudaFree(minor));
		CK(cudaFree(values));
	}
	Sparse(const Sparse &) = delete;
};

// A dense matrix on the device, with gaps, and its descriptor.
template <class T> struct Matrix {
	int m, n, ld;
	bool by_row;
	T *p;
	cusparseDnMatDescr_t d;

	Matrix(const Dense &a, cusparseOrder_t order)
	    : m(a.m), n(a.n), ld((order == CUSPARSE_ORDER_ROW ? a.n : a.m) + 3),
	      by_row(order == CUSPARSE_ORDER_ROW)
	{
		std::vector<T> v((size_t)ld * (by_row ? m : n), make<T>(Z(99)));
		for (int i = 0; i < m; i++)
			for (int j = 0; j < n; j++)
				v[at(i, j)] = make<T>(a(i, j));
		p = to_device(v);
		CS(cusparseCreateDnMat(&d, m, n, ld, p, kind<T>::type, order));
	}
	~Matrix()
	{
		CS(cusparseDestroyDnMat(d));
		CK(cudaFree(p));
	}
	Matrix(const Matrix &) = delete;
	size_t at(int i, int j) const
	{
		return by_row ? (size_t)i * ld + j : i + (size_t)j * ld;
	}
	// Right where the matrix is, and untouched beside it.
	bool is(const Dense &a, double error = 0) const
	{
		auto v = to_host(p, (size_t)ld * (by_row ? m : n));
		size_t gaps = 0;
		for (auto x : v)
			gaps += wide(x) == 99.0;
		for (int i = 0; i < m; i++)
			for (int j = 0; j < n; j++)
				if (!(std::abs(wide(v[at(i, j)]) - a(i, j)) <=
				      error * (1 + std::abs(a(i, j)))))
					return false;
		return gaps >= (size_t)3 * (by_row ? m : n);
	}
};

template <class T> struct Vector {
	T *p;
	int n;
	cusparseDnVecDescr_t d;
	Vector(const Dense &a) : n(a.m)
	{
		std::vector<T> v;
		for (auto z : a.v)
			v.push_back(make<T>(z));
		p = to_device(v);
		CS(cusparseCreateDnVec(&d, n, p, kind<T>::type));
	}
	~Vector()
	{
		CS(cusparseDestroyDnVec(d));
		CK(cudaFree(p));
	}
	Vector(const Vector &) = delete;
	bool is(const Dense &a, double error = 0) const
	{
		auto v = to_host(p, n);
		for (int i = 0; i < n; i++)
			if (!(std::abs(wide(v[i]) - a(i, 0)) <=
			      error * (1 + std::abs(a(i, 0)))))
				return false;
		return true;
	}
};

struct Buffer {
	void *p = nullptr;
	Buffer(size_t bytes) { CK(cudaMalloc(&p, bytes ? bytes : 1)); }
	~Buffer() { CK(cudaFree(p)); }
};

static inline void
say(const char *what, cusparseStatus_t status)
{
	printf("%s: %s\n", what, cusparseGetErrorName(status));
}
