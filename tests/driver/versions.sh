# SPDX-License-Identifier: Apache-2.0
# On x86-64 a program has its kernels for several processors; remarks are about those in groups.
set -e
cd "$TMP"
cat >v.cu <<'C'
#include <cstdio>
__global__ void scale(float *x, float by) { x[blockIdx.x * 64 + threadIdx.x] *= by; }
int main()
{
	float *x;
	cudaMallocManaged(&x, 256 * sizeof *x);
	for (int i = 0; i < 256; i++)
		x[i] = i;
	scale<<<4, 64>>>(x, 2);
	cudaDeviceSynchronize();
	printf("%g %g\n", x[1], x[255]);
}
C
count() # FLAGS: better versions than the first
{
	"$HDCC" --target=x86_64-linux-gnu -S -emit-llvm "$@" v.cu -o v.ll
	grep -c '^@hd\.module\.[0-9]* ' v.ll || true
}
fail() { echo "wrong: $*"; exit 1; }
[ "$(uname -m)" = x86_64 ] || { echo "the headers are not those of x86-64"; exit 77; }
[ "$(count -O2)" = 1 ] || fail "-O2 has $(count -O2)"
[ "$(count -O3)" = 2 ] || fail "-O3 has $(count -O3)"
[ "$(count -O3 -fheddle-versions=none)" = 0 ] || fail "none has some"
[ "$(count -O3 -march=x86-64-v3)" = 0 ] || fail "-march has more"
"$HDCC" -O3 -Rpass=heddle v.cu -o v 2>log
[ "$(grep -c "runs in groups of" log)" = 1 ] || { cat log; fail "remarks"; }
HEDDLE_DEBUG=launch ./v >got 2>log
echo "2 510" | cmp - got
case $(grep -m1 -o 'for x86-64-v[34]\|for any processor' log) in
"for x86-64-v4") grep -q avx512vl /proc/cpuinfo || fail "AVX-512 is not here" ;;
"for x86-64-v3") ! grep -q avx512vl /proc/cpuinfo || fail "AVX-512 is here" ;;
"for any processor") ! grep -q avx2 /proc/cpuinfo || fail "AVX2 is here" ;;
*) cat log; fail "no version" ;;
esac
