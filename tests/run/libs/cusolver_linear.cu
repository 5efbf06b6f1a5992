// cusolver_linear: LU with and without pivots, Cholesky, LDL and their batches, systems
// solved and matrices inverted with them; QR, bidiagonal and tridiagonal forms, and what
// generates and applies their orthogonal factors.
// flags: -lcusolver -x c++ -O0
// (there are no kernels)
// needs: library libopenblas.so.0
// out: host code of the same program
#include "cusolver_test.h"

ONE_NAME(getrf)
NO_SIZE(getrs)
NO_SIZE(laswp)
ONE_NAME(potrf)
NO_SIZE(potrs)
ONE_NAME(potri)
ONE_NAME(lauum)
NO_SIZE(potrfBatched)
NO_SIZE(potrsBatched)
ONE_NAME(sytrf)
ONE_NAME(sytri)
ONE_NAME(geqrf)
TWO_NAMES(orgqr, ungqr)
TWO_NAMES(ormqr, unmqr)
ONE_NAME(gebrd)
TWO_NAMES(orgbr, ungbr)
TWO_NAMES(sytrd, hetrd)
TWO_NAMES(orgtr, ungtr)
TWO_NAMES(ormtr, unmtr)

static const cublasFillMode_t fills[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};

// Rows exchanged as LAPACK says it.
static void
swap_rows(Dense &a, const std::vector<int> &pivots)
{
	for (int i = 0; i < (int)pivots.size(); i++)
		for (int j = 0; j < a.n; j++)
			std::swap(a(i, j), a(pivots[i] - 1, j));
}

template <class T> void
factor_lu(Matrix<T> &a, int *pivots)
{
	int lwork = 0;
	SV(getrf_size(T(), h, a.m, a.n, a.p, a.ld, &lwork));
	Array<T> work(lwork);
	SV(getrf(T(), h, a.m, a.n, a.p, a.ld, work.p, pivots, info));
}

template <class T> void
test_lu(int m, int n, bool pivoting)
{
	int least = m < n ? m : n;
	double bound = kind<T>::error * m;
	Dense a = random_matrix(m, n, kind<T>::is_complex);
	for (int i = 0; i < least && !pivoting; i++)
		a(i, i) += m;
	Matrix<T> lu(a);
	Array<int> pivots(least);
	factor_lu(lu, pivoting ? pivots.p : nullptr);
	good_info("getrf");
	Dense f = lu.get(), want = a;
	if (pivoting)
		swap_rows(want, pivots.raw());
	Dense l = columns(triangle(f, false, true), least), u(least, n);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < least && i <= j; i++)
			u(i, j) = f(i, j);
	check("L U", distance(l * u, want), bound);
	if (m != n)
		return;
	for (auto op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
		Dense x = random_matrix(n, 3, kind<T>::is_complex);
		Matrix<T> b(op == CUBLAS_OP_N ? a * x : turned(a, op == CUBLAS_OP_C) * x);
		SV(getrs(T(), h, op, n, 3, lu.p, lu.ld, pivoting ? pivots.p : nullptr, b.p,
			 b.ld, info));
		good_info("getrs");
		check("getrs", distance(b.get(), x), bound * 10);
	}
}

template <class T> void
test_singular()
{
	Dense a(3, 3);
	a(0, 0) = 1, a(1, 0) = 2, a(0, 2) = 3, a(2, 2) = 4; // no second column
	Matrix<T> lu(a), other(a);
	Array<int> pivots(3);
	factor_lu(lu, pivots.p);
	expect("singular", get_info(), 2);
	auto p = pivots.raw();
	expect("pivots", p[0] * 100 + p[1] * 10 + p[2], 223);
	factor_lu(other, nullptr);
	expect("singular without pivots", get_info(), 2);
	Dense d = identity(60);
	d(51, 51) = d(55, 55) = 0;
	Matrix<T> late(d); // not in the first block
	factor_lu(late, nullptr);
	expect("singular later", get_info(), 52);
	Matrix<T> rows(a);
	SV(laswp(T(), h, 3, rows.p, rows.ld, 1, 3, pivots.p, 1));
	swap_rows(a, p);
	check("laswp", distance(rows.get(), a), 0);
}

// Small ones are loops, others LAPACK's.
template <class T> void
test_cholesky(int n)
{
	double bound = kind<T>::error * n;
	for (auto uplo : fills) {
		bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
		Dense a = hermitian(n, kind<T>::is_complex, n);
		Matrix<T> f(a);
		WITH_WORK(T, potrf, uplo, n, f.p, f.ld);
		good_info("potrf");
		Dense t = triangle(f.get(), upper);
		check("potrf", distance(upper ? turned(t) * t : t * turned(t), a), bound);
		check("other triangle",
		      distance(triangle(f.get(), !upper, true), triangle(a, !upper, true)),
		      kind<T>::error);
		Dense x = random_matrix(n, 2, kind<T>::is_complex);
		Matrix<T> b(a * x), l(t);
		SV(potrs(T(), h, uplo, n, 2, f.p, f.ld, b.p, b.ld, info));
		check("potrs", distance(b.get(), x), bound);
		WITH_WORK(T, potri, uplo, n, f.p, f.ld);
		Dense i = triangle(f.get(), upper), whole = turned(i);
		for (int j = 0; j < n * n; j++)
			whole.v[j] = i.v[j] != 0.0 ? i.v[j] : whole.v[j];
		check("potri", distance(whole * a, identity(n)), bound);
		WITH_WORK(T, lauum, uplo, n, l.p, l.ld);
		Dense product = upper ? t * turned(t) : turned(t) * t;
		check("lauum", distance(l.get(), triangle(product, upper)), bound);
		a(4, 4) = -1;
		Matrix<T> no(a);
		WITH_WORK(T, potrf, uplo, n, no.p, no.ld);
		expect("not definite", get_info(), 5);
	}
}

template <class T> void
test_batch()
{
	const int n = 9, batch = 7;
	std::vector<Dense> a, x;
	std::vector<Matrix<T> *> f, b;
	std::vector<T *> fs, bs;
	for (int i = 0; i < batch; i++) {
		a.push_back(hermitian(n, kind<T>::is_complex, n));
		x.push_back(random_matrix(n, 1, kind<T>::is_complex));
		b.push_back(new Matrix<T>(a[i] * x[i]));
		if (i == 3)
			a[i](2, 2) = -1;
		f.push_back(new Matrix<T>(a[i]));
		fs.push_back(f[i]->p);
		bs.push_back(b[i]->p);
	}
	T **many = to_device(fs), **right = to_device(bs);
	Array<int> infos(batch);
	SV(potrfBatched(T(), h, CUBLAS_FILL_MODE_LOWER, n, many, n + 2, infos.p, batch));
	SV(potrsBatched(T(), h, CUBLAS_FILL_MODE_LOWER, n, 1, many, n + 2, right, n + 2,
			info, batch));
	good_info("potrsBatched");
	auto all = infos.raw();
	for (int i = 0; i < batch; i++) {
		expect("infos", all[i], i == 3 ? 3 : 0);
		if (i != 3)
			check("batch", distance(b[i]->get(), x[i]), kind<T>::error * 10);
		delete f[i];
		delete b[i];
	}
	CK(cudaFree(many));
	CK(cudaFree(right));
}

// Symmetric, not Hermitian.
template <class T> void
test_indefinite()
{
	const int n = 21;
	double bound = kind<T>::error * 100 * n;
	for (int turn = 0; turn < 4; turn++) {
		auto uplo = fills[turn % 2];
		bool pivoting = turn / 2, upper = turn % 2;
		Dense a = random_matrix(n, n, kind<T>::is_complex), t = turned(a, false);
		for (int i = 0; i < n * n; i++)
			a.v[i] += t.v[i];
		for (int i = 0; i < n; i++)
			a(i, i) = pivoting ? 0 : (i % 2 ? 2 * n : -2 * n);
		Matrix<T> f(a);
		Array<int> pivots(n);
		int lwork = 0;
		SV(sytrf_size(T(), h, n, f.p, f.ld, &lwork));
		Array<T> work(lwork);
		SV(sytrf(T(), h, uplo, n, f.p, f.ld, pivoting ? pivots.p : nullptr, work.p,
			 lwork, info));
		good_info("sytrf");
		auto p = pivots.raw();
		std::vector<int64_t> long_pivots(p.begin(), p.end());
		int64_t *wide_pivots = to_device(long_pivots);
		Dense x = random_matrix(n, 2, kind<T>::is_complex);
		Matrix<T> b(a * x);
		size_t bytes, host;
		SV(cusolverDnXsytrs_bufferSize(h, uplo, n, 2, kind<T>::type, f.p, f.ld,
					       pivoting ? wide_pivots : nullptr,
					       kind<T>::type, b.p, b.ld, &bytes, &host));
		Array<char> room(bytes);
		SV(cusolverDnXsytrs(h, uplo, n, 2, kind<T>::type, f.p, f.ld,
				    pivoting ? wide_pivots : nullptr, kind<T>::type, b.p,
				    b.ld, room.p, bytes, nullptr, host, info));
		check("Xsytrs", distance(b.get(), x), bound);
		WITH_WORK(T, sytri, uplo, n, f.p, f.ld, pivoting ? pivots.p : nullptr);
		good_info("sytri");
		Dense i = triangle(f.get(), upper), whole = turned(i, false);
		for (int j = 0; j < n * n; j++)
			whole.v[j] = i.v[j] != 0.0 ? i.v[j] : whole.v[j];
		check("sytri", distance(whole * a, identity(n)), bound);
		CK(cudaFree(wide_pivots));
	}
}

template <class T> void
test_linear()
{
	test_lu<T>(33, 33, true);
	test_lu<T>(40, 25, true);
	test_lu<T>(25, 40, true);
	test_lu<T>(60, 60, false);
	test_lu<T>(64, 51, false);
	test_lu<T>(51, 64, false);
	test_singular<T>();
	test_cholesky<T>(13);
	test_cholesky<T>(37);
	test_batch<T>();
	test_indefinite<T>();
	report("linear", kind<T>::name);
}

// ---- orthogonal factors

static bool is_unitary(const char *what, const Dense &q, double bound)
{
	check(what, distance(turned(q) * q, identity(q.n)), bound);
	return true;
}

template <class T> void
test_qr()
{
	const int m = 34, n = 20;
	double bound = kind<T>::error * 10;
	auto turn = kind<T>::is_complex ? CUBLAS_OP_C : CUBLAS_OP_T;
	Dense a = random_matrix(m, n, kind<T>::is_complex);
	Matrix<T> f(a);
	Array<T> tau(n);
	int lwork = 0;
	SV(geqrf_size(T(), h, m, n, f.p, f.ld, &lwork));
	Array<T> work(lwork);
	SV(geqrf(T(), h, m, n, f.p, f.ld, tau.p, work.p, lwork, info));
	good_info("geqrf");
	Matrix<T> q(f.get()), whole(m, m);
	WITH_WORK(T, orgqr, m, n, n, q.p, q.ld, tau.p);
	is_unitary("orgqr", q.get(), bound);
	Dense r(n, n), all = f.get();
	for (int j = 0; j < n; j++)
		for (int i = 0; i <= j; i++)
			r(i, j) = all(i, j);
	check("Q R", distance(q.get() * r, a), bound);
	// the whole of Q, applied from both sides
	Matrix<T> unit(identity(m));
	WITH_WORK(T, ormqr, CUBLAS_SIDE_LEFT, CUBLAS_OP_N, m, m, n, f.p, f.ld, tau.p,
		  unit.p, unit.ld);
	Dense full = unit.get();
	is_unitary("ormqr", full, bound);
	for (auto op : {CUBLAS_OP_N, turn})
		for (auto side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {
			Dense c = side == CUBLAS_SIDE_LEFT
					  ? random_matrix(m, 4, kind<T>::is_complex)
					  : random_matrix(4, m, kind<T>::is_complex);
			Matrix<T> d(c);
			WITH_WORK(T, ormqr, side, op, d.m, d.n, n, f.p, f.ld, tau.p, d.p,
				  d.ld);
			Dense by = op == CUBLAS_OP_N ? full : turned(full);
			check("ormqr", distance(d.get(), side == CUBLAS_SIDE_LEFT ? by * c
										  : c * by),
			      bound);
		}
}

template <class T> void
test_bidiagonal()
{
	const int m = 33, n = 20;
	double bound = kind<T>::error * 10;
	typedef typename kind<T>::real R;
	Dense a = random_matrix(m, n, kind<T>::is_complex);
	Matrix<T> f(a);
	Array<T> tauq(n), taup(n);
	Array<R> d(n), e(n - 1);
	int lwork = 0;
	SV(gebrd_size(T(), h, m, n, &lwork));
	Array<T> work(lwork);
	SV(gebrd(T(), h, m, n, f.p, f.ld, d.p, e.p, tauq.p, taup.p, work.p, lwork, info));
	good_info("gebrd");
	Matrix<T> q(f.get()), p(n, n);
	CK(cudaMemcpy2D(p.p, p.ld * sizeof(T), f.p, f.ld * sizeof(T), n * sizeof(T), n,
			cudaMemcpyDeviceToDevice));
	WITH_WORK(T, orgbr, CUBLAS_SIDE_LEFT, m, n, n, q.p, q.ld, tauq.p);
	WITH_WORK(T, orgbr, CUBLAS_SIDE_RIGHT, n, n, m, p.p, p.ld, taup.p);
	is_unitary("orgbr", q.get(), bound);
	is_unitary("orgbr", p.get(), bound);
	Dense b = diagonal(d.get(), n, n);
	for (int i = 0; i < n - 1; i++)
		b(i, i + 1) = e.get()[i];
	check("Q B P", distance(q.get() * b * p.get(), a), bound);
}

template <class T> void
test_tridiagonal()
{
	const int n = 18;
	double bound = kind<T>::error * 10;
	typedef typename kind<T>::real R;
	auto turn = kind<T>::is_complex ? CUBLAS_OP_C : CUBLAS_OP_T;
	for (auto uplo : fills) {
		Dense a = hermitian(n, kind<T>::is_complex, 0);
		Matrix<T> f(a);
		Array<T> tau(n);
		Array<R> d(n), e(n - 1);
		WITH_WORK(T, sytrd, uplo, n, f.p, f.ld, d.p, e.p, tau.p);
		good_info("sytrd");
		Matrix<T> q(f.get());
		WITH_WORK(T, orgtr, uplo, n, q.p, q.ld, tau.p);
		is_unitary("orgtr", q.get(), bound);
		Dense t = diagonal(d.get(), n, n);
		for (int i = 0; i < n - 1; i++)
			t(i, i + 1) = t(i + 1, i) = e.get()[i];
		check("Q T Q", distance(q.get() * t * turned(q.get()), a), bound);
		Matrix<T> c(a);
		WITH_WORK(T, ormtr, CUBLAS_SIDE_LEFT, uplo, turn, n, n, f.p, f.ld, tau.p,
			  c.p, c.ld);
		check("ormtr", distance(c.get(), turned(q.get()) * a), bound);
	}
}

template <class T> void
test_orthogonal()
{
	test_qr<T>();
	test_bidiagonal<T>();
	test_tridiagonal<T>();
	report("orthogonal", kind<T>::name);
}

int
main()
{
	begin();
	ALL_TYPES(test_linear);
	ALL_TYPES(test_orthogonal);
	return end();
}
