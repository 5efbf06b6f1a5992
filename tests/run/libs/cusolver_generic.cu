// cusolver_generic: the functions whose types are arguments, for all of them, and those
// that cuSOLVER solves in lower precisions.
// flags: -lcusolver -x c++ -O0
// (there are no kernels)
// needs: library libopenblas.so.0
// out: host code of the same program
#include "cusolver_test.h"

static const auto VECTOR = CUSOLVER_EIG_MODE_VECTOR;
static const auto NOVECTOR = CUSOLVER_EIG_MODE_NOVECTOR;
static cusolverDnParams_t params;

// A matrix of any of the types, which are values here.
struct Any {
	int m, n, ld;
	cudaDataType type;
	char *p;
	Any(const Dense &a, cudaDataType t) : m(a.m), n(a.n), ld(a.m), type(t)
	{
		std::vector<char> v(bytes());
		for (size_t i = 0; i < a.v.size(); i++)
			switch (t) {
			case CUDA_R_32F: narrow(((float *)v.data())[i], a.v[i]); break;
			case CUDA_R_64F: narrow(((double *)v.data())[i], a.v[i]); break;
			case CUDA_C_32F: narrow(((cuComplex *)v.data())[i], a.v[i]); break;
			default: narrow(((cuDoubleComplex *)v.data())[i], a.v[i]);
			}
		p = to_device(v);
	}
	Any(int m_, int n_, cudaDataType t) : Any(Dense(m_, n_), t) {}
	Any(const Any &) = delete;
	~Any() { CK(cudaFree(p)); }
	size_t bytes() const
	{
		size_t each = type == CUDA_R_32F ? 4 : type == CUDA_C_64F ? 16 : 8;
		return (size_t)ld * n * each;
	}
	Dense get() const
	{
		auto v = to_host(p, bytes());
		Dense a(m, n);
		for (size_t i = 0; i < a.v.size(); i++)
			switch (type) {
			case CUDA_R_32F: a.v[i] = wide(((float *)v.data())[i]); break;
			case CUDA_R_64F: a.v[i] = wide(((double *)v.data())[i]); break;
			case CUDA_C_32F: a.v[i] = wide(((cuComplex *)v.data())[i]); break;
			default: a.v[i] = wide(((cuDoubleComplex *)v.data())[i]);
			}
		return a;
	}
	Dense as_diagonal(int rows, int cols) const
	{
		std::vector<double> d;
		for (auto z : get().v)
			d.push_back(z.real());
		return diagonal(d, rows, cols);
	}
};

static size_t bytes, host;
#define SIZES &bytes, &host
#define WITH_ROOM(size_call, ...)                                                      \
	do {                                                                           \
		SV(size_call);                                                         \
		Array<char> room(bytes);                                               \
		std::vector<char> host_room(host + 1);                                 \
		void *on_device = room.p, *on_host = host_room.data();                 \
		SV(__VA_ARGS__);                                                       \
		good_info(#size_call);                                                 \
	} while (0)
#define ROOM on_device, bytes, on_host, host, info
#define MAT(x) x.type, x.p, x.ld
#define ARR(x) x.type, x.p

static void
test_factors(cudaDataType type, bool is_complex, double bound)
{
	const int n = 25;
	auto lower = CUBLAS_FILL_MODE_LOWER;
	Dense a = random_matrix(n, n, is_complex), x = random_matrix(n, 2, is_complex);
	for (bool pivoting : {true, false}) {
		for (int i = 0; i < n && !pivoting; i++)
			a(i, i) += n;
		Any lu(a, type), b(a * x, type);
		Array<int64_t> pivots(n);
		int64_t *p = pivoting ? pivots.p : nullptr;
		WITH_ROOM(cusolverDnXgetrf_bufferSize(h, params, n, n, MAT(lu), type, SIZES),
			  cusolverDnXgetrf(h, params, n, n, MAT(lu), p, type, ROOM));
		SV(cusolverDnXgetrs(h, params, CUBLAS_OP_N, n, 2, MAT(lu), p, MAT(b), info));
		good_info("Xgetrs");
		check("Xgetrs", distance(b.get(), x), bound);
	}
	Dense d = hermitian(n, is_complex, n);
	Any l(d, type), b(d * x, type);
	WITH_ROOM(cusolverDnXpotrf_bufferSize(h, params, lower, n, MAT(l), type, SIZES),
		  cusolverDnXpotrf(h, params, lower, n, MAT(l), type, ROOM));
	SV(cusolverDnXpotrs(h, params, lower, n, 2, MAT(l), MAT(b), info));
	check("Xpotrs", distance(b.get(), x), bound);
	Dense t = triangle(l.get(), false);
	WITH_ROOM(cusolverDnXtrtri_bufferSize(h, lower, CUBLAS_DIAG_NON_UNIT, n, MAT(l),
					      SIZES),
		  cusolverDnXtrtri(h, lower, CUBLAS_DIAG_NON_UNIT, n, MAT(l), ROOM));
	check("Xtrtri", distance(triangle(l.get(), false) * t, identity(n)), bound);
	Any qr(a, type), tau(n, 1, type);
	WITH_ROOM(cusolverDnXgeqrf_bufferSize(h, params, n, n, MAT(qr), ARR(tau), type,
					      SIZES),
		  cusolverDnXgeqrf(h, params, n, n, MAT(qr), ARR(tau), type, ROOM));
	Dense r = triangle(qr.get(), true);
	check("Xgeqrf", distance(turned(r) * r, turned(a) * a), bound * n * n);
}

static void
test_eigen(cudaDataType type, cudaDataType real, bool is_complex, double bound)
{
	const int n = 16, batch = 3;
	auto upper = CUBLAS_FILL_MODE_UPPER;
	Dense a = hermitian(n, is_complex, 0), three(n, n * batch);
	for (size_t i = 0; i < three.v.size(); i++)
		three.v[i] = a.v[i % (n * n)] * (1.0 + i / (n * n));
	Any v(a, type), w(n, 1, real), some(a, type), values(n, 1, real);
	WITH_ROOM(cusolverDnXsyevd_bufferSize(h, params, VECTOR, upper, n, MAT(v), ARR(w),
					      type, SIZES),
		  cusolverDnXsyevd(h, params, VECTOR, upper, n, MAT(v), ARR(w), type, ROOM));
	Dense wide_w = w.as_diagonal(n, n);
	check("Xsyevd", distance(a * v.get(), v.get() * wide_w), bound);
	int64_t found = 0;
	double from = -0.5, to = 1000;
	float from_float = -0.5f, to_float = 1000;
	void *vl = real == CUDA_R_32F ? (void *)&from_float : &from;
	void *vu = real == CUDA_R_32F ? (void *)&to_float : &to;
	int64_t want = 0;
	for (int i = 0; i < n; i++)
		want += wide_w(i, i).real() > -0.5;
	WITH_ROOM(cusolverDnXsyevdx_bufferSize(h, params, VECTOR, CUSOLVER_EIG_RANGE_V,
					       upper, n, MAT(some), vl, vu, 0, 0, &found,
					       ARR(values), type, SIZES),
		  cusolverDnXsyevdx(h, params, VECTOR, CUSOLVER_EIG_RANGE_V, upper, n,
				    MAT(some), vl, vu, 0, 0, &found, ARR(values), type,
				    ROOM));
	expect("found", (int)found, (int)want);
	Dense part = columns(some.get(), (int)found);
	check("Xsyevdx",
	      distance(a * part, part * values.as_diagonal((int)found, (int)found)), bound);
	Any many(three, type), all(n, batch, real);
	Array<int> infos(batch);
	SV(cusolverDnXsyevBatched_bufferSize(h, params, VECTOR, upper, n, MAT(many),
					     ARR(all), type, SIZES, batch));
	Array<char> room(bytes);
	SV(cusolverDnXsyevBatched(h, params, VECTOR, upper, n, MAT(many), ARR(all), type,
				  room.p, bytes, nullptr, host, infos.p, batch));
	for (int i = 0; i < batch; i++)
		for (int j = 0; j < n; j++)
			check("XsyevBatched",
			      std::abs(all.get()(j, i) - wide_w(j, j) * (i + 1.0)), bound);
	// of any matrix; real ones have pairs of complex vectors
	Dense g = random_matrix(n, n, is_complex);
	cudaDataType complex_type = real == CUDA_R_32F ? CUDA_C_32F : CUDA_C_64F;
	Any given(g, type), again(g, type), eigen(n, 1, complex_type);
	Any vr(n, n, type), vl_none(1, 1, type), parts(2 * n, 1, type);
	WITH_ROOM(cusolverDnXgeev_bufferSize(h, params, NOVECTOR, VECTOR, n, MAT(given),
					     ARR(eigen), MAT(vl_none), MAT(vr), type, SIZES),
		  cusolverDnXgeev(h, params, NOVECTOR, VECTOR, n, MAT(given), ARR(eigen),
				  MAT(vl_none), MAT(vr), type, ROOM));
	Dense e = eigen.get(), x = vr.get(), xw(n, n);
	for (int j = 0; j < n; j++)
		if (!is_complex && e(j, 0).imag() > 0)
			for (int i = 0; i < n; i++) {
				x(i, j) += Z(0, 1) * x(i, j + 1);
				x(i, j + 1) = std::conj(x(i, j));
			}
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			xw(i, j) = x(i, j) * e(j, 0);
	check("Xgeev", distance(g * x, xw), bound * 4);
	if (is_complex)
		return;
	SV(cusolverDnXgeev(h, params, NOVECTOR, NOVECTOR, n, MAT(again), ARR(parts),
			   MAT(vl_none), MAT(vl_none), type, nullptr, 0, nullptr, 0, info));
	for (int i = 0; i < n; i++)
		check("its parts",
		      std::abs(parts.get()(i, 0) + Z(0, 1) * parts.get()(n + i, 0) - e(i, 0)),
		      bound * 4);
}

static void
test_svd(cudaDataType type, cudaDataType real, bool is_complex, double bound)
{
	const int m = 20, n = 13, k = 4;
	Dense a = random_matrix(m, n, is_complex);
	Any x(a, type), s(n, 1, real), u(m, m, type), vt(n, n, type);
	WITH_ROOM(cusolverDnXgesvd_bufferSize(h, params, 'A', 'A', m, n, MAT(x), ARR(s),
					      MAT(u), MAT(vt), type, SIZES),
		  cusolverDnXgesvd(h, params, 'A', 'A', m, n, MAT(x), ARR(s), MAT(u),
				   MAT(vt), type, ROOM));
	check("Xgesvd", distance(u.get() * s.as_diagonal(m, n) * vt.get(), a), bound);
	Any y(a, type), s2(n, 1, real), u2(m, n, type), v2(n, n, type);
	double sigma = -1;
	WITH_ROOM(cusolverDnXgesvdp_bufferSize(h, params, VECTOR, 1, m, n, MAT(y), ARR(s2),
					       MAT(u2), MAT(v2), type, SIZES),
		  cusolverDnXgesvdp(h, params, VECTOR, 1, m, n, MAT(y), ARR(s2), MAT(u2),
				    MAT(v2), type, ROOM, &sigma));
	check("Xgesvdp", distance(u2.get() * s2.as_diagonal(n, n) * turned(v2.get()), a),
	      bound);
	check("sigma", sigma < 0 ? 1 : sigma, bound);
	Any z(a, type), s3(k, 1, real), u3(m, k, type), v3(n, k, type);
	WITH_ROOM(cusolverDnXgesvdr_bufferSize(h, params, 'S', 'S', m, n, k, 2, 2, MAT(z),
					       ARR(s3), MAT(u3), MAT(v3), type, SIZES),
		  cusolverDnXgesvdr(h, params, 'S', 'S', m, n, k, 2, 2, MAT(z), ARR(s3),
				    MAT(u3), MAT(v3), type, ROOM));
	check("Xgesvdr", distance(a * v3.get(), u3.get() * s3.as_diagonal(k, k)), bound);
	check("Xgesvdr", distance(s3.as_diagonal(k, k), s.as_diagonal(k, k)), bound);
}

static void
test_type(cudaDataType type, cudaDataType real, bool is_complex, char name)
{
	double bound = real == CUDA_R_32F ? 5e-4 : 1e-11;
	test_factors(type, is_complex, bound);
	test_eigen(type, real, is_complex, bound);
	test_svd(type, real, is_complex, bound);
	report("generic", name);
}

// ---- those of lower precisions: A and B stay

#define MIXED(XY, T)                                                                   \
	static void test_##XY()                                                        \
	{                                                                              \
		const int m = 30, n = 20;                                              \
		bool is_complex = kind<T>::is_complex;                                 \
		Dense a = random_matrix(n, n, is_complex);                             \
		Dense c = random_matrix(m, n, is_complex);                             \
		Dense x = random_matrix(n, 2, is_complex);                             \
		Matrix<T> da(a), db(a * x), dx(n, 2), dc(c), dd(c * x), dy(n, 2);      \
		Array<int> pivots(n);                                                  \
		int iterations = -1;                                                   \
		SV(cusolverDn##XY##gesv_bufferSize(h, n, 2, da.p, da.ld, pivots.p,     \
						   db.p, db.ld, dx.p, dx.ld, nullptr,  \
						   &bytes));                           \
		Array<char> room(bytes);                                               \
		SV(cusolverDn##XY##gesv(h, n, 2, da.p, da.ld, pivots.p, db.p, db.ld,   \
					dx.p, dx.ld, room.p, bytes, &iterations,       \
					info));                                        \
		good_info("gesv");                                                     \
		expect("iterations", iterations, 0);                                   \
		check("gesv", distance(dx.get(), x), kind<T>::error * 100);            \
		check("A", distance(da.get(), a), 1e-6);                               \
		SV(cusolverDn##XY##gels_bufferSize(h, m, n, 2, dc.p, dc.ld, dd.p,      \
						   dd.ld, dy.p, dy.ld, nullptr,        \
						   &bytes));                           \
		Array<char> more(bytes);                                               \
		SV(cusolverDn##XY##gels(h, m, n, 2, dc.p, dc.ld, dd.p, dd.ld, dy.p,    \
					dy.ld, more.p, bytes, &iterations, info));     \
		good_info("gels");                                                     \
		check("gels", distance(dy.get(), x), kind<T>::error * 100);            \
	}
MIXED(SH, float)
MIXED(DS, double)
MIXED(CC, cuComplex)
MIXED(ZC, cuDoubleComplex)

static void
test_expert()
{
	const int m = 24, n = 15;
	Dense c = random_matrix(m, n, true), x = random_matrix(n, 1, true);
	Dense a = random_matrix(n, n, true);
	Matrix<cuDoubleComplex> da(a), db(a * x), dx(n, 1), dc(c), dd(c * x), dy(n, 1);
	cusolverDnIRSParams_t irs;
	cusolverDnIRSInfos_t told;
	int iterations = -1, most = 0;
	SV(cusolverDnIRSParamsCreate(&irs));
	SV(cusolverDnIRSInfosCreate(&told));
	expect("no precision", cusolverDnIRSXgesv_bufferSize(h, irs, n, 1, &bytes),
	       CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC);
	SV(cusolverDnIRSParamsSetSolverPrecisions(irs, CUSOLVER_C_64F, CUSOLVER_C_16F));
	expect("no solver", cusolverDnIRSXgesv_bufferSize(h, irs, n, 1, &bytes),
	       CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE);
	SV(cusolverDnIRSParamsSetRefinementSolver(irs, CUSOLVER_IRS_REFINE_GMRES));
	SV(cusolverDnIRSParamsSetMaxIters(irs, 30));
	SV(cusolverDnIRSXgesv_bufferSize(h, irs, n, 1, &bytes));
	Array<char> room(bytes);
	SV(cusolverDnIRSXgesv(h, irs, told, n, 1, da.p, da.ld, db.p, db.ld, dx.p, dx.ld,
			      room.p, bytes, &iterations, info));
	good_info("IRSXgesv");
	check("IRSXgesv", distance(dx.get(), x), 1e-10);
	SV(cusolverDnIRSXgels_bufferSize(h, irs, m, n, 1, &bytes));
	Array<char> more(bytes);
	SV(cusolverDnIRSXgels(h, irs, told, m, n, 1, dc.p, dc.ld, dd.p, dd.ld, dy.p, dy.ld,
			      more.p, bytes, &iterations, info));
	good_info("IRSXgels");
	check("IRSXgels", distance(dy.get(), x), 1e-10);
	SV(cusolverDnIRSInfosGetNiters(told, &iterations));
	SV(cusolverDnIRSInfosGetMaxIters(told, &most));
	expect("iterations", iterations * 100 + most, 30);
	SV(cusolverDnIRSInfosDestroy(told));
	SV(cusolverDnIRSParamsDestroy(irs));
}

int
main()
{
	begin();
	SV(cusolverDnCreateParams(&params));
	SV(cusolverDnSetAdvOptions(params, CUSOLVERDN_GETRF, CUSOLVER_ALG_0));
	test_type(CUDA_R_32F, CUDA_R_32F, false, 'S');
	test_type(CUDA_R_64F, CUDA_R_64F, false, 'D');
	test_type(CUDA_C_32F, CUDA_R_32F, true, 'C');
	test_type(CUDA_C_64F, CUDA_R_64F, true, 'Z');
	test_SH();
	test_DS();
	test_CC();
	test_ZC();
	test_expert();
	report("mixed", '*');
	SV(cusolverDnDestroyParams(params));
	return end();
}
