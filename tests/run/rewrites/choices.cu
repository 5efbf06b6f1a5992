// Neighbours clamped to an edge and halos read by threads at an edge, in all the forms in
// which they come: the same as on the host.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define HD __host__ __device__

struct size { int w, h; };

HD static int at(int x, int y, size s) { return y * s.w + x; }

HD static int clamped(int x, int y, size s)
{
	int west = x == 0 ? x : x - 1, east = x == s.w - 1 ? x : x + 1;
	int north = max(y - 1, 0), south = min(y + 1, s.h - 1);

	return at(west, y, s) * 7 + at(east, y, s) * 5 + at(x, north, s) * 3 + at(x, south, s);
}

__global__ void
neighbours(const int *in, int *out, size s)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x >= s.w || y >= s.h)
		return;
	int west = max(x - 1, 0), east = min(x + 1, s.w - 1);
	unsigned far = min((unsigned)(x - 3), (unsigned)s.w - 1u); // wraps at the left edge
	long long twice = x < s.w / 2 ? 2ll * x : x;

	out[at(x, y, s)] = clamped(x, y, s) + in[at(west, y, s)] - 2 * in[at(east, y, s)] +
			   in[at(x, max(y - 1, 0), s)] + in[at((int)far, y, s)] * 11 +
			   in[at((int)twice, y, s)] * 13 + in[at(x + (x != s.w - 1), y, s)];
}

static int
neighbours_of(const std::vector<int> &in, int x, int y, size s)
{
	int west = std::max(x - 1, 0), east = std::min(x + 1, s.w - 1);
	unsigned far = std::min((unsigned)(x - 3), (unsigned)s.w - 1u);
	long long twice = x < s.w / 2 ? 2ll * x : x;

	return clamped(x, y, s) + in[at(west, y, s)] - 2 * in[at(east, y, s)] +
	       in[at(x, std::max(y - 1, 0), s)] + in[at((int)far, y, s)] * 11 +
	       in[at((int)twice, y, s)] * 13 + in[at(x + (x != s.w - 1), y, s)];
}

// The clamped index goes on in a loop, some lanes of which end early.
__global__ void
columns(const int *in, int *out, size s, int uneven)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;

	if (x >= s.w)
		return;
	int w = x == 0 ? x : x - 1, e = x < s.w - 1 ? x + 1 : x, sum = 0;
	int rows = uneven ? s.h - x % 3 : s.h;

	for (int y = 0; y < rows; y++, w += s.w, e += s.w)
		sum = sum * 3 + in[w] - in[e];
	out[x] = sum;
}

static int
column_of(const std::vector<int> &in, int x, size s, int uneven)
{
	int w = x == 0 ? x : x - 1, e = x < s.w - 1 ? x + 1 : x;
	unsigned sum = 0;
	int rows = uneven ? s.h - x % 3 : s.h;

	for (int y = 0; y < rows; y++, w += s.w, e += s.w)
		sum = sum * 3 + in[w] - in[e];
	return (int)sum;
}

// A tile whose cells at the edge stay idle; indices live across barriers.
__global__ void
tile(const int *in, int *out, size s, int steps)
{
	__shared__ int now[8][16], then[8][16];
	int tx = threadIdx.x, ty = threadIdx.y, x = 12 * blockIdx.x - 2 + tx;
	int y = 4 * blockIdx.y - 2 + ty;
	bool inside = x >= 0 && x < s.w && y >= 0 && y < s.h, mine = false;
	int left = max(0, tx - x), right = min(15, tx - x + s.w - 1);
	int w = max(tx - 1, left), e = min(tx + 1, right);
	int n = max(ty - 1, max(0, ty - y)), so = min(ty + 1, min(7, ty - y + s.h - 1));

	if (inside)
		now[ty][tx] = in[at(x, y, s)];
	__syncthreads();
	for (int i = 0; i < steps; i++) {
		mine = tx > i && tx < 15 - i && ty > i && ty < 7 - i && inside;
		if (mine)
			then[ty][tx] = now[ty][tx] * 3 + now[ty][w] - now[ty][e] +
				       2 * now[n][tx] - now[so][tx];
		__syncthreads();
		if (mine)
			now[ty][tx] = then[ty][tx];
		__syncthreads();
	}
	if (mine)
		out[at(x, y, s)] = now[ty][tx];
}

// Threads at the edges of a block fetch what lies beyond.
__global__ void
halo(const int *in, int *out, size s)
{
	__shared__ int t[6][34];
	int tx = threadIdx.x, x = blockIdx.x * 32 + tx, y = blockIdx.y * 4 + threadIdx.y;
	int lx = tx + 1, ly = threadIdx.y + 1;
	bool here = x < s.w && y < s.h;

	if (here)
		t[ly][lx] = in[at(x, y, s)];
	if (tx == 0)
		t[ly][0] = x > 0 && y < s.h ? in[at(x - 1, y, s)] : -1;
	if (x == s.w - 1 && y < s.h)
		t[ly][lx + 1] = -2;
	else if (31 == tx)
		t[ly][33] = here ? in[at(x + 1, y, s)] : -3;
	if (threadIdx.y == 0)
		t[0][lx] = y > 0 && x < s.w && y - 1 < s.h ? in[at(x, y - 1, s)] : -4;
	if (threadIdx.y != 3) {
	} else
		t[5][lx] = y + 1 < s.h && x < s.w ? in[at(x, y + 1, s)] : -5;
	__syncthreads();
	if (here)
		out[at(x, y, s)] = t[ly][lx] * 16 + t[ly][lx - 1] * 8 + t[ly][lx + 1] * 4 +
				   t[ly - 1][lx] * 2;
}

static int
halo_of(const std::vector<int> &in, int x, int y, size s)
{
	int west = x > 0 ? in[at(x - 1, y, s)] : -1, east = -2, north = -4;

	if (x < s.w - 1)
		east = in[at(x + 1, y, s)];
	if (y > 0)
		north = in[at(x, y - 1, s)];
	return in[at(x, y, s)] * 16 + west * 8 + east * 4 + north * 2;
}

static std::vector<int>
tile_of(std::vector<int> now, size s, int steps)
{
	std::vector<int> then = now;

	for (int i = 0; i < steps; i++) {
		for (int y = 0; y < s.h; y++)
			for (int x = 0; x < s.w; x++)
				then[at(x, y, s)] = now[at(x, y, s)] * 3 +
						    now[at(std::max(x - 1, 0), y, s)] -
						    now[at(std::min(x + 1, s.w - 1), y, s)] +
						    2 * now[at(x, std::max(y - 1, 0), s)] -
						    now[at(x, std::min(y + 1, s.h - 1), s)];
		now = then;
	}
	return now;
}

static int wrong;

static void
compare(const char *what, const int *out, const std::vector<int> &want, size s)
{
	int bad = 0;

	cudaDeviceSynchronize();
	for (size_t k = 0; k < want.size(); k++)
		if (out[k] != want[k] && bad++ < 3)
			printf("%s %dx%d: %d is %d instead of %d\n", what, s.w, s.h, (int)k, out[k],
			       want[k]);
	wrong += bad;
}

int
main()
{
	static const size sizes[] = {{64, 12}, {33, 5}, {97, 9}, {128, 4}, {15, 16}, {16, 3}};

	for (size s : sizes) {
		int n = s.w * s.h, *in, *out;
		std::vector<int> a(n), want(n);

		cudaMallocManaged(&in, n * sizeof(int));
		cudaMallocManaged(&out, n * sizeof(int));
		srand(s.w);
		for (int k = 0; k < n; k++)
			in[k] = a[k] = rand() % 1000;
		for (int k = 0; k < n; k++)
			want[k] = neighbours_of(a, k % s.w, k / s.w, s);
		neighbours<<<dim3((s.w + 31) / 32, (s.h + 3) / 4), dim3(32, 4)>>>(in, out, s);
		compare("neighbours", out, want, s);
		for (int k = 0; k < n; k++)
			want[k] = halo_of(a, k % s.w, k / s.w, s);
		halo<<<dim3((s.w + 31) / 32, (s.h + 3) / 4), dim3(32, 4)>>>(in, out, s);
		compare("halo", out, want, s);
		tile<<<dim3((s.w + 11) / 12, (s.h + 3) / 4), dim3(16, 8)>>>(in, out, s, 2);
		compare("tile", out, tile_of(a, s, 2), s);
		want.resize(s.w);
		for (int uneven = 0; uneven < 2; uneven++) {
			for (int x = 0; x < s.w; x++)
				want[x] = column_of(a, x, s, uneven);
			columns<<<(s.w + 63) / 64, 64>>>(in, out, s, uneven);
			compare("columns", out, want, s);
		}
		cudaFree(in);
		cudaFree(out);
	}
	printf("%d wrong\n", wrong);
}
