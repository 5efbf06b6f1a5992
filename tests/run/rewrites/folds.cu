// folds: threads with one index that go over windows and tiles by x / n and x % n, for row lengths
// in which a group of lanes lies in one row, in two, or in more of them: reads and writes, of words,
// double words and bytes, with offsets that all threads have in common and widths that only the
// program knows, below zero and at the ends of the numbers, by some of the threads only, in loops,
// by numbers that were computed before a barrier, and with two divisors.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same, but for lines that hang on the order of threads
#include "../test.h"

enum { THREADS = 96, SIDE = 96, ALL = SIDE * SIDE };

// Sums over windows: every thread has places of its own in a part of N x N.
template <typename T, int N, int K>
__global__ void
windows(const T *in, T *out, int first)
{
	__shared__ T window[N + K][N + K + 3];
	int t = threadIdx.x;

	for (int i = t; i < (N + K) * (N + K); i += THREADS)
		window[i / (N + K)][i % (N + K)] =
			in[(first + i / (N + K)) * SIDE + i % (N + K)];
	__syncthreads();
	for (int i = t; i < N * N; i += THREADS) {
		int y = i / N, x = i % N;
		T sum = 0;

		for (int v = 0; v < K; v++)
			for (int u = 0; u < K; u++)
				sum += window[y + v][x + u] * (T)(1 + v + 2 * u);
		out[blockIdx.x * N * N + i] = sum;
	}
}

template <typename T, int N, int K>
static void
test_windows(const char *name, const T *in, const std::vector<T> &h)
{
	T *out = device_array<T>(2 * N * N);
	int first = 1, bad = 0;

	windows<T, N, K><<<2, THREADS>>>(in, out, first);
	SYNC();
	std::vector<T> r = to_host(out, 2 * N * N);
	for (int b = 0; b < 2; b++)
		for (int i = 0; i < N * N; i++) {
			T sum = 0;
			for (int v = 0; v < K; v++)
				for (int u = 0; u < K; u++)
					sum += h[(first + i / N + v) * SIDE + i % N +
						 u] *
					       (T)(1 + v + 2 * u);
			bad += r[b * N * N + i] != sum;
		}
	printf("windows %s %d %d: %d wrong, %08x\n", name, N, K, bad,
	       checksum(r.data(), r.size() * sizeof(T)));
	CK(cudaFree(out));
}

// Rows of one array as rows of another: what is added to a thread's number depends on its row.
template <int N>
__global__ void
flat(const float *in, float *out, int n)
{
	int i = blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		out[i + i / N * 3] = in[i / N * (N + 7) + i % N];
}

template <int N>
static void
test_flat(const float *in, const std::vector<float> &h)
{
	const int n = 8 * THREADS - 11;
	float *out = device_array<float>(ALL);
	std::vector<float> want(ALL, 0.0f), r;
	int bad = 0;

	flat<N><<<8, THREADS>>>(in, out, n);
	SYNC();
	r = to_host(out, ALL);
	for (int i = 0; i < n; i++)
		want[i + i / N * 3] = h[i / N * (N + 7) + i % N];
	for (int k = 0; k < ALL; k++)
		bad += r[k] != want[k];
	printf("flat %d: %d wrong, %08x\n", N, bad, checksum(r.data(), ALL * 4));
	CK(cudaFree(out));
}

// Numbers that begin below zero, and guards on them; I is the type of the index.
template <typename I, int N>
__global__ void
guarded(const int *in, int *out, I from, I to, int pitch)
{
	I i = from + (I)(blockIdx.x * blockDim.x + threadIdx.x);

	if (i < to && (I)(i + 1) > 0 && (threadIdx.x % 5 || i > 40)) {
		I y = i / N, x = i % N;
		out[y * pitch + x] = in[(y + 1) * pitch + x] - in[y * pitch + x + 2];
	}
}

template <typename I, int N>
static void
test_guarded(const char *name, const int *in, const std::vector<int> &h, I from, I to,
	     int pitch)
{
	int *out = device_array<int>(ALL), bad = 0;
	std::vector<int> want(ALL, 0), r;

	guarded<I, N><<<8, THREADS>>>(in, out, from, to, pitch);
	SYNC();
	r = to_host(out, ALL);
	for (int b = 0; b < 8; b++)
		for (int t = 0; t < THREADS; t++) {
			I i = from + (I)(b * THREADS + t), y, x;
			if (i < to && (I)(i + 1) > 0 && (t % 5 || i > 40)) {
				y = i / N, x = i % N;
				want[y * pitch + x] =
					h[(y + 1) * pitch + x] - h[y * pitch + x + 2];
			}
		}
	for (int k = 0; k < ALL; k++)
		bad += r[k] != want[k];
	printf("guarded %s %d: %d wrong, %08x\n", name, N, bad,
	       checksum(r.data(), ALL * sizeof(int)));
	CK(cudaFree(out));
}

// Unsigned numbers that wrap around: before they are divided, within a group whose lanes lie in
// no two rows then, and as places behind it, which are places of 32 bits.
__global__ void
wrapping(const int *in, int *out, unsigned from, unsigned below)
{
	unsigned i = from + threadIdx.x, y = i / 34u, x = i % 34u, place;

	if (y > 1000)
		y %= 50;
	out[threadIdx.x] = in[y * 40 + x];
	place = threadIdx.x / 34u * 40u + threadIdx.x % 34u + below;
	if (place < ALL)
		out[THREADS + threadIdx.x] = in[place];
}

// The rest against the row, rows that overlap (the last thread's number stays), and every
// second element; what the lanes of a row have is no row of memory then.
__global__ void
ways(const int *in, int *out)
{
	int t = threadIdx.x + blockIdx.x * THREADS, y = t / 20, x = t % 20;

	out[y * 20 + 19 - x] = in[y * 24 + x];
	__syncthreads();
	out[1000 + y * 8 + x] = in[y * 16 + x] + t;
	__syncthreads();
	out[2000 + 2 * (y * 24 + x)] = in[x * 24 + y];
	__syncthreads();
	out[3000 + (t / 3) / 20 * 32 + (t / 3) % 20] = in[t % 20 * 3];
}

// A place that is computed before barriers and used behind them, in a loop.
__global__ void
kept(const double *in, double *out, int rounds)
{
	__shared__ double tile[8][19];
	int t = threadIdx.x, y = t / 18, x = t % 18;
	double sum = 0;

	for (int k = 0; k < rounds; k++) {
		tile[y][x] = in[(y + k) * SIDE + x];
		__syncthreads();
		sum += tile[y][x > 0 ? x - 1 : 0] + 2 * tile[y][x];
		if (k % 2)
			sum -= tile[y][x + (x < 17)];
		__syncthreads();
	}
	out[t] = sum;
}

// Two divisors in one address, a shift for one of the divisions, words in structs.
struct pair {
	int a;
	float b;
};

__global__ void
mixed(const int *in, const pair *pairs, int *out, long long n)
{
	long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		int one = in[(i / 17) * 20 + i % 18],
		    two = in[(i >> 4) * 20 + (i & 15)];
		int three = pairs[(i / 19) * 32 + i % 19].a;
		int four = in[(i / 17) * 20 + i % 17];

		out[i] = one + 3 * two + 5 * three + 7 * four;
	}
}

static void
test_mixed(const int *in, const std::vector<int> &h)
{
	enum { n = 700 };
	std::vector<pair> pairs(ALL);
	int *out = device_array<int>(n), bad = 0;

	for (int k = 0; k < ALL; k++)
		pairs[k] = {k * 7 % 1001, (float)k};
	mixed<<<8, THREADS>>>(in, to_device(pairs), out, n);
	SYNC();
	std::vector<int> r = to_host(out, n);
	for (int i = 0; i < n; i++)
		bad += r[i] != h[i / 17 * 20 + i % 18] + 3 * h[i / 16 * 20 + i % 16] +
				       5 * pairs[i / 19 * 32 + i % 19].a +
				       7 * h[i / 17 * 20 + i % 17];
	printf("mixed: %d wrong, %08x\n", bad, checksum(r.data(), n * sizeof(int)));
}

// Each thread reads and writes one of two rows; I is the type of the index.
template <typename I>
__global__ void
choices(const float *in, const float *other, float *out, I from, I apart, I n,
	int rounds)
{
	I i = from + (I)(blockIdx.x * blockDim.x + threadIdx.x), j = i + apart;

	if (i >= n)
		return;
	I mine = other[i] < 100 ? i : j, theirs = i + j - mine;
	const float *array = other[j] < 50 ? in : other;
	for (int k = 0; k < rounds; k++) {
		float x = in[k * SIDE + mine] + 2 * array[i + k];
		if (x > 60 || k)
			out[k * 2500 + theirs] = x - in[mine];
	}
}

template <typename I>
static void
test_choices(const char *name, const std::vector<float> &h, I from, I apart, I n)
{
	std::vector<float> g(ALL), want(ALL, 0.0f), r;
	float *in = to_device(h), *other, *out = device_array<float>(ALL);
	int bad = 0;
	enum { ROUNDS = 3 };

	for (int k = 0; k < ALL; k++)
		g[k] = (float)(k * k % 199);
	other = to_device(g);
	choices<I>
		<<<3, THREADS>>>(in + 64, other + 64, out + 64, from, apart, n, ROUNDS);
	SYNC();
	for (I i = from; i < n && i < from + 3 * THREADS; i++) {
		I j = i + apart, mine = g[64 + i] < 100 ? i : j, theirs = i + j - mine;
		const std::vector<float> &a = g[64 + j] < 50 ? h : g;
		for (int k = 0; k < ROUNDS; k++) {
			float x = h[64 + k * SIDE + mine] + 2 * a[64 + i + k];
			if (x > 60 || k)
				want[64 + k * 2500 + theirs] = x - h[64 + mine];
		}
	}
	r = to_host(out, ALL);
	for (int k = 0; k < ALL; k++)
		bad += r[k] != want[k];
	printf("choices %s: %d wrong, %08x\n", name, bad, checksum(r.data(), ALL * 4));
}

template <typename T>
static std::vector<T>
numbers(int by)
{
	std::vector<T> v(ALL);
	for (int k = 0; k < ALL; k++)
		v[k] = (T)(k * by % 251);
	return v;
}

int
main()
{
	std::vector<int> hi = numbers<int>(7);
	std::vector<float> hf = numbers<float>(11);
	std::vector<double> hd = numbers<double>(13);
	std::vector<unsigned char> hb = numbers<unsigned char>(3);
	int *in = to_device(hi);
	float *inf = to_device(hf);
	double *ind = to_device(hd);
	unsigned char *inb = to_device(hb);

	test_windows<float, 17, 4>("float", inf, hf);
	test_windows<float, 33, 3>("float", inf, hf);
	test_windows<int, 5, 3>("int", in, hi);
	test_windows<int, 15, 2>("int", in, hi);
	test_windows<int, 16, 5>("int", in, hi);
	test_windows<double, 9, 4>("double", ind, hd);
	test_windows<double, 18, 2>("double", ind, hd);
	test_windows<unsigned char, 20, 3>("unsigned char", inb, hb);

	test_flat<17>(inf, hf);
	test_flat<32>(inf, hf);
	test_flat<35>(inf, hf);
	test_guarded<int, 17>("int", in, hi, -9, 600, 40);
	test_guarded<int, 34>("int", in, hi, -70, 500, 36);
	test_guarded<long long, 18>("long long", in, hi, -33, 650, 33);
	test_guarded<unsigned, 20>("unsigned", in, hi, 0u - 5u, 640, 24);
	test_guarded<unsigned long long, 31>("unsigned long long", in, hi, 3, 640, 31);

	int *out = device_array<int>(ALL), bad = 0;
	wrapping<<<1, THREADS>>>(in, out, 0u - 37u, 0u - 50u);
	SYNC();
	std::vector<int> r = to_host(out, ALL);
	for (int t = 0; t < THREADS; t++) {
		unsigned i = t - 37u, y = i / 34u, x = i % 34u, place;
		bad += r[t] != hi[(y > 1000 ? y % 50 : y) * 40 + x];
		place = t / 34 * 40 + t % 34 - 50u;
		bad += r[THREADS + t] != (place < ALL ? hi[place] : 0);
	}
	printf("wrapping: %d wrong\n", bad);

	CK(cudaMemset(out, 0, ALL * sizeof(int)));
	ways<<<1, THREADS>>>(in, out);
	SYNC();
	r = to_host(out, ALL);
	printf("ways: %08x\n", checksum(r.data(), ALL * sizeof(int)));

	double *outd = device_array<double>(THREADS);
	kept<<<1, THREADS>>>(ind, outd, 5);
	SYNC();
	std::vector<double> rd = to_host(outd, THREADS);
	printf("kept: %08x\n", checksum(rd.data(), THREADS * sizeof(double)));

	test_mixed(in, hi);
	test_choices<int>("int", hf, 0, 1000, 270);
	test_choices<int>("int", hf, -40, 1100, 240);
	test_choices<long long>("long long", hf, -13, 900, 277);
	test_choices<unsigned>("unsigned", hf, 5, 1000, 281);
	return 0;
}
