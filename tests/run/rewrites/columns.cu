// columns: elements that lie in steps of a known size: columns of tiles and of records, upwards and
// downwards, read behind and before writes to them, under guards, integers and floats, in rows of
// threads that do not fill a group; in shared memory and elsewhere.
// flags: -O3
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { SIDE = 64, ALL = SIDE * SIDE };

template <typename T, int WIDTH>
__global__ void
turn(const T *in, T *out, int n, int m)
{
	__shared__ T tile[SIDE][WIDTH];
	int t = threadIdx.x;

	for (int k = 0; k < m; k++)
		if (t < n)
			tile[t][k] = in[t * SIDE + k];
	__syncthreads();
	for (int k = 0; k < m; k++)
		if (t < n)
			out[k * SIDE + t] = tile[t][k] + tile[n - 1 - t][m - 1 - k];
}

// The column changes between two looks at it.
__global__ void
changes(const float *in, float *out)
{
	__shared__ float s[SIDE * 5];
	int t = threadIdx.x;

	for (int k = 0; k < 5; k++)
		s[k * SIDE + t] = in[k * SIDE + t];
	__syncthreads();
	float a = s[t * 5 + 1];
	__syncthreads();
	s[t * 5 + 1] = a + 1;
	s[t * 5 + 2] = 2 * a;
	float b = s[t * 5 + 1] + s[t * 5 + 2];
	s[t * 5 + 1] = b;
	out[t] = a + s[t * 5 + 1] + s[t * 5 + 3];
}

// Records of seven words, some of them by some of the threads only.
__global__ void
records(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	int sum = in[i * 7] - in[i * 7 + 3];
	if (sum & 1)
		sum += in[i * 7 + 6];
	out[i * 9 + 2] = sum;
	out[i * 9 + 2] += in[(n - 1 - i) * 7 + 5];
}

template <typename T, int WIDTH>
static void
test_turn(const char *name, int n)
{
	std::vector<T> h(ALL);
	for (int k = 0; k < ALL; k++)
		h[k] = (T)(k * 37 % 1009);
	T *out = device_array<T>(ALL);
	int bad = 0;

	turn<T, WIDTH><<<1, SIDE>>>(to_device(h), out, n, 16);
	SYNC();
	std::vector<T> r = to_host(out, ALL);
	for (int k = 0; k < 16; k++)
		for (int t = 0; t < n; t++)
			bad += r[k * SIDE + t] !=
			       h[t * SIDE + k] + h[(n - 1 - t) * SIDE + 15 - k];
	printf("turn %s %d %d: %d wrong\n", name, WIDTH, n, bad);
}

int
main()
{
	enum { N = 555 };

	test_turn<float, 17>("float", 64);
	test_turn<float, 33>("float", 50);
	test_turn<int, 16>("int", 64);
	test_turn<unsigned, 19>("unsigned", 64);
	test_turn<double, 17>("double", 64);
	test_turn<short, 21>("short", 64);

	std::vector<float> f(ALL);
	for (int k = 0; k < ALL; k++)
		f[k] = (float)(k * 31 % 257);
	float *out = device_array<float>(SIDE);
	int bad = 0;
	changes<<<1, SIDE>>>(to_device(f), out);
	SYNC();
	std::vector<float> r = to_host(out, SIDE);
	for (int t = 0; t < SIDE; t++) {
		float a = f[t * 5 + 1];
		bad += r[t] != a + (a + 1 + 2 * a) + f[t * 5 + 3];
	}
	printf("changes: %d wrong\n", bad);

	std::vector<int> h(ALL);
	for (int k = 0; k < ALL; k++)
		h[k] = k * 53 % 1013;
	int *places = device_array<int>(2 * ALL);
	bad = 0;
	records<<<(N + 63) / 64, 64>>>(to_device(h), places, N);
	SYNC();
	std::vector<int> p = to_host(places, 2 * ALL);
	for (int i = 0; i < N; i++) {
		int sum = h[i * 7] - h[i * 7 + 3];
		sum += (sum & 1 ? h[i * 7 + 6] : 0) + h[(N - 1 - i) * 7 + 5];
		bad += p[i * 9 + 2] != sum;
	}
	printf("records: %d wrong\n", bad);
	return 0;
}
