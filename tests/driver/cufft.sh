# SPDX-License-Identifier: Apache-2.0
# Linking with cuFFT: by hdcc and by gcc, under its names; FFTW is looked for when it is
# used, and each precision by itself.
# needs: library libfftw3.so.3
# needs: library libfftw3f.so.3
. "$ROOT/tests/driver/common.bash"

cat >main.c <<'END_OF_MAIN'
#include <cuda_runtime_api.h>
#include <cufft.h>
#include <cufftXt.h>
#include <stdio.h>
int main(void)
{
	cufftHandle p;
	cufftComplex h[4] = {{1, 0}, {2, 0}, {3, 0}, {4, 1}}, *d;
	cufftResult result = cufftPlan1d(&p, 4, CUFFT_C2C, 1);
	if (result != CUFFT_SUCCESS) {
		printf("result %d, double %d\n", result, cufftPlan1d(&p, 4, CUFFT_D2Z, 1));
		return 0;
	}
	cudaMalloc((void **)&d, sizeof h);
	cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
	cufftExecC2C(p, d, d, CUFFT_FORWARD);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g %g %g\n", h[0].x, h[0].y, h[2].x);
	return cufftDestroy(p) != CUFFT_SUCCESS;
}
END_OF_MAIN
tree=$BUILD/nvcc
gcc -std=c99 -Wall -Wextra -Werror -I"$tree/include" -c main.c
gcc main.o -L"$tree/lib64" -lcufft -lcudart -Wl,-rpath,"$tree/lib64" -o app
prints "10 1 -2" ./app
cp main.c main.cu
cp main.c main.cpp
"$HDCC" main.cu -lcufft_static -lculibos -o app
prints "10 1 -2" ./app
"$HDCC" main.cu -lcufft -o app
prints "10 1 -2" ./app
g++ -Wall -Wextra -Werror -I"$tree/include" main.cpp -L"$tree/lib64" -lcufft -lcudart \
	-Wl,-rpath,"$tree/lib64" -o app
prints "10 1 -2" ./app
ldd app >shown
! grep -q libfftw shown || fail "linked with FFTW"

# FFTW's interface, with the complex numbers of C
cat >fftw.c <<'END_OF_MAIN'
#include <complex.h>
#include <cufftw.h>
int main(void)
{
	fftw_complex *x = fftw_malloc(4 * sizeof *x);
	fftw_plan p = fftw_plan_dft_1d(4, x, x, FFTW_FORWARD, FFTW_MEASURE);
	if (!p)
		return puts("no plan") < 0;
	for (int i = 0; i < 4; i++)
		x[i] = i + 1 + (i == 3 ? I : 0);
	fftw_execute(p);
	printf("%g %g %g\n", creal(x[0]), cimag(x[0]), creal(x[2]));
	fftw_destroy_plan(p);
	fftw_free(x);
	return 0;
}
END_OF_MAIN
gcc -std=c99 -Wall -Wextra -Werror -I"$tree/include" fftw.c -L"$tree/lib64" -lcufftw -lcufft \
	-Wl,-rpath,"$tree/lib64" -o fftw
prints "10 1 -2" ./fftw
"$HDCC" fftw.c -lcufftw_static -lcufft_static -lculibos -o fftw_static
prints "10 1 -2" ./fftw_static

# not there: said once, with what to do
mkdir none
for f in libfftw3.so.3 libfftw3f.so.3; do echo nothing >none/$f; done
LD_LIBRARY_PATH=$PWD/none ./app >shown 2>said || fail "status"
grep -q 'result 7, double 7' shown || fail "no status: $(cat shown)"
grep -q 'install the packages libfftw3-double3 and libfftw3-single3' said ||
	fail "not said: $(cat said)"
LD_LIBRARY_PATH=$PWD/none ./fftw >shown 2>said || fail "status without FFTW"
grep -q 'no plan' shown || fail "a plan: $(cat shown)"
grep -q 'cuFFTW needs FFTW' said || fail "not said: $(cat said)"
rm none/libfftw3f.so.3
LD_LIBRARY_PATH=$PWD/none prints "10 1 -2" ./app
