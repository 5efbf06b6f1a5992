# SPDX-License-Identifier: Apache-2.0
# One file by several processes: the same program, and no symbol that others see.
. "$ROOT/tests/driver/common.bash"

cat >unit.h <<'END'
#include <cstdio>

static __device__ int counter = NUMBER;          /* kernels of several parts, and the host */
static __constant__ int table[4] = {1, 2, 3, NUMBER};
__device__ static int one() { return 1 + NUMBER; }
__device__ static int two() { return 2 + NUMBER; }
__device__ int (*choice)() = one;                /* an address that several parts know */

namespace {
__global__ void add(int k) { atomicAdd(&counter, k + table[k & 3]); }
__global__ void choose() { choice = choice == one ? two : one; }
__global__ void call(int *out)
{
	*out = choice();
	printf("%s %d\n", "called", choice == two);
}
}
static __global__ void read(int *out) { *out = counter; }
template <class T> __global__ void twice(T *out) { *out *= 2; }

static int run()
{
	int *p, h, c;

	cudaMalloc(&p, sizeof *p);
	add<<<2, 32>>>(3);
	read<<<1, 1>>>(p);
	twice<<<1, 1>>>(p);
	cudaMemcpy(&h, p, sizeof h, cudaMemcpyDefault);
	choose<<<1, 1>>>();
	call<<<1, 1>>>(p);
	cudaMemcpy(&c, p, sizeof c, cudaMemcpyDefault);
	cudaFree(p);
	return h * 100 + c;
}
END
for n in 1 2; do
	cat >u$n.cu <<-END
	#define NUMBER $n
	#define choice choice$n
	#include "unit.h"
	int go$n() { return run(); }
	END
	"$HDCC" -O2 --heddle-parts=4 -c u$n.cu
	"$HDCC" -O2 --heddle-parts=1 -c u$n.cu -o whole$n.o
	nm -g --defined-only u$n.o | cut -d' ' -f2- >names
	nm -g --defined-only whole$n.o | cut -d' ' -f2- | diff - names ||
		fail "other symbols than those of the unit as a whole"
done
cat >main.cu <<'END'
#include <cstdio>
int go1(), go2();
int main() { int a = go1(), b = go2(); std::printf("%d %d\n", a, b); }
END
"$HDCC" main.cu u1.o u2.o -o app
"$HDCC" main.cu whole1.o whole2.o -o whole
prints $'called 1\ncalled 1\n51403 64404' ./whole
prints $'called 1\ncalled 1\n51403 64404' ./app
# the same object each time, and nothing left behind
"$HDCC" -O2 --heddle-parts=4 -c u1.cu -o again.o
cmp u1.o again.o || fail "another object from the same source"
[ -z "$(ls | grep -E 'part|locals')" ] || fail "files are left: $(ls)"
# without a linker it is compiled as a whole
mkdir bin
for t in clang++-19 as; do ln -s "$(command -v $t)" bin/$t; done
PATH=$PWD/bin "$HDCC" -O2 --heddle-parts=4 -c u1.cu -o alone.o
cmp alone.o whole1.o || fail "without ld the unit is not compiled as a whole"
refuse "$HDCC" --heddle-parts=9 u1.cu
said 'heddle-parts=9: must be 1 to 8'
