#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# --heddle-paranoid looks after each pass whether facts hold, and passes after LLVM's optimiser
# are passes like the others: they can be dumped, timed, skipped and run alone.
set -eu
cd "$TMP"
cat > k.cu <<'CU'
#include <cstdio>
__global__ void sum(const float *a, float *o, int n) {
	__shared__ float s[128];
	float x = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x) x += a[i] * a[i];
	s[threadIdx.x] = x;
	__syncthreads();
	for (int k = 64; k > 0; k >>= 1) {
		if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
		__syncthreads();
	}
	if (threadIdx.x == 0) *o = s[0];
}
int main() {
	float *a, *o, h[256], r;
	for (int i = 0; i < 256; i++) h[i] = 1;
	cudaMalloc(&a, sizeof h);
	cudaMalloc(&o, 4);
	cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
	sum<<<1, 128>>>(a, o, 256);
	cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost);
	printf("%g\n", r);
}
CU
for level in -O0 -O1 -O2; do
	"$HDCC" $level --heddle-paranoid --heddle-quick -march=native k.cu -o k
	[ "$(./k)" = 256 ]
done

# all stages are timed and dumped, each dump is valid input again
"$HDCC" -O2 -fheddle-lanes=8 --heddle-time --heddle-dump=all --heddle-dump-dir=. -c k.cu \
	-o k.o 2> times
for pass in normalize lower_lanes merge_host optimise sink_cold place_constructors; do
	grep -q " ms  $pass\$" times
	ls ./*-$pass.ll > /dev/null
done
grep -q '@llvm.global_ctors' ./*-sink_cold.ll
"$HEDDLE" opt --only=place_constructors ./*-sink_cold.ll -o alone.ll
if grep -q '@llvm.global_ctors' alone.ll; then exit 1; fi
grep -q 'section ".init_array' alone.ll
"$HEDDLE" opt --start-after=sink_cold ./*-sink_cold.ll -o rest.ll
grep -q 'section ".init_array' rest.ll

# a pass that is left out is not run; one that does not exist is an error
"$HDCC" -O2 --heddle-skip=sink_cold --heddle-time -c k.cu -o k.o 2> times
if grep -q sink_cold times; then exit 1; fi
if "$HDCC" -O2 --heddle-skip=no_such_pass -c k.cu -o k.o 2> message; then exit 1; fi
grep -q "no pass is called 'no_such_pass'" message
