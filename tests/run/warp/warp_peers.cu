// warp_peers: shuffles among lanes that each name their own kind; in whole warps, in the last
// one of a block, where some lanes have gone, and where some are elsewhere.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ unsigned
kind_of(unsigned x, unsigned kinds)
{
	return x * 2654435761u >> 7 & (kinds - 1);
}

// From the first, the last, the next and the previous of a kind; sums over a kind.
__device__ unsigned
among_peers(unsigned peers, unsigned v)
{
	unsigned lane = threadIdx.x & 31, above = peers & ~0u << lane << 1,
		 below = peers & ((1u << lane) - 1), sum = v, left;
	unsigned first = __shfl_sync(peers, v, __ffs(peers) - 1);
	unsigned last = __shfl_sync(peers, v, 31 - __clz(peers));
	unsigned next = __shfl_sync(peers, v, above ? __ffs(above) - 1 : (int)lane);
	unsigned prev = __shfl_sync(peers, v, below ? 31 - __clz(below) : (int)lane);
	double half = __shfl_sync(peers, v * 0.5, __ffs(peers) - 1);

	left = above;
	while (__any_sync(peers, left)) { // each step takes one more of those above
		unsigned x = __shfl_sync(peers, v, left ? __ffs(left) - 1 : (int)lane);

		sum += left ? x : 0;
		left &= left - 1;
	}
	return first ^ last * 3 ^ next * 5 ^ prev * 7 ^ sum * 11 ^
	       (unsigned)(half * 2) * 13;
}

__global__ void
all(unsigned *out, unsigned kinds)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = i * 40503u;

	out[i] = among_peers(__match_any_sync(__activemask(), kind_of(i, kinds)), v);
}

__global__ void
some_gone(unsigned *out, unsigned kinds)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = i * 40503u;

	if (i % 5 == 1)
		return;
	out[i] = among_peers(__match_any_sync(__activemask(), kind_of(i, kinds)), v);
}

__global__ void
some_elsewhere(unsigned *out, unsigned kinds)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = i * 40503u;
	unsigned kind = kind_of(i, kinds), odd = __ballot_sync(__activemask(), kind & 1),
		 who = __activemask();

	if (kind & 1)
		out[i] = among_peers(__match_any_sync(who & odd, kind), v);
	else
		out[i] = ~among_peers(__match_any_sync(who & ~odd, kind), v);
}

// Pairs name each other: their masks are constants for each lane.
__global__ void
pairs(unsigned *out)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
	unsigned mask = 3u << (lane & ~1u), v = i * 7u;

	v += __shfl_xor_sync(mask, v, 1) * 3;
	v ^= __shfl_down_sync(mask, v, 1, 2) * 5;
	v ^= __shfl_up_sync(mask, v, 1, 2) * 9;
	out[i] = v;
}

int
main()
{
	static const unsigned blocks[] = {32, 64, 100, 256};

	for (unsigned block : blocks)
		for (unsigned kinds = 1; kinds <= 16; kinds *= 4) {
			unsigned n = block * 6, *out = device_array<unsigned>(n);

			printf("%u, %u kinds:", block, kinds);
			all<<<6, block>>>(out, kinds);
			printf(" %08x", checksum(to_host(out, n).data(), n * 4));
			some_gone<<<6, block>>>(out, kinds);
			printf(" %08x", checksum(to_host(out, n).data(), n * 4));
			some_elsewhere<<<6, block>>>(out, kinds);
			printf(" %08x", checksum(to_host(out, n).data(), n * 4));
			pairs<<<6, block>>>(out);
			printf(" %08x\n", checksum(to_host(out, n).data(), n * 4));
			SYNC();
			CK(cudaFree(out));
		}
	return 0;
}
