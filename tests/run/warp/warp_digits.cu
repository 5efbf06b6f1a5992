// warp_digits: who has the same digit, found by ballots bit by bit as radix sorts do, and by
// __match_any_sync; in whole warps, in the last one of a block, and where some lanes have gone.
// Then what one lane of each digit writes, and rounds that some lanes, or none, take.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same, but for lines that hang on the order of threads
#include "../test.h"

enum { WARP = 32 };

template <int BITS>
__device__ unsigned
by_bits(unsigned who, unsigned digit)
{
	unsigned same = ~0u;

	for (int b = 0; b < BITS; b++) {
		unsigned set = __ballot_sync(who, digit >> b & 1);
		same &= digit >> b & 1 ? set : ~set;
	}
	return same;
}

template <int BITS>
__global__ void
digits(const unsigned *in, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned key = i < n ? in[i] : 0;

	out[i] = by_bits<BITS>(~0u, key);
}

// Some of the lanes have gone before; they are in ~set.
template <int BITS>
__global__ void
rest(const unsigned *in, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n || in[i] % 5 == 0)
		return;
	unsigned who = __activemask();
	out[i] = by_bits<BITS>(who, in[i] >> 3);
}

__global__ void
matches(const unsigned *in, unsigned *out, int mod)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned v = in[i] % mod;

	out[i] = __match_any_sync(~0u, v * 0x01010101u) ^
		 __match_any_sync(~0u, (unsigned long long)v << 40) * 3 ^
		 __match_any_sync(~0u, (unsigned)(unsigned char)v) * 5;
}

// One of those with the same digit writes, after all have read. Of lanes that write to one
// place, the last one's value stays.
__global__ void
places(const unsigned *in, int *out, int *last, int n, int odd)
{
	__shared__ int next[4][64];
	int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int digit = i < n ? in[i] & 63 : 63;

	for (int d = lane; d < 64; d += WARP)
		next[warp][d] = 100 * d;
	__syncwarp();
	for (int round = 0; round < 3; round++) {
		unsigned same = by_bits<6>(~0u, digit);
		int rank = __popc(same & ((1u << lane) - 1));
		int to = next[warp][digit] + rank;

		__syncwarp();
		if (rank == 0)
			next[warp][digit] += __popc(same);
		__syncwarp();
		if (digit % 3 != odd)
			last[blockIdx.x * 256 + warp * 64 + digit / 4] = i;
		out[round * gridDim.x * blockDim.x + i] = to;
	}
}

// A row of each length from 0 to 100 for a warp; whole rounds, and parts of one.
__global__ void
rows(const int *start, const unsigned *column, const unsigned *x, unsigned *out, int n)
{
	int lane = threadIdx.x % WARP;
	int row = blockIdx.x * (blockDim.x / WARP) + threadIdx.x / WARP;
	unsigned sum = 0, most = 7;
	int k;

	if (row >= n)
		return;
	for (k = start[row] + lane; k < start[row + 1]; k += WARP) {
		sum += x[column[k]];
		if (column[k] % 101 == 0)
			break;
		most = column[k] > most ? column[k] : most;
	}
	sum += k;
	for (int j = start[row + 1] - lane; j > start[row]; j -= WARP)
		sum ^= column[j - 1];
	for (int step = WARP / 2; step > 0; step /= 2) {
		sum += __shfl_down_sync(~0u, sum, step);
		most += __shfl_xor_sync(~0u, most, step);
	}
	out[2 * (row * WARP + lane)] = sum;
	out[2 * (row * WARP + lane) + 1] = most;
}

static unsigned
sum_of(const std::vector<unsigned> &v)
{
	unsigned h = 17;

	for (unsigned x : v)
		h = h * 31 + x;
	return h;
}

template <int BITS>
static bool
check_digits(const std::vector<unsigned> &in, const std::vector<unsigned> &out, int width, int n)
{
	for (size_t i = 0; i < out.size(); i++) {
		int block = (int)i / width * width, first = block + ((int)i - block) / WARP * WARP;
		unsigned want = 0, key = (int)i < n ? in[i] : 0, low = (1u << BITS) - 1;

		for (int l = 0; l < WARP; l++) {
			int other = first + l;
			bool here = other < block + width;
			unsigned k = here && other < n ? in[other] : 0;

			if (here ? (k & low) == (key & low) : (key & low) == 0)
				want |= 1u << l;
		}
		if (out[i] != want)
			return false;
	}
	return true;
}

template <int BITS>
static void
try_digits(const std::vector<unsigned> &in, unsigned *a, int width)
{
	const int blocks = 3, n = blocks * width - 5;
	unsigned *r = device_array<unsigned>(blocks * width);

	digits<BITS><<<blocks, width>>>(a, r, n);
	printf("%d bits, %d threads: %d", BITS, width,
	       check_digits<BITS>(in, to_host(r, blocks * width), width, n));
	rest<BITS><<<blocks, width>>>(a, r, n);
	std::vector<unsigned> out = to_host(r, blocks * width);
	bool right = true;
	for (int i = 0; i < n; i++) {
		int block = i / width * width, first = block + (i - block) / WARP * WARP;
		unsigned want = 0, low = (1u << BITS) - 1, key = in[i] >> 3 & low;

		if (in[i] % 5 == 0)
			continue;
		for (int l = 0; l < WARP; l++) {
			int other = first + l;
			bool here = other < block + width && other < n && in[other] % 5;

			if (here ? (in[other] >> 3 & low) == key : key == 0)
				want |= 1u << l;
		}
		right &= out[i] == want;
	}
	printf(" %d\n", right);
}

int
main()
{
	const int n = 1024;
	std::vector<unsigned> in(n), x(n);

	for (int i = 0; i < n; i++) {
		in[i] = i * 2654435761u >> 9 & (i % 64 < 40 ? 0x1f : 0x1ff);
		x[i] = i * i;
	}
	unsigned *a = to_device(in), *dx = to_device(x), *r = device_array<unsigned>(n);

	for (int width : {128, 72, 20}) {
		try_digits<3>(in, a, width);
		try_digits<6>(in, a, width);
		try_digits<8>(in, a, width);
		try_digits<11>(in, a, width);
	}
	for (int mod : {1, 2, 7, 100, 1000}) {
		matches<<<n / 128, 128>>>(a, r, mod);
		printf("match %d: %08x\n", mod, sum_of(to_host(r, n)));
	}
	int *to = device_array<int>(3 * n), *last = device_array<int>(8 * 256);
	for (int odd = 0; odd < 2; odd++) {
		places<<<n / 128, 128>>>(a, to, last, n - 9, odd);
		std::vector<int> t = to_host(to, 3 * n), l = to_host(last, 8 * 256);
		printf("places: %08x %08x\n", sum_of({t.begin(), t.end()}),
		       sum_of({l.begin(), l.end()}));
	}
	const int count = 101;
	std::vector<int> start(count + 1);
	for (int i = 0; i < count; i++)
		start[i + 1] = start[i] + i * 37 % count;
	std::vector<unsigned> column(start[count]);
	for (size_t k = 0; k < column.size(); k++)
		column[k] = k * 2654435761u >> 11 & (n - 1);
	unsigned *sums = device_array<unsigned>(2 * WARP * count);
	rows<<<(count + 3) / 4, 128>>>(to_device(start), to_device(column), dx, sums, count);
	printf("rows: %08x\n", sum_of(to_host(sums, 2 * WARP * count)));
	return 0;
}
