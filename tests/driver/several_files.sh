# SPDX-License-Identifier: Apache-2.0
# Several files of several kinds in one line.
# quick
. "$ROOT/tests/driver/common.bash"

small_kernel kernel.cu
cat >main.cpp <<'END'
#include <cstdio>
#include <cuda_runtime_api.h>
extern "C" int fill(int *, int), twice(int), thrice(int);
int main()
{
	int a[100], devices = 0;
	if (fill(a, 100) || cudaGetDeviceCount(&devices) || devices < 1)
		return 1;
	std::printf("%d %d %d\n", a[99], twice(a[3]), thrice(a[2]));
}
END
echo 'int twice(int x) { return 2 * x; }' >twice.c
echo 'int thrice(int x) { return 3 * x; }' >thrice.c
gcc -c thrice.c
ar rcs libthrice.a thrice.o

"$HDCC" kernel.cu main.cpp twice.c thrice.o -o app
prints "9801 18 12" ./app
"$HDCC" main.cpp kernel.cu -O1 twice.c -L. -lthrice -lm -o app2
prints "9801 18 12" ./app2
"$HDCC" -c kernel.cu main.cpp twice.c
"$HDCC" kernel.o main.o twice.o libthrice.a
prints "9801 18 12" ./a.out
# CUDA's own library names are ours
"$HDCC" kernel.o main.o twice.o libthrice.a -lcudart -lcuda -lcudadevrt -o app3
prints "9801 18 12" ./app3
"$HDCC" kernel.o main.o twice.o libthrice.a -lcudart_static -lpthread -ldl -o app4
prints "9801 18 12" ./app4
