// cufftw: FFTW's interface. Transforms of one to three dimensions, complex and real, in
// batches and by dimensions, of arrays of the host and of the device, against sums.
// flags: -lcufftw -lcufft
// needs: library libfftw3.so.3
// needs: library libfftw3f.so.3
// out: host code of the same program
#include "../test.h"

#include <cmath>
#include <complex>
#include <cufftw.h>

typedef std::complex<double> Z;

static double
sine(unsigned i)
{
	return std::sin(i * 0.7 + 0.3) + 0.01 * (i % 7);
}

// The sum for each element of n0 x n1 x n2 numbers.
static std::vector<Z>
slow(const std::vector<Z> &x, int n0, int n1, int n2, int sign)
{
	std::vector<Z> y(x.size());
	for (int a = 0; a < n0; a++)
		for (int b = 0; b < n1; b++)
			for (int c = 0; c < n2; c++)
				for (int i = 0; i < n0; i++)
					for (int j = 0; j < n1; j++)
						for (int k = 0; k < n2; k++) {
							double t = (double)a * i / n0 +
								   (double)b * j / n1 +
								   (double)c * k / n2;
							y[(a * n1 + b) * n2 + c] +=
								x[(i * n1 + j) * n2 + k] *
								std::polar(1.0, sign * 2 *
											M_PI * t);
						}
	return y;
}

template <typename T>
static void
check(const char *what, const T *got, const std::vector<Z> &want, int count = 0)
{
	double worst = 0;
	for (size_t i = 0; i < (count ? (size_t)count : want.size()); i++)
		worst = std::max(worst, std::abs(Z(got[i][0], got[i][1]) - want[i]));
	printf("%s: %s\n", what, worst < (sizeof(T) == 8 ? 1e-4 : 1e-12) ? "OK" : "WRONG");
}

static std::vector<Z>
fill(fftw_complex *in, int n)
{
	std::vector<Z> x(n);
	for (int i = 0; i < n; i++) {
		x[i] = Z(sine(i), sine(3 * i + 1));
		in[i][0] = x[i].real();
		in[i][1] = x[i].imag();
	}
	return x;
}

static void
complex_ones()
{
	fftw_complex *in = fftw_alloc_complex(128), *out = fftw_alloc_complex(128);
	// Planning leaves the arrays alone, however long it is asked to look.
	std::vector<Z> x = fill(in, 60);
	fftw_plan p = fftw_plan_dft_1d(60, in, out, FFTW_FORWARD, FFTW_MEASURE);
	fftw_execute(p);
	check("1d", out, slow(x, 1, 1, 60, -1));
	fftw_execute_dft(p, in, out + 60);
	check("1d again", out + 60, slow(x, 1, 1, 60, -1));
	fftw_destroy_plan(p);
	p = fftw_plan_dft_2d(6, 10, in, in, FFTW_BACKWARD, FFTW_PATIENT);
	fftw_execute(p);
	check("2d in place", in, slow(x, 1, 6, 10, 1));
	fftw_destroy_plan(p);
	x = fill(in, 60);
	p = fftw_plan_dft_3d(3, 4, 5, in, out, FFTW_FORWARD, FFTW_ESTIMATE);
	fftw_execute(p);
	check("3d", out, slow(x, 3, 4, 5, -1));
	fftw_destroy_plan(p);
	int n[] = {3, 4, 5};
	p = fftw_plan_dft(3, n, in, out, FFTW_FORWARD, FFTW_EXHAUSTIVE);
	fftw_execute(p);
	check("any rank", out, slow(x, 3, 4, 5, -1));
	fftw_destroy_plan(p);

	// Five transforms of 12 numbers, whose elements lie 5 apart.
	int twelve = 12;
	p = fftw_plan_many_dft(1, &twelve, 5, in, nullptr, 5, 1, out, nullptr, 1, 12,
			       FFTW_FORWARD, FFTW_MEASURE);
	fftw_execute(p);
	fftw_destroy_plan(p);
	for (int i = 0; i < 5; i += 4) {
		std::vector<Z> line(12);
		for (int k = 0; k < 12; k++)
			line[k] = x[5 * k + i];
		check("many", out + 12 * i, slow(line, 1, 1, 12, -1));
	}
	fftw_iodim64 dim = {12, 5, 1}, batch = {5, 1, 12};
	fftw_complex *other = fftw_alloc_complex(60);
	p = fftw_plan_guru64_dft(1, &dim, 1, &batch, in, other, FFTW_FORWARD, 0);
	fftw_execute(p);
	fftw_destroy_plan(p);
	printf("guru: %s\n", memcmp(other, out, 60 * sizeof *out) ? "WRONG" : "the same");
	fftw_free(other);
	fftw_free(in);
	fftw_free(out);
}

static void
real_ones()
{
	double *in = fftw_alloc_real(60);
	fftw_complex *out = (fftw_complex *)fftw_malloc(60 * sizeof(fftw_complex));
	std::vector<Z> x(60);
	for (int i = 0; i < 60; i++)
		x[i] = in[i] = sine(i);
	fftw_plan there = fftw_plan_dft_r2c_1d(60, in, out, FFTW_MEASURE);
	fftw_plan back = fftw_plan_dft_c2r_1d(60, out, in, FFTW_MEASURE);
	fftw_execute(there);
	check("r2c", out, slow(x, 1, 1, 60, -1), 31);
	fftw_execute(back);
	double worst = 0;
	for (int i = 0; i < 60; i++)
		worst = std::max(worst, std::abs(in[i] / 60 - x[i].real()));
	printf("c2r: %s\n", worst < 1e-12 ? "OK" : "WRONG");
	fftw_destroy_plan(there);
	fftw_destroy_plan(back);

	for (int i = 0; i < 60; i++)
		in[i] = sine(i);
	there = fftw_plan_dft_r2c_2d(6, 10, in, out, FFTW_ESTIMATE);
	fftw_execute(there);
	std::vector<Z> want = slow(x, 1, 6, 10, -1), half;
	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 6; k++)
			half.push_back(want[10 * i + k]);
	check("r2c 2d", out, half);
	fftw_destroy_plan(there);
	fftw_free(in);
	fftw_free(out);
	fftw_cleanup();
}

static __global__ void
ramp(fftwf_complex *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		x[i][0] = i % 11;
		x[i][1] = i % 3;
	}
}

// After a kernel, without waiting for it.
static void
on_the_device()
{
	const int n = 256;
	fftwf_complex *d;
	std::vector<Z> x(n);

	CK(cudaMallocManaged(&d, n * sizeof *d));
	fftwf_plan p = fftwf_plan_dft_1d(n, d, d, FFTW_FORWARD, FFTW_MEASURE);
	ramp<<<2, 128>>>(d, n);
	fftwf_execute(p);
	for (int i = 0; i < n; i++)
		x[i] = Z(i % 11, i % 3);
	check("floats", d, slow(x, 1, 1, n, -1));
	double add, mul, fma;
	fftwf_flops(p, &add, &mul, &fma);
	printf("flops: %d\n", add + mul + fma > 0);
	fftwf_destroy_plan(p);
	CK(cudaFree(d));
}

int
main()
{
	complex_ones();
	real_ones();
	on_the_device();
	return 0;
}
