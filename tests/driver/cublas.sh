# SPDX-License-Identifier: Apache-2.0
# Linking with cuBLAS: by hdcc and by gcc, under its names; only who asks for it gets it, and
# OpenBLAS is looked for when it is used.
# needs: library libopenblas.so.0
. "$ROOT/tests/driver/common.bash"

cat >main.c <<'END'
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <stdio.h>
int main(void)
{
	cublasHandle_t h;
	float *x, sum = 0;
	const float ones[3] = {1, 2, 4};
	cublasStatus_t status = cublasCreate(&h);
	if (status != CUBLAS_STATUS_SUCCESS) {
		printf("%s\n", cublasGetStatusName(status));
		return 0;
	}
	cudaMalloc((void **)&x, sizeof ones);
	cublasSetVector(3, sizeof *x, ones, 1, x, 1);
	cublasSasum(h, 3, x, 1, &sum);
	printf("%g\n", sum);
	return cublasDestroy(h) != CUBLAS_STATUS_SUCCESS;
}
END
tree=$BUILD/nvcc
gcc -std=c99 -Wall -Wextra -Werror -I"$tree/include" -c main.c
gcc main.o -L"$tree/lib64" -lcublas -lcudart -Wl,-rpath,"$tree/lib64" -o app
prints 7 ./app
gcc main.o "$tree/lib64/libcublas_static.a" -L"$tree/lib64" -lculibos -lcudart \
	-Wl,-rpath,"$tree/lib64" -o app 2>said || fail "static name: $(cat said)"
prints 7 ./app
cp main.c main.cu
cp main.c main.cpp
"$HDCC" main.cu -lcublas -o app
prints 7 ./app
"$HDCC" main.cu -lcublas_static -lcublasLt_static -lculibos -o app
prints 7 ./app
g++ -Wall -Wextra -Werror -I"$tree/include" main.cpp -L"$tree/lib64" -lcublas -lcudart \
	-Wl,-rpath,"$tree/lib64" -o app
prints 7 ./app

# needed by nobody who did not ask
ldd app >shown
! grep -q libopenblas shown || fail "linked with OpenBLAS"
small_program plain.cu
"$HDCC" plain.cu -o plain
ldd plain >shown
! grep -qE 'lib(cu|open)blas' shown || fail "a program without cuBLAS has it"
! "$HDCC" main.cu -o refused 2>shown || fail "linked without -lcublas"
grep -q 'undefined.*cublas' shown || fail "not said: $(cat shown)"

# not there: said once, with what to do
mkdir none
for f in libopenblasp.so.0 libopenblas.so.0 libopenblas.so; do echo nothing >none/$f; done
LD_LIBRARY_PATH=$PWD/none ./app >shown 2>said || fail "status"
grep -q CUBLAS_STATUS_NOT_INITIALIZED shown || fail "no status: $(cat shown)"
grep -q 'install the package libopenblas0' said || fail "not said: $(cat said)"
