// atomic_shared: every atomic on shared memory, with the old values used.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

template <typename T>
__global__ void
ops(T *out)
{
	__shared__ T r[9];
	__shared__ T order[128];
	int t = threadIdx.x;
	if (t < 9)
		r[t] = t == 2 ? 100 : t == 4 ? (T)-1 : 0;
	__syncthreads();
	order[atomicAdd(&r[0], (T)1)] = (T)t;
	atomicAdd(&r[1], (T)t);
	atomicMin(&r[2], (T)(t + 3));
	atomicMax(&r[3], (T)t);
	atomicAnd(&r[4], (T) ~((T)1 << (t % 16)));
	atomicOr(&r[5], (T)1 << (t % 20));
	atomicXor(&r[6], (T)1 << (t % 31));
	atomicExch(&r[7], (T)77);
	atomicCAS(&r[8], (T)0, (T)5);
	__syncthreads();
	T sum = 0;
	for (int i = 0; i < (int)blockDim.x; i++)
		sum += order[i];
	if (t < 9)
		out[blockIdx.x * 10 + t] = r[t];
	if (t == 9)
		out[blockIdx.x * 10 + 9] = sum;
}

template <typename T>
static void
run(const char *name)
{
	T *d = device_array<T>(30);
	ops<<<3, 128>>>(d);
	SYNC();
	std::vector<T> want(30);
	unsigned x = 0;
	for (int t = 0; t < 128; t++)
		x ^= 1u << (t % 31);
	const T one[] = {128,     127 * 64, 3,  127, (T)((T)-1 ^ (T)0xffff),
			 0xfffff, (T)x,     77, 5,   127 * 64};
	for (int i = 0; i < 30; i++)
		want[i] = one[i % 10];
	same(name, to_host(d, 30), want);
}

int
main()
{
	run<int>("int");
	run<unsigned>("unsigned");
	run<unsigned long long>("unsigned long long");
}
