// zero_in_lanes: bits are looked for in numbers that are zero in some lanes, where LLVM's own
// functions have no result; whether lanes agree must not hang on those.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

template <int KIND>
__device__ bool
is_odd_one(unsigned x)
{
	switch (KIND) {
	case 0:
		return __ffs(x) & 5;
	case 1:
		return __ffsll((long long)x << 20) % 3 == 1;
	case 2:
		return x && __clz(x) > 29;
	case 3:
		return !x || (31 - __clz(x)) & 1;
	default:
		return x == 0 || __ffs(x) == 2 || __popc(x) == 3;
	}
}

template <int KIND>
__global__ void
pick(const int *in, const int *go, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (*go)
		if (is_odd_one<KIND>(threadIdx.x & 7))
			out[i * 4] = in[threadIdx.x];
	out[i * 4 + 2] = in[i];
}

template <int KIND>
static void
run(const int *in, const int *go, int block)
{
	const int n = 3 * block;
	int *out = device_array<int>(n * 4);

	pick<KIND><<<3, block>>>(in, go, out);
	printf("%d, %d: %08x\n", KIND, block, checksum_of(out, n * 4));
}

int
main()
{
	std::vector<int> in(512), go(1, 1);

	for (int i = 0; i < 512; i++)
		in[i] = i * 7 + 1;
	int *a = to_device(in), *g = to_device(go);

	for (int block : {32, 33, 128}) {
		run<0>(a, g, block);
		run<1>(a, g, block);
		run<2>(a, g, block);
		run<3>(a, g, block);
		run<4>(a, g, block);
	}
	return 0;
}
