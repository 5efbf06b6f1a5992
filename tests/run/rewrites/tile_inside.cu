// tile_inside: tiles with guards on their place: inside, at each edge, with a size that is less than a
// block, with numbers that wrap around, unsigned ones, and guards that say the opposite of
// what is usual. All as the host computes it.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <climits>

enum { SIDE = 8, WIDE = 16 };

// Each cell becomes the sum of its neighbours that there are, times how far it is from the edge.
__global__ void
smooth(const int *in, int *out, int w, int h, int steps)
{
	__shared__ int s[SIDE][WIDE];
	int tx = threadIdx.x, ty = threadIdx.y;
	int x = (WIDE - 2) * (int)blockIdx.x - 1 + tx;
	int y = (SIDE - 2) * (int)blockIdx.y - 1 + ty;
	bool inside = x >= 0 && x < w && y >= 0 && y < h;
	int left = max(0, tx - x), right = min(WIDE - 1, tx - x + w - 1);
	int top = max(0, ty - y), bottom = min(SIDE - 1, ty - y + h - 1);

	if (inside)
		s[ty][tx] = in[y * w + x];
	__syncthreads();
	if (tx > 0 && tx < WIDE - 1 && ty > 0 && ty < SIDE - 1 && inside) {
		int sum = s[ty][max(tx - 1, left)] + s[ty][min(tx + 1, right)] +
			  s[max(ty - 1, top)][tx] + s[min(ty + 1, bottom)][tx];

		for (int k = 0; k < steps; k++)
			sum += s[ty][tx] * k;
		out[y * w + x] = sum;
	}
}

// One question each, about numbers that may wrap around.
template <int WHICH>
static __host__ __device__ bool
question(int x, unsigned u, int n, unsigned m, int block, int blocks)
{
	return WHICH == 0   ? x < n
	       : WHICH == 1 ? u < m
	       : WHICH == 2 ? x > 3
	       : WHICH == 3 ? block == blocks - 1
	       : WHICH == 4 ? x != n
	       : WHICH == 5 ? u - 5 < 40u
	       : WHICH == 6 ? x >= 1000
			    : n - x > 7;
}

template <int WHICH>
__global__ void
wraps(int *out, int from, int n, unsigned m)
{
	__shared__ int s[SIDE][WIDE];
	int tx = threadIdx.x, ty = threadIdx.y;
	unsigned u = (unsigned)from + blockIdx.x * WIDE + tx;
	bool yes = question<WHICH>((int)u, u, n, m, blockIdx.x, gridDim.x);

	s[ty][tx] = 0;
	__syncthreads();
	if (yes)
		s[ty][WIDE - 1 - tx] = tx + 1;
	__syncthreads();
	if (yes)
		out[(blockIdx.x * SIDE + ty) * WIDE + tx] = s[ty][tx] + 100;
}

static void
check_smooth(int w, int h)
{
	std::vector<int> in(w * h), want(w * h);
	int *out = device_array<int>(w * h);
	dim3 grid((w + WIDE - 3) / (WIDE - 2), (h + SIDE - 3) / (SIDE - 2));

	for (int i = 0; i < w * h; i++)
		in[i] = i * 7 % 31;
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++) {
			int i = y * w + x;

			want[i] = in[x > 0 ? i - 1 : i] + in[x < w - 1 ? i + 1 : i] +
				  in[y > 0 ? i - w : i] + in[y < h - 1 ? i + w : i] +
				  in[i] * 3;
		}
	smooth<<<grid, dim3(WIDE, SIDE)>>>(to_device(in), out, w, h, 3);
	SYNC();
	printf("%dx%d ", w, h);
	same("smooth", to_host(out, w * h), want);
}

template <int WHICH>
static void
check_one(int from, int n, unsigned m, std::vector<int> &all, std::vector<int> &want)
{
	const int blocks = 5;
	int *out = device_array<int>(blocks * SIDE * WIDE);
	std::vector<int> got;

	for (int b = 0; b < blocks; b++)
		for (int i = 0; i < SIDE * WIDE; i++) {
			int tx = i % WIDE, other = WIDE - 1 - tx;
			unsigned u = (unsigned)from + b * WIDE + tx, v = u - tx + other;
			bool yes = question<WHICH>((int)u, u, n, m, b, blocks);
			bool its = question<WHICH>((int)v, v, n, m, b, blocks);

			want.push_back(!yes ? 0 : its ? other + 101 : 100);
		}
	wraps<WHICH><<<blocks, dim3(WIDE, SIDE)>>>(out, from, n, m);
	SYNC();
	got = to_host(out, blocks * SIDE * WIDE);
	all.insert(all.end(), got.begin(), got.end());
}

static void
check_wraps(int from, int n, unsigned m)
{
	std::vector<int> all, want;

	check_one<0>(from, n, m, all, want);
	check_one<1>(from, n, m, all, want);
	check_one<2>(from, n, m, all, want);
	check_one<3>(from, n, m, all, want);
	check_one<4>(from, n, m, all, want);
	check_one<5>(from, n, m, all, want);
	check_one<6>(from, n, m, all, want);
	check_one<7>(from, n, m, all, want);
	printf("from %d to %d ", from, n);
	same("wraps", all, want);
}

int
main()
{
	check_smooth(70, 40);
	check_smooth(14, 6);
	check_smooth(5, 3);
	check_smooth(1, 1);
	check_wraps(0, 1000, 1000);
	check_wraps(20, 60, 70);
	check_wraps(INT_MAX - 40, INT_MAX, 1u << 31);
	check_wraps(INT_MAX - 40, -20, UINT_MAX);
	check_wraps(-30, 20, UINT_MAX - 7);
	check_wraps(-200, INT_MIN + 3, 9);
	return 0;
}
