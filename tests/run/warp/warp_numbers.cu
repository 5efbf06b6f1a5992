// warp_numbers: lanes of a warp take numbers from counters that they share: those with the same
// digit one after the other. In whole warps and where some lanes are missing; in blocks whose
// rows are no warps; with lanes counted from the other end; with numbers for some lanes only.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { WARP = 32, DIGITS = 16 };

__device__ unsigned
by_bits(unsigned who, unsigned digit)
{
	unsigned same = ~0u;

	for (int b = 0; b < 4; b++) {
		unsigned set = __ballot_sync(who, digit >> b & 1);
		same &= digit >> b & 1 ? set : ~set;
	}
	return same;
}

template <bool BITS>
__device__ unsigned
same_digit(unsigned who, int digit)
{
	return BITS ? by_bits(who, digit) : __match_any_sync(who, digit);
}

// Whole warps, or the last one of a block has lanes that never were.
template <bool BITS>
__global__ void
numbers(const int *in, int *out, int *left)
{
	__shared__ int next[4][DIGITS];
	int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	for (int d = lane % 4; d < DIGITS; d += 4)
		next[warp][d] = 1000 * d;
	__syncwarp();
	for (int round = 0; round < 3; round++) {
		int digit = in[i] >> round & (DIGITS - 1);
		unsigned same = same_digit<BITS>(~0u, digit);
		int rank = __popc(same & ((1u << lane) - 1));
		int to = next[warp][digit] + rank;

		__syncwarp();
		if (rank == 0)
			next[warp][digit] += __popc(same);
		__syncwarp();
		out[i] = out[i] * 7 + to;
	}
	for (int d = lane % 4; d < DIGITS; d += 4)
		left[(blockIdx.x * 4 + warp) * DIGITS + d] = next[warp][d];
}

// Some lanes have gone before; then lanes from the last to the first, and no meeting between.
template <bool BITS>
__global__ void
rest(const int *in, int *out, int *counts)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % WARP;
	int *mine = counts + (blockIdx.x * 4 + threadIdx.x / WARP) * DIGITS;

	if (in[i] % 5 == 0)
		return;
	unsigned who = __activemask();
	int digit = in[i] & (DIGITS - 1);
	unsigned same = same_digit<BITS>(who, digit);
	unsigned before = same & ((1u << lane) - 1);
	int to = mine[digit] + __popc(before);
	__syncwarp(who);
	if (!before)
		mine[digit] = mine[digit] + __popc(same);
	__syncwarp(who);
	unsigned behind = same & ~((2u << lane) - 1);
	int back = mine[digit] + __popc(behind);
	__syncwarp(who);
	if (__popc(behind) == 0)
		mine[digit] += __popc(same);
	__syncwarp(who);
	out[i] = to * 1000 + back;
}

// Rows of a block are no warps: threadIdx.x % 32 is not the lane, and what looks like one array
// of counters for a warp are two.
__global__ void
rows(int *out, int *counts)
{
	int x = threadIdx.x, lane = x % WARP, digit = x % DIGITS;
	int i = threadIdx.y * blockDim.x + x;
	int *mine = counts + x / WARP * DIGITS;

	for (int first = 0; first < (int)(blockDim.x * blockDim.y); first += WARP) {
		__syncthreads();
		if (i < first || i >= first + WARP)
			continue;
		unsigned who = __activemask(), same = __match_any_sync(who, digit);
		unsigned before = same & ((1u << lane) - 1);
		int to = mine[digit] + __popc(before);

		__syncwarp(who);
		if (before == 0)
			mine[digit] += __popc(same);
		out[i] = to;
	}
}

// Twice in a row, with the same digit and then with another: what was made for the first is used
// again for the second.
__global__ void
twice(const int *in, int *out)
{
	__shared__ int next[DIGITS];
	int lane = threadIdx.x % WARP, sum = 0, a = in[lane] & (DIGITS - 1);
	int digit[3] = {a, a, 15 - in[lane + WARP] % DIGITS};

	if (lane < DIGITS)
		next[lane] = lane;
	__syncwarp();
	for (int k = 0; k < 3; k++) {
		unsigned same = __match_any_sync(~0u, digit[k]);
		int before = __popc(same & ((1u << lane) - 1));
		int to = next[digit[k]] + before;

		__syncwarp();
		if (before == 0)
			next[digit[k]] += __popc(same);
		__syncwarp();
		sum = sum * 31 + to + digit[k];
	}
	out[threadIdx.x] = sum;
}

// What others do with the same counters stays in its order; a counter that is looked at stays.
__global__ void
looks(const int *in, int *out, int *counts)
{
	__shared__ int next[DIGITS];
	int lane = threadIdx.x, digit = in[lane] & (DIGITS - 1);

	if (lane < DIGITS)
		next[lane] = lane;
	__syncwarp();
	unsigned same = __match_any_sync(~0u, digit);
	unsigned before = same & ((1u << lane) - 1);
	int old = next[digit];
	int to = old + __popc(before);
	__syncwarp();
	if (before == 0)
		next[digit] += __popc(same);
	__syncwarp();
	out[lane] = to * 100 + old;
	int late = next[digit] + __popc(before);
	counts[lane] = next[(digit + 1) % DIGITS];
	__syncwarp();
	if (before == 0)
		next[digit] += __popc(same);
	__syncwarp();
	out[lane] = out[lane] * 100 + late + next[lane % DIGITS];
}

template <bool BITS>
static void
try_all(int *in, int n, int width)
{
	int blocks = n / width;
	int *out = device_array<int>(n), *left = device_array<int>(n * DIGITS);

	numbers<BITS><<<blocks, width>>>(in, out, left);
	printf("%d threads: %08x %08x", width, checksum_of(out, n),
	       checksum_of(left, n * DIGITS));
	int *counts = device_array<int>(n * DIGITS);
	rest<BITS><<<blocks, width>>>(in, out, counts);
	printf("; some: %08x %08x\n", checksum_of(out, n),
	       checksum_of(counts, n * DIGITS));
}

int
main()
{
	const int n = 1024;
	std::vector<int> in(n);

	for (int i = 0; i < n; i++)
		in[i] = (i * 2654435761u >> 9) & (i % 64 < 40 ? 0x33 : 0x1ff);
	int *a = to_device(in);
	for (int width : {128, 72, 20}) {
		try_all<true>(a, n, width);
		try_all<false>(a, n, width);
	}
	for (int width : {32, 48, 40}) {
		int *out = device_array<int>(n), *counts = device_array<int>(64);

		rows<<<1, dim3(width, 2)>>>(out, counts);
		printf("rows of %d: %08x %08x\n", width, checksum_of(out, n),
		       checksum_of(counts, 64));
	}
	int *out = device_array<int>(n), *counts = device_array<int>(n);
	twice<<<1, WARP>>>(a, out);
	printf("twice: %08x\n", checksum_of(out, WARP));
	looks<<<1, WARP>>>(a, out, counts);
	printf("looks: %08x %08x\n", checksum_of(out, n), checksum_of(counts, n));
	return 0;
}
