// algo_montecarlo: pi by integer dart throwing with a generator per thread; the count
// is exact.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

static __host__ __device__ unsigned
hits(unsigned id, int darts)
{
	unsigned s = id * 2654435761u + 12345u, n = 0;
	for (int i = 0; i < darts; i++) {
		unsigned x = next_random(s) & 0xffff, y = next_random(s) & 0xffff;
		n += (unsigned long long)x * x + (unsigned long long)y * y <
		     0x100000000ull;
	}
	return n;
}

__global__ void
throw_darts(unsigned long long *total, int darts)
{
	__shared__ unsigned s;
	if (threadIdx.x == 0)
		s = 0;
	__syncthreads();
	atomicAdd(&s, hits(blockIdx.x * blockDim.x + threadIdx.x, darts));
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(total, (unsigned long long)s);
}

int
main()
{
	const int threads = 64 * 20, darts = 500;
	unsigned long long *d = device_array<unsigned long long>(1), want = 0, got;
	throw_darts<<<20, 64>>>(d, darts);
	SYNC();
	for (int i = 0; i < threads; i++)
		want += hits(i, darts);
	got = to_host(d, 1)[0];
	printf("%llu %s, pi about %.2f\n", got, got == want ? "OK" : "WRONG",
	       4.0 * got / ((double)threads * darts));
}
