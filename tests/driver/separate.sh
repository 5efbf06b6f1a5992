# SPDX-License-Identifier: Apache-2.0
# Device code linked across files: -rdc=true, -dc, -dlink, -lib; functions, variables,
# constants, function pointers, static names that meet, templates in two files.
. "$ROOT/tests/driver/common.bash"

cat >shared.h <<'END'
typedef int (*fn)(int);
extern __device__ int other;
extern __constant__ int table[4];
extern __device__ fn chosen;
__device__ int twice(int x);
template <class T> __device__ T common = T(3);
template <class T> __global__ void bump(T *p) { *p += common<T>; }
inline __device__ int shared_by_all = 9;
int second(int *p);
END
cat >a.cu <<'END'
#include <cstdio>
#include "shared.h"
__device__ int counter = 5;
static __device__ int hidden = 7;
static __device__ int device_only = 8;
static __device__ int same_name(int x) { return x + 1; }
static __global__ void step(int *p) { *p = twice(*p) + device_only++ + same_name(0); }
__global__ void mix(int *p)
{
	*p = twice(counter) + hidden + table[1] + other + common<int> + shared_by_all +
	     chosen(1);
}
namespace { __global__ void one(int *p) { *p = 1; } }
static void show(int *p)
{
	int h;
	cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h);
}
int main()
{
	int *p, h = 3;
	cudaMalloc(&p, sizeof *p);
	mix<<<1, 1>>>(p), show(p);
	step<<<1, 1>>>(p), show(p);
	one<<<1, 1>>>(p), show(p);
	second(p), show(p);
	bump<<<1, 1>>>(p), show(p);
	cudaMemcpyToSymbol(counter, &h, sizeof h);
	cudaMemcpyToSymbol(hidden, &h, sizeof h);
	cudaMemcpyToSymbol(other, &h, sizeof h);
	cudaMemcpyToSymbol(common<int>, &h, sizeof h);
	mix<<<1, 1>>>(p), show(p);
	printf("%s\n", cudaGetErrorString(cudaGetLastError()));
	return 0;
}
END
cat >b.cu <<'END'
#include "shared.h"
__device__ int other = 100;
__constant__ int table[4] = {1, 2, 3, 4};
__device__ int twice(int x) { return 2 * x; }
__device__ fn chosen = twice;
static __device__ int hidden = 1000;
static __device__ int same_name(int x) { return x + 2; }
static __global__ void step(int *p) { *p += chosen(hidden) + same_name(0); }
int second(int *p)
{
	int h = 2000;
	step<<<1, 1>>>(p);
	cudaMemcpyToSymbol(hidden, &h, sizeof h);
	step<<<1, 1>>>(p);
	bump<<<1, 1>>>(p);
	return 0;
}
END
want="133
275
1
6008
6011
28
no error"
flags="-std=c++17 -O2"
NVCC=$BUILD/nvcc/bin/nvcc

"$HDCC" $flags -rdc=true a.cu b.cu -o app
prints "$want" ./app
! readelf -S app | grep -q heddle.device || fail "device bitcode in the program"
"$HDCC" $flags -O0 -g -G -rdc=true a.cu b.cu -o app
prints "$want" ./app

"$NVCC" $flags -dc a.cu b.cu
"$NVCC" a.o b.o -o app
prints "$want" ./app
"$NVCC" -dlink a.o b.o -o dlink.o
g++ a.o b.o dlink.o -L"$BUILD/nvcc/lib64" -lcudadevrt -lcudart_static \
	-Wl,-rpath,"$BUILD/lib" -o app
prints "$want" ./app
"$NVCC" a.o b.o dlink.o -o app # nothing is linked twice
prints "$want" ./app
ld -r a.o b.o -o both.o
"$NVCC" both.o -o app
prints "$want" ./app

# archives: by name, by -l, and twice
"$NVCC" -lib b.o -o libb.a
"$NVCC" a.o libb.a libb.a -o app
prints "$want" ./app
"$NVCC" a.o -L. -lb -o app
prints "$want" ./app

# a library whose device code is linked already
"$NVCC" $flags -Xcompiler -fPIC -shared -rdc=true a.cu b.cu -Xlinker --no-undefined \
	-o libab.so
cat >load.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
	for (int i = 0; i < 2; i++) {
		void *l = dlopen("./libab.so", RTLD_NOW);
		int (*f)(void) = l ? (int (*)(void))dlsym(l, "main") : 0;
		if (!f) {
			puts(dlerror());
			return 1;
		}
		f();
		fflush(stdout);
		dlclose(l);
	}
	return 0;
}
END
gcc load.c -o load -ldl
prints "$want
$want" ./load

# mistakes
refuse "$NVCC" a.o -o missing
said "twice.*not defined|undefined.*twice|__heddle_linked"
cp b.cu c.cu
"$NVCC" $flags -dc c.cu
refuse "$NVCC" a.o b.o c.o -o clash
said 'is defined in the device code of two files'
no_file missing clash
sed 's/__constant__ int table/__device__ int table/' shared.h >other.h
sed 's/shared.h/other.h/' a.cu >d.cu
"$NVCC" $flags -dc d.cu
refuse "$NVCC" d.o b.o -o kinds
said "'table' is in another kind of memory"
refuse g++ a.o b.o -L"$BUILD/lib" -lheddle -o undone
said '__heddle_linked_'

# no device code at all: an object all the same
echo 'int main() { return 0; }' >h.cu
"$NVCC" -dc h.cu && "$NVCC" -dlink h.o && g++ h.o a_dlink.o -L"$BUILD/lib" -lheddle \
	-Wl,-rpath,"$BUILD/lib" -o app && ./app
# without -rdc a file's device code is its own
refuse "$NVCC" $flags a.cu b.cu -o private
