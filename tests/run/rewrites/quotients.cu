// quotients: x / n and x % n of an index: rows that are longer and shorter than groups of lanes, of
// one element, negative indices and divisors, strides, 64 bits, at the ends of the numbers; what
// is read and written at row and column, the same place for many lanes, neighbours, guards on
// both, quotients of quotients, in loops, widths in structs, by some of the threads only, and
// behind barriers.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include <climits>

#include "../test.h"

enum { N = 4096, ROOM = 4 * N };

// Both numbers, as they are: T is a type of integers.
template <typename T>
__global__ void
divide(T *q, T *r, T from, T step, T by, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		T x = from + i * step;
		q[i] = x / by;
		r[i] = x % by;
	}
}

// Steps that are known: three lanes apart, and downwards.
__global__ void
strides(int *out, int by, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		int x = 3 * i, y = n - i;
		out[i] = x / by + 1000 * (x % by) + 7 * (y / by) + 11 * (y % by);
	}
}

// A picture with a margin: row and column are addresses, and guards.
__global__ void
blur(const float *from, float *to, int w, int h, int pitch)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= w * h)
		return;
	int x = i % w, y = i / w, at = y * pitch + x;

	if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
		to[at] = from[at] + 2 * (from[at - 1] + from[at + 1]) +
			 4 * (from[at - pitch] + from[at + pitch]);
	else
		to[at] = from[at];
}

// One number for each of `c` planes: the same place for most groups.
__global__ void
planes(float *a, const float *b, int n, int c, int size)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		a[i] = a[i] * 2 + b[i / size % c];
}

// In a loop, with an offset that is negative at first, in two ways.
__global__ void
windows(const int *from, int *to, int w, int pad, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
	     i += gridDim.x * blockDim.x) {
		int x = (i - pad) % w, y = (i - pad) / w, at = y * w + x + pad;

		if ((threadIdx.x & 2) && x >= 0)
			to[at] = from[x] + y;
		else
			to[at] -= from[x < 0 ? -x : x];
	}
}

// All that it needs in one parameter, the width as half of what it is.
struct picture {
	const float *from;
	float *to;
	int half, odd, height, pitch;
};

__global__ void
turn(picture p)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, w = 2 * p.half + p.odd;

	if (i < w * p.height)
		p.to[i / w * p.pitch + (w - 1 - i % w)] = p.from[i] + i % w;
}

// Adds to one place per row, and reads what is there by then.
__global__ void
rows(unsigned *sum, const unsigned *from, unsigned w, unsigned n)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		atomicAdd(&sum[i / w], from[i % w]);
		atomicMax(&sum[n + i % w], i / w);
	}
}

template <typename T>
static int
check(const char *what, T from, T step, T by)
{
	T *q = device_array<T>(N), *r = device_array<T>(N);
	int bad = 0;

	divide<<<(N + 95) / 96, 96>>>(q, r, from, step, by, N - 5);
	SYNC();
	std::vector<T> hq = to_host(q, N), hr = to_host(r, N);
	for (int i = 0; i < N - 5; i++) {
		T x = from + i * step;

		bad += hq[i] != (T)(x / by) || hr[i] != (T)(x % by);
	}
	if (bad)
		printf("%s: %d of %d are wrong\n", what, bad, N - 5);
	CK(cudaFree(q));
	CK(cudaFree(r));
	return bad;
}

// Each thread has the place `by` further on, in front of barriers and behind them; rows end in
// the middle of a group.
__global__ void
places(const unsigned *in, unsigned *out, unsigned by, int block)
{
	__shared__ unsigned s[248];
	unsigned n = blockDim.x * blockDim.y, t = threadIdx.y * blockDim.x + threadIdx.x;
	unsigned to = (t + by) % n, i = blockIdx.x * n + t, x = in[i];

	s[to] = 7;
	__syncthreads();
	x += s[n - 1 - t];
	__syncthreads();
	if (blockIdx.x == block)
		s[to] = x;
	__syncthreads();
	if (threadIdx.x > 2)
		s[to] += 1;
	__syncthreads();
	out[i] = s[n - 1 - t];
}

template <typename T>
static void
check_all(const char *what, T low, T high)
{
	const T by[] = {1, 2, 3, 7, 15, 16, 17, 31, 32, 33, 64, 100, 131, 1000, 5000, high};
	const T from[] = {0, 5, 90, (T)(high - N), (T)(high - N / 2), low};
	int bad = 0;

	for (T d : by)
		for (T x : from) {
			bool fits = x <= high - N; // counting up must not leave the type

			if (fits || low == 0)
				bad += check<T>(what, x, 1, d);
			if (low < 0 && fits && x != low)
				bad += check<T>(what, -x, 1, d) + check<T>(what, x, 1, -d) +
				       check<T>(what, -x, 1, -d);
			if (x < 100)
				bad += check<T>(what, x, 3, d);
		}
	printf("%s: %d wrong\n", what, bad);
}

int
main()
{
	std::vector<float> f(ROOM);
	std::vector<int> v(ROOM);
	unsigned seed = 1;
	const int width[] = {1, 2, 5, 16, 17, 40, 64, 100, 131, 512};

	check_all<int>("int", INT_MIN, INT_MAX);
	check_all<unsigned>("unsigned", 0, UINT_MAX);
	check_all<long long>("long long", LLONG_MIN, LLONG_MAX);
	check_all<unsigned long long>("unsigned long long", 0, ULLONG_MAX);
	for (int i = 0; i < ROOM; i++) {
		f[i] = (float)(next_random(seed) % 1000);
		v[i] = (int)(next_random(seed) % 1000);
	}
	for (int w : width) {
		int h = N / w;
		float *from = to_device(f), *to = to_device(f);
		int *a = to_device(v), *b = to_device(v);
		unsigned *c = device_array<unsigned>(ROOM);

		strides<<<N / 128, 128>>>(b, w, N);
		blur<<<(w * h + 255) / 256, 256>>>(from, to, w, h, w + 3);
		planes<<<N / 64, 64>>>(from, to, N - 7, 5, w);
		turn<<<(w * h + 255) / 256, 256>>>({from, to, w / 2, w % 2, h, w + 3});
		SYNC();
		printf("%d: %08x %08x %08x", w, checksum_of(b, N), checksum_of(to, ROOM),
		       checksum_of(from, N));
		windows<<<3, 64>>>(a, b, w, 70, N - 9);
		rows<<<(N + 127) / 128, 128>>>(c, (unsigned *)a, w, N - 3);
		SYNC();
		printf(" %08x %08x\n", checksum_of(b, ROOM), checksum_of(c, ROOM));
		for (void *p : {(void *)from, (void *)to, (void *)a, (void *)b, (void *)c})
			CK(cudaFree(p));
	}
	for (unsigned by : {0u, 5u, 31u, 247u}) {
		unsigned *in = (unsigned *)to_device(v), *out = device_array<unsigned>(ROOM);

		places<<<3, dim3(31, 8)>>>(in, out, by, 1);
		SYNC();
		printf("%u: %08x\n", by, checksum_of(out, ROOM));
		CK(cudaFree(in));
		CK(cudaFree(out));
	}
	return 0;
}
