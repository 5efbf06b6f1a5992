// Steps between barriers in which only the first threads of a block have something to do, by
// all ways to say so, in several types: whoever is left out must change nothing, must keep
// what it has, and must not read or write what lies behind the others' elements.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { BLOCKS = 3 };

enum how { LT, LE, GT_REV, GE_REV, NOT_GE, NOT_GT, UNSIGNED, WIDE, EQ, NE, HOWS };

template <int H, int K>
static __host__ __device__ bool
is_in(int t)
{
	switch (H) {
	case LT: return t < K;
	case LE: return t <= K;
	case GT_REV: return K > t;
	case GE_REV: return K >= t;
	case NOT_GE: return !(t >= K);
	case NOT_GT: return !(t > K);
	case UNSIGNED: return (unsigned)t < (unsigned)K;
	case WIDE: return (long long)t < (long long)K;
	case EQ: return t == K;
	default: return t != K;
	}
}

// What is carried from step to step by each thread, and by memory.
template <typename T, int H, int K, int N>
__global__ void
few(const T *in, T *out, T *tail)
{
	__shared__ T s[2 * N];
	int t = threadIdx.x;
	T mine = in[blockIdx.x * N + t];

	s[t] = mine;
	s[t + N] = (T)(t + 1);
	__syncthreads();
	if (is_in<H, K>(t))
		s[t] = (T)(s[t] + s[t + N]);
	__syncthreads();
	if (is_in<H, K>(t)) {
		mine = (T)(mine + s[t]);
		s[t + N] = (T)(mine + (T)1);
	}
	__syncthreads();
	if (is_in<H, K>(t))
		tail[blockIdx.x * N + t] = (T)(s[t + N] + in[blockIdx.x * N + t]);
	__syncthreads();
	out[blockIdx.x * N + t] = (T)(mine + s[t] + s[t + N]);
}

template <typename T, int H, int K, int N>
static void
few_on_host(const std::vector<T> &in, std::vector<T> &out, std::vector<T> &tail)
{
	for (int b = 0; b < BLOCKS; b++) {
		std::vector<T> s(2 * N), mine(N);

		for (int t = 0; t < N; t++) {
			s[t] = mine[t] = in[b * N + t];
			s[t + N] = (T)(t + 1);
		}
		for (int t = 0; t < N; t++)
			if (is_in<H, K>(t))
				s[t] = (T)(s[t] + s[t + N]);
		for (int t = 0; t < N; t++)
			if (is_in<H, K>(t)) {
				mine[t] = (T)(mine[t] + s[t]);
				s[t + N] = (T)(mine[t] + (T)1);
			}
		for (int t = 0; t < N; t++) {
			if (is_in<H, K>(t))
				tail[b * N + t] = (T)(s[t + N] + in[b * N + t]);
			out[b * N + t] = (T)(mine[t] + s[t] + s[t + N]);
		}
	}
}

static unsigned sum, count;

template <typename T, int H, int K, int N>
static void
check()
{
	std::vector<T> in(BLOCKS * N), out(BLOCKS * N), tail(BLOCKS * N);
	unsigned seed = 1 + K * 31 + H;

	for (T &x : in)
		x = (T)(next_random(seed) % 50);
	T *d_in = to_device(in), *d_out = to_device(out), *d_tail = to_device(tail);
	few<T, H, K, N><<<BLOCKS, N>>>(d_in, d_out, d_tail);
	SYNC();
	few_on_host<T, H, K, N>(in, out, tail);
	std::vector<T> got = to_host(d_out, out.size()), end = to_host(d_tail, tail.size());
	if (got != out || end != tail)
		printf("WRONG: how %d, K %d, N %d, size %zu\n", H, K, N, sizeof(T));
	sum = sum * 31 + checksum(got.data(), got.size() * sizeof(T));
	count++;
	CK(cudaFree(d_in));
	CK(cudaFree(d_out));
	CK(cudaFree(d_tail));
}

template <typename T, int H, int N>
static void
checks()
{
	check<T, H, N / 2, N>();
	check<T, H, N - 1, N>();
	check<T, H, N, N>();
}

// A tree whose steps all are of this kind, and one thread that ends it.
template <typename T, int N>
__global__ void
tree(const T *in, T *out)
{
	__shared__ T s[N];
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * N + t];
	__syncthreads();
	for (int k = N / 2; k > 0; k >>= 1) {
		if (t < k)
			s[t] = (T)(s[t] + s[t + k]);
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

template <typename T, int N>
static void
check_tree(const char *what)
{
	std::vector<T> in(BLOCKS * N), want(BLOCKS);
	unsigned seed = N;

	for (int i = 0; i < BLOCKS * N; i++) {
		in[i] = (T)(next_random(seed) % 3);
		want[i / N] = (T)(want[i / N] + in[i]);
	}
	T *d_in = to_device(in), *d_out = to_device(want);
	CK(cudaMemset(d_out, 0, BLOCKS * sizeof(T)));
	tree<T, N><<<BLOCKS, N>>>(d_in, d_out);
	SYNC();
	same(what, to_host(d_out, BLOCKS), want);
}

// Reads and writes of the first threads alone, up to the last byte of what there is.
template <int K>
__global__ void
edge(const int *in, int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x;

	s[t] = t;
	__syncthreads();
	if (t < K)
		out[t] = in[t] + s[63 - t];
	__syncthreads();
	if (t == 0)
		out[K - 1] += s[5];
}

template <int K>
static void
check_edge()
{
	std::vector<int> in(K), want(K);

	for (int t = 0; t < K; t++) {
		in[t] = 3 * t;
		want[t] = in[t] + 63 - t;
	}
	want[K - 1] += 5;
	int *d_in = to_device(in), *d_out = device_array<int>(K);
	edge<K><<<1, 64>>>(d_in, d_out);
	SYNC();
	same("edge", to_host(d_out, K), want);
}

int
main()
{
	checks<int, LT, 64>();
	checks<int, LE, 64>();
	checks<int, GT_REV, 64>();
	checks<int, GE_REV, 64>();
	checks<int, NOT_GE, 64>();
	checks<int, NOT_GT, 64>();
	checks<int, UNSIGNED, 64>();
	checks<int, WIDE, 64>();
	checks<double, LT, 64>();
	checks<unsigned char, LT, 96>();
	checks<short, LE, 40>();
	checks<long long, GT_REV, 33>();
	check<int, LT, 0, 64>();
	check<int, EQ, 0, 64>();
	check<int, EQ, 63, 64>();
	check<int, EQ, 17, 64>();
	check<int, NE, 64, 64>();
	check<float, EQ, 0, 256>();
	printf("few: %u checked, %08x\n", count, sum);
	check_tree<float, 256>("tree of floats");
	check_tree<double, 128>("tree of doubles");
	check_tree<unsigned char, 64>("tree of bytes");
	check_tree<short, 32>("tree of shorts");
	check_tree<long long, 512>("tree of long integers");
	check_edge<1>();
	check_edge<3>();
	check_edge<7>();
	check_edge<13>();
	check_edge<16>();
	check_edge<31>();
	check_edge<64>();
}
