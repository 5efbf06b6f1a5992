// lane_bits: bits of threadIdx.x that are kept or dropped: lane and warp numbers, halves,
// masks with holes, in indices of loads and stores.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { THREADS = 192, BLOCKS = 3 };

template <unsigned MASK, int SHIFT>
__global__ void
pick(const int *in, int *out, int add)
{
	unsigned t = threadIdx.x;
	unsigned a = (t + 32) & MASK, b = t >> SHIFT, c = (2 * t) & MASK;
	int sum = in[a] * 3 + in[b] * 5 + in[c] * 7 + (int)((t ^ b) & 1);

	for (int k = 0; k < add; k++)
		sum += in[(t & MASK) + k];
	out[blockIdx.x * THREADS + t] = sum;
	if ((t & MASK) == 5)
		out[BLOCKS * THREADS + t] = (int)(t & ~MASK) + 1;
}

static int
expected(const int *in, unsigned t, unsigned mask, int shift, int add)
{
	unsigned a = (t + 32) & mask, b = t >> shift, c = (2 * t) & mask;
	int sum = in[a] * 3 + in[b] * 5 + in[c] * 7 + (int)((t ^ b) & 1);

	for (int k = 0; k < add; k++)
		sum += in[(t & mask) + k];
	return sum;
}

template <unsigned MASK, int SHIFT>
static void
check()
{
	static int in[1024], out[(BLOCKS + 1) * THREADS];
	int *din, *dout, bad = 0, last = 0;

	for (int i = 0; i < 1024; i++)
		in[i] = i * 37 % 101;
	cudaMalloc(&din, sizeof in);
	cudaMalloc(&dout, sizeof out);
	cudaMemcpy(din, in, sizeof in, cudaMemcpyHostToDevice);
	cudaMemset(dout, 0, sizeof out);
	pick<MASK, SHIFT><<<BLOCKS, THREADS>>>(din, dout, 3);
	cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
	for (int i = 0; i < BLOCKS * THREADS; i++)
		bad += out[i] != expected(in, (unsigned)i % THREADS, MASK, SHIFT, 3);
	for (int i = 0; i < THREADS; i++)
		last += out[BLOCKS * THREADS + i];
	printf("mask %#x shift %d: %d wrong, %d\n", MASK, SHIFT, bad, last);
	cudaFree(din);
	cudaFree(dout);
}

int
main()
{
	check<31, 5>();
	check<15, 4>();
	check<7, 3>();
	check<3, 2>();
	check<1, 1>();
	check<63, 6>();
	check<0xef, 7>();
	check<0xf0, 5>();
	check<0x1f8, 2>();
	check<0x6, 1>();
	check<0xff, 31>();
	check<29, 4>();
	return 0;
}
