// Blocks of a grid share out elements and count them: where nobody can tell who counted what,
// and where somebody can. Every result is computed on the host, thread by thread.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { COLOURS = 256, MAX_BLOCKS = 40 };

// The plain one, and with counts beside the loop over them.
__global__ void
counts(const unsigned *in, int n, unsigned *out, unsigned)
{
	__shared__ unsigned s[COLOURS];

	for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
		s[c] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		atomicAdd(&s[in[i] & 255], 1u);
	__syncthreads();
	for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
		atomicAdd(&out[c], s[c]);
}

// 64-bit indices, a condition, other amounts
__global__ void
weights(const unsigned *in, int n, unsigned *out, unsigned k)
{
	__shared__ unsigned s[COLOURS];

	for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
		s[c] = 0;
	__syncthreads();
	for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
	     i += blockDim.x * gridDim.x)
		if (in[i] & 4)
			atomicAdd(&s[in[i] >> 8 & 255], in[i] * k + (unsigned)i);
	__syncthreads();
	for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
		atomicAdd(&out[c], s[c]);
}

// each block's counts are to be seen
__global__ void
of_blocks(const unsigned *in, int n, unsigned *out, unsigned)
{
	__shared__ unsigned s[COLOURS];

	for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
		s[c] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		atomicAdd(&s[in[i] & 255], 1u);
	__syncthreads();
	for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
		atomicAdd(&out[blockIdx.x * COLOURS + c], s[c]);
}

// another place for each block, in shared memory
__global__ void
turned(const unsigned *in, int n, unsigned *out, unsigned)
{
	__shared__ unsigned s[COLOURS];

	for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
		s[c] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		atomicAdd(&s[in[i] & 255], 1u);
	__syncthreads();
	for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
		atomicAdd(&out[c], s[(c + blockIdx.x) & 255]);
}

// what is counted depends on the thread
__global__ void
of_threads(const unsigned *in, int n, unsigned *out, unsigned k)
{
	__shared__ unsigned s[COLOURS];

	for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
		s[c] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		atomicAdd(&s[in[i] & 255], threadIdx.x + blockIdx.x * k);
	__syncthreads();
	for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
		atomicAdd(&out[c], s[c]);
}

// only some blocks; and counts that one of them forgets
__global__ void
some_blocks(const unsigned *in, int n, unsigned *out, unsigned)
{
	__shared__ unsigned s[COLOURS];

	for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
		s[c] = 0;
	__syncthreads();
	if (blockIdx.x % 3 != 1)
		for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
		     i += blockDim.x * gridDim.x)
			atomicAdd(&s[in[i] & 255], 1u);
	__syncthreads();
	for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
		atomicAdd(&out[c], s[c]);
}

__global__ void
forgets(const unsigned *in, int n, unsigned *out, unsigned)
{
	__shared__ unsigned s[COLOURS];

	for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
		s[c] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		atomicAdd(&s[in[i] & 255], 1u);
	__syncthreads();
	if (blockIdx.x == 0)
		for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
			s[c] = 0;
	__syncthreads();
	for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
		atomicAdd(&out[c], s[c]);
}

// each thread reads what it has written itself
__global__ void
own_ones(unsigned *in, int n, unsigned *out, unsigned k)
{
	__shared__ unsigned s[COLOURS];

	for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
		s[c] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		in[i] = in[i] * k + blockIdx.x;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		atomicAdd(&s[in[i] & 255], 1u);
	__syncthreads();
	for (int c = threadIdx.x; c < COLOURS; c += blockDim.x)
		atomicAdd(&out[c], s[c]);
}

// Counts of each thread's own: added up by everybody, all or those that are not zero.
__global__ void
private_counts(const unsigned *in, int n, unsigned *out, unsigned)
{
	unsigned mine[COLOURS];

	for (int c = 0; c < COLOURS; c++)
		mine[c] = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		mine[in[i] & 255]++;
	for (int c = 0; c < COLOURS; c++)
		if (mine[c] > 0)
			atomicAdd(&out[c], mine[c]);
}

__global__ void
private_weights(const unsigned *in, int n, unsigned *out, unsigned k)
{
	unsigned mine[16];

	for (int c = 0; c < 16; c++)
		mine[c] = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		mine[in[i] & 15] += in[i] * k;
		mine[in[i] >> 4 & 15] += i;
	}
	for (int c = 0; c < 16; c++)
		atomicAdd(&out[c], mine[c]);
}

// The same, where somebody can tell: by the place, by the order, by what is not added.
__global__ void
private_turned(const unsigned *in, int n, unsigned *out, unsigned)
{
	unsigned mine[16];

	for (int c = 0; c < 16; c++)
		mine[c] = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		mine[in[i] & 15]++;
	for (int c = 0; c < 16; c++)
		atomicAdd(&out[(c + threadIdx.x) & 15], mine[c]);
}

__global__ void
private_places(const unsigned *in, int n, unsigned *out, unsigned k)
{
	unsigned mine[16];

	for (int c = 0; c < 16; c++)
		mine[c] = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		mine[threadIdx.x & 15] += in[i] & k;
	for (int c = 0; c < 16; c++)
		atomicAdd(&out[c], mine[c]);
}

__global__ void
private_shifts(const unsigned *in, int n, unsigned *out, unsigned)
{
	unsigned mine[16];

	for (int c = 0; c < 16; c++)
		mine[c] = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		mine[in[i] & 15] = 3 * mine[in[i] & 15] + in[i];
	for (int c = 0; c < 16; c++)
		atomicAdd(&out[c], mine[c]);
}

__global__ void
private_most(const unsigned *in, int n, unsigned *out, unsigned)
{
	int mine[16];

	for (int c = 0; c < 16; c++)
		mine[c] = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		mine[in[i] & 15] += in[i] & 16 ? 1 : -1;
	for (int c = 0; c < 16; c++)
		if (mine[c] > 0)
			atomicAdd((int *)&out[c], mine[c]);
}

__global__ void
private_bytes(const unsigned *in, int n, unsigned *out, unsigned)
{
	unsigned char mine[16];

	for (int c = 0; c < 16; c++)
		mine[c] = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		mine[in[i] & 15] += in[i];
	for (int c = 0; c < 16; c++)
		atomicAdd(&out[c], mine[c]);
}

typedef std::vector<unsigned> numbers;

// Calls take(i, block, thread) for each element, and says who has it.
template <class Take>
static void
for_each(int n, int blocks, int threads, Take take)
{
	for (int i = 0; i < n; i++)
		take(i, i / threads % blocks, i % threads);
}

static numbers
make(int n)
{
	numbers v(n + 1);
	unsigned s = 99;

	for (unsigned &x : v) {
		s = s * 1664525 + 1013904223;
		x = s >> 7;
	}
	return v;
}

// What each thread has, 16 numbers of any type, added up as `place` says.
template <class T, class Take, class Add>
static numbers
by_threads(int n, int blocks, int threads, Take take, Add add)
{
	std::vector<T> mine((size_t)blocks * threads * 16);
	numbers want(MAX_BLOCKS * COLOURS);

	for_each(n, blocks, threads,
		 [&](int i, int b, int t) { take(i, t, &mine[(b * threads + t) * 16]); });
	for (int k = 0; k < blocks * threads; k++)
		for (int c = 0; c < 16; c++)
			add(k % threads, c, mine[k * 16 + c], want);
	return want;
}

typedef void kernel(const unsigned *, int, unsigned *, unsigned);

static void
run(const char *name, kernel *k, int n, int blocks, int threads, const numbers &want)
{
	unsigned *in = to_device(make(n));
	unsigned *out = device_array<unsigned>(MAX_BLOCKS * COLOURS);

	k<<<blocks, threads>>>(in, n, out, 3);
	SYNC();
	same(name, to_host(out, MAX_BLOCKS * COLOURS), want);
	CK(cudaFree(in));
	CK(cudaFree(out));
}

static void
all(int n, int blocks, int threads)
{
	const numbers in = make(n), none(MAX_BLOCKS * COLOURS);
	numbers want = none;

	for_each(n, blocks, threads, [&](int i, int, int) { want[in[i] & 255]++; });
	run("counts", counts, n, blocks, threads, want);
	want = none;
	for_each(n, blocks, threads, [&](int i, int, int) {
		if (in[i] & 4)
			want[in[i] >> 8 & 255] += in[i] * 3 + i;
	});
	run("weights", weights, n, blocks, threads, want);
	want = none;
	for_each(n, blocks, threads,
		 [&](int i, int b, int) { want[b * COLOURS + (in[i] & 255)]++; });
	run("of blocks", of_blocks, n, blocks, threads, want);
	want = none;
	for_each(n, blocks, threads,
		 [&](int i, int b, int) { want[(in[i] - b) & 255]++; });
	run("turned", turned, n, blocks, threads, want);
	want = none;
	for_each(n, blocks, threads,
		 [&](int i, int b, int t) { want[in[i] & 255] += t + b * 3; });
	run("of threads", of_threads, n, blocks, threads, want);
	want = none;
	for_each(n, blocks, threads,
		 [&](int i, int b, int) { want[in[i] & 255] += b % 3 != 1; });
	run("some blocks", some_blocks, n, blocks, threads, want);
	want = none;
	for_each(n, blocks, threads, [&](int i, int b, int) { want[in[i] & 255] += b != 0; });
	run("forgets", forgets, n, blocks, threads, want);
	want = none;
	for_each(n, blocks, threads,
		 [&](int i, int b, int) { want[(in[i] * 3 + b) & 255]++; });
	run("own ones", (kernel *)own_ones, n, blocks, threads, want);
}

static void
all_private(int n, int blocks, int threads)
{
	const numbers in = make(n), none(MAX_BLOCKS * COLOURS);
	numbers want = none;
	auto plain = [](int, int c, unsigned v, numbers &to) { to[c] += v; };

	for_each(n, blocks, threads, [&](int i, int, int) { want[in[i] & 255]++; });
	run("private counts", private_counts, n, blocks, threads, want);
	want = none;
	for_each(n, blocks, threads, [&](int i, int, int) {
		want[in[i] & 15] += in[i] * 3;
		want[in[i] >> 4 & 15] += i;
	});
	run("private weights", private_weights, n, blocks, threads, want);
	want = by_threads<unsigned>(
		n, blocks, threads, [&](int i, int, unsigned *m) { m[in[i] & 15]++; },
		[](int t, int c, unsigned v, numbers &to) { to[(c + t) & 15] += v; });
	run("private turned", private_turned, n, blocks, threads, want);
	want = by_threads<unsigned>(
		n, blocks, threads,
		[&](int i, int t, unsigned *m) { m[t & 15] += in[i] & 3; }, plain);
	run("private places", private_places, n, blocks, threads, want);
	want = by_threads<unsigned>(
		n, blocks, threads,
		[&](int i, int, unsigned *m) {
			m[in[i] & 15] = 3 * m[in[i] & 15] + in[i];
		},
		plain);
	run("private shifts", private_shifts, n, blocks, threads, want);
	want = by_threads<int>(
		n, blocks, threads,
		[&](int i, int, int *m) { m[in[i] & 15] += in[i] & 16 ? 1 : -1; },
		[](int, int c, int v, numbers &to) { to[c] += v > 0 ? v : 0; });
	run("private most", private_most, n, blocks, threads, want);
	want = by_threads<unsigned char>(
		n, blocks, threads,
		[&](int i, int, unsigned char *m) { m[in[i] & 15] += in[i]; }, plain);
	run("private bytes", private_bytes, n, blocks, threads, want);
}

int
main()
{
	all(30000, 8, 256);
	all(30001, 7, 96);
	all(4 * 40 * 64, 40, 64);
	all(4 * 40 * 64 - 1, 40, 64);
	all(5 * 9 * 33 + 17, 9, 33);
	all(10, 4, 128);
	all(0, 2, 32);
	all_private(30000, 8, 256);
	all_private(30001, 7, 96);
	all_private(4 * 40 * 64 - 1, 40, 64);
	all_private(5 * 9 * 33 + 17, 9, 33);
	all_private(10, 4, 128);
}
