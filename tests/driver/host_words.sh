# SPDX-License-Identifier: Apache-2.0
# -Xcompiler: what it tells the preprocessor is for both sides, what it asks is answered, and
# -Werror makes no errors of warnings that gcc has not.
. "$ROOT/tests/driver/common.bash"

NVCC=$BUILD/nvcc/bin/nvcc

mkdir -p "one dir" two
echo '#define ONE 40' >"one dir/one.h"
echo '#define TWO 2' >two/two.h
echo '#define FIRST 100' >first.h
cat >a.cu <<'END'
#include <cstdio>
#include <one.h>
#include <two.h>

__global__ void
set(int *p)
{
	*p = ONE + TWO + X + FIRST;
}

int
main()
{
	int *p;
	cudaMallocManaged(&p, sizeof *p);
	set<<<1, 1>>>(p);
	cudaDeviceSynchronize();
	printf("%d %d\n", *p, ONE + TWO + X + FIRST);
}
END
"$HDCC" a.cu -o a -Xcompiler -isystem,two -Xcompiler "-I'one dir'" -Xcompiler -DX=1000 \
	-Xcompiler "-include first.h"
prints "1142 1142" ./a
"$HDCC" a.cu -o a -Xcompiler -isystem -Xcompiler two -Xcompiler -I"one\ dir" -DY \
	-Xcompiler "-D X=2000,-U,Y,-O1" --compiler-options=-include,./first.h
prints "2142 2142" ./a
cat >b.cc <<'END'
#include <two.h>
int main() { return TWO - X; }
END
"$HDCC" b.cc -o b -Xcompiler -isystem,two,-DX=2
./b

# as build systems ask, with a file that is not there
clang=$(command -v "clang++-$LLVM" || command -v clang++)
prints "$("$clang" --version)" "$NVCC" .c -Xcompiler --version
prints "$("$clang" -dumpversion)" "$NVCC" .c -Xcompiler "-dumpfullversion -dumpversion"
refuse "$NVCC" .c -Xcompiler -Wall
no_file .o a.out

cat >c.cu <<'END'
class keeper {
	int unused;
public:
	keeper() {}
	virtual ~keeper() {}
	virtual int get() { return 1; }
};
class other : public keeper {
public:
	int get() { return 2; }
	~other() override {}
};
int main() { other o; int n = 3; return [n]() { return 2; }() - o.get(); }
END
"$HDCC" -Xcompiler -Wall,-Wextra,-Werror,-Wno-maybe-uninitialized c.cu -o c
./c
"$HDCC" -Xcompiler "-Wall -Werror" -x c++ c.cu -o c
./c
echo 'static int none() { return 0; }' >>c.cu
refuse "$HDCC" -Xcompiler -Wall,-Werror c.cu -o c
said "unused function 'none'"
