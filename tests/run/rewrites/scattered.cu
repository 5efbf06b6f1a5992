// scattered: elements of all sizes that lie all over memory, read and written by all threads and
// by some: by signed and unsigned indices, forwards and backwards from a place, as fields of
// structs, in rows and columns of shared memory. The same as on the host.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cstdint>

enum { N = 200, THREADS = 96, TABLE = 509 };

struct pair {
	int a;
	float b;
};

struct triple {
	float x, y, z;
};

// Both ways from the middle; half of the threads have an index that leads nowhere.
template <typename T>
__global__ void
around(const T *middle, const int *at, T *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n && at[i] > -1000)
		out[i] = middle[at[i]];
}

// So far behind `p` that the index has no room in 31 bits.
template <typename T>
__global__ void
far(const T *p, const unsigned *at, T *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = p[at[i]];
}

__global__ void
fields(const pair *p, const triple *t, const int *at, float *out, int n, int k)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		int j = abs(at[i]) % (TABLE - 4);

		out[i] = p[j + k].b + p[j].a + t[j + k].z;
	}
}

// Some indices are so large that times three they need more than 32 bits.
__global__ void
corners(const triple *t, const triple *before, const int *at, triple *out, int n, int start)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		bool far = i / 32 % 2 && i % 3;
		int j = abs(at[i]) % TABLE;

		if (far) {
			out[i].y = before[start + j].z;
			j = j % 7 + i * 7 + start;
			out[j - start].x = before[start + i].y;
		} else {
			out[i].y = t[j].z;
			out[j % 7 + i * 7].x = t[i].y;
		}
	}
}

template <typename T>
__global__ void
tiles(const T *in, const int *at, T *out, int n, int k)
{
	__shared__ T s[3][16][17];
	__shared__ unsigned char name[37];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

	for (int j = t; j < 16 * 17; j += blockDim.x)
		for (int l = 0; l < 3; l++)
			s[l][j / 17][j % 17] = in[(j + 31 * l) % TABLE];
	for (int j = t; j < 37; j += blockDim.x)
		name[j] = j * 7;
	__syncthreads();
	if (i < n) {
		int r = abs(at[i]) % 16, c = abs(at[i]) / 16 % 17;

		out[i] = s[k][r][c] + s[k - 1][c % 16][r] + name[(r + c) % 37];
	}
	__syncthreads();
	if (i < n && t % 3) // to places of its own
		s[k][t % 16][t / 16 * 2] = i + at[i] % 100;
	__syncthreads();
	if (i < n)
		out[i] += s[k][t % 16][t / 16 * 2];
}

template <typename T>
__global__ void
put(T *out, const int *to, int n, int k)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n && i % 5)
		out[to[i] + k] = i;
}

// Neighbours, or itself at the edge of what there is.
__global__ void
edges(const int *in, int *out, int w, int h)
{
	__shared__ int s[8][16];
	int tx = threadIdx.x, ty = threadIdx.y;
	int left = max(tx - 1, 0), right = min(tx + 1, w - 1);
	int up = max(ty - 1, 0), down = min(ty + 1, h - 1);

	if (tx < w && ty < h)
		s[ty][tx] = in[ty * w + tx];
	__syncthreads();
	for (int k = 0; k < 3; k++) {
		int sum = 0;

		if (tx >= k && tx < w && ty < h)
			sum = s[up][tx] + 2 * s[down][tx] + 3 * s[ty][left] +
			      5 * s[ty][right];
		__syncthreads();
		if (tx >= k && tx < w && ty < h)
			s[ty][tx] = sum;
		__syncthreads();
	}
	if (tx < w && ty < h)
		out[ty * w + tx] = s[ty][tx];
}

static void
at_edges(int w, int h)
{
	std::vector<int> now(w * h), next;
	int *out = device_array<int>(w * h);

	for (int i = 0; i < w * h; i++)
		now[i] = i * i % 23;
	edges<<<1, dim3(16, 8)>>>(to_device(now), out, w, h);
	SYNC();
	for (int k = 0; k < 3; k++) {
		next = now;
		for (int y = 0; y < h; y++)
			for (int x = k; x < w; x++)
				next[y * w + x] = now[(y > 0 ? y - 1 : 0) * w + x] +
						  2 * now[(y < h - 1 ? y + 1 : y) * w + x] +
						  3 * now[y * w + (x > 0 ? x - 1 : 0)] +
						  5 * now[y * w + (x < w - 1 ? x + 1 : x)];
		now = next;
	}
	same("edges", to_host(out, w * h), now);
}

template <typename T>
static void
all_of(const char *name)
{
	std::vector<T> table(TABLE), out(N), expect(N);
	std::vector<int> at(N), to(N);
	std::vector<unsigned> high(N);
	const unsigned start = 3000000000u;
	unsigned seed = 7;
	int bad = 0;

	for (int i = 0; i < TABLE; i++)
		table[i] = i * 37 % 101;
	for (int i = 0; i < N; i++) {
		seed = seed * 1664525u + 1013904223u;
		at[i] = (int)(seed >> 8) % (TABLE - 4) - (TABLE - 4) / 2;
		high[i] = start + (seed >> 12) % TABLE;
		to[i] = i * 77 % N;
	}
	T *dt = to_device(table), *dout = device_array<T>(N + 3);
	int *dat = to_device(at), *dto = to_device(to);
	unsigned *dhigh = to_device(high);
	dim3 grid((N + THREADS - 1) / THREADS);
	// at any address that its type may have
	for (int odd = 0; odd < 3; odd++) {
		const T *middle = dt + (TABLE - 4) / 2 + odd;
		const T *before = (const T *)((uintptr_t)dt - (uintptr_t)start * sizeof(T));
		std::vector<int> some = at;

		for (int i = 0; i < N; i += 2)
			some[i] = -2000000000 + i;
		int *dsome = to_device(some);

		CK(cudaMemset(dout, 0, N * sizeof(T)));
		around<<<grid, THREADS>>>(middle, dsome, dout, N);
		SYNC();
		out = to_host(dout, N);
		for (int i = 0; i < N; i++)
			bad += out[i] != (i % 2 ? table[(TABLE - 4) / 2 + odd + at[i]] : 0);
		far<<<grid, THREADS>>>(before, dhigh, dout, N);
		SYNC();
		out = to_host(dout, N);
		for (int i = 0; i < N; i++)
			bad += out[i] != table[high[i] - start];
		CK(cudaFree(dsome));
	}
	tiles<<<grid, THREADS>>>(dt, dat, dout, N, 2);
	SYNC();
	out = to_host(dout, N);
	for (int i = 0; i < N; i++) {
		int r = abs(at[i]) % 16, c = abs(at[i]) / 16 % 17, t = i % THREADS;
		int own = t % 16 * 17 + t / 16 * 2, other = c % 16 * 17 + r;
		T e = table[(r * 17 + c + 62) % TABLE] + table[(other + 31) % TABLE] +
		      (unsigned char)((r + c) % 37 * 7);

		e += t % 3 ? (T)(i + at[i] % 100) : table[(own + 62) % TABLE];
		bad += out[i] != e;
	}
	CK(cudaMemset(dout, 0, (N + 3) * sizeof(T)));
	put<<<grid, THREADS>>>(dout, dto, N, 2);
	SYNC();
	out = to_host(dout, N + 3);
	for (int i = 0; i < N; i++)
		bad += out[to[i] + 2] != (i % 5 ? (T)i : 0);
	printf("%s: %d different\n", name, bad);
}

static void
at_corners(const std::vector<triple> &t, const std::vector<int> &at)
{
	const int start = 900000000;
	triple *dt = to_device(t), *out = device_array<triple>(N * 7);
	const triple *before =
		(const triple *)((uintptr_t)dt - (uintptr_t)start * sizeof *dt);
	std::vector<triple> got, want(N * 7);
	int bad = 0;

	corners<<<(N + THREADS - 1) / THREADS, THREADS>>>(dt, before, to_device(at), out, N,
							  start);
	SYNC();
	got = to_host(out, N * 7);
	for (int i = 0; i < N; i++) {
		int j = abs(at[i]) % TABLE;

		want[i].y = t[j].z;
		want[j % 7 + i * 7].x = t[i].y;
	}
	for (int i = 0; i < N * 7; i++)
		bad += got[i].x != want[i].x || got[i].y != want[i].y;
	printf("corners: %d different\n", bad);
}

int
main()
{
	all_of<int8_t>("8 bits");
	all_of<uint8_t>("8 bits, unsigned");
	all_of<int16_t>("16 bits");
	all_of<int>("32 bits");
	all_of<float>("float");
	all_of<int64_t>("64 bits");
	all_of<double>("double");

	std::vector<pair> p(TABLE);
	std::vector<triple> t(TABLE);
	std::vector<int> at(N);
	int bad = 0;

	for (int i = 0; i < TABLE; i++) {
		p[i] = {i * 3, i * 0.5f};
		t[i] = {i * 2.0f, i * 4.0f, i * 8.0f};
	}
	for (int i = 0; i < N; i++)
		at[i] = i * i % 1000 - 500;
	float *dout = device_array<float>(N);

	fields<<<(N + THREADS - 1) / THREADS, THREADS>>>(to_device(p), to_device(t),
							 to_device(at), dout, N, 3);
	SYNC();
	std::vector<float> out = to_host(dout, N);
	for (int i = 0; i < N; i++) {
		int j = abs(at[i]) % (TABLE - 4);

		bad += out[i] != p[j + 3].b + p[j].a + t[j + 3].z;
	}
	printf("fields: %d different\n", bad);
	at_corners(t, at);
	at_edges(16, 8);
	at_edges(11, 5);
	at_edges(1, 1);
	return 0;
}
