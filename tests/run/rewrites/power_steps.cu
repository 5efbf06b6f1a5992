// Steps that are powers of two, known to nobody until the program runs: sorting networks in
// their two usual forms, a Walsh-Hadamard transform, rings; the same as on the host.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <algorithm>

enum { THREADS = 256, WIDTH = 2 * THREADS, BLOCKS = 3 };

// Each thread compares elements a step apart.
template <typename T>
__global__ void
network(T *keys)
{
	__shared__ T s[WIDTH];
	int t = threadIdx.x, first = blockIdx.x * WIDTH;

	s[t] = keys[first + t];
	s[t + THREADS] = keys[first + t + THREADS];
	for (int size = 2; size <= WIDTH; size *= 2)
		for (int step = size / 2; step > 0; step /= 2) {
			__syncthreads();
			int i = 2 * t - (t & (step - 1));
			T a = s[i], b = s[i + step];
			if ((a > b) == ((i & size) == 0)) {
				s[i] = b;
				s[i + step] = a;
			}
		}
	__syncthreads();
	keys[first + t] = s[t];
	keys[first + t + THREADS] = s[t + THREADS];
}

// Half of the threads compare theirs with their partner's.
__global__ void
exchange(float *keys, int n)
{
	extern __shared__ float v[];
	unsigned t = threadIdx.x;

	v[t] = keys[blockIdx.x * n + t];
	for (unsigned size = 2; size <= n; size <<= 1)
		for (unsigned step = size >> 1; step > 0; step >>= 1) {
			__syncthreads();
			unsigned other = t ^ step;
			if (other <= t)
				continue;
			float a = v[t], b = v[other];
			if ((t & size) == 0 ? a > b : a < b) {
				v[t] = b;
				v[other] = a;
			}
		}
	__syncthreads();
	keys[blockIdx.x * n + t] = v[t];
}

// In global memory; a step that is none is as good as any other number.
__global__ void
one_step(const int *in, int *out, int step, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x, i = 2 * t - (t & (step - 1));

	if (min(i, i + step) >= 0 && max(i, i + step) < n) {
		out[2 * t] = min(in[i], in[i + step]);
		out[2 * t + 1] = max(in[i], in[i + step]);
	}
}

__global__ void
hadamard(double *x, int n)
{
	__shared__ double s[WIDTH];
	int t = threadIdx.x;

	s[2 * t] = x[2 * t];
	s[2 * t + 1] = x[2 * t + 1];
	__syncthreads();
	for (int h = 1; h < n; h *= 2) {
		int i = ((t & ~(h - 1)) << 1) | (t & (h - 1));
		double a = s[i], b = s[i | h];
		__syncthreads();
		s[i] = a + b;
		s[i | h] = a - b;
		__syncthreads();
	}
	x[2 * t] = s[2 * t];
	x[2 * t + 1] = s[2 * t + 1];
}

// Threads that lie beyond the ring read from its beginning again.
__global__ void
ring(const short *in, short *out, int rounds, int size)
{
	__shared__ short s[1024];
	int t = threadIdx.x;

	for (int k = t; k < 1024; k += blockDim.x)
		s[k] = in[k];
	__syncthreads();
	for (int k = 0; k < rounds; k++)
		out[k * blockDim.x + t] =
			s[(t + 5 * k) & (size - 1)] + s[t ^ (size >> 1)];
}

template <typename T>
static void
check_network(const char *what)
{
	std::vector<T> v(BLOCKS * WIDTH);

	for (size_t i = 0; i < v.size(); i++)
		v[i] = (T)(i * 2654435761u >> 7);
	T *d = to_device(v);
	network<<<BLOCKS, THREADS>>>(d);
	SYNC();
	for (int b = 0; b < BLOCKS; b++)
		std::sort(v.begin() + b * WIDTH, v.begin() + (b + 1) * WIDTH);
	printf("%s: %s\n", what, to_host(d, v.size()) == v ? "sorted" : "wrong");
}

static void
check_exchange(int n)
{
	std::vector<float> v(BLOCKS * n);

	for (size_t i = 0; i < v.size(); i++)
		v[i] = (float)(i * 2654435761u >> 20);
	float *d = to_device(v);
	exchange<<<BLOCKS, n, n * sizeof(float)>>>(d, n);
	SYNC();
	for (int b = 0; b < BLOCKS; b++)
		std::sort(v.begin() + b * n, v.begin() + (b + 1) * n);
	printf("exchange %d: %s\n", n, to_host(d, v.size()) == v ? "sorted" : "wrong");
}

static void
check_step(int step)
{
	enum { N = 1024 };
	std::vector<int> v(N), want(N, -1);

	for (int i = 0; i < N; i++)
		v[i] = (int)(i * 2654435761u >> 9);
	int *in = to_device(v), *out = to_device(want);
	one_step<<<4, N / 8>>>(in, out, step, N);
	SYNC();
	for (int t = 0; t < N / 2; t++) {
		int i = 2 * t - (t & (step - 1));

		if (std::min(i, i + step) >= 0 && std::max(i, i + step) < N) {
			want[2 * t] = std::min(v[i], v[i + step]);
			want[2 * t + 1] = std::max(v[i], v[i + step]);
		}
	}
	printf("step %d: %s\n", step, to_host(out, N) == want ? "right" : "wrong");
}

static void
check_hadamard(int n)
{
	std::vector<double> v(n);

	for (int i = 0; i < n; i++)
		v[i] = (i * 7919) % 101;
	double *d = to_device(v);
	hadamard<<<1, n / 2>>>(d, n);
	SYNC();
	for (int h = 1; h < n; h *= 2)
		for (int i = 0; i < n; i += 2 * h)
			for (int j = i; j < i + h; j++) {
				double a = v[j], b = v[j + h];
				v[j] = a + b;
				v[j + h] = a - b;
			}
	printf("hadamard %d: %s\n", n, to_host(d, n) == v ? "right" : "wrong");
}

static void
check_ring(int size)
{
	enum { T = 200, ROUNDS = 7 };
	std::vector<short> v(1024), want(T * ROUNDS);

	for (int i = 0; i < 1024; i++)
		v[i] = (short)(i * 40503);
	short *in = to_device(v), *out = to_device(want);
	ring<<<1, T>>>(in, out, ROUNDS, size);
	SYNC();
	for (int i = 0; i < T * ROUNDS; i++)
		want[i] = (short)(v[(i % T + 5 * (i / T)) & (size - 1)] +
				  v[i % T ^ (size >> 1)]);
	printf("ring %d: %s\n", size,
	       to_host(out, T * ROUNDS) == want ? "right" : "wrong");
}

int
main()
{
	check_network<unsigned>("words");
	check_network<unsigned char>("bytes");
	check_network<double>("doubles");
	for (int n : {2, 8, 32, 64, 512})
		check_exchange(n);
	for (int step : {0, 1, 2, 3, 4, 8, 12, 16, 32, 33, 64, 96, 256, -64})
		check_step(step);
	for (int n : {4, 64, 512})
		check_hadamard(n);
	for (int size : {1, 2, 4, 8, 16, 32, 64, 256, 512})
		check_ring(size);
	return 0;
}
