# SPDX-License-Identifier: Apache-2.0
# Remarks say how many lanes a kernel got, why it got one only, where a barrier may be
# missing, and what was done to make it fast.
. "$ROOT/tests/driver/common.bash"

cat >a.cu <<'END'
__global__ void wide(float *x) { x[threadIdx.x] *= 2; }
__global__ void both(int *x)
{ if (*x & threadIdx.x) x[threadIdx.x] += __ballot_sync(__activemask(), threadIdx.x & 2);
  else x[threadIdx.x] -= __ballot_sync(__activemask(), threadIdx.x & 4);
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
__global__ void behind(float *x, int n)
{
	float s = 0;

	for (int i = threadIdx.x / 16; i < n; i += 4)
		s += __shfl_xor_sync(~0u, x[i], 1);
	x[threadIdx.x] = __shfl_sync(~0u, s, 0);
}
END
"$HDCC" -c -O2 -Rpass=heddle -Rpass-missed=heddle a.cu -o a.o 2>said
grep -q "a.cu:23: remark: kernel 'behind' runs in groups of 32 lanes" said ||
	fail "what is behind a loop is taken for another way of a branch"
grep -qE "a.cu:1: remark: kernel 'wide' runs in groups of [0-9]+ lanes" said ||
	fail "no remark about lanes"
grep -q "a.cu:[23]: remark: kernel 'both' runs one lane at a time: both ways" said ||
	fail "no remark about one lane"
grep -qE "a.cu:11:[0-9]+: remark: kernel 'gathers' may read here .* line 10" said ||
	fail "no remark about a barrier that may be missing"
grep -qE "a.cu:19:[0-9]+: remark: kernel 'moves' reads here .* line 19, without" said ||
	fail "no remark about threads that read what others write"
"$HDCC" -c -O2 -Rpass=heddle -fno-heddle-sync.add-barriers a.cu -o a.o 2>said
! grep -q "'moves' reads" said || fail "-fno-heddle-sync.add-barriers has warps meet"

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

# What can be switched off has a remark, which goes with it.
cat >tricks.cu <<'END'
__global__ void mean(float *out, const float *in, int n)
{
	float total = 0;
	for (int i = 0; i < n; i++)
		total += in[i];
	out[threadIdx.x] = in[threadIdx.x] / total;
}
extern "C" __global__ void tree(float *out, const float *in)
{
	__shared__ float s[256];
	int t = threadIdx.x;
	s[t] = in[blockIdx.x * 256 + t];
	__syncthreads();
	for (int k = 128; k > 0; k >>= 1) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}
__global__ void turn(float *out, const float *in, int n)
{
	__shared__ float s[16][16];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	if (x < n && y < n)
		s[threadIdx.y][threadIdx.x] = in[y * n + x];
	__syncthreads();
	if (x < n && y < n)
		out[y * n + x] = s[threadIdx.x][threadIdx.y];
}
__global__ void own(float *out, const float *in)
{
	float sum[8];
	for (int k = 0; k < 8; k++)
		sum[k] = in[threadIdx.x * 8 + k];
	for (int r = 0; r < 100; r++)
		for (int k = 0; k < 8; k++)
			sum[k] = sum[k] * in[r] + 1;
	for (int k = 0; k < 8; k++)
		out[threadIdx.x * 8 + k] = sum[k];
}
__global__ void network(unsigned *io, int step)
{
	__shared__ unsigned s[512];
	int t = threadIdx.x;
	s[t] = io[t];
	s[t + 256] = io[t + 256];
	for (; step > 0; step >>= 1) {
		__syncthreads();
		int i = 2 * t - (t & (step - 1));
		if (s[i] > s[i + step]) {
			unsigned x = s[i];
			s[i] = s[i + step];
			s[i + step] = x;
		}
	}
	__syncthreads();
	io[t] = s[t];
	io[t + 256] = s[t + 256];
}
__global__ void product(float *c, const float *a, const float *b, int n)
{
	__shared__ float as[16][16], bs[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	float sum = 0;
	for (int t = 0; t < n; t += 16) {
		as[y][x] = a[(blockIdx.y * 16 + y) * n + t + x];
		bs[y][x] = b[(t + y) * n + blockIdx.x * 16 + x];
		__syncthreads();
		for (int k = 0; k < 16; k++)
			sum += as[y][k] * bs[k][x];
		__syncthreads();
	}
	c[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x] = sum;
}
__global__ void uneven(float *c, const float *a, const float *b, int n)
{
	__shared__ float bs[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	float sum = 0;
	bs[y][x] = b[y * n + x];
	__syncthreads();
	for (int k = 0; k <= y; k++) /* rows differ, and cannot go together */
		sum += a[y * n + k] * bs[k][x];
	c[y * n + x] = sum;
}
__global__ void scale(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] *= 2;
}
__global__ void add(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * 8 + threadIdx.y;
	if (i < n && j < n)
		x[j * n + i] += threadIdx.x;
}
__global__ void parts(float *x, const float *z, const int *from, int n)
{
	__shared__ int count[16];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (; i < n; i += blockDim.x * gridDim.x)
		x[i] = z[2 * i + 1] + z[from[i]];
	atomicAdd(&count[from[threadIdx.x] & 15], 1);
	__syncthreads();
	x[threadIdx.x] += count[threadIdx.x & 15];
}
__global__ void shrink(float *io, int n)
{
	__shared__ float s[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	s[y][x] = io[y * 16 + x];
	__syncthreads();
	for (int i = 0; i < n; i++) {
		float v = 0;
		if (x > i && x < 15 - i && y > 0)
			v = s[y - 1][x] + s[y][x + 1];
		__syncthreads();
		s[y][x] += v;
		__syncthreads();
	}
	io[y * 16 + x] = s[y][x];
}
__global__ void blur(const float *in, float *out)
{
	__shared__ float s[64];
	int t = threadIdx.x, i = blockIdx.x * 64 + t;
	s[t] = in[i];
	__syncthreads();
	out[i] = t > 0 ? s[t] + s[t - 1] : 0;
}
__global__ void buckets(unsigned *io)
{
	__shared__ unsigned next[16];
	unsigned lane = threadIdx.x % 32, d = io[lane] % 16, same = ~0u;
	for (int b = 0; b < 4; b++) {
		unsigned set = __ballot_sync(~0u, d >> b & 1);
		same &= d >> b & 1 ? set : ~set;
	}
	unsigned before = __popc(same & ((1u << lane) - 1)), to = next[d] + before;
	__syncwarp();
	if (before == 0)
		next[d] += __popc(same);
	__syncwarp();
	same = __match_any_sync(~0u, d);
	before = __popc(same & ((1u << lane) - 1)), to += next[d] + before;
	__syncwarp();
	if (before == 0)
		next[d] += __popc(same);
	__syncwarp();
	io[to] = d;
}
void launch(float *f, unsigned *p)
{
	blur<<<2, 64>>>(f, f);
	shrink<<<1, dim3(16, 16)>>>(f, 2);
	tree<<<8, 256>>>(f, f);
	turn<<<dim3(4, 4), dim3(16, 16)>>>(f, f, 64);
	network<<<1, 256>>>(p, 256);
	product<<<dim3(4, 4), dim3(16, 16)>>>(f, f, f, 64);
	uneven<<<1, dim3(16, 16)>>>(f, f, f, 16);
}
END

quickly() { # FLAGS: what is said for one processor
	"$HDCC" -O2 -S -emit-llvm --heddle-stop-after=jam_rows -Rpass=heddle "$@" \
		tricks.cu -o tricks.ll
}

# Which switches are off together: no kernel has to do with two of a set.
sets="loop.hoist,loop.unroll-barriers,ver.interior-blocks,loop.unroll-arrays,\
mem.permute,loop.jam,order.split-blocks,mem.prefetch,loop.peel,mem.bypass-tiles,\
warp.number-buckets
order.rows,mem.stride-2
ctl.row-end,mem.plain-atomics"
set_of() {
	{ echo "$sets" | grep -wF -- "$1" || echo "$1"; } | tr , ' '
}

# remark SWITCH REGEX [FLAGS]: it is there, and without the switch it is not
remark() {
	local name=$1 regex="^tricks.cu:$2" set
	shift 2
	cp all said
	[ $# = 0 ] || quickly "$@" 2>said
	said "$regex"
	set=$(set_of "$name")
	[ -e "$set$*" ] ||
		quickly $(printf -- '-fno-heddle-%s ' $set) "$@" 2>"$set$*"
	! grep -E "$regex" "$set$*" || fail "a remark in spite of -fno-heddle-$name"
}

"$HDCC" -c -O2 -Rpass=heddle tricks.cu -o tricks.o 2>all
[ -z "$(sort all | uniq -d)" ] || fail "said twice: $(sort all | uniq -d)"
"$HDCC" -c -O2 -Rpass=heddle "$ROOT/tests/run/blocks/missing_barrier.cu" -o b.o 2>said
said "'sum_of' reads here"
"$HDCC" -c -O2 -Rpass=heddle "$ROOT/tests/run/blocks/overwritten_tiles.cu" -o b.o 2>more
for kernel in count product halo mirror; do
	grep -q "'$kernel' reads here what other threads may have overwritten" more ||
		fail "a tile that is overwritten early"
done
! grep "'turns' reads here" more || fail "a barrier that nobody needs"
[ -z "$(sort said | uniq -d)" ] || fail "said twice: $(sort said | uniq -d)"
! grep "tree\.known" all || fail "a version's name in a remark"
[ "$(grep -c ' 4 rows of a block' all)" = 1 ] || fail "rows that cannot go together"

remark loop.hoist "4:.* kernel 'mean' runs this loop once per launch"
remark loop.unroll-barriers "14:.* 'tree' unrolls this loop: the guards between its barriers"
remark ctl.row-end "15:.* 'tree' skips the rest of a row of threads"
remark ver.interior-blocks "26:.* 'turn' has .* guard, for interior blocks of 16x16"
remark loop.unroll-arrays "38:.* 'own' unrolls this loop: its private array"
remark mem.permute "51:.* 'network' has copies of the code that follows for powers of two"
remark mem.permute "43:.* 'network' accesses .* permutations of whole vectors \([0-9]+\)"
remark loop.jam "62:.* 4 rows of a block share their loops"
remark loop.peel "116:.* 'shrink' peels 2 iterations of this loop"
remark mem.bypass-tiles "130:.* 'blur' has a version without this shared-memory store"
remark mem.bypass-tiles "126:.* version without .* tiles, for arrays that do not overlap"
[ "$(uname -m)" = x86_64 ] ||
	remark warp.match "139:.* 'buckets' replaces ballots .* by one match"
remark warp.number-buckets "148:.* lanes of kernel 'buckets' number the elements"
remark ver.block "62:.* version for blocks of 16x16x1 threads"
remark order.rows "88:.* 'scale': neighbouring blocks run as one long row"
remark order.rows "94:.* 'add': neighbouring blocks run row by row"
remark ctl.row-end "97:.* 'add' skips the rest of a row of threads"
remark order.split-blocks "88:.* 'scale': .*wide blocks may be split into narrow ones"
remark mem.prefetch "100:.* 'parts' accesses .* prefetches \([0-9]+\)"
remark mem.stride-2 "100:.* 'parts' accesses .* stride-2 accesses as whole vectors \([0-9]+\)"
remark mem.plain-atomics "100:.* 'parts' .* shared atomics as plain loads and stores \(1\)"
if [ "$(uname -m)" = x86_64 ]; then
	remark mem.page "88:.* 'scale' accesses .* masked loads as whole vectors \(1\)" \
		-fheddle-versions=none
	remark mem.gather "100:.* 'parts' accesses .* gathers and scatters \([0-9]+\)" \
		-march=x86-64-v4
fi

"$HDCC" -c -O2 a.cu -o a.o 2>said
[ ! -s said ] || fail "remarks that nobody asked for"
