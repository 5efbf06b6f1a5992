// cusolver_csr: systems of sparse matrices, on the host and on the device, in their
// own and in another order; singular ones; symmetry, orders, and matrices in another order.
// flags: -lcusolver -lcusparse -x c++ -O0
// (there are no kernels)
// out: host code of the same program
#include "cusolver_test.h"

#include <cusolverSp.h>

#define SP(name)                                                                       \
	NAMED(name, float, cusolverSpS##name)                                          \
	NAMED(name, double, cusolverSpD##name)                                         \
	NAMED(name, cuComplex, cusolverSpC##name)                                      \
	NAMED(name, cuDoubleComplex, cusolverSpZ##name)
SP(csrlsvluHost)
SP(csrlsvqrHost)
SP(csrlsvcholHost)
SP(csrlsvqr)
SP(csrlsvchol)
SP(csrqrBufferInfoBatched)
SP(csrqrsvBatched)

static cusolverSpHandle_t sp;
static cusparseMatDescr_t descr;

template <class T> struct Csr {
	std::vector<int> rows, columns;
	std::vector<T> values;
	int nnz() const { return (int)values.size(); }
	Csr(const Dense &a, int base) : rows{base}
	{
		for (int i = 0; i < a.m; i++) {
			for (int j = 0; j < a.n; j++)
				if (a(i, j) != 0.0) {
					T t;
					narrow(t, a(i, j));
					values.push_back(t);
					columns.push_back(j + base);
				}
			rows.push_back(nnz() + base);
		}
	}
};

// Few numbers in a row; zeros on the diagonal unless it has to be definite.
static Dense
sparse_matrix(int n, bool is_complex, bool definite)
{
	Dense a(n, n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++)
			if (fabs(any()) < 0.1) {
				a(i, j) = Z(any(), is_complex ? any() : 0);
				a(j, i) = definite ? std::conj(a(i, j)) : Z(any(), 0);
			}
	for (int i = 0; i < n; i++) {
		if (definite)
			a(i, i) = n;
		else
			a(i, (i * 7 + 3) % n) += 3;
	}
	return a;
}

template <class T> std::vector<T>
vector_of(const Dense &a)
{
	std::vector<T> v(a.v.size());
	for (size_t i = 0; i < v.size(); i++)
		narrow(v[i], a.v[i]);
	return v;
}

template <class T> double
error_of(const std::vector<T> &got, const Dense &want)
{
	Dense d(want.m, 1);
	for (int i = 0; i < want.m; i++)
		d(i, 0) = wide(got[i]);
	return distance(d, want);
}

// One pattern, other values; the last one is singular.
template <class T> void
test_batch()
{
	const int n = 25, batch = 4;
	Dense a = sparse_matrix(n, kind<T>::is_complex, false);
	Dense x = random_matrix(n, 1, kind<T>::is_complex);
	Csr<T> csr(a, 0);
	auto b = vector_of<T>(a * x);
	std::vector<T> values, rights;
	for (int i = 0; i < batch; i++) {
		for (auto v : csr.values) {
			T t;
			narrow(t, wide(v) * (double)(i == 3 ? 0 : i + 1));
			values.push_back(t);
		}
		rights.insert(rights.end(), b.begin(), b.end());
	}
	cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ZERO);
	int *rows = to_device(csr.rows), *columns = to_device(csr.columns);
	T *all = to_device(values), *right = to_device(rights);
	Array<T> left(n * batch);
	csrqrInfo_t qr;
	size_t internal, bytes;
	SV(cusolverSpCreateCsrqrInfo(&qr));
	SV(cusolverSpXcsrqrAnalysisBatched(sp, n, n, csr.nnz(), descr, rows, columns, qr));
	SV(csrqrBufferInfoBatched(T(), sp, n, n, csr.nnz(), descr, all, rows, columns, batch,
				  qr, &internal, &bytes));
	Array<char> room(bytes);
	SV(csrqrsvBatched(T(), sp, n, n, csr.nnz(), descr, all, rows, columns, right, left.p,
			  batch, qr, room.p));
	auto got = left.raw();
	for (int i = 0; i < batch; i++) {
		Dense want(n, 1);
		for (int j = 0; j < n; j++)
			want(j, 0) = x(j, 0) / (i + 1.0);
		double error = error_of(std::vector<T>(got.begin() + i * n, got.end()), want);
		if (i < 3)
			check("csrqrsvBatched", error, kind<T>::error * 10);
		else
			expect("not a number", std::isnan(error), 1);
	}
	SV(cusolverSpDestroyCsrqrInfo(qr));
	CK(cudaFree(rows));
	CK(cudaFree(columns));
	CK(cudaFree(all));
	CK(cudaFree(right));
}

template <class T> void
test_systems()
{
	const int n = 60;
	double bound = kind<T>::error * 10;
	for (int turn = 0; turn < 8; turn++) {
		int base = turn & 1, reorder = (turn >> 1 & 1) * (1 + base), singular = 7;
		bool definite = turn >> 2 & 1;
		Dense a = sparse_matrix(n, kind<T>::is_complex, definite);
		Dense x = random_matrix(n, 1, kind<T>::is_complex), low = a;
		if (definite && base) // the upper triangle does not count
			low = triangle(a, false);
		Csr<T> csr(low, base);
		auto b = vector_of<T>(a * x);
		std::vector<T> got(n), other(n);
		cusparseSetMatIndexBase(descr, (cusparseIndexBase_t)base);
		int *rows = to_device(csr.rows), *columns = to_device(csr.columns);
		T *values = to_device(csr.values), *right = to_device(b);
		Array<T> left(n);
		if (definite) {
			SV(csrlsvcholHost(T(), sp, n, csr.nnz(), descr, csr.values.data(),
					  csr.rows.data(), csr.columns.data(), b.data(), 0,
					  reorder, got.data(), &singular));
			check("csrlsvcholHost", error_of(got, x), bound);
			SV(csrlsvchol(T(), sp, n, csr.nnz(), descr, values, rows, columns,
				      right, 0, reorder, left.p, &singular));
		} else {
			SV(csrlsvluHost(T(), sp, n, csr.nnz(), descr, csr.values.data(),
					csr.rows.data(), csr.columns.data(), b.data(), 0,
					reorder, got.data(), &singular));
			check("csrlsvluHost", error_of(got, x), bound);
			expect("singularity", singular, -1);
			SV(csrlsvqrHost(T(), sp, n, csr.nnz(), descr, csr.values.data(),
					csr.rows.data(), csr.columns.data(), b.data(), 0,
					reorder, other.data(), &singular));
			check("csrlsvqrHost", error_of(other, x), bound);
			SV(csrlsvqr(T(), sp, n, csr.nnz(), descr, values, rows, columns,
				    right, 0, reorder, left.p, &singular));
		}
		expect("singularity", singular, -1);
		check("on the device", error_of(left.raw(), x), bound);
		CK(cudaFree(rows));
		CK(cudaFree(columns));
		CK(cudaFree(values));
		CK(cudaFree(right));
	}
	test_batch<T>();
	// no second column; not definite in its third row
	cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ZERO);
	Dense a = identity(4);
	a(1, 1) = 0, a(1, 0) = 2;
	Csr<T> csr(a, 0), no(diagonal({1, 2, -1, 3}, 4, 4), 0);
	std::vector<T> b(4), x(4);
	int at = -1;
	SV(csrlsvluHost(T(), sp, 4, csr.nnz(), descr, csr.values.data(), csr.rows.data(),
			csr.columns.data(), b.data(), 1e-6, 0, x.data(), &at));
	expect("singular", at, 1);
	SV(csrlsvcholHost(T(), sp, 4, 4, descr, no.values.data(), no.rows.data(),
			  no.columns.data(), b.data(), 1e-6, 0, x.data(), &at));
	expect("not definite", at, 2);
	report("sparse", kind<T>::name);
}

// A grid: large enough that n * n numbers would be noticed.
static void
test_grid()
{
	const int side = 70, n = side * side;
	std::vector<int> rows{0}, columns, order(n), map;
	std::vector<double> values, b(n), x(n);
	for (int i = 0; i < n; i++) {
		int steps[] = {-side, -1, 0, 1, side};
		for (int s : steps) {
			bool inside = s == 1    ? i % side < side - 1
				      : s == -1 ? i % side > 0
						: i + s >= 0 && i + s < n;
			if (!inside)
				continue;
			columns.push_back(i + s);
			values.push_back(s ? -1 : 4.5);
			b[i] += values.back() * ((i + s) % 5);
		}
		rows.push_back((int)columns.size());
	}
	int nnz = (int)columns.size(), singular = 7, symmetric = 0;
	cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ZERO);
	for (int reorder = 0; reorder < 3; reorder++) {
		double most = 0;
		SV(cusolverSpDcsrlsvcholHost(sp, n, nnz, descr, values.data(), rows.data(),
					     columns.data(), b.data(), 0, reorder, x.data(),
					     &singular));
		for (int i = 0; i < n; i++)
			most = fmax(most, fabs(x[i] - i % 5));
		check("grid", most, 1e-12);
	}
	SV(cusolverSpXcsrissymHost(sp, n, nnz, descr, rows.data(), rows.data() + 1,
				   columns.data(), &symmetric));
	expect("symmetric", symmetric, 1);
	std::vector<int> seen(n);
	for (auto name : {cusolverSpXcsrsymamdHost, cusolverSpXcsrsymmdqHost}) {
		SV(name(sp, n, nnz, descr, rows.data(), columns.data(), order.data()));
		for (int i : order)
			seen[i]++;
	}
	SV(cusolverSpXcsrmetisndHost(sp, n, nnz, descr, rows.data(), columns.data(), nullptr,
				     order.data()));
	for (int i : order)
		seen[i]++;
	int across = order[0] % side, down = order[0] / side;
	expect("a corner first", across % (side - 1) + down % (side - 1), 0);
	SV(cusolverSpXcsrsymrcmHost(sp, n, nnz, descr, rows.data(), columns.data(),
				    order.data()));
	std::vector<int> new_rows = rows, new_columns = columns;
	for (int i : order)
		seen[i]++;
	for (int i = 0; i < n; i++)
		wrong += seen[i] != 4;
	for (int i = 0; i < nnz; i++)
		map.push_back(i);
	size_t bytes;
	SV(cusolverSpXcsrperm_bufferSizeHost(sp, n, n, nnz, descr, rows.data(),
					     columns.data(), order.data(), order.data(),
					     &bytes));
	std::vector<char> buffer(bytes);
	SV(cusolverSpXcsrpermHost(sp, n, n, nnz, descr, new_rows.data(), new_columns.data(),
				  order.data(), order.data(), map.data(), buffer.data()));
	int widest = 0;
	for (int i = 0; i < n; i++)
		for (int p = new_rows[i]; p < new_rows[i + 1]; p++) {
			int j = new_columns[p], old = map[p];
			widest = j - i > widest ? j - i : widest;
			wrong += columns[old] != order[j];
			wrong += old < rows[order[i]] || old >= rows[order[i] + 1];
			wrong += p > new_rows[i] && new_columns[p - 1] >= j;
		}
	expect("near the diagonal", widest <= side + 1, 1);
	columns[1] = 5; // no partner
	SV(cusolverSpXcsrissymHost(sp, n, nnz, descr, rows.data(), rows.data() + 1,
				   columns.data(), &symmetric));
	expect("not symmetric", symmetric, 0);
	report("grid", 'D');
}

int
main()
{
	SV(cusolverSpCreate(&sp));
	cusparseCreateMatDescr(&descr);
	ALL_TYPES(test_systems);
	test_grid();
	int at;
	expect("no handle",
	       cusolverSpDcsrlsvluHost(nullptr, 1, 1, descr, nullptr, nullptr, nullptr,
				       nullptr, 0, 0, nullptr, &at),
	       CUSOLVER_STATUS_NOT_INITIALIZED);
	expect("no matrix",
	       cusolverSpDcsrlsvluHost(sp, 1, 1, descr, nullptr, nullptr, nullptr, nullptr,
				       0, 0, nullptr, &at),
	       CUSOLVER_STATUS_INVALID_VALUE);
	report("statuses", '*');
	cusparseDestroyMatDescr(descr);
	SV(cusolverSpDestroy(sp));
	return 0;
}
