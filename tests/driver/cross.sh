# SPDX-License-Identifier: Apache-2.0
# Programs for the other processor, run by qemu.
# needs: qemu-x86_64
# needs: qemu-aarch64
case $(uname -m) in
x86_64) far=aarch64 cpus="generic" ;;
aarch64) far=x86_64 cpus="x86-64 x86-64-v3" ;;
*) exit 0 ;;
esac
target=$far-linux-gnu
cd "$TMP"
echo 'int main() { return 0; }' >a.cu
"$HDCC" --target=mips-linux-gnu a.cu 2>err && exit 1
grep -q 'there are x86_64-linux-gnu and aarch64-linux-gnu' err
if ! command -v $target-g++ >/dev/null; then
	echo "skipped: no $target-g++"
	exit 0
fi
make -s -C "$ROOT" B="$BUILD" LLVM_VERSION="$LLVM" cross-files TARGET=$target >log 2>&1 ||
	{ cat log; exit 1; }
for cpu in $cpus; do
	for t in vector_add barrier_loops warp_shuffle atomic_float math_exact struct_args; do
		"$HDCC" --target=$target -march=$cpu -static -fheddle-lanes=8 \
			"$ROOT"/tests/run/*/$t.cu -o $t
		timeout 60 qemu-$far -cpu max ./$t >$t.out
		cmp $t.out "$ROOT"/tests/run/*/$t.out || { echo "$t, $cpu: differs"; exit 1; }
	done
done
"$HDCC" --target=$target "$ROOT/tests/run/algo/vector_add.cu" -o a
timeout 60 qemu-$far -L /usr/$target ./a | cmp - "$ROOT/tests/run/algo/vector_add.out"

# Kernels for two processors; the better ones run where they can, on the same variables.
[ $far = x86_64 ] || exit 0
cat >v.cu <<'END'
#include <cstdio>
__device__ int calls;
static __device__ int hidden = 5;
__constant__ float scale = 2;
__device__ __noinline__ int steps(int x)
{
	for (int i = 0; i < x % 7; i++) x = x * 3 + 1;
	return x;
}
__global__ void work(int n, const int *x, float *y)
{
	static __device__ int inner;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) y[i] = x[i] * scale + hidden + steps(i % 50);
	if (i == 0) calls += 1 + 10 * inner++;
}
__global__ void set(int v) { hidden = v; }
int main()
{
	static int x[1000], n;
	static float y[1000], three = 3;
	double s = 0;
	for (int i = 0; i < 1000; i++) x[i] = i;
	for (int r = 0; r < 2; r++) {
		work<<<10, 100>>>(1000, x, y);
		cudaDeviceSynchronize();
		for (int i = 0; i < 1000; i++) s += y[i];
		set<<<1, 1>>>(7);
		cudaMemcpyToSymbol(scale, &three, sizeof three);
	}
	cudaMemcpyFromSymbol(&n, calls, sizeof n);
	printf("%.0f %d\n", s, n);
}
END
"$HDCC" v.cu -o here && ./here >want
"$HDCC" --target=$target -static v.cu -o v
for cpu in "Nehalem any processor" "max x86-64-v3"; do
	HEDDLE_DEBUG=launch timeout 60 qemu-x86_64 -cpu ${cpu%% *} ./v >got 2>log
	cmp got want || { cat got want; exit 1; }
	grep -q "kernel .*work.* for ${cpu#* }" log || { cat log; exit 1; }
done
# for one processor only, and this is a lesser one: said, not just crashed
"$HDCC" --target=$target -static -c -march=x86-64-v4 -Xcompiler=-march=x86-64 v.cu -o v4.o
"$HDCC" --target=$target -static v4.o -o v4
timeout 60 qemu-x86_64 -cpu max ./v4 >got 2>log || true
grep -q 'compiled for x86-64-v4, and this processor is less' log
"$HDCC" -fheddle-versions=pentium v.cu 2>log && exit 1
grep -q 'must be none, or of x86-64-v2, x86-64-v3, x86-64-v4' log
