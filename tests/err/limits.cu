// limits: what no GPU has is an error: static shared memory above 48 KiB, arguments above 32,764
// bytes, variables larger than any device. Just below, all is well.
struct most {
	char c[32764];
};

struct more {
	char c[32768];
};

__device__ char large[1ull << 40];

__global__ void
full(char *p)
{
	__shared__ char s[48 << 10];

	s[threadIdx.x] = p[threadIdx.x];
	__syncthreads();
	p[threadIdx.x] = s[threadIdx.x ^ 1];
}

__global__ void
two_arrays(float *p) // expect-error: uses too much shared data .49156 bytes, 49152 max
{
	__shared__ float s[8192], t[4097];

	s[threadIdx.x] = t[threadIdx.x] = p[threadIdx.x];
	__syncthreads();
	p[threadIdx.x] = s[threadIdx.x ^ 1] + t[threadIdx.x ^ 2];
}

__global__ void
most_arguments(most s)
{
	large[threadIdx.x] = s.c[threadIdx.x]; // expect-error: 'large' has 1099511627776 bytes
}

__global__ void
more_arguments(more s, char *p) // expect-error: too many arguments .32776 bytes, 32764 max
{
	*p = s.c[threadIdx.x];
}
