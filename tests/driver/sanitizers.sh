# SPDX-License-Identifier: Apache-2.0
# -fsanitize in host code: it finds what it is for, and kernels run as they do without.
. "$ROOT/tests/driver/common.bash"

cat >a.cu <<'END'
#include <cstdio>
#include <cstdlib>
#include <thread>
__device__ int table[5];
__global__ void turn(int *p)
{
	__shared__ int s[64];
	s[threadIdx.x] = table[threadIdx.x % 5];
	__syncthreads();
	p[threadIdx.x] = s[63 - threadIdx.x];
}
static int shared_by_threads;
int main(int argc, char **)
{
	int *p, h[64], x[5] = {1, 2, 3, 4, 5};
	volatile int *q = (int *)malloc(12);
	cudaMemcpyToSymbol(table, x, sizeof x);
	cudaMalloc(&p, sizeof h);
	turn<<<1, 64>>>(p);
	cudaMemcpy(h, p, sizeof h, cudaMemcpyDefault);
	cudaFree(p);
	printf("%d %d\n", h[0], h[62]);
	fflush(stdout);
	q[argc] = 1;
	if (argc > 2)
		printf("%d\n", q[argc] << (argc + 29));
	free((void *)q);
	std::thread other([] { shared_by_threads++; });
	if (argc > 1)
		shared_by_threads++;
	other.join();
}
END
# finds TEXT OPTIONS...: without arguments all is well, with some it is not
finds() {
	local text=$1 arguments=$2
	shift 2
	"$HDCC" -g "$@" a.cu -o app
	ASAN_OPTIONS=detect_leaks=0 ./app >out 2>said || fail "$(cat said)"
	[ "$(cat out)" = '4 2' ] && [ ! -s said ] || fail "$(cat out said)"
	ASAN_OPTIONS=detect_leaks=0 ./app $arguments >/dev/null 2>said || true
	said "$text"
	said 'a\.cu:[0-9]+'
}
finds 'AddressSanitizer: heap-buffer-overflow' '1 2' -fsanitize=address
finds 'AddressSanitizer: heap-buffer-overflow' '1 2' -O0 -Xcompiler -fsanitize=address
finds 'AddressSanitizer: heap-buffer-overflow' '1 2' -rdc=true -fsanitize=address
finds 'AddressSanitizer: heap-buffer-overflow' '1 2' --heddle-parts=2 -fsanitize=address
finds 'runtime error: (left shift|shift exponent)' '1 2 3' -fsanitize=undefined
for bad in memory address,hwaddress fuzzer; do
	refuse "$HDCC" -fsanitize=$bad -c a.cu
	said "fsanitize=${bad#*,} would find nothing"
	refuse "$HDCC" -Xcompiler -fsanitize=$bad -c a.cu
done
