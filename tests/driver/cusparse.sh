# SPDX-License-Identifier: Apache-2.0
# Linking with cuSPARSE: from C, C++ and CUDA, under both names; only who asks has it.
. "$ROOT/tests/driver/common.bash"

cat >main.c <<'END_C'
#include <cusparse.h>
#include <cuda_runtime_api.h>
#include <stdio.h>
int main(void)
{
	cusparseHandle_t h;
	int *rows, *offsets, back[4];
	const int given[5] = {0, 0, 1, 2, 2};
	if (cusparseCreate(&h) != CUSPARSE_STATUS_SUCCESS)
		return 1;
	cudaMalloc((void **)&rows, sizeof given);
	cudaMalloc((void **)&offsets, sizeof back);
	cudaMemcpy(rows, given, sizeof given, cudaMemcpyHostToDevice);
	cusparseXcoo2csr(h, rows, 5, 3, offsets, CUSPARSE_INDEX_BASE_ZERO);
	cudaMemcpy(back, offsets, sizeof back, cudaMemcpyDeviceToHost);
	printf("%d %d %d %d\n", back[0], back[1], back[2], back[3]);
	return cusparseDestroy(h) != CUSPARSE_STATUS_SUCCESS;
}
END_C
tree=$BUILD/nvcc
gcc -std=c99 -Wall -Wextra -Werror -I"$tree/include" -c main.c
gcc main.o -L"$tree/lib64" -lcusparse -lcudart -Wl,-rpath,"$tree/lib64" -o app
prints "0 2 3 5" ./app
cp main.c main.cpp
g++ -Wall -Wextra -Werror -I"$tree/include" main.cpp -L"$tree/lib64" -lcusparse -lcudart \
	-Wl,-rpath,"$tree/lib64" -o app
prints "0 2 3 5" ./app
cp main.c main.cu
"$HDCC" main.cu -lcusparse_static -lculibos -o app
prints "0 2 3 5" ./app
! "$HDCC" main.cu -o refused 2>shown || fail "linked without -lcusparse"
grep -q 'undefined.*cusparse' shown || fail "not said: $(cat shown)"
