// read_tiles: tiles in shared memory that hold nothing but what was read from an array, read by
// neighbours: with borders from the array, with borders of their own, stored by who reads them
// and by others, in one to three dimensions, with indices of several types. The array may be
// the one that is written, or overlap it: then the tile is what keeps the old elements.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

typedef std::vector<int> ints;

// ---- what is outside the block comes from the array, outside the array from its edge

template <int W, int H>
__global__ void
edges(const int *p, int *up, int *down, int *sides, int n)
{
	__shared__ int s[H][W];
	int tx = threadIdx.x, ty = threadIdx.y;
	int x = blockIdx.x * W + tx, y = blockIdx.y * H + ty, i = y * n + x;

	s[ty][tx] = p[i];
	__syncthreads();
	int here = s[ty][tx];
	up[i] = (ty > 0 ? s[ty - 1][tx] : p[y > 0 ? i - n : i]) - here;
	down[i] = (ty < H - 1 ? s[ty + 1][tx] : p[y < n - 1 ? i + n : i]) - here;
	int left = tx > 0 ? s[ty][tx - 1] : p[x > 0 ? i - 1 : i];
	int right = tx < W - 1 ? s[ty][tx + 1] : p[x < n - 1 ? i + 1 : i];
	sides[i] = 3 * left + 5 * right - here;
}

// ---- with a border of its own

template <int W, int H>
__global__ void
bordered(const int *in, int *out, int n)
{
	__shared__ int s[H + 2][W + 2];
	int x = blockIdx.x * W + threadIdx.x, y = blockIdx.y * H + threadIdx.y;
	int lx = threadIdx.x + 1, ly = threadIdx.y + 1, i = y * n + x;

	s[ly][lx] = in[i];
	if (threadIdx.x == 0)
		s[ly][0] = x > 0 ? in[i - 1] : 7;
	if (threadIdx.x == W - 1)
		s[ly][W + 1] = x < n - 1 ? in[i + 1] : 8;
	if (threadIdx.y == 0)
		s[0][lx] = y > 0 ? in[i - n] : 9;
	if (threadIdx.y == H - 1)
		s[H + 1][lx] = y < n - 1 ? in[i + n] : 10;
	__syncthreads();
	out[i] = 2 * s[ly][lx] + 3 * s[ly][lx - 1] + 5 * s[ly][lx + 1] +
		 7 * s[ly - 1][lx] + 11 * s[ly + 1][lx];
}

// What is read outside is at the edge, or these numbers.
static void
neighbours_host(const ints &p, int n, bool clamps, ints &up, ints &down, ints &left,
		ints &right)
{
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) {
			int i = y * n + x;

			left[i] = x > 0 ? p[i - 1] : clamps ? p[i] : 7;
			right[i] = x < n - 1 ? p[i + 1] : clamps ? p[i] : 8;
			up[i] = y > 0 ? p[i - n] : clamps ? p[i] : 9;
			down[i] = y < n - 1 ? p[i + n] : clamps ? p[i] : 10;
		}
}

static ints
numbers(size_t n)
{
	ints v(n);

	for (size_t k = 0; k < n; k++)
		v[k] = (int)(k * 2654435761u >> 20) - 1000;
	return v;
}

static void
tell(const char *what, const ints &got, const ints &want)
{
	int wrong = 0;

	for (size_t k = 0; k < want.size(); k++)
		wrong += got[k] != want[k];
	printf("%s: %d wrong\n", what, wrong);
}

template <int W, int H>
static void
try_shape(int blocks)
{
	int n = blocks * W;
	ints p = numbers(n * n), up(n * n), down(n * n), left(n * n), right(n * n),
	     want(n * n);
	int *dp = to_device(p), *a = device_array<int>(n * n),
	    *b = device_array<int>(n * n), *c = device_array<int>(n * n);
	dim3 grid(blocks, n / H), block(W, H);

	neighbours_host(p, n, true, up, down, left, right);
	edges<W, H><<<grid, block>>>(dp, a, b, c, n);
	SYNC();
	for (int i = 0; i < n * n; i++) {
		up[i] -= p[i];
		down[i] -= p[i];
		want[i] = 3 * left[i] + 5 * right[i] - p[i];
	}
	tell("edges, up", to_host(a, n * n), up);
	tell("edges, down", to_host(b, n * n), down);
	tell("edges, sides", to_host(c, n * n), want);

	neighbours_host(p, n, false, up, down, left, right);
	bordered<W, H><<<grid, block>>>(dp, a, n);
	SYNC();
	for (int i = 0; i < n * n; i++)
		want[i] = 2 * p[i] + 3 * left[i] + 5 * right[i] + 7 * up[i] +
			  11 * down[i];
	tell("bordered", to_host(a, n * n), want);
}

// ---- one row

enum { LINE = 64, REACH = 2 };

// Borders are stored by who reads them; or all of them by the first threads.
template <bool SELF, class INDEX>
__global__ void
line(const int *p, int *q, INDEX n)
{
	__shared__ int s[LINE + 2 * REACH];
	INDEX t = threadIdx.x, i = blockIdx.x * (INDEX)LINE + t;

	s[t + REACH] = p[i];
	if (t < REACH)
		s[t] = i >= REACH ? p[i - REACH] : -5;
	if (SELF && t >= LINE - REACH)
		s[t + 2 * REACH] = i + REACH < n ? p[i + REACH] : -6;
	if (!SELF && t < REACH)
		s[t + LINE + REACH] = i + LINE < n ? p[i + LINE] : -6;
	__syncthreads();
	q[i] = s[t] * 3 + s[t + REACH] + s[t + 2 * REACH] * 5;
}

// Nothing but the tile is read behind the barrier, and the block is all there is.
__global__ void
turned(const int *p, int *q)
{
	__shared__ int s[LINE];
	int t = threadIdx.x;

	s[t] = p[t];
	__syncthreads();
	int a = t > 0 ? s[t - 1] : 0;
	int b = t < LINE - 1 ? s[t + 1] : 0;
	q[t] = a * 100 + b;
}

__global__ void
promised(const int *__restrict__ p, int *__restrict__ q)
{
	__shared__ int s[LINE];
	int t = threadIdx.x, i = blockIdx.x * LINE + t;

	s[t] = p[i];
	__syncthreads();
	q[i] = s[t] - (t > 0 ? s[t - 1] : 0);
}

// A border that is there only where an array says so.
__global__ void
chosen(const int *p, const int *has, int *q)
{
	__shared__ int s[LINE + 1];
	int t = threadIdx.x, i = blockIdx.x * LINE + t;
	int yes = has[blockIdx.x];

	s[t + 1] = p[i];
	if (t == 0 && yes)
		s[0] = p[i - 1];
	__syncthreads();
	q[i] = t > 0 || yes ? s[t] : -9;
}

// Not what was read, and not by whom: twice as much, from the other end.
__global__ void
backwards(const int *p, int *q)
{
	__shared__ int s[LINE], r[LINE];
	int t = threadIdx.x, i = blockIdx.x * LINE + t;

	s[t] = 2 * p[i];
	r[LINE - 1 - t] = p[i];
	__syncthreads();
	q[i] = (t > 0 ? s[t - 1] : 1) + (t > 1 ? r[t - 2] : 3);
}

template <bool SELF, class INDEX>
static void
try_line(const char *name)
{
	int n = 5 * LINE;
	ints p = numbers(n), want(n);
	int *dp = to_device(p), *dq = device_array<int>(n);

	line<SELF, INDEX><<<5, LINE>>>(dp, dq, n);
	SYNC();
	for (int i = 0; i < n; i++)
		want[i] = (i >= REACH ? p[i - REACH] : -5) * 3 + p[i] +
			  (i + REACH < n ? p[i + REACH] : -6) * 5;
	tell(name, to_host(dq, n), want);
}

// The first block has nothing before it: nobody may read there.
static void
try_chosen(void)
{
	int n = 4 * LINE;
	ints p = numbers(n), has = {0, 1, 0, 1}, want(n);
	int *dp = to_device(p), *dhas = to_device(has), *dq = device_array<int>(n);

	chosen<<<4, LINE>>>(dp, dhas, dq);
	SYNC();
	for (int i = 0; i < n; i++)
		want[i] = i % LINE || has[i / LINE] ? p[i - 1] : -9;
	tell("chosen", to_host(dq, n), want);
}

__device__ int variable[LINE];

static void
try_overlap(void)
{
	ints p = numbers(3 * LINE), want(LINE);

	for (int t = 0; t < LINE; t++)
		want[t] = (t > 0 ? p[LINE + t - 1] : 0) * 100 +
			  (t < LINE - 1 ? p[LINE + t + 1] : 0);
	for (int by = -3; by <= 3; by++) {
		int *d = to_device(p);

		turned<<<1, LINE>>>(d + LINE, d + LINE + by);
		SYNC();
		tell("turned, in one array", to_host(d + LINE + by, LINE), want);
	}
	int *d = to_device(p), *q = device_array<int>(LINE);

	turned<<<1, LINE>>>(d + LINE, q);
	SYNC();
	tell("turned, in two", to_host(q, LINE), want);
	int *at;

	CK(cudaGetSymbolAddress((void **)&at, variable));
	turned<<<1, LINE>>>(d + LINE, at);
	SYNC();
	tell("turned, into a variable", to_host(at, LINE), want);
}

static void
try_others(void)
{
	int n = 3 * LINE;
	ints p = numbers(n), want(n);
	int *dp = to_device(p), *dq = device_array<int>(n);

	promised<<<3, LINE>>>(dp, dq);
	SYNC();
	for (int i = 0; i < n; i++)
		want[i] = p[i] - (i % LINE ? p[i - 1] : 0);
	tell("promised", to_host(dq, n), want);
	backwards<<<3, LINE>>>(dp, dq);
	SYNC();
	for (int i = 0; i < n; i++) {
		int t = i % LINE, first = i - t;

		want[i] = (t > 0 ? 2 * p[i - 1] : 1) +
			  (t > 1 ? p[first + LINE - 1 - (t - 2)] : 3);
	}
	tell("backwards", to_host(dq, n), want);
}

// ---- three dimensions, and rows that are longer than they are used

enum { X = 8, Y = 4, Z = 4 };

__global__ void
volume(const float *p, float *q, size_t pitch, unsigned layer)
{
	__shared__ float s[Z][Y][X];
	unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
	unsigned bx = blockIdx.x * X + x;
	size_t i = (size_t)z * layer + (size_t)y * pitch + bx;

	s[z][y][x] = p[i];
	__syncthreads();
	float sum = s[z][y][x];
	if (z > 0)
		sum += 2 * s[z - 1][y][x];
	if (z < Z - 1)
		sum += 3 * s[z + 1][y][x];
	if (y > 0 && x < X - 1)
		sum += 5 * s[z][y - 1][x + 1];
	q[i] = sum;
}

static void
try_volume(void)
{
	const int blocks = 3, pitch = 29, layer = 131, n = Z * layer;
	std::vector<float> p(n), want(n);

	for (int i = 0; i < n; i++)
		p[i] = i * 7 % 31;
	float *dp = to_device(p), *dq = device_array<float>(n);
	volume<<<blocks, dim3(X, Y, Z)>>>(dp, dq, pitch, layer);
	SYNC();
	for (int z = 0; z < Z; z++)
		for (int y = 0; y < Y; y++)
			for (int x = 0; x < blocks * X; x++) {
				int i = z * layer + y * pitch + x;

				want[i] = p[i];
				if (z > 0)
					want[i] += 2 * p[i - layer];
				if (z < Z - 1)
					want[i] += 3 * p[i + layer];
				if (y > 0 && x % X < X - 1)
					want[i] += 5 * p[i - pitch + 1];
			}
	std::vector<float> got = to_host(dq, n);
	int wrong = 0;

	for (int i = 0; i < n; i++)
		wrong += got[i] != want[i];
	printf("volume: %d wrong\n", wrong);
}

int
main()
{
	try_shape<16, 16>(3);
	try_shape<32, 8>(4);
	try_shape<8, 4>(1);
	try_shape<12, 6>(5);
	try_line<true, int>("line, by itself");
	try_line<true, unsigned>("line, unsigned");
	try_line<true, long long>("line, long");
	try_line<false, int>("line, by the first");
	try_chosen();
	try_overlap();
	try_others();
	try_volume();
	return 0;
}
