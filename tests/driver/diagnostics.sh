# SPDX-License-Identifier: Apache-2.0
# clang's messages: the user's file names, once each, exit status 1.
# quick
. "$ROOT/tests/driver/common.bash"

mkdir -p dir
cat >dir/both.cu <<'END'
#include "bad.h"
int host_and_device() { int other; return missing; }
__global__ void k(int *p) { p[0] = also_missing; }
END
echo 'inline int in_header() { int unused_there; return 0; }' >dir/bad.h
refuse "$HDCC" -Wall -c dir/both.cu
said '^dir/both.cu:2:43: error: .*missing'
said '^dir/both.cu:3:36: error: .*also_missing'
said '^dir/bad.h:1:30: warning: unused variable'
said '^1 warning and 2 errors generated\.$'
[ "$(grep -c 'error: ' said)" = 2 ] || fail "an error was printed twice"
[ "$(grep -c 'warning: ' said)" = 1 ] || fail "a warning was printed twice"
! grep -q 'sm_80\|compiling for host' said || fail "speaks of passes"

# only the device pass can know
cat >device.cu <<'END'
#ifdef __CUDA_ARCH__
#warning device
#else
#warning host
#endif
END
"$HDCC" -c device.cu 2>said
said 'warning: device'
said 'warning: host'

"$HDCC" -w -c device.cu 2>said
[ ! -s said ] || fail "-w is not silent"
refuse "$HDCC" -Werror -c device.cu
said 'error: device'

# C, C++ and the linker
echo 'int f(void) { return x; }' >c.c
refuse "$HDCC" -c c.c
said '^c.c:1:22: error:'
echo 'int f(); int main() { return f(); }' >l.cpp
refuse "$HDCC" l.cpp -o l
said 'undefined reference to .f'
no_file l

# an error in one file does not hide those in the next
refuse "$HDCC" -c dir/both.cu c.c
said 'also_missing'
said '^c.c:1:22: error:'

# headers that come in a package
echo '#include <cub/no_such_header.cuh>' >package.cu
refuse "$HDCC" -c package.cu
said 'libcub-dev and libthrust-dev'

# Constructors of shared objects do not run; initialisers are refused.
cat >made.cu <<'END'
struct made {
	int x;
	__device__ made(int n = 3) : x(n) {}
};
__global__ void
k()
{
	__shared__ made m;
}
END
"$HDCC" -c made.cu -o made.o 2>said
said '^made.cu:8:18: warning: .*the constructor does not run'
[ "$(grep -c . said)" = 1 ] || fail "more was said"
"$HDCC" -w -c made.cu -o made.o 2>said
[ ! -s said ] || fail "said in spite of -w"
sed -i 's/made m/made m(3)/' made.cu
refuse "$HDCC" -c made.cu -o made.o
said '^made.cu:8:18: error: initialization is not supported for __shared__'
