# SPDX-License-Identifier: Apache-2.0
# Linking with cuSOLVER: from C, C++ and CUDA, under both names; only who asks has it, and
# OpenBLAS is looked for when it is used.
# needs: library libopenblas.so.0
. "$ROOT/tests/driver/common.bash"

cat >main.c <<'END'
#include <cusolverDn.h>
#include <cuda_runtime_api.h>
#include <stdio.h>
int main(void)
{
	cusolverDnHandle_t h;
	double *a, *work;
	int *info, lwork;
	double given[4] = {4, 2, 2, 5};
	cusolverStatus_t status = cusolverDnCreate(&h);
	if (status != CUSOLVER_STATUS_SUCCESS) {
		printf("status %d\n", (int)status);
		return 0;
	}
	cudaMalloc((void **)&a, sizeof given);
	cudaMalloc((void **)&info, sizeof *info);
	cudaMemcpy(a, given, sizeof given, cudaMemcpyHostToDevice);
	cusolverDnDpotrf_bufferSize(h, CUBLAS_FILL_MODE_LOWER, 2, a, 2, &lwork);
	cudaMalloc((void **)&work, (size_t)lwork * sizeof *work);
	cusolverDnDpotrf(h, CUBLAS_FILL_MODE_LOWER, 2, a, 2, work, lwork, info);
	cudaMemcpy(given, a, sizeof given, cudaMemcpyDeviceToHost);
	printf("%g %g %g\n", given[0], given[1], given[3]);
	return cusolverDnDestroy(h) != CUSOLVER_STATUS_SUCCESS;
}
END
tree=$BUILD/nvcc
gcc -std=c99 -Wall -Wextra -Werror -I"$tree/include" -c main.c
gcc main.o -L"$tree/lib64" -lcusolver -lcudart -Wl,-rpath,"$tree/lib64" -o app
prints "2 1 2" ./app
cp main.c main.cu
cp main.c main.cpp
"$HDCC" -c main.cu -o cu.o
"$HDCC" cu.o -lcusolver -lcublas -lcusparse -o app
prints "2 1 2" ./app
"$HDCC" cu.o -lcusolver_static -lcublas_static -lcublasLt_static -lculibos -o app
prints "2 1 2" ./app
g++ -Wall -Wextra -Werror -I"$tree/include" main.cpp -L"$tree/lib64" -lcusolver -lcudart \
	-Wl,-rpath,"$tree/lib64" -o app
prints "2 1 2" ./app

ldd app >shown
! grep -q libopenblas shown || fail "linked with OpenBLAS"
! "$HDCC" cu.o -o refused 2>shown || fail "linked without -lcusolver"
grep -q 'undefined.*cusolver' shown || fail "not said: $(cat shown)"

# not there: said once, with what to do
mkdir none
for f in libopenblasp.so.0 libopenblas.so.0 libopenblas.so; do echo nothing >none/$f; done
LD_LIBRARY_PATH=$PWD/none ./app >shown 2>said || fail "status"
grep -q 'status 1' shown || fail "no status: $(cat shown)"
grep -q 'cuSOLVER needs OpenBLAS' said || fail "not said: $(cat said)"
grep -q 'install the package libopenblas0' said || fail "not said: $(cat said)"

# one without LAPACK
echo 'int openblas_get_parallel(void) { return 1; }' >empty.c
gcc -shared -fPIC empty.c -o none/libopenblasp.so.0
LD_LIBRARY_PATH=$PWD/none ./app >shown 2>said || fail "status"
grep -q 'cuSOLVER needs .* of LAPACK' said || fail "not said: $(cat said)"
