// barrier_calls: barriers deep inside nested device functions, with several returns and
// by reference.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ void
meet()
{
	__syncthreads();
}

__device__ int
exchange(int *s, int v, int from)
{
	s[threadIdx.x] = v;
	meet();
	int r = s[from];
	meet();
	return r;
}

// Several returns, some before and some after a barrier; the condition is the same for
// the block.
__device__ int
maybe(int *s, int mode, int v)
{
	if (mode == 0)
		return v;
	int a = exchange(s, v, (threadIdx.x + 1) % blockDim.x);
	if (mode == 1)
		return a;
	int b = exchange(s, a + v, (threadIdx.x + 2) % blockDim.x);
	return mode == 2 ? b : a + b;
}

template <int Depth>
__device__ int
deep(int *s, int v)
{
	return deep<Depth - 1>(s, exchange(s, v + Depth, threadIdx.x ^ 1));
}
template <>
__device__ int
deep<0>(int *, int v)
{
	return v;
}

struct Team {
	int *s;
	int rank;
	__device__
	Team(int *mem)
	    : s(mem), rank(threadIdx.x)
	{
	}
	__device__ void
	sync() const
	{
		__syncthreads();
	}
	__device__ int
	from(int other, int v) const
	{
		s[rank] = v;
		sync();
		int r = s[other];
		sync();
		return r;
	}
	__device__ void
	add_left(int &v) const
	{
		v += from((rank + blockDim.x - 1) % blockDim.x, v);
	}
};

__global__ void
kernel(int *out, int mode)
{
	__shared__ int s[64];
	int v = threadIdx.x * 3;
	v = maybe(s, mode, v);
	v = maybe(s, (mode + 1) % 4, v);
	v = deep<6>(s, v);
	Team team(s);
	team.add_left(v);
	if (mode >= 2)
		for (int i = 0; i < mode; i++)
			team.add_left(v);
	out[threadIdx.x] = v;
}

static std::vector<int>
host(int mode)
{
	const int n = 64;
	std::vector<int> v(n);
	for (int t = 0; t < n; t++)
		v[t] = t * 3;
	for (int m : {mode, (mode + 1) % 4}) {
		std::vector<int> a(n), sum(n), r(n);
		for (int t = 0; t < n; t++)
			a[t] = v[(t + 1) % n];
		for (int t = 0; t < n; t++)
			sum[t] = a[t] + v[t];
		for (int t = 0; t < n; t++) {
			int b = sum[(t + 2) % n];
			r[t] = m == 0 ? v[t] : m == 1 ? a[t] : m == 2 ? b : a[t] + b;
		}
		v = r;
	}
	for (int k = 6; k > 0; k--) {
		std::vector<int> r(n);
		for (int t = 0; t < n; t++)
			r[t] = v[t ^ 1] + k;
		v = r;
	}
	for (int i = 0; i < (mode >= 2 ? mode + 1 : 1); i++) {
		std::vector<int> r(n);
		for (int t = 0; t < n; t++)
			r[t] = v[t] + v[(t + n - 1) % n];
		v = r;
	}
	return v;
}

int
main()
{
	int *d = device_array<int>(64);
	for (int mode = 0; mode < 4; mode++) {
		kernel<<<1, 64>>>(d, mode);
		SYNC();
		same("mode", to_host(d, 64), host(mode));
	}
}
