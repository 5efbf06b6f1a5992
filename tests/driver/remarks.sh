# SPDX-License-Identifier: Apache-2.0
# Remarks say how many lanes a kernel got, why it got one only, and where a barrier may be
# missing.
. "$ROOT/tests/driver/common.bash"

cat >a.cu <<'END'
__global__ void wide(float *x) { x[threadIdx.x] *= 2; }
__global__ void votes(int *x)
{
	x[threadIdx.x] = __syncthreads_count(x[threadIdx.x] > 0);
}
__global__ void gathers(float *x, const int *from)
{
	__shared__ float s[64];

	s[threadIdx.x] = x[threadIdx.x];
	x[threadIdx.x] = s[from[threadIdx.x]];
}
END
"$HDCC" -c -O2 -Rpass=heddle -Rpass-missed=heddle a.cu -o a.o 2>said
grep -qE "a.cu:1: remark: kernel 'wide' runs in groups of [0-9]+ lanes" said ||
	fail "no remark about lanes"
grep -q "a.cu:3: remark: kernel 'votes' runs one lane at a time: it counts" said ||
	grep -q "a.cu:2: remark: kernel 'votes' runs one lane at a time: it counts" said ||
	fail "no remark about one lane"
grep -qE "a.cu:11:[0-9]+: remark: kernel 'gathers' may read here .* line 10" said ||
	fail "no remark about a barrier that may be missing"
"$HDCC" -c -O2 a.cu -o a.o 2>said
[ ! -s said ] || fail "remarks that nobody asked for"
