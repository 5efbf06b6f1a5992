# SPDX-License-Identifier: Apache-2.0
# The same input gives the same bytes: again, in another folder, with headers that are kept,
# with another number of processes.
. "$ROOT/tests/driver/common.bash"

unset MAKEFLAGS
mkdir one two
echo '#define V 3' >one/h.h
cat >one/a.cu <<'END'
#include "h.h"
#include <cassert>
#include <cstdio>
static __device__ int own;
static __device__ int helper(int n) { return n + own; }
__global__ void k(int *p) { *p = V; }
__global__ void l(int *p, int n)
{
	assert(n > 2);
	printf("%s", __FILE__);
	p[n] = helper(n);
}
template <class T> __global__ void m(T *p) { p[threadIdx.x] *= 2; }
int main()
{
	int *p, h;
	cudaMalloc(&p, 400);
	k<<<1, 1>>>(p);
	l<<<1, 1>>>(p, 3);
	m<<<1, 32>>>(p);
	cudaMemcpyFromSymbol(&h, own, sizeof h);
	return h;
}
END
cp one/* two

# same OPTIONS...: HERE is the folder
same() {
	for d in one two; do
		(cd $d && eval '"$HDCC"' "${*//HERE/\$PWD}" -o out)
	done
	cmp one/out two/out || fail "two folders, two outputs: $*"
	[[ $* != *-prefix-map=* ]] || ! grep -qa "$PWD" one/out ||
		fail "the folder's name is in the output: $*"
}
same -c a.cu
same -c -O0 a.cu
same -O3 --heddle-parts=4 -c a.cu
same -cubin a.cu
same -ptx a.cu
same -S a.cu
same a.cu
map=-ffile-prefix-map=HERE=.
same -g $map -c a.cu
same -G -g $map -c HERE/a.cu
same $map -IHERE -c HERE/a.cu
same -Xcompiler $map -c HERE/a.cu
same $map -rdc=true -c HERE/a.cu
same $map -O0 -rdc=true -IHERE -c HERE/a.cu
same $map -ptx HERE/a.cu
same -fheddle-tier=lazy -c a.cu
same $map -fheddle-tier=lazy -c HERE/a.cu

# kept headers: not yet, being made, used
export HEDDLE_CACHE_DIR=$PWD/cache
mkdir cache
for i in 1 2 3; do
	"$HDCC" -std=c++17 -c one/a.cu -o kept$i.o
	cmp kept1.o kept$i.o || fail "the object depends on headers that are kept"
done
for t in 1 2 8; do
	"$HDCC" -std=c++17 -t $t --heddle-parts=4 -c one/a.cu -o t$t.o
	cmp t1.o t$t.o || fail "the object depends on the number of processes"
done

# files of the same name in different folders are different parts of a program
mkdir three
for d in one three; do
	cat >$d/b.cu <<-END
	static __device__ int x = 5;
	__global__ static void set(int *p) { *p = x; }
	int $d() { int *p, h; cudaMalloc(&p, 4); set<<<1, 1>>>(p);
	cudaMemcpy(&h, p, 4, cudaMemcpyDefault); return h; }
	END
	(cd $d && "$HDCC" -dc b.cu -o b.o)
done
echo 'int one(), three(); int main() { return one() + three() != 10; }' >main.cu
"$HDCC" main.cu one/b.o three/b.o -o app
./app
