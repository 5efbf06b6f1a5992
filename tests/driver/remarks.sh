# SPDX-License-Identifier: Apache-2.0
# Remarks say how many lanes a kernel got, and why it got one only.
. "$ROOT/tests/driver/common.bash"

cat >a.cu <<'END'
__global__ void wide(float *x) { x[threadIdx.x] *= 2; }
__global__ void votes(int *x)
{
	x[threadIdx.x] = __syncthreads_count(x[threadIdx.x] > 0);
}
END
"$HDCC" -c -O2 -Rpass=heddle -Rpass-missed=heddle a.cu -o a.o 2>said
grep -qE "a.cu:1: remark: kernel 'wide' runs in groups of [0-9]+ lanes" said ||
	fail "no remark about lanes"
grep -q "a.cu:3: remark: kernel 'votes' runs one lane at a time: it counts" said ||
	grep -q "a.cu:2: remark: kernel 'votes' runs one lane at a time: it counts" said ||
	fail "no remark about one lane"
"$HDCC" -c -O2 a.cu -o a.o 2>said
[ ! -s said ] || fail "remarks that nobody asked for"
