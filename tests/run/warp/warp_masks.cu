// warp_masks: every lane names other lanes, and all stand at the same operation: each gets
// the result for its own mask.
// out: by hand: a GPU of today refuses some of its masks
#include "../test.h"

__global__ void
below(const int *in, int *out)
{
	unsigned lane = threadIdx.x & 31, mask = (1u << lane) - 1;
	out[threadIdx.x] = __popc(__ballot_sync(mask, in[threadIdx.x] > 0));
}

__global__ void
some_below(const int *in, int *out)
{
	unsigned lane = threadIdx.x & 31;
	out[threadIdx.x] = -1;
	if (lane < 20) {
		unsigned mask = 0xfffffu & ~(1u << lane);
		out[threadIdx.x] = __popc(__ballot_sync(mask, in[threadIdx.x] > 0)) +
				   100 * __any_sync(1u << (lane ^ 1), in[threadIdx.x] > 1);
	}
}

int
main()
{
	std::vector<int> in(64);
	for (int i = 0; i < 64; i++)
		in[i] = i * 7 % 5 - 2;
	int *d = to_device(in), *out = device_array<int>(64);
	below<<<1, 64>>>(d, out);
	SYNC();
	for (int x : to_host(out, 64))
		printf("%d ", x);
	some_below<<<1, 64>>>(d, out);
	SYNC();
	printf("\n");
	for (int x : to_host(out, 64))
		printf("%d ", x);
	printf("\n");
	return 0;
}
