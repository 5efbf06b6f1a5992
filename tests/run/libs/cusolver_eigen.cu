// cusolver_eigen: eigenvalues and singular values with and without their vectors, all and
// some of them, of one matrix, of pairs, and of batches.
// flags: -lcusolver -x c++ -O0
// (there are no kernels)
// needs: library libopenblas.so.0
// out: host code of the same program
#include "cusolver_test.h"

TWO_NAMES(syevd, heevd)
TWO_NAMES(syevdx, heevdx)
TWO_NAMES(sygvd, hegvd)
TWO_NAMES(sygvdx, hegvdx)
TWO_NAMES(syevj, heevj)
TWO_NAMES(sygvj, hegvj)
TWO_NAMES(syevjBatched, heevjBatched)
ONE_NAME(gesvd)
ONE_NAME(gesvdj)
ONE_NAME(gesvdjBatched)
ONE_NAME(gesvdaStridedBatched)

static const auto VECTOR = CUSOLVER_EIG_MODE_VECTOR;
static const auto NOVECTOR = CUSOLVER_EIG_MODE_NOVECTOR;

// A V = V W for ascending W, with orthonormal columns.
static void
is_eigen(const char *what, const Dense &a, const Dense &v, const std::vector<double> &w,
	 double bound)
{
	Dense some = columns(v, (int)w.size());
	check(what, distance(a * some, some * diagonal(w, some.n, some.n)), bound);
	check(what, distance(turned(some) * some, identity(some.n)), bound);
	for (size_t i = 1; i < w.size(); i++)
		expect("ascending", w[i - 1] <= w[i], 1);
}

static std::vector<double>
part(std::vector<double> v, int first, int count)
{
	return std::vector<double>(v.begin() + first, v.begin() + first + count);
}

static double
most(const std::vector<double> &a, const std::vector<double> &b)
{
	return distance(diagonal(a, 99, 99), diagonal(b, 99, 99));
}

template <class T> void
test_one()
{
	const int n = 24;
	double bound = kind<T>::error * n;
	typedef typename kind<T>::real R;
	for (auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
		Dense a = hermitian(n, kind<T>::is_complex, 0);
		Dense given = triangle(a, uplo == CUBLAS_FILL_MODE_UPPER);
		Matrix<T> v(given), without(given);
		Array<R> w(n), again(n);
		WITH_WORK(T, syevd, VECTOR, uplo, n, v.p, v.ld, w.p);
		good_info("syevd");
		is_eigen("syevd", a, v.get(), w.get(), bound);
		WITH_WORK(T, syevd, NOVECTOR, uplo, n, without.p, without.ld, again.p);
		auto all = w.get();
		check("values", most(all, again.get()), bound);

		int found = 0;
		Matrix<T> x(given), y(given), z(given);
		WITH_WORK(T, syevdx, VECTOR, CUSOLVER_EIG_RANGE_I, uplo, n, x.p, x.ld, R(0),
			  R(0), 3, 9, &found, again.p);
		good_info("syevdx");
		expect("found", found, 7);
		check("a part", most(part(again.get(), 0, 7), part(all, 2, 7)), bound);
		is_eigen("a part", a, x.get(), part(again.get(), 0, 7), bound);
		R low = (all[4] + all[5]) / 2, high = (all[20] + all[21]) / 2;
		WITH_WORK(T, syevdx, VECTOR, CUSOLVER_EIG_RANGE_V, uplo, n, y.p, y.ld, low,
			  high, 0, 0, &found, again.p);
		expect("found between", found, 16);
		is_eigen("between", a, y.get(), part(again.get(), 0, 16), bound);
		check("between", most(part(again.get(), 0, 16), part(all, 5, 16)), bound);
		WITH_WORK(T, syevdx, VECTOR, CUSOLVER_EIG_RANGE_ALL, uplo, n, z.p, z.ld,
			  R(0), R(0), 0, 0, &found, again.p);
		expect("all", found, n);
		is_eigen("all", a, z.get(), again.get(), bound);
	}
	// known: 2 on the diagonal, -1 beside it
	Dense a(3, 3);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			a(i, j) = i == j ? 2 : i - j == 1 || j - i == 1 ? -1 : 0;
	Matrix<T> v(a);
	Array<R> w(3);
	WITH_WORK(T, syevd, VECTOR, CUBLAS_FILL_MODE_LOWER, 3, v.p, v.ld, w.p);
	check("known", most(w.get(), {2 - sqrt(2.0), 2, 2 + sqrt(2.0)}), kind<T>::error);
}

template <class T> void
test_pair()
{
	const int n = 18;
	double bound = kind<T>::error * n * 10;
	typedef typename kind<T>::real R;
	auto uplo = CUBLAS_FILL_MODE_UPPER;
	syevjInfo_t params;
	SV(cusolverDnCreateSyevjInfo(&params));
	for (auto type : {CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_TYPE_2, CUSOLVER_EIG_TYPE_3}) {
		Dense a = hermitian(n, kind<T>::is_complex, 0);
		Dense b = hermitian(n, kind<T>::is_complex, n);
		Matrix<T> v(a), l(b), some(a), l2(b), other(a), l3(b);
		Array<R> w(n), again(n);
		WITH_WORK(T, sygvd, type, VECTOR, uplo, n, v.p, v.ld, l.p, l.ld, w.p);
		good_info("sygvd");
		Dense x = v.get(), xw = x * diagonal(w.get(), n, n);
		Dense left = type == CUSOLVER_EIG_TYPE_1   ? a * x
			     : type == CUSOLVER_EIG_TYPE_2 ? a * (b * x)
							   : b * (a * x);
		check("sygvd", distance(left, type == CUSOLVER_EIG_TYPE_1 ? b * xw : xw),
		      bound);
		int found = 0;
		WITH_WORK(T, sygvdx, type, VECTOR, CUSOLVER_EIG_RANGE_I, uplo, n, some.p,
			  some.ld, l2.p, l2.ld, R(0), R(0), 2, 5, &found, again.p);
		expect("found", found, 4);
		check("sygvdx", most(part(again.get(), 0, 4), part(w.get(), 1, 4)), bound);
		int lwork;
		double residual;
		SV(sygvj_size(T(), h, type, VECTOR, uplo, n, other.p, other.ld, l3.p, l3.ld,
			      again.p, &lwork, params));
		Array<T> work(lwork);
		SV(sygvj(T(), h, type, VECTOR, uplo, n, other.p, other.ld, l3.p, l3.ld,
			 again.p, work.p, lwork, info, params));
		SV(cusolverDnXsyevjGetResidual(h, params, &residual));
		check("sygvj", most(w.get(), again.get()), bound);
		check("residual", residual, bound);
		expect("residual", residual > 0, 1);
		b(6, 6) = -1;
		Matrix<T> no(b);
		WITH_WORK(T, sygvd, type, VECTOR, uplo, n, v.p, v.ld, no.p, no.ld, w.p);
		expect("not definite", get_info(), n + 7);
	}
	SV(cusolverDnDestroySyevjInfo(params));
}

template <class T> void
test_jacobi()
{
	const int n = 24, batch = 5;
	double bound = kind<T>::error * n, residual = -1;
	typedef typename kind<T>::real R;
	auto uplo = CUBLAS_FILL_MODE_LOWER;
	syevjInfo_t params;
	SV(cusolverDnCreateSyevjInfo(&params));
	SV(cusolverDnXsyevjSetTolerance(params, 1e-7));
	SV(cusolverDnXsyevjSetMaxSweeps(params, 15));
	SV(cusolverDnXsyevjSetSortEig(params, 1));
	Dense a = hermitian(n, kind<T>::is_complex, 0);
	Matrix<T> v(triangle(a, false));
	Array<R> w(n);
	int lwork, sweeps = 0;
	SV(syevj_size(T(), h, VECTOR, uplo, n, v.p, v.ld, w.p, &lwork, params));
	Array<T> work(lwork);
	SV(syevj(T(), h, VECTOR, uplo, n, v.p, v.ld, w.p, work.p, lwork, info, params));
	SV(cusolverDnXsyevjGetSweeps(h, params, &sweeps));
	SV(cusolverDnXsyevjGetResidual(h, params, &residual));
	good_info("syevj");
	expect("sweeps", sweeps > 0 && sweeps <= 15, 1);
	check("residual", residual, bound);
	expect("residual", residual > 0, 1);
	is_eigen("syevj", a, v.get(), w.get(), bound);

	std::vector<Dense> all;
	std::vector<T> together;
	for (int i = 0; i < batch; i++) {
		all.push_back(hermitian(n, kind<T>::is_complex, i));
		for (auto z : all[i].v) {
			T t;
			narrow(t, z);
			together.push_back(t);
		}
	}
	T *many = to_device(together);
	Array<R> values(n * batch);
	Array<int> infos(batch);
	SV(syevjBatched_size(T(), h, VECTOR, uplo, n, many, n, values.p, &lwork, params,
			     batch));
	Array<T> more(lwork);
	SV(syevjBatched(T(), h, VECTOR, uplo, n, many, n, values.p, more.p, lwork, infos.p,
			params, batch));
	together = to_host(many, n * n * batch);
	for (int i = 0; i < batch; i++) {
		Dense x(n, n);
		for (int j = 0; j < n * n; j++)
			x.v[j] = wide(together[i * n * n + j]);
		is_eigen("syevjBatched", all[i], x, part(values.get(), i * n, n), bound);
		expect("infos", infos.raw()[i], 0);
	}
	expect("residual of a batch", cusolverDnXsyevjGetResidual(h, params, &residual),
	       CUSOLVER_STATUS_NOT_SUPPORTED);
	CK(cudaFree(many));
	SV(cusolverDnDestroySyevjInfo(params));
}

template <class T> void
test_eigen()
{
	test_one<T>();
	test_pair<T>();
	test_jacobi<T>();
	report("eigenvalues", kind<T>::name);
}

// ---- singular values

// A = U S V^H, with as many columns as there are in U and V.
static void
is_svd(const char *what, const Dense &a, const Dense &u, const std::vector<double> &s,
       const Dense &vh, double bound)
{
	check(what, distance(u * diagonal(s, u.n, vh.m) * vh, a), bound);
	check(what, distance(turned(u) * u, identity(u.n)), bound);
	check(what, distance(vh * turned(vh), identity(vh.m)), bound);
	for (size_t i = 1; i < s.size(); i++)
		expect("descending", s[i - 1] >= s[i], 1);
}

template <class T> void
test_gesvd()
{
	const int m = 30, n = 19;
	double bound = kind<T>::error * m;
	typedef typename kind<T>::real R;
	Dense a = random_matrix(m, n, kind<T>::is_complex);
	Array<R> s(n), first(n);
	int lwork = 0;
	SV(gesvd_size(T(), h, m, n, &lwork));
	Array<T> work(lwork);
	for (const char *jobs : {"AA", "SS", "OS", "NO", "NN"}) {
		Matrix<T> x(a), u(m, jobs[0] == 'A' ? m : n), vt(n, n);
		SV(gesvd(T(), h, jobs[0], jobs[1], m, n, x.p, x.ld, s.p, u.p, u.ld, vt.p,
			 vt.ld, work.p, lwork, nullptr, info));
		good_info("gesvd");
		if (jobs[0] != 'N')
			is_svd(jobs, a, jobs[0] == 'O' ? x.get() : u.get(), s.get(),
			       vt.get(), bound);
		if (jobs[0] == 'A')
			CK(cudaMemcpy(first.p, s.p, n * sizeof(R), cudaMemcpyDefault));
		check("values", most(first.get(), s.get()), bound);
	}
	expect("more columns than rows", gesvd_size(T(), h, n, m, &lwork),
	       CUSOLVER_STATUS_INVALID_VALUE);
}

template <class T> void
test_gesvdj(int m, int n)
{
	int least = m < n ? m : n, lwork, sweeps = 0;
	double bound = kind<T>::error * 30, residual = -1;
	typedef typename kind<T>::real R;
	Dense a = random_matrix(m, n, kind<T>::is_complex);
	gesvdjInfo_t params;
	SV(cusolverDnCreateGesvdjInfo(&params));
	SV(cusolverDnXgesvdjSetTolerance(params, 1e-7));
	SV(cusolverDnXgesvdjSetMaxSweeps(params, 15));
	for (int econ = 0; econ < 2; econ++) {
		Matrix<T> x(a), u(m, econ ? least : m), v(n, econ ? least : n);
		Array<R> s(least), only(least);
		SV(gesvdj_size(T(), h, VECTOR, econ, m, n, x.p, x.ld, s.p, u.p, u.ld, v.p,
			       v.ld, &lwork, params));
		Array<T> work(lwork);
		SV(gesvdj(T(), h, VECTOR, econ, m, n, x.p, x.ld, s.p, u.p, u.ld, v.p, v.ld,
			  work.p, lwork, info, params));
		good_info("gesvdj");
		is_svd("gesvdj", a, u.get(), s.get(), turned(v.get()), bound);
		SV(cusolverDnXgesvdjGetSweeps(h, params, &sweeps));
		SV(cusolverDnXgesvdjGetResidual(h, params, &residual));
		expect("sweeps", sweeps > 0 && sweeps <= 15, 1);
		check("residual", residual, bound);
		expect("residual", residual > 0, 1);
		Matrix<T> y(a);
		SV(gesvdj(T(), h, NOVECTOR, econ, m, n, y.p, y.ld, only.p, (T *)nullptr, m,
			  (T *)nullptr, n, work.p, lwork, info, params));
		check("values", most(s.get(), only.get()), bound);
	}
	SV(cusolverDnDestroyGesvdjInfo(params));
}

// Matrices without gaps, one behind the other.
template <class T> void
test_svd_batches()
{
	const int m = 12, n = 7, batch = 4, rank = 3;
	double bound = kind<T>::error * m;
	typedef typename kind<T>::real R;
	Dense a = random_matrix(m, n * batch, kind<T>::is_complex);
	std::vector<T> given(m * n * batch);
	for (size_t i = 0; i < given.size(); i++)
		narrow(given[i], a.v[i]);
	T *x = to_device(given);
	Array<T> u(m * m * batch), v(n * n * batch);
	Array<R> s(n * batch);
	Array<int> infos(batch);
	gesvdjInfo_t params;
	int lwork;
	auto matrix = [](const Array<T> &from, int rows, int cols, int at) {
		Dense d(rows, cols);
		auto all = from.raw();
		for (int i = 0; i < rows * cols; i++)
			d.v[i] = wide(all[at + i]);
		return d;
	};
	// truncated; what is given stays
	std::vector<double> errors(batch);
	SV(gesvdaStridedBatched_size(T(), h, VECTOR, rank, m, n, x, m, m * n, s.p, n, u.p, m,
				     m * rank, v.p, n, n * rank, &lwork, batch));
	Array<T> work(lwork);
	SV(gesvdaStridedBatched(T(), h, VECTOR, rank, m, n, x, m, m * n, s.p, n, u.p, m,
				m * rank, v.p, n, n * rank, work.p, lwork, infos.p,
				errors.data(), batch));
	std::vector<double> part_of_all = s.get();
	for (int i = 0; i < batch; i++) {
		Dense ai(m, n), ui = matrix(u, m, rank, i * m * rank);
		Dense vi = matrix(v, n, rank, i * n * rank);
		std::copy(a.v.begin() + i * m * n, a.v.begin() + (i + 1) * m * n,
			  ai.v.begin());
		auto si = part(part_of_all, i * n, rank);
		check("gesvda", distance(ai * vi, ui * diagonal(si, rank, rank)), bound);
		Dense rest = ui * diagonal(si, rank, rank) * turned(vi);
		double norm = 0;
		for (int j = 0; j < m * n; j++)
			norm += std::norm(rest.v[j] - ai.v[j]);
		check("its error", std::abs(sqrt(norm) - errors[i]), bound);
	}
	SV(cusolverDnCreateGesvdjInfo(&params));
	SV(gesvdjBatched_size(T(), h, VECTOR, m, n, x, m, s.p, u.p, m, v.p, n, &lwork,
			      params, batch));
	Array<T> more(lwork);
	SV(gesvdjBatched(T(), h, VECTOR, m, n, x, m, s.p, u.p, m, v.p, n, more.p, lwork,
			 infos.p, params, batch));
	for (int i = 0; i < batch; i++) {
		Dense ai(m, n);
		std::copy(a.v.begin() + i * m * n, a.v.begin() + (i + 1) * m * n,
			  ai.v.begin());
		auto si = part(s.get(), i * n, n);
		is_svd("gesvdjBatched", ai, matrix(u, m, m, i * m * m), si,
		       turned(matrix(v, n, n, i * n * n)), bound);
		check("truncated", most(part(part_of_all, i * n, rank), part(si, 0, rank)),
		      bound);
		expect("infos", infos.raw()[i], 0);
	}
	SV(cusolverDnDestroyGesvdjInfo(params));
	CK(cudaFree(x));
}

template <class T> void
test_singular()
{
	test_gesvd<T>();
	test_gesvdj<T>(26, 17);
	test_gesvdj<T>(17, 26);
	test_svd_batches<T>();
	report("singular values", kind<T>::name);
}

int
main()
{
	begin();
	ALL_TYPES(test_eigen);
	ALL_TYPES(test_singular);
	return end();
}
