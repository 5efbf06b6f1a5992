// tile_rounds: blocks that take several steps on a tile before they write: none, one, two as
// versions without the tile expect, and more; in blocks of several shapes, at the edges and
// inside; with arrays that overlap what is written, and with tiles of which the first step
// leaves something for the second. All as the host computes it, thread by thread.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum {
	PLAIN,   // all that a step reads, the step before it has computed
	BORDER,  // the last column is never computed: later steps read what was there first
	TURNED,  // what threads read, others have put there, not all as far away
	LATER    // other threads change what is read in the second step
};

typedef std::vector<int> ints;

template <int KIND>
static __host__ __device__ bool
works(int tx, int ty, int w, int h, int i)
{
	return tx >= i + 1 && tx <= (KIND == BORDER ? w - 2 : w - 2 - i) &&
	       ty >= i + 1 && ty <= h - 2 - i;
}

// Each cell is written by one block.
static __host__ __device__ bool
writes(int tx, int ty, int w, int h)
{
	return tx >= 2 && tx <= w - 3 && ty >= 2 && ty <= h - 3;
}

static __host__ __device__ int
step(int c, int up, int down, int left, int right, int more)
{
	return 3 * c + 5 * up + 7 * down + 11 * left + 13 * right + more;
}

template <int W, int H, int KIND, int BASE, class INDEX>
__global__ void
walk(const int *in, const int *more, int *out, INDEX n, INDEX m, int steps)
{
	__shared__ int now[H][W], add[H][W], then[H][W];
	int tx = threadIdx.x, ty = threadIdx.y;
	INDEX x = BASE + (W - 4) * (INDEX)blockIdx.x - 2 + tx;
	INDEX y = BASE + (H - 4) * (INDEX)blockIdx.y - 2 + ty;
	bool inside = x >= 0 && x < n && y >= 0 && y < m, mine = false;
	int px = KIND == TURNED ? W - 1 - tx : tx;

	if (inside) {
		now[ty][px] = in[y * n + x];
		add[ty][tx] = more[y * n + x];
	}
	__syncthreads();
	for (int i = 0; i < steps; i++) {
		mine = false;
		if (works<KIND>(tx, ty, W, H, i) && inside) {
			bool l = x > 0, r = x < n - 1, u = y > 0, d = y < m - 1;

			mine = true;
			then[ty][tx] = step(now[ty][tx], now[u ? ty - 1 : ty][tx],
					    now[d ? ty + 1 : ty][tx],
					    now[ty][l ? tx - 1 : tx],
					    now[ty][r ? tx + 1 : tx], add[ty][tx]);
		}
		__syncthreads();
		if (i == steps - 1)
			break;
		if (mine)
			now[ty][tx] = then[ty][tx];
		if (KIND == LATER && i == 0 && mine)
			add[ty][W - 1 - tx] += 1;
		__syncthreads();
	}
	if (mine && writes(tx, ty, W, H))
		out[y * n + x] = then[ty][tx];
}

// One block of it, on the host.
template <int W, int H, int KIND, int BASE>
static void
walk_host(const ints &in, const ints &more, ints &out, int n, int m, int bx, int by,
	  int steps)
{
	static int now[H][W], add[H][W], then[H][W];
	static bool inside[H][W], mine[H][W];
	auto each = [&](auto f) {
		for (int ty = 0; ty < H; ty++)
			for (int tx = 0; tx < W; tx++)
				f(tx, ty, BASE + (W - 4) * bx - 2 + tx,
				  BASE + (H - 4) * by - 2 + ty);
	};

	each([&](int tx, int ty, int x, int y) {
		mine[ty][tx] = false;
		inside[ty][tx] = x >= 0 && x < n && y >= 0 && y < m;
		if (!inside[ty][tx])
			return;
		now[ty][KIND == TURNED ? W - 1 - tx : tx] =
			in[y * n + x];
		add[ty][tx] = more[y * n + x];
	});
	for (int i = 0; i < steps; i++) {
		each([&](int tx, int ty, int x, int y) {
			mine[ty][tx] = works<KIND>(tx, ty, W, H, i) && inside[ty][tx];
			if (!mine[ty][tx])
				return;
			then[ty][tx] = step(now[ty][tx],
					    now[y > 0 ? ty - 1 : ty][tx],
					    now[y < m - 1 ? ty + 1 : ty][tx],
					    now[ty][x > 0 ? tx - 1 : tx],
					    now[ty][x < n - 1 ? tx + 1 : tx],
					    add[ty][tx]);
		});
		if (i == steps - 1)
			break;
		each([&](int tx, int ty, int, int) {
			if (mine[ty][tx])
				now[ty][tx] = then[ty][tx];
			if (KIND == LATER && i == 0 && mine[ty][tx])
				add[ty][W - 1 - tx] += 1;
		});
	}
	each([&](int tx, int ty, int x, int y) {
		if (mine[ty][tx] && writes(tx, ty, W, H))
			out[y * n + x] = then[ty][tx];
	});
}

static ints
numbers(size_t n, unsigned seed)
{
	ints v(n);

	for (size_t k = 0; k < n; k++)
		v[k] = (int)((k + seed) * 2654435761u >> 22);
	return v;
}

static int wrong;

static void
tell(const char *what, int w, int h, int kind, int steps, const ints &got,
     const ints &want)
{
	for (size_t k = 0; k < want.size(); k++)
		if (got[k] != want[k]) {
			wrong++;
			printf("%s: %dx%d kind %d, %d steps: [%zu] is %d, not %d\n",
			       what, w, h, kind, steps, k, got[k], want[k]);
			return;
		}
}

// From BASE on: 2 if all blocks are to be inside.
template <int W, int H, int KIND, int BASE, class INDEX>
static void
try_sizes(int n, int m)
{
	const int bx = BASE ? (n - 4) / (W - 4) : (n + W - 5) / (W - 4),
		  by = BASE ? (m - 4) / (H - 4) : (m + H - 5) / (H - 4);

	for (int steps = 0; steps <= 5; steps++) {
		ints in = numbers(n * m, 1), more = numbers(n * m, 99), want(n * m, -1);
		int *din = to_device(in), *dmore = to_device(more),
		    *out = to_device(want);

		walk<W, H, KIND, BASE, INDEX><<<dim3(bx, by), dim3(W, H)>>>(
			din, dmore, out, (INDEX)n, (INDEX)m, steps);
		SYNC();
		for (int y = 0; y < by; y++)
			for (int x = 0; x < bx; x++)
				walk_host<W, H, KIND, BASE>(in, more, want, n, m, x, y,
							    steps);
		tell("apart", W, H, KIND, steps, to_host(out, n * m), want);
		CK(cudaFree(din));
		CK(cudaFree(dmore));
		CK(cudaFree(out));
	}
}

// One block that is inside, in arrays that overlap: it has read everything before it writes.
template <int W, int H>
static void
try_overlap(int by, bool more_too)
{
	const int n = 4 * W, m = 4 * H, room = 3 * n;

	for (int steps = 1; steps <= 3; steps++) {
		ints all = numbers(n * m + 2 * room, 7), want = all, other;
		int *d = to_device(all), *in = d + room, *e = to_device(all);

		walk<W, H, PLAIN, 5, int><<<1, dim3(W, H)>>>(
			more_too ? e : in, more_too ? in : e, in + by, n, m, steps);
		SYNC();
		ints from(all.begin() + room, all.begin() + room + n * m);
		ints first(all.begin(), all.begin() + n * m), out(n * m, -1);

		walk_host<W, H, PLAIN, 5>(more_too ? first : from,
					  more_too ? from : first, out, n, m, 0, 0,
					  steps);
		for (int k = 0; k < n * m; k++)
			if (out[k] != -1)
				want[room + by + k] = out[k];
		tell("overlapping", W, H, by, steps, to_host(d, all.size()), want);
		CK(cudaFree(d));
		CK(cudaFree(e));
	}
}

int
main()
{
	try_sizes<16, 16, PLAIN, 0, int>(70, 64);
	try_sizes<16, 16, BORDER, 0, int>(70, 64);
	try_sizes<16, 16, LATER, 0, int>(70, 64);
	try_sizes<16, 16, TURNED, 2, int>(64, 52);
	try_sizes<32, 12, PLAIN, 0, int>(100, 40);
	try_sizes<8, 12, PLAIN, 0, long long>(40, 50);
	try_sizes<12, 14, PLAIN, 0, int>(50, 60);
	for (int by : {-65, -64, -1, 0, 1, 2, 64, 130}) {
		try_overlap<16, 16>(by, false);
		try_overlap<16, 16>(by, true);
	}
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
