// Threads read the elements of their neighbours and then write their own, with no barrier
// in between: right if the whole warp has read before one of its threads writes, as on a
// GPU.
// out: by hand: what a GPU prints where all threads keep pace; with others a race shows
#include <cstdio>

enum { WARP = 32, N = 128, W = 11, H = 9, ROUNDS = 20 };

// Each element moves one place to the right.
__global__ void
move(int *out)
{
	__shared__ int s[WARP];
	int t = threadIdx.x;

	s[t] = t * t;
	__syncthreads();
	if (t > 0)
		s[t] = s[t - 1];
	__syncthreads();
	out[t] = s[t];
}

// A scan within each warp; the first step stands behind a barrier.
__global__ void
scan(int *out)
{
	__shared__ int s[N];
	int t = threadIdx.x, lane = t % WARP;

	s[t] = t + 1;
	__syncthreads();
	if (lane >= 1)
		s[t] += s[t - 1];
	if (lane >= 2)
		s[t] += s[t - 2];
	if (lane >= 4)
		s[t] += s[t - 4];
	if (lane >= 8)
		s[t] += s[t - 8];
	if (lane >= 16)
		s[t] += s[t - 16];
	__syncthreads();
	out[t] = s[t];
}

// Rows of a warp go round by round through a stencil; neighbours at the ends are the ends.
__global__ void
smooth(int *out)
{
	__shared__ int s[WARP];
	int t = threadIdx.x;

	s[t] = t * 1000 % 97 * 100;
	__syncthreads();
	for (int k = 0; k < ROUNDS; k++) {
		int left = t == 0 ? 0 : t - 1, right = t == WARP - 1 ? WARP - 1 : t + 1;

		s[t] = (s[left] + s[t] * 2 + s[right]) / 4;
		__syncthreads();
	}
	out[t] = s[t];
}

// A warp goes over a matrix. What it has computed is written one step later, the last of
// it at once.
__global__ void
matrix(int *out, int m, int n)
{
	__shared__ int s[H * W], late[WARP];
	int t = threadIdx.x, steps = (m * n + WARP - 1) / WARP;
	float one_nth = 1.0f / n;
	int i = 0, j;

	for (int k = t; k < m * n; k += WARP)
		s[k] = k * 37 % 101 * 100;
	__syncthreads();
	for (int round = 0; round < ROUNDS; round++) {
		j = t % n - WARP % n;
		for (int k = 0; k < steps; k++) {
			int old_i = i, old_j = j, mine = 0;

			i = (t + k * WARP + 0.5f) * one_nth;
			j += WARP % n;
			if (j >= n)
				j -= n;
			if (i < m) {
				int up = i == 0 ? 0 : i - 1, down = i == m - 1 ? m - 1 : i + 1;
				int left = j == 0 ? 0 : j - 1, right = j == n - 1 ? n - 1 : j + 1;

				mine = (s[i * n + j] * 4 + s[up * n + j] + s[down * n + j] +
					s[i * n + left] + s[i * n + right]) /
				       8;
			}
			if (k > 0 && old_i < m)
				s[old_i * n + old_j] = late[t];
			if (k < steps - 1)
				late[t] = mine;
			else if (i < m)
				s[i * n + j] = mine;
			__syncthreads();
		}
	}
	for (int k = t; k < m * n; k += WARP)
		out[k] = s[k];
}

// Neighbours in two dimensions: a warp has four rows.
__global__ void
tile(int *out)
{
	__shared__ int s[4][8];
	int x = threadIdx.x, y = threadIdx.y;

	s[y][x] = y * 80 + x * x;
	__syncthreads();
	if (x > 0 && y > 0)
		s[y][x] = s[y - 1][x] - s[y][x - 1];
	__syncthreads();
	out[y * 8 + x] = s[y][x];
}

// Nothing of that: a tree, a swap of pairs, and threads that walk through parts of their own.
__global__ void
others(int *out)
{
	__shared__ int s[N];
	int t = threadIdx.x;

	s[t] = N - t;
	__syncthreads();
	for (int phase = 0; phase < N; phase++) {
		if (t % 2 == phase % 2 && t + 1 < N) {
			int a = s[t], b = s[t + 1];

			s[t] = min(a, b);
			s[t + 1] = max(a, b);
		}
		__syncthreads();
	}
	if (t < N / 4)
		for (int k = t * 4 + 1; k < t * 4 + 4; k++)
			s[k] += s[k - 1];
	__syncthreads();
	if (t < 16)
		s[t] += s[t + 16];
	__syncthreads();
	out[t] = s[t];
}

// ---- the same by one thread

static void
smooth_here(int *s)
{
	int old[WARP];

	for (int t = 0; t < WARP; t++)
		s[t] = t * 1000 % 97 * 100;
	for (int k = 0; k < ROUNDS; k++) {
		for (int t = 0; t < WARP; t++)
			old[t] = s[t];
		for (int t = 0; t < WARP; t++)
			s[t] = (old[t ? t - 1 : 0] + old[t] * 2 +
				old[t < WARP - 1 ? t + 1 : t]) /
			       4;
	}
}

static int
next(const int *s, int e)
{
	int i = e / W, j = e % W;
	int up = i ? e - W : e, down = i < H - 1 ? e + W : e;
	int left = j ? e - 1 : e, right = j < W - 1 ? e + 1 : e;

	return (s[e] * 4 + s[up] + s[down] + s[left] + s[right]) / 8;
}

static void
matrix_here(int *s)
{
	int steps = (W * H + WARP - 1) / WARP, late[2][WARP];

	for (int e = 0; e < W * H; e++)
		s[e] = e * 37 % 101 * 100;
	for (int round = 0; round < ROUNDS; round++)
		for (int k = 0; k < steps; k++) {
			for (int t = 0; t < WARP && t + k * WARP < W * H; t++)
				late[k % 2][t] = next(s, t + k * WARP);
			for (int t = 0; t < WARP && k > 0; t++)
				s[t + (k - 1) * WARP] = late[1 - k % 2][t];
			for (int t = 0; t < WARP && k == steps - 1; t++)
				if (t + k * WARP < W * H)
					s[t + k * WARP] = late[k % 2][t];
		}
}

static void
others_here(int *s)
{
	for (int t = 0; t < N; t++)
		s[t] = t + 1;
	for (int t = 0; t < N; t++)
		if (t % 4)
			s[t] += s[t - 1];
	for (int t = 0; t < 16; t++)
		s[t] += s[t + 16];
}

static void
check(const char *name, const int *is, const int *should, int n)
{
	int right = 0;

	cudaDeviceSynchronize();
	for (int k = 0; k < n; k++)
		right += is[k] == should[k];
	printf("%s: %d of %d\n", name, right, n);
}

// One half of the warp reads twice; the other half writes between the two meetings, elsewhere
// in the code.
__global__ void
halves(int *out)
{
	__shared__ int s[1];
	int t = threadIdx.x, before = 0, after = 0;

	if (t == 0)
		s[0] = 7;
	__syncthreads();
	if (t < WARP / 2) {
		before = s[0];
		__syncwarp();
		__syncwarp();
		after = s[0];
	} else {
		__syncwarp();
		if (t == WARP / 2)
			s[0] = 9;
		__syncwarp();
	}
	out[t] = before * 100 + after;
}

int
main()
{
	int *p, should[N];

	cudaMallocManaged(&p, N * sizeof *p);
	move<<<1, WARP>>>(p);
	for (int t = 0; t < WARP; t++)
		should[t] = t ? (t - 1) * (t - 1) : 0;
	check("move", p, should, WARP);
	scan<<<1, N>>>(p);
	for (int t = 0; t < N; t++)
		should[t] = t + 1 + (t % WARP ? should[t - 1] : 0);
	check("scan", p, should, N);
	smooth<<<1, WARP>>>(p);
	smooth_here(should);
	check("smooth", p, should, WARP);
	matrix<<<1, WARP>>>(p, H, W);
	matrix_here(should);
	check("matrix", p, should, W * H);
	tile<<<1, dim3(8, 4)>>>(p);
	for (int k = 0; k < 32; k++) {
		int x = k % 8, y = k / 8;

		should[k] = x && y ? (y - 1) * 80 + x * x - y * 80 - (x - 1) * (x - 1)
				   : y * 80 + x * x;
	}
	check("tile", p, should, 32);
	others<<<1, N>>>(p);
	others_here(should);
	check("others", p, should, N);
	halves<<<1, WARP>>>(p);
	for (int t = 0; t < WARP; t++)
		should[t] = t < WARP / 2 ? 709 : 0;
	check("halves", p, should, WARP);
	cudaFree(p);
	return 0;
}
