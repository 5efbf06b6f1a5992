// cublas_level12: vectors, and matrices times vectors: increments of both signs, every
// triangle, bands and packed matrices; results on the host and on the device.
// flags: -lcublas
// needs: library libopenblas.so.0
// out: a GPU (H200, CUDA 13.0) prints the same
#include "cublas_test.h"

FOR_ALL(axpy)
FOR_ALL(scal)
FOR_ALL(copy)
FOR_ALL(swap)
FOR_REAL(rotm)
FOR_ALL(rotg)
FOR_REAL(rotmg)
FOR_REAL(dot)
FOR_COMPLEX(dotu)
FOR_COMPLEX(dotc)
FOR_ALL(gemv)
FOR_ALL(gbmv)
FOR_ALL(trmv)
FOR_ALL(trsv)
FOR_ALL(tbmv)
FOR_ALL(tbsv)
FOR_ALL(tpmv)
FOR_ALL(tpsv)
FOR_ALL(symv)
FOR_COMPLEX(hemv)
FOR_REAL(sbmv)
FOR_COMPLEX(hbmv)
FOR_REAL(spmv)
FOR_COMPLEX(hpmv)
FOR_REAL(ger)
FOR_COMPLEX(geru)
FOR_COMPLEX(gerc)
FOR_ALL(syr)
FOR_COMPLEX(her)
FOR_REAL(spr)
FOR_COMPLEX(hpr)
FOR_ALL(syr2)
FOR_COMPLEX(her2)
FOR_REAL(spr2)
FOR_COMPLEX(hpr2)
FOR_ALL(tpttr)
FOR_ALL(trttp)
FOR_ALL(gemvStridedBatched)

#define OTHER_NAMES(name, s, d, c, z)                                                  \
	template <class... A> cublasStatus_t name(float, A... a) { return s(a...); }   \
	template <class... A> cublasStatus_t name(double, A... a) { return d(a...); }  \
	template <class... A> cublasStatus_t name(cuComplex, A... a)                   \
	{                                                                              \
		return c(a...);                                                        \
	}                                                                              \
	template <class... A> cublasStatus_t name(cuDoubleComplex, A... a)             \
	{                                                                              \
		return z(a...);                                                        \
	}
OTHER_NAMES(nrm2, cublasSnrm2, cublasDnrm2, cublasScnrm2, cublasDznrm2)
OTHER_NAMES(asum, cublasSasum, cublasDasum, cublasScasum, cublasDzasum)
OTHER_NAMES(amax, cublasIsamax, cublasIdamax, cublasIcamax, cublasIzamax)
OTHER_NAMES(amin, cublasIsamin, cublasIdamin, cublasIcamin, cublasIzamin)
OTHER_NAMES(rot, cublasSrot, cublasDrot, cublasCrot, cublasZrot)
OTHER_NAMES(real_rot, cublasSrot, cublasDrot, cublasCsrot, cublasZdrot)
OTHER_NAMES(real_scal, cublasSscal, cublasDscal, cublasCsscal, cublasZdscal)

static cublasHandle_t h;

// A vector is one row of a matrix whose columns are `inc` apart.
template <class T> struct Vector : Matrix<T> {
	int inc;
	Vector(int n, int inc) : Matrix<T>(1, n, std::abs(inc) - 1), inc(inc) {}
	Z get(int i) const { return (*this)(0, inc < 0 ? this->n - 1 - i : i); }
	void put(int i, Z x) { this->set(0, inc < 0 ? this->n - 1 - i : i, x); }
};

static double
size1(Z x)
{
	return std::abs(x.real()) + std::abs(x.imag());
}

// ---- level 1

template <class T> void
test_changes(int n, int incx, int incy)
{
	typedef typename type_info<T>::real R;
	Vector<T> x(n, incx), y(n, incy), x2 = x, y2 = y;
	T alpha = make<T>(Z(0.5, -2)), s = make<T>(Z(0.6, 0.3));
	R c = 0.8, rs = 0.6, beta = 1.5;
	for (int i = 0; i < n; i++)
		y2.put(i, wide(alpha) * x.get(i) + y.get(i));
	CB(axpy(T(), h, n, &alpha, x.at, incx, y.at, incy));
	compare("axpy", y, y2);
	if (incx > 0) {
		for (int i = 0; i < n; i++)
			x2.put(i, wide(alpha) * x.get(i) * (double)beta);
		CB(scal(T(), h, n, &alpha, x.at, incx));
		CB(real_scal(T(), h, n, &beta, x.at, incx));
		compare("scal", x, x2);
	}
	for (int i = 0; i < n; i++) {
		Z a = x2.get(i), b = y2.get(i);
		y2.put(i, (double)c * b - std::conj(wide(s)) * a);
		x2.put(i, (double)c * a + wide(s) * b);
		a = x2.get(i), b = y2.get(i);
		x2.put(i, (double)c * a + (double)rs * b);
		y2.put(i, (double)c * b - (double)rs * a);
	}
	CB(rot(T(), h, n, x.at, incx, y.at, incy, &c, &s));
	CB(real_rot(T(), h, n, x.at, incx, y.at, incy, &c, &rs));
	compare("rot x", x, x2, 4);
	compare("rot y", y, y2, 4);
	CB(swap(T(), h, n, x.at, incx, y.at, incy));
	CK(cudaDeviceSynchronize());
	for (int i = 0; i < n; i++) {
		Z a = x2.get(i);
		x2.put(i, y2.get(i));
		y2.put(i, a);
	}
	compare("swap x", x, x2, 4);
	compare("swap y", y, y2, 4);
	for (int i = 0; i < n; i++)
		y2.put(i, x2.get(i));
	CB(copy(T(), h, n, x.at, incx, y.at, incy));
	compare("copy", y, y2, 4);
}

// Each result goes to the host, and to the device.
template <class T, class R, class F> void
test_result(const char *what, Z want, double scale, F call)
{
	Matrix<R> host(1, 1, 0), device(1, 1, 0), wanted(1, 1, 0);
	R result;
	wanted.set(0, 0, want);
	CB(call(&result));
	*host.at = result;
	CB(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE));
	CB(call(device.at));
	CB(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST));
	compare(what, host, wanted, scale);
	compare(what, device, wanted, scale);
}

template <class T> void
test_reductions(int n, int incx, int incy)
{
	typedef typename type_info<T>::real R;
	Vector<T> x(n, incx), y(n, incy);
	double norm = 0, sum = 0;
	Z dot_u = 0, dot_c = 0;
	int largest = 0, smallest = 0;
	for (int i = 0; i < n; i++) {
		norm += std::norm(x.get(i));
		sum += size1(x.get(i));
		dot_u += x.get(i) * y.get(i);
		dot_c += std::conj(x.get(i)) * y.get(i);
		// of equal ones the first
		if (size1(x.get(i)) > size1(x.get(largest)) * (1 + 1e-6))
			largest = i;
		if (size1(x.get(i)) < size1(x.get(smallest)) * (1 - 1e-6))
			smallest = i;
	}
	if (incx < 0 || !n)
		norm = sum = largest = smallest = 0;
	else
		largest++, smallest++;
	double scale = std::sqrt((double)n) + 1;
	test_result<T, R>("nrm2", std::sqrt(norm), scale,
			  [&](R *r) { return nrm2(T(), h, n, x.at, incx, r); });
	test_result<T, R>("asum", sum, scale,
			  [&](R *r) { return asum(T(), h, n, x.at, incx, r); });
	test_result<T, int>("amax", largest, 1,
			    [&](int *r) { return amax(T(), h, n, x.at, incx, r); });
	test_result<T, int>("amin", smallest, 1,
			    [&](int *r) { return amin(T(), h, n, x.at, incx, r); });
	if constexpr (type_info<T>::is_complex) {
		test_result<T, T>("dotu", dot_u, scale, [&](T *r) {
			return dotu(T(), h, n, x.at, incx, y.at, incy, r);
		});
		test_result<T, T>("dotc", dot_c, scale, [&](T *r) {
			return dotc(T(), h, n, x.at, incx, y.at, incy, r);
		});
	} else {
		test_result<T, T>("dot", dot_u, scale, [&](T *r) {
			return dot(T(), h, n, x.at, incx, y.at, incy, r);
		});
	}
}

// A rotation that makes (a, b) to (r, 0).
template <class T> void
test_rotations()
{
	typedef typename type_info<T>::real R;
	T a = make<T>(Z(3, 1)), b = make<T>(Z(4, -2)), r = a, z = b, s;
	R c;
	CB(rotg(T(), h, &r, &z, &c, &s));
	Matrix<T> got(1, 2, 0), want(1, 2, 0);
	got.set(0, 0, (double)c * wide(a) + wide(s) * wide(b));
	got.set(0, 1, (double)c * wide(b) - std::conj(wide(s)) * wide(a));
	want.set(0, 0, wide(r));
	want.set(0, 1, 0);
	compare("rotg", got, want, 10);
	if constexpr (!type_info<T>::is_complex) {
		T d1 = 2, d2 = 3, x1 = 1, y1 = 2, param[5];
		CB(rotmg(T(), h, &d1, &d2, &x1, &y1, param));
		Vector<T> x(1, 1), y(1, 1), zero = y;
		x.put(0, 1);
		y.put(0, y1);
		zero.put(0, 0);
		CB(rotm(T(), h, 1, x.at, 1, y.at, 1, param));
		compare("rotm", y, zero, 10);
	}
}

// ---- level 2

static const Z scalars[][2] = {{1, 0}, {Z(0.5, 0.25), Z(-1.5, 0.5)}, {0, 1}, {Z(2, -1), 1}};

// y = alpha * op(full) * x + beta * y by loops, and by the call.
template <class T, class F> void
test_product(const char *what, const Matrix<T> &full, cublasOperation_t t, F call)
{
	int m = t == CUBLAS_OP_N ? full.m : full.n, n = t == CUBLAS_OP_N ? full.n : full.m;
	for (int incx : {1, -2})
		for (int incy : {1, 3, -2})
			for (auto &s : scalars) {
				Vector<T> x(n, incx), y(m, incy);
				T alpha = make<T>(s[0]), beta = make<T>(s[1]);
				if (s[1] == 0.0)
					y.fill_nan();
				Vector<T> want = y;
				for (int i = 0; i < m; i++) {
					Z sum = 0;
					for (int j = 0; j < n; j++)
						sum += full.op(t, i, j) * x.get(j);
					sum *= wide(alpha);
					want.put(i, s[1] == 0.0 ? sum : sum + wide(beta) * y.get(i));
				}
				CB(call(&alpha, x.at, incx, &beta, y.at, incy));
				compare(what, y, want, n);
			}
}

// The band of a matrix as BLAS keeps it: row ku is the diagonal.
template <class T> Matrix<T>
band(const Matrix<T> &full, int kl, int ku)
{
	Matrix<T> b(kl + ku + 1, full.n);
	for (int j = 0; j < full.n; j++)
		for (int i = 0; i < full.m; i++)
			if (i - j <= kl && j - i <= ku)
				b.set(ku + i - j, j, full(i, j));
	return b;
}

template <class T> void
test_general(int m, int n)
{
	int kl = 2, ku = 3;
	Matrix<T> a(m, n), narrow = a;
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++)
			if (i - j > kl || j - i > ku)
				narrow.set(i, j, 0);
	Matrix<T> kept = band(narrow, kl, ku);
	for (auto t : all_ops) {
		test_product("gemv", a, t, [&](T *alpha, T *x, int incx, T *beta, T *y, int incy) {
			return gemv(T(), h, t, m, n, alpha, a.at, a.ld, x, incx, beta, y, incy);
		});
		test_product("gemvStridedBatched", a, t,
			     [&](T *alpha, T *x, int incx, T *beta, T *y, int incy) {
				     return gemvStridedBatched(T(), h, t, m, n, alpha, a.at, a.ld,
							       0, x, incx, 0, beta, y, incy, 0, 1);
			     });
		test_product("gbmv", narrow, t,
			     [&](T *alpha, T *x, int incx, T *beta, T *y, int incy) {
				     return gbmv(T(), h, t, m, n, kl, ku, alpha, kept.at, kept.ld,
						 x, incx, beta, y, incy);
			     });
	}
	for (bool conj : {false, true}) {
		Vector<T> x(m, -2), y(n, 3);
		T alpha = make<T>(Z(0.5, 2));
		Matrix<T> want = a, got = a;
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++)
				want.set(i, j, a(i, j) + wide(alpha) * x.get(i) *
						       (conj ? std::conj(y.get(j)) : y.get(j)));
		if constexpr (!type_info<T>::is_complex)
			CB(ger(T(), h, m, n, &alpha, x.at, -2, y.at, 3, got.at, got.ld));
		else if (conj)
			CB(gerc(T(), h, m, n, &alpha, x.at, -2, y.at, 3, got.at, got.ld));
		else
			CB(geru(T(), h, m, n, &alpha, x.at, -2, y.at, 3, got.at, got.ld));
		compare("ger", got, want);
	}
}

// Whether (i, j) lies in the triangle.
static bool
is_in(cublasFillMode_t uplo, int i, int j)
{
	return uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
}

// A triangle's columns, one after the other.
template <class T> Matrix<T>
packed(const Matrix<T> &a, cublasFillMode_t uplo)
{
	Matrix<T> p(a.n * (a.n + 1) / 2, 1);
	int k = 0;
	for (int j = 0; j < a.n; j++)
		for (int i = 0; i < a.n; i++)
			if (is_in(uplo, i, j))
				p.set(k++, 0, a(i, j));
	return p;
}

template <class T> void
test_symmetric(int n, cublasFillMode_t uplo, bool hermitian)
{
	typedef typename type_info<T>::real R;
	int k = 2;
	Matrix<T> a(n, n), narrow = a;
	for (int j = 0; j < n; j++) // the other triangle is the same, so that all agree
		for (int i = 0; i <= j; i++) {
			if (hermitian)
				a.set(i, j, i == j ? Z(a(i, i).real()) : std::conj(a(j, i)));
			else
				a.set(i, j, a(j, i));
		}
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			narrow.set(i, j, std::abs(i - j) <= k ? a(i, j) : Z(0));
	bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
	Matrix<T> kept = band(narrow, lower ? k : 0, lower ? 0 : k), p = packed(a, uplo);
	Matrix<T> one_triangle = a;
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			if (!is_in(uplo, i, j))
				one_triangle.set(i, j, not_a_number);
	const Matrix<T> &o = one_triangle;
	Vector<T> x(n, -2), y(n, -1);
	T alpha = make<T>(Z(0.5, 1.5));
	R real = 0.75;
	Matrix<T> want1 = o, want2 = o, got1 = o, got2 = o;
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) {
			if (!is_in(uplo, i, j))
				continue;
			Z xj = x.get(j), yj = y.get(j), f = wide(alpha), g = f;
			if (hermitian)
				xj = std::conj(xj), yj = std::conj(yj), f = real,
				g = std::conj(g);
			want1.set(i, j, o(i, j) + f * x.get(i) * xj);
			want2.set(i, j, o(i, j) + wide(alpha) * x.get(i) * yj + g * y.get(i) * xj);
		}
	Matrix<T> p1 = p, p2 = p, want_p1 = packed(want1, uplo), want_p2 = packed(want2, uplo);
	auto test = [&](const char *what, const Matrix<T> &full, auto call) {
		test_product(what, full, CUBLAS_OP_N, call);
	};
#define MV(name, full, ...)                                                            \
	test(#name, full, [&](T *alpha, T *x, int incx, T *beta, T *y, int incy) {     \
		return name(T(), h, uplo, n, __VA_ARGS__, x, incx, beta, y, incy);     \
	})
	if constexpr (type_info<T>::is_complex) {
		if (hermitian) {
			MV(hemv, a, alpha, o.at, o.ld);
			MV(hbmv, narrow, k, alpha, kept.at, kept.ld);
			MV(hpmv, a, alpha, p.at);
			CB(her(T(), h, uplo, n, &real, x.at, -2, got1.at, got1.ld));
			CB(hpr(T(), h, uplo, n, &real, x.at, -2, p1.at));
			CB(her2(T(), h, uplo, n, &alpha, x.at, -2, y.at, -1, got2.at, got2.ld));
			CB(hpr2(T(), h, uplo, n, &alpha, x.at, -2, y.at, -1, p2.at));
			compare("hpr", p1, want_p1);
			compare("hpr2", p2, want_p2, 2);
		}
	} else {
		MV(sbmv, narrow, k, alpha, kept.at, kept.ld);
		MV(spmv, a, alpha, p.at);
		CB(spr(T(), h, uplo, n, &alpha, x.at, -2, p1.at));
		CB(spr2(T(), h, uplo, n, &alpha, x.at, -2, y.at, -1, p2.at));
		compare("spr", p1, want_p1);
		compare("spr2", p2, want_p2, 2);
	}
	if (!hermitian) {
		MV(symv, a, alpha, o.at, o.ld);
		CB(syr(T(), h, uplo, n, &alpha, x.at, -2, got1.at, got1.ld));
		CB(syr2(T(), h, uplo, n, &alpha, x.at, -2, y.at, -1, got2.at, got2.ld));
	}
	compare("syr", got1, want1);
	compare("syr2", got2, want2, 2);
	Matrix<T> unpacked = o, repacked = p;
	repacked.fill_nan();
	CB(tpttr(T(), h, uplo, n, p.at, unpacked.at, unpacked.ld));
	CB(trttp(T(), h, uplo, n, o.at, o.ld, repacked.at));
	compare("tpttr", unpacked, o);
	compare("trttp", repacked, p);
}

template <class T> void
test_triangle(int n, cublasFillMode_t uplo, cublasOperation_t t, cublasDiagType_t diag)
{
	int k = 2;
	bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
	Matrix<T> a(n, n), narrow = a;
	for (int i = 0; i < n; i++)
		a.set(i, i, a(i, i) + 4.0);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			narrow.set(i, j, std::abs(i - j) <= k ? a(i, j) : Z(0));
	Matrix<T> kept = band(narrow, lower ? k : 0, lower ? 0 : k), p = packed(a, uplo);
	auto test = [&](const char *what, const Matrix<T> &m, auto multiply, auto solve) {
		for (int inc : {1, -2}) {
			Vector<T> x(n, inc), before = x, want = x;
			for (int i = 0; i < n; i++) {
				Z sum = 0;
				for (int j = 0; j < n; j++) {
					int r = t == CUBLAS_OP_N ? i : j, c = t == CUBLAS_OP_N ? j : i;
					Z f = r == c && diag == CUBLAS_DIAG_UNIT ? 1
					      : is_in(uplo, r, c)                ? m.op(t, i, j)
										 : Z(0);
					sum += f * x.get(j);
				}
				want.put(i, sum);
			}
			CB(multiply(x.at, inc));
			compare(what, x, want, n);
			CB(solve(x.at, inc));
			compare(what, x, before, 20 * n);
		}
	};
#define TEST(mv, sv, m, ...)                                                           \
	test(#mv, m,                                                                   \
	     [&](T *x, int inc) { return mv(T(), h, uplo, t, diag, n, __VA_ARGS__, x, inc); }, \
	     [&](T *x, int inc) { return sv(T(), h, uplo, t, diag, n, __VA_ARGS__, x, inc); })
	TEST(trmv, trsv, a, a.at, a.ld);
	TEST(tbmv, tbsv, narrow, k, kept.at, kept.ld);
	TEST(tpmv, tpsv, a, p.at);
}

template <class T> void
test_all()
{
	const char *name = type_info<T>::name;
	for (int incx : {1, 3, -2})
		for (int incy : {1, -4}) {
			test_changes<T>(10, incx, incy);
			test_reductions<T>(11, incx, incy);
		}
	test_changes<T>(140000, 1, -1);
	test_reductions<T>(100000, 2, 1);
	test_reductions<T>(0, 1, 1);
	test_rotations<T>();
	report("level 1", name);
	test_general<T>(9, 6);
	test_general<T>(300, 400);
	report("general", name);
	for (auto uplo : both_uplos) {
		test_symmetric<T>(7, uplo, false);
		if (type_info<T>::is_complex)
			test_symmetric<T>(7, uplo, true);
		for (auto t : all_ops)
			for (auto diag : both_diags)
				test_triangle<T>(8, uplo, t, diag);
	}
	report("symmetric and triangular", name);
}

int
main()
{
	CB(cublasCreate(&h));
	test_all<float>();
	test_all<double>();
	test_all<cuComplex>();
	test_all<cuDoubleComplex>();
	CB(cublasDestroy(h));
	return 0;
}
