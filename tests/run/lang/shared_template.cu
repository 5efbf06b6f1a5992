// shared_template: extern __shared__ of different types in one template, by the usual
// helper struct.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

template <typename T> struct SharedMemory;
template <> struct SharedMemory<int> {
	__device__ int *
	get()
	{
		extern __shared__ int s_int[];
		return s_int;
	}
};
template <> struct SharedMemory<float> {
	__device__
	operator float *()
	{
		extern __shared__ float s_float[];
		return s_float;
	}
	__device__ float *
	get()
	{
		return *this;
	}
};
template <> struct SharedMemory<double> {
	__device__ double *
	get()
	{
		extern __shared__ double s_double[];
		return s_double;
	}
};
// The other usual way: one untyped array under one name.
template <typename T>
__device__ T *
shared_bytes()
{
	extern __shared__ __align__(16) unsigned char raw[];
	return reinterpret_cast<T *>(raw);
}

template <typename T>
__global__ void
sum_block(const T *in, T *out)
{
	SharedMemory<T> mem;
	T *s = mem.get();
	int t = threadIdx.x;
	s[t] = in[blockIdx.x * blockDim.x + t];
	__syncthreads();
	for (int k = blockDim.x / 2; k > 0; k /= 2) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

template <typename T>
__global__ void
shift_block(const T *in, T *out)
{
	T *s = shared_bytes<T>();
	s[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = s[(threadIdx.x + 5) % blockDim.x];
}

template <typename T>
static void
run(const char *name)
{
	const int n = 512;
	std::vector<T> in(n), sums(4, 0), rot(n / 2);
	for (int i = 0; i < n; i++) {
		in[i] = (T)(i % 97);
		sums[i / 128] += in[i];
	}
	T *d = to_device(in), *out = device_array<T>(n);
	sum_block<T><<<4, 128, 128 * sizeof(T)>>>(d, out);
	SYNC();
	same(name, to_host(out, 4), sums);
	shift_block<T><<<1, n / 2, n / 2 * sizeof(T)>>>(d, out);
	SYNC();
	for (int i = 0; i < n / 2; i++)
		rot[i] = in[(i + 5) % (n / 2)];
	same(name, to_host(out, n / 2), rot);
}

int
main()
{
	run<int>("int");
	run<float>("float");
	run<double>("double");
}
