// cusparse_solve: triangular systems with one and with many right-hand sides, for every
// triangle, diagonal and operation; new values; incomplete factorisations; tridiagonal
// systems.
// flags: -lcusparse --heddle-quick
// out: host code of the same program
#include "cusparse_test.h"

static const cusparseFillMode_t fills[] = {CUSPARSE_FILL_MODE_LOWER,
					   CUSPARSE_FILL_MODE_UPPER};
static const cusparseDiagType_t diags[] = {CUSPARSE_DIAG_TYPE_NON_UNIT,
					   CUSPARSE_DIAG_TYPE_UNIT};

// Both triangles have entries; the diagonal is large.
template <class T> Dense
system_matrix(int n)
{
	Dense a = random_matrix<T>(n, n, 4);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++)
			a(i, j) /= 4.0;
		a(i, i) = Z(8 + i % 3, kind<T>::is_complex ? 2 : 0);
	}
	return a;
}

static Dense
triangle(const Dense &a, cusparseFillMode_t fill, cusparseDiagType_t diag)
{
	Dense t = a;
	for (int i = 0; i < a.m; i++)
		for (int j = 0; j < a.n; j++)
			if (i == j && diag == CUSPARSE_DIAG_TYPE_UNIT)
				t(i, j) = 1;
			else if (fill == CUSPARSE_FILL_MODE_LOWER ? j > i : j < i)
				t(i, j) = 0;
	return t;
}

template <class T, class I> void
describe(const Sparse<T, I> &s, cusparseFillMode_t fill, cusparseDiagType_t diag)
{
	CS(cusparseSpMatSetAttribute(s.d, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
	CS(cusparseSpMatSetAttribute(s.d, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag));
}

static Dense
scaled(const Dense &a, double by)
{
	Dense d = a;
	for (auto &z : d.v)
		z *= by;
	return d;
}

// The solution is chosen, the right-hand side computed.
template <class T, class I> void
test_sv(cusparseFormat_t format, const char *name)
{
	int wrong = 0, n = 23, base = 0;
	auto alg = CUSPARSE_SPSV_ALG_DEFAULT;
	for (auto op : ops<T>())
		for (auto fill : fills)
			for (auto diag : diags) {
				Dense a = system_matrix<T>(n), x = random_matrix<T>(n, 1), zero(n, 1);
				Dense b = product(triangle(a, fill, diag), op, x, all_ops[0]);
				Sparse<T, I> sa(a, format, base ^= 1);
				Vector<T> vb(b), vx(zero);
				describe(sa, fill, diag);
				T alpha = make<T>(Z(3));
				cusparseSpSVDescr_t d;
				CS(cusparseSpSV_createDescr(&d));
				size_t bytes;
				CS(cusparseSpSV_bufferSize(h, op, &alpha, sa.d, vb.d, vx.d,
							   kind<T>::type, alg, d, &bytes));
				Buffer buffer(bytes);
				CS(cusparseSpSV_analysis(h, op, &alpha, sa.d, vb.d, vx.d,
							 kind<T>::type, alg, d, buffer.p));
				CS(cusparseSpSV_solve(h, op, &alpha, sa.d, vb.d, vx.d,
						      kind<T>::type, alg, d));
				CK(cudaDeviceSynchronize());
				wrong += !vx.is(scaled(x, 3), kind<T>::error);
				CS(cusparseSpSV_destroyDescr(d));
			}
	printf("SpSV %s %s: %d wrong\n", kind<T>::name, name, wrong);
}

template <class T> void
test_sm()
{
	int wrong = 0, all = 0, n = 15, m = 20;
	auto alg = CUSPARSE_SPSM_ALG_DEFAULT;
	for (auto oa : ops<T>())
		for (auto ob : {all_ops[0], all_ops[1]})
			for (auto fill : fills)
				for (auto order : all_orders) {
					auto diag = diags[all++ % 2];
					Dense a = system_matrix<T>(n), x = random_matrix<T>(n, m);
					Dense b = product(triangle(a, fill, diag), oa, x, all_ops[0]);
					Dense turned(m, n), zero(n, m);
					for (int i = 0; i < n; i++)
						for (int j = 0; j < m; j++)
							turned(j, i) = b(i, j);
					Sparse<T> sa(a, CUSPARSE_FORMAT_CSR, all % 2);
					Matrix<T> mb(ob ? turned : b, order), mx(zero, order);
					describe(sa, fill, diag);
					T alpha = make<T>(Z(-1));
					cusparseSpSMDescr_t d;
					CS(cusparseSpSM_createDescr(&d));
					size_t bytes;
					CS(cusparseSpSM_bufferSize(h, oa, ob, &alpha, sa.d, mb.d, mx.d,
								   kind<T>::type, alg, d, &bytes));
					Buffer buffer(bytes);
					CS(cusparseSpSM_analysis(h, oa, ob, &alpha, sa.d, mb.d, mx.d,
								 kind<T>::type, alg, d, buffer.p));
					CS(cusparseSpSM_solve(h, oa, ob, &alpha, sa.d, mb.d, mx.d,
							      kind<T>::type, alg, d));
					CK(cudaDeviceSynchronize());
					wrong += !mx.is(scaled(x, -1), kind<T>::error);
					CS(cusparseSpSM_destroyDescr(d));
				}
	printf("SpSM %s: %d wrong of %d\n", kind<T>::name, wrong, all);
}

// After an update the values are those that were given, wherever the matrix has its own.
static void
test_update()
{
	const int n = 12;
	auto alg = CUSPARSE_SPSV_ALG_DEFAULT;
	auto N = all_ops[0];
	Dense a = system_matrix<double>(n), zero(n, 1), x = random_matrix<double>(n, 1);
	Sparse<double> sa(a, CUSPARSE_FORMAT_CSR);
	describe(sa, fills[0], diags[0]);
	double one = 1;
	cusparseSpSVDescr_t d;
	CS(cusparseSpSV_createDescr(&d));
	Vector<double> vx(zero), first(zero);
	size_t bytes;
	CS(cusparseSpSV_bufferSize(h, N, &one, sa.d, first.d, vx.d, CUDA_R_64F, alg, d, &bytes));
	Buffer buffer(bytes);
	say("not analysed", cusparseSpSV_updateMatrix(h, d, sa.values,
						      CUSPARSE_SPSV_UPDATE_GENERAL));
	CS(cusparseSpSV_analysis(h, N, &one, sa.d, first.d, vx.d, CUDA_R_64F, alg, d, buffer.p));
	const auto diagonal = CUSPARSE_SPSV_UPDATE_DIAGONAL;
	for (auto part : {diagonal, CUSPARSE_SPSV_UPDATE_GENERAL, diagonal}) {
		std::vector<double> values;
		if (part == CUSPARSE_SPSV_UPDATE_GENERAL) {
			for (auto &z : a.v)
				if (z != 0.0)
					values.push_back((z *= -2.0).real());
		} else {
			for (int i = 0; i < n; i++)
				values.push_back((a(i, i) = 5 + i).real());
		}
		double *given = to_device(values);
		Vector<double> vb(product(triangle(a, fills[0], diags[0]), N, x, N));
		CS(cusparseSpSV_updateMatrix(h, d, given, part));
		CS(cusparseSpSV_solve(h, N, &one, sa.d, vb.d, vx.d, CUDA_R_64F, alg, d));
		CK(cudaDeviceSynchronize());
		printf("updated: %d\n", vx.is(x, 1e-11));
		CK(cudaFree(given));
	}
	CS(cusparseSpSV_destroyDescr(d));
}

template <class T> struct calls;
#define FACTOR(name, X, f)                                                             \
	static constexpr auto name##_size = cusparse##X##f##_bufferSize;               \
	static constexpr auto name##_analysis = cusparse##X##f##_analysis;             \
	static constexpr auto name = cusparse##X##f;
#define CALLS(T, X)                                                                    \
	template <> struct calls<T> {                                                  \
		FACTOR(ilu, X, csrilu02)                                               \
		FACTOR(ic, X, csric02)                                                 \
		static constexpr auto boost = cusparse##X##csrilu02_numericBoost;      \
	};
CALLS(float, S)
CALLS(double, D)
CALLS(cuComplex, C)
CALLS(cuDoubleComplex, Z)

// What was factored comes back where the matrix has entries.
template <class T> void
test_factors(int n)
{
	int bytes, position = 5, wrong = 0;
	auto policy = CUSPARSE_SOLVE_POLICY_USE_LEVEL;
	Dense a = system_matrix<T>(n);
	for (int i = 0; i < n; i++) {
		a(i, i) = 9;
		for (int j = 0; j < i; j++)
			a(i, j) = std::conj(a(j, i));
	}
	cusparseMatDescr_t descr;
	CS(cusparseCreateMatDescr(&descr));
	CS(cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ONE));
	for (int symmetric = 0; symmetric < 2; symmetric++) {
		Sparse<T> s(a, CUSPARSE_FORMAT_CSR, 1);
		csrilu02Info_t ilu;
		csric02Info_t ic;
		CS(cusparseCreateCsrilu02Info(&ilu));
		CS(cusparseCreateCsric02Info(&ic));
		Buffer buffer(1 << 20);
		if (symmetric) {
			CS(calls<T>::ic_size(h, n, s.nnz, descr, s.values, s.major, s.minor, ic,
					     &bytes));
			CS(calls<T>::ic_analysis(h, n, s.nnz, descr, s.values, s.major, s.minor, ic,
						 policy, buffer.p));
			CS(cusparseXcsric02_zeroPivot(h, ic, &position));
			CS(calls<T>::ic(h, n, s.nnz, descr, s.values, s.major, s.minor, ic, policy,
					buffer.p));
			CS(cusparseXcsric02_zeroPivot(h, ic, &position));
		} else {
			CS(calls<T>::ilu_size(h, n, s.nnz, descr, s.values, s.major, s.minor, ilu,
					      &bytes));
			CS(calls<T>::ilu_analysis(h, n, s.nnz, descr, s.values, s.major, s.minor,
						  ilu, policy, buffer.p));
			CS(cusparseXcsrilu02_zeroPivot(h, ilu, &position));
			CS(calls<T>::ilu(h, n, s.nnz, descr, s.values, s.major, s.minor, ilu,
					 policy, buffer.p));
			CS(cusparseXcsrilu02_zeroPivot(h, ilu, &position));
		}
		auto v = to_host(s.values, s.nnz);
		Dense f(n, n);
		int k = 0;
		for (size_t i = 0; i < f.v.size(); i++)
			if (a.v[i] != 0.0)
				f.v[i] = wide(v[k++]);
		Dense l = triangle(f, fills[0], diags[!symmetric]);
		Dense u = symmetric ? l : triangle(f, fills[1], diags[0]);
		Dense back = product(l, all_ops[0], u, all_ops[symmetric ? 2 : 0]);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				if (a(i, j) != 0.0)
					wrong += !(std::abs(back(i, j) - a(i, j)) <
						   10 * kind<T>::error);
		CS(cusparseDestroyCsrilu02Info(ilu));
		CS(cusparseDestroyCsric02Info(ic));
	}
	CS(cusparseDestroyMatDescr(descr));
	printf("factors %s: %d wrong, position %d\n", kind<T>::name, wrong, position);
}

static void
test_pivots()
{
	const int n = 4;
	int position = 7;
	auto policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
	cusparseMatDescr_t descr;
	CS(cusparseCreateMatDescr(&descr));
	Buffer buffer(1 << 16);
	for (int missing = 0; missing < 2; missing++) {
		Dense a(n, n); // the second pivot becomes zero, or the third is not stored
		for (int i = 0; i < n; i++)
			a(i, i) = 2;
		a(0, 1) = a(1, 0) = a(2, 3) = missing ? 1 : 2;
		if (missing)
			a(2, 2) = 0;
		Sparse<double> s(a, CUSPARSE_FORMAT_CSR);
		csrilu02Info_t info;
		CS(cusparseCreateCsrilu02Info(&info));
		CS(cusparseDcsrilu02_analysis(h, n, s.nnz, descr, s.values, s.major, s.minor, info,
					      policy, buffer.p));
		say("after analysis", cusparseXcsrilu02_zeroPivot(h, info, &position));
		printf("at %d\n", position);
		if (!missing) {
			CS(cusparseDcsrilu02(h, n, s.nnz, descr, s.values, s.major, s.minor, info,
					     policy, buffer.p));
			say("after factoring", cusparseXcsrilu02_zeroPivot(h, info, &position));
			printf("at %d\n", position);
			double tolerance = 1e-9, value = 16;
			Sparse<double> again(a, CUSPARSE_FORMAT_CSR);
			CS(cusparseDcsrilu02_numericBoost(h, info, 1, &tolerance, &value));
			CS(cusparseDcsrilu02(h, n, s.nnz, descr, again.values, again.major,
					     again.minor, info, policy, buffer.p));
			say("with a boost", cusparseXcsrilu02_zeroPivot(h, info, &position));
			printf("pivot %g\n", to_host(again.values, again.nnz)[3]);
		}
		CS(cusparseDestroyCsrilu02Info(info));
	}
	CS(cusparseDestroyMatDescr(descr));
}

#define TRIDIAGONAL(T, X)                                                              \
	template <> struct tridiagonal<T> {                                            \
		static constexpr auto size = cusparse##X##gtsv2_bufferSizeExt;         \
		static constexpr auto one = cusparse##X##gtsv2;                        \
		static constexpr auto no_pivot = cusparse##X##gtsv2_nopivot;           \
		static constexpr auto strided = cusparse##X##gtsv2StridedBatch;        \
		static constexpr auto interleaved = cusparse##X##gtsvInterleavedBatch; \
	};
template <class T> struct tridiagonal;
TRIDIAGONAL(float, S)
TRIDIAGONAL(double, D)
TRIDIAGONAL(cuComplex, C)
TRIDIAGONAL(cuDoubleComplex, Z)

// Several systems; where rows must be exchanged only if that is done.
template <class T> void
test_tridiagonal()
{
	const int n = 17, count = 5;
	int wrong = 0;
	for (int form = 0; form < 4; form++) {
		std::vector<T> dl, d, du, b(n * count);
		std::vector<Z> x;
		bool shared = form < 2; // one matrix with several right-hand sides
		int step = form == 3 ? count : 1, next = form == 3 ? 1 : n;
		for (int i = 0; i < n * count; i++) {
			int row = form == 3 ? i / count : i % n;
			x.push_back(any<T>());
			Z z = any<T>() + 9.0;
			d.push_back(make<T>(form == 1 ? z + 9.0 : Z(row % 4 == 2 ? 0.5 : 5)));
			dl.push_back(make<T>(row ? z / 2.0 : 0.0));
			du.push_back(make<T>(row < n - 1 ? Z(1 + row % 3) : 0.0));
		}
		for (int l = 0; l < count; l++)
			for (int i = 0; i < n; i++) {
				int at = l * next + i * step, m = shared ? i : at;
				Z sum = wide(d[m]) * x[at];
				if (i > 0)
					sum += wide(dl[m]) * x[at - step];
				if (i < n - 1)
					sum += wide(du[m]) * x[at + step];
				b[at] = make<T>(sum);
			}
		T *pl = to_device(dl), *pd = to_device(d), *pu = to_device(du), *pb = to_device(b);
		Buffer buffer(1 << 20);
		size_t bytes;
		CS(tridiagonal<T>::size(h, n, count, pl, pd, pu, pb, n, &bytes));
		if (form == 0)
			CS(tridiagonal<T>::one(h, n, count, pl, pd, pu, pb, n, buffer.p));
		else if (form == 1)
			CS(tridiagonal<T>::no_pivot(h, n, count, pl, pd, pu, pb, n, buffer.p));
		else if (form == 2)
			CS(tridiagonal<T>::strided(h, n, pl, pd, pu, pb, count, n, buffer.p));
		else
			CS(tridiagonal<T>::interleaved(h, 1, n, pl, pd, pu, pb, count, buffer.p));
		auto got = to_host(pb, n * count);
		for (int i = 0; i < n * count; i++)
			wrong += !(std::abs(wide(got[i]) - x[i]) < 100 * kind<T>::error);
		for (T *p : {pl, pd, pu, pb})
			CK(cudaFree(p));
	}
	printf("tridiagonal %s: %d wrong\n", kind<T>::name, wrong);
}

static void
test_errors()
{
	Dense a = system_matrix<float>(4), x(4, 1), wide_one = random_matrix<float>(4, 5);
	Sparse<float> s(a, CUSPARSE_FORMAT_CSR), w(wide_one, CUSPARSE_FORMAT_CSR);
	Vector<float> v(x);
	float one = 1;
	size_t bytes;
	auto N = all_ops[0];
	auto alg = CUSPARSE_SPSV_ALG_DEFAULT;
	cusparseSpSVDescr_t d;
	CS(cusparseSpSV_createDescr(&d));
#define SIZE(handle, mat, descr, type)                                                 \
	cusparseSpSV_bufferSize(handle, N, &one, mat, v.d, v.d, type, alg, descr, &bytes)
	say("no handle", SIZE(NULL, s.d, d, CUDA_R_32F));
	say("not square", SIZE(h, w.d, d, CUDA_R_32F));
	say("no descriptor", SIZE(h, s.d, NULL, CUDA_R_32F));
	say("type", SIZE(h, s.d, d, CUDA_C_64F));
	Sparse<float> by_column(a, CUSPARSE_FORMAT_CSC);
	say("format", SIZE(h, by_column.d, d, CUDA_R_32F));
	say("good", SIZE(h, s.d, d, CUDA_R_32F));
	CS(cusparseSpSV_destroyDescr(d));
	say("too few rows", cusparseSgtsv2_bufferSizeExt(h, 2, 1, v.p, v.p, v.p, v.p, 2, &bytes));
	say("no info", cusparseCreateCsrilu02Info(NULL));
}

int
main()
{
	CS(cusparseCreate(&h));
	test_sv<float, int>(CUSPARSE_FORMAT_CSR, "csr");
	test_sv<double, long long>(CUSPARSE_FORMAT_COO, "coo");
	test_sv<cuComplex, int>(CUSPARSE_FORMAT_COO, "coo");
	test_sv<cuDoubleComplex, long long>(CUSPARSE_FORMAT_CSR, "csr");
	test_sm<double>();
	test_sm<cuComplex>();
	test_update();
	test_factors<float>(20);
	test_factors<double>(31);
	test_factors<cuComplex>(18);
	test_factors<cuDoubleComplex>(25);
	test_pivots();
	test_tridiagonal<float>();
	test_tridiagonal<double>();
	test_tridiagonal<cuComplex>();
	test_tridiagonal<cuDoubleComplex>();
	test_errors();
	CS(cusparseDestroy(h));
	return 0;
}
