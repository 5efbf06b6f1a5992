// cufft: every type, layout and direction against sums written out; batches, in place,
// streams and graphs.
// flags: -lcufft
// needs: library libfftw3.so.3
// needs: library libfftw3f.so.3
// out: host code of the same program
#include "../test.h"

#include <complex>
#include <cstring>
#include <cufftXt.h>

static_assert(CUFFT_MISSING_DEPENDENCY == 17 && CUFFT_NVRTC_FAILURE == 18 &&
		      CUFFT_NVJITLINK_FAILURE == 19 && CUFFT_NVSHMEM_FAILURE == 20,
	      "");

typedef std::complex<double> Z;

#define CF(call) \
	do { \
		cufftResult r_ = (call); \
		if (r_ != CUFFT_SUCCESS) { \
			printf("%s:%d: %s is %d\n", __FILE__, __LINE__, #call, (int)r_); \
			exit(1); \
		} \
	} while (0)

static unsigned random_state = 12345;
static double
random_number()
{
	random_state = random_state * 1664525u + 1013904223u;
	return (int)(random_state >> 8) / 16777216.0 - 0.5;
}

// A transform and where its numbers are: strides are in elements.
struct Case {
	int rank, n[3], batch;
	bool advanced; // embeddings are given
	int in_embed[3], in_stride, in_dist, out_embed[3], out_stride, out_dist;
};

static int
last(const Case &c)
{
	return c.n[c.rank - 1];
}
static int
all(const Case &c)
{
	return c.n[0] * (c.rank > 1 ? c.n[1] : 1) * (c.rank > 2 ? c.n[2] : 1);
}

// What every layout comes to: the place of element (i, j, k) of transform b.
static size_t
place(const Case &c, bool out, int width, int b, const int *at)
{
	size_t where = 0, dist = 1;
	for (int d = 0; d < c.rank; d++) {
		int size = d == c.rank - 1 ? width : c.n[d];
		if (c.advanced)
			size = out ? c.out_embed[d] : c.in_embed[d];
		where = where * size + at[d];
		dist *= size;
	}
	if (c.advanced) {
		where *= out ? c.out_stride : c.in_stride;
		dist = out ? c.out_dist : c.in_dist;
	}
	return where + b * dist;
}

// The transform along one dimension after the other; indices are of packed numbers.
static std::vector<Z>
slow_dft(const Case &c, std::vector<Z> x, int sign)
{
	int stride = 1;
	for (int d = c.rank - 1; d >= 0; d--) {
		int n = c.n[d];
		std::vector<Z> y(x.size()), w(n);
		for (int k = 0; k < n; k++)
			w[k] = std::polar(1.0, sign * 2 * M_PI * k / n);
		for (size_t i = 0; i < x.size(); i++) {
			int k = i / stride % n;
			size_t base = i - k * stride;
			double re = 0, im = 0;
			for (int t = 0, kt = 0; t < n; t++, kt = (kt + k) % n) {
				const double *a = (double *)&x[base + t * stride];
				const double *u = (double *)&w[kt];
				re += a[0] * u[0] - a[1] * u[1];
				im += a[0] * u[1] + a[1] * u[0];
			}
			y[i] = Z(re, im);
		}
		x = y;
		stride *= n;
	}
	return x;
}

static void
coordinates(const Case &c, int i, int *at)
{
	for (int d = c.rank - 1; d >= 0; d--) {
		at[d] = i % c.n[d];
		i /= c.n[d];
	}
}

// The mirrored element, whose complex conjugate a real transform implies.
static int
mirrored(const Case &c, int i)
{
	int at[3], r = 0;
	coordinates(c, i, at);
	for (int d = 0; d < c.rank; d++)
		r = r * c.n[d] + (c.n[d] - at[d]) % c.n[d];
	return r;
}

template <class R> struct Types;
template <> struct Types<float> {
	typedef float2 complex_type;
	static const cufftType C = CUFFT_C2C, F = CUFFT_R2C, B = CUFFT_C2R;
};
template <> struct Types<double> {
	typedef double2 complex_type;
	static const cufftType C = CUFFT_Z2Z, F = CUFFT_D2Z, B = CUFFT_Z2D;
};

static cufftResult exec(cufftHandle p, float2 *a, float2 *b, int d) { return cufftExecC2C(p, a, b, d); }
static cufftResult exec(cufftHandle p, double2 *a, double2 *b, int d) { return cufftExecZ2Z(p, a, b, d); }
static cufftResult exec(cufftHandle p, float *a, float2 *b, int) { return cufftExecR2C(p, a, b); }
static cufftResult exec(cufftHandle p, double *a, double2 *b, int) { return cufftExecD2Z(p, a, b); }
static cufftResult exec(cufftHandle p, float2 *a, float *b, int) { return cufftExecC2R(p, a, b); }
static cufftResult exec(cufftHandle p, double2 *a, double *b, int) { return cufftExecZ2D(p, a, b); }

static cufftHandle
make_plan(const Case &c, cufftType type)
{
	cufftHandle p;
	Case m = c;
	if (c.advanced)
		CF(cufftPlanMany(&p, c.rank, m.n, m.in_embed, c.in_stride, c.in_dist,
				 m.out_embed, c.out_stride, c.out_dist, type, c.batch));
	else if (c.rank == 1)
		CF(cufftPlan1d(&p, c.n[0], type, c.batch));
	else if (c.batch > 1)
		CF(cufftPlanMany(&p, c.rank, m.n, NULL, 1, 0, NULL, 1, 0, type, c.batch));
	else if (c.rank == 2)
		CF(cufftPlan2d(&p, c.n[0], c.n[1], type));
	else
		CF(cufftPlan3d(&p, c.n[0], c.n[1], c.n[2], type));
	return p;
}

// How many elements an array of the case spans.
static size_t
span(const Case &c, bool out, int width)
{
	int at[3] = {c.n[0] - 1, c.rank > 1 ? c.n[1] - 1 : 0, c.rank > 2 ? c.n[2] - 1 : 0};
	at[c.rank - 1] = width - 1;
	return place(c, out, width, c.batch - 1, at) + 1;
}

enum Kind { COMPLEX, TO_COMPLEX, TO_REAL };

// In and Out: scalars that elements consist of, one or two of each.
template <class R>
static bool
check(const Case &c, Kind kind, int sign, bool in_place, int shift = 0)
{
	typedef typename Types<R>::complex_type C;
	int half = last(c) / 2 + 1, ins = kind == TO_COMPLEX ? 1 : 2;
	int outs = kind == TO_REAL ? 1 : 2;
	int in_width = kind == TO_REAL ? half : last(c), out_width = kind == TO_COMPLEX ? half : last(c);
	int in_row = in_width, out_row = out_width; // with padding
	if (in_place && kind == TO_COMPLEX)
		in_row = 2 * half;
	if (in_place && kind == TO_REAL)
		out_row = 2 * half;
	size_t in_size = ins * (span(c, false, in_width) + c.batch * in_row * c.n[0] * 2);
	size_t out_size = outs * (span(c, true, out_width) + c.batch * out_row * c.n[0] * 2);
	size_t size = in_size > out_size ? in_size : out_size;
	std::vector<R> in(size, R(77)), result(size);
	std::vector<std::vector<Z>> x(c.batch), want(c.batch);
	for (int b = 0; b < c.batch; b++) {
		x[b].resize(all(c));
		for (int i = 0; i < all(c); i++) {
			x[b][i] = Z(random_number(), kind == TO_COMPLEX ? 0 : random_number());
			if (kind == TO_REAL && mirrored(c, i) == i)
				x[b][i] = x[b][i].real();
			else if (kind == TO_REAL && mirrored(c, i) < i)
				x[b][i] = conj(x[b][mirrored(c, i)]);
		}
		want[b] = slow_dft(c, x[b], sign);
		for (int i = 0; i < all(c); i++) {
			int at[3];
			coordinates(c, i, at);
			if (at[c.rank - 1] >= in_width)
				continue;
			size_t w = place(c, false, in_row, b, at) * ins;
			in[w] = R(x[b][i].real());
			if (ins == 2)
				in[w + 1] = R(x[b][i].imag());
		}
	}
	R *d = device_array<R>(size + 4), *e = in_place ? d : device_array<R>(size + 4);
	R *from = d + shift, *to = e + shift;
	CK(cudaMemcpy(from, in.data(), size * sizeof(R), cudaMemcpyHostToDevice));
	cufftHandle plan = make_plan(c, kind == COMPLEX      ? Types<R>::C
					: kind == TO_COMPLEX ? Types<R>::F
							     : Types<R>::B);
	if (kind == COMPLEX)
		CF(exec(plan, (C *)from, (C *)to, sign));
	else if (kind == TO_COMPLEX)
		CF(exec(plan, from, (C *)to, sign));
	else
		CF(exec(plan, (C *)from, to, sign));
	CK(cudaMemcpy(result.data(), to, size * sizeof(R), cudaMemcpyDeviceToHost));
	double worst = 0, scale = sqrt((double)all(c));
	for (int b = 0; b < c.batch; b++)
		for (int i = 0; i < all(c); i++) {
			int at[3];
			coordinates(c, i, at);
			if (at[c.rank - 1] >= out_width)
				continue;
			size_t w = place(c, true, out_row, b, at) * outs;
			Z got(result[w], outs == 2 ? result[w + 1] : R(0));
			worst = fmax(worst, abs(got - want[b][i]) / scale);
		}
	bool kept = true;
	if (!in_place && kind != TO_REAL) { // a transform to real numbers may use its input
		CK(cudaMemcpy(result.data(), from, size * sizeof(R), cudaMemcpyDeviceToHost));
		kept = !memcmp(result.data(), in.data(), size * sizeof(R));
	}
	CF(cufftDestroy(plan));
	CK(cudaFree(d));
	if (!in_place)
		CK(cudaFree(e));
	bool good = worst < (sizeof(R) == 4 ? 1e-5 : 1e-13) && kept;
	if (!good)
		printf("rank %d, %d, kind %d, sign %d, in place %d, %d bytes: %g, input kept %d\n",
		       c.rank, c.n[0], kind, sign, in_place, (int)sizeof(R), worst, kept);
	return good;
}

template <class R>
static bool
check_all(const Case &c, bool in_place_too = true)
{
	bool good = true;
	for (int in_place = 0; in_place <= in_place_too; in_place++) {
		good &= check<R>(c, COMPLEX, CUFFT_FORWARD, in_place);
		good &= check<R>(c, COMPLEX, CUFFT_INVERSE, in_place);
		good &= check<R>(c, TO_COMPLEX, CUFFT_FORWARD, in_place);
		good &= check<R>(c, TO_REAL, CUFFT_INVERSE, in_place);
	}
	return good;
}

static void
say(const char *what, bool good)
{
	printf("%s: %s\n", what, good ? "right" : "WRONG");
}

// Too long for a sum of its own: one wave comes to one number, and back again.
template <class R>
static bool
check_long(int n, int stride, bool in_place)
{
	typedef typename Types<R>::complex_type C;
	const int batch = 2, wave = 12345 % n, size = n * stride * batch;
	std::vector<C> h(size);
	for (int i = 0; i < size; i++) {
		int k = i / stride % n; // what lies between is transformed by nobody
		double angle = 2 * M_PI * ((long long)k * wave % n) / n;
		h[i].x = i % stride ? 5 : R(cos(angle));
		h[i].y = i % stride ? 6 : R(sin(angle));
	}
	C *d = to_device(h), *e = in_place ? d : device_array<C>(size);
	cufftHandle p;
	int embed[] = {n};
	CF(cufftPlanMany(&p, 1, embed, embed, stride, n * stride, embed, stride, n * stride,
			 Types<R>::C, batch));
	CF(exec(p, d, e, CUFFT_FORWARD));
	std::vector<C> there = to_host(e, size);
	CF(exec(p, e, d, CUFFT_INVERSE));
	std::vector<C> back = to_host(d, size);
	double worst = 0, limit = sizeof(R) == 4 ? 1e-5 : 1e-12;
	for (int i = 0; i < size; i++) {
		double want = i / stride % n == wave ? 1 : 0;
		if (i % stride)
			worst = fmax(worst, fabs(back[i].x - h[i].x) + fabs(back[i].y - h[i].y));
		else
			worst = fmax(worst, fabs(there[i].x / n - want) + fabs(there[i].y / n) +
						    fabs(back[i].x / n - h[i].x) +
						    fabs(back[i].y / n - h[i].y));
	}
	CF(cufftDestroy(p));
	CK(cudaFree(d));
	if (!in_place)
		CK(cudaFree(e));
	if (worst > limit)
		printf("%d, stride %d: %g\n", n, stride, worst);
	return worst <= limit;
}

static void
test_sizes()
{
	bool good = true;
	const int sizes[] = {1, 2, 3, 8, 15, 97, 128};
	for (int n : sizes)
		for (int batch = 1; batch < 20; batch += 18) {
			Case c = {1, {n}, batch};
			good &= check_all<float>(c) && check_all<double>(c);
		}
	say("one dimension", good);
	const Case two[] = {{2, {4, 6}, 1}, {2, {7, 5}, 3}, {2, {16, 33}, 20}, {2, {1, 9}, 2}};
	good = true;
	for (const Case &c : two)
		good &= check_all<float>(c) && check_all<double>(c);
	say("two dimensions", good);
	const Case three[] = {{3, {3, 4, 5}, 1}, {3, {6, 2, 7}, 4}, {3, {8, 8, 8}, 2}};
	good = true;
	for (const Case &c : three)
		good &= check_all<float>(c) && check_all<double>(c);
	say("three dimensions", good);
	Case large2 = {2, {129, 256}, 1}, large3 = {3, {33, 32, 32}, 1}, two3 = {3, {33, 32, 32}, 2};
	say("large", check<float>(large2, COMPLEX, CUFFT_FORWARD, false) &&
			     check<float>(large2, TO_REAL, CUFFT_INVERSE, false) &&
			     check<float>(large3, TO_COMPLEX, CUFFT_FORWARD, true) &&
			     check<double>(large3, TO_REAL, CUFFT_INVERSE, true) &&
			     check<double>(large3, COMPLEX, CUFFT_INVERSE, true) &&
			     check<double>(two3, TO_COMPLEX, CUFFT_FORWARD, false) &&
			     check<float>(two3, TO_REAL, CUFFT_INVERSE, false));
	say("long", check_long<float>(1 << 16, 1, false) && check_long<double>(72000, 1, true) &&
			    check_long<float>(65537, 1, false) &&
			    check_long<double>(1 << 16, 2, false));
	Case odd = {1, {16}, 5};
	say("not aligned", check<float>(odd, COMPLEX, CUFFT_FORWARD, false, 2) &&
				   check<float>(odd, COMPLEX, CUFFT_INVERSE, true, 2));
}

static void
test_layouts()
{
	// every third element, with space after each transform
	Case c = {1, {12}, 4, true, {12}, 3, 41, {12}, 2, 29};
	say("strides", check_all<float>(c, false) && check_all<double>(c, false));
	// columns of a matrix with 8 columns
	Case columns = {1, {10}, 8, true, {10}, 8, 1, {10}, 8, 1};
	Case high = {1, {80}, 40, true, {80}, 41, 1, {80}, 40, 1};
	Case same = {1, {80}, 18, true, {80}, 18, 1, {80}, 18, 1};
	say("columns", check_all<float>(columns, false) &&
			       check<double>(columns, COMPLEX, CUFFT_FORWARD, true) &&
			       check<double>(high, COMPLEX, CUFFT_INVERSE, false) &&
			       check<float>(same, COMPLEX, CUFFT_FORWARD, true));
	// a part of a larger matrix
	Case part = {2, {6, 10}, 3, true, {8, 13}, 2, 300, {7, 11}, 1, 90};
	say("part", check_all<float>(part, false) && check_all<double>(part, false));
	Case box = {3, {3, 4, 6}, 2, true, {3, 6, 7}, 1, 200, {4, 5, 8}, 2, 400};
	say("box", check_all<float>(box, false) && check_all<double>(box, false));
	// in place, with the padding said
	Case padded = {2, {5, 8}, 2, true, {5, 10}, 1, 50, {5, 5}, 1, 25};
	say("padded", check<float>(padded, TO_COMPLEX, CUFFT_FORWARD, true));
	Case large = {3, {32, 32, 33}, 2, true, {32, 34, 35}, 1, 40000, {33, 35, 36}, 2, 84000};
	say("large part", check<float>(large, TO_COMPLEX, CUFFT_FORWARD, false, 2) &&
				  check<float>(large, TO_REAL, CUFFT_INVERSE, false));
}

__global__ void
scale(float2 *p, float by, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		p[i].x *= by;
		p[i].y *= by;
	}
}
__global__ void
fill(float2 *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = make_float2(i % 7, -(i % 5));
}

// There and back, ten times, with kernels between: what was there, if in order.
static bool
is_filled(float2 *d, int n)
{
	std::vector<float2> h = to_host(d, n);
	for (int i = 0; i < n; i++)
		if (fabsf(h[i].x - i % 7) > 1e-3f || fabsf(h[i].y + i % 5) > 1e-3f)
			return false;
	return true;
}

static void
test_streams()
{
	const int n = 256, batch = 64, all = n * batch;
	cudaStream_t s[2];
	cufftHandle p[2];
	float2 *d[2];
	for (int i = 0; i < 2; i++) {
		CK(cudaStreamCreateWithFlags(&s[i], i ? cudaStreamNonBlocking : 0));
		d[i] = device_array<float2>(all);
		CF(cufftPlan1d(&p[i], n, CUFFT_C2C, batch));
		CF(cufftSetStream(p[i], s[i]));
	}
	CK(cudaDeviceSynchronize());
	for (int i = 0; i < 2; i++)
		fill<<<all / 128, 128, 0, s[i]>>>(d[i], all);
	for (int round = 0; round < 10; round++)
		for (int i = 0; i < 2; i++) {
			CF(cufftExecC2C(p[i], d[i], d[i], CUFFT_FORWARD));
			scale<<<all / 128, 128, 0, s[i]>>>(d[i], 1.0f / n, all);
			CF(cufftExecC2C(p[i], d[i], d[i], CUFFT_INVERSE));
		}
	CK(cudaDeviceSynchronize());
	say("streams", is_filled(d[0], all) && is_filled(d[1], all));
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	CK(cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal));
	CF(cufftExecC2C(p[0], d[0], d[0], CUFFT_INVERSE));
	scale<<<all / 128, 128, 0, s[0]>>>(d[0], 1.0f / n, all);
	CF(cufftExecC2C(p[0], d[0], d[0], CUFFT_FORWARD));
	CK(cudaStreamEndCapture(s[0], &graph));
	CK(cudaGraphInstantiate(&exec, graph, 0));
	CK(cudaMemset(d[0], 0, all * sizeof(float2)));
	fill<<<all / 128, 128, 0, s[0]>>>(d[0], all);
	for (int i = 0; i < 3; i++)
		CK(cudaGraphLaunch(exec, s[0]));
	CK(cudaDeviceSynchronize());
	say("captured", is_filled(d[0], all));
	CK(cudaGraphExecDestroy(exec));
	CK(cudaGraphDestroy(graph));
	for (int i = 0; i < 2; i++) {
		CF(cufftDestroy(p[i]));
		CK(cudaStreamDestroy(s[i]));
		CK(cudaFree(d[i]));
	}
}

// Plans made in two steps, types as values, and statuses.
static void
test_calls()
{
	cufftHandle p, q;
	size_t size = 77;
	long long n[] = {8}, wide[] = {8, 8, 8, 8};
	int small[] = {8, 8}, none[] = {0};
	void *work = NULL;
	double2 *d = device_array<double2>(16);
	double2 one = {1, 0};
	CF(cufftCreate(&p));
	printf("not made: %d\n", cufftExecZ2Z(p, d, d, CUFFT_FORWARD));
	CF(cufftSetAutoAllocation(p, 0));
	CF(cufftXtMakePlanMany(p, 1, n, NULL, 1, 8, CUDA_C_64F, NULL, 1, 8, CUDA_C_64F, 2, &size,
			       CUDA_C_64F));
	CK(cudaMalloc(&work, size + 1));
	CF(cufftSetWorkArea(p, work));
	CK(cudaMemcpy(d + 1, &one, sizeof one, cudaMemcpyHostToDevice));
	CF(cufftXtExec(p, d, d, CUFFT_INVERSE));
	std::vector<double2> h = to_host(d, 16);
	printf("turning:");
	for (int i = 0; i < 4; i++)
		printf(" (%.3f, %.3f)", h[i].x + 0.0, h[i].y + 0.0);
	printf(", nothing: %g\n", h[8].x);
	printf("made twice: %d\n", cufftMakePlan1d(p, 8, CUFFT_C2C, 1, &size));
	printf("no data: %d\n", cufftExecZ2Z(p, NULL, d, CUFFT_FORWARD));
	printf("wrong type fails: %d\n",
	       cufftExecC2C(p, (float2 *)d, (float2 *)d, CUFFT_FORWARD) != CUFFT_SUCCESS);
	CF(cufftDestroy(p));
	printf("destroyed: %d %d\n", cufftDestroy(p), cufftSetStream(p, 0));
	printf("size 0: %d, batch 0: %d, type: %d, many: %d\n", cufftPlan1d(&q, 0, CUFFT_C2C, 1),
	       cufftPlan1d(&q, 8, CUFFT_C2C, 0), cufftPlan1d(&q, 8, (cufftType)1, 1),
	       cufftPlanMany(&q, 1, none, NULL, 1, 1, NULL, 1, 1, CUFFT_R2C, 1));
	printf("2d: %d, 3d: %d\n", cufftPlan2d(&q, 4, -1, CUFFT_C2C),
	       cufftPlan3d(&q, 4, 4, 0, CUFFT_Z2Z));
	CF(cufftEstimate1d(64, CUFFT_C2C, 4, &size));
	CF(cufftEstimate2d(64, 32, CUFFT_R2C, &size));
	CF(cufftEstimate3d(8, 8, 8, CUFFT_Z2D, &size));
	CF(cufftEstimateMany(2, small, NULL, 1, 1, NULL, 1, 1, CUFFT_C2C, 3, &size));
	CF(cufftCreate(&p));
	CF(cufftGetSize1d(p, 64, CUFFT_C2C, 1, &size));
	CF(cufftGetSizeMany64(p, 3, wide, NULL, 1, 1, NULL, 1, 1, CUFFT_C2C, 3, &size));
	CF(cufftMakePlanMany64(p, 3, wide, NULL, 1, 1, NULL, 1, 1, CUFFT_D2Z, 3, &size));
	CF(cufftGetSize(p, &size));
	CF(cufftDestroy(p));
	int version = 0, major = 0;
	CF(cufftGetVersion(&version));
	CF(cufftGetProperty(MAJOR_VERSION, &major));
	printf("version %d, %d\n", version == CUFFT_VERSION, version / 1000 == major);
	CK(cudaFree(d));
	CK(cudaFree(work));
}

int
main()
{
	test_sizes();
	test_layouts();
	test_streams();
	test_calls();
	return 0;
}
