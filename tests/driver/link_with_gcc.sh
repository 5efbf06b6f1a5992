# SPDX-License-Identifier: Apache-2.0
# Objects from hdcc linked by plain gcc and g++, which know only -lcudart.
. "$ROOT/tests/driver/common.bash"

small_kernel kernel.cu
cat >main.c <<'END'
#include <cuda_runtime_api.h>
#include <stdio.h>
int fill(int *, int);
int main(void)
{
	int a[10];
	struct cudaDeviceProp prop;
	if (cudaGetDeviceProperties(&prop, 0) != cudaSuccess || fill(a, 10))
		return 1;
	printf("%d %d\n", a[9], prop.warpSize);
	return 0;
}
END
tree=$BUILD/nvcc
"$HDCC" -c kernel.cu
gcc -std=c99 -Wall -Wextra -Werror -I"$tree/include" -c main.c
gcc main.o kernel.o -L"$tree/lib64" -lcudart -Wl,-rpath,"$tree/lib64" -o app
prints "81 32" ./app
gcc main.o kernel.o -L"$tree/lib64" -lcudart -lcuda -lm -o app2
LD_LIBRARY_PATH=$tree/lib64 prints "81 32" ./app2
gcc main.o kernel.o "$tree/lib64/libcudart_static.a" -lpthread -ldl \
	-Wl,-rpath,"$tree/lib64" -o app3
prints "81 32" ./app3
# a driver's library and the static one need no search path, in any order and in a library
for libs in '-lcuda -lcudart_static' '-lcudart_static -lcuda' '-lcuda' '-lnvidia-ml'; do
	g++ main.o kernel.o -L"$tree/lib64" $libs -o app5
	prints "81 32" ./app5
	g++ main.o kernel.o -L"$tree/lib64/stubs" -L"$tree/lib64" $libs -o app5
	prints "81 32" ./app5
done
"$HDCC" -Xcompiler -fPIC -c kernel.cu -o pic.o
g++ -shared pic.o -L"$tree/lib64" -lcudart_static -o libfill.so
g++ main.o -L. -lfill -L"$tree/lib64" -lcudart_static -Wl,-rpath,"$PWD" -o app6
prints "81 32" ./app6
g++ -shared pic.o -o libfill.so # what it lacks is the program's
g++ main.o -L. -lfill -L"$tree/lib64" -lcudart_static -Wl,-rpath,"$PWD" -o app6
prints "81 32" ./app6
# arguments go through: more than registers hold, floats, a structure's address, none
cat >many.cu <<'END'
#include <cuda.h>
#include <cstdio>
__global__ void k(double *p, double a, float b) { p[blockIdx.z] = a + b + threadIdx.y; }
int main()
{
	double *p, h[2], a = 1.5;
	float b = 0.25f;
	cudaMallocManaged(&p, sizeof h);
	void *args[] = {&p, &a, &b};
	CUfunction f;
	if (cudaGetFuncBySymbol(&f, (void *)k) ||
	    cuLaunchKernel(f, 1, 1, 2, 1, 4, 1, 0, 0, args, 0))
		return 1;
	cudaDeviceSynchronize();
	std::printf("%g %d %.2f\n", p[1] - int(p[1]), p[1] >= 1.75, erfcinv(0.5));
}
END
"$HDCC" -c many.cu
g++ many.o -L"$tree/lib64" -lcudart_static -o app7
prints "0.75 1 0.48" ./app7
# and by g++, from C++ host code
cat >main.cpp <<'END'
#include <cuda_runtime.h>
#include <iostream>
#include <vector>
extern "C" int fill(int *, int);
int main()
{
	std::vector<int> a(10);
	cudaDeviceProp prop;
	if (cudaGetDeviceProperties(&prop, 0) != cudaSuccess || fill(a.data(), 10))
		return 1;
	std::cout << a[9] << ' ' << prop.warpSize << std::endl;
}
END
g++ -Wall -Wextra -Werror -I"$tree/include" main.cpp kernel.o -L"$tree/lib64" -lcudart \
	-lcuda -lm -Wl,-rpath,"$tree/lib64" -o app4
prints "81 32" ./app4
# nothing of C++ was needed
ldd app >shown
! grep -q 'libstdc++' shown || fail "the runtime needs libstdc++"
# another libcudart with the same names is refused: it could not launch a kernel
nm -u kernel.o | awk '/cuda/ { print "void " $2 "(void) {}" }' >other.c
mkdir other
gcc -shared -fPIC -w other.c -o other/libcudart.so
! gcc -shared -Wl,-z,defs pic.o -Lother -lcudart -lm -o refused.so 2>shown ||
	fail "linked with another libcudart"
grep -q 'undefined reference.*heddle_runtime' shown || fail "not said: $(cat shown)"
