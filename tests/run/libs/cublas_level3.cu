// cublas_level3: products of matrices, systems of equations, sums of matrices, for every
// way to say what is transposed, where a triangle lies, and what alpha and beta are.
// flags: -lcublas
// needs: library libopenblas.so.0
// out: a GPU (H200, CUDA 13.0) prints the same
#include "cublas_test.h"

FOR_ALL(gemm)
FOR_ALL(symm)
FOR_COMPLEX(hemm)
FOR_ALL(syrk)
FOR_COMPLEX(herk)
FOR_ALL(syr2k)
FOR_COMPLEX(her2k)
FOR_ALL(syrkx)
FOR_COMPLEX(herkx)
FOR_ALL(trsm)
FOR_ALL(trmm)
FOR_ALL(geam)
FOR_ALL(dgmm)
FOR_ALL(gemmBatched)
FOR_ALL(gemmStridedBatched)
FOR_ALL(trsmBatched)

static cublasHandle_t h;

// c = sum + beta * c, where c is not read if beta is 0
static Z
blend(Z sum, Z beta, Z c)
{
	return beta == 0.0 ? sum : sum + beta * c;
}

template <class T> Matrix<T>
product(const Matrix<T> &a, cublasOperation_t ta, const Matrix<T> &b,
	cublasOperation_t tb, Z alpha, Z beta, Matrix<T> c)
{
	int k = ta == CUBLAS_OP_N ? a.n : a.m;
	for (int j = 0; j < c.n; j++)
		for (int i = 0; i < c.m; i++) {
			Z sum = 0;
			for (int l = 0; l < k && alpha != 0.0; l++)
				sum += a.op(ta, i, l) * b.op(tb, l, j);
			c.set(i, j, blend(alpha * sum, beta, c(i, j)));
		}
	return c;
}

static const Z scalars[][2] = {
	{1, 0}, {Z(0.5, 0.25), Z(-1.5, 0.5)}, {0, 1}, {0, 0}, {Z(2, -1), 1}};

template <class T> void
test_gemm(int m, int n, int k)
{
	for (auto ta : all_ops)
		for (auto tb : all_ops)
			for (auto &s : scalars) {
				Matrix<T> a(ta == CUBLAS_OP_N ? m : k, ta == CUBLAS_OP_N ? k : m);
				Matrix<T> b(tb == CUBLAS_OP_N ? k : n, tb == CUBLAS_OP_N ? n : k);
				Matrix<T> c(m, n, 3);
				T alpha = make<T>(s[0]), beta = make<T>(s[1]);
				if (s[1] == 0.0)
					c.fill_nan();
				if (s[0] == 0.0)
					a.fill_nan();
				Matrix<T> want = product(a, ta, b, tb, wide(alpha), wide(beta), c);
				CB(gemm(T(), h, ta, tb, m, n, k, &alpha, a.at, a.ld, b.at, b.ld,
					&beta, c.at, c.ld));
				compare("gemm", c, want, k);
				if (m > 100) // one of them is enough
					return;
			}
}

// The whole of a matrix of which a triangle is given.
template <class T> Matrix<T>
mirrored(const Matrix<T> &a, cublasFillMode_t uplo, bool hermitian)
{
	Matrix<T> full = a;
	for (int j = 0; j < a.n; j++)
		for (int i = 0; i < a.n; i++) {
			bool given = uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
			Z x = given ? a(i, j) : a(j, i);
			if (hermitian)
				x = i == j ? Z(x.real()) : given ? x : std::conj(x);
			full.set(i, j, x);
		}
	return full;
}

template <class T, class F> void
test_symm(const char *what, F symm, bool hermitian, int m, int n)
{
	for (auto side : both_sides)
		for (auto uplo : both_uplos)
			for (auto &s : scalars) {
				bool left = side == CUBLAS_SIDE_LEFT;
				Matrix<T> a(left ? m : n, left ? m : n), b(m, n), c(m, n);
				T alpha = make<T>(s[0]), beta = make<T>(s[1]);
				if (s[1] == 0.0)
					c.fill_nan();
				Matrix<T> full = mirrored(a, uplo, hermitian);
				Matrix<T> want = left ? product(full, CUBLAS_OP_N, b, CUBLAS_OP_N,
								wide(alpha), wide(beta), c)
						      : product(b, CUBLAS_OP_N, full, CUBLAS_OP_N,
								wide(alpha), wide(beta), c);
				CB(symm(T(), h, side, uplo, m, n, &alpha, a.at, a.ld, b.at, b.ld,
					&beta, c.at, c.ld));
				compare(what, c, want, m + n);
				if (m > 100)
					return;
			}
}

// syrk, syr2k, syrkx and the hermitian ones: kind 1, 2 and 3. A, R: of alpha and beta.
template <class T, class A, class R, class F> void
test_syrk(const char *what, F call, int kind, bool hermitian, int n, int k)
{
	cublasOperation_t other = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
	for (auto uplo : both_uplos)
		for (auto t : {CUBLAS_OP_N, other})
			for (auto &s : scalars) {
				Matrix<T> a(t == CUBLAS_OP_N ? n : k, t == CUBLAS_OP_N ? k : n);
				Matrix<T> b(a.m, a.n, 1), c(n, n, 3);
				A alpha = make<A>(s[0]);
				R beta = make<R>(s[1]);
				Z conj_alpha = hermitian ? std::conj(wide(alpha)) : wide(alpha);
				if (s[1] == 0.0)
					c.fill_nan();
				for (int i = 0; i < n && hermitian; i++)
					c.set(i, i, c(i, i).real());
				Matrix<T> want = c;
				for (int j = 0; j < n; j++)
					for (int i = uplo ? 0 : j; i < (uplo ? j + 1 : n); i++) {
						Z sum = 0;
						for (int l = 0; l < k && wide(alpha) != 0.0; l++) {
							Z ai = a.op(t, i, l), aj = a.op(t, j, l);
							Z bi = b.op(t, i, l), bj = b.op(t, j, l);
							if (hermitian)
								aj = std::conj(aj), bj = std::conj(bj);
							sum += wide(alpha) * ai * (kind == 1 ? aj : bj);
							if (kind == 2)
								sum += conj_alpha * bi * aj;
						}
						Z x = blend(sum, wide(beta), c(i, j));
						if (hermitian && i == j)
							x = x.real();
						want.set(i, j, x);
					}
				CB(call(uplo, t, alpha, a, b, beta, c));
				compare(what, c, want, 2 * k);
				if (n > 100)
					return;
			}
}

#define TWO_FACTORS(name)                                                              \
	[](cublasFillMode_t uplo, cublasOperation_t t, auto alpha, auto &a, auto &b,   \
	   auto beta, auto &c) {                                                       \
		return name(*a.at, h, uplo, t, c.n, t == CUBLAS_OP_N ? a.n : a.m,      \
			    &alpha, a.at, a.ld, b.at, b.ld, &beta, c.at, c.ld);        \
	}
#define ONE_FACTOR(name)                                                               \
	[](cublasFillMode_t uplo, cublasOperation_t t, auto alpha, auto &a, auto &,    \
	   auto beta, auto &c) {                                                       \
		return name(*a.at, h, uplo, t, c.n, t == CUBLAS_OP_N ? a.n : a.m,      \
			    &alpha, a.at, a.ld, &beta, c.at, c.ld);                    \
	}

// A triangle as a whole matrix, with zeros, and ones if the diagonal is not looked at.
template <class T> Matrix<T>
triangle(const Matrix<T> &a, cublasFillMode_t uplo, cublasDiagType_t diag)
{
	Matrix<T> full = a;
	for (int j = 0; j < a.n; j++)
		for (int i = 0; i < a.n; i++) {
			bool given = uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
			full.set(i, j, i == j && diag == CUBLAS_DIAG_UNIT ? 1
				       : given                            ? a(i, j)
									  : Z(0));
		}
	return full;
}

template <class T> void
test_triangular(int m, int n)
{
	for (auto side : both_sides)
		for (auto uplo : both_uplos)
			for (auto t : all_ops)
				for (auto diag : both_diags) {
					bool left = side == CUBLAS_SIDE_LEFT;
					int size = left ? m : n;
					Matrix<T> a(size, size), b(m, n), c(m, n, 1), solved = b;
					for (int i = 0; i < size; i++) { // well-conditioned
						for (int j = 0; j < size; j++)
							a.set(i, j, a(i, j) / (double)size);
						a.set(i, i, a(i, i) + 3.0);
					}
					Matrix<T> full = triangle(a, uplo, diag);
					T alpha = make<T>(Z(1.5, 0.5)), one = make<T>(1);
					Matrix<T> want =
						left ? product(full, t, b, CUBLAS_OP_N, wide(alpha), 0, c)
						     : product(b, CUBLAS_OP_N, full, t, wide(alpha), 0, c);
					CB(trmm(T(), h, side, uplo, t, diag, m, n, &alpha, a.at, a.ld,
						b.at, b.ld, c.at, c.ld));
					compare("trmm", c, want, m + n);
					CB(trmm(T(), h, side, uplo, t, diag, m, n, &one, a.at, a.ld,
						b.at, b.ld, b.at, b.ld));
					CB(trsm(T(), h, side, uplo, t, diag, m, n, &alpha, a.at, a.ld,
						b.at, b.ld));
					CK(cudaDeviceSynchronize());
					for (int j = 0; j < n; j++)
						for (int i = 0; i < m; i++)
							solved.set(i, j, wide(alpha) * solved(i, j));
					compare("trsm", b, solved, m + n);
				}
}

template <class T> void
test_geam(int m, int n)
{
	for (auto ta : all_ops)
		for (auto tb : all_ops)
			for (auto &s : scalars) {
				Matrix<T> a(ta == CUBLAS_OP_N ? m : n, ta == CUBLAS_OP_N ? n : m);
				Matrix<T> b(tb == CUBLAS_OP_N ? m : n, tb == CUBLAS_OP_N ? n : m);
				Matrix<T> c(m, n), want = c;
				T alpha = make<T>(s[0]), beta = make<T>(s[1]);
				for (int j = 0; j < n; j++)
					for (int i = 0; i < m; i++)
						want.set(i, j, wide(alpha) * a.op(ta, i, j) +
								       wide(beta) * b.op(tb, i, j));
				if (s[1] == 0.0)
					b.fill_nan();
				c.fill_nan();
				CB(geam(T(), h, ta, tb, m, n, &alpha, a.at, a.ld, &beta, b.at, b.ld,
					c.at, c.ld));
				compare("geam", c, want);
				if (ta == CUBLAS_OP_N) { // in place
					CB(geam(T(), h, ta, tb, m, n, &alpha, a.at, a.ld, &beta, b.at,
						b.ld, a.at, a.ld));
					Matrix<T> in_place = a;
					CK(cudaDeviceSynchronize());
					for (int j = 0; j < n; j++)
						for (int i = 0; i < m; i++)
							in_place.set(i, j, want(i, j));
					compare("geam in place", a, in_place);
				}
			}
	for (auto side : both_sides)
		for (int inc : {1, 2, -3}) {
			int length = side == CUBLAS_SIDE_LEFT ? m : n, step = std::abs(inc);
			Matrix<T> a(m, n), c(m, n), want = c, x(step, length, 0);
			for (int j = 0; j < n; j++)
				for (int i = 0; i < m; i++) {
					int k = side == CUBLAS_SIDE_LEFT ? i : j;
					want.set(i, j, a(i, j) * x(0, inc < 0 ? length - 1 - k : k));
				}
			CB(dgmm(T(), h, side, m, n, a.at, a.ld, x.at, inc, c.at, c.ld));
			compare("dgmm", c, want);
		}
}

template <class T> void
test_batched(int m, int n, int k, int count)
{
	Matrix<T> a(m, k * count, 1), b(n, k * count, 0), c(m, n * count), d = c, want = c;
	T alpha = make<T>(Z(0.5, 1)), beta = make<T>(Z(2, 0));
	T **list;
	CK(cudaMallocManaged(&list, sizeof *list * 3 * count));
	for (int l = 0; l < count; l++) {
		list[l] = a.at + l * k * a.ld;
		list[count + l] = b.at + l * k * b.ld;
		list[2 * count + l] = c.at + l * n * c.ld;
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++) {
				Z sum = 0;
				for (int p = 0; p < k; p++)
					sum += a(i, l * k + p) * b(j, l * k + p);
				want.set(i, l * n + j,
					 wide(alpha) * sum + wide(beta) * c(i, l * n + j));
			}
	}
	CB(gemmBatched(T(), h, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, &alpha, list, a.ld,
		       list + count, b.ld, &beta, list + 2 * count, c.ld, count));
	compare("gemmBatched", c, want, k);
	CB(gemmStridedBatched(T(), h, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, &alpha, a.at, a.ld,
			      k * a.ld, b.at, b.ld, k * b.ld, &beta, d.at, d.ld, n * d.ld,
			      count));
	compare("gemmStridedBatched", d, want, k);
	for (int l = 0; l < count; l++) { // solve with one triangle for all
		list[l] = a.at;
		list[count + l] = d.at + l * n * d.ld;
	}
	for (int i = 0; i < m && m <= k; i++)
		a.set(i, i, 4);
	Matrix<T> before = d;
	CB(trsmBatched(T(), h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
		       CUBLAS_DIAG_NON_UNIT, m, n, &alpha, list, a.ld, list + count, d.ld,
		       count));
	CK(cudaDeviceSynchronize());
	Matrix<T> lower = triangle(a, CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_NON_UNIT);
	Matrix<T> again = before;
	for (int j = 0; j < n * count; j++)
		for (int i = 0; i < m; i++) {
			Z sum = 0;
			for (int p = 0; p < m; p++)
				sum += lower(i, p) * d(p, j);
			again.set(i, j, sum);
			before.set(i, j, wide(alpha) * before(i, j));
		}
	compare("trsmBatched", again, before, 10 * m);
	CK(cudaFree(list));
}

template <class T> void
test_all()
{
	typedef typename type_info<T>::real R;
	const char *name = type_info<T>::name;
	test_gemm<T>(7, 5, 6);
	test_gemm<T>(1, 9, 3);
	test_gemm<T>(150, 170, 131);
	report("gemm", name);
	test_symm<T>("symm", [](auto... a) { return symm(a...); }, false, 6, 9);
	test_symm<T>("symm", [](auto... a) { return symm(a...); }, false, 120, 150);
	report("symm", name);
	test_syrk<T, T, T>("syrk", ONE_FACTOR(syrk), 1, false, 7, 5);
	test_syrk<T, T, T>("syrk", ONE_FACTOR(syrk), 1, false, 201, 70);
	test_syrk<T, T, T>("syr2k", TWO_FACTORS(syr2k), 2, false, 7, 5);
	test_syrk<T, T, T>("syr2k", TWO_FACTORS(syr2k), 2, false, 201, 70);
	test_syrk<T, T, T>("syrkx", TWO_FACTORS(syrkx), 3, false, 7, 5);
	test_syrk<T, T, T>("syrkx", TWO_FACTORS(syrkx), 3, false, 201, 70);
	report("syrk, syr2k, syrkx", name);
	if constexpr (type_info<T>::is_complex) {
		test_symm<T>("hemm", [](auto... a) { return hemm(a...); }, true, 6, 9);
		test_syrk<T, R, R>("herk", ONE_FACTOR(herk), 1, true, 7, 5);
		test_syrk<T, R, R>("herk", ONE_FACTOR(herk), 1, true, 201, 70);
		test_syrk<T, T, R>("her2k", TWO_FACTORS(her2k), 2, true, 7, 5);
		test_syrk<T, T, R>("her2k", TWO_FACTORS(her2k), 2, true, 201, 70);
		test_syrk<T, T, R>("herkx", TWO_FACTORS(herkx), 3, true, 7, 5);
		test_syrk<T, T, R>("herkx", TWO_FACTORS(herkx), 3, true, 201, 70);
		report("hemm, herk, her2k, herkx", name);
	}
	test_triangular<T>(6, 9);
	test_triangular<T>(40, 33);
	report("trmm, trsm", name);
	test_geam<T>(9, 70);
	report("geam, dgmm", name);
	test_batched<T>(4, 6, 5, 30);
	test_batched<T>(40, 33, 41, 3);
	report("batched", name);
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
