// cuda_std_bit: <cuda/std/bit> and cuda::std::identity, also before C++20, on both sides.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cuda/std/bit>
#include <cuda/std/functional>

#include <cstdint>

template <class T>
__host__ __device__ void
bits(T x, int *out)
{
	namespace s = cuda::std;

	out[0] = s::popcount(x);
	out[1] = s::countl_zero(x);
	out[2] = s::countr_zero(x);
	out[3] = s::countl_one(x);
	out[4] = s::countr_one(x);
	out[5] = s::bit_width(x);
	out[6] = s::has_single_bit(x);
	out[7] = (int)s::bit_floor(x);
	out[8] = (int)s::bit_ceil((T)(x >> 1));
	out[9] = (int)s::rotl(x, 3);
	out[10] = (int)s::rotr(x, 5);
	out[11] = (int)s::bit_cast<uint32_t>(1.5f + (float)(x & 3));
	out[12] = s::identity{}(out[0]);
}

template <class T>
__global__ void
kernel(const T *in, int *out)
{
	bits(in[threadIdx.x], out + 13 * threadIdx.x);
}

template <class T>
static void
run(const char *name)
{
	std::vector<T> in{0, 1, 5, (T)0x80, (T)0xf00f, (T)~(T)0, (T)0x1234567890abcdefull};
	std::vector<int> want(13 * in.size());
	int *out = device_array<int>(want.size()), wrong = 0;

	for (size_t i = 0; i < in.size(); i++)
		bits(in[i], &want[13 * i]);
	kernel<<<1, (int)in.size()>>>(to_device(in), out);
	SYNC();
	auto got = to_host(out, want.size());
	for (size_t i = 0; i < want.size(); i++)
		wrong += got[i] != want[i];
	printf("%s: %d wrong;", name, wrong);
	for (int i = 0; i < 13; i++)
		printf(" %x", got[13 * 4 + i]);
	printf("\n");
}

static_assert(cuda::std::bit_ceil(17u) == 32 && cuda::std::popcount(255u) == 8, "");

int
main()
{
	run<uint8_t>("8");
	run<uint16_t>("16");
	run<uint32_t>("32");
	run<uint64_t>("64");
	return 0;
}
