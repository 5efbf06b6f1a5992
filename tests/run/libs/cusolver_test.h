// cusolver_test.h: what the tests of cuSOLVER share: matrices on the host, where products
// are computed in double, and on the device, and functions by the type of their elements.
#pragma once

#include "../test.h"

#include <cusolverDn.h>

#include <cmath>
#include <complex>

#define SV(call)                                                                       \
	do {                                                                           \
		cusolverStatus_t sv_ = (call);                                         \
		if (sv_ != CUSOLVER_STATUS_SUCCESS) {                                  \
			printf("test:%d: %s: %d\n", __LINE__, #call, (int)sv_);        \
			exit(2);                                                       \
		}                                                                      \
	} while (0)

typedef std::complex<double> Z;

static cusolverDnHandle_t h;
static int *info; // on the device

static inline Z wide(float x) { return x; }
static inline Z wide(double x) { return x; }
static inline Z wide(cuComplex x) { return Z(x.x, x.y); }
static inline Z wide(cuDoubleComplex x) { return Z(x.x, x.y); }
static inline void narrow(float &to, Z x) { to = (float)x.real(); }
static inline void narrow(double &to, Z x) { to = x.real(); }
static inline void narrow(cuComplex &to, Z x) { to = make_cuComplex(x.real(), x.imag()); }
static inline void narrow(cuDoubleComplex &to, Z x)
{
	to = make_cuDoubleComplex(x.real(), x.imag());
}

template <class T> struct kind;
#define KIND(T, R, type_, real_, name_, complex_, error_)                              \
	template <> struct kind<T> {                                                   \
		typedef R real;                                                        \
		static constexpr cudaDataType type = type_, real_type = real_;         \
		static constexpr char name = name_;                                    \
		static constexpr bool is_complex = complex_;                           \
		static constexpr double error = error_;                                \
	};
KIND(float, float, CUDA_R_32F, CUDA_R_32F, 'S', false, 2e-4)
KIND(double, double, CUDA_R_64F, CUDA_R_64F, 'D', false, 1e-11)
KIND(cuComplex, float, CUDA_C_32F, CUDA_R_32F, 'C', true, 2e-4)
KIND(cuDoubleComplex, double, CUDA_C_64F, CUDA_R_64F, 'Z', true, 1e-11)

// A function of cuSOLVER by the type of its first argument, which it does not get; the
// names of real and complex ones may differ.
#define NAMED(name, T, full)                                                           \
	template <class... A> cusolverStatus_t name(T, A... a)                         \
	{                                                                              \
		return full(a...);                                                     \
	}
#define TWO_NAMES(name, other)                                                         \
	NAMED(name, float, cusolverDnS##name)                                          \
	NAMED(name, double, cusolverDnD##name)                                         \
	NAMED(name, cuComplex, cusolverDnC##other)                                     \
	NAMED(name, cuDoubleComplex, cusolverDnZ##other)                               \
	NAMED(name##_size, float, cusolverDnS##name##_bufferSize)                      \
	NAMED(name##_size, double, cusolverDnD##name##_bufferSize)                     \
	NAMED(name##_size, cuComplex, cusolverDnC##other##_bufferSize)                 \
	NAMED(name##_size, cuDoubleComplex, cusolverDnZ##other##_bufferSize)
#define ONE_NAME(name) TWO_NAMES(name, name)
#define NO_SIZE(name)                                                                  \
	NAMED(name, float, cusolverDnS##name)                                          \
	NAMED(name, double, cusolverDnD##name)                                         \
	NAMED(name, cuComplex, cusolverDnC##name)                                      \
	NAMED(name, cuDoubleComplex, cusolverDnZ##name)

// ---- on the host

static inline double
any()
{
	static unsigned state = 12345;
	return (int)(next_random(state) % 2001) / 1000.0 - 1;
}

struct Dense {
	int m, n;
	std::vector<Z> v;
	Dense(int m_, int n_) : m(m_), n(n_), v((size_t)m_ * n_) {}
	Z &operator()(int i, int j) { return v[i + (size_t)j * m]; }
	Z operator()(int i, int j) const { return v[i + (size_t)j * m]; }
};

// Real numbers for real types.
static inline Dense
random_matrix(int m, int n, bool is_complex)
{
	Dense d(m, n);
	for (auto &x : d.v)
		x = Z(any(), is_complex ? any() : 0);
	return d;
}

static inline Dense
turned(const Dense &a, bool conjugated = true)
{
	Dense t(a.n, a.m);
	for (int i = 0; i < a.m; i++)
		for (int j = 0; j < a.n; j++)
			t(j, i) = conjugated ? std::conj(a(i, j)) : a(i, j);
	return t;
}

static inline Dense
operator*(const Dense &a, const Dense &b)
{
	Dense c(a.m, b.n);
	for (int j = 0; j < b.n; j++)
		for (int k = 0; k < a.n; k++)
			for (int i = 0; i < a.m; i++)
				c(i, j) += a(i, k) * b(k, j);
	return c;
}

static inline Dense
diagonal(const std::vector<double> &d, int m, int n)
{
	Dense a(m, n);
	for (int i = 0; i < m && i < n && i < (int)d.size(); i++)
		a(i, i) = d[i];
	return a;
}

static inline Dense
identity(int n)
{
	return diagonal(std::vector<double>(n, 1), n, n);
}

// The first columns.
static inline Dense
columns(const Dense &a, int n)
{
	Dense c(a.m, n);
	std::copy(a.v.begin(), a.v.begin() + c.v.size(), c.v.begin());
	return c;
}

// A triangle; its diagonal may be replaced by ones.
static inline Dense
triangle(const Dense &a, bool upper, bool unit = false)
{
	Dense t(a.m, a.n);
	for (int i = 0; i < a.m; i++)
		for (int j = 0; j < a.n; j++)
			if (i == j && unit)
				t(i, j) = 1;
			else if (upper ? i <= j : i >= j)
				t(i, j) = a(i, j);
	return t;
}

// Hermitian, with numbers on the diagonal that make it positive definite.
static inline Dense
hermitian(int n, bool is_complex, double shift)
{
	Dense a = random_matrix(n, n, is_complex), t = turned(a);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			a(i, j) = i == j ? Z(a(i, i).real() + shift) : a(i, j) + t(i, j);
	return a;
}

// The largest difference.
static inline double
distance(const Dense &a, const Dense &b)
{
	double most = a.m == b.m && a.n == b.n ? 0 : INFINITY;
	for (size_t i = 0; i < a.v.size() && i < b.v.size(); i++) {
		double here = std::abs(a.v[i] - b.v[i]);
		if (std::isnan(here))
			return here;
		most = here > most ? here : most;
	}
	return most;
}

// ---- on the device

// With gaps between columns, which nobody may write to.
template <class T> struct Matrix {
	int m, n, ld;
	T *p;
	Matrix(const Dense &a) : m(a.m), n(a.n), ld(a.m + 2)
	{
		std::vector<T> v((size_t)ld * n);
		for (auto &x : v)
			narrow(x, 99);
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++)
				narrow(v[i + (size_t)j * ld], a(i, j));
		p = to_device(v);
	}
	Matrix(int m_, int n_) : Matrix(Dense(m_, n_)) {}
	Matrix(const Matrix &) = delete;
	~Matrix() { CK(cudaFree(p)); }
	Dense get() const
	{
		auto v = to_host(p, (size_t)ld * n);
		Dense a(m, n);
		for (int j = 0; j < n; j++)
			for (int i = 0; i < ld; i++)
				if (i < m)
					a(i, j) = wide(v[i + (size_t)j * ld]);
				else if (wide(v[i + (size_t)j * ld]) != 99.0)
					a(0, j) = NAN;
		return a;
	}
};

template <class T> struct Array {
	T *p;
	int n;
	Array(int n_) : p(device_array<T>(n_)), n(n_) {}
	Array(const Array &) = delete;
	~Array() { CK(cudaFree(p)); }
	std::vector<T> raw() const { return to_host(p, n); }
	std::vector<double> get() const
	{
		auto v = raw();
		return std::vector<double>(v.begin(), v.end());
	}
};

// ---- results

static int checks, wrong;

static inline void
check(const char *what, double error, double bound)
{
	checks++;
	if (error <= bound)
		return;
	wrong++;
	printf("%s: %g, more than %g\n", what, error, bound);
}

static inline void
expect(const char *what, int got, int want)
{
	checks++;
	if (got == want)
		return;
	wrong++;
	printf("%s: %d, not %d\n", what, got, want);
}

static inline int
get_info()
{
	return to_host(info, 1)[0];
}

static inline void
good_info(const char *what)
{
	expect(what, get_info(), 0);
}

// One line for each test and type.
static inline void
report(const char *what, char type)
{
	printf("%s %c: %d checks, %d wrong\n", what, type, checks, wrong);
	checks = wrong = 0;
}

// Calls a function with the workspace that it asks for.
#define WITH_WORK(T, name, ...)                                                        \
	do {                                                                           \
		int lwork_ = 0;                                                        \
		SV(name##_size(T(), h, __VA_ARGS__, &lwork_));                         \
		Array<T> work_(lwork_);                                                \
		SV(name(T(), h, __VA_ARGS__, work_.p, lwork_, info));                  \
	} while (0)

#define ALL_TYPES(test)                                                                \
	do {                                                                           \
		test<float>();                                                         \
		test<double>();                                                        \
		test<cuComplex>();                                                     \
		test<cuDoubleComplex>();                                               \
	} while (0)

static inline void
begin()
{
	SV(cusolverDnCreate(&h));
	info = device_array<int>(1);
}

static inline int
end()
{
	CK(cudaFree(info));
	SV(cusolverDnDestroy(h));
	return 0;
}
