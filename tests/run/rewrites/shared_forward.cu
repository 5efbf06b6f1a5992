// shared_forward: values that threads put into shared memory for themselves, and some that
// look so: another thread writes or reads them, or this one does by another way.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { N = 64, BLOCKS = 3 };

// Only the last store is for others.
__global__ void
last(int *out)
{
	__shared__ int s[N];
	int t = threadIdx.x, i = blockIdx.x * N + t;
	s[t] = i * 3;
	__syncthreads();
	int x = s[t];
	__syncthreads();
	s[t] = x + 1;
	__syncthreads();
	out[i] = s[N - 1 - t];
}

// The neighbour writes over it.
__global__ void
steal(int *out)
{
	__shared__ int s[N];
	int t = threadIdx.x, i = blockIdx.x * N + t;
	s[t] = i;
	__syncthreads();
	s[t ^ 1] = -i;
	__syncthreads();
	out[i] = s[t];
}

// Some write again.
__global__ void
some(int *out, int n)
{
	__shared__ int s[N];
	int t = threadIdx.x, i = blockIdx.x * N + t;
	s[t] = i;
	__syncthreads();
	if (t < n)
		s[t] = 2 * i;
	__syncthreads();
	out[i] = s[(t + 3) % N];
}

// What a thread leaves behind when it returns.
__global__ void
leave(int *out, int n)
{
	__shared__ int s[N];
	int t = threadIdx.x, i = blockIdx.x * N + t;
	out[i] = 0;
	s[t] = i;
	if (t >= n)
		return;
	__syncthreads();
	out[i] = s[N - 1 - t];
}

// A byte of it is written by another way.
__global__ void
bytes(int *out)
{
	__shared__ int s[N];
	int t = threadIdx.x, i = blockIdx.x * N + t;
	s[t] = i;
	__syncthreads();
	((char *)s)[4 * t + 1] = 1;
	__syncthreads();
	out[i] = s[t];
}

// An own sum beside what is exchanged.
__global__ void
sum(int *out, int n)
{
	__shared__ int own[N], s[N];
	int t = threadIdx.x, i = blockIdx.x * N + t;
	own[t] = 0;
	for (int k = 0; k < n; k++) {
		s[t] = i + k;
		__syncthreads();
		own[t] += s[(t + k) % N];
		__syncthreads();
	}
	out[i] = own[t];
}

// Read by the neighbour in the last round only.
__global__ void
late(int *out, int n)
{
	__shared__ int s[N];
	int t = threadIdx.x, i = blockIdx.x * N + t, x = 0;
	for (int k = 0; k < n; k++) {
		s[t] = i * k;
		__syncthreads();
		if (k == n - 1)
			x = s[(t + 1) % N];
		__syncthreads();
	}
	out[i] = x;
}

// One element for each column.
__global__ void
columns(int *out)
{
	__shared__ int s[8];
	int x = threadIdx.x, y = threadIdx.y, i = (blockIdx.x * 8 + y) * 8 + x;
	for (int k = 0; k < 8; k++) {
		if (y == k)
			s[x] = i;
		__syncthreads();
		if (y == 7 - k)
			out[i] = s[x];
		__syncthreads();
	}
}

// Before anything is stored, and after.
__global__ void
maybe(int *out, int n)
{
	__shared__ int s[N];
	int t = threadIdx.x, i = blockIdx.x * N + t, x = 7;
	for (int k = 0; k < n; k++) {
		if (k > t % 4)
			x += s[t];
		__syncthreads();
		if (k >= t % 4)
			s[t] = x + k;
		__syncthreads();
	}
	out[i] = x;
}

static int *dev, want[N * BLOCKS], bad;

static void
expect(const char *what)
{
	int got[N * BLOCKS];
	CK(cudaMemcpy(got, dev, sizeof got, cudaMemcpyDeviceToHost));
	for (int i = 0; i < N * BLOCKS; i++)
		if (got[i] != want[i]) {
			printf("%s: element %d is %d, not %d\n", what, i, got[i], want[i]);
			bad++;
			return;
		}
}

static int
maybe_of(int t, int n)
{
	int x = 7, s = 0;
	for (int k = 0; k < n; k++) {
		if (k > t % 4)
			x += s;
		if (k >= t % 4)
			s = x + k;
	}
	return x;
}

int
main(int argc, char **)
{
	int n = 8 + argc, total;
	dev = device_array<int>(N * BLOCKS);
#define EACH(what, value)                                                              \
	for (int i = 0; i < N * BLOCKS; i++) {                                         \
		int b = i / N * N, t = i % N;                                          \
		(void)b, (void)t;                                                      \
		want[i] = value;                                                       \
	}                                                                              \
	expect(what);
	last<<<BLOCKS, N>>>(dev);
	EACH("last", (b + N - 1 - t) * 3 + 1)
	steal<<<BLOCKS, N>>>(dev);
	EACH("steal", -(i ^ 1))
	some<<<BLOCKS, N>>>(dev, n);
	EACH("some", (b + (t + 3) % N) * ((t + 3) % N < n ? 2 : 1))
	leave<<<BLOCKS, N>>>(dev, n);
	EACH("leave", t < n ? b + N - 1 - t : 0)
	bytes<<<BLOCKS, N>>>(dev);
	EACH("bytes", (i & ~0xff00) | 0x100)
	sum<<<BLOCKS, N>>>(dev, n);
	EACH("sum", (total = 0, [&] {
		     for (int k = 0; k < n; k++)
			     total += b + (t + k) % N + k;
		     return total;
	     }()))
	late<<<BLOCKS, N>>>(dev, n);
	EACH("late", (b + (t + 1) % N) * (n - 1))
	columns<<<BLOCKS, dim3(8, 8)>>>(dev);
	EACH("columns", b + (7 - t / 8) * 8 + t % 8)
	maybe<<<BLOCKS, N>>>(dev, n);
	EACH("maybe", maybe_of(t, n))
	printf("%d wrong\n", bad);
	cudaFree(dev);
	return bad != 0;
}
