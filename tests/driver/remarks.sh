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
__global__ void moves(float *x)
{
	__shared__ float s[65];

	s[threadIdx.x] = x[threadIdx.x];
	__syncthreads();
	s[threadIdx.x] = s[threadIdx.x + 1];
	__syncthreads();
	x[threadIdx.x] = s[threadIdx.x];
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
grep -qE "a.cu:19:[0-9]+: remark: kernel 'moves' reads here .* line 19, and" said ||
	fail "no remark about threads that read what others write"
"$HDCC" -c -O2 -Rpass=heddle -fno-heddle-pace a.cu -o a.o 2>said
! grep -q "'moves' reads" said || fail "-fno-heddle-pace has warps meet"

# Groups that go both ways at an if come together once behind it: many of them do not make
# vectors dear.
cat >ifs.cu <<'END'
__global__ void ifs(float *out, const float *in)
{
	int x = threadIdx.x, y = threadIdx.y, i = y * 16 + x;
	float c = in[i], n = c, s = c, w = c, e = c;
	if (c > 1) n = in[i + 16] * c;
	if (c > 2) s = in[i + 32] * n;
	if (n > 3) w = in[i + 1] * s;
	if (s > 4) e = in[i + 2] * w;
	if (w > 5) n = in[i + 3] * e;
	if (e > 6) s = in[i + 4] * n;
	out[i] = (n + s + w + e) / (c + 1) + n * s * (w - e) / (n * n + 1);
}
END
"$HDCC" -c -O2 -Rpass=heddle -Rpass-missed=heddle ifs.cu -o ifs.o 2>said
grep -qE "kernel 'ifs' runs in groups of [0-9]+ lanes" said || fail "ifs in one lane"

"$HDCC" -c -O2 a.cu -o a.o 2>said
[ ! -s said ] || fail "remarks that nobody asked for"
