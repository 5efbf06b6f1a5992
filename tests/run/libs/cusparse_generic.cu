// cusparse_generic: sparse times dense in every format, order and type, sparse vectors,
// scalars on both sides, order in streams, capture, and statuses of wrong calls.
// flags: -lcusparse --heddle-quick
// out: host code of the same program
#include "cusparse_test.h"

template <class T> void
mv(cusparseOperation_t op, Z alpha, cusparseSpMatDescr_t a, const Vector<T> &x, Z beta,
   const Vector<T> &y)
{
	T by[] = {make<T>(alpha), make<T>(beta)};
	size_t bytes = 0;
	CS(cusparseSpMV_bufferSize(h, op, by, a, x.d, by + 1, y.d, kind<T>::type,
				   CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
	Buffer buffer(bytes);
	CS(cusparseSpMV_preprocess(h, op, by, a, x.d, by + 1, y.d, kind<T>::type,
				   CUSPARSE_SPMV_ALG_DEFAULT, buffer.p));
	CS(cusparseSpMV(h, op, by, a, x.d, by + 1, y.d, kind<T>::type,
			CUSPARSE_SPMV_ALG_DEFAULT, buffer.p));
	CK(cudaDeviceSynchronize());
}

template <class T> Dense
blend(const Dense &sum, Z alpha, Z beta, const Dense &old)
{
	Dense d = sum;
	for (size_t i = 0; i < d.v.size(); i++)
		d.v[i] = alpha * sum.v[i] + beta * old.v[i];
	return d;
}

template <class T, class I> int
test_mv(int m, int n, int sparsity)
{
	int wrong = 0;
	for (auto op : ops<T>())
		for (auto format : all_formats)
			for (int base = 0; base < 2; base++)
				for (int beta = 0; beta < 2; beta++) {
					Dense a = random_matrix<T>(m, n, sparsity);
					Dense x = random_matrix<T>(op ? m : n, 1);
					Dense y = random_matrix<T>(op ? n : m, 1);
					Dense sum = product(a, op, x, all_ops[0]);
					if (!beta) // is not read
						y.v[0] = NAN;
					Sparse<T, I> sa(a, format, base);
					Vector<T> vx(x), vy(y);
					Z alpha = kind<T>::is_complex ? Z(2, -1) : Z(2);
					mv(op, alpha, sa.d, vx, beta * 3, vy);
					if (!beta)
						y.v[0] = 0;
					wrong += !vy.is(blend<T>(sum, alpha, beta * 3, y));
				}
	return wrong;
}

template <class T> void
test_mm()
{
	int wrong = 0, all = 0;
	for (auto oa : ops<T>())
		for (auto ob : ops<T>())
			for (auto format : all_formats)
				for (auto order_b : all_orders)
					for (auto order_c : all_orders) {
						int m = 13, n = 37, k = 11, beta = all % 2 * 2;
						Dense a = random_matrix<T>(oa ? k : m, oa ? m : k, 3);
						Dense b = random_matrix<T>(ob ? n : k, ob ? k : n);
						Dense c = random_matrix<T>(m, n);
						Sparse<T> sa(a, format, all % 3 == 0);
						Matrix<T> mb(b, order_b), mc(c, order_c);
						T by[] = {make<T>(Z(3)), make<T>(Z(beta))};
						size_t bytes = 0;
						CS(cusparseSpMM_bufferSize(
							h, oa, ob, by, sa.d, mb.d, by + 1, mc.d,
							kind<T>::type, CUSPARSE_SPMM_ALG_DEFAULT,
							&bytes));
						Buffer buffer(bytes);
						CS(cusparseSpMM(h, oa, ob, by, sa.d, mb.d, by + 1,
								mc.d, kind<T>::type,
								CUSPARSE_SPMM_ALG_DEFAULT,
								buffer.p));
						CK(cudaDeviceSynchronize());
						wrong += !mc.is(blend<T>(product(a, oa, b, ob), 3,
									 beta, c));
						all++;
					}
	printf("SpMM %s: %d wrong of %d\n", kind<T>::name, wrong, all);
}

// Blocks of 4 x 4, at most two in a row of blocks
static void
test_blocks()
{
	const int n = 16, bs = 4, ell = 8, m = 20;
	auto N = all_ops[0];
	std::vector<int> columns = {0, 2, 1, 3, 3, -1, 0, 1};
	std::vector<float> values(n * ell);
	Dense a(n, n), b = random_matrix<float>(n, m), c = random_matrix<float>(n, m);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < ell; k++) {
			int block = columns[i / bs * 2 + k / bs];
			values[i * ell + k] = 1 + number(7);
			if (block >= 0)
				a(i, block * bs + k % bs) = values[i * ell + k];
		}
	int *dcol = to_device(columns);
	float *dval = to_device(values), by[] = {2, 3};
	cusparseSpMatDescr_t d;
	CS(cusparseCreateBlockedEll(&d, n, n, bs, ell, dcol, dval, CUSPARSE_INDEX_32I,
				    CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	Matrix<float> mb(b, CUSPARSE_ORDER_COL), mc(c, CUSPARSE_ORDER_ROW);
	CS(cusparseSpMM(h, N, N, by, d, mb.d, by + 1, mc.d, CUDA_R_32F,
			CUSPARSE_SPMM_BLOCKED_ELL_ALG1, NULL));
	CK(cudaDeviceSynchronize());
	printf("blocks: %d\n", mc.is(blend<float>(product(a, N, b, N), 2, 3, c)));
	say("blocks transposed",
	    cusparseSpMM(h, all_ops[1], N, by, d, mb.d, by + 1, mc.d, CUDA_R_32F,
			 CUSPARSE_SPMM_BLOCKED_ELL_ALG1, NULL));
	CS(cusparseDestroySpMat(d));
	CK(cudaFree(dcol));
	CK(cudaFree(dval));
}

template <class T> void
test_sddmm()
{
	int wrong = 0, m = 9, n = 14, k = 21;
	for (int turn = 0; turn < 4; turn++)
		for (auto order : all_orders) {
			auto oa = all_ops[turn & 1], ob = all_ops[turn >> 1];
			Dense a = random_matrix<T>(oa ? k : m, oa ? m : k);
			Dense b = random_matrix<T>(ob ? n : k, ob ? k : n);
			Dense c = random_matrix<T>(m, n, 3), sum = product(a, oa, b, ob);
			Sparse<T> sc(c, CUSPARSE_FORMAT_CSR);
			Matrix<T> ma(a, order), mb(b, all_orders[turn & 1]);
			T by[] = {make<T>(Z(2)), make<T>(Z(-1))};
			size_t bytes = 0;
			CS(cusparseSDDMM_bufferSize(h, oa, ob, by, ma.d, mb.d, by + 1, sc.d,
						    kind<T>::type, CUSPARSE_SDDMM_ALG_DEFAULT,
						    &bytes));
			Buffer buffer(bytes);
			CS(cusparseSDDMM_preprocess(h, oa, ob, by, ma.d, mb.d, by + 1, sc.d,
						    kind<T>::type, CUSPARSE_SDDMM_ALG_DEFAULT,
						    buffer.p));
			CS(cusparseSDDMM(h, oa, ob, by, ma.d, mb.d, by + 1, sc.d,
					 kind<T>::type, CUSPARSE_SDDMM_ALG_DEFAULT, buffer.p));
			auto v = to_host(sc.values, sc.nnz);
			int at = 0;
			for (int i = 0; i < m; i++)
				for (int j = 0; j < n; j++)
					if (c(i, j) != 0.0)
						wrong += wide(v[at++]) != 2.0 * sum(i, j) - c(i, j);
		}
	printf("SDDMM %s: %d wrong\n", kind<T>::name, wrong);
}

// One matrix for all, or one for each.
static void
test_batch()
{
	const int m = 5, n = 3, k = 4, batch = 3;
	float one = 1, zero = 0;
	std::vector<int> offsets, columns;
	std::vector<float> values, b, c(m * n * batch);
	std::vector<Dense> as, bs;
	for (int l = 0; l < batch; l++) { // two entries in each row
		Dense a(m, k);
		offsets.push_back(0);
		for (int i = 0; i < m; i++) {
			for (int j : {(i + l) % 2, 2 + i % 2}) {
				columns.push_back(j);
				values.push_back(1 + number(5));
				a(i, j) = values.back();
			}
			offsets.push_back(2 * i + 2);
		}
		as.push_back(a);
		bs.push_back(random_matrix<float>(k, n));
		for (auto z : bs.back().v)
			b.push_back(z.real());
	}
	int *doff = to_device(offsets), *dcol = to_device(columns);
	float *dval = to_device(values), *db = to_device(b), *dc = to_device(c);
	cusparseSpMatDescr_t sa;
	cusparseDnMatDescr_t mb, mc;
	CS(cusparseCreateCsr(&sa, m, k, 2 * m, doff, dcol, dval, CUSPARSE_INDEX_32I,
			     CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	CS(cusparseCreateDnMat(&mb, k, n, n, db, CUDA_R_32F, CUSPARSE_ORDER_ROW));
	CS(cusparseCreateDnMat(&mc, m, n, n, dc, CUDA_R_32F, CUSPARSE_ORDER_ROW));
	CS(cusparseDnMatSetStridedBatch(mb, batch, k * n));
	CS(cusparseDnMatSetStridedBatch(mc, batch, m * n));
	for (int each = 0; each < 2; each++) {
		if (each)
			CS(cusparseCsrSetStridedBatch(sa, batch, m + 1, 2 * m));
		auto N = all_ops[0];
		CS(cusparseSpMM(h, N, N, &one, sa, mb, &zero, mc, CUDA_R_32F,
				CUSPARSE_SPMM_CSR_ALG2, NULL));
		auto got = to_host(dc, c.size());
		int wrong = 0;
		for (int l = 0; l < batch; l++) {
			Dense want = product(as[each ? l : 0], N, bs[l], N);
			for (int i = 0; i < m * n; i++)
				wrong += got[l * m * n + i] != want.v[i].real();
		}
		printf("batch of %s: %d wrong\n", each ? "matrices" : "one", wrong);
	}
	int count = 0, dense = 0;
	int64_t stride = 0;
	CS(cusparseSpMatGetStridedBatch(sa, &count));
	CS(cusparseDnMatGetStridedBatch(mc, &dense, &stride));
	printf("batches %d %d %d\n", count, dense, (int)stride);
	CS(cusparseDestroySpMat(sa));
	CS(cusparseDestroyDnMat(mb));
	CS(cusparseDestroyDnMat(mc));
}

template <class T> void
test_vectors()
{
	std::vector<long long> index = {6, 1, 3, 9};
	Dense x = random_matrix<T>(4, 1), y = random_matrix<T>(9, 1), want = y;
	Vector<T> vx(x), vy(y);
	long long *di = to_device(index);
	cusparseSpVecDescr_t sx;
	CS(cusparseCreateSpVec(&sx, 9, 4, di, vx.p, CUSPARSE_INDEX_64I,
			       CUSPARSE_INDEX_BASE_ONE, kind<T>::type));
	T by[] = {make<T>(Z(2)), make<T>(Z(-3))}, dot;
	CS(cusparseAxpby(h, by, sx, by + 1, vy.d));
	for (auto &z : want.v)
		z *= -3.0;
	for (int k = 0; k < 4; k++)
		want.v[index[k] - 1] += 2.0 * x.v[k];
	CK(cudaDeviceSynchronize());
	int wrong = !vy.is(want);
	Z sum = 0, conj_sum = 0;
	for (int k = 0; k < 4; k++) {
		sum += x.v[k] * want.v[index[k] - 1];
		conj_sum += std::conj(x.v[k]) * want.v[index[k] - 1];
	}
	size_t bytes;
	CS(cusparseSpVV_bufferSize(h, all_ops[0], sx, vy.d, &dot, kind<T>::type, &bytes));
	Buffer buffer(bytes);
	CS(cusparseSpVV(h, all_ops[0], sx, vy.d, &dot, kind<T>::type, buffer.p));
	wrong += wide(dot) != sum;
	if (kind<T>::is_complex) {
		CS(cusparseSpVV(h, all_ops[2], sx, vy.d, &dot, kind<T>::type, buffer.p));
		wrong += wide(dot) != conj_sum;
	}
	CS(cusparseRot(h, by, by + 1, sx, vy.d));
	for (int k = 0; k < 4; k++) {
		Z old = x.v[k], &z = want.v[index[k] - 1];
		x.v[k] = 2.0 * old - 3.0 * z;
		z = 2.0 * z + 3.0 * old;
	}
	CK(cudaDeviceSynchronize());
	wrong += !vy.is(want) + !vx.is(x);
	CS(cusparseGather(h, vy.d, sx));
	for (int k = 0; k < 4; k++)
		x.v[k] = want.v[index[k] - 1];
	CK(cudaDeviceSynchronize());
	wrong += !vx.is(x);
	CK(cudaMemset(vy.p, 0, 9 * sizeof(T)));
	CS(cusparseScatter(h, sx, vy.d));
	for (auto &z : want.v)
		z = 0;
	for (int k = 0; k < 4; k++)
		want.v[index[k] - 1] = x.v[k];
	CK(cudaDeviceSynchronize());
	wrong += !vy.is(want);
	CS(cusparseDestroySpVec(sx));
	CK(cudaFree(di));
	printf("vectors %s: %d wrong\n", kind<T>::name, wrong);
}

// Small numbers, with results of type Y and scalars of type S
template <class T, class Y, class S> void
test_small_numbers()
{
	auto N = all_ops[0];
	Dense a = random_matrix<int>(17, 50, 6), b = random_matrix<int>(50, 20), c(17, 20);
	Dense x(50, 1), y(17, 1), sum = product(a, N, b, N);
	for (int i = 0; i < 50; i++)
		x.v[i] = b(i, 0);
	Sparse<T> sa(a, CUSPARSE_FORMAT_CSR);
	Vector<T> vx(x);
	Vector<Y> vy(y);
	Matrix<T> mb(b, CUSPARSE_ORDER_ROW);
	Matrix<Y> mc(c, CUSPARSE_ORDER_ROW);
	S one = 1, zero = 0;
	CS(cusparseSpMV(h, N, &one, sa.d, vx.d, &zero, vy.d, kind<S>::type,
			CUSPARSE_SPMV_ALG_DEFAULT, NULL));
	CS(cusparseSpMM(h, N, N, &one, sa.d, mb.d, &zero, mc.d, kind<S>::type,
			CUSPARSE_SPMM_ALG_DEFAULT, NULL));
	CK(cudaDeviceSynchronize());
	printf("%s to %s: %d %d\n", kind<T>::name, kind<Y>::name, vy.is(product(a, N, x, N)),
	       mc.is(sum));
}

__global__ void
fill(float *p, float value, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = value;
}

// Large enough for several threads; between kernels; scalars on the device; captured.
static void
test_streams()
{
	const int n = 3000;
	std::vector<int> offsets{0}, columns;
	std::vector<float> values;
	for (int i = 0; i < n; i++) {
		for (int j = i % 3; j < n; j += 100 + i % 7) {
			columns.push_back(j);
			values.push_back(1);
		}
		offsets.push_back((int)values.size());
	}
	int *doff = to_device(offsets), *dcol = to_device(columns);
	float *dval = to_device(values), *x = device_array<float>(n),
	      *y = device_array<float>(n);
	float *by = to_device(std::vector<float>{2, 0});
	cusparseSpMatDescr_t a;
	cusparseDnVecDescr_t vx, vy;
	CS(cusparseCreateCsr(&a, n, n, values.size(), doff, dcol, dval, CUSPARSE_INDEX_32I,
			     CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	CS(cusparseCreateDnVec(&vx, n, x, CUDA_R_32F));
	CS(cusparseCreateDnVec(&vy, n, y, CUDA_R_32F));
	cudaStream_t s, used;
	CK(cudaStreamCreate(&s));
	CS(cusparseSetStream(h, s));
	CS(cusparseGetStream(h, &used));
	CS(cusparseSetPointerMode(h, CUSPARSE_POINTER_MODE_DEVICE));
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	for (auto op : ops<float>()) {
		CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
		fill<<<(n + 127) / 128, 128, 0, s>>>(x, 3, n);
		CS(cusparseSpMV(h, op, by, a, vx, by + 1, vy, CUDA_R_32F,
				CUSPARSE_SPMV_ALG_DEFAULT, NULL));
		CS(cusparseSpMV(h, op, by, a, vy, by + 1, vx, CUDA_R_32F,
				CUSPARSE_SPMV_ALG_DEFAULT, NULL));
		CK(cudaStreamEndCapture(s, &graph));
		CK(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
		CK(cudaGraphLaunch(exec, s));
		fill<<<1, 1, 0, s>>>(by, 1, 1); // only of the next
		CK(cudaGraphLaunch(exec, s));
		fill<<<1, 1, 0, s>>>(by, 2, 1);
		CK(cudaStreamSynchronize(s));
		std::vector<double> once(n), twice(n);
		for (int i = 0; i < n; i++)
			for (int k = offsets[i]; k < offsets[i + 1]; k++)
				once[op ? columns[k] : i] += 3;
		for (int i = 0; i < n; i++)
			for (int k = offsets[i]; k < offsets[i + 1]; k++)
				twice[op ? columns[k] : i] += once[op ? i : columns[k]];
		auto got = to_host(x, n);
		int wrong = 0;
		for (int i = 0; i < n; i++)
			wrong += got[i] != twice[i];
		printf("captured, op %d: %d wrong\n", op, wrong);
		CK(cudaGraphExecDestroy(exec));
		CK(cudaGraphDestroy(graph));
	}
	CS(cusparseSetPointerMode(h, CUSPARSE_POINTER_MODE_HOST));
	CS(cusparseSetStream(h, NULL));
	printf("stream %d\n", used == s);
	CS(cusparseDestroySpMat(a));
	CS(cusparseDestroyDnVec(vx));
	CS(cusparseDestroyDnVec(vy));
	CK(cudaStreamDestroy(s));
}

static void
test_errors()
{
	Dense a = random_matrix<float>(3, 4, 2), x(4, 1), y(3, 1);
	Sparse<float> sa(a, CUSPARSE_FORMAT_CSR);
	Vector<float> vx(x), vy(y);
	float one = 1;
	size_t bytes;
	auto N = all_ops[0], T = all_ops[1];
	auto alg = CUSPARSE_SPMV_ALG_DEFAULT;
#define MV(handle, op, alpha, mat, xx, yy, type)                                       \
	cusparseSpMV(handle, op, alpha, mat, xx, &one, yy, type, alg, NULL)
	say("no handle", MV(NULL, N, &one, sa.d, vx.d, vy.d, CUDA_R_32F));
	say("no alpha", MV(h, N, NULL, sa.d, vx.d, vy.d, CUDA_R_32F));
	say("no matrix", MV(h, N, &one, NULL, vx.d, vy.d, CUDA_R_32F));
	say("no vector", MV(h, N, &one, sa.d, NULL, vy.d, CUDA_R_32F));
	say("sizes", MV(h, T, &one, sa.d, vx.d, vy.d, CUDA_R_32F));
	say("good", MV(h, T, &one, sa.d, vy.d, vx.d, CUDA_R_32F));
	say("types", MV(h, N, &one, sa.d, vx.d, vy.d, CUDA_C_32F));
	say("no size", cusparseSpMV_bufferSize(h, N, &one, sa.d, vx.d, &one, vy.d, CUDA_R_32F,
					       alg, NULL));
	say("size", cusparseSpMV_bufferSize(h, N, &one, sa.d, vx.d, &one, vy.d, CUDA_R_32F,
					    alg, &bytes));
	cusparseDnMatDescr_t m;
	say("leading dimension", cusparseCreateDnMat(&m, 4, 4, 3, vx.p, CUDA_R_32F,
						     CUSPARSE_ORDER_COL));
	cusparseDnVecDescr_t v;
	say("no descriptor", cusparseCreateDnVec(NULL, 4, vx.p, CUDA_R_32F));
	say("negative size", cusparseCreateDnVec(&v, -1, vx.p, CUDA_R_32F));
	say("destroy no handle", cusparseDestroy(NULL));
	printf("%s, %s\n", cusparseGetErrorName(CUSPARSE_STATUS_ZERO_PIVOT),
	       cudaGetErrorName(cudaGetLastError()));
	int version = 0, major = 0;
	CS(cusparseGetVersion(h, &version));
	CS(cusparseGetProperty(MAJOR_VERSION, &major));
	printf("version %d, %d\n", version == CUSPARSE_VERSION, major);
}

int
main()
{
	CS(cusparseCreate(&h));
	printf("SpMV S: %d wrong\n", test_mv<float, int>(40, 31, 4));
	printf("SpMV D: %d wrong\n", test_mv<double, long long>(31, 40, 2));
	printf("SpMV C: %d wrong\n", test_mv<cuComplex, long long>(20, 20, 3));
	printf("SpMV Z: %d wrong\n", test_mv<cuDoubleComplex, int>(7, 50, 5));
	test_mm<float>();
	test_mm<cuDoubleComplex>();
	test_blocks();
	test_sddmm<float>();
	test_sddmm<cuComplex>();
	test_batch();
	test_vectors<float>();
	test_vectors<double>();
	test_vectors<cuComplex>();
	test_small_numbers<signed char, int, int>();
	test_small_numbers<signed char, float, float>();
	test_small_numbers<__half, __half, float>();
	test_small_numbers<__half, float, float>();
	test_small_numbers<__nv_bfloat16, float, float>();
	test_streams();
	test_errors();
	CS(cusparseDestroy(h));
	return 0;
}
