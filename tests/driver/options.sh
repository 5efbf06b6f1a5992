# SPDX-License-Identifier: Apache-2.0
# --help, --version, unknown options, and options that mean nothing on a CPU.
# quick
. "$ROOT/tests/driver/common.bash"

shows '^hdcc \(Heddle\) [0-9.]+, LLVM [0-9.]+, ' "$HDCC" --version
"$HDCC" --help >help
for o in -c -o -O -G -arch -fheddle-lanes --heddle-dump; do
	grep -q -- "^  $o" help || fail "--help does not know $o"
done
[ "$(awk 'length > 88' help)" = "" ] || fail "--help is too wide"
refuse "$HDCC" --verzion
said "unknown option '--verzion'; did you mean '--version'"
refuse "$HDCC" -use_fastmath a.cu
said "unknown option '-use_fastmath'; did you mean '-use_fast_math'"
refuse "$HDCC" --entirely-unknown
said "unknown option '--entirely-unknown'; see --help"
refuse "$HDCC" -O7 a.cu
said "unknown level '-O7'"
refuse "$HDCC" -fheddle-lanes=3 a.cu
said 'fheddle-lanes=3'
refuse "$HDCC" -fheddle-nothing a.cu
said 'fheddle-nothing: there are'
refuse "$HDCC" -x fortran a.cu
said 'fortran'

small_program a.cu
"$HDCC" -arch=sm_70 -arch sm_80 --gpu-architecture=sm_90 -gencode arch=compute_70,code=sm_70 \
	-lineinfo -std=c++17 --std c++14 -Xcompiler -Wall,-O2 -g -O3 -Wall -Wl,-O1 \
	-Xlinker --no-undefined -fno-strict-aliasing -pthread -m64 a.cu -o app
prints 42 ./app
"$HDCC" -ccbin g++ -Xptxas -v --ptxas-options=-v -maxrregcount=32 --gpu-name sm_13 \
	-restrict -res-usage -cudart shared -ftz=true -prec-div=false \
	-prec-sqrt=false -fmad=true a.cu -o app
prints 42 ./app
refuse "$HDCC" -fmad=maybe a.cu
said 'must be true or false'
"$HDCC" -use_fast_math -march=native -O3 -fheddle-lanes=1 a.cu -o app
prints 42 ./app
# "native" is for the host's code, too, by the levels that the system allows
if grep -q avx2 /proc/cpuinfo; then
	"$HDCC" -dryrun -c -march=native a.cu >out 2>&1
	grep -e '--cuda-host-only' out | grep -q -e '-march=x86-64-v[34]' ||
		fail "-march=native is not for the host"
fi
case $(uname -m) in
x86_64) far=aarch64-linux-gnu ;;
*) far=x86_64-linux-gnu ;;
esac
refuse "$HDCC" -march=native --target=$far a.cu
said "the program is for --target=$far: name a processor there"
"$HDCC" -DX=1 -UX -D Y=2 -I. -I .. -include stdint.h -isystem . a.cu -o app
prints 42 ./app

# CUDA options say what they do with C and C++
echo 'int main(void) { return X - 3; }' >m.c
"$HDCC" -std=c++17 -DX=3 m.c -o m
./m

# -fmad=false: (1 + 2^-12)^2 - 1 - 2^-11 is 2^-24 exactly, and 0 after rounding twice
cat >fma.cu <<'END'
#include <cstdio>

__global__ void
mad(float *r, float a, float c)
{
	*r = a * a + c;
}

int
main()
{
	float *r, a = 1 + 1 / 4096.0f;

	cudaMallocManaged(&r, sizeof *r);
	mad<<<1, 1>>>(r, a, -1 - 1 / 2048.0f);
	cudaDeviceSynchronize();
	printf("%d\n", *r != 0);
	return cudaFree(r);
}
END
"$HDCC" -fmad=false fma.cu -o fma
prints 0 ./fma

# the last of -fheddle-NAME and -fno-heddle-NAME counts
cat > rounds.cu <<'END'
__global__ void k(const char *p, int *out, int n)
{
	int sum = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		sum += p[i];
	out[threadIdx.x] = sum;
}
END
"$HDCC" -O2 -Rpass=heddle -fno-heddle-order.strided-loops \
	-fheddle-order.strided-loops -c rounds.cu > out 2>&1
grep -q 'iteration by iteration' out || fail "-fheddle-order.strided-loops came last"
"$HDCC" -O2 -Rpass=heddle -fheddle-order.strided-loops \
	-fno-heddle-order.strided-loops -c rounds.cu > out 2>&1
! grep -q 'iteration by iteration' out || fail "-fno-heddle-order.strided-loops came last"

# names from before: the switch is taken, and the note says what it is called now
"$HDCC" -O2 -Rpass=heddle -fno-heddle-locality -c rounds.cu > out 2>&1
grep -q "note: -fno-heddle-locality is called -fno-heddle-order.strided-loops now" out ||
	fail "no note about the new name"
! grep -q 'iteration by iteration' out || fail "the old name does nothing"
"$HDCC" -O2 -fno-heddle-order.strided-loops -c rounds.cu > out 2>&1
[ ! -s out ] || fail "a note about a name of today"
