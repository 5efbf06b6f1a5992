// cusparse_convert: sparse matrices from dense ones and back, between formats, sorted,
// added and multiplied with each other; what descriptors say.
// flags: -lcusparse --heddle-quick
// out: host code of the same program
#include "cusparse_test.h"

// What a sparse matrix on the device is, from its arrays.
template <class T, class I> Dense
read_back(int m, int n, cusparseFormat_t format, int base, const I *major, const I *minor,
	  const T *values, int nnz)
{
	bool by_col = format == CUSPARSE_FORMAT_CSC;
	int majors = by_col ? n : m;
	auto at = to_host(major, format == CUSPARSE_FORMAT_COO ? nnz : majors + 1);
	auto other = to_host(minor, nnz);
	auto v = to_host(values, nnz);
	Dense d(m, n);
	for (int k = 0, i = 0; k < nnz; k++) {
		if (format == CUSPARSE_FORMAT_COO)
			i = at[k] - base;
		else
			while (k >= at[i + 1] - base)
				i++;
		int j = other[k] - base;
		d(by_col ? j : i, by_col ? i : j) += wide(v[k]);
	}
	return d;
}

template <class T, class I> void
test_dense(int m, int n)
{
	int wrong = 0;
	for (auto format : all_formats)
		for (auto order : all_orders)
			for (int base = 0; base < 2; base++) {
				Dense a = random_matrix<T>(m, n, 4), zero(m, n);
				for (auto &z : zero.v)
					z = 7;
				Sparse<T, I> sa(a, format, base);
				Matrix<T> to(zero, order), from(a, order);
				size_t bytes;
				CS(cusparseSparseToDense_bufferSize(
					h, sa.d, to.d, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &bytes));
				Buffer buffer(bytes);
				CS(cusparseSparseToDense(h, sa.d, to.d,
							 CUSPARSE_SPARSETODENSE_ALG_DEFAULT,
							 buffer.p));
				CK(cudaDeviceSynchronize());
				wrong += !to.is(a);

				auto alg = CUSPARSE_DENSETOSPARSE_ALG_DEFAULT;
				auto index = sizeof(I) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
				auto b = (cusparseIndexBase_t)base;
				I *major = device_array<I>(m + n + 1), *minor;
				T *values;
				cusparseSpMatDescr_t d;
				if (format == CUSPARSE_FORMAT_CSR)
					CS(cusparseCreateCsr(&d, m, n, 0, major, NULL, NULL, index,
							     index, b, kind<T>::type));
				else if (format == CUSPARSE_FORMAT_CSC)
					CS(cusparseCreateCsc(&d, m, n, 0, major, NULL, NULL, index,
							     index, b, kind<T>::type));
				else
					CS(cusparseCreateCoo(&d, m, n, 0, NULL, NULL, NULL, index, b,
							     kind<T>::type));
				CS(cusparseDenseToSparse_bufferSize(h, from.d, d, alg, &bytes));
				Buffer room(bytes);
				CS(cusparseDenseToSparse_analysis(h, from.d, d, alg, room.p));
				int64_t rows, cols, nnz;
				CS(cusparseSpMatGetSize(d, &rows, &cols, &nnz));
				wrong += nnz != sa.nnz || rows != m || cols != n;
				minor = device_array<I>(nnz);
				values = device_array<T>(nnz);
				if (format == CUSPARSE_FORMAT_COO) {
					CK(cudaFree(major));
					major = device_array<I>(nnz);
					CS(cusparseCooSetPointers(d, major, minor, values));
				} else if (format == CUSPARSE_FORMAT_CSR) {
					CS(cusparseCsrSetPointers(d, major, minor, values));
				} else {
					CS(cusparseCscSetPointers(d, major, minor, values));
				}
				CS(cusparseDenseToSparse_convert(h, from.d, d, alg, room.p));
				CK(cudaDeviceSynchronize());
				Dense back = read_back(m, n, format, base, major, minor, values,
						       (int)nnz);
				wrong += back.v != a.v;
				CS(cusparseDestroySpMat(d));
				CK(cudaFree(major));
				CK(cudaFree(minor));
				CK(cudaFree(values));
			}
	printf("dense %s: %d wrong\n", kind<T>::name, wrong);
}

static void
test_formats()
{
	const int m = 30, n = 23;
	int wrong = 0;
	for (int base = 0; base < 2; base++) {
		auto b = (cusparseIndexBase_t)base;
		Dense a = random_matrix<double>(m, n, 6);
		for (int j = 0; j < n; j++)
			a(3, j) = a(m - 1, j) = 0; // empty rows
		Sparse<double> csr(a, CUSPARSE_FORMAT_CSR, base), coo(a, CUSPARSE_FORMAT_COO, base);
		int nnz = csr.nnz, *rows = device_array<int>(nnz), *offsets = device_array<int>(m + 1);
		CS(cusparseXcsr2coo(h, csr.major, nnz, m, rows, b));
		wrong += to_host(rows, nnz) != to_host(coo.major, nnz);
		CS(cusparseXcoo2csr(h, coo.major, nnz, m, offsets, b));
		wrong += to_host(offsets, m + 1) != to_host(csr.major, m + 1);

		int *cols = device_array<int>(n + 1);
		double *values = device_array<double>(nnz);
		size_t bytes;
		CS(cusparseCsr2cscEx2_bufferSize(h, m, n, nnz, csr.values, csr.major, csr.minor,
						 values, cols, rows, CUDA_R_64F,
						 CUSPARSE_ACTION_NUMERIC, b, CUSPARSE_CSR2CSC_ALG1,
						 &bytes));
		Buffer buffer(bytes);
		CS(cusparseCsr2cscEx2(h, m, n, nnz, csr.values, csr.major, csr.minor, values, cols,
				      rows, CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, b,
				      CUSPARSE_CSR2CSC_ALG1, buffer.p));
		CK(cudaDeviceSynchronize());
		wrong += read_back(m, n, CUSPARSE_FORMAT_CSC, base, cols, rows, values, nnz).v != a.v;
		CK(cudaFree(rows));
		CK(cudaFree(offsets));
		CK(cudaFree(cols));
		CK(cudaFree(values));
	}
	printf("formats: %d wrong\n", wrong);
}

static void
test_sort()
{
	std::vector<int> offsets = {1, 5, 5, 8, 48}, columns = {9, 2, 7, 4, 3, 3, 1};
	for (int i = 0; i < 40; i++)
		columns.push_back((i * 17 + 5) % 41 + 1);
	int nnz = (int)columns.size(), m = 4, n = 41;
	int *off = to_device(offsets), *col = to_device(columns), *p = device_array<int>(nnz);
	cusparseMatDescr_t descr;
	CS(cusparseCreateMatDescr(&descr));
	CS(cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ONE));
	size_t bytes;
	CS(cusparseXcsrsort_bufferSizeExt(h, m, n, nnz, off, col, &bytes));
	Buffer buffer(bytes);
	CS(cusparseCreateIdentityPermutation(h, nnz, p));
	CS(cusparseXcsrsort(h, m, n, nnz, descr, off, col, p, buffer.p));
	auto sorted = to_host(col, nnz), order = to_host(p, nnz);
	int wrong = 0;
	for (int i = 0; i < m; i++)
		for (int k = offsets[i] - 1; k < offsets[i + 1] - 1; k++)
			wrong += columns[order[k]] != sorted[k] || order[k] < offsets[i] - 1 ||
				 order[k] >= offsets[i + 1] - 1 ||
				 (k > offsets[i] - 1 && sorted[k - 1] > sorted[k]);
	printf("csrsort: %d wrong, row 0:", wrong);
	for (int k = 0; k < 7; k++)
		printf(" %d/%d", sorted[k], order[k]);
	printf("\n");

	std::vector<int> rows = {3, 0, 2, 3, 0, 1, 3}, cols = {1, 4, 2, 0, 2, 2, 3};
	int *r = to_device(rows), *c = to_device(cols);
	CS(cusparseXcoosort_bufferSizeExt(h, 4, 5, 7, r, c, &bytes));
	Buffer room(bytes);
	for (int by_col = 0; by_col < 2; by_col++) {
		CS(cusparseCreateIdentityPermutation(h, 7, p));
		if (by_col)
			CS(cusparseXcoosortByColumn(h, 4, 5, 7, r, c, p, room.p));
		else
			CS(cusparseXcoosortByRow(h, 4, 5, 7, r, c, p, room.p));
		auto a = to_host(r, 7), b = to_host(c, 7), o = to_host(p, 7);
		printf("coosort:");
		for (int k = 0; k < 7; k++)
			printf(" %d,%d/%d", a[k], b[k], o[k]);
		printf("\n");
	}
	CS(cusparseDestroyMatDescr(descr));
	for (int *x : {off, col, p, r, c})
		CK(cudaFree(x));
}

template <class T> struct calls;
#define CALLS(T, X)                                                                    \
	template <> struct calls<T> {                                                  \
		static constexpr auto nnz = cusparse##X##nnz;                          \
		static constexpr auto geam_size = cusparse##X##csrgeam2_bufferSizeExt; \
		static constexpr auto geam = cusparse##X##csrgeam2;                    \
		static constexpr auto gemvi = cusparse##X##gemvi;                      \
	};
CALLS(float, S)
CALLS(double, D)
CALLS(cuComplex, C)
CALLS(cuDoubleComplex, Z)

template <class T> void
test_legacy()
{
	const int m = 12, n = 17;
	int wrong = 0, total = 0, device_total = 0, *dtotal = device_array<int>(1);
	cusparseMatDescr_t one, zero;
	CS(cusparseCreateMatDescr(&zero));
	CS(cusparseCreateMatDescr(&one));
	CS(cusparseSetMatIndexBase(one, CUSPARSE_INDEX_BASE_ONE));
	// sums: bases 0 and 1 to base 1
	Dense a = random_matrix<T>(m, n, 3), b = random_matrix<T>(m, n, 3), sum(m, n);
	Sparse<T> sa(a, CUSPARSE_FORMAT_CSR), sb(b, CUSPARSE_FORMAT_CSR, 1);
	int both = 0;
	for (int i = 0; i < m * n; i++) {
		sum.v[i] = 2.0 * a.v[i] - 3.0 * b.v[i];
		both += a.v[i] != 0.0 || b.v[i] != 0.0;
	}
	T by[] = {make<T>(Z(2)), make<T>(Z(-3))};
	int *offsets = device_array<int>(m + 1);
	size_t bytes;
	CS(calls<T>::geam_size(h, m, n, by, zero, sa.nnz, sa.values, sa.major, sa.minor, by + 1,
			       one, sb.nnz, sb.values, sb.major, sb.minor, one, NULL, offsets,
			       NULL, &bytes));
	Buffer buffer(bytes);
	CS(cusparseXcsrgeam2Nnz(h, m, n, zero, sa.nnz, sa.major, sa.minor, one, sb.nnz, sb.major,
				sb.minor, one, offsets, &total, buffer.p));
	wrong += total != both;
	int *cols = device_array<int>(total);
	T *values = device_array<T>(total);
	CS(calls<T>::geam(h, m, n, by, zero, sa.nnz, sa.values, sa.major, sa.minor, by + 1, one,
			  sb.nnz, sb.values, sb.major, sb.minor, one, values, offsets, cols,
			  buffer.p));
	CK(cudaDeviceSynchronize());
	wrong += read_back(m, n, CUSPARSE_FORMAT_CSR, 1, offsets, cols, values, total).v != sum.v;
	// counts
	Matrix<T> da(a, CUSPARSE_ORDER_COL);
	int *counts = device_array<int>(n), seen = 0;
	for (int dir = 0; dir < 2; dir++) {
		CS(calls<T>::nnz(h, (cusparseDirection_t)dir, m, n, zero, da.p, da.ld, counts,
				 &total));
		auto c = to_host(counts, dir ? n : m);
		for (int i = 0; i < (dir ? n : m); i++) {
			seen = 0;
			for (int j = 0; j < (dir ? m : n); j++)
				seen += (dir ? a(j, i) : a(i, j)) != 0.0;
			wrong += c[i] != seen;
		}
		wrong += total != sa.nnz;
	}
	CS(cusparseSetPointerMode(h, CUSPARSE_POINTER_MODE_DEVICE));
	CS(calls<T>::nnz(h, CUSPARSE_DIRECTION_ROW, m, n, zero, da.p, da.ld, counts, dtotal));
	CS(cusparseSetPointerMode(h, CUSPARSE_POINTER_MODE_HOST));
	CK(cudaMemcpy(&device_total, dtotal, 4, cudaMemcpyDeviceToHost));
	wrong += device_total != sa.nnz;
	// a dense matrix times a sparse vector
	Dense x(n, 1), y = random_matrix<T>(m, 1);
	int *xi = to_device(std::vector<int>{3, 9, 17});
	std::vector<T> xv;
	for (int i : {2, 8, 16})
		xv.push_back(make<T>(x.v[i] = any<T>()));
	T *dx = to_device(xv);
	Vector<T> vy(y);
	CS(calls<T>::gemvi(h, all_ops[0], m, n, by, da.p, da.ld, 3, dx, xi, by + 1, vy.p,
			   CUSPARSE_INDEX_BASE_ONE, buffer.p));
	CK(cudaDeviceSynchronize());
	Dense want = product(a, all_ops[0], x, all_ops[0]);
	for (int i = 0; i < m; i++)
		want.v[i] = 2.0 * want.v[i] - 3.0 * y.v[i];
	wrong += !vy.is(want);
	printf("legacy %s: %d wrong\n", kind<T>::name, wrong);
	CS(cusparseSetMatType(one, CUSPARSE_MATRIX_TYPE_SYMMETRIC));
	if (!kind<T>::is_complex)
		say("symmetric", calls<T>::nnz(h, CUSPARSE_DIRECTION_ROW, m, n, one, da.p, da.ld,
					       counts, &total));
	CS(cusparseDestroyMatDescr(zero));
	CS(cusparseDestroyMatDescr(one));
	for (void *p : {(void *)offsets, (void *)cols, (void *)values, (void *)counts, (void *)xi,
			(void *)dx, (void *)dtotal})
		CK(cudaFree(p));
}

// Both ways to multiply; with `reuse`, again with other values.
template <class T> void
test_gemm(int m, int k, int n, bool reuse)
{
	auto N = all_ops[0];
	Dense a = random_matrix<T>(m, k, 4), b = random_matrix<T>(k, n, 5), before(m, n);
	Sparse<T> sa(a, CUSPARSE_FORMAT_CSR, 1), sb(b, CUSPARSE_FORMAT_CSR);
	int *offsets = device_array<int>(m + 1), products = 0;
	cusparseSpMatDescr_t c;
	CS(cusparseCreateCsr(&c, m, n, 0, offsets, NULL, NULL, CUSPARSE_INDEX_32I,
			     CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, kind<T>::type));
	T two = make<T>(Z(2)), zero = make<T>(Z(0));
	cusparseSpGEMMDescr_t descr;
	CS(cusparseSpGEMM_createDescr(&descr));
	size_t s[5] = {0};
	auto alg = CUSPARSE_SPGEMM_DEFAULT;
	int64_t rows, cols, nnz;
#define GEMM(step, ...)                                                                \
	CS(cusparseSpGEMM_##step(h, N, N, &two, sa.d, sb.d, &zero, c, kind<T>::type, alg,  \
				 descr, ##__VA_ARGS__))
#define REUSE(step, ...)                                                               \
	CS(cusparseSpGEMMreuse_##step(h, N, N, sa.d, sb.d, c, alg, descr, __VA_ARGS__))
	std::vector<void *> kept; // until all is done
	auto buffer = [&](size_t bytes) {
		kept.push_back(device_array<char>(bytes ? bytes : 1));
		return kept.back();
	};
	if (reuse) {
		REUSE(workEstimation, &s[0], NULL);
		REUSE(workEstimation, &s[0], buffer(s[0]));
		REUSE(nnz, &s[1], NULL, &s[2], NULL, &s[3], NULL);
		void *b2 = buffer(s[1]), *b3 = buffer(s[2]), *b4 = buffer(s[3]);
		REUSE(nnz, &s[1], b2, &s[2], b3, &s[3], b4);
	} else {
		GEMM(workEstimation, &s[0], NULL);
		GEMM(workEstimation, &s[0], buffer(s[0]));
		GEMM(compute, &s[1], NULL);
		GEMM(compute, &s[1], buffer(s[1]));
	}
	CS(cusparseSpMatGetSize(c, &rows, &cols, &nnz));
	int *ci = device_array<int>(nnz);
	T *cv = device_array<T>(nnz);
	CS(cusparseCsrSetPointers(c, offsets, ci, cv));
	if (reuse) {
		REUSE(copy, &s[4], NULL);
		REUSE(copy, &s[4], buffer(s[4]));
		CS(cusparseSpGEMMreuse_compute(h, N, N, &two, sa.d, sb.d, &zero, c, kind<T>::type,
					       alg, descr));
		before = product(a, N, b, N);
		for (auto &z : a.v)
			if (z != 0.0)
				z += 10;
		Sparse<T> other(a, CUSPARSE_FORMAT_CSR, 1);
		CK(cudaMemcpy(sa.values, other.values, sa.nnz * sizeof(T),
			      cudaMemcpyDeviceToDevice));
		CS(cusparseSpGEMMreuse_compute(h, N, N, &two, sa.d, sb.d, &two, c, kind<T>::type,
					       alg, descr));
	} else {
		GEMM(copy);
	}
	CK(cudaDeviceSynchronize());
	Dense want = product(a, N, b, N);
	for (size_t i = 0; i < want.v.size(); i++) // added to twice what was there
		want.v[i] = 2.0 * want.v[i] + 4.0 * before.v[i];
	Dense got = read_back(m, n, CUSPARSE_FORMAT_CSR, 0, offsets, ci, cv, (int)nnz);
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) {
			bool any_product = false;
			for (int l = 0; l < k; l++)
				any_product |= a(i, l) != 0.0 && b(l, j) != 0.0;
			products += any_product;
		}
	printf("SpGEMM %s%s: entries %d, values %d\n", kind<T>::name, reuse ? " again" : "",
	       nnz == products, got.v == want.v);
	CS(cusparseSpGEMM_destroyDescr(descr));
	CS(cusparseDestroySpMat(c));
	for (void *p : {(void *)offsets, (void *)ci, (void *)cv})
		kept.push_back(p);
	for (void *p : kept)
		CK(cudaFree(p));
}

static void
test_descriptors()
{
	Dense a = random_matrix<double>(6, 8, 2);
	Sparse<double, long long> s(a, CUSPARSE_FORMAT_CSC, 1);
	int64_t rows, cols, nnz;
	const void *offsets, *index, *values;
	cusparseIndexType_t ot, it;
	cusparseIndexBase_t base;
	cudaDataType type;
	cusparseFormat_t format;
	CS(cusparseConstCscGet(s.d, &rows, &cols, &nnz, &offsets, &index, &values, &ot, &it,
			       &base, &type));
	CS(cusparseSpMatGetFormat(s.d, &format));
	printf("csc %d %d, arrays %d, types %d %d %d %d, format %d\n", (int)rows, (int)cols,
	       nnz == s.nnz && offsets == s.major && index == s.minor && values == s.values, ot,
	       it, base, type, format);
	void *p;
	say("not coo", cusparseCooGet(s.d, &rows, &cols, &nnz, &p, &p, &p, &it, &base, &type));
	auto fill = CUSPARSE_FILL_MODE_UPPER, read = CUSPARSE_FILL_MODE_LOWER;
	CS(cusparseSpMatSetAttribute(s.d, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
	CS(cusparseSpMatGetAttribute(s.d, CUSPARSE_SPMAT_FILL_MODE, &read, sizeof read));
	printf("fill %d\n", read);
	say("attribute", cusparseSpMatSetAttribute(s.d, CUSPARSE_SPMAT_DIAG_TYPE, &fill, 1));
	cusparseMatDescr_t d;
	CS(cusparseCreateMatDescr(&d));
	CS(cusparseSetMatType(d, CUSPARSE_MATRIX_TYPE_HERMITIAN));
	CS(cusparseSetMatFillMode(d, CUSPARSE_FILL_MODE_UPPER));
	CS(cusparseSetMatDiagType(d, CUSPARSE_DIAG_TYPE_UNIT));
	printf("described %d %d %d %d\n", cusparseGetMatType(d), cusparseGetMatFillMode(d),
	       cusparseGetMatDiagType(d), cusparseGetMatIndexBase(d));
	say("type", cusparseSetMatType(d, (cusparseMatrixType_t)9));
	CS(cusparseDestroyMatDescr(d));
	Matrix<double> m(a, CUSPARSE_ORDER_ROW);
	int64_t ld;
	cusparseOrder_t order;
	CS(cusparseDnMatGet(m.d, &rows, &cols, &ld, &p, &type, &order));
	printf("dense %d %d %d %d %d %d\n", (int)rows, (int)cols, (int)ld, p == m.p, type, order);
	say("sort nothing", cusparseXcoosortByRow(h, 1, 1, -1, NULL, NULL, NULL, NULL));
	say("no handle", cusparseXcsr2coo(NULL, NULL, 0, 0, NULL, CUSPARSE_INDEX_BASE_ZERO));
}

int
main()
{
	CS(cusparseCreate(&h));
	test_dense<float, int>(11, 19);
	test_dense<cuDoubleComplex, long long>(19, 8);
	test_formats();
	test_sort();
	test_legacy<float>();
	test_legacy<double>();
	test_legacy<cuComplex>();
	test_legacy<cuDoubleComplex>();
	test_gemm<float>(20, 30, 40, false);
	test_gemm<cuComplex>(50, 10, 7, false);
	test_gemm<double>(33, 21, 15, true);
	test_descriptors();
	CS(cusparseDestroy(h));
	return 0;
}
