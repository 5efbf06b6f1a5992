# SPDX-License-Identifier: Apache-2.0
# Our headers give no warnings: every C++ standard, and the host API in C99, from gcc,
# clang and hdcc.
. "$ROOT/tests/driver/common.bash"

strict="-Wall -Wextra -Werror -fsyntax-only"
include=$BUILD/include/heddle
cat >api.c <<'END'
#include <cuda_runtime_api.h>
#include <cuda.h>
#include <vector_types.h>
int main(void) { return cudaGetLastError() == cudaSuccess ? 0 : 1; }
END
cat >api.cpp <<'END'
#include <cuda_runtime.h>
#include <cuda.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
#include <vector_functions.h>
#include <math_constants.h>
#include <device_launch_parameters.h>
int main() { return make_int2(0, 1).x + (cudaGetLastError() == cudaSuccess ? 0 : 1); }
END
sed '/^int main/i __global__ void k(float *p) { p[threadIdx.x] = sinf(p[0]); }' \
	api.cpp >api.cu

# As users give it, with -I: warnings count. C99 has no // comments trouble.
for c in gcc "clang-$LLVM"; do
	for std in c99 c11; do
		$c -std=$std $strict -I"$include" api.c
	done
done
for c in g++ "clang++-$LLVM"; do
	for std in c++11 c++14 c++17 c++20; do
		$c -std=$std $strict -I"$include" api.cpp
	done
done
for std in c++11 c++14 c++17 c++20; do
	"$HDCC" -std=$std -Wall -Wextra -Werror -c api.cu -o api.o 2>said || {
		cat said
		fail "-std=$std"
	}
	[ ! -s said ] || fail "$(cat said)"
done
